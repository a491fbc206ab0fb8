"""Research: bots measured against each other."""
