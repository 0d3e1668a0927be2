"""What narrates a game, and the result of testing it."""

from re import fullmatch
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, field_validator

from app.api.schemas.base import ApiModel, RequestModel
from app.interfaces.game_models import Judging, NarratorMode, Teller
from app.interfaces.model_names import is_web_address


def _plain_address(url: str) -> str:
    """Check that an address contains no key, because it is shown again."""
    if not is_web_address(url) or "@" in url or "?" in url or "#" in url:
        raise ValueError("an address looks like http://localhost:11434/v1")
    return url


Address = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_plain_address)]


_PLAIN = r"[A-Za-z0-9._~+/=:@%-]+"
"""What stands in a line of the file of settings as it is."""
ModelName = Annotated[str, Field(min_length=1, max_length=200, pattern=f"^{_PLAIN}$")]
PlainAddress = Annotated[Address, Field(pattern=r"^[A-Za-z0-9._~+/=:%\[\]-]+$")]


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
    temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        strict=False,
        description="how freely words are chosen; null: the server's",
        examples=[0.8],
    )
    top_p: float | None = Field(
        default=None, gt=0, le=1, strict=False, description="of which share of the likeliest words; null: the server's"
    )
    answer_tokens: int | None = Field(
        default=None, ge=100, le=10_000, description="how many tokens an answer may have; null: the server's"
    )
    prompt_budget: int | None = Field(
        default=None, ge=3_000, le=200_000, description="how many tokens a prompt may have; null: the server's"
    )
    strictness: Judging | None = Field(
        default=None, description="how much of a narration is judged; null: the server's", examples=["balanced"]
    )


class ServerModelIn(RequestModel):
    """What narrates games without a model of their own, from their next turn on. Fields that are left out stay as they
    are; null is the default. A key belongs to its address and provider: it is dropped when one of these changes, unless
    the request sends one."""

    model: ModelName | None = Field(
        default=None, description="`offline` for the rules alone", examples=["openai-chat:gpt-5-mini"]
    )
    base_url: PlainAddress | None = Field(
        default=None, description="of an OpenAI-compatible server; null: the provider's", examples=[None]
    )
    api_key: SecretStr | None = Field(
        default=None, max_length=1000, description="stored and never shown again; null deletes it", examples=["sk-…"]
    )
    mode: NarratorMode | None = Field(default=None, examples=["guided"])
    temperature: float | None = Field(
        default=None, ge=0, le=2, strict=False, description="how freely words are chosen", examples=[0.8]
    )
    top_p: float | None = Field(
        default=None, gt=0, le=1, strict=False, description="of which share of the likeliest words"
    )
    answer_tokens: int | None = Field(default=None, ge=100, le=10_000, description="how many tokens an answer may have")
    prompt_budget: int | None = Field(
        default=None, ge=3_000, le=200_000, description="how many tokens a prompt may have"
    )
    strictness: Judging | None = Field(
        default=None, description="how much of a narration is judged", examples=["balanced"]
    )

    @field_validator("api_key")
    @classmethod
    def _is_written_plainly(cls, key: SecretStr | None) -> SecretStr | None:
        if key is not None and not fullmatch(_PLAIN, key.get_secret_value()):
            raise ValueError("a key has letters, digits and ._~+/=:@%- only")  # without its input
        return key


class MannerOut(ApiModel):
    """How models narrate where a game does not say it; ``temperature`` and ``top_p`` are null where the model
    decides."""

    mode: NarratorMode = Field(examples=["guided"])
    temperature: float | None
    top_p: float | None
    answer_tokens: int = Field(examples=[2000])
    strictness: Judging = Field(examples=["balanced"])
    prompt_budget: int | None = Field(description="tokens of a prompt; null: 24,000 with tools, else 6,000")


class ServerModelOut(MannerOut):
    """What narrates games without a model of their own. The key is shown to nobody."""

    model: str = Field(description="`offline` for the rules alone", examples=["openai-chat:gpt-5-mini"])
    base_url: str | None = Field(examples=["http://localhost:11434/v1"])
    has_key: bool = Field(description="whether a key is set")
    fixed: list[str] = Field(
        description="the fields that the server's environment or command line says, which cannot be changed here"
    )
    is_kept: bool = Field(description="whether a choice is kept for the next start, in the file of settings")


class GameModelOut(ApiModel):
    """What narrates a game. ``base_url`` is shown to the admin only, the key to no client."""

    teller: Teller = Field(examples=["own"])
    model: str | None = Field(description="the game's own model, kept while another narrates", examples=["qwen3:8b"])
    base_url: str | None = Field(examples=["http://localhost:11434/v1"])
    has_key: bool = Field(description="whether the game has a key of its own", examples=[True])
    mode: NarratorMode | None = Field(description="null: the server's", examples=["guided"])
    temperature: float | None = Field(description="null: the server's")
    top_p: float | None = Field(description="null: the server's")
    answer_tokens: int | None = Field(description="null: the server's")
    prompt_budget: int | None = Field(description="null: the server's")
    strictness: Judging | None = Field(description="null: the server's")
    of_server: MannerOut = Field(description="what the server has for these")
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


class ModelNamesOut(ApiModel):
    """The models that a server offers, sorted; at most 500."""

    names: list[str] = Field(examples=[["llama3.1:8b", "qwen3:8b"]])


class SituationOut(ApiModel):
    """How a model did in one situation."""

    title: str = Field(description="what it tried", examples=["tells of a locked door"])
    obeyed: bool = Field(description="whether all was as it should be")
    faults: list[str] = Field(description="what was wrong with its answers", examples=[["gave a secret away"]])
    failure: str = Field(description="why there was no answer; empty where there was one")
    answer: str = Field(description="its first answer, shortened", examples=["The door does not move."])


class SituationBegun(ApiModel):
    """The situation that is put to a model now."""

    number: int = Field(description="from 1", examples=[3])
    of: int = Field(description="how many there are", examples=[10])
    title: str = Field(description="what it tries", examples=["tells of a locked door"])


class ModelTrialOut(ApiModel):
    """The report of a trial: ten situations, and what the model is fit for."""

    model: str = Field(examples=["qwen3:8b"])
    situations: list[SituationOut]
    suits: Literal["tools", "guided", "summaries", "offline"] = Field(examples=["guided"])
    why: str = Field(description="in plain words", examples=["Where the rules act, its words could be used in 6 of 6."])
    first_token: float | None = Field(description="seconds until an answer begins, in the middle", examples=[1.4])
    tokens_a_second: float | None = Field(examples=[42.0])
    slowness: str = Field(description="how slow it is and what would help; empty where it is fast enough")
    calls: int = Field(examples=[31])
    tokens: int = Field(examples=[48000])
    cost: float | None = Field(description="in US dollars; null where no price is known", examples=[0.02])
