"""Games copied from one place to another are whole, and nothing that is there is written over."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

import pytest
from pydantic import SecretStr

from app.errors import Conflict, CorruptSave, InvalidInput, NotFound, TalekeeperError
from app.interfaces.game_models import GameModel
from app.interfaces.stores import IGameStore
from app.interfaces.tokens import GameToken, GameTokens
from app.models.picture import Picture
from app.models.records.record import SAVE_FORMAT_VERSION, Header, Opening, Record
from app.models.table_talk import Remark, TableTalk
from app.stores.bundle import Stores
from app.stores.copying import Copied, copy_game
from app.stores.migrations import MIGRATIONS
from app.stores.opening import in_files
from app.testing.store import InMemoryGameStore
from tests.unit.stores.formats import TRIAL, from_zero, old_file, trial_file
from tests.unit.stores.journals import content, header, mark, opening, some_records, turn
from tests.worlds import NOW

pytestmark = pytest.mark.long

T = TypeVar("T")
TOKENS = (
    GameToken(id="one", sha256="aa", role="player", player_id="player", created_at=NOW),
    GameToken(id="two", sha256="bb", role="master", label="mine", created_at=NOW, revoked=True),
)
PICTURE = Picture(media_type="image/png", data=b"\x89PNG\r\n\x1a\n\x00\xff")
TALK = TableTalk(last=1, remarks=(Remark(number=1, player_id="player", text="Tea?", at=NOW),))
MODEL = GameModel(teller="own", model="openai:x", base_url="http://localhost/v1", api_key=SecretStr("k" * 20))


class _Sidecars(Generic[T]):
    """Implements `ISidecarStore` for the games of a store in memory."""

    def __init__(self, games: IGameStore) -> None:
        self._games = games
        self._kept: dict[str, T] = {}

    def read(self, game_id: str) -> T | None:
        self._games.records(game_id, [])
        return self._kept.get(game_id)

    def version(self, game_id: str) -> Hashable | None:
        return None

    def change(self, game_id: str, change: Callable[[T | None], T]) -> T:
        value = self._kept[game_id] = change(self.read(game_id))
        return value


def _in_memory(folder: Path) -> Stores:
    games = InMemoryGameStore()
    return Stores(games, _Sidecars(games), _Sidecars(games), _Sidecars(games), _Sidecars(games))


Open = Callable[[Path], Stores]
KINDS = {"files": in_files, "memory": _in_memory}


@pytest.fixture(params=KINDS.values(), ids=[*KINDS])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> Stores:
    """Stores with one game that has everything."""
    stores: Stores = request.param(tmp_path / "source")
    _create(stores)
    stores.tokens.change("game-1", lambda _: TOKENS)
    stores.models.change("game-1", lambda _: MODEL)
    stores.pictures.change("game-1", lambda _: {"mara": PICTURE})
    stores.talks.change("game-1", lambda _: TALK)
    return stores


@pytest.fixture(params=KINDS.values(), ids=[*KINDS])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Stores:
    made: Stores = request.param(tmp_path / "target")
    return made


def _create(stores: Stores, records: tuple[Record, ...] | None = None) -> None:
    stores.games.create(header(), opening(), some_records() if records is None else records)
    stores.games.release("game-1")


def _everything(stores: Stores) -> object:
    tokens, model = stores.tokens.read("game-1") or (), stores.models.read("game-1")
    pictures, talk = stores.pictures.read("game-1"), stores.talks.read("game-1")
    return content(stores.games.read("game-1")), tokens, model, model and model.api_key, pictures, talk


def test_a_copy_is_whole_and_the_source_stays(source: Stores, target: Stores) -> None:
    before = _everything(source)
    assert copy_game(source, target, "game-1") is Copied.NOW
    assert _everything(target) == before == _everything(source)
    [summary] = target.games.list()
    assert (summary.title, summary.labels) == ("A Small World", ("before the owl",))


def test_a_game_without_anything_beside_it_is_copied(tmp_path: Path, target: Stores) -> None:
    source = in_files(tmp_path / "bare")
    _create(source)
    assert copy_game(source, target, "game-1") is Copied.NOW
    assert copy_game(source, target, "game-1") is Copied.BEFORE
    assert (target.tokens.read("game-1"), target.models.read("game-1")) == (None, None)


def test_a_game_that_was_renamed_and_goes_on_is_the_same_in_both(source: Stores, target: Stores) -> None:
    source.games.append("game-1", mark(7, label="late", turn=2).model_copy(update={"title": "Other"}), 6)
    copy_game(source, target, "game-1")
    for stores in (source, target):
        stores.games.append("game-1", turn(8, parent=7, first_message=4, turn=3), 7)
    assert content(source.games.read("game-1")) == content(target.games.read("game-1"))
    assert target.games.read("game-1").header.title == "Other"


def test_an_open_game_is_copied_and_its_copy_is_held_by_nobody(source: Stores, tmp_path: Path) -> None:
    source.games.acquire("game-1")
    target = in_files(tmp_path / "elsewhere")
    copy_game(source, target, "game-1")
    in_files(tmp_path / "elsewhere").games.acquire("game-1")


def test_a_second_copy_finds_the_first(source: Stores, target: Stores) -> None:
    copy_game(source, target, "game-1")
    before = _everything(target)
    assert copy_game(source, target, "game-1") is Copied.BEFORE
    assert _everything(target) == before


def test_a_copy_that_was_cut_off_is_completed(source: Stores, target: Stores) -> None:
    _create(target)
    assert copy_game(source, target, "game-1") is Copied.BEFORE
    assert _everything(target) == _everything(source)


@pytest.mark.parametrize("records", [(), (turn(1),), (*some_records(), mark(7))], ids=["none", "fewer", "more"])
def test_another_game_of_this_id_stays_as_it_is(source: Stores, target: Stores, records: tuple[Record, ...]) -> None:
    _create(target, records)
    before = _everything(target)
    with pytest.raises(Conflict, match="'game-1'"):
        copy_game(source, target, "game-1")
    assert _everything(target) == before


def test_other_tokens_and_another_model_stay_as_they_are(source: Stores, target: Stores) -> None:
    copy_game(source, target, "game-1")
    target.tokens.change("game-1", lambda _: TOKENS[:1])
    before = _everything(target)
    with pytest.raises(Conflict, match="'game-1'"):
        copy_game(source, target, "game-1")
    assert _everything(target) == before
    target.tokens.change("game-1", lambda _: TOKENS)
    target.models.change("game-1", lambda _: MODEL.model_copy(update={"api_key": SecretStr("other")}))
    with pytest.raises(Conflict, match="'game-1'"):
        copy_game(source, target, "game-1")


def test_a_game_in_the_trash_is_not_in_the_way(source: Stores, target: Stores) -> None:
    _create(target, ())
    target.games.acquire("game-1")
    target.games.delete("game-1")
    assert copy_game(source, target, "game-1") is Copied.NOW
    assert len(target.games.trash()) == 1


@pytest.mark.parametrize("name", ["journal.jsonl", "tokens.json", "model.json"])
def test_nothing_of_a_damaged_game_is_copied(tmp_path: Path, target: Stores, name: str) -> None:
    source = in_files(tmp_path / "source")
    _create(source)
    source.tokens.change("game-1", lambda _: TOKENS)
    source.models.change("game-1", lambda _: MODEL)
    path = tmp_path / "source" / "game-1" / name
    path.write_bytes(path.read_bytes().replace(b'"', b"'", 7))
    with pytest.raises(CorruptSave):
        copy_game(source, target, "game-1")
    assert target.games.list() == []


def test_a_game_of_an_older_format_is_copied_in_the_current_one(
    tmp_path: Path, target: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MIGRATIONS, 0, from_zero)
    path = tmp_path / "old" / "game-1" / "journal.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(old_file())
    source = in_files(tmp_path / "old")
    assert copy_game(source, target, "game-1") is Copied.NOW
    assert copy_game(source, target, "game-1") is Copied.BEFORE
    found = target.games.read("game-1")
    assert content(found) == content(source.games.read("game-1"))
    assert found.header.save_format == SAVE_FORMAT_VERSION
    assert path.read_bytes() == old_file()


def test_a_trial_save_is_not_copied(tmp_path: Path, target: Stores) -> None:
    path = tmp_path / "old" / "game-1" / "journal.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(trial_file(3))
    with pytest.raises(CorruptSave, match=TRIAL):
        copy_game(in_files(tmp_path / "old"), target, "game-1")
    assert target.games.list() == []
    assert path.read_bytes() == trial_file(3)


class _Forgetful(InMemoryGameStore):
    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        super().create(header, opening, records[:-1])


def test_a_copy_that_differs_is_an_error_that_names_the_game(source: Stores) -> None:
    games = _Forgetful()
    target = Stores(games, _Sidecars(games), _Sidecars(games), _Sidecars(games), _Sidecars(games))
    with pytest.raises(TalekeeperError, match=r"^The copy of 'game-1' differs from the original\.$"):
        copy_game(source, target, "game-1")


def test_tokens_that_do_not_arrive_are_an_error(source: Stores, target: Stores) -> None:
    class Deaf(_Sidecars[GameTokens]):
        def change(self, game_id: str, change: object) -> GameTokens:
            """Keep nothing."""
            return ()

    deaf = replace(target, tokens=Deaf(target.games))
    with pytest.raises(TalekeeperError, match="'game-1' differs"):
        copy_game(source, deaf, "game-1")


@pytest.mark.parametrize(("game_id", "error"), [("none", NotFound), ("../game-1", InvalidInput)])
def test_a_game_that_is_not_there_is_none(
    source: Stores, target: Stores, game_id: str, error: type[TalekeeperError]
) -> None:
    with pytest.raises(error):
        copy_game(source, target, game_id)
