"""What narrates a game, and the result of testing it."""

from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr

from app.api.schemas.base import ApiModel, RequestModel
from app.interfaces.game_models import NarratorMode, Teller
from app.interfaces.model_names import is_web_address


def _plain_address(url: str) -> str:
    """Check that an address contains no key, because it is shown again."""
    if not is_web_address(url) or "@" in url or "?" in url or "#" in url:
        raise ValueError("an address looks like http://localhost:11434/v1")
    return url


Address = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_plain_address)]


class GameModelIn(RequestModel):
    """What narrates a game from its next turn on. Fields that are left out stay as they are. Only the admin may change
    ``model``, ``base_url`` and ``api_key``; a game master chooses between the rules and what the admin chose last. A
    key belongs to its address and provider: it is dropped when one of these changes, unless the request sends one."""

    teller: Teller | None = Field(
        default=None, description="the rules alone, the server's model, or the game's own", examples=["own"]
    )
    model: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="the name of the game's own model",
        examples=["openai-chat:gpt-5-mini"],
    )
    base_url: Address | None = Field(
        default=None,
        description="of an OpenAI-compatible server; null: the provider's, or without a key that of the server's model",
        examples=["http://localhost:11434/v1"],
    )
    api_key: SecretStr | None = Field(
        default=None, max_length=1000, description="stored and never shown again; null deletes it", examples=["sk-…"]
    )
    mode: NarratorMode | None = Field(default=None, description="null: the server's", examples=["guided"])


class GameModelOut(ApiModel):
    """What narrates a game. ``base_url`` is shown to the admin only, the key to no client."""

    teller: Teller = Field(examples=["own"])
    model: str | None = Field(description="the game's own model, kept while another narrates", examples=["qwen3:8b"])
    base_url: str | None = Field(examples=["http://localhost:11434/v1"])
    has_key: bool = Field(description="whether the game has a key of its own", examples=[True])
    mode: NarratorMode | None = Field(description="null: the server's", examples=["guided"])
    tellers: list[Teller] = Field(description="the choices that you may make", examples=[["offline", "server", "own"]])
    server_model: str = Field(description="the narrator of games without a model of their own", examples=["offline"])
    may_change_model: bool = Field(description="whether you may change model, address and key", examples=[True])


class ModelTriedOut(ApiModel):
    """The result of testing a model."""

    answered: bool = Field(description="whether the narrator of this choice answered", examples=[True])
    said: str = Field(
        description="the result in one sentence; why not, if it did not answer",
        examples=["The model qwen3:8b answers."],
    )
    seconds: float = Field(description="how long the test took", examples=[0.8])
