"""Letting a model pick the reading of a part of a player's line: one short request, answered with a number."""

from itertools import groupby

from pydantic_ai.settings import ModelSettings

from app.agents.limits import current_work
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_streaming
from app.agents.narrator.turn.meaning import Doubt
from app.language.checks.model_text import MAX_HEARD, ModelText
from app.memory.prompt_data import clipped, fenced
from app.models.state.game_state import GameState
from app.package_data import package_data

ANSWER_TOKENS = 16
"""The most tokens of an answer: the fewest that every provider accepts."""
_LONGEST_LINE, _MOST_PEOPLE = 1_000, 12
_LONGEST_NUMBER = 2
_TEXTS = package_data(__package__, "instructions")


async def number_picked(model: MeteredModel, state: GameState, doubt: Doubt) -> int:
    """Ask a model which reading is meant.

    Args:
        model: The model.
        state: The game.
        doubt: The part of the line, with its readings.

    Returns:
        The first number of the answer; 0 where it has none.

    Raises:
        ModelUnavailable: The model failed.
        BudgetExhausted: A cap is reached.
    """
    most = min(ANSWER_TOKENS, model.limits.max_tokens or ANSWER_TOKENS)
    settings = ModelSettings(max_tokens=most, temperature=0.0, thinking=False)
    said = ModelText(current_work().names, most=MAX_HEARD)
    await ask_streaming(model, _TEXTS["how_to_pick"], _request(state, doubt), said.feed, settings=settings)
    said.close()
    return _first_number(said.text)


def _request(state: GameState, doubt: Doubt) -> str:
    people = [state.name(npc.instance_id) for npc in state.present()]
    numbered = enumerate((_TEXTS["none_of_them"], *doubt.readings))
    parts = {
        "place": [state.here.name],
        "people": people[:_MOST_PEOPLE],
        "line": [clipped(doubt.line, _LONGEST_LINE)],
        "words": [clipped(doubt.words, _LONGEST_LINE)],
        "readings": [f"{number}. {name}" for number, name in numbered],
    }
    return "\n".join(fenced(name, lines) for name, lines in parts.items())


def _first_number(text: str) -> int:
    digits = next(("".join(run) for is_number, run in groupby(text, str.isdecimal) if is_number), "")
    return int(digits) if 0 < len(digits) <= _LONGEST_NUMBER else 0
