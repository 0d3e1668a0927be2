"""What a mind is shown of its person, of the people and places that the person knows, and the places where it may
go."""

from collections.abc import Collection, Iterator
from itertools import islice

from app.interfaces.agents.mind import KnownPerson, KnownPlace, Portrait
from app.interfaces.services.location import PARTY
from app.language.language import Language, language_of
from app.language.rendering.phrases import joint, moment_text
from app.memory.entries.markers import is_inactive
from app.memory.profile import ProfileReader, profile
from app.memory.recall.perceived import as_perceived
from app.memory.stream.commitments import open_commitments
from app.memory.stream.goals import open_goals
from app.memory.stream.routine import is_plain
from app.memory.stream.sights import known_beings
from app.models.clock import MINUTES_PER_DAY
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind
from app.models.minds.activity import Level
from app.models.state.commitment import CommitmentKind
from app.models.state.conditions import entrances, npc_barred_from, open_ways, way_to
from app.models.state.game_state import GameState
from app.scenarios.scenario_reach import reachable

LISTED = ("traits", "values", "skills")
"""What of a profile a portrait holds word by word."""
SHOWN = 4  # commitments and conclusions of a portrait
LOOKED_BACK = 200  # newest memories among which conclusions are looked for
_FEW = 4  # places up to which the way home is looked for from each, instead of all that lead home
_DEGREES = ((6, "close"), (2, "likes"), (-1, "none"), (-5, "dislikes"), (-10, "hates"))
"""From a relationship of so much on: how it is called."""


def portrait(state: GameState, npc_id: str) -> Portrait:
    """Return who a person is, and how it is."""
    sheet, npc, language = state.sheets.npc(npc_id), state.npc(npc_id), language_of(state.sheet)
    known = {person.id: person.name for person in known_people(state, npc_id)}
    meters = meter_words(npc, language)
    read = profile(state, npc_id, ProfileReader.MIND)
    calling, description = read.pop("calling"), read.pop("description")
    return Portrait(
        npc_id=npc_id,
        name=sheet.name,
        description=" ".join(part for part in (calling and f"{calling}.", description) if part),
        occupation=sheet.occupation,
        age=sheet.age,
        progress=tuple(goal.progress for goal in open_goals(state, npc_id)),
        commitments=tuple(islice(_commitments(state, npc_id), SHOWN)),
        lately=tuple(islice(_lately(state, npc_id), SHOWN)),
        background=read.pop("background"),
        manner=read.pop("manner"),
        deciding=read.pop("deciding"),
        more={heading: text for heading, text in read.items() if text and heading not in LISTED},
        traits=sheet.traits,
        values=sheet.values,
        goals=tuple(goal.text for goal in open_goals(state, npc_id)),
        skills=sheet.skills,
        state=language.render(
            "minds.condition", attitude=npc.attitude.value, activity=npc.activity.value, meters=meters
        ),
        relationships=tuple(
            language.render(
                "minds.feeling", name=sheet.name, liking=liking(value, language), other=name_of(state, other)
            )
            for other, value in npc.relationships.items()
        ),
        energy=npc.energy,
        hunger=npc.hunger,
        mood=npc.mood,
        feelings=dict(npc.relationships),
        names={**known, **{other: name_of(state, other) for other in npc.relationships}},
        language=state.sheet.language,
    )


def _commitments(state: GameState, npc_id: str) -> Iterator[str]:
    """What it is bound to itself, the newest first, in the words that bind: its promises and invitations, and the
    appointments that it has a part in."""
    language, now = language_of(state.sheet), state.clock.minutes
    for each in open_commitments(state):
        bound = (each.by_id, *each.to_ids) if each.kind is CommitmentKind.APPOINTMENT else (each.by_id,)
        if npc_id in bound and each.kind is not CommitmentKind.REQUEST:
            words = language.render("minds.reported", who=name_of(state, each.by_id), words=each.words)
            yield words if each.at is None else f"{words} ({moment_text(language, each.at, now)})"


