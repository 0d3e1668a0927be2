"""Requests and answers of the chat completions API of OpenAI, as far as they matter for playing."""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import ConfigDict, Field

from app.api.schemas.base import ApiModel

FINISHED = "stop"


class LenientModel(ApiModel):
    """A model of a request whose further fields, such as those of sampling, are ignored. Types are strict."""

    model_config = ConfigDict(strict=True, extra="ignore")


class ChatPartIn(LenientModel):
    """A part of a message. Only parts with a text count; pictures and sound are ignored."""

    type: str = Field(examples=["text"])
    text: str | None = Field(default=None, examples=["look around"])


class ChatMessageIn(LenientModel):
    """A message of a conversation. Those of tools are ignored."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"] = Field(examples=["user"])
    content: str | list[ChatPartIn] | None = Field(default=None, examples=["look around"])
    name: str | None = Field(default=None, description="of a player: that of its character", examples=["Mara"])

    @property
    def text(self) -> str:
        if isinstance(self.content, str):
            return self.content
        return "\n".join(part.text for part in self.content or () if part.text)


class ChatStreamOptionsIn(LenientModel):
    include_usage: bool | None = Field(default=None, description="whether the stream ends with a chunk of usage")


class ChatCompletionIn(LenientModel):
    """A conversation, whose last message of a user is the line to play. Unknown fields are ignored."""

    model: str = Field(
        min_length=1,
        max_length=200,
        description="a game's id, or `scenario:` and a scenario's id",
        examples=["tide-bell-1a2b3c4d"],
    )
    messages: list[ChatMessageIn] = Field(min_length=1)
    stream: bool | None = None
    stream_options: ChatStreamOptionsIn | None = None
    n: int | None = Field(default=None, description="1, if anything")
    user: str | None = Field(default=None, description="tells clients with one token apart")
    tools: list[Any] | None = Field(default=None, description="none, if anything")
    functions: list[Any] | None = Field(default=None, description="none, if anything")
    tool_choice: Any = Field(default=None, description="with `none` tools are ignored")
    response_format: dict[str, Any] | None = Field(default=None, description="of the type `text`, if anything")
    logprobs: bool | None = Field(default=None, description="false, if anything")


class ChatUsageOut(ApiModel):
    """The tokens that models were sent and wrote for the turn; zero where rules narrated it, and for players."""

    prompt_tokens: int = Field(examples=[2100])
    completion_tokens: int = Field(examples=[140])
    total_tokens: int = Field(examples=[2240])


class ChatTurnOut(ApiModel):
    """The turn that an answer is of. ``game_id`` is "" and ``turn`` 0 for an answer that is of none."""

    game_id: str = Field(examples=["tide-bell-1a2b3c4d"])
    turn: int = Field(examples=[4])


class ChatAnswerOut(ApiModel):
    role: Literal["assistant"] = "assistant"
    content: str = Field(examples=["The tide is out, and the bell hangs still."])
    refusal: None = Field(default=None, examples=[None])


class ChatChoiceOut(ApiModel):
    index: int = 0
    message: ChatAnswerOut
    logprobs: None = Field(default=None, examples=[None])
    finish_reason: str = FINISHED


class ChatCompletionOut(ApiModel):
    """An answer in the form of OpenAI's; ``talekeeper`` says which turn it is."""

    id: str = Field(examples=["chatcmpl-9f86d081884c7d659a2feaa0"])
    object: Literal["chat.completion"] = "chat.completion"
    created: int = Field(description="seconds since 1970, UTC", examples=[1772389800])
    model: str = Field(description="as in the request", examples=["tide-bell-1a2b3c4d"])
    choices: list[ChatChoiceOut]
    usage: ChatUsageOut
    talekeeper: ChatTurnOut


class ChatDeltaOut(ApiModel):
    role: Literal["assistant"] | None = Field(default=None, exclude_if=lambda role: role is None)
    content: str | None = Field(default=None, exclude_if=lambda text: text is None)


class ChatChunkChoiceOut(ApiModel):
    index: int = 0
    delta: ChatDeltaOut
    logprobs: None = None
    finish_reason: str | None = None


class ChatChunkOut(ApiModel):
    """A piece of a streamed answer. The last one with a choice has the ``talekeeper`` of the turn; with `include_usage`
    one without choices follows that has the usage."""

    id: str
    object: Literal["chat.completion.chunk"] = "chat.completion.chunk"
    created: int
    model: str
    choices: Sequence[ChatChunkChoiceOut]
    usage: ChatUsageOut | None = None
    talekeeper: ChatTurnOut | None = Field(default=None, exclude_if=lambda turn: turn is None)


class ChatModelOut(ApiModel):
    """A game or a scenario, as a model of OpenAI."""

    id: str = Field(description="a game's id, or `scenario:` and a scenario's id", examples=["tide-bell-1a2b3c4d"])
    object: Literal["model"] = "model"
    created: int = Field(description="when it was played last, in seconds since 1970, UTC; 0 for a scenario")
    owned_by: Literal["talekeeper"] = "talekeeper"
    name: str = Field(description="its title", examples=["Mara in The Bell on the Sands"])


class ChatModelsOut(ApiModel):
    object: Literal["list"] = "list"
    data: list[ChatModelOut]


class ChatErrorOut(ApiModel):
    message: str = Field(description="one line for people")
    type: str = Field(examples=["invalid_request_error"])
    param: str | None = Field(default=None, description="the field that is wrong", examples=["n"])
    code: str | None = Field(default=None, examples=["model_not_found"])


class ChatProblemOut(ApiModel):
    """An error in the form of OpenAI's."""

    error: ChatErrorOut
