"""Reading YAML without surprises: what is no number, flag or null by the rules of JSON is a text, every value has its
line, and a file that is damaged or made to do harm has a problem.

The parser's events are read, and no object is made by a tag. So ``no``, ``on``, ``12:30``, ``007`` and ``2026-11-29``
are the texts that an author wrote, as YAML 1.2 has it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from app.scenarios.folders.source_values import SourceValue
from app.scenarios.scenario_check import path_step
from app.scenarios.scenario_rules import ScenarioProblem
from app.scenarios.sources import Spot

MAX_DEPTH = 40
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FLAGS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TEXT_TAG = "tag:yaml.org,2002:str"
_HINTS = {
    "mapping values are not allowed": "a text with ': ' in it needs quotation marks.",
    "cannot start any token": "a text that begins with this sign needs quotation marks, and no line begins with a tab.",
    "found unknown escape": "write the text in single quotation marks, or a backslash as two.",
    "did not find expected key": "the line is not indented as those before it, or a quotation mark is missing.",
}
"""By a part of the parser's sentence what an author can do about it."""


class YamlProblem(Exception):
    """What keeps a file from being read, and the number of the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line, self.what = line, what


@dataclass
class _Reader:
    """Builds values from the events of a parser."""

    file: str
    first_line: int
    problems: list[ScenarioProblem]
    anchors: dict[str, SourceValue] = field(default_factory=dict)

    def line_of(self, event: Any) -> int:
        return int(event.start_mark.line) + self.first_line

    def document(self, events: Iterator[Any]) -> SourceValue | None:
        root: SourceValue | None = None
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    raise YamlProblem(self.line_of(event), "a second document begins here; a file has one.")
                root = self.value(next(events), events, 0)
        return root

    def value(self, event: Any, events: Iterator[Any], depth: int) -> SourceValue:
        line = self.line_of(event)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self.anchors:
                raise YamlProblem(line, f"no complete value before this is marked &{event.anchor}.")
            return self.anchors[event.anchor]
        if depth > MAX_DEPTH:
            raise YamlProblem(line, "it is nested too deeply.")
        if event.tag not in (None, "!", _TEXT_TAG):
            raise YamlProblem(line, f"tags such as {event.tag[:40]!a} have no meaning here.")
        if isinstance(event, yaml.ScalarEvent):
            made = self.scalar(event, line)
        elif isinstance(event, yaml.SequenceStartEvent):
            items = list[SourceValue]()
            while not isinstance(inner := next(events), yaml.SequenceEndEvent):
                items.append(self.value(inner, events, depth + 1))
            made = SourceValue(items, self.file, line)
        else:
            made = SourceValue(self.mapping(events, depth), self.file, line)
        if event.anchor:
            self.anchors[event.anchor] = made
        return made

    def mapping(self, events: Iterator[Any], depth: int) -> dict[str, SourceValue]:
        fields, seen = dict[str, SourceValue](), dict[str, int]()
        while not isinstance(key := next(events), yaml.MappingEndEvent):
            line = self.line_of(key)
            if not isinstance(key, yaml.ScalarEvent):
                raise YamlProblem(line, "the name of a field is a word, not a list or an alias.")
            name, value = str(key.value), self.value(next(events), events, depth + 1)
            if name in seen:
                what = f"it is written twice in one mapping, first in line {seen[name]}."
                self.problems.append(ScenarioProblem(where=str(Spot(self.file, line, path_step(name))), what=what))
            seen.setdefault(name, line)
            if value.plain != "":  # a field without a value is as one that is not written
                fields.setdefault(name, replace(value, line=line))
        return fields

    def scalar(self, event: Any, line: int) -> SourceValue:
        if not event.value.isascii() and not event.value.isprintable() and has_surrogates(event.value):
            raise YamlProblem(line, "a text holds half of a character.")
        if not event.implicit[0] or event.tag is not None:
            return SourceValue(event.value, self.file, line)
        return SourceValue(plain_value(event.value), self.file, line, plain=event.value)


def read_yaml(text: str, file: str, first_line: int, problems: list[ScenarioProblem]) -> SourceValue | None:
    """Read a YAML document.

    Args:
        text: The document.
        file: The file, for values and problems.
        first_line: The number of its first line in the file.
        problems: Takes what is wrong; names that occur twice keep nothing from being read.

    Returns:
        Its value; None for an empty document.

    Raises:
        YamlProblem: It cannot be read.
    """
    reader = _Reader(file, first_line, problems)
    try:
        return reader.document(iter(yaml.parse(text, Loader=_LOADER)))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = " ".join(str(error.problem or error.context).split())
        hint = next((hint for part, hint in _HINTS.items() if part in said), None)
        what = f"this is not YAML: {said}" + (f"; {hint}" if hint else ".")
        raise YamlProblem((mark.line if mark else 0) + first_line, what) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position if isinstance(error.position, int) else 0) + first_line
        raise YamlProblem(line, f"a character is not allowed here: U+{ord_of(error.character):04X}.") from None


def has_surrogates(text: str) -> bool:
    """Return whether a text holds halves of characters, which the parser that is not in C lets pass."""
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def ord_of(character: Any) -> int:
    """Return the number of a character that the parser gives as itself or as its number."""
    return character if isinstance(character, int) else ord(str(character)[:1] or "\0")


def plain_value(text: str) -> Any:
    """Return the value of a scalar without quotation marks: null, a flag or a number by the rules of JSON, else the
    text."""
    if text in _NULLS:
        return None
    if text in _FLAGS:
        return _FLAGS[text]
    if not text[-1:].isdigit():
        return text
    try:
        number = json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        return text
    return number if isinstance(number, int | float) and abs(number) != float("inf") else text
