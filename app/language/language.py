"""Languages, each loaded from its pack, a folder next to this module named by language tag; and the current one.

docs/how-to/translate.md says how to make a pack: ``<section>.toml`` holds tables ``words`` (a text of words), ``forms``
(words with their irregular forms), ``numbers`` (by word), ``patterns`` (regular expressions; ``<<name>>`` is replaced
by the alternatives of a word list or by another pattern, of the same file or as ``<<section.name>>``) and ``lines``
(lists of stock lines with ``{slots}``, or tables of such lists); ``<section>.ftl`` holds templates (Project Fluent),
``<name>.json`` data, ``<name>.npz`` arrays, ``<name>.txt`` lists of lines. Keys are ``section.key``.
"""

import json
import re
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from importlib.resources import files
from io import BytesIO
from typing import Any, TypeVar, cast

import numpy as np
from fluent.runtime import FluentBundle, FluentResource, resolver
from numpy.typing import NDArray
from pydantic import Field

from app.interfaces.agents.mind import Portrait
from app.models.base import Frozen
from app.models.sheets.scenario import ScenarioSheet
from app.scheduling import Slices

DEFAULT = "en"
Pattern = re.Pattern[str]
Lines = tuple[str, ...]
ReadFile = Callable[[], Any]
Parts = tuple[tuple[str, str], ...]
"""The parts of a template in order, each a (text, "") or a ("", name of a slot)."""


class PackSection(Frozen):
    words: dict[str, str] = Field(default={}, description="words separated by spaces; `_` is a space within a word")
    forms: dict[str, str] = Field(default={}, description="groups separated by `;`: a word and its irregular forms")
    numbers: dict[str, dict[str, int]] = Field(default={}, description="numbers by word")
    patterns: dict[str, str] = Field(
        default={},
        description="case-insensitive regular expressions; line breaks and the white space around them are ignored",
    )
    lines: dict[str, Lines | dict[str, Lines]] = {}


_SLOT = re.compile(r"<<([a-z_.]+)>>")
_LINE_BREAK = re.compile(r"\s*\n\s*")
_KEPT = 50_000  # rendered texts in the cache; sights repeat
_LONGEST = 2000  # longest slot passed to Fluent, whose limit is 2,500 characters; longer ones are inserted afterwards
_PLACEHOLDER = "\ue000{}\ue001"
_MARK = re.compile("\ue000\\w+\ue001")
_TEMPLATE = re.compile(r"^(-?[a-zA-Z][\w-]*) *=.*(?:\n(?![-#a-zA-Z]).*)*", re.MULTILINE)
_LEARNED = re.compile(r"_weights$|^(?:kinds|told|vocabulary)$")
"""Files of a pack that were learned of texts in its language, or count its words."""
_REFERENCE = re.compile(r"\{\s*(-?[a-z][\w-]*)")


_PLACEABLE = resolver.Placeable | resolver.NeverIsolatingPlaceable


