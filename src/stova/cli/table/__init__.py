"""The card table in the terminal."""
