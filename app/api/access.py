"""Who asks: a role, in one game or all of them, and as which player; and the tokens that say so, ``<game_id>.<secret>``
for a game, the server's own for all of them."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Collection, MutableMapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Request

from app.errors import Conflict, InvalidInput, NotFound, TalekeeperError
from app.interfaces.sidecars import ISidecarStore
from app.interfaces.tokens import GameRole, GameToken, GameTokens
from app.models.state.game_state import GameState
from app.services.game.games.concurrency import commit_threads, in_thread


class NotSignedIn(TalekeeperError):
    """The request has no valid token: send one."""

    headers = {"WWW-Authenticate": "Bearer"}


class NotAllowed(TalekeeperError):
    """The role of the token does not go so far: ask with another."""


class TableRole(StrEnum):
    """From the one that may do least to the one that may do all. A character has its seat under ``/mcp`` alone."""

    CHARACTER = "character"
    VIEWER = "viewer"
    PLAYER = "player"
    MASTER = "master"
    ADMIN = "admin"


_RANKS = {role: rank for rank, role in enumerate(TableRole)}


@dataclass(frozen=True)
class TableViewer:
    """``game_id`` is the only game that it may know of, None: all of them; ``player_id`` that of a player's token,
    ``npc_id`` that of a character's."""

    role: TableRole
    game_id: str | None = None
    player_id: str | None = None
    token_id: str | None = None
    npc_id: str | None = None

    def is_at_least(self, role: TableRole) -> bool:
        return _RANKS[self.role] >= _RANKS[role]

    @property
    def sees_all(self) -> bool:
        """Whether secrets, minds, prompts and everybody's notes are shown to it."""
        return self.is_at_least(TableRole.MASTER)

    def reads_notes_of(self, owner_id: str | None) -> bool:
        """Whether it may read the notes of a player, None: of the whole table."""
        return self.sees_all or (self.role is TableRole.PLAYER and owner_id in (None, self.player_id))


async def viewer(request: Request) -> TableViewer:
    """The dependency of every route that asks who it is. NotSignedIn where tokens are required and none was valid.
    Dependencies are coroutines throughout: each plain function would be a hop to a thread and back."""
    found = viewer_of(request.scope)
    require(found, request.path_params.get("game_id"))
    return found


def viewer_of(scope: MutableMapping[str, Any]) -> TableViewer:
    found: TableViewer | None = scope.get("viewer")
    if found is None:
        raise NotSignedIn("A valid token is needed: Authorization: Bearer <token>.")
    return found


ViewerDep = Annotated[TableViewer, Depends(viewer)]


def require(viewer: TableViewer, game_id: str | None, role: TableRole = TableRole.VIEWER) -> None:
    """NotFound for a game of which the viewer may not know, as for one that is not there; NotAllowed for a role that
    does not go so far. Without a ``game_id`` what concerns the whole server."""
    if game_id is not None and viewer.game_id not in (None, game_id):
        raise unknown_game(game_id)
    if not viewer.is_at_least(role):
        raise NotAllowed(f"This takes the role {role.value}; the token has the role {viewer.role.value}.")


def unknown_game(game_id: str) -> NotFound:
    return NotFound(f"There is no game {game_id[:80]!r}.")


def acting_player(viewer: TableViewer, state: GameState, player_id: str | None) -> str:
    """The player as whom the viewer acts: a player's own, else the one it names, by default the first. NotAllowed for
    another than one's own, one that has left, or a viewer's token, InvalidInput for one who is not in the party."""
    if not viewer.is_at_least(TableRole.PLAYER):
        raise NotAllowed("A viewer only looks on; ask for a player's token.")
    if viewer.role is TableRole.PLAYER:
        if player_id not in (None, viewer.player_id):
            raise NotAllowed("A player's token plays that player only.")
        player_id = viewer.player_id
    ids = [player.id for player in state.party.players]
    if player_id is None:
        return ids[0]
    if player_id not in ids and viewer.role is TableRole.PLAYER:
        raise NotAllowed("This player has left the table; the game master can let it join again.")
    if player_id not in ids:
        raise InvalidInput(f"No player {player_id[:80]!r} is in the party; it has {', '.join(ids)}.")
    return player_id


MOST_TOKENS = 200  # of one game, revoked ones included
KEPT_FOR = 1.0  # seconds for which another process may have revoked a token that is still let in here
_MOST_KEPT = 1_000  # games


