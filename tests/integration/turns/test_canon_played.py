"""What was made in a game is understood, remembered, listed and played as if an author had written it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.container import Container
from app.events.commands import (
    AdvanceTimeCommand,
    CreateActionCommand,
    CreateItemCommand,
    CreatePersonCommand,
    CreatePlaceCommand,
    RenameCommand,
)
from app.events.commands.canon import MadeDetail, MadeTopic, MadeWay
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.mcp.seats import take_seat
from app.models.command import Command
from app.models.memory import MemoryKind
from app.models.messages.message import Role
from app.models.messages.passage import Passage, PassageKind
from app.models.state.game_state import GameState
from app.services.game.choices import player_choices
from app.services.game.knowledge import who_knows
from tests.integration.mcp.serving import new_container

pytestmark = pytest.mark.long

HOUSE, PELL, LAMP, PLATE = "made-herring-gull", "made-ada-pell", "made-brass-lamp", "made-brass-plate"
MADE: tuple[Command, ...] = (
    CreatePlaceCommand(
        name="Herring Gull",
        description="A lodging house with one lit window.",
        ways=(MadeWay(to="quay", name="the quay", back="the steep lane", minutes=4),),
        details=(MadeDetail(name="brass plate", description="It says: no pipes after ten."),),
    ),
    CreatePersonCommand(
        name="Ada Pell",
        description="A landlady with flour to the elbows.",
        location_id=HOUSE,
        topics=(MadeTopic(name="the drowned choir", text="They sang on the ice, all nine of them."),),
        can_join=True,
    ),
    CreateItemCommand(name="Brass Lamp", description="Dented and full.", to=HOUSE),
    CreateActionCommand(words=("knock loudly",), at=(HOUSE,), text="It echoes up the stairs."),
)


class Town:
    """A game of the starter after a game master has added to it, played by rules."""

    def __init__(self, container: Container, game_id: str) -> None:
        self.container, self.game_id = container, game_id

    @property
    def state(self) -> GameState:
        return self.container.turns().state(self.game_id)

    async def order(self, *orders: Command) -> None:
        for order in orders:
            await self.container.turns().execute(self.game_id, order)

    async def play(self, *lines: str) -> str:
        told = [(await self.container.turns().take_turn(self.game_id, line)).text for line in lines]
        await self.container.turns().settle(self.game_id)
        return "\n".join(told)


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    container = new_container(tmp_path / "saves")
    container.turns().settle_in_background = False
    game = Town(container, container.library().begin(container.scenarios().load("last-boat"), "Élan", seed=7))
    # Before anything is made the game has read its sheet: what is derived of it must be derived anew.
    await game.play("look", "ask Aldous about Ada Pell", "go to the Herring Gull")
    await game.order(*MADE)
    yield game
    await container.turns().close(game.game_id)


async def test_typed_lines_mean_what_was_made(town: Town) -> None:
    await town.play("go to the Herring Gull")
    assert town.state.scenario.current_location_id == HOUSE
    assert "no pipes after ten" in await town.play("read the brass plate")
    assert "all nine of them" in await town.play("ask Ada about the drowned choir")
    await town.play("take the brass lamp")
    assert LAMP in town.state.party.items
    assert "It echoes up the stairs" in await town.play("knock loudly")
    assert "Ada Pell has no use" in await town.play("give the lamp to Ada")
    await town.play("ask Ada to come along")
    assert town.state.party.companions == [PELL]
    await town.play("go to the quay")
    assert town.state.npc(PELL).current_location_id == "quay"


async def test_choices_and_hints_list_what_was_made(town: Town) -> None:
    [lane] = [deed for deed in player_choices(town.state, "player").ways if deed.id == HOUSE]
    await town.play(lane.line)
    found = player_choices(town.state, "player")
    lines = [deed.line for group in found for deed in group]
    assert {PELL, LAMP} <= {deed.id for group in found for deed in group}
    assert "knock loudly" in lines
    assert "drowned choir" in str(found.topics)
    assert "ask Ada Pell about the drowned choir" in await town.play("what can I do?")
    for line in lines:
        if "quay" not in line:
            told = await town.play(line)
            assert "understand" not in told, line


async def test_a_made_person_remembers_and_so_does_a_made_place(town: Town) -> None:
    await town.play("go to the Herring Gull", "say to Ada: I promise to bring you a red shawl", "take the brass lamp")
    await town.play("go to the quay")
    pell = town.state.npc(PELL)
    assert any("shawl" in entry.summary for entry in pell.npc_memories)
    assert any(entry.kind is MemoryKind.SUMMARY for entry in town.state.place(HOUSE).location_memories)
    seat = await take_seat(town.container, town.game_id, PELL)
    found = await seat.call("query_memory", {"query": "Who promised me a shawl?"})
    assert "shawl" in str(found)
    assert "landlady" in str(await seat.call("query_self", {"question": "Who am I?"}))
    answer = await town.play("go to the Herring Gull", "ask Ada what I promised her")
    assert "shawl" in answer
    assert "steep lane" in str([entry.summary for entry in town.state.place("quay").location_memories])


class Arriving:
    """Something is said and taken before a person is made."""

    model, mode, tools_tokens = "scripted", "offline", 0

    async def narrate(self, context: NarrationContext) -> Narration:
        context.tell(Passage.speech("aldous", "The drowned choir, that is my secret."))
        await context.execute(AdvanceTimeCommand(minutes=5))
        await context.execute(CreatePersonCommand(name="Tib", description="A boy with a lantern.", location_id="quay"))
        await context.execute(AdvanceTimeCommand(minutes=5))
        return Narration.of("A boy has come up the steps.")


async def test_a_made_person_remembers_nothing_from_before_it_was_made(town: Town) -> None:
    before = town.state.clock.minutes
    await town.container.turns().take_turn(town.game_id, "Tell me of the choir.", narrator=Arriving())
    await town.play("wait", "go to the Herring Gull")
    memories = town.state.npc("made-tib").npc_memories
    assert any(entry.kind is MemoryKind.GIFTED for entry in memories)
    assert all(entry.game_time is not None and entry.game_time >= before + 5 for entry in memories)
    assert not any("choir" in entry.summary for entry in memories)
    heard = [message for message in town.state.conversation_history if "made-tib" in message.witness_ids]
    assert heard
    assert not any("choir" in message.content for message in heard)
    assert all(message.kind is not PassageKind.CHANGE for message in heard if message.turn == heard[0].turn)


async def test_a_made_person_is_named_as_a_witness_and_an_addressee(town: Town) -> None:
    await town.play("go to the Herring Gull", "hello Ada")
    said = next(each for each in reversed(town.state.conversation_history) if each.role is Role.PLAYER)
    assert PELL in said.witness_ids
    assert PELL in said.addressee_ids
    assert PELL in said.npc_ids


async def test_a_renamed_part_is_understood_under_both_names(town: Town) -> None:
    await town.order(RenameCommand(of="aldous", name="Captain Penn"), RenameCommand(of=HOUSE, name="Gull Inn"))
    assert "Half past five" in await town.play("ask Captain Penn about the boat", "ask Aldous about the boat")
    await town.play("go to the Gull Inn")
    assert town.state.scenario.current_location_id == HOUSE
    await town.play("go to the quay", "go to the Herring Gull")
    assert town.state.scenario.current_location_id == HOUSE


async def test_others_see_a_made_person_and_it_knows_what_it_has_heard(town: Town) -> None:
    await town.play("go to the Herring Gull", "ask Ada to come along", "go to the quay")
    await town.play("say the customs boat sails at four", "wait 30 minutes")
    aldous = town.state.npc("aldous").npc_memories
    assert any(PELL in entry.subjects for entry in aldous)
    knows = {each.npc_id: each.standing for each in who_knows(town.state, "The customs boat sails at four.")}
    assert knows[PELL] == "knows"
    await town.play("go to the Herring Gull", "leave Ada here", "go to the quay", "ask Aldous about Ada Pell")
    said = next(each for each in reversed(town.state.conversation_history) if each.role is Role.PLAYER)
    assert PELL in said.npc_ids


async def test_what_is_taken_back_is_understood_no_more(town: Town) -> None:
    await town.container.turns().undo(town.game_id, len(MADE))
    await town.play("go to the Herring Gull")
    assert town.state.scenario.current_location_id == "quay"
    assert "Ada" not in await town.play("what can I do?")
    await town.order(*MADE)
    await town.play("go to the Herring Gull")
    assert town.state.scenario.current_location_id == HOUSE
