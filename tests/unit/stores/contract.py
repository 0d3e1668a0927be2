"""What every store of games keeps to; each store's own test module runs all of it."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import pytest

from app.errors import Conflict, CorruptSave, InvalidInput, NotFound
from app.interfaces.stores import IGameStore
from app.models.records.folding import fold_journal
from app.models.records.record import Journal, Origin, Record
from app.models.sheets.canon import CanonEntry
from tests.unit.stores.journals import capture, content, header, mark, opening, some_records, turn
from tests.worlds import message

HOSTILE_IDS = [
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "/etc",
    "a\\b",
    "Game",
    "a" * 65,
    "game-1\n",
    "\ngame-1",
    "game 1",
    "-a",
    "a-",
    "a--b",
    ".trash",
    "élan",
    "a\0b",
    "x" * 100_000,
]


class Place(Protocol):
    """Where games of one kind of store live."""

    def store(self) -> IGameStore:
        """Another store over the same games."""

    def damage(self, game_id: str, line: int) -> None:
        """Flip a bit in the middle of a line (counted from 1) of a game's journal."""


class StoreContract:
    """Run by every store; a subclass provides the fixture ``place``."""

    @pytest.fixture
    def place(self) -> Place:
        raise NotImplementedError

    @pytest.fixture
    def store(self, place: Place) -> IGameStore:
        return place.store()

    def test_what_is_created_is_read(self, store: IGameStore) -> None:
        given = Journal(header=header(), opening=opening(), records=some_records())
        store.create(given.header, given.opening, given.records)
        assert content(store.read("game-1")) == content(given)

    def test_what_is_appended_is_read_in_order(self, store: IGameStore) -> None:
        store.create(header(), opening())
        for record in some_records():
            store.append("game-1", record, record.seq - 1)
        assert store.read("game-1").records == some_records()

    def test_canon_is_read_as_it_was_written(self, store: IGameStore) -> None:
        fact = {"kind": "fact", "subject": "mara", "attribute": "mother", "value": "Ottilie"}
        person = {"kind": "person", "sheet": {"id": "made-odo", "name": "Odo", "description": "Small."}}
        claim = {"change": fact, "turn": 1, "game_time": 480, "by": "player", "player_id": "player"}
        canon = ({"change": person, "turn": 1, "game_time": 480}, claim)
        record = turn(1, canon=tuple(CanonEntry.model_validate(entry) for entry in canon))
        store.create(header(), opening())
        store.append("game-1", record, 0)
        assert store.read("game-1").records == (record,)
        state = fold_journal(store.read("game-1"))
        assert (state.name("made-odo"), state.canon) == ("Odo", list(record.canon))

    def test_some_records_are_read_in_the_order_asked_for(self, place: Place, store: IGameStore) -> None:
        given = Journal(header=header(), opening=opening(), records=some_records())
        store.create(given.header, given.opening, given.records)
        added = turn(given.last_seq + 1, parent=given.last_seq)
        store.append("game-1", added, given.last_seq)
        wanted = (added.seq, 1)
        found = list(store.records("game-1", wanted))
        assert found == [added, given.records[0]] == list(place.store().records("game-1", wanted))
        for unknown in (0, added.seq + 1):
            with pytest.raises(NotFound):
                store.records("game-1", [1, unknown])

    def test_a_game_that_is_read_does_not_change_with_what_was_given(self, store: IGameStore) -> None:
        given = opening()
        store.create(header(), given)
        given.state.party.items.append("lantern")
        store.read("game-1").opening.state.party.items.append("anvil")
        assert store.read("game-1").opening.state.party.items == []

    def test_an_id_that_is_taken_is_a_conflict_and_the_game_stays(self, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        with pytest.raises(Conflict):
            store.create(header(), opening())
        assert len(store.read("game-1").records) == len(some_records())

    def test_header_and_opening_must_name_the_same_game(self, store: IGameStore) -> None:
        with pytest.raises(InvalidInput):
            store.create(header("game-2"), opening("game-1"))
        assert list(store.list()) == []

    @pytest.mark.parametrize(
        "records", [(turn(2, 1),), (turn(1), turn(1, 0)), (turn(1), mark(2, head=7)), (turn(1, 1),)]
    )
    def test_records_that_do_not_follow_each_other_make_no_game(
        self, store: IGameStore, records: tuple[Record, ...]
    ) -> None:
        with pytest.raises(InvalidInput):
            store.create(header(), opening(), records)
        assert list(store.list()) == []
        store.create(header(), opening())

    @pytest.mark.parametrize("expected", [0, 5, 7])
    def test_an_append_that_expects_another_end_is_a_conflict(self, store: IGameStore, expected: int) -> None:
        store.create(header(), opening(), some_records())
        with pytest.raises(Conflict):
            store.append("game-1", turn(7), expected)
        assert store.read("game-1").last_seq == 6

    @pytest.mark.parametrize("record", [turn(6, 5), turn(7, 8), turn(7, 7), mark(7, head=9)])
    def test_a_record_that_does_not_follow_is_refused_and_the_next_one_works(
        self, store: IGameStore, record: Record
    ) -> None:
        store.create(header(), opening(), some_records())
        with pytest.raises(InvalidInput):
            store.append("game-1", record, 6)
        store.append("game-1", turn(7), 6)
        assert store.read("game-1").last_seq == 7

    def test_record_numbers_of_a_copy_may_leave_gaps_but_may_not_name_them(self, store: IGameStore) -> None:
        origin = Origin(game_id="game-0", turn=1, how="branched")
        store.create(header(branched_from=origin), opening(), (turn(1), turn(5, 1)))
        with pytest.raises(InvalidInput):
            store.append("game-1", turn(6, 3), 5)
        store.append("game-1", turn(6, 1), 5)
        assert [record.seq for record in store.read("game-1").records] == [1, 5, 6]

    def test_text_that_is_not_unicode_is_refused_and_nothing_is_lost(self, store: IGameStore) -> None:
        store.create(header(), opening())
        with pytest.raises(InvalidInput):
            store.append("game-1", turn(1, messages=(message(0, "half \ud800"),)), 0)
        store.append("game-1", turn(1), 0)
        assert store.read("game-1").last_seq == 1

    def test_a_record_that_could_not_be_loaded_again_is_refused(self, store: IGameStore) -> None:
        store.create(header(), opening())
        broken = turn(1).model_copy(update={"turn": -1})
        with pytest.raises(InvalidInput, match="turn"):
            store.append("game-1", broken, 0)
        assert store.read("game-1").records == ()

    def test_text_like_the_journal_itself_stays_text(self, store: IGameStore) -> None:
        text = '"}}\n{"crc":"00000000","body":{"seq":9,"label":"no"}}\n\u2028\x00'
        store.create(header(), opening())
        store.append("game-1", turn(1, messages=(message(0, text),)), 0)
        assert store.read("game-1").records[0].messages[0].content == text
        assert store.list()[0].labels == ()

    # -- one writer ----------------------------------------------------------------------------------------------

    def test_a_second_writer_gets_conflict_and_readers_need_no_lock(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening())
        second = place.store()
        with pytest.raises(Conflict):
            second.acquire("game-1")
        with pytest.raises(Conflict):
            second.append("game-1", turn(1), 0)
        with pytest.raises(Conflict):
            second.delete("game-1")
        assert second.read("game-1").last_seq == 0
        assert second.list()[0].problem is None

    def test_after_release_another_store_may_write(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening())
        store.release("game-1")
        second = place.store()
        second.acquire("game-1")
        second.append("game-1", turn(1), 0)
        with pytest.raises(Conflict):
            store.append("game-1", turn(1), 0)

    def test_a_writer_that_comes_back_finds_what_another_has_written(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening())
        store.release("game-1")
        second = place.store()
        second.append("game-1", turn(1), 0)
        second.release("game-1")
        store.acquire("game-1")
        with pytest.raises(Conflict):
            store.append("game-1", turn(1), 0)
        store.append("game-1", turn(2), 1)
        assert store.read("game-1").last_seq == 2

    def test_acquiring_and_releasing_twice_is_fine(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening())
        store.acquire("game-1")
        store.release("game-1")
        store.release("game-1")
        place.store().acquire("game-1")

    def test_a_game_that_is_not_there_is_not_found_and_not_made(self, store: IGameStore) -> None:
        for call in (store.acquire, store.read, store.delete, store.restore):
            with pytest.raises(NotFound):
                call("game-9")
        with pytest.raises(NotFound):
            store.append("game-9", turn(1), 0)
        with pytest.raises(NotFound):
            store.repair("game-9", "game-10")
        store.release("game-9")
        assert list(store.list()) == []

    @pytest.mark.parametrize("game_id", HOSTILE_IDS)
    def test_what_is_no_id_is_refused_in_one_line_everywhere(self, store: IGameStore, game_id: str) -> None:
        store.create(header(), opening())
        calls: list[Callable[[], Any]] = [
            lambda: store.create(header().model_copy(update={"game_id": game_id}), opening()),
            lambda: store.acquire(game_id),
            lambda: store.release(game_id),
            lambda: store.append(game_id, turn(1), 0),
            lambda: store.read(game_id),
            lambda: store.delete(game_id),
            lambda: store.restore(game_id),
            lambda: store.repair(game_id, "game-2"),
            lambda: store.repair("game-1", game_id),
        ]
        for call in calls:
            with pytest.raises(InvalidInput) as caught:
                call()
            assert str(caught.value).isprintable()
            assert len(str(caught.value)) < 300

    # -- the list ------------------------------------------------------------------------------------------------

    def test_the_list_tells_what_stands_in_the_game(self, store: IGameStore) -> None:
        store.create(header(title="The Owl"), opening(), some_records())
        (game,) = store.list()
        assert (game.game_id, game.title, game.scenario_id, game.players) == ("game-1", "The Owl", "small", ("Élan",))
        assert (game.turn, game.game_time, game.labels) == (2, 485, ("before the owl",))
        assert game.last_played == some_records()[-1].at
        assert game.problem is None

    def test_a_fresh_game_shows_its_opening(self, store: IGameStore) -> None:
        store.create(header(), opening())
        (game,) = store.list()
        assert (game.turn, game.game_time, game.last_played) == (0, 480, header().created_at)

    def test_after_an_undo_the_list_shows_the_time_at_the_head(self, store: IGameStore) -> None:
        store.create(header(), opening(), (turn(1), turn(2), mark(3, head=1, turn=1)))
        assert store.list()[0].game_time == 481

    @pytest.mark.parametrize(
        ("records", "shown"),
        [
            ((turn(1), turn(2), mark(3, head=1, turn=2)), 1),
            ((turn(1), turn(2), mark(3, head=0, turn=2)), 0),
            ((turn(1), turn(2), mark(3, head=1, turn=2), turn(4, parent=1, first_message=2, turn=2)), 2),
            ((turn(1, label="here"), turn(2), mark(3, head=1, turn=2)), 1),
            ((*(turn(seq) for seq in range(1, 60)), mark(60, head=2, turn=59)), 2),
        ],
        ids=["one back", "to the opening", "played again", "to a turn with a name", "far back"],
    )
    def test_after_an_undo_the_list_shows_the_turn_at_the_head(
        self, store: IGameStore, records: Sequence[Record], shown: int
    ) -> None:
        store.create(header(), opening())
        for record in records:
            store.append("game-1", record, record.seq - 1)
        assert store.list()[0].turn == shown

    def test_games_are_listed_last_played_first(self, store: IGameStore) -> None:
        for game_id, length in (("game-1", 2), ("game-2", 3), ("game-3", 0)):
            store.create(header(game_id), opening(game_id), some_records()[:length])
        assert [game.game_id for game in store.list()] == ["game-2", "game-1", "game-3"]

    @pytest.mark.parametrize("line", [1, 2, 3, 5, 8])
    def test_a_damaged_game_that_was_met_stands_in_the_list_with_its_problem(
        self, place: Place, store: IGameStore, line: int
    ) -> None:
        store.create(header(), opening(), some_records())
        store.create(header("game-2"), opening("game-2"))
        place.damage("game-1", line)
        with pytest.raises(CorruptSave):
            store.read("game-1")
        self.check_that_it_is_listed(store, line)

    def check_that_it_is_listed(self, store: IGameStore, line: int) -> None:
        good, bad = store.list()
        assert (good.game_id, good.problem) == ("game-2", None)
        assert bad.game_id == "game-1"
        assert f"line {line}" in (bad.problem or "")

    # -- damage, repair, trash -----------------------------------------------------------------------------------

    def test_a_damaged_game_has_no_reader_and_no_writer(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        store.release("game-1")
        place.damage("game-1", 5)
        for call in (store.read, store.acquire):
            with pytest.raises(CorruptSave, match="line 5"):
                call("game-1")
        with pytest.raises(CorruptSave, match="line 5"):
            store.append("game-1", turn(7), 6)

    def test_repair_copies_what_stands_before_the_damage(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        place.damage("game-1", 5)
        assert store.repair("game-1", "game-2") == 2
        mended = store.read("game-2")
        assert mended.records == some_records()[:2]
        assert (mended.header.game_id, mended.opening.state.game_id) == ("game-2", "game-2")
        origin = mended.header.branched_from
        assert origin is not None
        assert (origin.game_id, origin.turn, origin.how) == ("game-1", 2, "repaired")
        place.store().append("game-2", turn(3), 2)
        with pytest.raises(CorruptSave, match="line 5"):
            store.read("game-1")

    @pytest.mark.parametrize("line", [1, 2])
    def test_without_header_and_opening_there_is_nothing_to_repair(
        self, place: Place, store: IGameStore, line: int
    ) -> None:
        store.create(header(), opening(), some_records())
        place.damage("game-1", line)
        with pytest.raises(CorruptSave, match=f"line {line}"):
            store.repair("game-1", "game-2")
        assert [game.game_id for game in store.list()] == ["game-1"]

    def test_repair_never_overwrites_a_game(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        store.create(header("game-2"), opening("game-2"))
        place.damage("game-1", 5)
        for taken in ("game-1", "game-2"):
            with pytest.raises(Conflict):
                store.repair("game-1", taken)
        assert store.read("game-2").records == ()

    def test_a_healthy_game_is_repaired_whole(self, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        assert store.repair("game-1", "game-2") == len(some_records())
        assert store.read("game-2").records == some_records()

    def test_a_deleted_game_is_in_the_trash_and_comes_back(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        store.delete("game-1")
        assert list(store.list()) == []
        assert [(game.game_id, game.turn) for game in store.trash()] == [("game-1", 2)]
        with pytest.raises(NotFound):
            store.read("game-1")
        store.restore("game-1")
        assert list(store.trash()) == []
        assert store.read("game-1").records == some_records()
        place.store().append("game-1", turn(7), 6)

    def test_deleted_games_of_one_id_do_not_overwrite_each_other(self, store: IGameStore) -> None:
        for length in (1, 2, 3):
            store.create(header(), opening(), some_records()[:length])
            store.delete("game-1")
        assert len(store.trash()) == 3
        store.restore("game-1")
        assert store.read("game-1").last_seq == 3
        assert len(store.trash()) == 2
        store.delete("game-1")
        store.restore("game-1")
        assert store.read("game-1").last_seq == 3

    def test_restoring_never_overwrites_a_game(self, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        store.delete("game-1")
        store.create(header(), opening())
        with pytest.raises(Conflict):
            store.restore("game-1")
        assert store.read("game-1").records == ()
        assert len(store.trash()) == 1

    def test_what_is_purged_is_gone_and_the_game_that_is_played_stays(self, place: Place, store: IGameStore) -> None:
        for _ in range(2):
            store.create(header(), opening(), some_records())
            store.delete("game-1")
        store.create(header("game-2"), opening("game-2"))
        store.delete("game-2")
        store.create(header(), opening())
        assert store.purge("game-1") == 2
        assert [game.game_id for game in place.store().trash()] == ["game-2"]
        assert store.read("game-1").records == ()
        for game_id in ("game-1", "nowhere"):
            with pytest.raises(NotFound):
                store.purge(game_id)
        with pytest.raises(InvalidInput):
            store.purge("../game-2")

    def test_the_id_of_a_purged_game_can_be_used_again(self, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        store.delete("game-1")
        store.purge("game-1")
        store.create(header(), opening())
        assert store.read("game-1").records == ()
        with pytest.raises(NotFound):
            store.restore("game-1")

    def test_ids_that_look_like_places_in_the_trash_are_kept_apart(self, store: IGameStore) -> None:
        for game_id, records in (("game", (turn(1),)), ("game-1", (turn(1), turn(2)))):
            store.create(header(game_id), opening(game_id), records)
            store.delete(game_id)
        assert sorted(game.game_id for game in store.trash()) == ["game", "game-1"]
        assert all(game.problem is None for game in store.trash())
        store.restore("game")
        assert store.read("game").last_seq == 1

    def test_a_damaged_game_can_be_deleted_and_restored(self, place: Place, store: IGameStore) -> None:
        store.create(header(), opening(), some_records())
        store.release("game-1")
        place.damage("game-1", 1)
        store.delete("game-1")
        (game,) = store.trash()
        assert game.problem
        store.restore("game-1")
        assert store.list()[0].problem

    def test_captures_and_marks_are_kept_as_they_are(self, store: IGameStore) -> None:
        store.create(header(), opening(), (capture(1), mark(2, label="start")))
        assert store.read("game-1").records == (capture(1), mark(2, label="start"))
