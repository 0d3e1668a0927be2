"""Building the prompt of a past turn again, from the journal."""

from app.errors import NotPossible
from app.events.bus import CommandBus
from app.events.command_table import parse_command
from app.language.language import language_of, using
from app.models.game_state import GameState
from app.models.history import fold
from app.models.message import Role
from app.models.prompt import Agent, Prompt, PromptMoment
from app.models.record import Record
from app.services.ai.context_service import ContextService
from app.services.game.game_library import GameLibrary
from app.services.game.journal_places import turn_record
from app.services.game.live_turn import begin_turn
from app.services.game.recall_service import RecallService


class Explainer:
    """Prompts are not stored: the builders are pure, and what else shaped a prompt stands in its turn's record."""

    def __init__(self, library: GameLibrary, bus: CommandBus, context: ContextService, recall: RecallService) -> None:
        self._library = library
        self._bus = bus
        self._context = context
        self._recall = recall

    async def explain(self, game_id: str, turn: int) -> Prompt:
        """The prompt that was shown in a turn; where nobody read one, the one that would have been shown.

        NotPossible for a turn without text, or one that was never played.
        """
        journal = self._library.read(game_id)
        record = turn_record(journal, journal.head, turn)
        if record.player_input is None or record.prompt is None:
            raise NotPossible(f"Turn {turn} was a turn without text: no narrator was asked.")
        state = fold(journal, record.parent)
        with using(language_of(state.sheet)):
            state.open_turn(record.at)
            begin_turn(state, record.player_input)
            state.conversation_history.extend(message for message in record.messages[:1] if message.role is Role.PLAYER)
            if record.prompt.moment is PromptMoment.AFTER:
                await self._carry_out_again(state, record)
            recipe, npc_id = record.prompt, record.prompt.npc_id
            if recipe.recalled is None:
                found = await self._recall.for_prompt(state, npc_id, record.player_input)
                recipe = recipe.model_copy(update={"recalled": found})
            agent = Agent.NARRATOR if npc_id is None else Agent.NPC
            return self._context.build(state, agent, record.player_input, recipe, npc_id=npc_id)

    async def _carry_out_again(self, state: GameState, record: Record) -> None:
        """The turn's commands, as far as they were carried out before the prompt was built."""
        for item in record.commands:
            if not item.derived and not item.clock:
                await self._bus.execute(parse_command(item.command), state)
