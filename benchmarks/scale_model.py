"""Turns with a model that takes its time, at one server and at several: the part `model` of `benchmarks.scale`."""

from argparse import Namespace
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scale_commits import p50_p95
from benchmarks.scale_fleet import cpu_of_tree, open_games, running
from benchmarks.scale_load import Plan, play, slow_model
from benchmarks.scale_turns import Tables, warm_up
from tests.databases import name_of, new_database

MODEL_SECONDS = 2.0


@dataclass(frozen=True)
class Served:
    """``whole`` and ``own``: p50 and p95 of a turn in seconds, and of the same less the time of its model calls."""

    turns_a_second: float
    whole: tuple[float, float]
    own: tuple[float, float]
    asked: float
    """Share of the turns that asked the model."""
    server_ms: float
    database_ms: float
    clients_cores: float
    refused: str


def _settings(model: str) -> dict[str, str]:
    given = {"model": "openai-chat:slow", "base_url": model, "mind_model": "offline", "summarizer_model": "offline"}
    return {f"TALEKEEPER_{name.upper()}": text for name, text in given.items()}


def served(tables: Tables, count: int, options: Namespace, folder: Path) -> Served:
    """One player in each game, at so many servers. Only the narrator is the model. The work that
    players leave behind is not waited for: they play on."""
    with (
        slow_model(MODEL_SECONDS) as model,
        new_database(tables.postgres.url, name_of(tables.template)) as url,
        running(count, folder, tables.settings(url) | _settings(model)) as servers,
    ):
        warm_up(tables, servers, options.warm)
        open_games(servers, [game_id for game_id, _ in tables.games])
        urls, players = [server.url for server in servers], len(tables.games)
        play(Plan(urls, tables.games, players, 1, seconds=options.seconds / 3, pause=options.pause))
        before = sum(cpu_of_tree(server.pid) for server in servers), tables.postgres.cpu
        played = play(Plan(urls, tables.games, players, 2, seconds=options.seconds, pause=options.pause))
        after = sum(cpu_of_tree(server.pid) for server in servers), tables.postgres.cpu
    turns = max(1, len(played.turns))
    own = [seconds - calls * MODEL_SECONDS for seconds, calls in played.turns]
    common = Counter(played.refused).most_common(3)
    return Served(
        turns_a_second=len(played.turns) / played.seconds,
        whole=p50_p95([seconds for seconds, _ in played.turns]),
        own=p50_p95(own),
        asked=sum(calls > 0 for _, calls in played.turns) / turns,
        server_ms=(after[0] - before[0]) * 1000 / turns,
        database_ms=(after[1] - before[1]) * 1000 / turns,
        clients_cores=played.cpu / played.seconds,
        refused="; ".join(f"{number} x {what}" for what, number in common) or "none",
    )
