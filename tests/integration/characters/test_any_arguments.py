"""Whatever a client sends to a character's tools, the answer is a result or an error of the game, in one line."""

import asyncio
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput, NotFound, NotPossible
from app.interfaces.character_tool_lists import ACTING_TOOLS, MEMORY_TOOLS
from app.interfaces.seat import ToolSpec
from app.services.characters.character_seat import CharacterSeat
from app.testing import InMemoryGameStore
from tests.examples import examples
from tests.integration.characters.village import begin_in_village, seat
from tests.integration.turns.table import new_table

TOOLS = (*MEMORY_TOOLS, *ACTING_TOOLS)
LIKELY = ("mara-001", "mara-012", "m-0", "m-1", "guard-1-001", "Mara", "Юра", "Élan", "inn", "market", "goal-1")
LIKELY_WORDS = (
    *LIKELY,
    "go",
    "make",
    "sleep",
    "say",
    "episodic",
    "emotional",
    "yesterday",
    "when we first met",
    "day 0",
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from(LIKELY_WORDS)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2)
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[ToolSpec, dict[str, Any]]:
    """A tool, and for its parameters anything at all, seldom also a parameter that it does not have."""
    spec = draw(st.sampled_from(TOOLS))
    names = list(spec.arguments.model_fields)
    chosen = [name for name in names if draw(st.booleans()) or spec.arguments.model_fields[name].is_required()]
    arguments = {name: draw(st.sampled_from(LIKELY_WORDS) | VALUES) for name in chosen}
    if draw(st.integers(0, 9)) == 0:
        arguments[draw(st.text(max_size=20))] = draw(VALUES)
    return spec, arguments


@given(st.lists(calls(), min_size=1, max_size=8))
@settings(max_examples=examples(24))
def test_any_arguments_give_a_result_or_a_clear_error(tried: list[tuple[ToolSpec, dict[str, Any]]]) -> None:
    asyncio.run(_call(tried))


async def _call(tried: list[tuple[ToolSpec, dict[str, Any]]]) -> None:
    table = new_table(InMemoryGameStore())
    game_id = begin_in_village(table)
    mara = seat(table, game_id, "mara")
    for spec, arguments in tried:
        await _one(mara, spec, arguments)


async def _one(mara: CharacterSeat, spec: ToolSpec, arguments: dict[str, Any]) -> None:
    refusal = ""
    try:
        answer = await mara.call(spec.name, arguments)
    except (InvalidInput, NotFound, NotPossible) as error:
        answer, refusal = {}, str(error)
    json.dumps(answer, allow_nan=False).encode()
    assert answer or refusal
    assert all(0 <= memory["relevance"] <= 1 for memory in answer.get("memories", ()))
    assert refusal.isprintable()
    assert len(refusal) < 1000
