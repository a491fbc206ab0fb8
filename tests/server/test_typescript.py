"""The client's types of messages are those of the server."""

from pathlib import Path

from stova.server.typescript import typescript

KEPT = Path(__file__).parents[2] / "web" / "src" / "wire" / "messages.ts"


def test_the_kept_types_are_fresh() -> None:
    assert KEPT.read_text(encoding="utf-8") == typescript(), (
        "python -m stova.server.typescript > web/src/wire/messages.ts"
    )


def test_every_kind_of_field_has_its_type() -> None:
    text = typescript()
    assert "command: Sit | Stand" in text
    assert "options: Record<string, string>" in text
    assert "dealt: string[][]" in text
    assert "until: number | null" in text
    assert 'export interface Begin {\n  type: "begin"\n}' in text
