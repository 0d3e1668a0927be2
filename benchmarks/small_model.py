"""Play both stories that ship with a small model at a local server, in mode `guided`, and report what it does wrong.

    make small-model MODEL=FILE.gguf
    python -m benchmarks.small_model FILE.gguf [--report FOLDER] [--lines 60] [--scenarios tide-bell] [--minutes 60]
    python -m benchmarks.small_model --base-url http://localhost:8080/v1 --model NAME

The lines are those of `small_model_lines.json`, as a player would type them. A file is served in this process by
xllamacpp, which `make` installs and no package here needs. The model narrates and condenses; minds are those of the
rules. Time limits are wide (`--seconds`), so that the text is judged and not the machine. The report is written
again after each line, with the whole transcript: `report.md` in the folder. `calls.jsonl` has each call of the model
with its instructions, prompt and answer.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dependency_injector import providers

from app.agents.metered_model import ModelAdapter
from app.agents.recording import RecordedCall, recorded
from app.container import Container, close_models
from app.errors import TalekeeperError
from app.settings import OFFLINE, Settings
from benchmarks.small_model_report import PlayedGame, PlayedTurn, report

LINES = Path(__file__).with_name("small_model_lines.json")
PLAYER = "Mara"
WINDOW = 8192
"""Tokens of a prompt and its answer that the server has room for."""
LOADING = 180
"""Seconds within which the server has to have loaded the model."""


@contextmanager
def served(file: Path, port: int) -> Iterator[str]:
    """Serve a model's file in this process. SystemExit where xllamacpp is not installed or does not load it.

    Yields:
        The URL of the server.
    """
    try:
        library: Any = import_module("xllamacpp")
    except ImportError:
        raise SystemExit("Install xllamacpp first: make small-model does.") from None
    params = library.CommonParams()
    params.model.path, params.hostnames, params.port = str(file), ["127.0.0.1"], port
    params.n_ctx, params.n_parallel, params.cpuparams.n_threads, params.use_jinja = WINDOW, 1, 2, True
    try:
        server = library.Server(params)
    except RuntimeError as error:
        raise SystemExit(f"{file.name} cannot be served: {error}") from None
    yield f"{server.listening_address}/v1"
    del server  # which ends it


def settings_for(model: str, base_url: str, folder: Path, seconds: float) -> Settings:
    """The settings of games with a model that narrates and condenses, each call of which may take so many seconds."""
    limits = ("model_timeout", "model_first_token", "model_cold_start", "model_idle", "turn_timeout", "summary_timeout")
    return Settings.model_validate(
        {
            **dict.fromkeys(limits, seconds),
            "saves": folder,
            "model": model,
            "base_url": base_url,
            "mind_model": OFFLINE,
            "narrator_mode": "guided",
            "max_tokens_per_answer": 400,
        }
    )


async def play(container: Container, scenario: str, lines: Sequence[str]) -> PlayedGame:
    """Begin a game for the lines of a scenario; nothing is played yet."""
    game_id = container.library().begin(container.scenarios().load(scenario), PLAYER, seed=1)
    return PlayedGame(scenario, container.turns().state(game_id), len(lines), game_id)


async def take(container: Container, game: PlayedGame, line: str, calls: list[RecordedCall]) -> PlayedTurn:
    """Play one line, with the summaries that it asks for."""
    turns = container.turns()
    calls.clear()
    begun = time.monotonic()
    result, failure = None, ""
    try:
        result = await turns.take_turn(game.game_id, line)
        failure = result.failure
    except TalekeeperError as error:
        failure = str(error)
    seconds = time.monotonic() - begun
    await turns.settle(game.game_id)
    game.state = turns.state(game.game_id)
    settled = time.monotonic() - begun - seconds
    return PlayedTurn(line, result, failure, seconds, settled, tuple(calls))


async def run(options: argparse.Namespace, base_url: str) -> None:
    """Play the lines of each scenario and write the report."""
    lines: dict[str, list[str]] = json.loads(LINES.read_bytes())
    until = time.monotonic() + options.minutes * 60
    games: list[PlayedGame] = []
    options.report.mkdir(parents=True, exist_ok=True)
    (options.report / "calls.jsonl").unlink(missing_ok=True)
    with TemporaryDirectory() as folder:
        container = Container()
        settings = settings_for(options.model, base_url, Path(folder), options.seconds)
        container.settings.override(providers.Object(settings))
        adapters = [container.narrator(), container.summarizer()]
        calls: list[RecordedCall] = []
        with _recording(adapters, calls):
            for scenario in options.scenarios:
                games.append(await play(container, scenario, lines[scenario][: options.lines]))
                for number, line in enumerate(lines[scenario][: options.lines], 1):
                    if time.monotonic() > until or games[-1].state.scenario.ended:
                        break
                    games[-1].turns.append(await take(container, games[-1], line, calls))
                    note_calls(options.report / "calls.jsonl", f"{scenario} {number}", calls)
                    print(f"{scenario} {number}: {games[-1].turns[-1].seconds:.0f} s", file=sys.stderr, flush=True)
                    (options.report / "report.md").write_text(report(options.name, games), encoding="utf-8")
                await container.turns().close(games[-1].game_id)
        await close_models(container)
    print(report(options.name, games, transcript=False))


def note_calls(file: Path, line: str, calls: Sequence[RecordedCall]) -> None:
    """Add the calls of a line to a file, one JSON object each."""
    with file.open("a", encoding="utf-8") as rows:
        for call in calls:
            row = {"line": line, "instructions": call.instructions, "prompt": call.prompt, "text": call.text}
            rows.write(json.dumps(row, ensure_ascii=False) + "\n")


@contextmanager
def _recording(adapters: Sequence[object], calls: list[RecordedCall]) -> Iterator[None]:
    models = [adapter.asked for adapter in adapters if isinstance(adapter, ModelAdapter)]
    first, second = models
    with recorded(first, calls), recorded(second, calls):
        yield


def main() -> None:
    """Serve the model, play and report."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.small_model", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", type=Path, help="a model as GGUF, which is served on this machine")
    parser.add_argument("--base-url", help="a server that runs already, instead of a file")
    parser.add_argument("--model", default="small", help="the model's name at that server")
    parser.add_argument("--port", type=int, default=8976)
    parser.add_argument("--report", type=Path, default=Path("small-model"), help="the folder of the report")
    parser.add_argument("--scenarios", nargs="+", default=list(json.loads(LINES.read_bytes())))
    parser.add_argument("--lines", type=int, default=60, help="how many lines of each scenario are played")
    parser.add_argument("--minutes", type=float, default=24 * 60, help="after which no further line is begun")
    parser.add_argument("--seconds", type=float, default=300, help="for one call of the model")
    options = parser.parse_args()
    if (options.file is None) == (options.base_url is None):
        parser.error("name a file or a base URL")
    options.name = options.file.name if options.file is not None else options.model
    with served(options.file, options.port) if options.file is not None else nullcontext(options.base_url) as url:
        asyncio.run(run(options, url))


if __name__ == "__main__":
    main()
