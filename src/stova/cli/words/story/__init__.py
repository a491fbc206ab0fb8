"""What a deal and a match came to, told in plain words. Each kind of sheet has a file with its own."""

from stova.cli.words.story import chalk, columns, ladder
from stova.cli.words.story.telling import Told, bare_made, deal_told, drawn, match_told, sheet_told

__all__ = ["Told", "bare_made", "chalk", "columns", "deal_told", "drawn", "ladder", "match_told", "sheet_told"]
