"""The Python examples of README and docs, run as they stand there.

A block with test functions is a test module: each of them runs, with the fixtures it names. Any other block is a
program, and runs from top to bottom. Games it plays are saved in a folder of the test's own.
"""

import asyncio
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pytest_mock import MockerFixture

from tests.pages import File, steps

PROJECT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OF_CLIENTS = "use-the-api.md"
"""Its examples use packages that `make clients` generates, and are checked there."""
PAGES = tuple(
    page.relative_to(PROJECT).as_posix()
    for page in (PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md")))
    if page.name != OF_CLIENTS and BLOCK.search(page.read_text(encoding="utf-8"))
)
DEEPER = re.compile(
    r"^\s*(?:from|import) (app\.(?!(?:commands|errors|ports|testing) import )\S*|tests\S*)", re.MULTILINE
)
"""An import that reaches below what a program may use."""


def blocks() -> Iterator[tuple[str, str]]:
    """Each Python block with a name that leads back to it."""
    for page in PAGES:
        text = (PROJECT / page).read_text(encoding="utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 2
            yield f"{page}:{line}", match.group(1)


BLOCKS = dict(blocks())


@pytest.fixture
def example(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> ModuleType:
    """The block as an imported module, which has run."""
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path / "saves"))
    monkeypatch.chdir(tmp_path)
    page, _, line = request.param.rpartition(":")
    _write_modules(page, tmp_path, monkeypatch)
    name = "example_" + re.sub(r"\W", "_", request.param)
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    code = "\n" * (int(line) - 1) + BLOCKS[request.param]
    exec(compile(code, str(PROJECT / page), "exec"), module.__dict__)
    assert "False" not in capsys.readouterr().out, "some print whether what they did is right"
    return module


def _write_modules(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the Python files that a page shows by name, so that its examples can import them."""
    for step in steps((PROJECT / page).read_text(encoding="utf-8")):
        if isinstance(step, File) and step.name.endswith(".py"):
            (folder / step.name).write_text(step.text, encoding="utf-8")
            monkeypatch.delitem(sys.modules, step.name.removesuffix(".py"), raising=False)
    monkeypatch.syspath_prepend(folder)


TERM = re.compile(r"^\| (?!term \||---)(?P<term>[^|]+) \| (?P<meaning>[^|]+) \|$", re.MULTILINE)
CODE = re.compile(r"`([A-Z]\w*)(?:\.(\w+))?`")
DEFINED = re.compile(r"^\s*(?:(?:class|(?:async )?def) (\w+)|(\w+)\s*[:=])", re.MULTILINE)


def test_the_glossary_has_one_sentence_for_each_term_and_names_what_exists() -> None:
    rows = TERM.findall((PROJECT / "docs/glossary.md").read_text(encoding="utf-8"))
    terms = [term for terms, _ in rows for term in terms.split(", ")]
    assert len(terms) == len(set(terms)) >= 50
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (PROJECT / "app").rglob("*.py"))
    names = {name for found in DEFINED.findall(sources) for name in found if name}
    for term, meaning in rows:
        assert meaning.endswith("."), term
        assert ". " not in meaning, term
        assert {part for code in CODE.findall(term + meaning) for part in code if part} <= names, term


def test_the_pages_for_programs_have_examples() -> None:
    assert {"README.md", "docs/how-to/host-a-game.md"} <= set(PAGES)


@pytest.mark.parametrize("name", BLOCKS)
def test_an_example_uses_nothing_deeper_than_the_library_offers(name: str) -> None:
    assert DEEPER.findall(BLOCKS[name]) == []


@pytest.mark.parametrize("example", BLOCKS, indirect=True)
def test_an_example_runs(example: ModuleType, mocker: MockerFixture) -> None:
    for name, test in list(vars(example).items()):
        if name.startswith("test_"):
            _run(test, _arguments(example, test, mocker))


def _run(test: Callable[..., Any], arguments: dict[str, Any]) -> None:
    result = test(**arguments)
    if inspect.iscoroutine(result):
        asyncio.run(result)


def _arguments(example: ModuleType, test: Callable[..., Any], mocker: MockerFixture) -> dict[str, Any]:
    """What the test asks for: ``mocker``, or the fixtures of its own module."""
    given: dict[str, Any] = {}
    for name in inspect.signature(test).parameters:
        if name == "mocker":
            given[name] = mocker
        else:
            fixture = inspect.unwrap(getattr(example, name))
            given[name] = fixture(**_arguments(example, fixture, mocker))
    return given
