"""What is remembered of whole turns, with the offline narrator and the extractive summarizer."""

from app.agents.narrator.offline import OfflineNarrator
from app.events.commands import (
    AdvanceTimeCommand,
    AskTopicCommand,
    DiscoverSecretCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
)
from app.interfaces.stores import IGameStore
from app.models.events.play import TopicTold
from app.models.messages.message import Role
from app.models.messages.payload import EventPayload
from app.models.sheets.condition import DangerLevel
from tests.integration.turns.table import begin, captured, lived, new_table

OWL = "An owl took the tower. Bring me a lantern and you shall have my key."
PROMISE = "I promise to bring your lantern back before the first snow."


async def test_asking_the_same_on_three_visits_puts_no_memory_into_a_memory(store: IGameStore) -> None:
    table = new_table(store, narrator=OfflineNarrator())
    game_id = begin(table)
    recalled = []
    for visit in range(3):
        await table.take_turn(game_id, "go to the inn")
        if visit == 0:
            await table.take_turn(game_id, f"Mara, {PROMISE}")
        result = await table.take_turn(game_id, "ask Mara about the owl")
        recalled += [message for message in result.messages if message.role is Role.NPC and message.quoted]
        await table.take_turn(game_id, "what did I promise you, Mara?")
        await table.take_turn(game_id, "go to the market")
        await table.settle(game_id)
    first, *later = captured(table.state(game_id).npc("mara").npc_memories)
    assert recalled, "coming back to her shows her memory"
    assert "first snow" in first.summary
    assert len(later) == 2
    assert all("snow" not in entry.summary and "promise" not in entry.summary for entry in later)
    places = lived(table.state(game_id).place("inn").location_memories)
    assert ["snow" in entry.summary for entry in places] == [True, False, False]


async def test_two_events_of_one_command_give_two_memories(store: IGameStore) -> None:
    table = new_table(store)
    game_id = begin(table)
    await table.execute(game_id, TakeItemCommand(item_id="lantern"), DiscoverSecretCommand(secret_id="loose-stone"))
    state = table.state(game_id)
    state.scenario.current_location_id = "tower"
    both = UpdateLocationStateCommand(location_id="tower", complete_encounter="owl", danger_level=DangerLevel.CLEARED)
    await table.execute(game_id, both)
    await table.settle(game_id)
    memories = captured(table.state(game_id).scenario.world_memories)
    assert [entry.tags[0] for entry in memories] == ["world:encounter_completed", "world:location_cleared"]
    ranges = {(entry.first_message_index, entry.since_message_index) for entry in memories}
    assert len(ranges) == 1
    assert {entry.encounter_id for entry in memories} == {"owl", None}


async def test_what_a_person_told_is_an_event_of_its_own_words_and_of_the_line_where_it_said_none(
    store: IGameStore,
) -> None:
    """So that it stays with the place and the person, wherever the turn began."""
    table = new_table(store)
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    asked = await table.take_turn(game_id, "ask Mara about the owl")
    told = TopicTold(npc_id="mara", topic_id="owl-trouble", first_time=True, text=OWL)
    assert [message.role for message in asked.messages if told in message.events] == [Role.NPC]
    ordered = AskTopicCommand(npc_id="mara", topic_id="owl-trouble")
    [line] = (await table.execute(game_id, ordered, AdvanceTimeCommand(minutes=5))).messages
    assert line.events == (told.model_copy(update={"first_time": False, "text": "The owl, still the owl."}),)


async def test_a_place_that_was_reached_in_the_turn_remembers_what_was_asked_there(store: IGameStore) -> None:
    table = new_table(store, narrator=OfflineNarrator())
    game_id = begin(table)
    await table.take_turn(game_id, "go to the inn then ask Mara about the owl")
    await table.take_turn(game_id, "go to the market")
    await table.settle(game_id)
    [memory] = captured(table.state(game_id).place("inn").location_memories)
    assert "about the owl" in memory.summary
    assert isinstance(memory.payload, EventPayload)
    assert [event.topic_id for event in memory.payload.events if isinstance(event, TopicTold)] == ["owl-trouble"]
