"""What a commit holds, and getting the state back from it."""

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import CorruptSave
from app.events.commands import TakeItemCommand
from app.models.command import Command
from app.models.memory import CaptureRequest, MemoryEntry, MemorySource, MemoryStatus, Scope
from app.models.records.baseline import Baseline
from app.models.records.folding import chain, fold_journal
from app.models.records.record import Header, Journal, Opening, Record, RecordKind
from app.models.sheets.quest import QuestStatus
from app.models.state.commitment import Commitment, CommitmentKind, CommitmentStatus
from app.models.state.game_state import GameState, Note
from tests.examples import examples
from tests.unit.events.playing import WHOLE_STORY, play, stories, whole_bus
from tests.worlds import NOW, is_unchanged, message, new_game, say, serialized_parts

HEADER = Header(
    game_id="game-1", title="t", scenario_id="small", scenario_title="s", scenario_digest="d", created_at=NOW
)


class Keeper:
    """Commits a state into a journal, each record through JSON."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.journal = Journal(
            header=HEADER,
            opening=Opening.model_validate_json(Opening(state=state.model_copy(deep=True)).model_dump_json()),
        )
        self.baseline = Baseline(state)

    def commit(self, kind: RecordKind = RecordKind.TURN, parent: int | None = None) -> Record:
        record = Record(
            seq=self.journal.last_seq + 1,
            kind=kind,
            parent=self.journal.head if parent is None else parent,
            turn=self.state.turn,
            at=NOW,
            **self.baseline.changes(self.state),
        )
        self._append(record)
        return record

    def mark(self, head: int) -> None:
        self._append(
            Record(
                seq=self.journal.last_seq + 1, kind=RecordKind.MARK, parent=self.journal.head, head=head, turn=0, at=NOW
            )
        )

    def _append(self, record: Record) -> None:
        read = Record.model_validate_json(record.model_dump_json())
        self.journal = self.journal.model_copy(update={"records": (*self.journal.records, read)})


def held_by(record: Record) -> list[str]:
    """Which of its fields hold a change of the state."""
    fields = ("messages", "notes", "memories", "statuses", "commitments", "parts")
    return [name for name in fields if getattr(record, name)]


def same(left: GameState, right: GameState) -> bool:
    return left.model_dump() == right.model_dump()


def entry(scope: Scope, text: str) -> MemoryEntry:
    return MemoryEntry(created_at=NOW, source=scope.source, summary=text)


def promise(state: GameState, to: str = "mara") -> Commitment:
    """The next promise of the game, from its last message."""
    return Commitment(
        id=state.next_commitment_id(),
        kind=CommitmentKind.PROMISE,
        by_id="player",
        to_ids=(to,),
        words="I will bring the lantern.",
        message_index=len(state.conversation_history) - 1 if state.conversation_history else None,
        made_at=state.clock.minutes,
        turn=state.turn,
    )


# -- there and back -----------------------------------------------------------------------------------------------

turn_contents = st.tuples(
    stories,
    st.lists(st.text(min_size=1, max_size=20), max_size=3),
    st.sampled_from([None, Scope.world(), Scope.location("inn"), Scope.npc("mara")]),
    st.booleans(),
)


@given(st.lists(turn_contents, max_size=5))
@settings(max_examples=examples(24))
def test_commits_fold_to_any_state(turns: list[tuple[list[Command], list[str], Scope | None, bool]]) -> None:
    """Messages, notes, memories, statuses, cursors, pending work and every part, after each record."""

    async def scenario() -> None:
        state, bus = new_game(), whole_bus()
        keeper, states = Keeper(state), [new_game().model_dump()]
        for orders, lines, scope, pin in turns:
            state.turn += 1
            await play(bus, state, *orders)
            say(state, *lines)
            if scope is not None:
                kept = state.remember(scope, entry(scope, "Something was remembered."))
                state.set_cursor(scope, len(state.conversation_history) - 1)
                state.set_status(kept.id or "", MemoryStatus(pinned=pin))
            if pin:
                state.set_commitment(promise(state))
            elif state.commitments:
                oldest = state.commitments["c-1"]
                state.set_commitment(oldest.model_copy(update={"status": CommitmentStatus.KEPT}))
            keeper.commit()
            states.append(state.model_dump())
            assert is_unchanged(keeper.baseline, state)
        for at, expected in enumerate(states):
            assert fold_journal(keeper.journal, at).model_dump() == expected

    asyncio.run(scenario())


async def test_a_commit_holds_only_the_commitments_that_were_made_or_changed() -> None:
    state = new_game()
    say(state, "I will bring the lantern.")
    keeper = Keeper(state)
    for _ in range(11):
        state.set_commitment(promise(state))
    assert not is_unchanged(keeper.baseline, state)
    assert list(keeper.commit().commitments) == [f"c-{number}" for number in range(1, 12)]
    assert held_by(keeper.commit()) == []
    kept = state.commitments["c-2"].model_copy(update={"status": CommitmentStatus.KEPT})
    state.set_commitment(kept)
    record = keeper.commit()
    assert held_by(record) == ["commitments"]
    assert record.commitments == {"c-2": kept}
    folded = fold_journal(keeper.journal)
    assert list(folded.commitments) == list(state.commitments)
    assert folded.commitments["c-2"] == kept
    assert fold_journal(keeper.journal, 1).commitments["c-2"].is_open


@pytest.mark.parametrize("change", [{"id": "c-7"}, {"message_index": 99}])
async def test_a_commitment_that_does_not_fit_its_game_is_damage(change: dict[str, Any]) -> None:
    keeper = Keeper(new_game())
    keeper.state.set_commitment(promise(keeper.state).model_copy(update=change))
    keeper.commit()
    with pytest.raises(CorruptSave, match="commitment"):
        fold_journal(keeper.journal)


async def test_undo_is_folding_at_an_earlier_record() -> None:
    state, bus = new_game(), whole_bus()
    keeper = Keeper(state)
    state.turn = 1
    say(state, "I take the lantern.")
    await bus.execute(TakeItemCommand(item_id="lantern"), state)
    keeper.commit()
    after_one = fold_journal(keeper.journal)
    state.turn = 2
    say(state, "And the anvil.")
    keeper.commit()
    keeper.mark(head=1)

    assert keeper.journal.head == 1
    assert same(fold_journal(keeper.journal), after_one)
    assert fold_journal(keeper.journal).turn == 1


async def test_a_turn_after_an_undo_follows_the_head_and_the_undone_one_is_forgotten() -> None:
    keeper = Keeper(new_game())
    for text in ("one", "two"):
        keeper.state.turn += 1
        say(keeper.state, text)
        keeper.commit()
    keeper.mark(head=1)
    back = fold_journal(keeper.journal)
    keeper.state, keeper.baseline = back, Baseline(back)
    back.turn += 1
    say(back, "two, differently")
    keeper.commit()
    folded = fold_journal(keeper.journal)
    assert [m.content for m in folded.conversation_history] == ["one", "two, differently"]
    assert [record.seq for record in chain(keeper.journal, keeper.journal.head)] == [1, 4]


def test_folding_does_not_touch_the_journal() -> None:
    keeper = Keeper(new_game())
    keeper.state.party.items.append("lantern")
    say(keeper.state, "Hello.")
    keeper.commit()
    before = keeper.journal.model_dump_json()
    folded = fold_journal(keeper.journal)
    folded.party.items.clear()
    folded.conversation_history.clear()
    folded.place("market").items.clear()
    assert keeper.journal.model_dump_json() == before
    assert fold_journal(keeper.journal).party.items == ["lantern"]


def test_a_folded_game_selects_its_messages_like_the_played_one() -> None:
    keeper = Keeper(new_game())
    say(keeper.state, "Hello.", "Goodbye.")
    keeper.commit()
    market = Scope.location("market")
    assert (
        fold_journal(keeper.journal).message_index.of(market, 0, 9)
        == keeper.state.message_index.of(market, 0, 9)
        == [0, 1]
    )


def test_a_record_that_follows_a_missing_one_is_a_corrupt_save() -> None:
    keeper = Keeper(new_game())
    keeper.commit(parent=7)
    with pytest.raises(CorruptSave, match="record 7"):
        fold_journal(keeper.journal)


def test_a_part_of_a_later_version_is_a_corrupt_save() -> None:
    keeper = Keeper(new_game())
    keeper._append(Record(seq=1, kind=RecordKind.TURN, parent=0, turn=1, at=NOW, parts={"weather": {"rain": True}}))
    with pytest.raises(CorruptSave, match="'weather'"):
        fold_journal(keeper.journal)


# -- what a commit holds ------------------------------------------------------------------------------------------


async def test_a_commit_holds_only_what_changed() -> None:
    keeper = Keeper(new_game())
    await whole_bus().execute(TakeItemCommand(item_id="lantern"), keeper.state)
    record = keeper.commit()
    assert sorted(record.parts) == ["location/market", "party"]
    assert held_by(record) == ["parts"]


def test_a_commit_of_nothing_holds_nothing() -> None:
    keeper = Keeper(new_game())
    record = keeper.commit()
    assert held_by(record) == []


def test_what_was_committed_is_not_committed_again() -> None:
    keeper = Keeper(new_game())
    say(keeper.state, "Hello.")
    keeper.state.set_status("mara-001", MemoryStatus(pinned=True))
    keeper.state.notes.append(Note(text="n", turn=1, game_time=0))
    keeper.commit()
    assert held_by(keeper.commit()) == []


def test_each_changed_status_is_in_one_commit_whoever_else_follows_the_changes() -> None:
    """The log of changes only grows: a commit reads it from where the last one ended, and takes nothing away."""
    keeper = Keeper(new_game())
    for commit in (["mara-002", "mara-001", "mara-002"], ["mara-001"]):
        before = len(keeper.state.status_log)
        for number, memory_id in enumerate(commit):
            keeper.state.set_status(memory_id, MemoryStatus(recalls=number))
        assert keeper.state.status_log[before:] == commit
        assert not is_unchanged(keeper.baseline, keeper.state)
        assert list(keeper.commit().statuses) == sorted(set(commit))
        assert is_unchanged(keeper.baseline, keeper.state)
    assert fold_journal(keeper.journal) == keeper.state, "what a process has seen change is no part of the game"


def test_serialized_parts_hold_no_log() -> None:
    """Whatever grows with the game stays out of the parts, and every bounded thing is in one of them."""
    state = new_game()
    before = serialized_parts(state)
    say(state, *[f"marker-line {n}" for n in range(50)])
    state.notes.extend(Note(text="marker-note", turn=1, game_time=0) for _ in range(50))
    for scope in state.scopes():
        kept = state.remember(scope, entry(scope, "marker-memory"))
        state.set_status(kept.id or "", MemoryStatus(pinned=True))
    after = serialized_parts(state)
    assert after == before
    assert not any(b"marker" in data for data in after.values())
    assert not any(b"A town with an owl" in data for data in after.values()), "the sheet never changes"


async def test_parts_are_as_long_after_a_long_game_as_after_a_short_one() -> None:
    state, bus = new_game(), whole_bus()
    await play(bus, state, *WHOLE_STORY)
    short = {name: len(data) for name, data in serialized_parts(state).items()}
    say(state, *(["word"] * 500))
    assert {name: len(data) for name, data in serialized_parts(state).items()} == short


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.party.items.append("lantern"),
        lambda s: setattr(s.clock, "minutes", 481),
        lambda s: setattr(s.quest("light"), "status", QuestStatus.ACTIVE),
        lambda s: s.npc("mara").relationships.update({"player": 1.0}),
        lambda s: s.place("inn").lasting_changes.append("smoke"),
        lambda s: s.scenario.tags.append("told"),
        lambda s: s.set_cursor(Scope.npc("mara"), 3),
        lambda s: s.pending.update({"world": [CaptureRequest(scope=Scope.world(), turn=1, first=0)]}),
        lambda s: say(s, "Hello."),
        lambda s: s.notes.append(Note(text="n", turn=1, game_time=0)),
        lambda s: s.remember(Scope.world(), entry(Scope.world(), "It happened.")),
    ],
    ids=range(11),
)
def test_any_change_is_noticed(change: Any) -> None:
    state = new_game()
    baseline = Baseline(state)
    assert is_unchanged(baseline, state)
    change(state)
    assert not is_unchanged(baseline, state)


def test_a_queue_under_the_name_of_another_scope_is_a_corrupt_save() -> None:
    keeper = Keeper(new_game())
    keeper.state.pending["world"] = [CaptureRequest(scope=Scope.npc("mara"), turn=1, first=0)]
    keeper.commit()
    with pytest.raises(CorruptSave):
        fold_journal(keeper.journal)


# -- other things the models promise ------------------------------------------------------------------------------


def test_memory_ids_are_given_by_their_scope() -> None:
    state = new_game()
    ids = [
        state.remember(scope, entry(scope, "It was.")).id
        for scope in (Scope.npc("mara"), Scope.npc("mara"), Scope.world())
    ]
    assert ids == ["mara-001", "mara-002", "world-001"]


def test_two_cells_of_one_name_are_two_scopes() -> None:
    state = new_game()
    state.remember(Scope.location("cell-1"), entry(Scope.location("cell-1"), "Number one."))
    assert [m.summary for m in state.memories(Scope.location("cell-1"))] == ["Number one."]
    assert state.memories(Scope.location("cell-2")) == []


def test_a_memory_is_frozen_to_the_ground_and_dumps_lists() -> None:
    kept = MemoryEntry.model_validate(
        {"created_at": NOW, "source": "npc", "summary": "s", "tags": ["a"], "metadata": {"deep": {"list": [1, [2]]}}}
    )
    assert (kept.tags, kept.metadata["deep"]["list"]) == (("a",), (1, (2,)))
    with pytest.raises(TypeError):
        kept.metadata["deep"]["more"] = 1
    dumped = kept.model_dump(mode="json")
    assert (dumped["tags"], dumped["metadata"]) == (["a"], {"deep": {"list": [1, [2]]}})
    assert MemoryEntry.model_validate(dumped) == kept
    assert kept.source is MemorySource.NPC


def test_fresh_content_leaves_out_what_was_quoted_from_memory() -> None:
    assert message(0, "I said: old words. And new.", quoted=((8, 18),)).fresh_content == "I said: … And new."
    assert message(0, "all of it is old", quoted=((0, 16),)).fresh_content == "…"
    assert message(0, "abcdef", quoted=((3, 5), (0, 4))).fresh_content == "……f"
    assert message(0, "nothing quoted").fresh_content == "nothing quoted"


def test_a_game_with_memories_can_be_copied_whole() -> None:
    state = new_game()
    state.remember(
        Scope.world(),
        MemoryEntry(created_at=NOW, source=MemorySource.WORLD, summary="It rained.", metadata={"a": [1, {"b": 2}]}),
    )
    copied = state.model_copy(deep=True)
    assert copied.model_dump() == state.model_dump()
    assert copied.scenario.world_memories is not state.scenario.world_memories
