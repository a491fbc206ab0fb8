"""The log: a line an event, as JSON or, on a terminal, as text. Errors are told by kind and place.

What an error says of itself may name hidden cards or a database's password, so that stays out of the log.
"""

import asyncio
import logging
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

import structlog
from structlog.typing import Processor

from stova.server import metrics

_QUIET = ("alembic", "asyncio", "litestar", "sqlalchemy", "uvicorn", "uvicorn.error", "websockets")
log = structlog.get_logger()


def set_up() -> None:
    """Logs to standard error from here on, whatever writes to the log."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_details,
    ]
    terminal = sys.stderr.isatty()
    shown: Processor = structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, shown],
        )
    )
    handler.addFilter(_worth_telling)
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def fault(what: str, error: BaseException) -> None:
    """Logs and counts an error nobody had thought of."""
    metrics.FAULTS.inc()
    log.error(what, **_kind_and_place(error))


def of_loop(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Logs what asyncio has to say of a task nobody waits for: a handler for its loop."""
    error = context.get("exception")
    if isinstance(error, Exception):
        fault("task failed", error)
    else:
        log.warning("loop", said=str(context.get("message")))


def without_details(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Puts the kind of an error and where it came from in place of the error, for structlog."""
    error = _error(event.pop("exc_info", None))
    return event if error is None else {**event, **_kind_and_place(error)}


def _kind_and_place(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "at": [_place(frame) for frame in frames]}


def _error(told: object) -> BaseException | None:
    found = told[1] if isinstance(told, tuple) else sys.exc_info()[1] if told is True else told
    return found if isinstance(found, BaseException) else None


def _place(frame: traceback.FrameSummary) -> str:
    return f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"


def _worth_telling(record: logging.LogRecord) -> bool:
    """Frames that aren't UTF-8 end their connection; anybody can send them, and nobody needs to read of it."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))
