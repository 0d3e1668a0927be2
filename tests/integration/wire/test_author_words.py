"""Author's words in turns with a model at a server: shown before the model answers, never twice, kept when it fails."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from app.agents.metered_model import MeteredModel
from app.errors import ModelUnavailable
from app.models.messages.message import Role
from app.models.messages.passage import Source
from app.services.game.turns.turn_service import TurnService
from app.testing import InMemoryGameStore, small_sheet
from tests.integration.turns.table import comparable, new_table
from tests.integration.wire.conftest import Connect, Serve
from tests.integration.wire.server import Step, breaks_off, fails, hangs, says
from tests.integration.wire.turns import MODES, narrator
from tests.waiting import until

INN = "Smoke hangs under the black beams, and a kettle of barley soup sings to itself over the fire."
TO_INN = ("change_location", '{"location_id": "inn"}')
BACK = ("change_location", '{"location_id": "market"}')
TAKE = ("take_item", '{"item_id": "lantern"}')
BOTH = "take the lantern and go to the inn"
"""A line of which a model is left the first half to tell: the place has the author's words."""


def table_with(model: MeteredModel, mode: str) -> tuple[TurnService, str]:
    """A table whose narrator has this model, and a game at it."""
    table = new_table(InMemoryGameStore(), narrator=narrator(model, mode))
    sheet = small_sheet()
    places = [
        place.model_copy(update={"description": INN}) if place.id == "inn" else place for place in sheet.locations
    ]
    return table, table.library.begin(sheet.model_copy(update={"locations": tuple(places)}), "Élan", seed=7)


@asynccontextmanager
async def under_way(table: TurnService, game_id: str, line: str, shown: list[str]) -> AsyncIterator[None]:
    """A turn that goes on meanwhile, and is then given up."""
    turn = asyncio.create_task(table.take_turn(game_id, line, on_text=shown.append))
    try:
        yield
    finally:
        turn.cancel()
        await asyncio.gather(turn, return_exceptions=True)


def told(texts: Sequence[str]) -> str:
    return "\n\n".join(texts)


# -- at once -------------------------------------------------------------------------------------------------------


async def test_guided_shows_the_authors_words_before_the_model_has_said_anything(
    serve: Serve, connect: Connect
) -> None:
    server, shown = serve(hangs()), list[str]()
    table, game_id = table_with(connect(server), "guided")
    async with under_way(table, game_id, BOTH, shown):
        await until(server.hanging.is_set)
        assert INN in "".join(shown)
        assert len(server.requests) == 1


async def test_tools_shows_the_authors_words_right_after_the_order_that_gives_them(
    serve: Serve, connect: Connect
) -> None:
    server, shown = serve(says(calls=(TO_INN,)), hangs()), list[str]()
    table, game_id = table_with(connect(server), "tools")
    async with under_way(table, game_id, "go to the inn", shown):
        await until(server.hanging.is_set)
        assert INN in "".join(shown)
        assert len(server.requests) == 2


async def test_a_model_is_told_what_the_player_has_just_read(serve: Serve, connect: Connect) -> None:
    server = serve(says("You shake off the rain."))
    table, game_id = table_with(connect(server), "guided")
    await table.take_turn(game_id, BOTH)
    asked = str(server.requests[0]["messages"])
    assert INN in asked
    assert "just read" in asked


