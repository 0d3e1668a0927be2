"""The options of `benchmarks.scale`; their defaults make a run of about twelve minutes on two cores."""

from argparse import ArgumentParser
from pathlib import Path


def add_options(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("--database", metavar="URL", help="of a superuser of a PostgreSQL on this machine")
    add("--figures", type=Path, metavar="FILE", help="of what was measured before; what is measured now is added")
    add("--servers", type=int, nargs="+", default=[1, 2, 4])
    add("--games", type=int, default=24)
    add("--turns", type=int, default=600, help="of a round")
    add("--warm", type=int, default=150, help="turns at each server before that")
    add("--rounds", type=int, default=3)
    add("--clients", type=int, default=8)
    add("--idle", type=float, default=8.0, help="seconds in which nothing is asked")
    add("--embedder", default="auto")
    add("--players", type=int, default=64, help="with a model")
    add("--pause", type=float, default=1.0, help="seconds before a player's next line, on average")
    add("--seconds", type=float, default=30.0, help="with a model, after a third of it to warm up")
    add("--commits", type=int, default=300, help="that are timed beside an fsync")
    add("--lengths", type=int, nargs="+", default=[100, 1_000, 10_000, 50_000], help="records of a game")
    add("--batches", type=int, default=7)
    add("--appends", type=int, default=30, help="commits of a batch")
    add("--threads", type=int, nargs="+", default=[1, 4, 16])
    add("--commit-seconds", type=float, default=5.0)
    add("--held", type=int, default=200, help="games whose leases are renewed")
    add("--all-games", type=int, default=100_000, help="of the simulation")
    add("--played", type=float, default=0.05, help="of these, at any moment")
    add("--every", type=float, default=30.0, help="seconds between two turns of a game")
    add("--session", type=float, default=3_600.0, help="seconds for which a game is played")
    add("--settled", type=float, help="commits of settling and minds a turn; else as measured")
    add("--lease", type=float, default=15.0)
    add("--game-mb", type=float, help="a game's megabytes in memory; else as measured, just after it was begun")
