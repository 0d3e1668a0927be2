"""Playing the small world with the offline narrator: the real bus, no memory service, no disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from unittest.mock import AsyncMock

from app.agents.narrator.acting.turn import OfflineTurn
from app.agents.narrator.offline import OfflineNarrator
from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.handlers.item_handler import ItemHandler
from app.events.handlers.location_handler import LocationHandler
from app.events.handlers.npc_handler import NPCHandler
from app.events.handlers.quest_handler import QuestHandler
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.agents.narrator import Narration, Scene
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.refusing import worded
from app.models.command import Command, Outcome
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.messages.message import Role
from app.models.prompt import Prompt
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from app.services.game.turns.closing import fix_acts, settle_commitments
from tests.worlds import NOW, new_game, say


async def no_prompt(_npc_id: str | None = None) -> Prompt:
    """The offline narrator reads none."""
    raise AssertionError("nobody should ask for a prompt")


@dataclass
class Played:
    """One turn: what was returned, shown and commanded."""

    narration: Narration
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
        places = LocationService()
        self._bus = CommandBus(
            [
                LocationHandler(places, memory),
                ItemHandler(),
                NPCHandler(places, memory),
                QuestHandler(memory),
                WorldHandler(),
            ],
            edge=worded,
        )

    async def do(self, text: str) -> Played:
        """One player input as a recorded turn."""
        self.state.open_turn(NOW)
        here = self.state.scenario.current_location_id
        say(self.state, text[:500], addressee_ids=self.state.party.addressees_of("player"))
        commands: list[Command] = []
        shown: list[str] = []
        narration = await OfflineNarrator().narrate(self._scene(text, commands, shown))
        for speech in narration.speeches:
            name = self.state.name(speech.npc_id)
            say(
                self.state,
                speech.text,
                role=Role.NPC,
                speaker_id=speech.npc_id,
                speaker_name=name,
                quoted=speech.quoted,
            )
        now = self.state.scenario.current_location_id
        arrived = now if now != here else None
        say(
            self.state,
            narration.text,
            role=Role.NARRATOR,
            speaker_id=None,
            location_id=here,
            arrived_location_id=arrived,
            asks_back=narration.asks_back,
        )
        self.close(len(self.state.conversation_history) - len(narration.speeches) - 2, commands)
        return Played(narration, "".join(shown), commands)

    def close(self, first: int, commands: Sequence[Command] = ()) -> None:
        """Close a turn whose messages begin at this one, as a live turn does."""
        fix_acts(self.state, first, commands)
        settle_commitments(self.state, first, ())
        self.state.close_turn()

    async def all(self, *texts: str) -> Played:
        """Several inputs, a turn each; the last one's turn."""
        played = [await self.do(text) for text in texts]
        return played[-1]

    async def carry_out(self, text: str) -> OfflineTurn:
        """One input, not recorded."""
        return await OfflineNarrator().carry_out(self._scene(text, [], []))

    def _scene(self, text: str, commands: list[Command], shown: list[str]) -> Scene:
        async def execute(command: Command) -> Outcome:
            commands.append(command)
            if self._script is None:
                return await self._bus.execute(command, self.state)
            answer = self._script.pop(0)
            if isinstance(answer, TalekeeperError):
                raise answer
            return answer

        return Scene(
            state=self.state,
            text=text,
            speaker=self.state.party.players[0],
            prompt=no_prompt,
            prompt_for_npc=no_prompt,
            execute=execute,
            show=shown.append,
        )


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
