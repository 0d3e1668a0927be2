"""Conversations that were held elsewhere become turns: who said what to whom, who heard it, and when it was."""

from datetime import UTC, datetime, timedelta

import pytest

from app.errors import Conflict, StorageFailed
from app.events.commands import MoveNPCCommand
from app.interfaces.stores import IGameStore
from app.models.memory import MemoryKind
from app.models.messages.message import Message, Role
from app.models.messages.passage import Source
from app.models.messages.speech import ActKind
from app.models.messages.transcript import TranscriptLine
from app.models.records.folding import fold_journal
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from app.services.game.turns.transcript_recorder import lines_of_messages
from app.services.game.turns.turn_service import TurnService
from app.services.game.turns.turn_transaction import TurnTransaction
from tests.integration.turns.table import captured, comparable, new_table
from tests.worlds import small_sheet

AT = datetime(2024, 6, 5, 14, 56, tzinfo=UTC)
SECRET = "Keep this between us, Mara: I have sold the mill."


def sheet() -> ScenarioSheet:
    people = (
        NPCSheet(id=name.casefold(), name=name, description="She is in the chat.", start_location="market")
        for name in ("Mara", "Ivo", "Tove")
    )
    return small_sheet().model_copy(update={"npcs": tuple(people), "canon": None})


def begun(table: TurnService) -> str:
    return table.library.begin(sheet(), "Élan", seed=7)


def line(text: str, speaker: str | None = "player", **fields: object) -> TranscriptLine:
    """A line of which all is said, but for what stands between asterisks at its beginning."""
    told, _, said = text.rpartition("*")
    shown = f"{told.strip('*')} {said.strip()}".strip()
    spoken = ((shown.index(said.strip()), len(shown)),) if said.strip() and speaker else ()
    values: dict[str, object] = {"spoken": spoken, "is_player": speaker == "player"} | fields
    return TranscriptLine(shown, speaker, **values)  # type: ignore[arg-type]  # the values of the fields that are given


async def taken_in(table: TurnService, *lines: TranscriptLine) -> list[Message]:
    game_id = begun(table)
    await table.take_in(game_id, lines)
    return [each for each in table.state(game_id).conversation_history if each.role is not Role.SYSTEM]


async def test_lines_become_messages_with_speakers_hearers_times_and_acts(table: TurnService) -> None:
    said = await taken_in(
        table,
        line("The market is shut.", None, sent_at=AT),
        line("*wipes her hands* Good evening.", "mara", minutes=3),
        line("Mara, I promise to bring you the lantern tomorrow.", sent_at=AT + timedelta(minutes=9), minutes=6),
    )
    assert [(each.role, each.speaker_name, each.content) for each in said] == [
        (Role.NARRATOR, "Narrator", "The market is shut."),
        (Role.NARRATOR, "Narrator", "wipes her hands"),
        (Role.NPC, "Mara", "Good evening."),
        (Role.PLAYER, "Élan", "Mara, I promise to bring you the lantern tomorrow."),
    ]
    assert [each.game_time - said[0].game_time for each in said] == [0, 3, 3, 9]
    assert [said[0].timestamp, said[3].timestamp] == [AT, AT + timedelta(minutes=9)]
    assert {each.witness_ids for each in said} == {("mara", "ivo", "tove")}
    assert [each.kind for each in said[3].acts] == [ActKind.PROMISE]
    assert {each.source for each in said[:3]} == {Source.MODEL}, "what a file tells is no fact of the world"


async def test_each_line_of_a_player_begins_a_turn_that_can_be_undone(table: TurnService) -> None:
    game_id = begun(table)
    lines = [line("Hello.", "mara"), line("Hello, Mara."), line("*nods*", "mara"), line("I promise to come back.")]
    assert await table.take_in(game_id, lines) == 3
    tree = await table.tree(game_id)
    assert [node.player_input for node in tree.nodes] == [None, "Hello, Mara.", "I promise to come back."]
    assert len(table.state(game_id).commitments) == 1
    await table.undo(game_id, 2)
    said = [each.content for each in table.state(game_id).conversation_history if each.role is not Role.SYSTEM]
    assert said == ["Hello."]
    assert not table.state(game_id).commitments


async def test_the_journal_alone_rebuilds_the_game(table: TurnService, store: IGameStore) -> None:
    game_id = begun(table)
    lines = [line(f"I saw {number} boats.", ("player", "mara")[number % 2], minutes=2) for number in range(40)]
    await table.take_in(game_id, lines)
    await table.settle(game_id)
    folded = fold_journal(table.library.read(game_id))
    assert folded.model_dump() == table.state(game_id).model_dump()
    await table.close(game_id)
    assert comparable(new_table(store).state(game_id)) == comparable(folded)


async def test_memories_are_captured_when_the_game_settles_and_none_is_missing(table: TurnService) -> None:
    game_id = begun(table)
    await table.take_in(game_id, [line("Ivo, I'll mend your boat on Friday."), line("Thank you.", "ivo")])
    assert not captured(table.state(game_id).npc("ivo").npc_memories)
    assert table.state(game_id).pending
    await table.settle(game_id)
    assert not table.state(game_id).pending
    [memory] = captured(table.state(game_id).npc("ivo").npc_memories)
    assert "mend your boat on Friday" in memory.summary
    assert memory.kind is MemoryKind.SUMMARY


