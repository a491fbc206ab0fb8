"""How a game is played, for the browser: its rules page in the parts a page is drawn of."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Literal

import msgspec
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

import stova
from stova.rulebook import RULE, rules_page

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_NUMBER = re.compile(r"\b([A-Z]{2}\d?-\d+)\b")


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Words of one kind. Cards in them begin with their suit's sign: `♣Q`.

    `name` is that of the rule, game, option or preset they are about; `values` are those that an option may have, the
    usual one first, or the one value that is spoken of, by itself or as the setting of its option.
    """

    kind: Literal["plain", "strong", "emphasis", "rule", "game", "option", "setting", "value", "preset"]
    text: str
    name: str = ""
    values: list[str] = []


_LINE_END = Words(kind="plain", text=" ")


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A paragraph, an example, cards in a row, a list, numbered steps, or a table, whose first row is its head.

    What cards are may stand in a second row. `rows` have cells of words; all but tables have one cell a row. `figures`
    are the columns of a table with figures.
    """

    kind: Literal["paragraph", "example", "cards", "list", "steps", "table"]
    rows: list[list[list[Words]]]
    figures: list[int] = []


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A rule with its number, or what stands before the first."""

    rule: str
    blocks: list[Block]


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """What stands under one heading."""

    title: list[Words]
    parts: list[Part]


class How(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is played: first what it is like, then section by section. A rule's number is there once."""

    game: str
    title: str
    like: list[Block]
    sections: list[Section]


@cache
def how(game: str) -> How:
    """How the game of that name is played. Raises RulesError for an unknown game."""
    reader = _Reader(game)
    like, *sections = _headed(SyntaxTreeNode(_MARKDOWN.parse(rules_page(game))).children)
    return How(
        game=game,
        title=stova.game(game).title,
        like=[reader.block(node) for node in like[1:]],
        sections=[reader.section(nodes) for nodes in sections],
    )


def _headed(nodes: Sequence[SyntaxTreeNode]) -> list[Sequence[SyntaxTreeNode]]:
    """The nodes of a page by their headings."""
    heads = [place for place, node in enumerate(nodes) if node.type == "heading"]
    return [nodes[start:end] for start, end in zip(heads, [*heads[1:], len(nodes)], strict=True)]


class _Reader:
    """Reads the nodes of a game's page. A value by itself is of the option named last before it that may have it."""

    def __init__(self, game: str) -> None:
        self.presets = stova.presets(game)
        self.named: dict[str, list[str]] = {}

    def section(self, nodes: Sequence[SyntaxTreeNode]) -> Section:
        heading, *others = nodes
        self.named = {}
        numbered: list[tuple[str, SyntaxTreeNode]] = []
        for node in others:
            begun = RULE.match(_source(node))
            numbered.append((begun[1] if begun else numbered[-1][0] if numbered else "", node))
        return Section(
            title=self.words(heading.children[0]),
            parts=[
                Part(rule=rule, blocks=[self.block(node) for _, node in group])
                for rule, group in groupby(numbered, key=itemgetter(0))
            ],
        )

    def block(self, node: SyntaxTreeNode) -> Block:
        match node.type:
            case "table":
                rows = [row for part in node.children for row in part.children]
                figures = [place for place, cell in enumerate(rows[0].children) if "right" in str(cell.attrs)]
                cells = [[self.words(cell.children[0]) for cell in row.children] for row in rows]
                return Block(kind="table", rows=cells, figures=figures)
            case "bullet_list" | "ordered_list":
                items = [[self.words(item.children[0].children[0])] for item in node.children]
                return Block(kind="list" if node.type == "bullet_list" else "steps", rows=items)
            case "blockquote":
                cards, *said = _lines(self.words(node.children[0].children[0]))
                return Block(kind="cards", rows=[[cards], *([line] for line in said)])
        (inline,) = node.children
        example = [child.type for child in _within(inline)] == ["em"]
        return Block(kind="example" if example else "paragraph", rows=[[self.words(inline)]])

    def words(self, inline: SyntaxTreeNode) -> list[Words]:
        """What stands in a line, without the number of the rule that it begins."""
        nodes = _within(inline)
        if RULE.match(inline.content):
            nodes = nodes[1:]
        elif [node.type for node in nodes] == ["em"]:
            nodes = nodes[0].children
        return [words for node in nodes for words in self._words(node)]

    def _words(self, node: SyntaxTreeNode) -> Iterator[Words]:
        match node.type:
            case "code_inline":
                yield self._code(node.content)
            case "link":
                yield Words(kind="game", text=_source(node), name=str(node.attrs["href"]).removesuffix(".md"))
            case "em" if _NUMBER.fullmatch(_source(node)):
                yield from _cited(_source(node))
            case "strong" | "em":
                yield Words(kind="strong" if node.type == "strong" else "emphasis", text=_source(node))
            case "softbreak":
                yield _LINE_END
            case _:
                yield from _cited(node.content)

    def _code(self, code: str) -> Words:
        """An option with the values it may have (`a = b | c`) or alone, set (`a=b`), or a value or preset by itself."""
        option, sign, values = code.partition(" = ")
        if sign:
            self.named = {option: values.split(" | "), **self.named}
            return Words(kind="option", text=code, name=option, values=values.split(" | "))
        option, sign, value = code.partition("=")
        if sign:
            return Words(kind="setting", text=code, name=option, values=[value])
        of = next((option for option, values in self.named.items() if code in (*values, "none")), None)
        if of is not None:
            return Words(kind="value", text=code, name=of, values=[code])
        return Words(kind="preset" if code in self.presets else "option", text=code, name=code)


def _lines(words: list[Words]) -> list[list[Words]]:
    """Words by the line they were written in."""
    return [list(line) for ends, line in groupby(words, key=lambda word: word == _LINE_END) if not ends]


def _within(inline: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    """What a line is made of, without the nothings that stand beside bold words."""
    return [node for node in inline.children if node.type != "text" or node.content]


def _cited(text: str) -> Iterator[Words]:
    """Plain words, and the rules they name."""
    for place, part in enumerate(_NUMBER.split(text)):
        if part:
            yield Words(kind="rule", text=part, name=part) if place % 2 else Words(kind="plain", text=part)


def _source(node: SyntaxTreeNode) -> str:
    """The text of a node as it was written, of a link or an emphasis what stands in it."""
    if node.type == "paragraph":
        return node.children[0].content
    return "".join(child.content or " " for child in node.children)
