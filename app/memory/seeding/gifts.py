"""Texts of gifted memories, made from a scenario's sheets."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.language.analysis.canonical import categories, queries_of
from app.language.language import Language, current_language, language_of
from app.language.long_texts import chunks, listed_chunks
from app.language.rendering.naming import Naming
from app.language.rendering.phrases import listed
from app.memory.entries.markers import LORE
from app.memory.profile import PROFILE, GiftPart
from app.models.memory import Scope
from app.models.sheets.location import LocationSheet, LocationType
from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet
from app.models.state.conditions import open_ways
from app.models.state.game_state import GameState
from app.models.state.opening import begin

MOST_KNOWN = 60
"""People whom a person knows from the start; in a larger cast those with a common home, workplace or start first."""
MOST_SEEN = 3
"""Chunks of another person's description that a person knows: what a glance shows, however long the description is."""
_LORE_IMPORTANCE = 5.0
_EXAMPLES = 4
_IMPORTANCE = {
    "identity": 9.0,
    "background": 7.0,
    "values": 7.0,
    "communication": 6.0,
    "decision": 6.0,
    "traits": 6.0,
    "skills": 6.0,
    "location": 4.0,
    "atmosphere": 3.0,
    "context": 3.0,
    "character_knowledge": 5.0,
}
_SHOWN = ("greeting", "small_talk", "unknown", "thanks", "gestures")


@dataclass(frozen=True)
class Gift:
    """One text to remember, with its metadata."""

    text: str
    type: str
    category: str
    importance: float
    indexed_by: tuple[str, ...]
    about: str | None = None

    @property
    def group(self) -> tuple[str, str, str | None]:
        """The (type, category, about) by which gifts are compared when sheets change."""
        return self.type, self.category, self.about


@dataclass(frozen=True)
class _Gifts:
    """The gifts of a sheet, and what else they were made of: the people and places of the game, and its language."""

    of: tuple[object, ...]
    by_scope: tuple[tuple[Scope, tuple[Gift, ...]], ...]


def gifts(state: GameState, only: Scope | None = None) -> Sequence[tuple[Scope, Sequence[Gift]]]:
    """Return the gifted texts of each person, place and the world, made once for a sheet and kept with it; with
    ``only`` those of this person or place."""
    if only is not None:
        return tuple(_made(state, only))
    of = tuple(state.npcs), frozenset(state.scenario.location_states), current_language()
    made = state.sheet.derived.get(_Gifts)
    if made is None or made.of != of:
        made = state.sheet.derived.hold(_Gifts(of, tuple(_made(state))))
    return made.by_scope


def _made(state: GameState, only: Scope | None = None) -> Iterator[tuple[Scope, tuple[Gift, ...]]]:
    opening = begin(state.sheet, state.game_id)
    place_name, language = Naming(opening).place, language_of(state.sheet)
    known = {npc_id: _known_of(language, state.sheets.npc(npc_id)) for npc_id in state.npcs}
    for npc_id in state.npcs:
        if only not in (None, Scope.npc(npc_id)):
            continue
        sheet = state.sheets.npc(npc_id)
        others = _of_others(language, sheet, acquaintances(state, sheet), known, place_name)
        texts = [*_of_self(language, sheet), *_lore(sheet.lore), *others]
        yield Scope.npc(npc_id), _distinct(texts)
    for place in state.sheet.locations:
        if place.id in state.scenario.location_states and only in (None, Scope.location(place.id)):
            yield Scope.location(place.id), _distinct((*_of_place(opening, place), *_lore(place.lore)))
    if only is not None:
        return
    lore = (*state.sheet.lore, *(piece for figure in state.sheet.figures for piece in figure.lore))
    yield Scope.world(), _distinct(_lore(lore))


def _distinct(all_gifts: Iterable[Gift]) -> tuple[Gift, ...]:
    by_key: dict[tuple[object, ...], Gift] = {}
    for gift in all_gifts:
        by_key.setdefault((gift.group, gift.text, gift.indexed_by), gift)
    return tuple(by_key.values())


