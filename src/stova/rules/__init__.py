"""The vocabulary games are written in: phases of a deal, and sheets. It knows no game."""
