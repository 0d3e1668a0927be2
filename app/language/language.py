"""A language as the rooms above see it: chosen by a scenario, it renders typed values and holds the pack."""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from fluent.runtime import FluentBundle, FluentResource

from app.interfaces.agents.mind import Portrait
from app.language.pack import Pack, load_pack
from app.models.sheets.scenario import ScenarioSheet

DEFAULT = "en"
_KEPT = 50_000  # rendered texts that are kept; what people see repeats itself
_LONGEST = 2000  # characters of a slot up to which Fluent takes it (2,500); what is longer is put in afterwards
_STANDS_FOR = "\ue000{}\ue001"
_MARK = re.compile("\ue000\\w+\ue001")
_TEMPLATE = re.compile(r"^(-?[a-zA-Z][\w-]*) *=.*(?:\n(?![-#a-zA-Z]).*)*", re.MULTILINE)
_REFERENCE = re.compile(r"\{\s*(-?[a-z][\w-]*)")


class Language(Pack):
    """A pack, and its templates by ``section.key``; thread-safe once made, for it only reads."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack.tag, pack.sections, pack.templates, pack.files)
        self.pack = pack
        self._bundles: dict[str, FluentBundle] = {}
        self._sources: dict[str, dict[str, str]] = {}
        self._known: dict[tuple[str, tuple[tuple[str, str | int], ...]], str] = {}

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

    def _bundle(self, section: str, key: str) -> FluentBundle:
        """Holds the templates of a section that were asked for, with those they refer to: parsing all takes long."""
        if section not in self._bundles:
            self._sources[section] = {found[1]: found[0] for found in _TEMPLATE.finditer(self.templates[section])}
            self._bundles[section] = FluentBundle([self.tag], use_isolating=False)
        bundle, sources = self._bundles[section], self._sources[section]
        if not bundle.has_message(key):
            needed = [key]
            for each in needed:
                needed += (name for name in _REFERENCE.findall(sources.get(each, "")) if name not in needed)
            bundle.add_resource(FluentResource("\n".join(sources.get(each, "") for each in reversed(needed))))
        return bundle


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


_languages: dict[str, Language] = {}  # languages by tag, made when they are first asked for
_current: ContextVar[Language | None] = ContextVar("language", default=None)


def find_language(tag: str) -> Language | None:
    """The language of a tag; None where there is no pack for it."""
    primary = tag.partition("-")[0].lower()
    if primary not in _languages and (pack := load_pack(primary)) is not None:
        register(pack)
    return _languages.get(primary)


def register(pack: Pack) -> Language:
    """Make a pack the language of its tag, be it one that lies elsewhere."""
    language = _languages[pack.tag] = Language(pack)
    return language


def forget(tag: str) -> None:
    """Have the language of a tag made anew when it is asked for again."""
    _languages.pop(tag, None)


def default_language() -> Language:
    """English: of texts that belong to no game, and of games whose language has no pack."""
    if (language := _languages.get(DEFAULT) or find_language(DEFAULT)) is None:
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