def _gift(category: str, text: str, *, about: str | None = None, name: str = "") -> Gift:
    queries = queries_of(category, name) if name else queries_of(category)
    return Gift(text, categories()[category].type, category, _IMPORTANCE[category], queries, about)


def _beginning(language: Language, name: str, /, **slots: str) -> str:
    return language.render(f"gifted.begin-{name}", **slots) + " "


def _of_self(language: Language, sheet: NPCSheet) -> list[Gift]:
    texts: dict[str, list[str]] = {part.value: [] for part in GiftPart if part is not GiftPart.INTRODUCTION}
    texts[GiftPart.IDENTITY] += chunks(_introduction(language, sheet))
    for part, beginning, value in _given(sheet):
        if part is not GiftPart.INTRODUCTION:
            texts[part] += _value_chunks(value, _beginning(language, beginning))
    texts[GiftPart.COMMUNICATION] += _examples(language, sheet)
    return [_gift(category, text) for category, found in texts.items() for text in found]


def _value_chunks(value: str | tuple[str, ...], beginning: str) -> list[str]:
    return chunks(value, beginning) if isinstance(value, str) else listed_chunks(value, beginning)


def _introduction(language: Language, sheet: NPCSheet) -> str:
    """Return ``I am Jorun Haldane, 44 years old. My occupation: ropemaker. My archetype: the one who waits.``"""
    if sheet.age is None:
        parts = [language.render("gifted.introduction", name=sheet.name)]
    else:
        age = str(sheet.age)
        parts = [language.render("gifted.introduction-aged", name=sheet.name, age=age, years=sheet.age)]
    for part, beginning, value in _given(sheet):
        if part is GiftPart.INTRODUCTION:
            words = [value] if isinstance(value, str) else value
            parts += listed_chunks([each for each in words if each.strip()], _beginning(language, beginning))
    return " ".join(parts)


def _given(sheet: NPCSheet) -> Iterator[tuple[GiftPart, str, str | tuple[str, ...]]]:
    """The fields of a sheet that the person remembers from the start: part, beginning, value."""
    for row in PROFILE:
        if row.gift is not None:
            yield *row.gift, getattr(sheet, row.name)


def _examples(language: Language, sheet: NPCSheet) -> Iterator[str]:
    """Example lines that have no placeholders."""
    for kind in _SHOWN:
        lines = (" ".join(line.split()) for line in getattr(sheet.voice, kind) if line.strip() and "{" not in line)
        whole = list(lines) if kind == "gestures" else [language.render("gifted.said", words=line) for line in lines]
        yield from chunks("\n".join(whole[:_EXAMPLES]), _beginning(language, kind))
    yield from chunks(sheet.examples, _beginning(language, "examples"))


def _of_others(
    language: Language,
    sheet: NPCSheet,
    others: Sequence[NPCSheet],
    known: Mapping[str, Sequence[str]],
    place: Callable[[str], str],
) -> Iterator[Gift]:
    """Yield what a person knows of others: the texts in ``known`` by id, and what they have in common with the
    person."""
    for other in others:
        texts = list(known[other.id])
        if ties := _ties(language, sheet, other, place):
            joined = f"{texts[-1]} {ties}"
            alone = _beginning(language, "ties", name=other.name) + ties
            texts[-1:] = [joined] if len(chunks(joined)) == 1 else [texts[-1], *chunks(alone)]
        yield from (_gift("character_knowledge", text, about=other.id, name=other.name) for text in texts)


def _known_of(language: Language, other: NPCSheet) -> list[str]:
    what = _called(language, other)
    introduced = language.render("gifted.known-as" if what else "gifted.known", name=other.name, what=what)
    beginning = _beginning(language, "name", name=other.name)
    seen = chunks(other.description, beginning)[:MOST_SEEN]
    first = f"{introduced} {seen[0].removeprefix(beginning)}" if seen else introduced
    return [first, *seen[1:]] if len(chunks(first)) == 1 else [*chunks(introduced), *seen]


