"""Playing the small world with the offline narrator: the real bus, no memory service, no disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from unittest.mock import AsyncMock

from app.agents.narrator.answering.answers import Listener
from app.agents.narrator.answering.own_memory import answered_by_party
from app.agents.narrator.offline import OfflineNarrator
from app.agents.narrator.turn.turn_builder import OfflineTurn, TurnBuilder
from app.embeddings.minilm import LocalMiniLM
from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.command_table import handlers
from app.interfaces.agents.narrator import NarrationContext
from app.interfaces.embeddings import Vector
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.refusing import worded
from app.models.command import Command, Outcome
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.messages.passage import Passage
from app.models.prompt import Prompt
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from app.services.game.turns.open_matters import note_open_matters
from app.services.game.turns.scene_recorder import SceneRecorder
from app.services.game.turns.speech_acts import Orders, annotate_speech_acts, settle_commitments
from app.services.game.turns.told_of_players import learn_of_players
from tests.told import Teller, Told, told_by
from tests.worlds import NOW, new_game


@cache
def _model() -> LocalMiniLM:
    return LocalMiniLM()


async def line_vectors(texts: Sequence[str]) -> Sequence[Vector]:
    """Return the vectors by which lines are read; what people remember is found by words here."""
    return list(_model().embed(texts))


async def no_prompt(_npc_id: str | None = None) -> Prompt:
    """The offline narrator reads none."""
    raise AssertionError("nobody should ask for a prompt")


@dataclass
class Played:
    """One turn: what was returned, shown and commanded."""

    narration: Told
    shown: str
    commands: list[Command]

    @property
    def text(self) -> str:
        return self.narration.text

    @property
    def kinds(self) -> list[str]:
        return [str(getattr(command, "kind", "")) for command in self.commands]


class Play:
    """A game in progress. With ``script`` the engine is a fake that answers each command from it, in order."""

    def __init__(
        self, state: GameState | None = None, script: Sequence[Outcome | TalekeeperError] | None = None
    ) -> None:
        self.state = state or new_game()
        self._script = None if script is None else list(script)
        memory = AsyncMock(spec=IMemoryService)
        self._bus = CommandBus(handlers(LocationService(), memory), edge=worded)

    async def do(self, text: str) -> Played:
        """One player input as a recorded turn."""
        self.state.open_turn(NOW)
        first = len(self.state.conversation_history)
        commands: list[Command] = []
        outcomes: list[Outcome] = []
        shown: list[str] = []
        teller = Teller()
        recorder = SceneRecorder(self.state, lambda: NOW, shown.append)
        addressees = self.state.party.addressees_of("player")
        recorder.hear_player(self.state.party.players[0], text)
        self.state.party.address("player", addressees)
        narration = await OfflineNarrator(vectors_of=line_vectors).narrate(
            self._context(text, commands, outcomes, teller, recorder)
        )
        recorder.write_told(narration)
        recorder.write_changes([event for outcome in outcomes for event in outcome.events])
        self.close(first, recorder.orders)
        return Played(told_by(narration, teller), "".join(shown), commands)

    def close(self, first: int, orders: Orders | None = None) -> None:
        """Close a turn whose messages begin at this one, as a turn of a game does."""
        annotate_speech_acts(self.state, first, orders or {})
        settle_commitments(self.state, first, ())
        learn_of_players(self.state, first)
        note_open_matters(self.state, first)
        self.state.close_turn()

    async def all(self, *texts: str) -> Played:
        """Several inputs, a turn each; the last one's turn."""
        played = [await self.do(text) for text in texts]
        return played[-1]

    async def carry_out(self, text: str) -> OfflineTurn:
        """One input, not recorded."""
        teller = Teller()
        recorder = SceneRecorder(self.state, lambda: NOW)
        recorder.hear_player(self.state.party.players[0], text)
        return await OfflineNarrator(vectors_of=line_vectors).carry_out(self._context(text, [], [], teller, recorder))

    def turn(self, text: str) -> TurnBuilder:
        """A turn in which nothing has been done yet; not recorded."""
        return TurnBuilder(self._context(text, [], [], Teller(), SceneRecorder(self.state, lambda: NOW)))

    async def hear(self, npc_id: str, words: str, kind: str | None = None) -> list[str]:
        """What a person says to words whose kind is known; not recorded."""
        turn = self.turn(words)
        await Listener(turn, npc_id).hear(words, kind)
        return [passage.text for passage in turn.build().told if passage.speaker_id == npc_id]

    async def ask_game(self, question: str, kind: str) -> str:
        """What the game answers to a question whose kind is known; not recorded."""
        turn = self.turn(question)
        assert await answered_by_party(turn, question, kind)
        return turn.build().text

    def _context(
        self, text: str, commands: list[Command], outcomes: list[Outcome], teller: Teller, recorder: SceneRecorder
    ) -> NarrationContext:
        async def execute(command: Command) -> Outcome:
            commands.append(command)
            try:
                outcome = await self._outcome(command)
            except TalekeeperError:
                recorder.note_refusal()
                raise
            recorder.note_order(command)
            outcomes.append(outcome)
            return outcome

        def tell(passage: Passage, *, is_shown: bool = False) -> None:
            teller.tell(passage)
            recorder.tell(passage, is_shown=is_shown)

        return NarrationContext(
            state=self.state,
            text=text,
            speaker=self.state.party.players[0],
            prompt=no_prompt,
            prompt_for_npc=no_prompt,
            execute=execute,
            tell=tell,
            show=recorder.show,
            begin_part=recorder.begin_part,
        )

    async def _outcome(self, command: Command) -> Outcome:
        if self._script is None:
            return await self._bus.execute(command, self.state)
        answer = self._script.pop(0)
        if isinstance(answer, TalekeeperError):
            raise answer
        return answer


def remember(state: GameState, npc_id: str, summary: str) -> MemoryEntry:
    """Give a person a memory."""
    entry = MemoryEntry(created_at=datetime(2026, 1, 1, tzinfo=UTC), source=MemorySource.NPC, summary=summary)
    return state.remember(Scope.npc(npc_id), entry)


def at(state: GameState, location_id: str) -> GameState:
    """The game with the party in another place."""
    state.scenario.current_location_id = location_id
    state.place(location_id).visits += 1
    return state


def with_lantern(state: GameState) -> GameState:
    """The game with the lantern in the party's hands."""
    state.place("market").items.remove("lantern")
    state.party.items.append("lantern")
    return state
