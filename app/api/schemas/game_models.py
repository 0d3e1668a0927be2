"""Who tells a game, and whether that answers."""

from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr

from app.api.schemas.base import Model, RequestModel
from app.interfaces.game_models import NarratorMode, Teller
from app.interfaces.model_names import is_web_address


def _plain_address(url: str) -> str:
    """An address that holds no key: it is shown again."""
    if not is_web_address(url) or "@" in url or "?" in url or "#" in url:
        raise ValueError("an address looks like http://localhost:11434/v1")
    return url


Address = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_plain_address)]


class GameModelIn(RequestModel):
    """Who tells a game from its next turn on. What is left out stays as it is. ``model``, ``base_url`` and
    ``api_key`` are the admin's to change; a game master chooses between the rules and what the admin chose last. A
    key belongs to its address and provider: with another of these it is forgotten, unless it is given anew."""

    teller: Teller | None = Field(
        default=None, description="the rules alone, the server's model, or the game's own", examples=["own"]
    )
    model: str | None = Field(default=None, min_length=1, max_length=200, examples=["openai-chat:gpt-5-mini"])
    base_url: Address | None = Field(
        default=None,
        description="of an OpenAI-compatible server; null: the provider's, or without a key the server's",
        examples=["http://localhost:11434/v1"],
    )
    api_key: SecretStr | None = Field(
        default=None, max_length=1000, description="kept, and never shown again; null forgets it", examples=["sk-…"]
    )
    mode: NarratorMode | None = Field(default=None, description="null: the server's", examples=["guided"])


class GameModelOut(Model):
    """Who tells a game. ``base_url`` is shown to the admin alone, the key to nobody."""

    teller: Teller = Field(examples=["own"])
    model: str | None = Field(description="the game's own, kept while another tells it", examples=["qwen3:8b"])
    base_url: str | None = Field(examples=["http://localhost:11434/v1"])
    has_key: bool = Field(description="whether a key of the game's own is kept", examples=[True])
    mode: NarratorMode | None = Field(examples=["guided"])
    tellers: list[Teller] = Field(description="what you may choose", examples=[["offline", "server", "own"]])
    server_model: str = Field(description="what tells games that have none of their own", examples=["offline"])
    may_change_model: bool = Field(description="whether you may change model, address and key", examples=[True])


class ModelTriedOut(Model):
    answered: bool = Field(examples=[True])
    said: str = Field(description="one sentence", examples=["The model qwen3:8b answers."])
    seconds: float = Field(examples=[0.8])
