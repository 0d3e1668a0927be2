"""What people see happen beside what is said: observations, who has them, and when."""

import itertools
from typing import Any

import pytest

from app.events.commands import (
    AddNoteCommand,
    AdvanceTimeCommand,
    AskTopicCommand,
    ChangeLocationCommand,
    DiscoverSecretCommand,
    DropItemCommand,
    GiveItemCommand,
    MoveNPCCommand,
    SetNPCAttitudeCommand,
    StartQuestCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
    UseItemCommand,
)
from app.interfaces.stores import IGameStore
from app.language.rendering.perspective import in_own_words
from app.memory.entries.scoring import heuristic_importance
from app.models.command import Command
from app.models.events.play import ItemTaken
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.records.folding import fold_journal
from app.models.sheets.condition import Attitude, DangerLevel
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import comparable, new_table
from tests.worlds import small_sheet

TAKE, DROP = TakeItemCommand(item_id="lantern"), DropItemCommand(item_id="lantern")
GIVE = GiveItemCommand(item_id="lantern", npc_id="mara")
IN, OUT = ChangeLocationCommand(location_id="inn"), ChangeLocationCommand(location_id="market")


def seen(state: GameState, npc_id: str) -> list[MemoryEntry]:
    return [entry for entry in state.npc(npc_id).npc_memories if entry.kind is MemoryKind.OBSERVATION]


def lines(state: GameState, npc_id: str) -> list[str]:
    return [entry.summary for entry in seen(state, npc_id)]


async def carried_out(table: TurnService, game_id: str, *commands: Command) -> GameState:
    await table.execute(game_id, *commands)
    return table.state(game_id)


async def test_who_is_there_sees_a_thing_taken_and_tells_it_as_seen(table: TurnService, game_id: str) -> None:
    result = await table.take_turn(game_id, "take the lantern")
    state = table.state(game_id)
    (entry,) = seen(state, "guard-1")
    assert entry.summary == "Élan took the lantern."
    assert in_own_words(entry.summary, ["Guard"], ["Élan"]) == "You took the lantern."
    assert (entry.origin, entry.importance) == (MemoryOrigin.PERCEPTION, 2)
    assert (entry.subjects, entry.location_id) == (("player", "lantern"), "market")
    assert (entry.turn, entry.game_time, entry.scene) == (1, state.clock.minutes, state.clock.scene_id)
    assert entry.created_at <= result.messages[0].timestamp


async def test_what_was_seen_is_kept_as_its_event_with_everybody_who_saw_it(
    store: IGameStore, table: TurnService, game_id: str
) -> None:
    state = await carried_out(table, game_id, MoveNPCCommand(npc_id="guard-2", location_id="market"), TAKE)
    taken = ItemTaken(item_id="lantern", location_id="market")
    payload = EventPayload(kind="event", events=(taken,), seen_by=("guard-1", "guard-2"))
    assert [seen(state, npc)[-1].payload for npc in ("guard-1", "guard-2")] == [payload, payload]
    assert seen(fold_journal(store.read(game_id)), "guard-1")[-1].payload == payload


async def test_who_sees_the_party_leave_and_who_sees_it_come_have_seen_the_same_event(
    table: TurnService, game_id: str
) -> None:
    state = await carried_out(table, game_id, IN)
    [left], [came] = (seen(state, npc) for npc in ("guard-1", "mara"))
    assert isinstance(left.payload, EventPayload)
    assert left.payload == came.payload
    assert set(left.payload.seen_by) == {"guard-1", "mara"}


async def test_who_sleeps_or_goes_itself_is_not_among_those_who_saw_it(table: TurnService, game_id: str) -> None:
    state = await carried_out(table, game_id, MoveNPCCommand(npc_id="mara", location_id="market"))
    [entry] = seen(state, "guard-1")
    assert isinstance(entry.payload, EventPayload)
    assert entry.payload.seen_by == ("guard-1",)


async def test_a_sleeper_sees_only_what_is_handed_to_it(table: TurnService, game_id: str) -> None:
    await carried_out(table, game_id, MoveNPCCommand(npc_id="guard-1", location_id="inn"), TAKE, IN)
    state = table.state(game_id)
    before = {npc_id: len(lines(state, npc_id)) for npc_id in ("mara", "guard-1")}
    for npc_id in before:
        state.npc(npc_id).activity = Activity.SLEEPING
    await carried_out(table, game_id, DROP, TAKE, GIVE)
    state = table.state(game_id)
    assert lines(state, "mara")[before["mara"] :] == ["Élan gave Mara Ironhand the lantern."]
    assert lines(state, "guard-1")[before["guard-1"] :] == []
    payload = seen(state, "mara")[-1].payload
    assert isinstance(payload, EventPayload)
    assert payload.seen_by == ("mara",)


