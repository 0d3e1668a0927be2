"""The commands of the tutorials that ask a server, with the id of the memory that they make."""

import re

import httpx2
import pytest

from app.settings import PROJECT
from tests.e2e.curl import curl_request
from tests.e2e.serving import PATIENCE
from tests.pages import Typed, missing, steps

pytestmark = pytest.mark.long

PAGE = PROJECT / "docs" / "tutorial" / "agent.md"
ADDRESS = re.compile(r"(?<=//)[0-9.]+:\d+")


def test_an_agent_remembers_over_http_as_its_tutorial_shows(server: str) -> None:
    (address,), made = ADDRESS.findall(server), "GAME"
    typed = [step for step in steps(PAGE.read_text(encoding="utf-8")) if isinstance(step, Typed)]
    asked = [step for step in typed if step.command.startswith("curl ")]
    assert len(asked) >= 3
    with httpx2.Client(timeout=PATIENCE, trust_env=False) as client:
        for step in asked:
            answer = client.send(curl_request(step.command.replace("GAME", made), address)).raise_for_status()
            if made == "GAME":
                made = answer.json()["id"]
            assert missing(tuple(line.replace("GAME", made) for line in step.shown), answer.text) == [], answer.text
