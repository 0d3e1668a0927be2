"""What servers of models do to an answer, by name: the same words, sent as servers of the field send them."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.integration.wire.server import USAGE, Answering, Step

Json = dict[str, Any]
Calls = tuple[tuple[str, Json], ...]
Quirk = Callable[[Answering, Json, "Said"], None]


class Said:
    """What a model says: pieces of text, then calls of tools (name, arguments)."""

    def __init__(self, pieces: tuple[str, ...], calls: Calls) -> None:
        self.pieces, self.calls = pieces, calls

    @property
    def finish(self) -> str:
        return "tool_calls" if self.calls else "stop"

    def entries(self, **changes: Any) -> list[Json]:
        return [
            {
                "index": index,
                "id": f"call-{index}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
                **changes,
            }
            for index, (name, arguments) in enumerate(self.calls)
        ]

    def deltas(self) -> list[Json]:
        return [{"content": piece} for piece in self.pieces] + ([{"tool_calls": self.entries()}] if self.calls else [])

    def message(self) -> Json:
        calls = {"tool_calls": self.entries()} if self.calls else {}
        return {"role": "assistant", "content": "".join(self.pieces), **calls}


def chunk(delta: Json | None, finish: str | None = None, **more: Any) -> Json:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "fake", "choices": choices, **more}


def whole(message: Json, finish: str | None = "stop", **more: Any) -> Json:
    choices = [{"index": 0, "message": message, "finish_reason": finish}]
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "fake", "choices": choices, **more}


def _data(value: object) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


def _send(handler: Answering, *parts: bytes, end: bytes = b"data: [DONE]\n\n") -> None:
    handler.begin_stream()
    for part in (*parts, end):
        if part:
            handler.chunk(part)
    handler.chunk(b"")


def _good(said: Said) -> Iterator[Json]:
    for delta in said.deltas():
        yield chunk(delta)
    yield chunk({}, said.finish)
    yield chunk(None, usage=USAGE)


def _bytes(said: Said) -> list[bytes]:
    return [_data(each) for each in _good(said)]


def streamed(change: Callable[[Said], list[bytes]], end: bytes = b"data: [DONE]\n\n") -> Quirk:
    return lambda handler, _, said: _send(handler, *change(said), end=end)


def each(change: Callable[[Json], Json | None]) -> Quirk:
    """Every piece changed."""
    return streamed(lambda said: [_data(new) for one in _good(said) if (new := change(one)) is not None])


def deltas(change: Callable[[Said], list[Json]]) -> Quirk:
    return streamed(lambda said: [*(_data(chunk(delta)) for delta in change(said)), _data(chunk({}, said.finish))])


def _bare(one: Json) -> Json | None:
    if not one["choices"]:
        return None
    choice = one["choices"][0]
    return {"choices": [{"delta": choice["delta"], "finish_reason": choice["finish_reason"]}]}


def _without(*names: str) -> Callable[[Json], Json]:
    return lambda one: {key: value for key, value in one.items() if key not in names}


def _plain(handler: Answering, _: Json, said: Said) -> None:
    handler.send(200, json.dumps(whole(said.message(), said.finish, usage=USAGE)).encode())


def _of_a_kind(kind: str) -> Quirk:
    def answer(handler: Answering, _: Json, said: Said) -> None:
        handler.send(200, b"".join(_bytes(said)) + b"data: [DONE]\n\n", kind)

    return answer


def _cut_into(size: int) -> Quirk:
    def pieces(said: Said) -> list[bytes]:
        data = b"".join(_bytes(said))
        return [data[at : at + size] for at in range(0, len(data), size)]

    return streamed(pieces)


def _lines(end: bytes) -> Quirk:
    return streamed(lambda said: [one.replace(b"\n", end) for one in _bytes(said)])


def _between(*texts: bytes) -> Quirk:
    return streamed(lambda said: [*texts, *(part for one in _bytes(said) for part in (one, *texts))])


def _finishing(reason: str) -> Quirk:
    return streamed(lambda said: [*(_data(chunk(delta)) for delta in said.deltas()), _data(chunk({}, reason))])


def _thinking(**field: Any) -> Quirk:
    return deltas(lambda said: [field, *said.deltas()])


def _saying(text: Callable[[str], list[str]]) -> Quirk:
    return deltas(lambda said: [{"content": part} for part in text("".join(said.pieces))])


def _with_signs(entry: Json) -> Json:
    function = entry["function"]
    return {**entry, "function": {**function, "arguments": function["arguments"].replace('"}', '<|im_end|>"}')}}


def _spelled(text: str) -> list[str]:
    return [text[at : at + 3] for at in range(0, len(text), 3)]


GOOD: dict[str, Quirk] = {
    "plain": each(lambda one: one),
    "does not stream": _plain,
    "does not stream, and says so of nothing": lambda handler, _, said: handler.send(
        200, json.dumps({"choices": [{"message": {"content": "".join(said.pieces)}}]}).encode(), "text/plain"
    ),
    "events as text/plain": _of_a_kind("text/plain"),
    "events as json": _of_a_kind("application/json"),
    "no object, id, model, created": each(_without("object", "id", "model", "created")),
    "no index": each(_bare),
    "usage of nothing": each(lambda one: {**one, "usage": {}}),
    "usage of null": each(lambda one: {**one, "usage": None}),
    "usage of odd things": each(lambda one: {**one, "usage": {"prompt_tokens": None, "total_tokens": "7"}}),
    "choices of null": each(lambda one: one if one["choices"] else {**one, "choices": None}),
    "no finish reason but the end": streamed(lambda said: [_data(chunk(delta)) for delta in said.deltas()]),
    "a finish reason and no end": streamed(_bytes, end=b""),
    "a finish reason of its own": _finishing("eos_token"),
    "a finish reason in capitals": _finishing("STOP"),
    "the end twice": streamed(_bytes, end=b"data: [DONE]\n\ndata: [DONE]\n\n"),
    "no blank after the colon": streamed(lambda said: [one.replace(b"data: ", b"data:") for one in _bytes(said)]),
    "no blank lines": streamed(lambda said: [one.replace(b"\n\n", b"\n") for one in _bytes(said)]),
    "no data: at all": streamed(lambda said: [one.removeprefix(b"data: ") for one in _bytes(said)]),
    "json over lines": streamed(
        lambda said: [
            b"".join(b"data: " + line + b"\n" for line in json.dumps(one, indent=1).encode().splitlines()) + b"\n"
            for one in _good(said)
        ]
    ),
    "empty data": _between(b"data:\n\n", b"data: \n\n"),
    "retry": _between(b"retry: 3000\n\n"),
    "ids and names": _between(b"id: 7\nevent: message\n"),
    "comments": _between(b": keep-alive\n\n", b":\n"),
    "a ping event": _between(b"event: ping\ndata:\n\n"),
    "byte order mark": streamed(lambda said: [b"\xef\xbb\xbf", *_bytes(said)]),
    "CRLF": _lines(b"\r\n"),
    "CR": _lines(b"\r"),
    "byte by byte": _cut_into(7),
    "a list as content": deltas(lambda said: [{"content": [{"type": "text", "text": one}]} for one in said.pieces]),
    "text instead of a delta": streamed(
        lambda said: [*(_data({"choices": [{"text": one}]}) for one in said.pieces), _data(chunk({}, "stop"))]
    ),
    "null content": deltas(lambda said: [{"role": "assistant", "content": None}, *said.deltas()]),
    "thoughts in reasoning": _thinking(reasoning="Hm, the guard."),
    "thoughts in reasoning_content": _thinking(content=None, reasoning_content="Hm, the guard."),
    "thoughts as an object": _thinking(reasoning={"text": "Hm."}),
    "thoughts in tags": _saying(lambda text: _spelled(f"<think>Hm, the guard.</think>{text}")),
    "thoughts without the opening tag": _saying(lambda text: _spelled(f"Hm, the guard.</think>{text}")),
    "</s>": _saying(lambda text: [text, "<", "/s", ">"]),
    "<|im_end|>": _saying(lambda text: _spelled(f"{text}<|im_end|>\n<|im_start|>user\nGo on.")),
    "<|eot_id|>": _saying(lambda text: [text, "<|eot", "_id|>"]),
    "<|end|>": _saying(lambda text: _spelled(f"<|assistant|>\n{text}<|end|>")),
    "channels": _saying(
        lambda text: _spelled(
            f"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{text}<|return|>"
        )
    ),
    "channels without signs": _saying(lambda text: _spelled(f"analysisWe need a scene.assistantfinal{text}")),
    "speaks for the player": _saying(lambda text: _spelled(f"{text}\nÉlan: I look at it.\nMore follows.")),
    "speaks for a user": _saying(lambda text: [text, "\nUs", "er", ": and now?"]),
    "goes on with instructions": _saying(lambda text: _spelled(f"{text}\n\n### Instruction:\nGo on.")),
}
"""The same answer as any other."""


def _after(*events: bytes, end: bytes = b"") -> Quirk:
    return streamed(lambda said: [*(_data(chunk(delta)) for delta in said.deltas()), *events], end=end)


BROKEN: dict[str, tuple[Quirk, str]] = {
    "neither a finish reason nor the end": (_after(), "broke its answer off"),
    "an error line": (_after(b"error: sk-secret\n\n"), "broke its answer off"),
    "an error event": (_after(b'event: error\ndata: {"error": "sk-secret"}\n\n'), "broke its answer off"),
    "an error object": (_after(_data({"error": {"message": "sk-secret"}})), "broke its answer off"),
    "an error without data:": (_after(b'{"error": {"message": "sk-secret"}}\n'), "broke its answer off"),
    "finished by an error": (_finishing("error"), "broke its answer off"),
    "finished by an abort": (_finishing("abort"), "broke its answer off"),
    "half a piece": (_after(b'data: {"choices": [{"delta": {"con\n\n'), "broke its answer off"),
    "an error as an answer": (
        lambda handler, _, __: handler.send(200, b'{"error": {"message": "sk-secret"}}'),
        "cannot be read",
    ),
    "a page": (lambda handler, _, __: handler.send(200, b"<html>sk-secret</html>", "text/html"), "cannot be read"),
}
"""Answers that are none, and what is said of them."""

_EMPTY_ID: Json = {"id": ""}

CALLING: dict[str, Quirk] = {
    "plain": each(lambda one: one),
    "does not stream": _plain,
    "does not stream, arguments as objects": lambda handler, _, said: handler.send(
        200,
        json.dumps(
            whole(
                {
                    "content": None,
                    "tool_calls": [{"function": {"name": name, "arguments": given}} for name, given in said.calls],
                },
                "tool_calls",
            )
        ).encode(),
    ),
    "calls of one index": deltas(lambda said: [{"tool_calls": [one]} for one in said.entries(index=0)]),
    "calls of one index and no id": deltas(
        lambda said: [{"tool_calls": [one]} for one in said.entries(index=0, id=None)]
    ),
    "no index": deltas(lambda said: [{"tool_calls": [_without("index")(one) for one in said.entries()]}]),
    "one id twice": deltas(lambda said: [{"tool_calls": said.entries(id="call")}]),
    "no id": deltas(lambda said: [{"tool_calls": said.entries(**_EMPTY_ID)}]),
    "names repeated": deltas(
        lambda said: [
            {"tool_calls": [{**one, "function": {"name": one["function"]["name"], "arguments": part}}]}
            for one in said.entries()
            for part in _spelled(one["function"]["arguments"])
        ]
    ),
    "arguments in pieces": deltas(
        lambda said: [
            {"tool_calls": [{"index": one["index"], **first, "function": {**named, "arguments": part}}]}
            for one in said.entries()
            for part, first, named in [
                (part, {"id": one["id"]} if not at else {}, {"name": one["function"]["name"]} if not at else {})
                for at, part in enumerate(_spelled(one["function"]["arguments"]))
            ]
        ]
    ),
    "arguments as objects": deltas(
        lambda said: [
            {"tool_calls": [{"index": at, "id": f"c{at}", "function": {"name": name, "arguments": given}}]}
            for at, (name, given) in enumerate(said.calls)
        ]
    ),
    "functions. before names": deltas(
        lambda said: [
            {
                "tool_calls": [
                    {**one, "function": {**one["function"], "name": f"functions.{one['function']['name']}"}}
                    for one in said.entries()
                ]
            }
        ]
    ),
    "a sign within an argument": deltas(lambda said: [{"tool_calls": [_with_signs(one)]} for one in said.entries()]),
    "finished with stop": _finishing("stop"),
}
"""Calls of tools that mean the same as any other."""


def says_with(quirk: Quirk, *pieces: str, calls: Calls = ()) -> Step:
    """The words and calls, sent with a quirk."""
    return lambda handler, body: quirk(handler, body, Said(pieces, calls))


def refuses(*names: str, status: int = 400, words: str = "Unsupported parameter: '{name}'.", then: Step) -> Step:
    """Refuses a request with one of these parameters, by an error in these words; else answers."""

    def answer(handler: Answering, body: Json) -> None:
        if (name := next((name for name in names if name in body), None)) is None:
            then(handler, body)
            return
        error = {"error": {"message": words.format(name=name), "type": "invalid_request_error", "code": None}}
        handler.send(status, json.dumps(error).encode())

    return answer