class Language:
    """The files of one language. Patterns and templates are compiled at first use. Thread-safe.

    Attributes:
        tag: Its primary tag.
        is_partial: Whether its pack lacks something, which is then taken from English.
    """

    def __init__(
        self,
        tag: str,
        sections: Mapping[str, PackSection],
        templates: Mapping[str, str],
        files: Mapping[str, ReadFile],
        *,
        is_partial: bool = False,
    ) -> None:
        self.tag = tag
        self.is_partial = is_partial
        self.sections = sections
        self.templates = templates
        self.files = files
        self._compiled: dict[str, re.Pattern[str]] = {}
        self._words: dict[str, frozenset[str]] = {}
        self._bundles: dict[str, tuple[FluentBundle, dict[str, str], set[str]]] = {}
        self._plain: dict[str, Parts | None] = {}
        self._known: dict[tuple[str, tuple[tuple[str, str | int], ...]], str] = {}

    def data(self, name: str) -> Any:
        """Return the content of a data file, read at first use; None if the pack lacks it."""
        return self.files[name]() if name in self.files else None

    def words(self, name: str) -> frozenset[str]:
        """Return the words of a list.

        Raises:
            KeyError: The pack lacks it.
        """
        if name not in self._words:
            section, key = self._section(name)
            self._words[name] = frozenset(word.replace("_", " ") for word in section.words[key].split())
        return self._words[name]

    def forms(self, name: str) -> dict[str, str]:
        """Return the base of each irregular form; a form that several words share has the first as its base."""
        section, key = self._section(name)
        base_of: dict[str, str] = {}
        for group in section.forms[key].split(";"):
            base, *forms = group.split()
            for form in forms:
                base_of.setdefault(form, base)
        return base_of

    def numbers(self, name: str) -> Mapping[str, int]:
        section, key = self._section(name)
        return section.numbers[key]

    def pattern(self, name: str) -> re.Pattern[str]:
        """Return a compiled pattern.

        Raises:
            KeyError: The pack lacks it.
        """
        if (compiled := self._compiled.get(name)) is None:
            compiled = self._compiled[name] = re.compile(self.expression(name), re.IGNORECASE)
        return compiled

    def preparing(self) -> Slices[None]:
        """Compile all templates and patterns, in slices; some .3 s of CPU."""
        for section in self.sections:
            for key in self.sections[section].patterns:
                self.pattern(f"{section}.{key}")
                yield
        for section, templates in self.templates.items():
            for match in _TEMPLATE.finditer(templates):
                if not match[1].startswith("-"):
                    self._bundle(section, match[1]).get_message(match[1])
                    yield

    def expression(self, name: str) -> str:
        """Return the source of a pattern, with its references replaced.

        Raises:
            KeyError: The pack lacks it.
        """
        section, key = self._section(name)
        return self._filled(section, section.patterns[key])

    def lines(self, name: str, variant: str | None = None) -> Lines:
        """Return stock lines in order; those of a ``variant`` if the lines are a table.

        Raises:
            KeyError: The pack lacks them.
        """
        section, key = self._section(name)
        lines = section.lines[key]
        return lines if isinstance(lines, tuple) else lines[variant or ""]

    def render(self, name: str, /, **slots: str | int) -> str:
        """Fill a template's slots.

        Args:
            name: Name of the template, ``section.key``.
            slots: Values by slot.

        Returns:
            The text.

        Raises:
            KeyError: The pack lacks the template.
            ValueError: A slot is missing.
        """
        key = name, tuple(slots.items())
        if (text := self._known.get(key)) is None:
            text = self._rendered(name, slots)
            if len(self._known) >= _KEPT:
                self._known.clear()
            if len(text) <= _LONGEST:
                self._known[key] = text
        return text

    def has(self, name: str) -> bool:
        """Return whether the pack has a template."""
        section, _, key = name.partition(".")
        return section in self.templates and self._bundle(section, key).has_message(key)

    def _rendered(self, name: str, slots: Mapping[str, str | int]) -> str:
        if name not in self._plain:
            self._plain[name] = self._parts(name)
        parts = self._plain[name]
        if parts is not None and all(type(slots.get(slot)) is str for _, slot in parts if slot):
            return "".join([str(slots[slot]) if slot else text for text, slot in parts])
        section, _, key = name.partition(".")
        bundle = self._bundle(section, key)
        pattern = bundle.get_message(key).value
        if pattern is None:
            raise KeyError(name)
        texts = {_PLACEHOLDER.format(slot): text for slot, text in slots.items() if len(str(text)) > _LONGEST}
        filled = {slot: mark if (mark := _PLACEHOLDER.format(slot)) in texts else text for slot, text in slots.items()}
        text, errors = bundle.format_pattern(pattern, filled)
        if errors:
            raise ValueError(f"{name}: {errors[0]}")
        return _MARK.sub(lambda mark: str(texts.get(mark.group(), mark.group())), str(text)) if texts else str(text)

    def _parts(self, name: str) -> Parts | None:
        """Return the parts of a template that consists of texts and plain slots only, else None: joining them is ten
        times as fast as Fluent."""
        section, _, key = name.partition(".")
        pattern, parts = self._bundle(section, key).get_message(key).value, list[tuple[str, str]]()
        for element in getattr(pattern, "elements", [pattern]):
            if isinstance(element, resolver.TextElement):
                parts.append((element.value, ""))
            elif isinstance(element, _PLACEABLE) and isinstance(element.expression, resolver.VariableReference):
                parts.append(("", element.expression.id.name))
            else:
                return None
        return tuple(parts)

    def _bundle(self, section: str, key: str) -> FluentBundle:
        """Return the bundle with the templates of a section used so far and those they refer to: parsing all takes
        long."""
        if section not in self._bundles:
            sources = {match[1]: match[0] for match in _TEMPLATE.finditer(self.templates[section])}
            self._bundles[section] = FluentBundle([self.tag], use_isolating=False), sources, set()
        bundle, sources, parsed = self._bundles[section]
        if not bundle.has_message(key):
            needed = [key]
            for each in needed:
                named = _REFERENCE.findall(sources.get(each, ""))
                needed += (name for name in named if name not in needed and name not in parsed)
            bundle.add_resource(FluentResource("\n".join(sources.get(each, "") for each in reversed(needed))))
            parsed.update(needed)  # last, since another thread may run meanwhile
        return bundle

    def _filled(self, section: PackSection, pattern: str) -> str:
        def alternatives(match: re.Match[str]) -> str:
            of, name = self._section(match[1]) if "." in match[1] else (section, match[1])
            if name in of.patterns:
                return f"(?:{self._filled(of, of.patterns[name])})"
            listed = sorted(of.numbers.get(name) or of.words[name].split(), key=lambda word: (-len(word), word))
            return f"(?:{'|'.join(re.escape(word.replace('_', ' ')) for word in listed)})"

        return _SLOT.sub(alternatives, _LINE_BREAK.sub("", pattern.strip("\n")))

    def _section(self, name: str) -> tuple[PackSection, str]:
        section, _, key = name.partition(".")
        return self.sections[section], key


