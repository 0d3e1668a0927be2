"""Languages, each read from its pack, a folder beside this module named by language tag; and which is at work.
docs/languages.md says how to make a pack: ``<section>.toml`` holds tables ``words`` (a text of words), ``forms`` (words
with their irregular forms), ``numbers`` (by word), ``patterns`` (regular expressions; ``<<name>>`` stands for the
alternatives of a list of words or for another pattern, of the same file or as ``<<section.name>>``) and ``lines``
(lists of stock lines with ``{slots}``, or tables of such lists); ``<section>.ftl`` holds templates (Project Fluent),
``<name>.json`` data, ``<name>.txt`` lists of lines. Keys are ``section.key``."""

import json
import re
import tomllib
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from importlib.resources import files
from typing import Any, TypeVar, cast

from fluent.runtime import FluentBundle, FluentResource, resolver
from pydantic import Field

from app.interfaces.agents.mind import Portrait
from app.models.base import Frozen
from app.models.sheets.scenario import ScenarioSheet
from app.scheduling import Slices

DEFAULT = "en"
Lines = tuple[str, ...]
ReadFile = Callable[[], Any]
Parts = tuple[tuple[str, str], ...]
"""Of a template in order: a text, or the name of a slot."""


class PackSection(Frozen):
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
_KEPT = 50_000  # rendered texts that are kept; what people see repeats itself
_LONGEST = 2000  # characters of a slot up to which Fluent takes it (2,500); what is longer is put in afterwards
_STANDS_FOR = "\ue000{}\ue001"
_MARK = re.compile("\ue000\\w+\ue001")
_TEMPLATE = re.compile(r"^(-?[a-zA-Z][\w-]*) *=.*(?:\n(?![-#a-zA-Z]).*)*", re.MULTILINE)
_REFERENCE = re.compile(r"\{\s*(-?[a-z][\w-]*)")


_PLACEABLE = resolver.Placeable | resolver.NeverIsolatingPlaceable


class Language:
    """The files of one language: expressions and templates are compiled when they are first asked for. Thread-safe once
    made, for it only reads."""

    def __init__(
        self, tag: str, sections: Mapping[str, PackSection], templates: Mapping[str, str], files: Mapping[str, ReadFile]
    ) -> None:
        self.tag = tag
        self.sections = sections
        self.templates = templates
        self.files = files
        self._compiled: dict[str, re.Pattern[str]] = {}
        self._words: dict[str, frozenset[str]] = {}
        self._bundles: dict[str, tuple[FluentBundle, dict[str, str], set[str]]] = {}
        self._plain: dict[str, Parts | None] = {}
        self._known: dict[tuple[str, tuple[tuple[str, str | int], ...]], str] = {}

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

    def preparing(self) -> Slices[None]:
        """Compile all templates, and all expressions but the reader's, one by one, some .3 s of CPU; it compiles its
        own."""
        for section in self.sections.keys() - {"reader"}:
            for key in self.sections[section].patterns:
                self.pattern(f"{section}.{key}")
                yield
        for section, templates in self.templates.items():
            for found in _TEMPLATE.finditer(templates):
                if not found[1].startswith("-"):
                    self._bundle(section, found[1]).get_message(found[1])
                    yield

    def expression(self, name: str) -> str:
        """The text of an expression, for who compiles it otherwise. KeyError for a name that the pack lacks."""
        section, key = self._section(name)
        return self._filled(section, section.patterns[key])

    def lines(self, name: str, variant: str | None = None) -> Lines:
        """Stock lines, in order; those of a ``variant`` where the lines are a table of them."""
        section, key = self._section(name)
        found = section.lines[key]
        return found if isinstance(found, tuple) else found[variant or ""]

    def render(self, name: str, /, **slots: str | int) -> str:
        """The text of a template with its slots filled. KeyError for no such template, ValueError for no such slot."""
        asked = name, tuple(slots.items())
        if (found := self._known.get(asked)) is None:
            found = self._rendered(name, slots)
            if len(self._known) >= _KEPT:
                self._known.clear()
            if len(found) <= _LONGEST:
                self._known[asked] = found
        return found

    def has(self, name: str) -> bool:
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
        texts = {_STANDS_FOR.format(slot): text for slot, text in slots.items() if len(str(text)) > _LONGEST}
        filled = {slot: mark if (mark := _STANDS_FOR.format(slot)) in texts else text for slot, text in slots.items()}
        text, errors = bundle.format_pattern(pattern, filled)
        if errors:
            raise ValueError(f"{name}: {errors[0]}")
        return _MARK.sub(lambda mark: str(texts.get(mark.group(), mark.group())), str(text)) if texts else str(text)

    def _parts(self, name: str) -> Parts | None:
        """What a template is put together of where nothing in it depends on its slots but what stands there: filling
        it by Fluent takes ten times as long."""
        section, _, key = name.partition(".")
        pattern, found = self._bundle(section, key).get_message(key).value, list[tuple[str, str]]()
        for element in getattr(pattern, "elements", [pattern]):
            if isinstance(element, resolver.TextElement):
                found.append((element.value, ""))
            elif isinstance(element, _PLACEABLE) and isinstance(element.expression, resolver.VariableReference):
                found.append(("", element.expression.id.name))
            else:
                return None
        return tuple(found)

    def _bundle(self, section: str, key: str) -> FluentBundle:
        """Holds the templates of a section that were asked for, with those they refer to: parsing all takes long."""
        if section not in self._bundles:
            sources = {found[1]: found[0] for found in _TEMPLATE.finditer(self.templates[section])}
            self._bundles[section] = FluentBundle([self.tag], use_isolating=False), sources, set()
        bundle, sources, parsed = self._bundles[section]
        if not bundle.has_message(key):
            needed = [key]
            for each in needed:
                named = _REFERENCE.findall(sources.get(each, ""))
                needed += (name for name in named if name not in needed and name not in parsed)
            bundle.add_resource(FluentResource("\n".join(sources.get(each, "") for each in reversed(needed))))
            parsed.update(needed)  # afterwards, for another thread may come meanwhile
        return bundle

    def _filled(self, section: PackSection, pattern: str) -> str:
        def alternatives(found: re.Match[str]) -> str:
            of, name = self._section(found[1]) if "." in found[1] else (section, found[1])
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
    """The language of a primary tag (``en``), or None. ValidationError for bad files."""
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
    return Language(primary, sections, templates, data)


