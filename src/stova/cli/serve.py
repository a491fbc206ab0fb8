"""`stova serve`, and plain `stova`: the card room in the browser."""

import contextlib
import os
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
    proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The proxy in front, whose word on who asks is taken; * for any."),
    ] = None,
    per_address: Annotated[
        int, typer.Option(help="How many people may come from one address, such as a clubhouse.", min=1)
    ] = 200,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser at it.")] = False,
) -> None:
    """Keep the card room: tables to play at in the browser, alone or with others."""
    from stova.server.serving import Place, run

    url = f"sqlite:///{_file()}" if database is None else database
    place = Place(database=url, host=host, port=port, proxy=proxy, per_address=per_address)
    run(place, ready=_opened if browser else _told)


def _told(address: str) -> None:
    typer.echo(f"Stova is at {address}  (Ctrl-C ends it; every table is kept)")


def _opened(address: str) -> None:
    _told(address)
    threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    """Opens the browser, where there is one with a window: one of text would take the terminal from us."""
    with contextlib.suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser or "BROWSER" in os.environ:
            browser.open(address)


def _file() -> Path:
    """Where the card room is kept unless told otherwise."""
    import platformdirs

    folder = Path(platformdirs.user_data_dir("stova", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "room.sqlite"
