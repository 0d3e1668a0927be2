"""The programs of examples/, run against a server, and the types of all that uses the clients."""

import os
import subprocess
import sys
from pathlib import Path

from app.settings import PROJECT
from clients.build import PYTHON
from tests.e2e.serving import PATIENCE, environment

EXAMPLES = PROJECT / "examples"


def run(program: str, *arguments: str | Path, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, EXAMPLES / program, *arguments],
        input=lines,
        capture_output=True,
        env=environment() | {"PYTHONPATH": os.pathsep.join([str(PYTHON / "src"), os.environ.get("PYTHONPATH", "")])},
        timeout=2 * PATIENCE,
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
