"""Authentication and permissions: tokens (``<game_id>.<secret>`` for one game, the server's own for all games), the
role and player that a token grants, and the checks that routes make."""

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
from app.models.events.play import NoteAdded
from app.models.plain_reasons import Denial, Denied, Sought, Unknown, ValueFault, ValueUnfit
from app.models.state.game_state import GameState, Note
from app.services.game.games.concurrency import commit_threads, in_thread


class NotSignedIn(TalekeeperError):
    """The request has no valid token; send one."""

    headers = {"WWW-Authenticate": "Bearer"}


class NotAllowed(TalekeeperError):
    """The role of the token does not permit the request; use a token of a higher role."""


class TableRole(StrEnum):
    """The roles of a token, in ascending order of rights. A character may use only its own seat under ``/mcp``."""

    CHARACTER = "character"
    VIEWER = "viewer"
    PLAYER = "player"
    MASTER = "master"
    ADMIN = "admin"


_RANKS = {role: rank for rank, role in enumerate(TableRole)}


@dataclass(frozen=True)
class TableViewer:
    """The identity behind a request.

    Attributes:
        role: What it may do.
        game_id: The only game that it may access; None for all games.
        player_id: The player of a player's token, else None.
        token_id: The id of its token; None for the admin.
        npc_id: The person of a character's token, else None.
    """

    role: TableRole
    game_id: str | None = None
    player_id: str | None = None
    token_id: str | None = None
    npc_id: str | None = None

    def is_at_least(self, role: TableRole) -> bool:
        return _RANKS[self.role] >= _RANKS[role]

    @property
    def sees_all(self) -> bool:
        """Whether it may see secrets, minds, prompts and the notes of all players."""
        return self.is_at_least(TableRole.MASTER)

    def reads_notes_of(self, owner_id: str | None) -> bool:
        """Return whether it may read the notes of a player; ``owner_id`` None means the notes of the whole table."""
        return self.sees_all or (self.role is TableRole.PLAYER and owner_id in (None, self.player_id))

    def reads_note(self, note: Note | NoteAdded) -> bool:
        """Return whether it may read a note, or a note that is being made."""
        return self.sees_all or (not note.for_master and self.reads_notes_of(note.owner_id))


async def viewer(request: Request) -> TableViewer:
    """Return the viewer of a request; the dependency of every route that requires one.

    Dependencies are coroutines throughout, because FastAPI runs each plain function in a thread.

    Raises:
        NotSignedIn: Tokens are required and the request has no valid one.
        NotFound: The path names a game that the viewer may not access.
    """
    signed_in = viewer_of(request.scope)
    require_access(signed_in, request.path_params.get("game_id"))
    return signed_in


def viewer_of(scope: MutableMapping[str, Any]) -> TableViewer:
    found: TableViewer | None = scope.get("viewer")
    if found is None:
        raise NotSignedIn(Denied(denial=Denial.NOT_SIGNED_IN))
    return found


ViewerDep = Annotated[TableViewer, Depends(viewer)]


def require_access(viewer: TableViewer, game_id: str | None, role: TableRole = TableRole.VIEWER) -> None:
    """Check that a viewer has at least a role, in one game or (without ``game_id``) for the whole server.

    Raises:
        NotFound: The viewer may not access the game; the error is the same as for a game that does not exist.
        NotAllowed: The role of the viewer is too low.
    """
    if game_id is not None and viewer.game_id not in (None, game_id):
        raise unknown_game(game_id)
    if not viewer.is_at_least(role):
        raise NotAllowed(Denied(denial=Denial.ROLE, role=viewer.role.value, needed=role.value))


def unknown_game(game_id: str) -> NotFound:
    return NotFound(Unknown(what=Sought.GAME, name=game_id[:80]))


def acting_player(viewer: TableViewer, state: GameState, player_id: str | None) -> str:
    """Return the id of the player in whose name the viewer acts.

    Args:
        viewer: The identity behind the request.
        state: The game.
        player_id: The player that the request names; None for the token's player, else the first of the party.

    Raises:
        NotAllowed: The viewer has no right to play, names another player than its own, or its player has left the
            party.
        InvalidInput: The party has no such player.
    """
    if not viewer.is_at_least(TableRole.PLAYER):
        raise NotAllowed(Denied(denial=Denial.VIEWER))
    if viewer.role is TableRole.PLAYER:
        if player_id not in (None, viewer.player_id):
            raise NotAllowed(Denied(denial=Denial.OTHER_PLAYER))
        player_id = viewer.player_id
    ids = [player.id for player in state.party.players]
    if player_id is None:
        return ids[0]
    if player_id not in ids and viewer.role is TableRole.PLAYER:
        raise NotAllowed(Denied(denial=Denial.LEFT))
    if player_id not in ids:
        raise InvalidInput(Unknown(what=Sought.PARTY_PLAYER, name=player_id[:80], there=tuple(ids)))
    return player_id


MOST_TOKENS = 200  # of one game, revoked ones included
CACHE_SECONDS = 1.0  # seconds for which a token that another process revoked may still be accepted here
_MAX_CACHED = 1_000  # games


@dataclass
class _CachedTokens:
    at: float
    valid: list[GameToken] | None = None  # None while they are being read