async def test_what_no_player_in_particular_does_is_done_by_all_of_them(store: IGameStore) -> None:
    """A person's going is done by no player, whoever speaks in that turn."""
    table = new_table(store)
    game_id = table.library.begin(small_sheet(), "Anna")
    table.state(game_id).party.players = [PlayerCharacter(name="Anna"), PlayerCharacter(id="ben", name="Ben")]
    state = await carried_out(table, game_id, TAKE, MoveNPCCommand(npc_id="mara", location_id="market"))
    assert [entry.subjects for entry in seen(state, "guard-1")] == [
        ("player", "ben", "lantern"),
        ("mara", "inn", "market"),
    ]


async def test_nobody_elsewhere_observes_anything(table: TurnService, game_id: str) -> None:
    state = await carried_out(table, game_id, TAKE, DROP, TAKE)
    assert len(lines(state, "guard-1")) == 3
    assert lines(state, "mara") == lines(state, "guard-2") == []
    assert state.npc("mara").importance_accumulator == 0


async def test_the_old_place_sees_the_party_leave_and_the_new_one_sees_it_come(
    table: TurnService, game_id: str
) -> None:
    state = await carried_out(table, game_id, IN)
    assert lines(state, "guard-1") == ["Élan left the Market for the Inn."]
    assert lines(state, "mara") == ["Élan came to the Inn."]
    assert [seen(state, npc)[0].location_id for npc in ("guard-1", "mara")] == ["market", "inn"]


async def test_what_follows_a_move_is_seen_at_the_new_place_only(table: TurnService, game_id: str) -> None:
    state = await carried_out(table, game_id, TAKE, IN, DROP)
    assert lines(state, "guard-1") == ["Élan took the lantern.", "Élan left the Market for the Inn."]
    assert lines(state, "mara") == ["Élan came to the Inn.", "Élan put down the lantern."]


async def test_a_gift_matters_more_to_whom_it_is_given(table: TurnService, game_id: str) -> None:
    await carried_out(table, game_id, MoveNPCCommand(npc_id="guard-1", location_id="inn"), TAKE, IN)
    state = await carried_out(table, game_id, GIVE)
    given = [seen(state, npc_id)[-1] for npc_id in ("mara", "guard-1")]
    assert {entry.summary for entry in given} == {"Élan gave Mara Ironhand the lantern."}
    assert [entry.importance for entry in given] == [4, 2]
    assert in_own_words(given[0].summary, ["Mara Ironhand"], ["Élan"]) == "You gave me the lantern."


async def test_what_a_telling_hands_over_is_seen_but_the_telling_is_not(table: TurnService, game_id: str) -> None:
    await carried_out(table, game_id, TAKE, IN, GIVE)
    state = await carried_out(table, game_id, AskTopicCommand(npc_id="mara", topic_id="key"))
    assert lines(state, "mara")[2:] == ["Mara Ironhand gave Élan the brass key."]


async def test_a_secret_that_was_told_is_not_seen(store: IGameStore) -> None:
    table = new_table(store)
    sheet = small_sheet().model_dump()
    sheet["npcs"][0]["topics"][0]["reveals_secret"] = "loose-stone"
    sheet["npcs"][0]["start_location"] = "market"
    game_id = table.library.begin(ScenarioSheet.model_validate(sheet), "Élan")
    state = await carried_out(table, game_id, AskTopicCommand(npc_id="mara", topic_id="owl-trouble"))
    assert state.place("market").discovered_secrets == ["loose-stone"]
    assert lines(state, "mara") == lines(state, "guard-1") == []


