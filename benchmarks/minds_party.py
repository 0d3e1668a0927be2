"""The party test of generative agents (Park et al. 2023), offline: one person is told on the morning of day 1 of what
is to be; the game goes on by itself until that is over. Who has heard of it, through whom, who plans to come and who
comes, all by payload. `benchmarks.minds --party` prints a row for each variant of tests/data/party.toml.
"""

import tomllib
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from mcp.client.client import Client

from app.cognition.portrait import may_go
from app.container import Container
from app.events.commands import AddMemoryCommand, AdjustRelationshipCommand, AdvanceTimeCommand, ChangeLocationCommand
from app.mcp.seats import take_seat
from app.mcp.server import server_for
from app.memory.stream.occasions import NEAR
from app.models.base import Frozen, Id
from app.models.clock import MINUTES_PER_DAY
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import Utterance, utterances_in
from app.models.minds.activity import Activity
from app.models.minds.mind_state import TICK
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.state.game_state import GameState
from app.services.game.simulation import Simulation, begin_simulation
from app.services.game.turns.turn_service import TurnService

TOLD_AT = 8 * 60 + 30
"""Game minutes of day 1."""
EARLY, LATE = 10, 60
"""Game minutes before and after its time in which somebody who is there has come."""
ABOUT_THEN = 30
"""Game minutes by which the item of a plan may miss the time."""
DISLIKED = -6.0
DATA = Path(__file__).parents[1] / "tests" / "data" / "party.toml"


class Telling(StrEnum):
    """How somebody was told: said by a player, written by hand, or kept as its own memory by an MCP client."""

    PLAYER = "player"
    HAND = "hand"
    MCP = "mcp"


class Party(Frozen):
    """``event`` is the word it goes by; ``host`` is named only where all others are to dislike it."""

    event: str
    told: Id
    place: Id
    day: int
    time: str
    how: Telling
    words: str
    host: Id | None = None

    @property
    def at(self) -> int:
        """Game minutes."""
        hour, minute = map(int, self.time.split(":"))
        return (self.day - 1) * MINUTES_PER_DAY + hour * 60 + minute


class Parties(Frozen):
    variants: tuple[Party, ...]
    controls: dict[str, Party]


def parties(path: Path = DATA) -> Parties:
    return Parties.model_validate(tomllib.loads(path.read_text("utf-8")))


@dataclass
class Outcome:
    """By person's id: ``knew`` by the time, and from whom; who was told or stood by (``heard``); who had it in its
    plan; who was ``there``, knowing or not; who was ``free`` to come."""

    party: Party
    people: int
    heard: frozenset[str] = frozenset()
    knew: dict[str, str] = field(default_factory=dict)
    planned: set[str] = field(default_factory=set)
    there: set[str] = field(default_factory=set)
    free: set[str] = field(default_factory=set)

    @property
    def came(self) -> set[str]:
        return self.there & self.knew.keys()

    @property
    def uninvited(self) -> set[str]:
        """Who meant to come, and had never heard of it."""
        return self.planned - self.knew.keys()

    @property
    def spread(self) -> set[str]:
        """Who knew, and was not there when it was told."""
        return self.knew.keys() - self.heard

    @property
    def share_that_knew(self) -> float:
        return len(self.knew) / self.people

    @property
    def share_that_came(self) -> float | None:
        """Of those who knew and were free; None where these are none."""
        able = self.free & self.knew.keys()
        return len(self.came & able) / len(able) if able else None


async def hold(container: Container, party: Party, *, people: int, seed: int = 1) -> Outcome:
    """Tell one person, and let the game go on until it is over."""
    turns = container.turns()
    game_id = begin_simulation(
        container.library(), container.scenarios().load("before-the-thaw"), seed=seed, people=people
    )
    await Simulation(turns, game_id, until=TOLD_AT).run()
    if party.host is not None:
        await turns.execute(game_id, *_disliking(turns.state(game_id), party.host))
    outcome = Outcome(party, len(turns.state(game_id).npcs))
    outcome.heard = await _tell(container, game_id, party)
    await turns.execute(game_id, AdvanceTimeCommand(minutes=-turns.state(game_id).clock.minutes % TICK))
    await Simulation(turns, game_id, until=party.at + LATE).run(lambda state: watch(outcome, state))
    outcome.knew = who_knew(party, turns.state(game_id))
    await turns.close(game_id)
    return outcome