def _lately(state: GameState, npc_id: str) -> Iterator[str]:
    """What it has concluded, the newest first, without quiet days."""
    for entry in reversed(state.npc(npc_id).npc_memories[-LOOKED_BACK:]):
        if entry.kind is MemoryKind.REFLECTION and not is_plain(entry) and not is_inactive(state.status(entry.id)):
            yield as_perceived(state, npc_id, entry).text


def meter_words(npc: NPCInstance, language: Language) -> str:
    """The meters in words: ``rested, hungry, in good spirits``."""
    energy, hunger, mood = (Level.of(meter).value for meter in (npc.energy, npc.hunger, npc.mood))
    return language.render("minds.meters", energy=energy, hunger=hunger, mood=mood)


def liking(value: float, language: Language) -> str:
    """A relationship from -10 to +10 as a verb."""
    return language.render("minds.liking", degree=degree_of(value))


def degree_of(value: float) -> str:
    """A relationship from -10 to +10 by its degree: close, likes, none, dislikes or hates."""
    return next(degree for least, degree in _DEGREES if value >= least)


def weekday(minutes: int, language: Language) -> str:
    """The day of the week at a game time; day 1 is a Monday."""
    return language.lines("minds.weekdays")[minutes // MINUTES_PER_DAY % 7]


def known_places(state: GameState, npc_id: str) -> tuple[KnownPlace, ...]:
    """Return the places that a person can reach by open ways, its home and its work first."""
    sheet, npc = state.sheets.npc(npc_id), state.npc(npc_id)
    start = npc.current_location_id or sheet.home_location
    if start is None:
        return ()
    reached = {start: None}
    for place_id in (waiting := [start]):
        new = dict.fromkeys(way.to for way in open_ways(state, place_id) if way.to not in reached)
        reached |= new
        waiting += new
    first = [place for place in (sheet.home_location, sheet.work_location) if place in reached]
    ordered = dict.fromkeys([*(place for place in first if place is not None), *reached])
    places = [state.sheets.location(place_id) for place_id in ordered]
    return tuple(KnownPlace(place.id, place.name, place.type.value, place.tags) for place in places)


def anchor_of(state: GameState, npc_id: str) -> str | None:
    """Return the place where a person belongs: its home, else its work. A person without either stays where it is."""
    sheet = state.sheets.npc(npc_id)
    return sheet.home_location or sheet.work_location


def may_go(state: GameState, npc_id: str, places: Collection[str]) -> list[str]:
    """Return those of the places from which a person gets home, with the place where it is; all of them for a person
    who is cut off from home already. Places that its author keeps it from are left out."""
    anchor, here = anchor_of(state, npc_id), state.npc(npc_id).current_location_id
    if anchor is None or here is None:
        return [place for place in places if place == here]
    if len(places) > _FEW:
        homeward = reachable(anchor, entrances(state))
    else:  # home is mostly near
        homeward = {place for place in (here, *places) if way_to(state, place, (anchor,)) is not None}
    free = [place for place in places if not npc_barred_from(state, npc_id, place)]
    return [place for place in free if here not in homeward or place in homeward or place == here]


def known_people(state: GameState, npc_id: str) -> tuple[KnownPerson, ...]:
    """Return the people that a person has noticed or has feelings about."""
    npc = state.npc(npc_id)
    seen = (key for key in known_beings(state, npc_id) if key in state.npcs or key == PARTY)
    known = dict.fromkeys([*npc.relationships, *seen])
    players = tuple(player.id for player in state.party.players)
    return tuple(
        KnownPerson(other, name_of(state, other), npc.relationships.get(other, 0.0), players if other == PARTY else ())
        for other in known
        if other != npc_id
    )


def name_of(state: GameState, any_id: str) -> str:
    """The party goes by the names of its players."""
    if any_id == PARTY:
        return joint(language_of(state.sheet)).join(player.name for player in state.party.players)
    return state.name(any_id)
