"""The card room: tables that people and bots sit at, over HTTP and WebSockets."""