def _disliking(state: GameState, host: str) -> Iterator[AdjustRelationshipCommand]:
    """What makes everybody else dislike one person so far, and no further."""
    for npc_id, npc in state.npcs.items():
        left = npc.relationships.get(host, 0.0) - DISLIKED
        while npc_id != host and left >= 1:
            change = -min(2, int(left))
            yield AdjustRelationshipCommand(npc_id=npc_id, other_id=host, change=change, reason="An old quarrel.")
            left += change


# -- telling ---------------------------------------------------------------------------------------------------------


async def _tell(container: Container, game_id: str, party: Party) -> frozenset[str]:
    """The ids of all who hear it."""
    turns = container.turns()
    match party.how:
        case Telling.PLAYER:
            return await _say(turns, game_id, party)
        case Telling.HAND:
            added = AddMemoryCommand(scope=Scope.npc(party.told), text=party.words, importance=8)
            await turns.execute(game_id, added)
        case Telling.MCP:
            seat = await take_seat(container, game_id, party.told)
            kept = {"content": party.words, "importance": 8, "type": "semantic"}
            async with Client(server_for(seat)) as client:
                assert not (await client.call_tool("form_memory", kept)).is_error
    return frozenset({party.told})


async def _say(turns: TurnService, game_id: str, party: Party) -> frozenset[str]:
    """The player goes to where the person is, says it, and goes again."""
    begin = turns.state(game_id).scenario.current_location_id
    there = turns.state(game_id).npc(party.told).current_location_id
    assert begin is not None
    assert there is not None
    await turns.execute(game_id, *_way(turns.state(game_id), begin, there))
    before = len(turns.state(game_id).conversation_history)
    await turns.take_turn(game_id, f'I say to {turns.state(game_id).name(party.told)}: "{party.words}"')
    said = turns.state(game_id).conversation_history[before]
    await turns.execute(game_id, *_way(turns.state(game_id), there, begin))
    await turns.settle(game_id)
    return frozenset(said.witness_ids)


def _way(state: GameState, begin: str, end: str) -> list[ChangeLocationCommand]:
    """The shortest way on foot by the number of its exits."""
    came_from: dict[str, str | None] = {begin: None}
    queue = deque([begin])
    while queue and end not in came_from:
        here = queue.popleft()
        for way in state.sheets.location(here).exits:
            if way.to not in came_from:
                came_from[way.to] = here
                queue.append(way.to)
    path, place = list[str](), end
    while (before := came_from[place]) is not None:
        path.append(place)
        place = before
    return [ChangeLocationCommand(location_id=place) for place in reversed(path)]


# -- watching --------------------------------------------------------------------------------------------------------


def watch(outcome: Outcome, state: GameState) -> None:
    """Note after a step what people plan and where they are; of who is free only at the time itself."""
    party, now = outcome.party, state.clock.minutes
    if not party.at - LATE <= now <= party.at + LATE:
        return
    for npc_id, npc in state.npcs.items():
        if any(is_for(party, state, npc_id, item) for item in npc.plan):
            outcome.planned.add(npc_id)
        is_awake = npc.activity is not Activity.SLEEPING
        if now >= party.at - EARLY and npc.current_location_id == party.place and is_awake:
            outcome.there.add(npc_id)
        if now == party.at and is_awake and is_free(party, state, npc):
            outcome.free.add(npc_id)


def is_for(party: Party, state: GameState, npc_id: str, item: PlanItem) -> bool:
    """Whether an item of a plan is for this occasion: there and then, and for no other reason."""
    is_then = item.place == party.place and abs(item.time - party.at) <= ABOUT_THEN
    if not is_then or item.status is PlanStatus.CANCELLED or not (item.because or item.about):
        return False
    cause = _words_of(state, npc_id, item.because) or item.about
    return party.event in cause.casefold() or not cause