@lru_cache(maxsize=8)
def load_language(primary: str) -> Language | None:
    """Load the pack of a primary tag (``en``), with English for what it lacks; None if there is none.

    Raises:
        pydantic.ValidationError: A file of the pack is invalid.
    """
    folder = files("app.language").joinpath(primary)
    if not re.fullmatch("[a-z]{2,3}", primary) or not folder.is_dir():
        return None
    sections, templates, data = dict[str, PackSection](), dict[str, str](), dict[str, ReadFile]()
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        name, _, ending = file.name.rpartition(".")
        if ending == "toml":
            sections[name] = PackSection.model_validate(tomllib.loads(file.read_text("utf-8")))
        elif ending == "ftl":
            templates[name] = file.read_text("utf-8")
        elif ending == "json":
            data[name] = cache(lambda file=file: json.loads(file.read_text("utf-8")))
        elif ending == "txt":
            data[name] = cache(lambda file=file: file.read_text("utf-8").removesuffix("\n").split("\n"))
        elif ending == "npz":
            data[name] = cache(lambda file=file: _arrays(file.read_bytes()))
    pack, base = Language(primary, sections, templates, data), None if primary == DEFAULT else load_language(DEFAULT)
    return pack if base is None else _completed(pack, base)


def _completed(pack: Language, base: Language) -> Language:
    """Return a pack with another one's entries for those that it lacks; what was learned of texts is not taken over."""
    sections = {
        name: _completed_section(pack.sections.get(name, PackSection()), section)
        for name, section in base.sections.items()
    }
    # Of two templates of one name the later one counts.
    templates = {name: f"{text}\n{pack.templates.get(name, '')}" for name, text in base.templates.items()}
    files = {name: read for name, read in base.files.items() if not _LEARNED.search(name)} | dict(pack.files)
    return Language(pack.tag, sections, templates, files, is_partial=not _keys(base) <= _keys(pack))


def _completed_section(section: PackSection, base: PackSection) -> PackSection:
    lines = {**base.lines, **section.lines}
    for key, variants in section.lines.items():
        if isinstance(variants, dict) and isinstance(others := base.lines.get(key), dict):
            lines[key] = {**others, **variants}
    return PackSection(
        words={**base.words, **section.words},
        forms={**base.forms, **section.forms},
        numbers={**base.numbers, **section.numbers},
        patterns={**base.patterns, **section.patterns},
        lines=lines,
    )


def _keys(pack: Language) -> set[tuple[str, str]]:
    """Return (section, key) of all that is written in a pack."""
    tables = ((name, table) for name, section in pack.sections.items() for _, table in section)
    found = {(name, key) for name, table in tables for key in table}
    found |= {(name, match[1]) for name, text in pack.templates.items() for match in _TEMPLATE.finditer(text)}
    return found | {("", name) for name in pack.files}


def _arrays(content: bytes) -> dict[str, NDArray[np.generic]]:
    with np.load(BytesIO(content), allow_pickle=False) as archive:
        return dict(archive)


loaded: dict[str, Language] = {}
"""Languages by tag, loaded at first use; tests may put others in."""
_current: ContextVar[Language | None] = ContextVar("language", default=None)


def find_language(tag: str) -> Language | None:
    """Return the language of a tag (``en``, also for ``en-GB``); None if there is no pack for it."""
    primary = tag.partition("-")[0].lower()
    if primary not in loaded and (language := load_language(primary)) is not None:
        loaded[primary] = language
    return loaded.get(primary)


def default_language() -> Language:
    """Return English, the language of texts that belong to no game and of games whose language has no pack."""
    if (language := loaded.get(DEFAULT) or find_language(DEFAULT)) is None:
        raise LookupError(f"There is no language pack {DEFAULT!r}.")
    return language


def current_language() -> Language:
    """Return the language of the current game; the default one outside of a game."""
    return _current.get() or default_language()


@contextmanager
def using(language: Language) -> Iterator[None]:
    """Make a language the current one in a block, and in tasks and threads that asyncio starts there."""
    token = _current.set(language)
    try:
        yield
    finally:
        with suppress(ValueError):  # a task whose loop has ended is closed in another context
            _current.reset(token)


def patterns_of(section: str) -> Callable[[str], re.Pattern[str]]:
    """Return a function from a name to the pattern of a section in the current language."""
    return lambda name: current_language().pattern(f"{section}.{name}")


def language_of(speaking: ScenarioSheet | Portrait) -> Language:
    """Return the language of a scenario or a person; the default one if there is no pack for it."""
    return find_language(speaking.language) or default_language()


_Function = TypeVar("_Function", bound=Callable[..., Any])


def cached_by_language(maxsize: int = 8) -> Callable[[_Function], _Function]:
    """Cache a function's results by its positional arguments (hashable) and the current language."""

    def decorate(function: _Function) -> _Function:
        @lru_cache(maxsize)
        def cached(_: Language, *args: Hashable) -> Any:
            return function(*args)

        @wraps(function)
        def called(*args: Hashable) -> Any:
            return cached(current_language(), *args)

        return cast(_Function, called)

    return decorate
