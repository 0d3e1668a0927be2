"""The commands of the tutorials that ask a server, with the id of the memory that they make."""

import json
import shlex
import shutil
import subprocess

import pytest

from app.settings import PROJECT
from tests.pages import Typed, missing, steps

pytestmark = [pytest.mark.long, pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not here")]

PAGE = PROJECT / "docs" / "tutorial" / "agent.md"
SHOWN = "http://127.0.0.1:8000/v1"


def test_an_agent_remembers_over_http_as_its_tutorial_shows(server: str) -> None:
    address, made = server.removeprefix("Talekeeper at "), "GAME"
    typed = [step for step in steps(PAGE.read_text(encoding="utf-8")) if isinstance(step, Typed)]
    asked = [step for step in typed if step.command.startswith("curl ")]
    assert len(asked) >= 3
    for step in asked:
        command = step.command.replace(SHOWN, address).replace("GAME", made)
        printed = subprocess.run([*shlex.split(command), "-sS"], capture_output=True, text=True, check=True).stdout
        if made == "GAME":
            made = json.loads(printed)["id"]
        assert missing(tuple(line.replace("GAME", made) for line in step.shown), printed) == [], printed
