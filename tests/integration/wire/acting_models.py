"""Models that answer by what they are sent, as a game master, a narrator or a summarizer would."""

import json
from collections.abc import Callable
from typing import Any, SupportsIndex

from tests.integration.wire.server import Answering, Step, says

Body = dict[str, Any]
Answer = Callable[[str], Step]
SUMMARY = "Mara promised to bring the clapper back before the tide."


class Endless(list[Step]):
    """The steps of a server that always takes the same one."""

    def __init__(self, step: Step) -> None:
        super().__init__([step])

    def pop(self, index: SupportsIndex = -1) -> Step:
        return self[index]


def text_of(body: Body) -> str:
    """All that a request says, instructions and prompt."""
    return "\n".join(str(message.get("content") or "") for message in body["messages"])


def model(**answers: Answer) -> Endless:
    """A good model, but for these answers: ``acts``, ``picks``, ``tells``, ``speaks``, ``condenses``, ``ready``; each
    is called with what the request says."""
    used = {**GOOD, **answers}

    def answer(handler: Answering, body: Body) -> None:
        used[_task(body)](text_of(body))(handler, body)

    return Endless(answer)


def _task(body: Body) -> str:
    said = text_of(body)
    if "Answer with one word: ready" in said:
        return "ready"
    if "tools" in body:
        return "finishes" if body["messages"][-1]["role"] == "tool" else "acts"
    if "<readings>" in said:
        return "picks"
    if "<messages>" in said:
        return "condenses"
    return "tells" if "<happened>" in body["messages"][-1]["content"] else "speaks"


def _acts(said: str) -> Step:
    line = said.rpartition(" says or does: ")[2]
    if "pick up the bucket" in line:
        return says(calls=(("take_item", json.dumps({"item_id": "herring-bucket"})),))
    if "what has happened" in line:
        words = {"npc_id": "tove", "text": "Listen, then.", "about": "the-silence"}
        return says(calls=(("npc_says", json.dumps(words)),))
    return says("The flag sits tight, and your nails slide off it.")


GOOD: dict[str, Answer] = {
    "ready": lambda _: says("Ready."),
    "acts": _acts,
    "finishes": lambda _: says("The wind turns a little."),
    "picks": lambda said: says("1" if "that bucket of yours" in said else "2"),
    "tells": lambda _: says("The wind turns a little."),
    "speaks": lambda _: says("I boil salt. You take away the water, and wait."),
    "condenses": lambda _: says(SUMMARY),
}