@pytest.mark.parametrize(
    ("commands", "line", "importance"),
    [
        ([DiscoverSecretCommand(secret_id="loose-stone")], "Élan discovered the loose stone.", 6),
        ([TAKE, UseItemCommand(item_id="lantern", target_id="well")], "Élan used the lantern on the old well.", 2),
        (
            [UpdateLocationStateCommand(location_id="market", danger_level=DangerLevel.EXTREME)],
            "The danger at the Market became extreme.",
            6,
        ),
        (
            [UpdateLocationStateCommand(location_id="market", danger_level=DangerLevel.CLEARED)],
            "Nothing threatened anybody at the Market any more.",
            6,
        ),
        (
            [UpdateLocationStateCommand(location_id="market", add_effect='a "burnt" stall')],
            "What changed at the Market: \"A 'burnt' stall\".",
            4,
        ),
        ([MoveNPCCommand(npc_id="mara", location_id="market")], "Mara Ironhand came to the Market.", 2),
    ],
)
async def test_what_else_is_to_be_seen(
    table: TurnService, game_id: str, commands: list[Command], line: str, importance: float
) -> None:
    state = await carried_out(table, game_id, *commands)
    last = seen(state, "guard-1")[-1]
    assert (last.summary, last.importance) == (line, importance)


async def test_an_encounters_end_is_seen(table: TurnService, game_id: str) -> None:
    await carried_out(table, game_id, MoveNPCCommand(npc_id="guard-1", location_id="tower"), TAKE)
    table.state(game_id).scenario.current_location_id = "tower"
    over = UpdateLocationStateCommand(location_id="tower", complete_encounter="owl", danger_level=DangerLevel.LOW)
    state = await carried_out(table, game_id, over)
    assert [(entry.summary, entry.importance) for entry in seen(state, "guard-1")] == [
        ("Élan overcame the great owl.", 4),
        ("The danger at the Tower became low.", 2),
    ]


async def test_whoever_leaves_sees_nothing_of_what_comes_after(table: TurnService, game_id: str) -> None:
    state = await carried_out(table, game_id, MoveNPCCommand(npc_id="guard-1", location_id="inn"), TAKE)
    assert lines(state, "guard-1") == []


async def test_of_two_people_of_one_name_each_sees_the_other_go(table: TurnService, game_id: str) -> None:
    """Told by the second guard, "Guard left" would be its own going."""
    meet = MoveNPCCommand(npc_id="guard-2", location_id="market")
    state = await carried_out(table, game_id, meet, MoveNPCCommand(npc_id="guard-2", location_id=None))
    assert lines(state, "guard-1") == ["Another person came to the Market.", "Another person left the Market."]
    assert seen(state, "guard-1")[0].subjects == ("guard-2", "cell-2", "market")
    assert lines(state, "guard-2") == []


async def test_what_is_only_heard_or_known_is_not_seen(table: TurnService, game_id: str) -> None:
    await carried_out(table, game_id, IN)
    before = len(lines(table.state(game_id), "mara"))
    unseen = [
        AskTopicCommand(npc_id="mara", topic_id="owl-trouble"),
        SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.WARY),
        AddNoteCommand(text="Remember the owl."),
        AdvanceTimeCommand(minutes=30),
    ]
    state = await carried_out(table, game_id, *unseen)
    assert len(lines(state, "mara")) == before


async def test_a_refused_command_is_not_seen(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "give Mara the lantern")
    assert lines(table.state(game_id), "guard-1") == []


async def test_each_sight_has_its_time_and_a_text_turns_own_minutes_belong_to_it(
    table: TurnService, game_id: str
) -> None:
    state = await carried_out(table, game_id, TAKE, AdvanceTimeCommand(minutes=600), DROP)
    assert [(entry.game_time, entry.scene) for entry in seen(state, "guard-1")] == [
        (480, None),
        (1080, "day-001/scene-01"),
    ]
    await table.take_turn(game_id, "to the inn")
    assert seen(table.state(game_id), "mara")[0].game_time == 1085


async def test_a_prompt_of_the_same_turn_does_not_know_it_yet(table: TurnService, game_id: str) -> None:
    """What happens in a turn is remembered when it is over, as everything else is."""
    await table.take_turn(game_id, "take the lantern")
    prompt = await table.explain(game_id, 1)
    assert "took the lantern" not in prompt.text


async def test_undo_takes_back_what_was_seen_and_how_much_it_mattered(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "take the lantern")
    before = comparable(table.state(game_id))
    await table.take_turn(game_id, "out and ask Mara")
    await table.take_turn(game_id, "give Mara the lantern")
    assert table.state(game_id).npc("mara").importance_accumulator > 0
    await table.undo(game_id, 2)
    assert comparable(table.state(game_id)) == before


async def test_a_sight_changes_the_part_of_who_saw_it_and_no_other(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE)
    record = table.library.read(game_id).records[-1]
    assert sorted(record.parts) == ["accumulator/guard-1", "location/market", "party"]
    assert record.parts["accumulator/guard-1"] == [2]
    assert fold_journal(table.library.read(game_id)).model_dump() == table.state(game_id).model_dump()


