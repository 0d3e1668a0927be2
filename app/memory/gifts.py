"""What a scenario's sheets give to its people and places to know from the start, as texts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.language.analysis.canonical import categories, queries_of
from app.language.analysis.chunks import chunks, listed_chunks
from app.language.rendering.naming import Naming
from app.language.rendering.phrases import listed
from app.memory.gifted import LORE
from app.models.game_state import GameState
from app.models.location import LocationSheet, LocationType
from app.models.lore import LoreSheet
from app.models.memory import Scope
from app.models.opening import begin
from app.models.scenario import NPCSheet
from app.models.ways import open_ways

MOST_KNOWN = 60
"""People whom somebody knows from the start: in a larger cast those it lives, works or begins with, then the first."""
MOST_SEEN = 3
"""Chunks of what can be seen of another person: a glance, however long the author's description is."""
_LORE_IMPORTANCE = 5.0
_EXAMPLES = 4
"""Lines of one kind that show how somebody speaks."""
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
_IS_A = {
    LocationType.HOME: "a home",
    LocationType.WORK: "a place of work",
    LocationType.RESTAURANT: "a place to eat and drink",
    LocationType.SHOP: "a shop",
    LocationType.PUBLIC: "a public place",
    LocationType.SACRED: "a sacred place",
    LocationType.WILD: "wild country",
    LocationType.RUIN: "a ruin",
    LocationType.ROAD: "a road",
}


@dataclass(frozen=True)
class Gift:
    """One text to be remembered, and how it is marked; ``part`` counts the texts of a category from 1."""

    text: str
    type: str
    category: str
    importance: float
    indexed_by: tuple[str, ...]
    about: str | None = None
    part: float = 0.0

    @property
    def group(self) -> tuple[str, str, str | None]:
        """What belongs together: type, category and whom it is about."""
        return self.type, self.category, self.about


def gifts(state: GameState) -> Iterator[tuple[Scope, list[Gift]]]:
    """Whose memory is given what, by the sheets alone: people, places, the world."""
    opening = begin(state.sheet, state.game_id)
    place_name = Naming(opening).place  # a game keeps the names that it has looked up: of a sheet that changed, the old
    known = {npc_id: _known_of(state.sheets.npc(npc_id)) for npc_id in state.npcs}
    for npc_id in state.npcs:
        sheet = state.sheets.npc(npc_id)
        others = _of_others(sheet, _others(state, sheet), known, place_name)
        given = [*_of_self(sheet), *_lore(sheet.lore), *others]
        yield Scope.npc(npc_id), _numbered(given)
    for place in state.sheet.locations:
        if place.id in state.scenario.location_states:
            yield Scope.location(place.id), _numbered([*_of_place(opening, place), *_lore(place.lore)])
    yield Scope.world(), _numbered(list(_lore(state.sheet.lore)))


def _numbered(given: Sequence[Gift]) -> list[Gift]:
    """Each text once in its group, with its number there."""
    counts: dict[tuple[str, str, str | None], int] = {}
    found: dict[tuple[object, ...], Gift] = {}
    for gift in given:
        key = (gift.group, gift.text, gift.indexed_by)
        if key not in found:
            counts[gift.group] = counts.get(gift.group, 0) + 1
            found[key] = replace(gift, part=float(counts[gift.group]))
    return list(found.values())


def _gift(category: str, text: str, *, about: str | None = None, name: str = "") -> Gift:
    queries = queries_of(category, name) if name else queries_of(category)
    return Gift(text, categories()[category].type, category, _IMPORTANCE[category], queries, about)


# -- a person ------------------------------------------------------------------------------------------------------


def _of_self(sheet: NPCSheet) -> Iterator[Gift]:
    texts: dict[str, list[str]] = {
        "identity": [*chunks(_introduction(sheet)), *chunks(sheet.description, "What others see of me: ")],
        "background": chunks(sheet.background, "My background: "),
        "communication": list(_manner(sheet)),
        "decision": chunks(sheet.decision_style, "How I decide: "),
        "traits": listed_chunks(sheet.traits, "My traits: "),
        "skills": listed_chunks(sheet.skills, "What I am good at: "),
        "values": listed_chunks(sheet.values, "What I value: "),
    }
    for category, found in texts.items():
        yield from (_gift(category, text) for text in found)


def _introduction(sheet: NPCSheet) -> str:
    """``I am Jorun Haldane, 44 years old. My occupation: ropemaker. My archetype: the one who waits.``"""
    parts = [f"I am {sheet.name}{_aged(sheet)}."]
    for label, words in (("occupation", sheet.occupation), ("archetype", sheet.archetype)):
        parts += listed_chunks([words] if words.strip() else [], f"My {label}: ")
    return " ".join(parts)


def _aged(sheet: NPCSheet) -> str:
    if sheet.age is None:
        return ""
    return f", {sheet.age} year{'' if sheet.age == 1 else 's'} old"


def _manner(sheet: NPCSheet) -> Iterator[str]:
    """How somebody speaks, and lines that show it: those that hold no gaps to be filled in."""
    yield from chunks(sheet.communication_style, "How I speak: ")
    shown = (
        ("When somebody comes, I say things like: ", sheet.voice.greeting, '"{}"'),
        ("In conversation I say things like: ", sheet.voice.small_talk, '"{}"'),
        ("When I do not know, I say things like: ", sheet.voice.unknown, '"{}"'),
        ("Given something, I say things like: ", sheet.voice.thanks, '"{}"'),
        ("While I speak: ", sheet.voice.gestures, "{}"),
    )
    for beginning, lines, form in shown:
        whole = [form.format(" ".join(line.split())) for line in lines if line.strip() and "{" not in line]
        yield from chunks("\n".join(whole[:_EXAMPLES]), beginning)
    yield from chunks(sheet.examples, "How I talk, for example: ")


