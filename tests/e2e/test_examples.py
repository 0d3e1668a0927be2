"""The programs of examples/, run against a server of their own; of the page what it asks for and reads."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.api.schemas import turns
from app.settings import PROJECT
from docs.render_api import document
from tests.e2e.serving import PATIENCE, environment

pytestmark = pytest.mark.long


EXAMPLES = PROJECT / "examples"
PAGE = (EXAMPLES / "web" / "index.html").read_text(encoding="utf-8")
ASKED = re.compile(r"ask\(\"(?P<method>[A-Z]+)\", [\"`](?P<path>[^\"`]+)[\"`]")
READ = re.compile(r"@type \{(?P<model>\w+)\} \*/ \{ (?P<names>[^}]+) \}")
"""Names that are taken of a value of the API, or given to it."""
READ_BEFORE = re.compile(r"const \{ (?P<names>[^}]+) \} = /\*\* @type \{(?P<model>\w+)\} \*/")


@pytest.fixture
def url(server: str) -> str:
    return server.removeprefix("Talekeeper at ")


def run(program: str, *arguments: str | Path, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, EXAMPLES / program, *arguments],
        input=lines,
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
        encoding="utf-8",
    )


def test_the_chat_bot_answers_each_line(url: str) -> None:
    done = run("chat_bot.py", "--url", url, "--name", "Mara", lines="ask Tove about the bell\n?\nundo\n\nundo\n")
    assert (done.returncode, done.stderr) == (0, "")
    opening, _, played = done.stdout.partition("The Ferry Landing. ")
    assert opening
    assert "Tove Marrick: “Three nights it has not rung." in played
    assert "- talk to Tove Marrick\n" in played
    assert played.endswith("(taken back: ask Tove about the bell)\n(Nothing has been played yet.)\n")


def test_the_chat_bot_goes_on_with_a_game_and_tells_what_is_wrong(url: str) -> None:
    done = run("chat_bot.py", "--url", url, "--game", "nowhere")
    assert done.returncode == 1
    assert "There is no game 'nowhere'." in done.stderr


def test_the_author_plays_its_scenario_to_the_end_and_prints_what_is_remembered(url: str) -> None:
    done = run("author.py", "--url", url, EXAMPLES / "night-bread.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Here the story ends." in done.stdout
    for owner in ("location/bakehouse", "npc/ilse", "npc/jory", "world"):
        assert f"\n{owner} remembers: " in done.stdout
    assert 'Mara promised Ilse Brandt: "I promise to be back before three."' in done.stdout


def test_the_author_is_told_what_is_wrong_with_a_scenario(url: str, tmp_path: Path) -> None:
    text = (EXAMPLES / "night-bread.json").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(text.replace('"to": "mill"', '"to": "milk"'), encoding="utf-8")
    done = run("author.py", "--url", url, wrong)
    assert done.returncode == 1
    assert "locations[1].exits[1].to" in done.stderr
    assert done.stdout == ""


def test_the_page_asks_for_what_there_is() -> None:
    asked = {(found["method"].lower(), found["path"].replace("${game}", "{game_id}")) for found in ASKED.finditer(PAGE)}
    assert len(asked) == PAGE.count("ask(")
    paths = document()["paths"]
    assert [each for each in asked if each[0] not in paths.get(f"/v1{each[1]}", {})] == []


def test_the_page_reads_and_sends_fields_that_there_are() -> None:
    schemas = document()["components"]["schemas"]
    told: dict[str, Any] = {name: schemas[name]["properties"] for name in schemas if "properties" in schemas[name]}
    told |= {name: model.model_fields for name, model in vars(turns).items() if hasattr(model, "model_fields")}
    uses = [*READ.finditer(PAGE), *READ_BEFORE.finditer(PAGE)]
    assert len(uses) == PAGE.count("@type")
    for use in uses:
        names = {part.partition(":")[0].strip() for part in use["names"].split(",")}
        assert names <= told[use["model"]].keys(), use[0]


def test_the_page_shows_text_as_text() -> None:
    assert "innerHTML" not in PAGE
    assert "insertAdjacentHTML" not in PAGE
