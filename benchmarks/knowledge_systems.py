"""The memory systems that `python -m benchmarks.knowledge` asks: Talekeeper itself, and others for comparison."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from dependency_injector import providers

from app.agents.mind.offline import HeuristicMind
from app.cognition.budget import MindLimits
from app.cognition.day.act import TALK_AGAIN
from app.cognition.minds import Minds
from app.cognition.queue import CognitionQueue
from app.cognition.talking.converse import ConverseWork
from app.container import Container, close_models
from app.embeddings.minilm import LocalMiniLM
from app.embeddings.vectors import WORDS
from app.events.commands.play import AdvanceTimeCommand, ChangeLocationCommand, MoveNPCCommand
from app.interfaces.agents.mind import Conversation, ConversationLine, ConverseRequest
from app.interfaces.cognition import TickResult
from app.language.analysis.terms import analyse
from app.memory.recall.recaller import Recaller
from app.models.command import Event as GameEvent
from app.models.minds.mind_state import Job, JobKind
from app.models.sheets.condition import PlaceEntered
from app.models.sheets.location import ExitSheet, LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.scheduling import Slices
from app.services.game.knowledge import who_knows
from app.settings import Settings
from app.testing.store import InMemoryGameStore
from benchmarks.knowledge_games import PLAYER, Answer, Event, Game, Said, Standing, System


class Talekeeper:
    """The game played for real: players type their lines, people say theirs and talk, and the use case is asked."""

    name = "Talekeeper"

    async def begin(self, game: Game) -> None:
        self._container = container = Container()
        container.settings.override(providers.Object(Settings(embedder=WORDS)))
        container.store.override(providers.Object(InMemoryGameStore()))
        self._mind = _Scripted()
        container.cognition.override(providers.Object(_OnlyTalks(self._mind, container.recaller())))
        self._turns = container.turns()
        self._turns.settle_in_background = False
        self._id = container.library().begin(_sheet(game), game.player, seed=1)
        self._answers: dict[str, dict[str, Answer]] = {}

    async def tell(self, event: Event) -> None:
        if event.who:
            move = (
                ChangeLocationCommand(location_id=event.to_place)
                if event.who == PLAYER
                else MoveNPCCommand(npc_id=event.who, location_id=event.to_place)
            )
            await self._turns.execute(self._id, move)
        elif event.chat or event.is_talk:
            await self._talk(event.chat or (event.said[0].by, event.said[1].by), event.said)
        else:
            said = event.said[0]
            if said.by == PLAYER:
                await self._turns.take_turn(self._id, said.text)
            else:
                await self._turns.speak(self._id, said.by, said.text, said.to)
                await self._turns.execute(self._id, AdvanceTimeCommand(minutes=1))
        await self._turns.settle(self._id)

    async def _talk(self, pair: tuple[str, ...], lines: Sequence[Said]) -> None:
        """Let two talk, after a pause, for people do not talk without one."""
        await self._turns.execute(self._id, AdvanceTimeCommand(minutes=TALK_AGAIN))
        self._mind.lines = tuple(ConversationLine(npc_id=line.by, text=line.text) for line in lines)
        state = self._turns.state(self._id)
        state.minds.ask(Job(kind=JobKind.CONVERSE, npc_id=pair[0], with_ids=pair[1:], asked_at=state.clock.minutes))
        await self._turns.settle(self._id)
        state = self._turns.state(self._id)
        if state.clock.minutes not in state.npc(pair[0]).mind.talked.values() or state.minds.fallbacks:
            raise RuntimeError(f"{pair} did not talk")

    async def ask(self, person: str, claim: str) -> Answer:
        if claim not in self._answers:
            state = self._turns.state(self._id)
            found = who_knows(state, claim)
            self._answers[claim] = {one.npc_id: Answer(Standing(one.standing), one.through_id or "") for one in found}
        return self._answers[claim][person]

    async def end(self) -> None:
        await self._turns.close(self._id)
        await close_models(self._container)


class _Scripted(HeuristicMind):
    """Says the lines that it is given; without any, what the heuristic says."""

    lines: tuple[ConversationLine, ...] = ()

    async def converse(self, request: ConverseRequest) -> Conversation:
        return Conversation(lines=self.lines) if self.lines else await super().converse(request)


class _OnlyTalks(Minds):
    """Minds that do nothing of their own accord, so that only the script moves people, and talk when they are asked."""

    def __init__(self, mind: HeuristicMind, recaller: Recaller) -> None:
        limits = MindLimits()
        super().__init__(CognitionQueue(mind, mind, {JobKind.CONVERSE: ConverseWork(recaller)}, limits), limits)

    def tick(self, state: GameState) -> Slices[TickResult]:  # noqa: ARG002  # the port gives it
        """Nobody does anything."""
        yield from ()
        return TickResult()

    def surprise(self, state: GameState, events: Sequence[GameEvent]) -> None:
        """There are no plans."""


def _sheet(game: Game) -> ScenarioSheet:
    """A scenario that holds no more than the script: all places joined, people without a home or work."""
    places = [
        LocationSheet(
            id=place,
            name=name,
            description=f"This is {name}.",
            exits=tuple(
                ExitSheet(to=other, name=game.places[other], minutes=1) for other in game.places if other != place
            ),
        )
        for place, name in game.places.items()
    ]
    people = [
        NPCSheet(id=key, name=name, description=f"This is {name}.", start_location=game.begin[key])
        for key, name in game.people.items()
    ]
    nowhere = LocationSheet(id="nowhere", name="Nowhere", description="Nobody comes here.")
    act = ActSheet(id="act-1", name="The only act", opening="It begins.", condition=PlaceEntered(location_id="nowhere"))
    return ScenarioSheet(
        id=game.id,
        title=game.id.capitalize(),
        summary="For a benchmark.",
        premise="People tell each other things.",
        opening="It begins.",
        start_location=game.begin[PLAYER],
        acts=(act,),
        locations=(*places, nowhere),
        npcs=tuple(people),
    )


class SharedStore:
    """One store for everybody, searched by words (BM25): what is remembered at all is known to all."""

    name = "one shared store, BM25"

    def __init__(self, least: float = 0.5) -> None:
        """``least``: the part of the best attainable score from which on something counts as known."""
        self._least = least

    async def begin(self, game: Game) -> None:  # noqa: ARG002  # the port gives it
        self._said: list[tuple[Said, Counter[str]]] = []

    async def tell(self, event: Event) -> None:
        self._said += [(said, Counter(analyse(said.text).terms)) for said in event.said]

    async def ask(self, person: str, claim: str) -> Answer:  # noqa: ARG002  # that is what is wrong with it
        wanted = set(analyse(claim).terms)
        weights = {term: self._rarity(term) for term in wanted}
        best, most = Answer(), self._least * sum(weights.values())
        mean = sum(terms.total() for _, terms in self._said) / max(1, len(self._said))
        for said, terms in self._said:
            norm = 1.2 * (0.25 + 0.75 * terms.total() / mean)
            score = sum(weights[term] * terms[term] * 2.2 / (terms[term] + norm) for term in wanted)
            if score >= most:
                best, most = Answer(Standing.KNOWS, said.by), score
        return best

    async def end(self) -> None:
        """Nothing is open."""

    def _rarity(self, term: str) -> float:
        holding = sum(term in terms for _, terms in self._said)
        return math.log(1 + (len(self._said) - holding + 0.5) / (holding + 0.5))


class NamespacedStore:
    """The store of langgraph-checkpoint (`InMemoryStore`) with a namespace for each person and vectors of MiniLM: what
    a person heard, nearest first; what is near enough counts as known. It has no notion of versions."""

    def __init__(self, least: float) -> None:
        self.name = f"langgraph InMemoryStore, a namespace each, ≥ {least:g}"
        self._least = least
        self._embedder = LocalMiniLM()

    async def begin(self, game: Game) -> None:  # noqa: ARG002  # the port gives it
        store: Any = import_module("langgraph.store.memory")  # of the extra "recipes"
        embed = lambda texts: self._embedder.embed(texts).tolist()  # noqa: E731
        self._store = store.InMemoryStore(index={"dims": 384, "embed": embed, "fields": ["text"]})
        self._kept = 0

    async def tell(self, event: Event) -> None:
        for said in event.said:
            for person in {said.by, *said.hearers} - {PLAYER}:
                self._kept += 1
                self._store.put((person,), f"m{self._kept:04}", {"text": said.text, "by": said.by})

    async def ask(self, person: str, claim: str) -> Answer:
        hits = self._store.search((person,), query=claim, limit=1)
        if not hits or hits[0].score < self._least:
            return Answer()
        return Answer(Standing.KNOWS, hits[0].value["by"])

    async def end(self) -> None:
        """Nothing is open."""


SYSTEMS: dict[str, Callable[[], System]] = {
    "talekeeper": Talekeeper,
    "shared": SharedStore,
    "namespaced-50": lambda: NamespacedStore(0.5),
    "namespaced-65": lambda: NamespacedStore(0.65),
    "namespaced-80": lambda: NamespacedStore(0.8),
}
