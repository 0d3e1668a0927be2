"""Who may come in over HTTP: a token for each seat."""

import secrets

from mcp.server.auth.provider import AccessToken

from app.errors import InvalidInput

SHORTEST, LONGEST = 16, 200


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def checked_token(text: str) -> str:
    """A token that somebody chose, or InvalidInput."""
    if not SHORTEST <= len(text) <= LONGEST or not all("!" <= sign <= "~" for sign in text):
        raise InvalidInput(f"A token has {SHORTEST} to {LONGEST} letters, digits or signs, without blanks.")
    return text


class OneToken:
    """Implements the SDK's TokenVerifier: lets one token in, compared in constant time."""

    def __init__(self, token: str, holder: str) -> None:
        """``holder`` names whoever has the token; sessions belong to it."""
        self._token = token.encode()
        self._holder = holder

    async def verify_token(self, token: str) -> AccessToken | None:
        """What the SDK wants to know about a good token; None for any other."""
        if not secrets.compare_digest(token.encode("utf-8", "replace"), self._token):
            return None
        return AccessToken(token=token, client_id=self._holder, scopes=[])