def _words_of(state: GameState, npc_id: str, cause: str) -> str:
    if cause in state.commitments:
        return state.commitments[cause].words
    entries = state.memories(Scope.npc(npc_id))
    entry = next((entry for entry in entries if entry.id == cause), None)
    return "" if entry is None else " ".join((entry.summary, *(said.words for said in utterances_in(entry.payload))))


def is_free(party: Party, state: GameState, npc: NPCInstance) -> bool:
    """Whether somebody who is awake could be there: it can get there and home, and has agreed to be nowhere else."""
    elsewhere = (
        each
        for each in state.commitments.values()
        if each.is_open and each.at is not None and abs(each.at - party.at) < NEAR
        if npc.instance_id in (each.by_id, *each.to_ids) and each.place_id not in (None, party.place)
    )
    bound = {each.id for each in elsewhere}
    is_bound = any(item.because in bound and item.status is not PlanStatus.CANCELLED for item in npc.plan)
    return not is_bound and bool(may_go(state, npc.instance_id, [party.place]))


# -- knowing ---------------------------------------------------------------------------------------------------------


def who_knew(party: Party, state: GameState) -> dict[str, str]:
    """Who had a memory of it by its time, and from whom: the last teller, or itself where it was planted."""
    found: dict[str, str] = {}
    for npc_id in state.npcs:
        for entry in state.memories(Scope.npc(npc_id)):
            if (entry.game_time or 0) > party.at:
                break
            if (teller := _teller(party, entry)) is not None:
                found[npc_id] = teller or npc_id
                break
    return found


def _teller(party: Party, entry: MemoryEntry) -> str | None:
    """Who told this, "" for what nobody did, None for what is of something else."""
    if entry.kind is MemoryKind.PLAN:
        return None
    for said in utterances_in(entry.payload):
        if _is_of(party, said):
            return said.chain[-1] if said.chain else said.speaker_id
    if party.words in entry.summary:  # planted, or a visit's talk of which the payload keeps a part
        return next((said.speaker_id for said in utterances_in(entry.payload)), "")
    return None


def _is_of(party: Party, said: Utterance) -> bool:
    """A quotation of it, or an act of that place and time that goes by its word."""
    if party.words in said.words:
        return True
    dated = any(act.place_id == party.place and act.at == party.at for act in said.acts)
    return dated and party.event in said.words.casefold()


# -- the table -------------------------------------------------------------------------------------------------------


def mean_shares(outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """Of those who knew, and of those who came of who knew and was free; where nobody was, nobody came."""
    knew = [each.share_that_knew for each in outcomes]
    came = [each.share_that_came or 0.0 for each in outcomes]
    return sum(knew) / len(knew), sum(came) / len(came)


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """A row for each occasion, and their means."""
    yield "| event | told | how | knew | planned | came | free of who knew | came of these | uninvited |"
    yield "| --- " * 9 + "|"
    for each in outcomes:
        party, share = each.party, each.share_that_came
        cells: list[Any] = [
            f"{party.event}, {party.place}, day {party.day}, {party.time}",
            party.told,
            party.how.value,
            f"{len(each.knew)} of {each.people}",
            len(each.planned),
            len(each.came),
            len(each.free & each.knew.keys()),
            "nobody" if share is None else f"{100 * share:.0f} %",
            len(each.uninvited),
        ]
        yield "| " + " | ".join(map(str, cells)) + " |"
    if len(outcomes) > 1:
        knew, came = mean_shares(outcomes)
        yield f"| mean (wanted: 40 %, 50 %) | | | {100 * knew:.0f} % | | | | {100 * came:.0f} % | |"


def told_on(outcome: Outcome) -> str:
    """How many knew and came, and through whom it went: ``9 of 12 knew, 7 came. hedda: nils, jorun; nils: talle``."""
    by_teller: dict[str, list[str]] = defaultdict(list)
    for npc_id, teller in outcome.knew.items():
        if teller != npc_id:
            by_teller[teller].append(npc_id)
    ways = "; ".join(f"{teller}: {', '.join(heard)}" for teller, heard in by_teller.items()) or "nobody told anybody"
    return f"{len(outcome.knew)} of {outcome.people} knew, {len(outcome.came)} came. {ways}"
