"""Normalises the chunks of an answer to the one form that the client library reads, whatever a server omits or
repeats."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
_STOPPED = "stop"
_FINISHES = {"length": "length", "max_tokens": "length", "model_length": "length", "limit": "length"}
_KNOWN = frozenset({"stop", "length", "tool_calls", "content_filter", "function_call"})
_BROKEN = frozenset({"error", "abort", "aborted", "cancelled", "canceled", "timeout"})
_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")
_THOUGHTS = ("reasoning_content", "reasoning", "thinking", "thought")
_PREFIXES = ("functions.", "tools.")
_MOST_CALLS = 256


class Broken(Exception):
    """The answer contains an error, or is not an answer."""


@dataclass
class _Call:
    """A tool call, as far as it has been received."""

    index: int
    id: str
    their_id: str | None
    name: str
    arguments: str

    @property
    def is_whole(self) -> bool:
        try:
            return isinstance(json.loads(self.arguments), dict)
        except (ValueError, RecursionError):
            return False


@dataclass
class Calls:
    """The tool calls of one answer: each gets an index and an id of its own, and its name once."""

    _by_index: dict[object, _Call] = field(default_factory=dict)
    _all: list[_Call] = field(default_factory=list)

    def read(self, entries: object) -> list[Json]:
        """Return the entries of a chunk, or of a whole answer, as normalised parts of calls."""
        found = entries if isinstance(entries, list) else [entries]
        return [self._read(entry) for entry in found if isinstance(entry, dict)]

    def _read(self, entry: Json) -> Json:
        given = entry.get("function")
        function: Mapping[str, Any] = given if isinstance(given, dict) else entry
        name, arguments = _name_in(function), _arguments_in(function)
        their_id = entry.get("id") if isinstance(entry.get("id"), str) and entry.get("id") else None
        call = self._meant(entry.get("index"), their_id, name)
        new = call is None or self._is_another(call, their_id, name, arguments)
        if call is None or new:
            call = self._begin(entry.get("index"), their_id, name)
        elif name and not call.arguments and name != call.name:
            call.name += name  # a name in pieces
        else:
            name = ""
        call.arguments += arguments
        piece: Json = {"index": call.index, "function": {"arguments": arguments}}
        if new:
            piece |= {"id": call.id, "type": "function"}
        if name:
            piece["function"]["name"] = name
        return piece

    def _meant(self, index: object, their_id: str | None, name: str) -> _Call | None:
        if index is not None:
            return self._by_index.get(index)
        if their_id is not None:
            return next((call for call in reversed(self._all) if call.their_id == their_id), None)
        return None if name or not self._all else self._all[-1]

    @staticmethod
    def _is_another(call: _Call, their_id: str | None, name: str, arguments: str) -> bool:
        """Return whether an entry with the index or id of a call begins another call."""
        if their_id is not None and call.their_id is not None and their_id != call.their_id:
            return True
        if not name or not call.is_whole:
            return False
        return name != call.name or arguments.lstrip().startswith("{")

    def _begin(self, index: object, their_id: str | None, name: str) -> _Call:
        if len(self._all) >= _MOST_CALLS:
            raise Broken
        number = len(self._all)
        taken = {call.id for call in self._all}
        own = their_id if their_id is not None and their_id not in taken else f"{their_id or 'call'}-{number}"
        call = _Call(number, own, their_id, name, "")
        self._all.append(call)
        self._by_index[index] = call
        return call


def _name_in(function: Mapping[str, Any]) -> str:
    name = function.get("name")
    if not isinstance(name, str):
        return ""
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name


def _arguments_in(function: Mapping[str, Any]) -> str:
    arguments = function.get("arguments", function.get("parameters"))
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


@dataclass
class AssembledAnswer:
    """One answer of a server, read chunk by chunk."""

    model: str
    finish: str | None = None
    has_thoughts: bool = False
    has_text: bool = False
    usage: Json | None = None
    _calls: Calls = field(default_factory=Calls)

    def chunk(self, value: object) -> Json | None:
        """Normalise a chunk of a stream; None for an empty one. Raise Broken for an error or an invalid chunk."""
        choice = self._choice(value)
        if choice is None:
            return None if self.usage is None else self._chunk(None, None)
        given = choice.get("delta") if isinstance(choice.get("delta"), dict) else choice.get("message")
        delta = self._message(given if isinstance(given, dict) else {"content": choice.get("text")})
        return self._chunk(delta, self._finish(choice.get("finish_reason")))

    def whole(self, value: object) -> Json:
        """Normalise a whole answer. Raise Broken for an error or an invalid answer."""
        choice = self._choice(value)
        if choice is None:
            raise Broken
        given = choice.get("message") if isinstance(choice.get("message"), dict) else choice.get("delta")
        if not isinstance(given, dict) and not isinstance(choice.get("text"), str):
            raise Broken
        message = {"content": None, **self._message(given if isinstance(given, dict) else {"content": choice["text"]})}
        for call in message.get("tool_calls", ()):
            call.pop("index")
            call["function"] = {"name": "", **call["function"]}
        finish = self._finish(choice.get("finish_reason")) or _STOPPED
        return self._frame("chat.completion", {"index": 0, "message": message, "finish_reason": finish})

    def from_chunks(self, chunks: Iterable[Json]) -> Json:
        """Return the chunks of a stream as a whole answer."""
        message: Json = {"role": "assistant", "content": ""}
        calls: dict[int, Json] = {}
        for choice in (choice for chunk in chunks for choice in chunk["choices"]):
            for key, value in choice["delta"].items():
                if key == "tool_calls":
                    for piece in value:
                        call = calls.setdefault(piece["index"], {"function": {"name": "", "arguments": ""}})
                        call |= {name: piece[name] for name in ("id", "type") if name in piece}
                        for name, text in piece["function"].items():
                            call["function"][name] += text
                elif key != "role":
                    message[key] = (message.get(key) or "") + value
        if calls:
            message["tool_calls"] = list(calls.values())
        choice = {"index": 0, "message": message, "finish_reason": self.finish or _STOPPED}
        return self._frame("chat.completion", choice)

    def as_chunks(self, whole: Json) -> Iterator[Json]:
        """Yield a normalised whole answer as the chunks of a stream."""
        choice = whole["choices"][0]
        delta = {key: value for key, value in choice["message"].items() if value is not None}
        for index, call in enumerate(delta.get("tool_calls", ())):
            call["index"] = index
        yield self._chunk(delta, None)
        yield self.last()

    def last(self) -> Json:
        """Return the chunk that gives the finish reason."""
        return self._chunk({}, self.finish or _STOPPED)

    def _choice(self, value: object) -> Json | None:
        """Return the one choice of a chunk or an answer, if any."""
        if not isinstance(value, dict) or value.get("error"):
            raise Broken
        self.usage = _usage_in(value.get("usage")) or None
        if isinstance(name := value.get("model"), str) and name:
            self.model = name
        choices = value.get("choices")
        if choices is None or choices == []:
            return None
        if not isinstance(choices, list) or not isinstance(choices[0], dict):
            raise Broken
        return choices[0]

    def _message(self, given: Json) -> Json:
        message: Json = {"role": "assistant"}
        if isinstance(content := given.get("content"), list):
            content = "".join(part.get("text") or "" for part in content if isinstance(part, dict))
        if isinstance(content, str):
            message["content"] = content
            self.has_text = self.has_text or bool(content.strip())
        if isinstance(refusal := given.get("refusal"), str) and refusal:
            message["refusal"] = refusal
        thought = next((given[key] for key in _THOUGHTS if isinstance(given.get(key), str) and given[key]), None)
        if thought is not None:
            message["reasoning_content"] = thought
            self.has_thoughts = True
        if entries := given.get("tool_calls") or given.get("function_call"):
            message["tool_calls"] = self._calls.read(entries)
        return message

    def _finish(self, reason: object) -> str | None:
        if not isinstance(reason, str) or not reason.strip():
            return None
        reason = reason.strip().casefold()
        if reason in _BROKEN:
            raise Broken
        self.finish = _FINISHES.get(reason) or (reason if reason in _KNOWN else _STOPPED)
        return self.finish

    def _chunk(self, delta: Json | None, finish: str | None) -> Json:
        choice = None if delta is None else {"index": 0, "delta": delta, "finish_reason": finish}
        return self._frame("chat.completion.chunk", choice)

    def _frame(self, kind: str, choice: Json | None) -> Json:
        frame: Json = {"id": "answer", "object": kind, "created": 0, "model": self.model}
        frame["choices"] = [] if choice is None else [choice]
        if self.usage is not None:
            frame["usage"] = self.usage
        return frame


def _usage_in(usage: object) -> Json:
    """Return the valid token counts; empty if there are none."""
    if not isinstance(usage, dict):
        return {}
    counts = {key: count for key in _COUNTS if isinstance(count := usage.get(key), int) and count >= 0}
    if not counts:
        return {}
    asked, said = counts.get(_COUNTS[0], 0), counts.get(_COUNTS[1], 0)
    return {_COUNTS[0]: asked, _COUNTS[1]: said, _COUNTS[2]: counts.get(_COUNTS[2], asked + said)}
