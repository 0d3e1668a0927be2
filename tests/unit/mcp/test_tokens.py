"""Tokens: made, checked, compared."""

import pytest

from app.errors import InvalidInput
from app.mcp.http import SingleTokenVerifier, checked_token, new_token


def test_every_token_is_another_and_is_one_that_could_be_chosen() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(checked_token(token) == token for token in tokens)


@pytest.mark.parametrize("bad", ["", "short", "x" * 201, "with a blank in it", "tökentökentökentöken", "x" * 20 + "\n"])
def test_a_token_that_is_easily_guessed_or_cannot_be_sent_is_refused(bad: str) -> None:
    with pytest.raises(InvalidInput, match="A token has 16 to 200"):
        checked_token(bad)


async def test_only_the_token_itself_opens() -> None:
    verifier = SingleTokenVerifier("0123456789abcdef", "/narrator")
    found = await verifier.verify_token("0123456789abcdef")
    assert found is not None
    assert (found.client_id, found.scopes) == ("/narrator", [])
    for wrong in ("", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef ", "\ud800", "ä" * 16):
        assert await verifier.verify_token(wrong) is None