@dataclass
class _Kept:
    at: float
    good: list[GameToken] | None = None  # while they are read


@dataclass(frozen=True)
class Tokens:
    """Makes, checks and revokes tokens. Without an ``admin_token`` whoever asks without any is admin. Coroutines ask
    the store in a thread, and not again within `KEPT_FOR` while nothing is written here."""

    store: ISidecarStore[GameTokens]
    now: Callable[[], datetime]
    admin_token: str | None = None
    clock: Callable[[], float] = time.monotonic
    _kept: dict[str, _Kept] = field(default_factory=dict, init=False, compare=False, repr=False)

    async def viewer(self, token: str | None) -> TableViewer | None:
        """Who holds the token; None for an unknown or revoked one. All are compared in constant time."""
        if token is None:
            return TableViewer(TableRole.ADMIN) if self.admin_token is None else None
        digest = _sha256(token)
        if self.admin_token is not None and hmac.compare_digest(digest, _sha256(self.admin_token)):
            return TableViewer(TableRole.ADMIN)
        game_id, _, _ = token.rpartition(".")
        matches = [one for one in await self._good(game_id) if hmac.compare_digest(one.sha256, digest)]
        if not matches:
            return None
        one = matches[0]
        return TableViewer(TableRole(one.role), game_id, one.player_id, one.id, one.npc_id)

    async def holds(self, viewer: TableViewer) -> bool:
        """Whether the token of a viewer that was let in is still good."""
        return viewer.game_id is None or viewer.token_id in {one.id for one in await self._good(viewer.game_id)}

    async def _good(self, game_id: str) -> list[GameToken]:
        kept = self._kept.get(game_id)
        if kept is None or kept.good is None or self.clock() - kept.at >= KEPT_FOR:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            kept = self._kept[game_id] = _Kept(self.clock())  # what is written meanwhile drops it
            kept.good = await in_thread(partial(self._read, game_id), commit_threads())
            if not kept.good:  # perhaps of no game, of which anybody may name as many as it likes
                self._kept.pop(game_id, None)
        return kept.good

    def _read(self, game_id: str) -> list[GameToken]:
        try:
            return [one for one in self.store.read(game_id) or () if not one.revoked]
        except TalekeeperError:
            return []

    def create(
        self, game_id: str, role: GameRole, player_id: str | None = None, npc_id: str | None = None, label: str = ""
    ) -> tuple[GameToken, str]:
        """A new token, and its text, which is shown this once."""
        text = f"{game_id}.{new_token()}"
        digest, now = _sha256(text), self.now()

        def with_it(known: Sequence[GameToken]) -> Sequence[GameToken]:
            if any(one.sha256 == digest for one in known):
                return known
            if len(known) >= MOST_TOKENS:
                raise Conflict(f"A game has at most {MOST_TOKENS} tokens.")
            token = GameToken(
                id=f"token-{len(known) + 1}",
                sha256=digest,
                role=role,
                player_id=player_id,
                npc_id=npc_id,
                label=label,
                created_at=now,
            )
            return [*known, token]

        tokens = self._change(game_id, with_it)
        return next(one for one in tokens if one.sha256 == digest), text

    def revoke(self, game_id: str, token_id: str) -> None:
        def without_it(known: Sequence[GameToken]) -> Sequence[GameToken]:
            if not any(one.id == token_id for one in known):
                raise NotFound(f"The game has no token {token_id[:80]!r}.")
            return _revoked(known, lambda one: one.id == token_id)

        self._change(game_id, without_it)

    def revoke_players(self, game_id: str, player_ids: Collection[str]) -> None:
        """Every token of these players."""
        self._change(game_id, lambda known: _revoked(known, lambda one: one.player_id in player_ids))

    def _change(
        self, game_id: str, change: Callable[[Sequence[GameToken]], Sequence[GameToken]]
    ) -> Sequence[GameToken]:
        try:
            return self.store.change(game_id, lambda known: tuple(change(known or ())))
        finally:
            self.forget(game_id)

    def forget(self, game_id: str) -> None:
        """Ask the store again: the game's tokens have changed, or gone with it."""
        self._kept.pop(game_id, None)


def _revoked(tokens: Sequence[GameToken], is_meant: Callable[[GameToken], bool]) -> Sequence[GameToken]:
    return [one.model_copy(update={"revoked": True}) if is_meant(one) else one for one in tokens]


def new_token() -> str:
    return secrets.token_urlsafe(32)


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
