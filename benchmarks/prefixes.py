"""How much of each request a provider's prompt cache can reuse: the bytes it shares with the last one of its reader.

    python -m benchmarks.prefixes [--turns 60] [--scenarios tide-bell before-the-thaw] [--modes guided tools]

The scenario's walkthrough is played with a model that answers at once, each of its lines followed by something said
freely, so that the narrator and the people it is said to are asked in turn. In mode ``tools`` the model calls the
commands that the rules chose for the same line in mode ``guided``. A request is compared as providers cache it: the
tools' schemas, the instructions, the messages. Readers are the narrator and each person; the summarizer and the minds
are asked by the settings' own model and count by job. The figures are medians over the requests that have an earlier
one of their reader; "any reader" compares with the request before, as a server with a single cache does. Recall goes
by words alone, so that the figures are the same on every machine.
"""

import argparse
import asyncio
import json
import re
import statistics
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dependency_injector import providers
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from app.agents.factory import build_mind, build_narrator, build_summarizer
from app.container import Container
from app.embeddings.vectors import WORDS
from app.events.command_table import NARRATOR_COMMANDS
from app.settings import Settings

MODES = ("guided", "tools")
SCENARIOS = ("tide-bell", "before-the-thaw")
NARRATOR, OTHER_JOBS = "narrator", ("summarizer", "minds")
SAID = (
    "say I have come a long way to see this place.",
    "say What a cold morning it is.",
    "say Do you live here alone?",
    "say I should like to hear more of that another time.",
    "say My feet are wet through.",
    "say Who else should I talk to?",
    "say Thank you for your time.",
)
TOLD = (
    "You do so, and for a moment there is only the wind. The light is grey and even, the boards are wet underfoot, and"
    " a gull walks along the edge as if it had been sent to see what comes of it. Nothing else stirs.",
    "It is done before you have thought about it twice. Somewhere a door goes; then it is quiet again, and the smell of"
    " smoke and salt is what stays with you.",
)
_PERSON = re.compile(r"## You Are\n(\S[^\n]*)")
_CALLABLE = frozenset(kind.model_fields["kind"].default for kind in NARRATOR_COMMANDS)


@dataclass(frozen=True)
class Request:
    """Who is asked, and everything that is sent."""

    reader: str
    text: bytes


@dataclass
class Recorder:
    """A model that answers at once and keeps what it is sent. ``calls`` are the tools it calls in the next turn."""

    requests: list[Request] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)

    def model(self, job: str) -> FunctionModel:
        """A model for one job."""

        def keep(messages: Sequence[ModelMessage], info: AgentInfo) -> str:
            schemas = [[tool.name, tool.description, tool.parameters_json_schema] for tool in info.function_tools]
            text = "\n".join([json.dumps(schemas), info.instructions or "", *_texts(messages)])
            person = _PERSON.search(text) if job == NARRATOR else None
            self.requests.append(Request(person[1] if person else job, text.encode()))
            return TOLD[len(self.requests) % len(TOLD)]

        async def whole(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            return ModelResponse(parts=[TextPart(keep(messages, info))])

        async def streamed(
            messages: list[ModelMessage], info: AgentInfo
        ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
            told = keep(messages, info)
            calls, self.calls = (self.calls, []) if info.function_tools else ([], self.calls)
            for position, call in enumerate(calls):
                arguments = json.dumps({name: value for name, value in call.items() if name != "kind"})
                yield {position: DeltaToolCall(call["kind"], arguments, tool_call_id=f"call-{position}")}
            if not calls:
                yield told

        return FunctionModel(whole, stream_function=streamed, model_name="recorder")


def _texts(messages: Sequence[ModelMessage]) -> Iterator[str]:
    for message in messages:
        for part in message.parts:
            match part:
                case ToolCallPart():
                    yield f"{part.tool_name} {part.args_as_json_str()}"
                case ToolReturnPart():
                    yield part.model_response_str()
                case _:
                    yield str(getattr(part, "content", part))


def lines_of(walkthrough: Sequence[str], turns: int) -> list[str]:
    """What is typed: a line of the walkthrough, then something said freely, in turn."""
    lines = [line for number, step in enumerate(walkthrough) for line in (step, SAID[number % len(SAID)])]
    return lines[:turns]


def table_in(folder: Path, recorder: Recorder, mode: str) -> Container:
    """Everything real but the models."""
    container = Container()
    container.settings.override(providers.Object(Settings(saves=folder, model="offline", embedder=WORDS)))
    narrator = build_narrator(recorder.model(NARRATOR), mode=mode, offline=container.offline_narrator())
    container.narrator.override(providers.Object(narrator))
    container.summarizer.override(providers.Object(build_summarizer(recorder.model("summarizer"))))
    container.mind.override(providers.Object(build_mind(recorder.model("minds"))))
    container.turns().settle_in_background = False
    return container


async def play(
    folder: Path, scenario: str, mode: str, turns: int, calls: Sequence[list[dict[str, Any]]] = ()
) -> tuple[list[Request], list[list[dict[str, Any]]]]:
    """The requests of a game, and the commands of each turn. ``calls`` are the tools to call, turn by turn."""
    recorder = Recorder()
    container = table_in(folder, recorder, mode)
    sheet = container.scenarios().load(scenario)
    game_id = container.library().begin(sheet, "Élan", 1)
    service = container.turns()
    chosen = []
    for number, line in enumerate(lines_of(sheet.walkthrough, turns)):
        recorder.calls = list(calls[number]) if calls else []
        result = await service.take_turn(game_id, line)
        chosen.append([each.command.model_dump(mode="json") for each in result.commands if _is_called(each)])
        await service.settle(game_id)
    await service.close(game_id)
    return recorder.requests, chosen


def _is_called(each: Any) -> bool:
    return not each.derived and each.command.kind in _CALLABLE


def shared(before: Request, after: Request) -> float:
    """The part of a request's bytes that begins the one before it."""
    pairs = zip(before.text, after.text, strict=False)
    alike = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(before.text), len(after.text)))
    return alike / len(after.text)


