"""A guided game whose model fails goes on: what was done and promised stands, is told offline, and is marked."""

from collections.abc import AsyncIterator

import pytest
from pydantic_ai.exceptions import ModelContextWindowExceededError, ModelHTTPError
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.cli.rendering.turns import remarks
from app.errors import ModelUnavailable
from app.interfaces.stores import IGameStore
from app.models.messages.message import Role
from app.models.records.folding import fold_journal
from app.services.game.games.session import Caps
from tests.integration.turns.table import begin, new_table


async def failing(_: list[ModelMessage], __: AgentInfo) -> AsyncIterator[str]:
    yield "You ta"
    raise ModelHTTPError(500, "fake")


MODEL = FunctionModel(stream_function=failing, model_name="fake")


async def test_a_promise_is_kept_in_mind_although_the_model_fails(store: IGameStore) -> None:
    table = new_table(store, narrator=GuidedNarrator(MODEL, OfflineNarrator()))
    game_id = begin(table)
    await table.take_turn(game_id, "go to the inn")
    shown: list[str] = []
    result = await table.take_turn(game_id, "say I promise to bring Mara the lantern before dusk", on_text=shown.append)
    assert [promise.to_ids for promise in table.state(game_id).commitments.values()] == [("mara",)]
    spoken = [message for message in result.messages if message.role is Role.NPC]
    assert [(message.speaker_id, message.degraded) for message in spoken] == [("mara", True)]
    assert result.degraded
    assert "You ta" not in "".join(shown)
    assert remarks(result) == ["The model fake failed with HTTP status 500. This was told by the rules of the game."]
    assert fold_journal(table.library.read(game_id)).turn == 2


async def test_what_was_done_is_told_offline(store: IGameStore) -> None:
    table = new_table(store, narrator=GuidedNarrator(MODEL, OfflineNarrator()))
    game_id = begin(table)
    result = await table.take_turn(game_id, "take the lantern")
    assert table.state(game_id).party.items == ["lantern"]
    narration = next(message for message in result.messages if message.role is Role.NARRATOR)
    assert (narration.degraded, "lantern" in narration.content) == (True, True)
    assert result.spend.calls == 1


async def test_a_spent_cap_costs_no_turn(store: IGameStore) -> None:
    narrator = GuidedNarrator(MODEL, OfflineNarrator())
    table = new_table(store, narrator=narrator, caps=Caps(calls_at_once=0))
    game_id = begin(table)
    result = await table.take_turn(game_id, "take the lantern")
    assert table.state(game_id).party.items == ["lantern"]
    assert "cap on model calls" in result.failure
    assert result.spend.calls == 0


async def test_with_tools_the_turn_is_undone(store: IGameStore) -> None:
    """What the model would have done is not known."""
    table = new_table(store, narrator=NarratorAgent(MODEL))
    game_id = begin(table)
    with pytest.raises(ModelUnavailable):
        await table.take_turn(game_id, "take the lantern")
    assert fold_journal(table.library.read(game_id)).turn == 0


@pytest.mark.parametrize("mode", ["guided", "tools"])
async def test_a_prompt_that_is_too_long_for_its_model_is_built_again_and_explained_as_it_was_built(
    store: IGameStore, mode: str
) -> None:
    sizes: list[int] = []

    async def small(messages: list[ModelMessage], _: AgentInfo) -> AsyncIterator[str]:
        sizes.append(len(str(messages[0].parts)))
        if len(sizes) == 1:
            raise ModelContextWindowExceededError("fake", "too long")
        yield "The light is low."

    model = FunctionModel(stream_function=small, model_name="fake")
    narrator = GuidedNarrator(model, OfflineNarrator()) if mode == "guided" else NarratorAgent(model)
    table = new_table(store, narrator=OfflineNarrator())
    game_id = begin(table)
    for number in range(12):
        await table.take_turn(game_id, f"say The {number}th bell rings over the old harbour, and nobody comes to look.")
    await table.close(game_id)
    table = new_table(store, narrator=narrator)
    result = await table.take_turn(game_id, "take the lantern")
    assert not result.degraded
    assert sizes[1] < sizes[0]
    prompt = await table.explain(game_id, result.turn)
    assert prompt is not None
    assert prompt.budget < 6_000
    assert prompt.tokens <= prompt.budget
