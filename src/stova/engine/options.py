"""A game's options: a frozen dataclass whose fields name the values they may have.

Fields are declared with `option(default, rule)` and annotated with what is allowed: a `Literal`, or an `Annotated` type
that carries `Choices` or `AtLeast`.
"""

import dataclasses
import reprlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from stova.errors import RulesError

Value = str | int | tuple[int, ...] | None
O = TypeVar("O")  # noqa: E741


@dataclasses.dataclass(frozen=True)
class Choices:
    """An option's allowed values, where a `Literal` can't hold them."""

    values: tuple[Value, ...]

    def __iter__(self) -> Iterator[Value]:
        return iter(self.values)

    def __contains__(self, value: object) -> bool:
        return any(value == choice and type(value) is type(choice) for choice in self.values)

    def __str__(self) -> str:
        texts = [text_of(value) for value in self.values]
        return ("; " if any("," in text for text in texts) else ", ").join(texts)


@dataclasses.dataclass(frozen=True)
class AtLeast:
    """A whole number from `least` to a million, or none."""

    least: int

    def __iter__(self) -> Iterator[Value]:
        """The least and no number: enough to try what either does."""
        yield from (self.least, None)

    def __contains__(self, value: object) -> bool:
        return value is None or (type(value) is int and self.least <= value <= 1_000_000)

    def __str__(self) -> str:
        return f"a whole number from {self.least} to a million, none"


def option(default: Value, rule: str) -> Any:
    """Declare an option: its default and the number of the rule that offers it."""
    return dataclasses.field(default=default, metadata={"rule": rule})


def allowed(options_type: type) -> Mapping[str, Choices | AtLeast]:
    """What each option of a game may be, by name in the order declared."""
    return _declared(options_type)


@cache
def _declared(options_type: type) -> Mapping[str, Choices | AtLeast]:
    """Apart from `allowed`, since for mypy some of its callers' types can't be a cache's keys."""
    hints = get_type_hints(options_type, include_extras=True)
    fields = dataclasses.fields(options_type)
    return MappingProxyType({_name(field): _allowed(hints[field.name]) for field in fields})


def _name(field: dataclasses.Field[Any]) -> str:
    """An option's name: that of its field, without the underscore that keeps it from being a word of Python."""
    return field.name.removesuffix("_")


def _allowed(hint: Any) -> Choices | AtLeast:
    if get_origin(hint) is Literal:
        return Choices(get_args(hint))
    return cast(Choices | AtLeast, hint.__metadata__[0])


def text_of(value: Value) -> str:
    """An option's value as a user writes it: `4`, `none`, `3,2,3`."""
    if value is None:
        return "none"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def value_of(value: object) -> object:
    """A value as the options hold it, from text, from JSON or from Python: `"4,4"`, `[4, 4]`, `True`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return tuple(item if isinstance(item, list | tuple) else value_of(item) for item in value)
    if not isinstance(value, str):
        return value
    text = value.strip().strip("()")
    if "," in text:
        return tuple(map(value_of, filter(None, text.split(","))))
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    return None if text == "none" else text


def change(options: O, changes: Mapping[str, object], *, game: str) -> O:
    """The options with some changed.

    Raises RulesError for an unknown option or a value it can't have, naming the valid ones.
    """
    valid = allowed(type(options))
    given = {name.removesuffix("_"): value for name, value in changes.items()}
    values = {name: value_of(value) for name, value in given.items()}
    for name, value in values.items():
        if name not in valid:
            raise RulesError(f"{game} has no option {name[:40]!r}; it has {', '.join(valid)}")
        if value not in valid[name]:
            raise RulesError(f"{game}: option {name} can't be {reprlib.repr(given[name])}; it can be {valid[name]}")
    fields = {_name(field): field.name for field in dataclasses.fields(options)}  # type: ignore[arg-type]
    return dataclasses.replace(options, **{fields[name]: value for name, value in values.items()})  # type: ignore[type-var]


def changed(options: Any, base: Any) -> dict[str, Value]:
    """The options whose values differ from those of `base`, by name."""
    standard = by_name(base)
    return {name: value for name, value in by_name(options).items() if value != standard[name]}


def by_name(options: Any) -> dict[str, Value]:
    """The values of all options."""
    return {_name(field): getattr(options, field.name) for field in dataclasses.fields(options)}
