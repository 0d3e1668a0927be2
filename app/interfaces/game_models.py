"""Who tells one game: the rules, the server's model, or one of the game's own."""

from typing import Literal

from pydantic import SecretStr, SerializationInfo, field_serializer

from app.models.base import Frozen

Teller = Literal["offline", "server", "own"]
NarratorMode = Literal["tools", "guided"]
WITH_SECRETS = {"secrets": True}
"""The context in which the key of a dumped `GameModel` is its text; in every other it is hidden."""


class GameModel(Frozen):
    """``teller`` says which it is; ``model``, ``base_url`` and ``api_key`` are the game's own, and kept while
    another tells it. ``mode`` is None where that of the settings holds. ``granted`` is what the admin chose last:
    beside the rules, which cost nothing, the only one that a game master may choose."""

    teller: Teller = "server"
    model: str | None = None
    base_url: str | None = None
    api_key: SecretStr | None = None
    mode: NarratorMode | None = None
    granted: Teller = "server"

    @property
    def in_use(self) -> "GameModel":
        """The same without what is only kept."""
        if self.teller == "offline":
            return GameModel(teller="offline")
        return self.model_copy(update={"granted": "server"}) if self.teller == "own" else GameModel(mode=self.mode)

    @property
    def name(self) -> str | None:
        """What a game's header calls it: None for the server's."""
        return {"offline": "offline", "own": self.model, "server": None}[self.teller]

    @property
    def in_copies(self) -> str | None:
        """The name that a branch has of it: a model with its own address or key is the server's there."""
        return None if self.teller == "own" and (self.base_url or self.api_key) else self.name

    @field_serializer("api_key", when_used="json-unless-none")
    def _shown(self, key: SecretStr, info: SerializationInfo) -> str:
        return key.get_secret_value() if info.context == WITH_SECRETS else str(key)


SERVERS = GameModel()


def begun_with(model: str | None) -> GameModel:
    """What the name in a game's header means."""
    if model is None:
        return SERVERS
    teller: Teller = "offline" if model == "offline" else "own"
    return GameModel(teller=teller, model=None if teller == "offline" else model, granted=teller)
