"""The page on the server names every code of a refusal, and no others."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
CODES = re.compile(
    r'(?:refuse|Refused|Ended|Refusal)\(\s*(?:code=)?"([a-z-]+)"|^    \d{3}: \("([a-z]+)",', re.MULTILINE
)
STAGES = {"gathering", "paused"}
"""Those that are refused by the name of a stage."""


def test_every_code_is_on_the_page() -> None:
    sources = (ROOT / "src" / "stova" / "server").rglob("*.py")
    used = {code for file in sources for found in CODES.findall(file.read_text("utf-8")) for code in found if code}
    page = (ROOT / "docs" / "server.md").read_text("utf-8")
    table = page.partition("### Refusals")[2].partition("### Limits")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert used | STAGES == {code for row in rows for code in re.findall(r"`([a-z-]+)`", row)}