@dataclass(frozen=True)
class Tokens:
    """Creates, checks and revokes tokens. Without an ``admin_token`` a request that has no token is the admin's.
    Coroutines read the store in a thread and cache what they read for `CACHE_SECONDS`; a change made in this process
    drops the cached entry."""

    store: ISidecarStore[GameTokens]
    now: Callable[[], datetime]
    admin_token: str | None = None
    clock: Callable[[], float] = time.monotonic
    _cache: dict[str, _CachedTokens] = field(default_factory=dict, init=False, compare=False, repr=False)

    async def viewer(self, token: str | None) -> TableViewer | None:
        """Return the viewer of a token, or None for an unknown or revoked one. All comparisons take constant time."""
        if token is None:
            return TableViewer(TableRole.ADMIN) if self.admin_token is None else None
        digest = _sha256(token)
        if self.admin_token is not None and hmac.compare_digest(digest, _sha256(self.admin_token)):
            return TableViewer(TableRole.ADMIN)
        game_id, _, _ = token.rpartition(".")
        matches = [one for one in await self._valid_tokens(game_id) if hmac.compare_digest(one.sha256, digest)]
        if not matches:
            return None
        one = matches[0]
        return TableViewer(TableRole(one.role), game_id, one.player_id, one.id, one.npc_id)

    async def is_valid(self, viewer: TableViewer) -> bool:
        """Return whether the token of a viewer is still valid: it may have been revoked meanwhile."""
        return viewer.game_id is None or viewer.token_id in {one.id for one in await self._valid_tokens(viewer.game_id)}

    async def _valid_tokens(self, game_id: str) -> list[GameToken]:
        cached = self._cache.get(game_id)
        if cached is None or cached.valid is None or self.clock() - cached.at >= CACHE_SECONDS:
            if len(self._cache) >= _MAX_CACHED:
                self._cache.clear()
            cached = self._cache[game_id] = _CachedTokens(self.clock())  # a change made meanwhile drops it
            cached.valid = await in_thread(partial(self._read, game_id), commit_threads())
            if not cached.valid:  # perhaps not a game: clients may send any id
                self._cache.pop(game_id, None)
        return cached.valid

    def _read(self, game_id: str) -> list[GameToken]:
        try:
            return [one for one in self.store.read(game_id) or () if not one.revoked]
        except TalekeeperError:
            return []

    def create(
        self, game_id: str, role: GameRole, player_id: str | None = None, npc_id: str | None = None, label: str = ""
    ) -> tuple[GameToken, str]:
        """Create a token for a game.

        Args:
            game_id: The game.
            role: What the token permits.
            player_id: The player of a token for the role player.
            npc_id: The person of a token for the role character.
            label: A name by which the game master recognises the token.

        Returns:
            The stored token, and its text, which is not stored and cannot be read again.

        Raises:
            Conflict: The game has `MOST_TOKENS` tokens already.
        """
        text = f"{game_id}.{new_token()}"
        digest, now = _sha256(text), self.now()

        def with_it(known: Sequence[GameToken]) -> Sequence[GameToken]:
            if any(one.sha256 == digest for one in known):
                return known
            if len(known) >= MOST_TOKENS:
                raise Conflict(ValueUnfit(fault=ValueFault.TOKENS, most=MOST_TOKENS))
            token = GameToken(
                id=f"token-{max((_number_of(one) for one in known), default=0) + 1}",
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
        """Revoke a token of a game.

        Raises:
            NotFound: The game has no such token.
        """
        self._change_one(game_id, token_id, lambda known: _revoked(known, lambda one: one.id == token_id))

    def erase(self, game_id: str, token_id: str) -> None:
        """Revoke a token of a game, and delete what is stored of it.

        Raises:
            NotFound: The game has no such token.
        """
        self._change_one(game_id, token_id, lambda known: [one for one in known if one.id != token_id])

    def revoke_players(self, game_id: str, player_ids: Collection[str]) -> None:
        """Revoke every token of these players."""
        self._change(game_id, lambda known: _revoked(known, lambda one: one.player_id in player_ids))

    def _change_one(
        self, game_id: str, token_id: str, change: Callable[[Sequence[GameToken]], Sequence[GameToken]]
    ) -> None:
        """Change the tokens of a game that has a token. Raise NotFound where it has not."""

        def changed(known: Sequence[GameToken]) -> Sequence[GameToken]:
            if not any(one.id == token_id for one in known):
                raise NotFound(Unknown(what=Sought.TOKEN, name=token_id[:80]))
            return change(known)

        self._change(game_id, changed)

    def _change(
        self, game_id: str, change: Callable[[Sequence[GameToken]], Sequence[GameToken]]
    ) -> Sequence[GameToken]:
        try:
            return self.store.change(game_id, lambda known: tuple(change(known or ())))
        finally:
            self.forget(game_id)

    def forget(self, game_id: str) -> None:
        """Drop the cached tokens of a game, after they have changed or the game was deleted."""
        self._cache.pop(game_id, None)


def _number_of(token: GameToken) -> int:
    digits = token.id.rpartition("-")[2]
    return int(digits) if digits.isdecimal() else 0


def _revoked(tokens: Sequence[GameToken], is_meant: Callable[[GameToken], bool]) -> Sequence[GameToken]:
    return [one.model_copy(update={"revoked": True}) if is_meant(one) else one for one in tokens]


def new_token() -> str:
    return secrets.token_urlsafe(32)


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
