"""Sentences on the terminal."""

import re
import shutil
import sys
from textwrap import wrap


def tell(text: str, *, wrong: bool = False) -> None:
    """Print sentences, what is wrong to standard error. On a terminal lines end between words, commands stay whole."""
    stream = sys.stderr if wrong else sys.stdout
    if stream.isatty():
        width = shutil.get_terminal_size().columns
        whole = re.sub(r"`[^`\n]*`", lambda command: command[0].replace(" ", "\0"), text)
        rows = (wrap(line, width, break_long_words=False, break_on_hyphens=False) for line in whole.splitlines())
        text = "\n".join(line for row in rows for line in row or [""]).replace("\0", " ")
    print(text, file=stream, flush=True)
