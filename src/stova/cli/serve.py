"""`stova serve`, and plain `stova`: the card room in the browser."""

import contextlib
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

HOST, PORT = "127.0.0.1", 8474
EVERYWHERE = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}
"""Hosts that are all addresses of this machine, each with an address elsewhere that nobody has."""


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
    keep_days: Annotated[
        int | None,
        typer.Option(metavar="N", help="Delete tables at which nothing has happened for N days; none if not.", min=1),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser at it.")] = False,
) -> None:
    """Keep the card room: play in the browser, alone or with others."""
    from stova.server.serving import Place, run

    url = f"sqlite:///{_file()}" if database is None else database
    place = Place(database=url, host=host, port=port, proxy=proxy, per_address=per_address, keep_days=keep_days)

    def ready(address: str) -> None:
        typer.echo(f"Stova is at {address}  (Ctrl-C ends it; every table is kept)")
        if (own := _own(host)) is not None:
            typer.echo(f"For others it is at {address.replace('localhost', own)}  (be there too when you send a link)")
        if browser:
            threading.Thread(target=_open, args=(address,), daemon=True).start()

    run(place, ready=ready)


def _own(host: str) -> str | None:
    """By which address others reach this machine, if it listens at all of its own and is on a net."""
    if host not in EVERYWHERE:
        return None
    family, elsewhere = EVERYWHERE[host]
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as towards:
        towards.connect((elsewhere, 9))  # sends nothing: it only chooses the way
        own: str = towards.getsockname()[0]
        return f"[{own}]" if family == socket.AF_INET6 else own
    return None


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
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "room.sqlite"
