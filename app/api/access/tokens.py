"""Tokens: ``<game_id>.<secret>`` for a game, the server's own for all of them."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from app.api.access.viewer import Role, Viewer
from app.errors import Conflict, NotFound, TalekeeperError
from app.interfaces.tokens import GameRole, GameToken, ITokenStore

MOST_TOKENS = 200  # of one game, revoked ones included


@dataclass(frozen=True)
class Tokens:
    """Makes, checks and revokes tokens. Without an ``admin_token`` whoever asks without any is admin."""

    store: ITokenStore
    now: Callable[[], datetime]
    admin_token: str | None = None

    def viewer(self, token: str | None) -> Viewer | None:
        """Who holds the token; None for an unknown or revoked one. All are compared in constant time."""
        if token is None:
            return Viewer(Role.ADMIN) if self.admin_token is None else None
        digest = _sha256(token)
        if self.admin_token is not None and hmac.compare_digest(digest, _sha256(self.admin_token)):
            return Viewer(Role.ADMIN)
        game_id, _, _ = token.rpartition(".")
        matches = [one for one in self._good(game_id) if hmac.compare_digest(one.sha256, digest)]
        if not matches:
            return None
        one = matches[0]
        return Viewer(Role(one.role), game_id, one.player_id, one.id, one.npc_id)

    def holds(self, viewer: Viewer) -> bool:
        """Whether the token of a viewer that was let in is still good."""
        return viewer.game_id is None or any(one.id == viewer.token_id for one in self._good(viewer.game_id))

    def _good(self, game_id: str) -> list[GameToken]:
        try:
            return [one for one in self.store.tokens(game_id) if not one.revoked]
        except TalekeeperError:
            return []

    def create(
        self, game_id: str, role: GameRole, player_id: str | None = None, npc_id: str | None = None, label: str = ""
    ) -> tuple[GameToken, str]:
        """A new token, and its text, which is shown this once."""
        known = self.store.tokens(game_id)
        if len(known) >= MOST_TOKENS:
            raise Conflict(f"A game has at most {MOST_TOKENS} tokens.")
        text = f"{game_id}.{new_token()}"
        token = GameToken(
            id=f"token-{len(known) + 1}",
            sha256=_sha256(text),
            role=role,
            player_id=player_id,
            npc_id=npc_id,
            label=label,
            created_at=self.now(),
        )
        self.store.write(game_id, [*known, token])
        return token, text

    def revoke(self, game_id: str, token_id: str) -> None:
        if not any(one.id == token_id for one in self.store.tokens(game_id)):
            raise NotFound(f"The game has no token {token_id[:80]!r}.")
        self._revoke(game_id, lambda one: one.id == token_id)

    def revoke_players(self, game_id: str, player_ids: Collection[str]) -> None:
        """Every token of these players."""
        self._revoke(game_id, lambda one: one.player_id in player_ids)

    def _revoke(self, game_id: str, is_meant: Callable[[GameToken], bool]) -> None:
        known = self.store.tokens(game_id)
        self.store.write(game_id, [one.model_copy(update={"revoked": True}) if is_meant(one) else one for one in known])


def new_token() -> str:
    return secrets.token_urlsafe(32)


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
