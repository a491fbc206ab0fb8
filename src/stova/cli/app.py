"""The commands put together. Each is a small file of its own."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from stova.cli import arena, bot, games, options, play, referee, resume, review, rules, serve, solve, transcript, verify
from stova.cli.telling import tell
from stova.errors import shown

app = typer.Typer(
    name="stova",
    help="A card room for the trick-taking games of the North Atlantic.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    no_args_is_help=False,
)
app.command("serve")(serve.serve)
app.command("play")(play.play)
app.command("resume")(resume.resume)
app.command("games")(games.games)
app.command("options")(options.options)
app.command("rules")(rules.rules)
app.command("referee")(referee.referee)
app.command("verify")(verify.verify)
app.command("transcript")(transcript.transcript)
app.command("review")(review.review)
app.command("solve")(solve.solve)
app.command("arena", context_settings={"allow_extra_args": True})(arena.arena)
app.command("bot", context_settings={"allow_interspersed_args": False})(bot.bot)


@app.callback(invoke_without_command=True)
def stova(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.", is_eager=True)] = False,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Without a command: open the browser at the card room.")
    ] = True,
) -> None:
    """A card room for the trick-taking games of the North Atlantic. Without a command it opens on this machine."""
    if version:
        typer.echo(f"stova {_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.serve(browser=browser)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("stova")
    except PackageNotFoundError:
        return "(run from its source)"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; its exit status.

    Raises StovaError, OSError, KeyboardInterrupt.
    """
    command = typer.main.get_command(app)
    try:
        status = command.main(
            args=None if arguments is None else list(arguments), prog_name="stova", standalone_mode=False
        )
    except typer.Abort:
        return 130
    except TyperException as error:
        tell(f"stova: {_said(error)}{_where(command, error)}", wrong=True)
        return int(error.exit_code)
    return status if isinstance(status, int) else 0


def _said(error: Any) -> str:
    """What is wrong with a command line; of a number out of its range, or none at all, both ends of it."""
    said: str = error.format_message().replace("Value error, ", "")
    least, most = (getattr(getattr(error, "param", None), end, None) for end in ("min", "max"))
    refused = getattr(error.__cause__, "errors", None)
    if least is None or refused is None:
        return said
    number, least = ("a whole number", least) if isinstance(least, int) else ("a number", f"{least:g}")
    where = f"{least} or more" if most is None else f"{least} to {most}"
    given = refused()[0]["input"]
    return said.replace(error.message, f"it must be {number}, {where}, not {shown(given)}.")


def _where(command: Any, error: Any) -> str:
    """Where to look for what there is, unless what is wrong with a value says it already.

    Plain `stova` opens the room as `stova serve` does, but has none of its options.
    """
    context = getattr(error, "ctx", None)
    if context is None or (isinstance(error, typer.BadParameter) and error.message):
        return ""
    option = getattr(error, "option_name", None)
    served = {name for parameter in command.commands["serve"].params for name in parameter.opts}
    if option in served and context.parent is None:
        return f". `stova serve {option} …` has it."
    end = "" if _said(error).endswith((".", "?")) else "."
    return f"{end} `{context.command_path} --help` says what there is."
