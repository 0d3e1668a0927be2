"""Copies of games between a folder and a database: whole, under their own ids, and compared."""

from enum import StrEnum
from itertools import zip_longest

from app.errors import Conflict, NotFound, TalekeeperError
from app.interfaces.game_models import GameModel
from app.interfaces.tokens import GameTokens
from app.models.picture import GamePictures
from app.models.plain_reasons import Clash, Clashes
from app.models.records.record import Journal
from app.models.table_talk import TableTalk
from app.stores.bundle import Stores
from app.stores.journal import encoded_journal

SidecarData = tuple[GameTokens, GameModel | None, GamePictures, TableTalk]


class Copied(StrEnum):
    NOW = "copied and equal"
    BEFORE = "was there already, and is equal"


def copy_game(source: Stores, target: Stores, game_id: str) -> Copied:
    """Copy a game with its tokens, the choice of its model, its pictures and the talk at its table, and compare the
    copy with the original, which stays as it is.

    A copy that was interrupted before its tokens were written is completed.

    Args:
        source: The stores to copy from.
        target: The stores to copy to.
        game_id: The game.

    Returns:
        Whether it was copied now or before.

    Raises:
        NotFound: There is no such game.
        Conflict: The target has another game of this id, which stays as it is.
        CorruptSave, StorageFailed: As the stores.
        TalekeeperError: The copy differs.
    """
    journal, sidecars = source.games.read(game_id), _sidecars(source, game_id)
    existing = _read_or_none(target, game_id)
    how = Copied.NOW if existing is None else Copied.BEFORE
    if existing is None:
        target.games.create(journal.header, journal.opening, journal.records)
        target.games.release(game_id)
        existing = target.games.read(game_id)
    if _is_same(journal, existing):
        _complete(target, game_id, sidecars)
        if _sidecars(target, game_id) == sidecars:
            return how
    if how is Copied.BEFORE:
        raise Conflict(Clashes(clash=Clash.GAME_DIFFERS, name=game_id))
    raise TalekeeperError(f"The copy of {game_id!r} differs from the original.")


def _read_or_none(stores: Stores, game_id: str) -> Journal | None:
    try:
        return stores.games.read(game_id)
    except NotFound:
        return None


def _is_same(one: Journal, other: Journal) -> bool:
    lines = (encoded_journal(journal.header, journal.opening, journal.records) for journal in (one, other))
    return all(line == its for line, its in zip_longest(*lines))


def _sidecars(stores: Stores, game_id: str) -> SidecarData:
    """Read what is stored with a game and is not part of it."""
    tokens, model = stores.tokens.read(game_id) or (), stores.models.read(game_id)
    return tokens, model, stores.pictures.read(game_id) or {}, stores.talks.read(game_id) or TableTalk()


def _complete(target: Stores, game_id: str, sidecars: SidecarData) -> None:
    (tokens, model, pictures, talk), (known, chosen, shown, heard) = sidecars, _sidecars(target, game_id)
    if tokens and not known:
        target.tokens.change(game_id, lambda known: known or tokens)
    if model is not None and chosen is None:
        target.models.change(game_id, lambda chosen: chosen or model)
    if pictures and not shown:
        target.pictures.change(game_id, lambda shown: shown or pictures)
    if talk.last and not heard.last:
        target.talks.change(game_id, lambda heard: heard or talk)
