"""Language packs: folders beside this module named by language tag; docs/languages.md says how to make one.
``<section>.toml`` holds tables ``words`` (a text of words), ``forms`` (words with their irregular forms), ``numbers``
(by word), ``patterns`` (regular expressions; ``<<name>>`` stands for the alternatives of a list of words or for another
pattern, of the same file or as ``<<section.name>>``) and ``lines`` (lists of stock lines with ``{slots}``, or tables of
such lists); ``<section>.ftl`` holds templates (Project Fluent), ``<name>.json`` data,
``<name>.txt`` lists of lines. Keys are ``section.key``."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from pydantic import Field

from app.models.base import Frozen

Lines = tuple[str, ...]
ReadFile = Callable[[], Any]


class Section(Frozen):
    words: dict[str, str] = Field(default={}, description="words, divided by blanks; `_` stands for a blank in one")
    forms: dict[str, str] = Field(default={}, description="groups, divided by `;`: a word and its irregular forms")
    numbers: dict[str, dict[str, int]] = Field(default={}, description="numbers by word")
    patterns: dict[str, str] = Field(
        default={},
        description="regular expressions without regard to case; line breaks and the blanks around them do not count",
    )
    lines: dict[str, Lines | dict[str, Lines]] = {}


_SLOT = re.compile(r"<<([a-z_.]+)>>")
_LINE_BREAK = re.compile(r"\s*\n\s*")


class Pack:
    """The files of one language; each expression is compiled when it is first asked for."""

    def __init__(
        self, tag: str, sections: Mapping[str, Section], templates: Mapping[str, str], files: Mapping[str, ReadFile]
    ) -> None:
        self.tag = tag
        self.sections = sections
        self.templates = templates
        self.files = files
        self._compiled: dict[str, re.Pattern[str]] = {}
        self._words: dict[str, frozenset[str]] = {}

    def data(self, name: str) -> Any:
        """What a data file holds, read when it is first asked for; None for a name that the pack lacks."""
        return self.files[name]() if name in self.files else None

    def words(self, name: str) -> frozenset[str]:
        """The words of a list. KeyError for a name that the pack lacks."""
        if name not in self._words:
            section, key = self._section(name)
            self._words[name] = frozenset(word.replace("_", " ") for word in section.words[key].split())
        return self._words[name]

    def forms(self, name: str) -> dict[str, str]:
        """The base of each irregular form; a form that several words share keeps the first."""
        section, key = self._section(name)
        found: dict[str, str] = {}
        for group in section.forms[key].split(";"):
            base, *forms = group.split()
            for form in forms:
                found.setdefault(form, base)
        return found

    def numbers(self, name: str) -> Mapping[str, int]:
        section, key = self._section(name)
        return section.numbers[key]

    def pattern(self, name: str) -> re.Pattern[str]:
        """A compiled expression. KeyError for a name that the pack lacks."""
        if (found := self._compiled.get(name)) is None:
            found = self._compiled[name] = re.compile(self.expression(name), re.IGNORECASE)
        return found

    def expression(self, name: str) -> str:
        """The text of an expression, for who compiles it otherwise. KeyError for a name that the pack lacks."""
        section, key = self._section(name)
        return self._filled(section, section.patterns[key])

    def lines(self, name: str, variant: str | None = None) -> Lines:
        """Stock lines, in order; those of a ``variant`` where the lines are a table of them."""
        section, key = self._section(name)
        found = section.lines[key]
        return found if isinstance(found, tuple) else found[variant or ""]

    def _filled(self, section: Section, pattern: str) -> str:
        def alternatives(found: re.Match[str]) -> str:
            if "." in (name := found[1]):
                of, name = self._section(name)
            else:
                of = section
            if name in of.patterns:
                return f"(?:{self._filled(of, of.patterns[name])})"
            listed = sorted(of.numbers.get(name) or of.words[name].split(), key=lambda word: (-len(word), word))
            return f"(?:{'|'.join(re.escape(word.replace('_', ' ')) for word in listed)})"

        return _SLOT.sub(alternatives, _LINE_BREAK.sub("", pattern.strip("\n")))

    def _section(self, name: str) -> tuple[Section, str]:
        section, _, key = name.partition(".")
        return self.sections[section], key


@lru_cache(maxsize=8)
def load_pack(tag: str) -> Pack | None:
    """The pack of a language tag (``en``, also for ``en-GB``), or None. ValidationError for bad files."""
    primary = tag.partition("-")[0].lower()
    if len(primary) not in (2, 3) or not primary.isascii() or not primary.isalpha():
        return None
    folder = files("app.language").joinpath(primary)
    if not folder.is_dir():
        return None
    sections, templates, data = dict[str, Section](), dict[str, str](), dict[str, ReadFile]()
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        name, _, ending = file.name.rpartition(".")
        if ending == "toml":
            sections[name] = Section.model_validate(tomllib.loads(file.read_text("utf-8")))
        elif ending == "ftl":
            templates[name] = file.read_text("utf-8")
        elif ending == "json":
            data[name] = cache(lambda file=file: json.loads(file.read_text("utf-8")))
        elif ending == "txt":
            data[name] = cache(lambda file=file: file.read_text("utf-8").removesuffix("\n").split("\n"))
    return Pack(primary, sections, templates, data)
