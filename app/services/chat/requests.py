"""Requests of chat clients and their answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

from app.errors import NotFound
from app.models.base import Frozen
from app.models.records.record import Record
from app.models.spend import Spend
from app.services.chat.conversation import ClientConversation
from app.services.chat.telling import turn_text
from app.services.game.games.session import Request
from app.services.game.turns.turn_result import TurnResult, result_of

SCENARIO = "scenario:"
"""How the name of a model begins that is a scenario; after it comes the scenario's id. Any other is a game's id."""
_KEY_DIGITS, _HASH_DIGITS = 16, 64


class ChatModelUnknown(NotFound):
    """There is no game or scenario of the name that a client gives as the model, or the client may not use it. Choose
    another model; nothing has changed."""


@contextmanager
def finding_model() -> Iterator[None]:
    """Raise `ChatModelUnknown` for what the block does not find."""
    try:
        yield
    except NotFound as error:
        raise ChatModelUnknown(error.reason or str(error)) from error


@dataclass(frozen=True)
class ChatClient:
    """The sender of a request.

    Attributes:
        key: The prefix of the hashes of its requests, which tells its turns from those of others.
        game_id: The only game that it may play; None for all games.
        player_id: The only player as which it may play; None for any.
        is_master: Whether it may do what a game master may.
        shown: Returns a turn with what the client may see of it.
    """

    key: str
    game_id: str | None
    player_id: str | None
    is_master: bool
    shown: Callable[[TurnResult], TurnResult]

    def text_of(self, game_id: str, record: Record) -> str:
        """Return what the client is answered with a turn."""
        return turn_text(self.shown(result_of(game_id, record)))


def client_key(*identity: str | None) -> str:
    """Return the key of a client by whatever tells it from others, as its token."""
    return sha256("\n".join(part or "" for part in identity).encode("utf-8", "replace")).hexdigest()[:_KEY_DIGITS]


@dataclass(frozen=True)
class ChatRequest:
    """A request of a client.

    Attributes:
        client: Who sends it.
        model: A game's id, or `SCENARIO` and a scenario's id.
        conversation: What it asks for.
        digest: A hash of its content.
        request_id: A unique text by which the client sends it again; None for none.
        is_sent_again: Whether the client says that it has sent it before, and got no answer.
    """

    client: ChatClient
    model: str
    conversation: ClientConversation
    digest: str
    request_id: str | None = None
    is_sent_again: bool = False

    def sent(self, request_id: str | None) -> "ChatRequest":
        """Return the request with the text by which the client sends it again."""
        return replace(self, request_id=request_id)

    @property
    def hash(self) -> str:
        """The hash of the request, which begins with the key of the client."""
        return (self.client.key + self.digest)[:_HASH_DIGITS]

    @property
    def identity(self) -> Request:
        return {"request_id": self.request_id, "request_hash": self.hash}

    @property
    def scenario_id(self) -> str | None:
        return self.model.removeprefix(SCENARIO) if self.model.startswith(SCENARIO) else None


class ChatAnswer(Frozen):
    """The answer to a request: its text, and the game and turn that it is of, "" and 0 for none."""

    text: str
    game_id: str = ""
    turn: int = 0
    seq: int = 0
    spend: Spend = Spend()


class ChatListener(NamedTuple):
    """The callbacks of one request: ``on_text`` gets the answer piece by piece, ``on_begin`` is called when it begins:
    no refusal comes after that, but failures may."""

    on_text: Callable[[str], None]
    on_begin: Callable[[], None]
