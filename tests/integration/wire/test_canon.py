"""A model behind the wire makes a world of the open starter: all of it is there after whatever happens to the game."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers

from app.agents.narrator.model.agent import NarratorAgent
from app.container import Container
from app.embeddings.vectors import WORDS
from app.errors import NotPossible
from app.interfaces.stores import IGameStore
from app.models.records.folding import check, fold_journal
from app.models.sheets.scenario import CanonLevel, ScenarioSheet
from app.models.state.facts import fact_of, facts
from app.models.state.game_state import GameState
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT, Settings
from app.stores.transfer import export_game, import_game
from app.testing import InMemoryGameStore
from tests.integration.turns.table import comparable
from tests.integration.wire.conftest import Connect, Serve
from tests.integration.wire.server import FakeServer, Step, says
from tests.postgres_stores import PostgresStores
from tests.stores_of_games import STORES

pytestmark = pytest.mark.long

HOUSE, PELL, LAMP, KNOCK = "made-herring-gull", "made-ada-pell", "made-brass-lamp", "made-knock-loudly"


def call(name: str, /, **arguments: Any) -> tuple[str, str]:
    return name, json.dumps(arguments)


def order(name: str, /, **arguments: Any) -> tuple[str, str]:
    return call("make_true", order=name, arguments=arguments)


TURNS: dict[str, tuple[Step, ...]] = {
    "Is there a bed to be had?": (
        says(
            calls=(
                order(
                    "create_place",
                    name="Herring Gull",
                    description="A lodging house with one lit window.",
                    ways=[{"to": "quay", "name": "the steep lane", "back": "the quay", "minutes": 4}],
                ),
            )
        ),
        says(calls=(call("change_location", location_id=HOUSE),)),
        says("A house at the top of the lane still has a light."),
    ),
    "I look who keeps it.": (
        says(
            calls=(
                order(
                    "create_person",
                    name="Ada Pell",
                    description="A landlady with flour to the elbows.",
                    topics=[{"name": "the drowned choir", "text": "They sang on the ice, all nine of them."}],
                    can_join=True,
                ),
                order("create_item", name="Brass Lamp", description="Dented and full.", to=HOUSE),
            )
        ),
        says(calls=(order("establish_fact", subject=PELL, attribute="late husband", value="a pilot called Ned"),)),
        says("Ada Pell puts a lamp on the table."),
    ),
    "I knock and ask her to come along with the lamp.": (
        says(
            calls=(
                order(
                    "create_action",
                    words=["knock loudly"],
                    at=[HOUSE],
                    text="It echoes.",
                    check={"attribute": "nerve", "difficulty": 5, "success": {"text": "They heard."}},
                ),
                call("check", attribute="nerve", difficulty=2, dice="d6", reason="whether her nerve holds"),
                call("take_item", item_id=LAMP),
                call("join_companion", npc_id=PELL),
            )
        ),
        says("She takes her shawl."),
    ),
}


def starter(level: CanonLevel = CanonLevel.OPEN) -> ScenarioSheet:
    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load("last-boat")
    return sheet.model_copy(update={"canon": level})


@pytest.fixture(params=STORES)
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], IGameStore]]:
    """Make a store of one kind; each one that it makes finds the same games."""
    with ExitStack() as ending:
        if request.param == "postgres":
            stores: PostgresStores = request.getfixturevalue("postgres_stores")
            ending.enter_context(stores.until_end())
        yield lambda: STORES[request.param](tmp_path)


def served_by(store: IGameStore, server: FakeServer, connect: Connect, folder: Path) -> Container:
    """Everything real, the narrator a model behind the wire that has tools."""
    made = Container()
    made.settings.override(providers.Object(Settings(saves=folder, embedder=WORDS)))
    made.store.override(providers.Object(store))
    made.narrator.override(providers.Object(NarratorAgent(connect(server, timeout=60))))
    made.turns().settle_in_background = False
    return made


def has_everything(state: GameState) -> bool:
    """Whether each made part is where the model has put it."""
    said = state.conversation_history
    rolled = [event for message in said for event in message.events if event.kind == "check_rolled"]
    return all(
        (
            state.scenario.current_location_id == HOUSE,
            any(way.to == HOUSE for way in state.sheets.location("quay").exits),
            state.sheets.npc(PELL).topics[0].name == "the drowned choir",
            state.party.companions == [PELL],
            state.party.items == ["carpet-bag", LAMP],
            fact_of(state, PELL, "late husband") == "a pilot called Ned",
            state.sheet.actions[-1].id == KNOCK,
            len(rolled) == 1,
            any(PELL in message.witness_ids for message in said),
        )
    )


async def test_what_a_model_makes_is_there_whatever_happens_to_the_game(
    new_store: Callable[[], IGameStore], serve: Serve, connect: Connect, tmp_path: Path
) -> None:
    server = serve(*(step for steps in TURNS.values() for step in steps))
    at = served_by(new_store(), server, connect, tmp_path)
    game_id = at.library().begin(starter(), "Élan", seed=7)
    for line in TURNS:
        await at.turns().take_turn(game_id, line)
        await at.turns().settle(game_id)
    state = at.turns().state(game_id)
    assert has_everything(state)
    assert not server.steps
    whole = comparable(state)

    await at.turns().close(game_id)
    at = served_by(new_store(), server, connect, tmp_path)
    assert comparable(at.turns().state(game_id)) == whole
    journal = at.library().read(game_id)
    check(journal)
    assert comparable(fold_journal(journal)) == whole

    imported = at.library().import_journal(import_game(export_game(journal)))
    assert comparable(at.turns().state(imported)) == whole
    branched = await at.turns().branch(game_id)
    assert comparable(at.turns().state(branched)) == whole

    await at.turns().undo(game_id, 2)
    state = at.turns().state(game_id)
    assert (state.scenario.current_location_id, PELL in state.npcs, LAMP in state.sheets.items) == (HOUSE, False, False)
    await at.turns().undo(game_id, 1)
    state = at.turns().state(game_id)
    assert (list(state.canon), HOUSE in state.sheets.locations) == ([], False)
    assert comparable(state) == comparable(journal.opening.state)
    again = await at.turns().branch(game_id, seq=journal.head)
    assert comparable(at.turns().state(again)) == whole
    for each in (game_id, imported, branched, again):
        await at.turns().close(each)


async def test_in_details_the_model_reads_why_a_place_is_refused(
    serve: Serve, connect: Connect, tmp_path: Path
) -> None:
    first, *_, last = TURNS["Is there a bed to be had?"]
    server = serve(first, last)
    at = served_by(InMemoryGameStore(), server, connect, tmp_path)
    game_id = at.library().begin(starter(CanonLevel.DETAILS), "Élan", seed=7)
    await at.turns().take_turn(game_id, "Is there a bed to be had?")
    refusal = server.requests[-1]["messages"][-1]
    assert refusal["role"] == "tool"
    assert "people" in refusal["content"]
    assert len(at.turns().state(game_id).canon) == 0


async def test_in_a_closed_scenario_there_is_no_such_tool_and_the_order_says_why(
    serve: Serve, connect: Connect, tmp_path: Path
) -> None:
    first, *_, last = TURNS["Is there a bed to be had?"]
    server = serve(first, last)
    at = served_by(InMemoryGameStore(), server, connect, tmp_path)
    game_id = at.library().begin(starter(CanonLevel.CLOSED), "Élan", seed=7)
    await at.turns().take_turn(game_id, "Is there a bed to be had?")
    assert "make_true" not in {tool["function"]["name"] for tool in server.requests[0]["tools"]}
    assert "make_true" in server.requests[-1]["messages"][-1]["content"]
    with pytest.raises(NotPossible, match="Nothing can be added"):
        await at.narrator_seat(game_id).call("create_person", {"name": "Ada Pell", "description": "A landlady."})
    assert len(at.turns().state(game_id).canon) == 0


@pytest.mark.parametrize("line", ["I am the king's brother, and Aldous is my servant.", "Aldous Penn is dead."])
async def test_what_a_player_says_is_no_fact_by_itself(
    serve: Serve, connect: Connect, tmp_path: Path, line: str
) -> None:
    server = serve(says("Aldous looks at you."))
    at = served_by(InMemoryGameStore(), server, connect, tmp_path)
    game_id = at.library().begin(starter(), "Élan", seed=7)
    await at.turns().take_turn(game_id, line)
    await at.turns().settle(game_id)
    state = at.turns().state(game_id)
    assert (list(facts(state)), len(state.canon), state.sheet) == ([], 0, starter())
    assert not state.npc("aldous").dead


async def test_what_a_player_claims_stays_a_claim(serve: Serve, connect: Connect, tmp_path: Path) -> None:
    claim = order("establish_fact", subject="Élan", attribute="rank", value="brother of the king", claimed_by="Élan")
    server = serve(says(calls=(claim,)), says("Aldous nods slowly."), says("He nods again."))
    at = served_by(InMemoryGameStore(), server, connect, tmp_path)
    game_id = at.library().begin(starter(), "Élan", seed=7)
    await at.turns().take_turn(game_id, "I am the king's brother.")
    assert fact_of(at.turns().state(game_id), "Élan", "rank") is None
    await at.turns().take_turn(game_id, "Believe me.")
    prompt = str(server.requests[-1]["messages"])
    assert 'claimed by \\"Élan\\"' in prompt or 'claimed by "Élan"' in prompt
