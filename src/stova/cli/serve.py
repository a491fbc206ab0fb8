"""`stova serve`, and plain `stova`: the card room in the browser."""

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

HOST, PORT = "127.0.0.1", 8474


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 is all of this machine's.")] = HOST,
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.", min=0, max=65535)] = PORT,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite:///FILE or postgresql+psycopg://…; your data folder if not."),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser at it.")] = False,
) -> None:
    """Keep the card room: tables to play at in the browser, alone or with others."""
    from stova.server.serving import run

    url = database or f"sqlite:///{_file()}"

    def ready(address: str) -> None:
        typer.echo(f"Stova is at {address}  (Ctrl-C ends it; every table is kept)")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(url, host=host, port=port, ready=ready)


def _file() -> Path:
    """Where the card room is kept unless told otherwise."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("stova", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "room.sqlite"