def acquaintances(state: GameState, sheet: NPCSheet) -> list[NPCSheet]:
    """Return the people that a person knows from the start; in a large cast those nearest to it.

    Args:
        state: The game.
        sheet: The person's sheet.
    """
    others = [state.sheets.npc(npc_id) for npc_id in state.npcs if npc_id != sheet.id]
    if len(others) > MOST_KNOWN:
        others.sort(key=lambda other: not _is_near(sheet, other))
    return others[:MOST_KNOWN]


def _is_near(sheet: NPCSheet, other: NPCSheet) -> bool:
    ties = ("home_location", "work_location", "start_location")
    return any(getattr(sheet, tie) is not None and getattr(sheet, tie) == getattr(other, tie) for tie in ties)


def _called(language: Language, other: NPCSheet) -> str:
    """Return ``baker, about 60 years old``."""
    if other.age is None:
        age = ""
    elif other.age < 20:
        age = language.render("gifted.aged", age=str(other.age))
    else:
        age = language.render("gifted.aged-about", age=str((other.age + 5) // 10 * 10))
    return ", ".join(part for part in (" ".join(other.occupation.split()).rstrip("."), age) if part)


def _ties(language: Language, sheet: NPCSheet, other: NPCSheet, place: Callable[[str], str]) -> str:
    """Return ``We both live and work at the mill.``"""
    home = sheet.home_location if sheet.home_location == other.home_location else None
    work = sheet.work_location if sheet.work_location == other.work_location else None
    shared = [("both", home)] if home == work else [("home", home), ("work", work)]
    return " ".join(language.render(f"gifted.ties-{tie}", place=place(key)) for tie, key in shared if key is not None)


def _of_place(opening: GameState, sheet: LocationSheet) -> list[Gift]:
    """Return the gifts of a place as the game opens, without hidden or locked ways."""
    language, called = language_of(opening.sheet), Naming(opening).place(sheet.id)
    unseen = language.render("gifted.place-called", name=sheet.name)
    texts = {
        "location": chunks(sheet.description, _beginning(language, "name", name=sheet.name)) or [unseen],
        "atmosphere": [
            *chunks(sheet.atmosphere, _beginning(language, "atmosphere", place=called)),
            *chunks(sheet.time_of_day, _beginning(language, "hours", name=sheet.name)),
        ],
        "context": list(_use(language, opening, sheet)),
    }
    return [_gift(category, text) for category, chunks_of_category in texts.items() for text in chunks_of_category]


def _use(language: Language, opening: GameState, sheet: LocationSheet) -> Iterator[str]:
    """Yield the use of a place, the people who belong there, and its ways out."""
    name, people = Naming(opening), opening.sheet.npcs
    belonging = {
        "both": [npc.name for npc in people if sheet.id == npc.work_location == npc.home_location],
        "home": [npc.name for npc in people if sheet.id == npc.home_location != npc.work_location],
        "work": [npc.name for npc in people if sheet.id == npc.work_location != npc.home_location],
    }
    called, parts = name.place(sheet.id), list[str]()
    if sheet.type is not LocationType.OTHER:
        what = language.render(f"gifted.type-{sheet.type.value}")
        parts.append(language.render("gifted.place-is", place=called[:1].upper() + called[1:], what=what))
    for how, names in belonging.items():
        if names:
            parts.append(language.render(f"gifted.belongs-{how}", names=listed(names), count=len(names)))
    yield from chunks(" ".join(parts))
    ways = open_ways(opening, sheet.id)
    ways_out = [language.render("gifted.way", way=way.name, place=name.place(way.to)) for way in ways]
    yield from listed_chunks(ways_out, _beginning(language, "ways", place=called))


def _lore(sheets: Sequence[LoreSheet]) -> Iterator[Gift]:
    for sheet in sheets:
        importance = _LORE_IMPORTANCE if sheet.importance is None else sheet.importance
        yield from (Gift(text, LORE, LORE, importance, sheet.keys) for text in chunks(sheet.text))