@pytest.mark.parametrize(
    ("said", "to"),
    [
        (line("Ivo, look at this.", "mara"), ("ivo",)),
        (line("Élan, come here.", "mara"), ("player",)),
        (line("*turns to Tove* Look at this.", "mara"), ("tove",)),
        (line("Really?", "mara"), ("ivo",)),
        (line("Tove, what do you think?"), ("tove",)),
        (line("Don't tell Tove."), ("ivo",)),
    ],
)
async def test_whoever_is_called_else_turned_to_else_answered_is_addressed(
    table: TurnService, said: TranscriptLine, to: tuple[str, ...]
) -> None:
    messages = await taken_in(table, line("Evening."), line("The boat leaks.", "ivo"), said)
    assert messages[-1].addressee_ids == to


async def test_what_is_said_in_confidence_stays_among_those_it_was_said_to(table: TurnService) -> None:
    messages = await taken_in(
        table,
        line("Good evening.", "ivo"),
        line(SECRET),
        line("*lowers her voice* Sold? The mill?", "mara"),
        line("Yes, to the miller's brother."),
        line("What are you two whispering about?", "ivo"),
        line("Nothing, Ivo."),
    )
    heard = {each.content: each.witness_ids for each in messages}
    assert heard["Good evening."] == ("mara", "ivo", "tove")
    for private in (SECRET, "lowers her voice", "Sold? The mill?", "Yes, to the miller's brother."):
        assert heard[private] == ("mara",)
    assert heard["Nothing, Ivo."] == heard["What are you two whispering about?"] == ("mara", "ivo", "tove")


async def test_only_those_hear_a_line_who_are_there(table: TurnService) -> None:
    there = ("ivo",)
    messages = await taken_in(
        table,
        line("It is dark.", None, present_ids=there),
        line("Mara has the key.", present_ids=there),
        line("I know.", "ivo", present_ids=there),
        line("Good morning.", "mara", present_ids=("mara", "ivo")),
    )
    assert [each.witness_ids for each in messages] == [("ivo",), ("ivo",), ("ivo",), ("mara", "ivo")]


async def test_an_unknown_speaker_is_recorded_under_its_id(table: TurnService) -> None:
    (message,) = await taken_in(table, line("Is anybody here?", "otto"))
    assert (message.speaker_id, message.speaker_name) == ("otto", "otto")
    assert message.witness_ids == ("mara", "ivo", "tove")


async def test_a_speaker_at_another_place_does_not_hear_the_line(table: TurnService) -> None:
    game_id = begun(table)
    await table.execute(game_id, MoveNPCCommand(npc_id="ivo", location_id="inn"))
    await table.take_in(game_id, [line("Good morning.", "ivo")])
    said = [each for each in table.state(game_id).conversation_history if each.role is Role.NPC]
    assert [each.witness_ids for each in said] == [("mara", "tove")]


async def test_people_do_nothing_of_their_own_meanwhile(table: TurnService) -> None:
    game_id = begun(table)
    await table.take_in(game_id, [line("Hm.", minutes=60) for _ in range(12)])
    state = table.state(game_id)
    assert {npc.current_location_id for npc in state.npcs.values()} == {"market"}
    assert {command["kind"] for record in table.library.read(game_id).records for command in _commands(record)} == {
        "advance_time"
    }


def _commands(record: object) -> list[dict[str, object]]:
    return [each.command for each in record.commands]  # type: ignore[attr-defined]  # a record of the journal


async def test_the_same_request_goes_on_where_it_was_cut_off(
    table: TurnService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id, lines = begun(table), [line(f"Line {number}.") for number in range(4)]
    commit, calls = TurnTransaction.commit, 0

    async def failing(self: TurnTransaction, **fields: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise StorageFailed("The disk is full.")
        return await commit(self, **fields)  # type: ignore[arg-type]  # the fields of the original

    monkeypatch.setattr(TurnTransaction, "commit", failing)
    with pytest.raises(StorageFailed):
        await table.take_in(game_id, lines, request_id="once", request_hash="a")
    assert await table.take_in(game_id, lines, request_id="once", request_hash="a") == 2
    assert await table.take_in(game_id, lines, request_id="once", request_hash="a") == 0
    with pytest.raises(Conflict):
        await table.take_in(game_id, lines, request_id="once", request_hash="b")
    said = [each.content for each in table.state(game_id).conversation_history if each.role is Role.PLAYER]
    assert said == [each.text for each in lines]


async def test_each_message_is_found_by_the_number_of_its_line(table: TurnService) -> None:
    lines = [
        line("It is dark.", None, number=2),
        line("*nods* Hello.", "mara", number=3),
        line("*I nod* Hello.", number=5),
        line("*nods*", "ivo", number=6),
    ]
    messages = await taken_in(table, *lines)
    numbers = lines_of_messages(messages, lines)
    assert [(each.content, numbers[each.index]) for each in messages] == [
        ("It is dark.", 2),
        ("nods", 3),
        ("Hello.", 3),
        ("I nod Hello.", 5),
        ("nods", 6),
    ]
