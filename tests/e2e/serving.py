"""A server as whoever uses it starts it: a process of its own, on a free port of the loopback interface."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.settings import PROJECT

PATIENCE = 60.0
"""Seconds after which a silent program counts as hanging."""


def environment(**settings: str) -> dict[str, str]:
    """This process's own, without settings and proxies of whoever runs the tests."""
    left_out = ("TALEKEEPER_", "HTTP_PROXY", "ALL_PROXY")
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith(left_out)}
    return (
        kept | {"PYTHONIOENCODING": "utf-8"} | {f"TALEKEEPER_{name.upper()}": value for name, value in settings.items()}
    )


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The first line that the server says: where it is. Games and scenarios are kept in the folder."""
    scenarios = folder / "scenarios"
    scenarios.mkdir()
    server = subprocess.Popen(
        [sys.executable, "-m", "app", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        env=environment(saves=str(folder), scenarios=str(scenarios), embedder="words"),
        encoding="utf-8",
    )
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        assert server.wait(PATIENCE) == 0
        assert "token" not in server.stdout.read(), "on this machine alone it asks for none"
        server.stdout.close()
