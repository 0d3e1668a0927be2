"""The tutorials, followed step by step: files are written, commands typed, and what the pages show is printed."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic_ai import models

from app.settings import PROJECT
from tests.integration.cli.conftest import RunCommand
from tests.pages import Change, File, Typed, missing, steps

pytestmark = pytest.mark.long

TUTORIALS = PROJECT / "docs" / "tutorial"
SETTING = re.compile(r"^(TALEKEEPER_\w+)=(\S*)\s+")
SEED = 2
"""Of every game: sentences that have several forms come as the pages show them."""
OF_A_SERVER = ("curl ", "talekeeper serve")
"""Commands that need a server; `tests.e2e.test_tutorials` follows them."""


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, in which the program was installed, and games whose chance is that of the pages."""
    monkeypatch.setattr("app.services.game.games.game_library.secrets.randbelow", lambda _: SEED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["talekeeper"])


@pytest.mark.parametrize("page", sorted(path.name for path in TUTORIALS.glob("*.md")))
def test_a_tutorial_can_be_followed(page: str, command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    for step in steps((TUTORIALS / page).read_text(encoding="utf-8")):
        if isinstance(step, (File, Change)):
            path = Path(step.name)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = step.text if isinstance(step, File) else step.applied(path.read_text(encoding="utf-8"))
            path.write_text(text, encoding="utf-8")
        elif not step.command.startswith(OF_A_SERVER):
            with monkeypatch.context() as changed, models.override_allow_model_requests(True):
                printed = _printed(step, command, changed)
            assert missing(step.shown, printed) == [], f"{page}:{step.line}: {step.command}\n{printed}"


def _printed(step: Typed, command: RunCommand, changed: pytest.MonkeyPatch) -> str:
    typed = step.command
    while setting := SETTING.match(typed):
        changed.setenv(setting[1], setting[2])
        typed = typed[setting.end() :]
    program, *arguments = shlex.split(typed)
    if program == "talekeeper":
        ran = command(*arguments, typed="".join(f"{line}\n" for line in step.lines))
        return ran.out + ran.err
    assert program in ("python", "pytest"), f"no test runs {program}"
    asked = [sys.executable, *(["-m", "pytest", "-p", "no:cacheprovider"] if program == "pytest" else []), *arguments]
    changed.setenv("PYTHONPATH", str(PROJECT))
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr
