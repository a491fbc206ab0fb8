"""The `stova` command, beside the package: Ctrl-C ends it without a word even while that is being imported."""


def main() -> None:
    """Run the command. Ends with SystemExit, as `stova.cli.main` does."""
    try:
        from stova.cli import main
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    main()
