"""Playing the script through everything real but the narrator and the clock, and asking at its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.container import Container, close_models
from app.events.commands import AdvanceTimeCommand, AskTopicCommand, ChangeLocationCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command
from app.models.messages.passage import Passage
from app.models.prompt import Prompt
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from app.settings import Settings
from tests.e2e.long_memory.facts import FACTS, Fact
from tests.e2e.long_memory.script import SCENARIO, WAKES_AT, ScriptTurn, script
from tests.integration.turns.table import ticking_clock

PROMPT_BUDGET = 3600
"""What leaves memories and conversation 2,000 tokens at most, wherever a question is asked.

Of it go 800 to the answer's reserve (as the settings have it), some 360 to instructions and premise, some 30 to the
question, and 450 to 600 to the sections that are no memories: place, people, quests, inventory and story.
"""


@dataclass(frozen=True)
class Answered:
    """The prompt that the narrator was shown when a fact was asked for."""

    fact: Fact
    prompt: Prompt


@dataclass(frozen=True)
class Played:
    """The game after its last turn, and what was asked then."""

    state: GameState
    answers: tuple[Answered, ...]


class ScriptReader:
    """Does and tells what the script says for the turn; after its end keeps the prompt it is shown."""

    model, mode, tools_tokens = "script", "guided", 0

    def __init__(self, turns: Sequence[ScriptTurn]) -> None:
        self._turns = turns
        self.prompt: Prompt | None = None

    async def narrate(self, context: NarrationContext) -> Narration:
        if context.state.turn > len(self._turns):
            self.prompt = await context.prompt()
            return Narration.of("You try to remember.")
        turn = self._turns[context.state.turn - 1]
        speeches = []
        if turn.topic is not None and turn.speaker is not None:
            await context.execute(AskTopicCommand(npc_id=turn.speaker, topic_id=turn.topic))
            told = context.state.sheets.topic(turn.topic)[1].text
            speeches.append(Passage.speech(turn.speaker, told))
        elif turn.speaker is not None:
            speeches.append(Passage.speech(turn.speaker, turn.speech))
        for command in _commands(turn, context.state):
            await context.execute(command)
        return Narration.of(turn.narration, *speeches)


def _commands(turn: ScriptTurn, state: GameState) -> list[Command]:
    until_morning = (WAKES_AT - state.clock.minutes) % MINUTES_PER_DAY
    slept = [AdvanceTimeCommand(minutes=until_morning)] if turn.sleeps else []
    return [*(ChangeLocationCommand(location_id=place) for place in turn.ways), *slept]


async def play(saves: Path) -> Played:
    """The whole game and the eight questions, each in a turn of its own that is taken back before the next."""
    turns = script()
    reader = ScriptReader(turns)
    container = Container()
    # Without minds of their own: the script says who is where when it is spoken to.
    container.settings.override(Settings(saves=saves, prompt_budget=PROMPT_BUDGET, minds=False))
    container.now.override(ticking_clock())
    container.narrator.override(reader)
    table: TurnService = container.turns()
    try:
        game_id = container.library().begin(container.scenarios().load(SCENARIO), "Tamsin", seed=11)
        for turn in turns:
            await table.take_turn(game_id, turn.text)
            await table.settle(game_id)
        state = table.state(game_id).model_copy(deep=True)
        answers = tuple([await _asked(table, game_id, fact, reader) for fact in FACTS])
        await table.close(game_id)
    finally:
        await close_models(container)
    return Played(state, answers)


async def _asked(table: TurnService, game_id: str, fact: Fact, reader: ScriptReader) -> Answered:
    before = table.state(game_id).turn
    if table.state(game_id).scenario.current_location_id != fact.asked_at:
        await table.execute(game_id, ChangeLocationCommand(location_id=fact.asked_at))
        await table.settle(game_id)
    await table.take_turn(game_id, fact.question)
    prompt = reader.prompt
    assert prompt is not None
    await table.undo(game_id, table.state(game_id).turn - before)
    return Answered(fact, prompt)
