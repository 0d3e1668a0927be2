"""Why a server refuses a request. The text of an error is searched for known words, and never shown."""

import json
import re
from collections.abc import Mapping
from typing import Any

from app.agents.failures import NO_TOOLS
from app.agents.servers.model_server import OPTIONAL

_REFUSING = frozenset({400, 404, 405, 413, 415, 422, 500, 501})
_UNNAMED = frozenset({400, 415, 422})
_TOO_LONG = re.compile(
    r"context[ _-]?(?:length|size|window)|maximum (?:model|sequence|input|prompt) length|exceed_context"
    r"|(?:prompt|input|request)(?: is)? too (?:long|large|many tokens)|too many (?:input )?tokens|n_ctx"
    r"|input (?:length|tokens?) (?:exceeds|and)|exceeds? (?:the )?(?:available|model'?s?) (?:context|max)",
    re.IGNORECASE,
)
_LIMIT_OF_ANSWER = re.compile(r"max_(?:completion_)?tokens", re.IGNORECASE)
_TOOLS = re.compile(r"\btools?\b|tool[_ -](?:choice|call|use)|function[_ -]?call", re.IGNORECASE)
_STREAMING = re.compile(r"\bstream(?:ing|ed)?\b", re.IGNORECASE)
CONTEXT = "context_length_exceeded"


def is_too_long(text: str) -> bool:
    """Return whether an error says that the prompt does not fit."""
    return _TOO_LONG.search(text) is not None


def has_no_tools(status: int, text: str, body: Mapping[str, Any]) -> bool:
    """Return whether an error says that the model does not support tools."""
    return status in _REFUSING and "tools" in body and _TOOLS.search(text) is not None


def refused_in(status: int, text: str, body: Mapping[str, Any]) -> set[str]:
    """Return the parameters of the request that an error names, ``stream`` included; if it names none, all that can be
    left out. Empty where the refusal has another cause."""
    if status not in _REFUSING or is_too_long(text):
        return set()
    named = {name for name in OPTIONAL if name in body and re.search(rf"(?<![\w-]){name}(?![\w-])", text)}
    if len(named) > 1 and "max_completion_tokens" in named:
        named.discard("max_tokens")  # it is named as what to send instead
    if named:
        return {min(named, key=OPTIONAL.index)} if len(named) > 1 and status not in _UNNAMED else named
    if body.get("stream") and _STREAMING.search(text):
        return {"stream"}
    if status in _UNNAMED and not has_no_tools(status, text, body):
        return {name for name in OPTIONAL if name in body and name != "max_tokens"}
    return set()


def names_nothing(text: str, names: set[str]) -> bool:
    """Return whether an error names none of these parameters."""
    return not any(name in text for name in names)


def marked(status: int, text: str, body: Mapping[str, Any]) -> bytes:
    """Return the error in the form that the client library reads, with a code for its cause."""
    code: str | None = None
    kind: str | None = None
    try:
        given = json.loads(text)
        error = given.get("error") if isinstance(given, dict) else None
        if isinstance(error, dict):
            code, kind = (value if isinstance(value := error.get(key), str) else None for key in ("code", "type"))
    except (ValueError, RecursionError):
        pass
    if status in _REFUSING and is_too_long(text) and not _is_answers_limit(text):
        code = CONTEXT
    elif has_no_tools(status, text, body):
        code = NO_TOOLS
    known = {"code": code, "type": kind}
    return json.dumps({"error": {"message": "", **{key: value for key, value in known.items() if value}}}).encode()


def _is_answers_limit(text: str) -> bool:
    """Return whether only the limit of the answer is too large, and the prompt is not mentioned."""
    return _LIMIT_OF_ANSWER.search(text) is not None and not re.search(r"context|prompt|messages", text, re.IGNORECASE)
