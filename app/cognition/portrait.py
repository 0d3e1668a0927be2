"""What a mind is told of the person it thinks for, and of the people and places that person knows."""

from app.interfaces.agents.mind import KnownPerson, KnownPlace, Portrait
from app.interfaces.services.location import PARTY
from app.memory.goals import open_goals
from app.models.game_state import GameState
from app.models.instances.npc_instance import NPCInstance
from app.models.ways import open_ways

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LIKING = ((6, "is close to"), (2, "likes"), (-1, "has no strong feelings about"), (-5, "dislikes"), (-10, "hates"))


def portrait(state: GameState, npc_id: str) -> Portrait:
    """Who somebody is, and how it is."""
    sheet, npc = state.sheets.npc(npc_id), state.npc(npc_id)
    description = ", ".join(part for part in (sheet.archetype, sheet.occupation) if part)
    return Portrait(
        npc_id=npc_id,
        name=sheet.name,
        description=" ".join(part for part in (description and f"{description}.", sheet.description) if part),
        occupation=sheet.occupation,
        background=sheet.background,
        manner=sheet.communication_style,
        deciding=sheet.decision_style,
        traits=sheet.traits,
        values=sheet.values,
        goals=tuple(goal.text for goal in open_goals(state, npc_id)),
        skills=sheet.skills,
        state=condition_words(npc),
        relationships=tuple(
            f"{sheet.name} {liking(value)} {_name(state, other)}." for other, value in npc.relationships.items()
        ),
    )


def condition_words(npc: NPCInstance) -> str:
    """Attitude, activity and meters in words: ``neutral towards the party, idle; rested, hungry, in good spirits``."""
    energy = _level(npc.energy, "exhausted", "tired", "rested")
    hunger = _level(npc.hunger, "starving", "hungry", "well fed")
    mood = _level(npc.mood, "in low spirits", "in fair spirits", "in good spirits")
    return f"{npc.attitude.value} towards the party, {npc.activity.value}; {energy}, {hunger}, {mood}"


def _level(value: float, low: str, middle: str, high: str) -> str:
    return low if value < 20 else middle if value < 60 else high


def liking(value: float) -> str:
    """A relationship from -10 to +10 as a verb."""
    return next(words for least, words in _LIKING if value >= least)


def weekday(minutes: int) -> str:
    """The day of the week at a game time; day 1 is a Monday."""
    return _WEEKDAYS[minutes // (24 * 60) % 7]


def known_places(state: GameState, npc_id: str) -> tuple[KnownPlace, ...]:
    """Where somebody can get to from where it is, its home and its work first among them, by open ways alone."""
    sheet, npc = state.sheets.npc(npc_id), state.npc(npc_id)
    start = npc.current_location_id or sheet.home_location
    if start is None:
        return ()
    reached = [start]
    for place_id in reached:
        reached += [way.to for way in open_ways(state, place_id) if way.to not in reached]
    first = [place for place in (sheet.home_location, sheet.work_location) if place in reached]
    ordered = dict.fromkeys([*(place for place in first if place is not None), *reached])
    places = [state.sheets.location(place_id) for place_id in ordered]
    return tuple(KnownPlace(place.id, place.name, place.type.value, place.tags) for place in places)


def known_people(state: GameState, npc_id: str) -> tuple[KnownPerson, ...]:
    """Whom somebody has noticed or has feelings about."""
    npc = state.npc(npc_id)
    known = dict.fromkeys([*npc.relationships, *(key for key in npc.mind.seen if key in state.npcs or key == PARTY)])
    return tuple(
        KnownPerson(other, _name(state, other), npc.relationships.get(other, 0.0)) for other in known if other != npc_id
    )


def _name(state: GameState, any_id: str) -> str:
    if any_id == PARTY:
        return " and ".join(player.name for player in state.party.players)
    return state.name(any_id)
