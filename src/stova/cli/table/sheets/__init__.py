"""Sheets as they are drawn. Each kind of sheet has a file with its standing and its page."""

from stova.cli.table.sheets import chalk, columns, ladder
from stova.cli.table.sheets.paper import note, page, standing

__all__ = ["chalk", "columns", "ladder", "note", "page", "standing"]
