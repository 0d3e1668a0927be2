"""The base of every model of the domain: base classes, ids and bounded texts."""

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)
from pydantic.alias_generators import to_snake


class Frozen(BaseModel):
    """A value: never changes, refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", cache_strings="keys", serialize_by_alias=True)
    """Texts are not cached for the process: a few texts of a closed game would keep all its memory in use. Fields are
    written under their alias by every model, as the outermost one decides it."""


def _without_defaults(schema: dict[str, Any]) -> None:
    for shown in schema.get("properties", {}).values():
        shown.pop("default", None)


class View(Frozen):
    """A value that the API answers with as it is: its schema has all fields, whatever they are by default."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True, json_schema_extra=_without_defaults)


class Shared(Frozen):
    """A value whose fields are immutable too, so that copies of a game share it."""

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return self


class Tagged(Frozen):
    """A member of a discriminated union: a command, event, condition or refusal. Files and clients know it by its
    ``kind``: the name of its class in snake case, without a last ``Command``, unless the class is defined with a
    ``tag``. To rename a class without a tag changes the formats of files."""

    kind: str = ""

    def __init_subclass__(cls, tag: str | None = None, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        cls.kind = tag or to_snake(cls.__name__.removesuffix("Command"))
        cls.__annotations__["kind"] = Literal[cls.kind]

    def written(self) -> dict[str, Any]:
        """Return the value as a JSON object: its ``kind``, and the fields that differ from their defaults."""
        return {"kind": self.kind, **self.model_dump(mode="json", exclude_defaults=True)}


def compact(model: BaseModel) -> dict[str, Any]:
    """Return a model as a JSON object without the fields that have their default values, but with every ``kind``,
    without which the members of a union could not be read again."""
    written: dict[str, Any] = model.model_dump(mode="json", exclude_defaults=True)
    _add_kinds(model, written)
    return written


def _add_kinds(value: Any, written: Any) -> None:
    if isinstance(value, BaseModel):
        if isinstance(value, Tagged):
            written["kind"] = value.kind
        for name, field in type(value).model_fields.items():
            if (key := field.alias or name) in written:
                _add_kinds(getattr(value, name), written[key])
    elif isinstance(value, Mapping):
        for key, part in value.items():
            _add_kinds(part, written.get(key))
    elif isinstance(value, list | tuple):
        for part, part_written in zip(value, written, strict=True):
            _add_kinds(part, part_written)


class Mutable(BaseModel):
    """A part of the game that commands change; refuses unknown fields."""

    model_config = ConfigDict(extra="forbid", serialize_by_alias=True)


_PLAIN = frozenset({str, int, float, bool, type(None)})  # most values are: to ask an abstract class takes longer


def _freeze(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Mapping):
        return MappingProxyType({key: _freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(_freeze(item) for item in value)
    return value


def _thaw(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Mapping):
        return {key: _thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_thaw(item) for item in value]
    return value


FrozenMapping = Annotated[  # a JSON object that is read-only all the way down in Python
    Mapping[str, Any], AfterValidator(_freeze), PlainSerializer(_thaw, return_type=dict[str, Any])
]


MAX_ID_LENGTH = 64
ID_PATTERN = r"^[a-z0-9]+(?:[-_][a-z0-9]+)*$"

Id = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=MAX_ID_LENGTH)]
"""The id of a game or of a part of it: at most 64 characters, words of lower-case ASCII letters and digits that are
joined by ``-`` or ``_``, such as ``iron-key``. It is safe as a file name on every platform."""

DICE_PATTERN = r"^[1-9]?[0-9]?d([1-9][0-9]{0,3}|F)([+-][0-9]{1,4})?$"
"""Dice as ``2d6+1``, ``d20`` or ``4dF`` (each -1, 0 or 1)."""
NOT_BLANK_PATTERN = r"\S"

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # invisible, though not of category Cf
_VIRAMA = 9  # the combining class of signs that join the letters of Indic scripts


def visible_name(name: str) -> str:
    """Return a name in NFC, without characters that have no width or change the direction of text. Joiners stay where
    scripts need them: after a virama, and ZWNJ between Arabic letters (RFC 5892, A.1 and A.2, simplified)."""
    if name.isascii():
        return name
    kept = (
        sign
        for before, sign, after in zip(f" {name}", name, f"{name[1:]} ", strict=False)
        if not (unicodedata.category(sign) == "Cf" or sign in _BLANK)
        or (sign in "\u200c\u200d" and unicodedata.combining(before) == _VIRAMA)
        or (sign == "\u200c" and unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL")
    )
    return unicodedata.normalize("NFC", "".join(kept))


def fold_text(text: str) -> str:
    """Return a text for comparison: case folded, without Latin accents and invisible characters; other scripts keep
    their marks."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    kept = (c for c in decomposed if not "\u0300" <= c <= "\u036f" and unicodedata.category(c) != "Cf")
    return unicodedata.normalize("NFC", "".join(kept))


_LINE_PATTERN = r"^[^\p{Cc}]+$"
_Line = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=_LINE_PATTERN)]
Name = Annotated[_Line, AfterValidator(lambda name: visible_name(name) or "?")]
"""A display name in any script, on one line, normalized by `visible_name`; never used as a key."""

Plural = Annotated[  # whether a thing is several; saved only where its author says so
    bool | None,
    Field(exclude_if=lambda plural: plural is None, description="several things, as nets; None: as its name says"),
]

Prose = Annotated[str, StringConstraints(max_length=4000)]  # authored text


class Named(Frozen):
    """A part of a scenario with an id and a display name."""

    id: Id
    name: Name


_CONTROL = frozenset(map(chr, (*range(9), *range(11, 32), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0xD800, 0xE000))))


def has_control_characters(text: str) -> bool:
    """Return whether a text holds control characters other than line break and tab, or lone surrogates."""
    return not _CONTROL.isdisjoint(text)


_UNFIT = dict.fromkeys((*range(9), *range(14, 28), *range(0x7F, 0x85), *range(0x86, 0xA0), *range(0xD800, 0xE000)))
"""Control characters that are no blanks, and lone surrogates."""


def on_one_line(text: str) -> str:
    """Return a text with single blanks between its words and without control characters; may be empty."""
    return " ".join(text.translate(_UNFIT).split())


def replace_unprintable(text: str) -> str:
    """Return a text with U+FFFD in place of each character that cannot be printed."""
    return "".join(char if char.isprintable() else "�" for char in text)


_LONGEST_INPUT = 60


def short_input(given: object) -> str:
    """Return a client's input for an error message: at most 60 characters on one line, unprintable ones escaped."""
    text = str(given)
    short = text if len(text) <= _LONGEST_INPUT else f"{text[:_LONGEST_INPUT]}…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in short)


_KINDS_OF_VALUES = {
    **dict.fromkeys(("tuple_type", "list_type", "set_type", "frozen_set_type"), "Input should be a valid list"),
    **dict.fromkeys(
        ("dict_type", "mapping_type", "model_type", "model_attributes_type"), "Input should be a valid object"
    ),
    "none_required": "Input should be null",
}
_PATTERNS = {
    ID_PATTERN: "Input should be an id, not a name: lower-case letters a to z and digits, words joined by '-' or '_'",
    _LINE_PATTERN: "Input should be one line without control characters",
    NOT_BLANK_PATTERN: "Input should not be blank",
    DICE_PATTERN: "Input should be dice, as 2d6+1, d20 or 4dF",
}
_COUNTED = ("Tuple", "Frozenset", "Set")


def plain_reason(problem: Mapping[str, Any]) -> str:
    """Describe what is wrong with a value, in terms of JSON where pydantic uses those of Python.

    Args:
        problem: One of the errors of a `ValidationError`, with its ``type`` and ``msg``, or a ``msg`` alone.

    Returns:
        A sentence on one line, without its full stop.
    """
    message = " ".join(str(problem["msg"]).split()).rstrip(".").replace(" after validation", "")
    kind = problem.get("type", "")  # an error of our own has none
    if kind == "string_pattern_mismatch":
        return next((words for pattern, words in _PATTERNS.items() if message.endswith(f"'{pattern}'")), message)
    if kind in ("too_long", "too_short"):
        prefix = next((name for name in _COUNTED if message.startswith(f"{name} ")), None)
        return message if prefix is None else f"List{message.removeprefix(prefix)}"
    return _KINDS_OF_VALUES.get(kind, message)


def first_problem(error: ValidationError) -> str:
    """Describe the first problem on one printable line of at most 200 characters, without the input."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return replace_unprintable(f"{where}: {plain_reason(first)}".removeprefix(": "))[:200]


_LEVELS = 32  # of a JSON value; nothing that is read has more


def with_line_breaks(value: Any, levels: int = _LEVELS) -> Any:
    """Return a text with ``\\n`` for each line break, whatever its client ends lines with; in a JSON value do so for
    each text, down to ``levels`` levels."""
    match value:
        case str() if "\r" in value:
            return value.replace("\r\n", "\n").replace("\r", "\n")
        case list() if levels:
            return [with_line_breaks(item, levels - 1) for item in value]
        case Mapping() if levels:
            return {key: with_line_breaks(item, levels - 1) for key, item in value.items()}
    return value


_ID: TypeAdapter[str] = TypeAdapter(Id)


def is_id(value: object) -> bool:
    """Return whether a value is a text that may be an `Id`, and so the name of a file."""
    try:
        _ID.validate_python(value, strict=True)
    except ValidationError:
        return False
    return True