# -- never twice ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("pieces", [1, 7])
async def test_what_a_model_repeats_of_the_authors_words_is_cut(
    serve: Serve, connect: Connect, mode: str, pieces: int
) -> None:
    """However it is cut into tokens; what stays is shown and recorded alike."""
    said = f"You shake off the rain. {INN} A dog looks up."
    tokens = [said[at : at + len(said) // pieces + 1] for at in range(0, len(said), len(said) // pieces + 1)]
    steps = [says(*tokens)] if mode == "guided" else [says(calls=(TO_INN,)), says(*tokens)]
    server, shown = serve(*steps), list[str]()
    table, game_id = table_with(connect(server), mode)
    result = await table.take_turn(game_id, BOTH, on_text=shown.append)
    whole = "".join(shown)
    assert whole.count("kettle of barley soup") == 1
    assert "You shake off the rain." in whole
    assert "A dog looks up." in whole
    by_model = [message.content for message in result.messages if message.source is Source.MODEL]
    assert "barley" not in told(by_model)
    assert "A dog looks up." in told(by_model)
    assert not result.degraded


@pytest.mark.parametrize("mode", MODES)
async def test_seven_words_that_repeat_the_authors_stay(serve: Serve, connect: Connect, mode: str) -> None:
    few = "A kettle of barley soup sings to nobody."
    steps = [says(few)] if mode == "guided" else [says(calls=(TO_INN,)), says(few)]
    table, game_id = table_with(connect(serve(*steps)), mode)
    result = await table.take_turn(game_id, BOTH)
    assert few in [message.content for message in result.messages if message.source is Source.MODEL]


# -- kept ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("failure", [fails(500), breaks_off("You shake")], ids=["status", "broken off"])
async def test_a_model_that_fails_after_the_authors_words_leaves_the_orders_and_the_rest_is_told_offline(
    serve: Serve, connect: Connect, failure: Step
) -> None:
    """The thing that was taken is told by the rules, and marked; what the author wrote is not."""
    server, shown = serve(says(calls=(TAKE, TO_INN)), failure), list[str]()
    table, game_id = table_with(connect(server), "tools")
    before = comparable(table.state(game_id))
    result = await table.take_turn(game_id, "take the lantern and go to the inn", on_text=shown.append)
    state = table.state(game_id)
    assert (state.here.id, state.party.items) == ("inn", ["lantern"])
    narrated = [message for message in result.messages if message.role is Role.NARRATOR]
    assert INN in told([message.content for message in narrated if not message.degraded])
    (taken,) = (message for message in narrated if "You take the lantern." in message.content)
    assert (taken.degraded, taken.location_id, taken.witness_ids) == (True, "market", ("guard-1",))
    assert "You take the lantern." in "".join(shown)
    assert result.degraded
    assert result.failure.startswith("The model ")
    assert "".join(shown).count("kettle") == 1
    assert table.library.read(game_id).head == result.seq
    await table.undo(game_id)
    assert comparable(table.state(game_id)) == before


async def test_the_rest_lists_only_what_is_where_the_party_is(serve: Serve, connect: Connect) -> None:
    """Who was at a place that was left again is told no more once the next place was shown."""
    server, shown = serve(says(calls=(TO_INN, BACK)), fails(500)), list[str]()
    table, game_id = table_with(connect(server), "tools")
    result = await table.take_turn(game_id, "go to the inn and go to the market", on_text=shown.append)
    whole = "".join(shown)
    assert "Guard is here." in whole
    assert "the innkeeper, is here" not in whole
    assert [message.location_id for message in result.messages if message.role is Role.NARRATOR] == [
        "inn",
        "market",
        "market",
    ]


async def test_a_model_that_fails_with_nothing_of_the_authors_shown_undoes_the_turn(
    serve: Serve, connect: Connect
) -> None:
    table, game_id = table_with(connect(serve(says(calls=(TAKE,)), fails(500))), "tools")
    before = comparable(table.state(game_id))
    with pytest.raises(ModelUnavailable):
        await table.take_turn(game_id, "take the lantern")
    assert comparable(table.state(game_id)) == before
    assert table.library.read(game_id).head == 0


@pytest.mark.parametrize("mode", MODES)
async def test_a_turn_that_is_stopped_while_the_model_is_waited_for_keeps_what_was_shown(
    serve: Serve, connect: Connect, mode: str
) -> None:
    server, shown = serve(*([hangs()] if mode == "guided" else [says(calls=(TO_INN,)), hangs()])), list[str]()
    table, game_id = table_with(connect(server), mode)
    turn = asyncio.create_task(
        table.take_turn(game_id, BOTH if mode == "guided" else "go to the inn", on_text=shown.append)
    )
    await until(server.hanging.is_set)
    assert table.stop(game_id)
    result = await turn
    assert table.state(game_id).here.id == "inn"
    assert result.interrupted
    assert "".join(shown) == told([message.content for message in result.messages if message.role is Role.NARRATOR])
    assert INN in "".join(shown)
