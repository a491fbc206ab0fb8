"""The `stova` command, with bots that don't pause at a quick pace: the same happens, sooner."""

from stova.cli import main
from stova.server import keeper

keeper.PACE["quick"] = keeper.LINGER["quick"] = 0.0

if __name__ == "__main__":
    main()
