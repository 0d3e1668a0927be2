"""Building the prompt of a past turn again, from the journal."""

from app.errors import NotPossible
from app.events.bus import CommandBus
from app.events.commands import parse_command
from app.models.game_state import GameState
from app.models.history import fold
from app.models.message import Role
from app.models.prompt import Agent, Prompt, PromptMoment
from app.models.record import Record
from app.services.ai.context_service import ContextService
from app.services.game.game_library import GameLibrary
from app.services.game.journal_places import turn_record
from app.services.game.live_turn import begin_turn


class Explainer:
    """Prompts are not stored: the builders are pure, and what else shaped a prompt stands in its turn's record."""

    def __init__(self, library: GameLibrary, bus: CommandBus, context: ContextService) -> None:
        self._library = library
        self._bus = bus
        self._context = context

    async def explain(self, game_id: str, turn: int) -> Prompt:
        """The prompt that was shown in a turn. NotPossible for a turn without text, or one that was never played."""
        journal = self._library.read(game_id)
        record = turn_record(journal, journal.head, turn)
        if record.player_input is None or record.prompt is None:
            raise NotPossible(f"Turn {turn} was a turn without text: no narrator was asked.")
        state = fold(journal, record.parent)
        state.open_turn()
        begin_turn(state, record.player_input)
        state.conversation_history.extend(message for message in record.messages[:1] if message.role is Role.PLAYER)
        if record.prompt.moment is PromptMoment.AFTER:
            await self._carry_out_again(state, record)
        agent = Agent.NARRATOR if record.prompt.npc_id is None else Agent.NPC
        return self._context.build(state, agent, record.player_input, record.prompt, npc_id=record.prompt.npc_id)

    async def _carry_out_again(self, state: GameState, record: Record) -> None:
        """The turn's commands, as far as they were carried out before the prompt was built."""
        for item in record.commands:
            if not item.derived and not item.clock:
                await self._bus.execute(parse_command(item.command), state)
