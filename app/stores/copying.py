"""Games moved between a folder and a database: copied whole, under their own ids, and compared."""

from enum import StrEnum
from itertools import zip_longest

from app.errors import Conflict, NotFound, TalekeeperError
from app.interfaces.game_models import GameModel
from app.interfaces.tokens import GameTokens
from app.models.records.record import Journal
from app.stores.bundle import Stores
from app.stores.journal import journal_lines

Beside = tuple[GameTokens, GameModel | None]


class Copied(StrEnum):
    NOW = "copied and equal"
    BEFORE = "was there already, and is equal"


def copy_game(source: Stores, target: Stores, game_id: str) -> Copied:
    """Copy a game as it stands, with its tokens and the choice of its model, and compare the copy with what was read;
    the source stays as it is. A copy that was cut off before its tokens were written is completed. Conflict for another
    game of this id, which stays as it is; TalekeeperError for a copy that differs; errors of the stores."""
    journal, beside = source.games.read(game_id), _beside(source, game_id)
    there = _found(target, game_id)
    how = Copied.NOW if there is None else Copied.BEFORE
    if there is None:
        target.games.create(journal.header, journal.opening, journal.records)
        target.games.release(game_id)
        there = target.games.read(game_id)
    if _is_same(journal, there):
        _complete(target, game_id, beside)
        if _beside(target, game_id) == beside:
            return how
    if how is Copied.BEFORE:
        raise Conflict(f"There is a game {game_id!r} already that is not the same; it stays as it is.")
    raise TalekeeperError(f"The copy of {game_id!r} differs from it.")


def _found(stores: Stores, game_id: str) -> Journal | None:
    try:
        return stores.games.read(game_id)
    except NotFound:
        return None


def _is_same(one: Journal, other: Journal) -> bool:
    lines = (journal_lines(journal.header, journal.opening, journal.records) for journal in (one, other))
    return all(line == its for line, its in zip_longest(*lines))


def _beside(stores: Stores, game_id: str) -> Beside:
    """What belongs to a game and is no part of it."""
    return stores.tokens.read(game_id) or (), stores.models.read(game_id)


def _complete(target: Stores, game_id: str, beside: Beside) -> None:
    (tokens, model), (known, chosen) = beside, _beside(target, game_id)
    if tokens and not known:
        target.tokens.change(game_id, lambda known: known or tokens)
    if model is not None and chosen is None:
        target.models.change(game_id, lambda chosen: chosen or model)