loaded: dict[str, Language] = {}
"""Languages by tag, made when they are first asked for; whoever puts one in makes it the language of its tag."""
_current: ContextVar[Language | None] = ContextVar("language", default=None)


def find_language(tag: str) -> Language | None:
    """The language of a tag (``en``, also for ``en-GB``); None where there is no pack for it."""
    primary = tag.partition("-")[0].lower()
    if primary not in loaded and (language := load_language(primary)) is not None:
        loaded[primary] = language
    return loaded.get(primary)


def default_language() -> Language:
    """English: of texts that belong to no game, and of games whose language has no pack."""
    if (language := loaded.get(DEFAULT) or find_language(DEFAULT)) is None:
        raise LookupError(f"There is no language pack {DEFAULT!r}.")
    return language


def current_language() -> Language:
    """The language of the game at work; the default one where no game is."""
    return _current.get() or default_language()


@contextmanager
def using(language: Language) -> Iterator[None]:
    """Let this be the current language inside the block, and in the tasks and threads that asyncio starts there."""
    token = _current.set(language)
    try:
        yield
    finally:
        with suppress(ValueError):  # Python closes the block of a task whose loop has ended, in no context of its own
            _current.reset(token)


def patterns_of(section: str) -> Callable[[str], re.Pattern[str]]:
    """By name the expressions of a section of the pack, in the current language."""
    return lambda name: current_language().pattern(f"{section}.{name}")


def language_of(speaking: ScenarioSheet | Portrait) -> Language:
    """The language that a scenario is written in or a person speaks; the default one where there is no pack for it."""
    return find_language(speaking.language) or default_language()


_Function = TypeVar("_Function", bound=Callable[..., Any])


def cached_by_language(maxsize: int = 8) -> Callable[[_Function], _Function]:
    """Caches what a function returns for its positional arguments (hashable) in each current language."""

    def decorate(function: _Function) -> _Function:
        @lru_cache(maxsize)
        def cached(_: Language, *args: Hashable) -> Any:
            return function(*args)

        @wraps(function)
        def called(*args: Hashable) -> Any:
            return cached(current_language(), *args)

        return cast(_Function, called)

    return decorate
