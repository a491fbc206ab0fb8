"""`python -m stova`: the `stova` command."""

from stova.cli import main

if __name__ == "__main__":
    main()