def _of_others(
    sheet: NPCSheet, others: Sequence[NPCSheet], known: Mapping[str, Sequence[str]], place: Callable[[str], str]
) -> Iterator[Gift]:
    """Who the others are, what is ``known`` of them by id, and what they share with this person; no feelings: those
    change.
    """
    for other in others:
        texts = list(known[other.id])
        if ties := _ties(sheet, other, place):
            joined = f"{texts[-1]} {ties}"
            texts[-1:] = [joined] if len(chunks(joined)) == 1 else [texts[-1], *chunks(f"{other.name} and I: {ties}")]
        yield from (_gift("character_knowledge", text, about=other.id, name=other.name) for text in texts)


def _known_of(other: NPCSheet) -> list[str]:
    """What everybody knows of a person: who it is and what can be seen of it, nothing of what it hides."""
    introduced = f"I know {other.name}{_called(other)}."
    seen = chunks(other.description, f"{other.name}: ")[:MOST_SEEN]
    first = f"{introduced} {seen[0].removeprefix(f'{other.name}: ')}" if seen else introduced
    return [first, *seen[1:]] if len(chunks(first)) == 1 else [*chunks(introduced), *seen]


def _others(state: GameState, sheet: NPCSheet) -> list[NPCSheet]:
    others = [state.sheets.npc(npc_id) for npc_id in state.npcs if npc_id != sheet.id]
    if len(others) > MOST_KNOWN:
        others.sort(key=lambda other: not _is_near(sheet, other))
    return others[:MOST_KNOWN]


def _is_near(sheet: NPCSheet, other: NPCSheet) -> bool:
    return any(
        ours is not None and ours == theirs
        for ours, theirs in (
            (sheet.home_location, other.home_location),
            (sheet.work_location, other.work_location),
            (sheet.start_location, other.start_location),
        )
    )


def _called(other: NPCSheet) -> str:
    """``: baker, about 60 years old``."""
    age = "" if other.age is None else f"{other.age} years old" if other.age < 20 else _about(other.age)
    parts = [part for part in (" ".join(other.occupation.split()).rstrip("."), age) if part]
    return f": {', '.join(parts)}" if parts else ""


def _about(age: int) -> str:
    return f"about {(age + 5) // 10 * 10} years old"


def _ties(sheet: NPCSheet, other: NPCSheet, place: Callable[[str], str]) -> str:
    """``We live and work at the mill.``"""
    home = sheet.home_location if sheet.home_location == other.home_location else None
    work = sheet.work_location if sheet.work_location == other.work_location else None
    if home is not None and home == work:
        return f"We both live and work at {place(home)}."
    found = [f"We both live at {place(home)}."] if home is not None else []
    return " ".join([*found, f"We both work at {place(work)}."] if work is not None else found)


# -- a place, and what is known ------------------------------------------------------------------------------------


def _of_place(opening: GameState, sheet: LocationSheet) -> Iterator[Gift]:
    """How it is there when the game opens; ways that are hidden or locked then are not given away."""
    texts = {
        "location": chunks(sheet.description, f"{sheet.name}: ") or [f"This place is called {sheet.name}."],
        "atmosphere": [
            *chunks(sheet.atmosphere, f"The atmosphere at {Naming(opening).place(sheet.id)}: "),
            *chunks(sheet.time_of_day, f"{sheet.name}, by the hour: "),
        ],
        "context": list(_use(opening, sheet)),
    }
    for category, found in texts.items():
        yield from (_gift(category, text) for text in found)


def _use(opening: GameState, sheet: LocationSheet) -> Iterator[str]:
    """What a place is for, who belongs there, where one can go from there."""
    people = opening.sheet.npcs
    at_home = [npc.name for npc in people if sheet.id == npc.home_location != npc.work_location]
    at_work = [npc.name for npc in people if sheet.id == npc.work_location != npc.home_location]
    both = [npc.name for npc in people if sheet.id == npc.work_location == npc.home_location]
    name = Naming(opening)
    called = name.place(sheet.id)
    parts = [f"{called[:1].upper()}{called[1:]} is {_IS_A[sheet.type]}."] if sheet.type in _IS_A else []
    for names, alone, several in (
        (both, "lives and works here", "live and work here"),
        (at_home, "lives here", "live here"),
        (at_work, "works here", "work here"),
    ):
        if names:
            parts.append(f"{listed(names)} {alone if len(names) == 1 else several}.")
    yield from chunks(" ".join(parts))
    ways = [f"{way.name} to {name.place(way.to)}" for way in open_ways(opening, sheet.id)]
    yield from listed_chunks(ways, f"Ways from {called}: ")


def _lore(sheets: Sequence[LoreSheet]) -> Iterator[Gift]:
    for sheet in sheets:
        importance = _LORE_IMPORTANCE if sheet.importance is None else sheet.importance
        yield from (Gift(text, LORE, LORE, importance, sheet.keys) for text in chunks(sheet.text))