def by_reader(requests: Sequence[Request]) -> Iterator[tuple[str, float]]:
    """Each request's reader, and what it shares with the last one of that reader."""
    last: dict[str, Request] = {}
    for request in requests:
        if request.reader in last:
            yield request.reader, shared(last[request.reader], request)
        last[request.reader] = request


def figures(requests: Sequence[Request]) -> dict[str, list[float]]:
    """What the requests share, by row of the table."""
    told = [request for request in requests if request.reader not in OTHER_JOBS]
    rows: dict[str, list[float]] = {
        "narrator and people": [],
        "narrator": [],
        "people": [],
        "summarizer": [],
        "minds": [],
    }
    for reader, part in by_reader(requests):
        rows[reader if reader in rows else "people"].append(part)
    rows["narrator and people"] = rows[NARRATOR] + rows["people"]
    rows["any reader"] = [shared(before, after) for before, after in pairwise(told)]
    return rows


async def measure(scenario: str, modes: Sequence[str], turns: int) -> dict[str, dict[str, list[float]]]:
    """The rows of each mode."""
    found: dict[str, dict[str, list[float]]] = {}
    calls: list[list[dict[str, Any]]] = []
    for mode in sorted({"guided", *modes}):
        with TemporaryDirectory() as folder:
            requests, chosen = await play(Path(folder), scenario, mode, turns, calls if mode == "tools" else ())
        calls = calls or chosen
        found[mode] = figures(requests)
    return {mode: found[mode] for mode in modes}


def _shown(parts: list[float]) -> str:
    if not parts:
        return "-"
    tenth = sorted(parts)[len(parts) // 10]
    return f"{statistics.median(parts):.2f} ({tenth:.2f}, {len(parts)})"


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--scenarios", nargs="+", default=list(SCENARIOS))
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    options = parser.parse_args()
    columns = {}
    for scenario in options.scenarios:
        for mode, rows in asyncio.run(measure(scenario, options.modes, options.turns)).items():
            columns[f"{scenario}, {mode}"] = rows
    print("Shared with the last request of the same reader: median (lowest tenth, requests)\n")
    print("| reader | " + " | ".join(columns) + " |\n" + "| --- " * (len(columns) + 1) + "|")
    for row in next(iter(columns.values())):
        print(f"| {row} | " + " | ".join(_shown(column[row]) for column in columns.values()) + " |")


if __name__ == "__main__":
    main()
