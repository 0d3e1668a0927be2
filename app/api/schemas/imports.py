"""Files of other programs that become games."""

from typing import Any, Literal

from pydantic import Field

from app.api.schemas.base import RequestModel, Title
from app.interchange.chats.chat_file import MAX_CHAT_BYTES
from app.interchange.chats.chat_scenario import MAX_PEOPLE
from app.models.base import Id

_CHAT = '{"user_name": "Ines", "character_name": "Mara"}\n{"name": "Mara", "is_user": false, "mes": "Good evening."}'


class NewImport(RequestModel):
    """A chat of SillyTavern to import. ``text`` is its file as it is, with a line of JSON for each message."""

    kind: Literal["chat"] = "chat"
    text: str = Field(min_length=1, max_length=MAX_CHAT_BYTES, examples=[_CHAT])
    cards: list[dict[str, Any]] = Field(
        default=[], max_length=MAX_PEOPLE, description="character cards that describe its characters", examples=[[]]
    )
    scenario: Id | None = Field(
        default=None, description="the scenario that it takes place in; null: one of a single place", examples=[None]
    )
    place: str | None = Field(
        default=None, max_length=120, description="id or name of the place there; null: its start", examples=[None]
    )
    title: Title | None = Field(
        default=None, description="null: one made of the names", examples=["Evenings with Mara"]
    )
    with_hidden: bool = Field(default=True, description="whether to take lines that were hidden from the model")