async def test_a_capture_raises_the_accumulator_in_its_own_commit(table: TurnService, game_id: str) -> None:
    for words in ("to the inn", "Mara, I promise to bring the lantern back.", "to the market"):
        await table.take_turn(game_id, words)
    before = table.state(game_id).npc("mara").importance_accumulator
    await table.settle(game_id)
    after = before + heuristic_importance(MemoryKind.SUMMARY, "", origin=MemoryOrigin.DIALOGUE)
    assert table.state(game_id).npc("mara").importance_accumulator == after
    changed = [record.parts for record in table.library.read(game_id).records if "accumulator/mara" in record.parts]
    assert changed[-1]["accumulator/mara"] == [after]


LONG = "Archibald Bartholomew " * 5 + "Fitzgerald"
NAMES = ["O'Brien", "李明", LONG, "Mara", "Guard", "The Innkeeper", "Will", 'Tom "Red" Ash', "élan", "Ironhand Smith"]


@pytest.mark.parametrize("name", [name[:60] for name in NAMES])
async def test_whatever_the_player_is_called_it_is_you_who_took_it(store: IGameStore, name: str) -> None:
    table = new_table(store)
    game_id = table.library.begin(small_sheet(), name)
    await table.take_turn(game_id, "take the lantern")
    await table.take_turn(game_id, "to the inn")
    await table.take_turn(game_id, "give Mara the lantern")
    state = table.state(game_id)
    told: dict[str, list[str]] = {}
    for npc_id in ("guard-1", "mara"):
        sheet = state.sheets.npc(npc_id)
        told[npc_id] = [in_own_words(line, [sheet.name, *sheet.aliases], [name]) for line in lines(state, npc_id)]
    assert told == {
        "guard-1": ["You took the lantern.", "You left the Market for the Inn."],
        "mara": ["You came to the Inn.", "You gave me the lantern."],
    }


@pytest.mark.parametrize("name", NAMES)
async def test_whatever_a_person_is_called_the_others_do_not_take_it_for_themselves(
    store: IGameStore, name: str
) -> None:
    table = new_table(store)
    sheet = small_sheet().model_dump()
    sheet["npcs"][2]["name"] = name
    game_id = table.library.begin(ScenarioSheet.model_validate(sheet), "Ash")
    state = await carried_out(table, game_id, MoveNPCCommand(npc_id="guard-2", location_id="inn"))
    (line,) = lines(state, "mara")
    told = in_own_words(line, ["Mara Ironhand", "Mara", "the innkeeper"], ["Ash"])
    assert told == line
    assert not told.startswith(("I ", "You "))


async def test_of_several_players_the_one_who_acts_is_named_and_all_of_them_move(store: IGameStore) -> None:
    table = new_table(store)
    game_id = table.library.begin(small_sheet(), "Anna")
    table.state(game_id).party.players = [PlayerCharacter(name="Anna"), PlayerCharacter(id="ben", name="Ben")]
    await table.take_turn(game_id, "take the lantern", speaker="ben")
    await table.take_turn(game_id, "to the inn", speaker="ben")
    state = table.state(game_id)
    assert lines(state, "guard-1") == ["Ben took the lantern.", "The party left the Market for the Inn."]
    assert [entry.subjects for entry in seen(state, "guard-1")] == [
        ("ben", "lantern"),
        ("player", "ben", "market", "inn"),
    ]


async def test_a_turn_writes_no_more_than_what_happened_times_who_was_there(table: TurnService, game_id: str) -> None:
    commands: list[Any] = [*itertools.islice(itertools.cycle((TAKE, DROP)), 20)]
    state = await carried_out(table, game_id, MoveNPCCommand(npc_id="mara", location_id="market"), *commands)
    assert [len(lines(state, npc_id)) for npc_id in ("mara", "guard-1", "guard-2")] == [20, 21, 0]


async def test_a_quest_begun_is_not_seen(table: TurnService, game_id: str) -> None:
    state = await carried_out(table, game_id, StartQuestCommand(quest_id="light"))
    assert lines(state, "guard-1") == []


async def test_coming_back_out_is_seen_again(table: TurnService, game_id: str) -> None:
    state = await carried_out(table, game_id, IN, OUT)
    assert lines(state, "guard-1")[-1] == "Élan came to the Market."
    assert lines(state, "mara")[-1] == "Élan left the Inn for the Market."
