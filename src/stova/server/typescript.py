"""The messages as TypeScript types, for the client: `python -m stova.server.typescript > web/src/wire/messages.ts`."""

import inspect
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from stova.server import messages

HEAD = "// Made from the server's messages by `python -m stova.server.typescript`; not to be changed by hand.\n"
PLAIN: dict[type, str] = {
    shapes.AnyType: "unknown",
    shapes.RawType: "unknown",
    shapes.StrType: "string",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.NoneType: "null",
}
BASES = (Struct, messages.Wire, messages.Part)
UNIONS = {"Command": messages.Command, "Sent": messages.Sent, "Told": messages.Told}


def typescript() -> str:
    """The whole file."""
    constants = [f"export const {name} = {getattr(messages, name)}" for name in dir(messages) if name.isupper()]
    unions = [f"export type {name} = {_text(shapes.type_info(union))}" for name, union in UNIONS.items()]
    return "\n\n".join([HEAD + "\n".join(constants), *_interfaces(), *unions]) + "\n"


def _interfaces() -> Iterator[str]:
    for name, struct in vars(messages).items():
        if isinstance(struct, type) and issubclass(struct, Struct) and struct not in BASES:
            yield f"/** {_about(struct)} */\nexport interface {name} {{\n{_fields(struct)}\n}}"


def _about(struct: type) -> str:
    return (inspect.getdoc(struct) or "").splitlines()[0]


def _fields(struct: type) -> str:
    info = shapes.type_info(struct)
    assert isinstance(info, shapes.StructType)
    tag = [f'  {info.tag_field}: "{info.tag}"'] if info.tag else []
    return "\n".join([*tag, *(f"  {field.encode_name}: {_text(field.type)}" for field in info.fields)])


def _text(shape: Any) -> str:
    """A type in TypeScript's words."""
    match shape:
        case shapes.StructType(cls=cls):
            return str(cls.__name__)
        case shapes.LiteralType(values=values):
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
        case shapes.UnionType(types=types):
            return " | ".join(map(_text, types))
        case shapes.ListType(item_type=item) | shapes.VarTupleType(item_type=item):
            inner = _text(item)
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case shapes.DictType(value_type=value):
            return f"Record<string, {_text(value)}>"
        case _:
            return PLAIN[type(shape)]


if __name__ == "__main__":
    print(typescript(), end="")
