"""What the terminal says to people. Sentences are here and nowhere else, so that other languages can follow."""
