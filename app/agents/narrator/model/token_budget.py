"""How much a run of tool calls may still add to its prompt."""

import json
from collections.abc import Sequence

from pydantic_ai.messages import ModelMessage, TextPart, ThinkingPart, ToolCallPart, ToolReturnPart

from app.memory.prompt_data import estimate
from app.models.prompt import Prompt

RUN_TOKENS = 1_000
"""What is kept free of each prompt for calls and their results."""

_AROUND = 8
"""Tokens that a format puts around each part of a message, about."""


def tokens_of(value: object) -> int:
    """What a value takes as the JSON text that a model reads."""
    return estimate(json.dumps(value, ensure_ascii=False))


class TokenBudget:
    """The tokens that are left in one run: of the prompt's budget, and of what was kept free for it."""

    def __init__(self, prompt: Prompt) -> None:
        self._limit = prompt.budget - prompt.tokens + RUN_TOKENS
        self._results = 0

    def next_request(self, messages: Sequence[ModelMessage]) -> bool:
        """Whether the next request, whose messages hold all results so far, still keeps to the budget."""
        self._results = 0
        return _added(messages, thoughts=True) <= self._limit

    def count(self, result: object) -> None:
        """Count a result that the messages do not hold yet."""
        self._results += tokens_of(result) + _AROUND

    def left(self, messages: Sequence[ModelMessage]) -> int:
        """Tokens for further results. A model's thoughts are left out: they should not keep it from acting."""
        return self._limit - _added(messages, thoughts=False) - self._results - _AROUND


def _added(messages: Sequence[ModelMessage], *, thoughts: bool) -> int:
    """What stands behind the prompt, which is the first message."""
    return sum(
        estimate(_text_of(part)) + _AROUND
        for message in messages[1:]
        for part in message.parts
        if thoughts or not isinstance(part, ThinkingPart)
    )


def _text_of(part: object) -> str:
    match part:
        case ToolCallPart():
            return f"{part.tool_name}{part.args_as_json_str()}"
        case ToolReturnPart():
            return part.model_response_str()
        case TextPart() | ThinkingPart():
            return part.content
    return str(part)
