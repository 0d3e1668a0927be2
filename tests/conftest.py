"""What every test runs under: no model, none of the developer's settings, and the same examples each time."""

import gc
import os
import re
import signal
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import httpcore2
import pytest
from hypothesis import HealthCheck, settings
from pydantic_ai import models

from app.log import logger
from app.settings import PROJECT
from tests.examples import examples

pytest_plugins = ["tests.databases", "tests.postgres_stores"]

models.ALLOW_MODEL_REQUESTS = False
logger.enable("app")
# Of an exception its text and where it was raised: to describe each value beside it takes longer than most tests.
logger.configure(handlers=[{"sink": sys.stderr, "diagnose": False, "backtrace": False}])

settings.register_profile(
    "talekeeper",
    deadline=None,
    max_examples=examples(25),
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("talekeeper")

_own_scenarios = tempfile.TemporaryDirectory(prefix="talekeeper-scenarios-")


def pytest_configure() -> None:
    """Settings come from the environment: tests see the defaults, whoever runs them.

    What is set for the tests themselves stays: ``TALEKEEPER_TEST_...`` and ``TALEKEEPER_UPDATE_GOLDEN``.
    """
    for name in list(os.environ):
        if name.startswith("TALEKEEPER_") and not name.startswith(("TALEKEEPER_TEST_", "TALEKEEPER_UPDATE_GOLDEN")):
            del os.environ[name]
    # What a developer has written in the folder of the checkout is in no test's list.
    os.environ["TALEKEEPER_SCENARIOS"] = _own_scenarios.name
    # Behind "&" in a script SIGINT is ignored, in every process that is started there, unless one takes it back.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What is written outlives every process without it, and thousands of tests would wait for the disk. Those that look at
# what is synced, and when, put a function of their own in its place.
os.fsync = os.fstat  # type: ignore[assignment]  # of a descriptor that is not open, both raise the same error

# Each client of HTTP reads the certificates of all authorities: a tenth of a second, for servers on loopback.
httpcore2.default_ssl_context = cache(httpcore2.default_ssl_context)

# Modules and tests live to the end: to look through them for garbage while they are loaded is work for nothing.
gc.disable()


def pytest_unconfigure() -> None:
    _own_scenarios.cleanup()


_WHOLLY_LONG = re.compile(r"^pytestmark = .*\bpytest\.mark\.long\b", re.MULTILINE)


def _is_left_out(path: Path, config: pytest.Config) -> bool:
    """Whether no test of the file would run: all are marked long, and the whole suite is run without those."""
    asked = config.option.markexpr == "not long" and config.args == config.getini("testpaths")
    return asked and bool(_WHOLLY_LONG.search(path.read_text("utf-8")))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not load a file for tests that would be deselected: a fifth of all, with what they import."""
    return (collection_path.suffix == ".py" and _is_left_out(collection_path, config)) or None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each worker imports the tests in another order: it compiles a share of them and finds the rest compiled."""
    config = session.config
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args != config.getini("testpaths"):
        return
    others = {*config.getini("norecursedirs")}
    paths = [path for path in sorted(PROJECT.glob("tests/**/test_*.py")) if others.isdisjoint(path.parts)]
    modules = [path for path in paths if not _is_left_out(path, config)]
    first = int(worker["workerid"].removeprefix("gw")) * len(modules) // worker["workercount"]
    for path in (*modules[first:], *modules[:first]):
        import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 10, 40)
    gc.enable()


@pytest.fixture
def log_lines() -> Iterator[list[str]]:
    """Every warning and error that is logged during the test, as ``WARNING: text``."""
    lines: list[str] = []
    sink = logger.add(lambda line: lines.append(str(line).rstrip()), level="WARNING", format="{level}: {message}")
    yield lines
    logger.remove(sink)
