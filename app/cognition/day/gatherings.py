"""Occasions: some time after the hour, each person who came notices who else came and who did not."""

from collections import defaultdict
from collections.abc import Iterator

from app.cognition.day.perceive import observation
from app.interfaces.cognition import Observation
from app.language.rendering.naming import Naming, in_quotes
from app.language.rendering.phrases import listed
from app.memory.stream.commitments import made_since
from app.memory.stream.occasions import occasions
from app.models.clock import MINUTES_PER_DAY
from app.models.events.play import GatheringHeld
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanStatus, Purpose
from app.models.state.commitment import Commitment, CommitmentKind, CommitmentStatus
from app.models.state.game_state import GameState

GRACE = 40  # game minutes after the hour at which everybody who comes has come
MET, MISSED = 5.0, 6.0  # importance of having met, and of having been let down
_Place = tuple[str, int]  # where and when (game minutes)


def gatherings(state: GameState) -> Iterator[Observation]:
    """Yield what the people who have come notice at this tick, of occasions that were to begin `GRACE` minutes ago."""
    begun = state.clock.minutes - GRACE
    came: dict[_Place, list[NPCInstance]] = defaultdict(list)
    for npc in state.npcs.values():
        for item in npc.plan:
            is_due = (
                item.purpose is Purpose.GATHERING and item.time == begun and item.status is not PlanStatus.CANCELLED
            )
            if is_due and item.place == npc.current_location_id and npc.activity is not Activity.SLEEPING:
                came[item.place or "", item.time].append(npc)
    for (place, at), people in came.items():
        yield from _noticed(state, place, at, people)


def _noticed(state: GameState, place: str, at: int, people: list[NPCInstance]) -> Iterator[Observation]:
    """Yield what is noticed at one place; nothing where one person came alone to an occasion that bound no other."""
    bound = _bound(state, place, at)
    present = [npc.instance_id for npc in people]
    if state.scenario.current_location_id == place:
        present += [player.id for player in state.party.players if player.id in bound]
    missing = tuple(key for key in bound if key not in present)
    if len(present) + len(missing) < 2:  # no two have met
        return
    agreed = next(iter(bound.values()), None)
    host, words = _given_by(state, people, place, at) if agreed is None else (agreed.by_id, agreed.words)
    held = GatheringHeld(
        host_id=host, location_id=place, at=at, words=words, present_ids=tuple(present), missing_ids=missing
    )
    for npc in people:
        own = npc.instance_id
        name = Naming(state, own)
        others = [name.thing(key) for key in present if key != own]
        text = name.language.render(
            "engine.seen-gathering-held",
            place=name.place(place),
            company=len(others),
            others=listed(others),
            absent=len(missing),
            missing=listed(name.thing(key) for key in missing),
            words=in_quotes(words),
            many=str(len(others)),
        )
        subjects = tuple(key for key in (*present, *missing) if key != own)
        yield observation(state, npc, text, held, subjects=subjects, importance=MISSED if missing else MET)


def _bound(state: GameState, place: str, at: int) -> dict[str, Commitment]:
    """Who had agreed to be there, by the commitment."""
    found: dict[str, Commitment] = {}
    for each in made_since(state, at - 7 * MINUTES_PER_DAY):
        is_agreed = each.kind is CommitmentKind.APPOINTMENT and each.status is not CommitmentStatus.WITHDRAWN
        if is_agreed and (each.place_id, each.at) == (place, at):
            found |= dict.fromkeys((each.by_id, *each.to_ids), each)
    return found


def _given_by(state: GameState, people: list[NPCInstance], place: str, at: int) -> tuple[str, str]:
    """Who gives it, and in which words it was known to the first that knows."""
    for npc in people:
        for each in occasions(state, npc.instance_id, at, at + 1, made_since=at - 7 * MINUTES_PER_DAY):
            if each.place_id == place:
                return each.host_id, each.words
    return people[0].instance_id, ""
