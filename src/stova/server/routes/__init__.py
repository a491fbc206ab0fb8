"""What can be asked of the card room: pages, calls over HTTP, and a table's WebSocket."""
