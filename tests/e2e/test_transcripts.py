"""The sessions with curl in docs and examples, run as they are there against a server.

A line after `$` is a command, what follows up to the next is its output, in which `…` stands for anything. Ids of games
are made up by the server: the one on a page is that which was answered in its place.
"""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx2
import pytest

from app.settings import PROJECT
from tests.e2e.curl import curl_request
from tests.e2e.serving import PATIENCE

pytestmark = pytest.mark.long

SESSION = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
STEP = re.compile(r"^\$ (?P<command>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
GAME = re.compile(r"tide-bell-[0-9a-f]{8}")
SERVE, ADDRESS, DEFAULT = "talekeeper serve", re.compile(r"(?<=//)[0-9.]+:\d+"), "127.0.0.1:8000"


@dataclass
class Terminal:
    """Where a page's commands are typed. ``ids``: of games, by how the page calls them."""

    address: str
    ids: dict[str, str] = field(default_factory=dict)

    def run(self, command: str, output: str) -> None:
        """What only reads may be a moment early, as memories are made off the turn's path: it is tried again."""
        begun = time.monotonic()
        while True:
            request = curl_request(self._known(command), self.address)
            with httpx2.Client(timeout=PATIENCE, trust_env=False) as client:
                told = client.send(request).text
            if matched := re.fullmatch(self._expected(output), told.strip(), re.DOTALL):
                self.ids |= dict(zip(self._new(output), matched.groups(), strict=True))
                return
            may_be_early = request.method == "GET" and time.monotonic() - begun < PATIENCE
            assert may_be_early, f"{command}\n{told}"
            time.sleep(0.1)

    def _known(self, text: str) -> str:
        for name, game_id in self.ids.items():
            text = text.replace(name, game_id)
        return text

    def _expected(self, output: str) -> str:
        """The pattern of what is answered, with a group for each id of a game that is new."""
        pattern = re.escape(self._known(output).strip()).replace("…", ".*?")
        for number, name in enumerate(self._new(output), 1):
            pattern = pattern.replace(re.escape(name), f"({GAME.pattern})", 1).replace(re.escape(name), f"\\{number}")
        return pattern

    def _new(self, output: str) -> list[str]:
        return [name for name in dict.fromkeys(GAME.findall(output)) if name not in self.ids]


def steps(page: str) -> Iterator[tuple[str, str]]:
    for session in SESSION.finditer((PROJECT / page).read_text(encoding="utf-8")):
        yield from STEP.findall(session[1])


@pytest.mark.parametrize("page", ["examples/README.md", "docs/how-to/use-the-api.md"])
def test_a_session_answers_as_the_page_says(page: str, server: str) -> None:
    found = list(steps(page))
    assert found[0][0] == SERVE
    assert len(found) > 5
    (address,) = ADDRESS.findall(server)
    assert found[0][1].splitlines()[0] == server.replace(address, DEFAULT)
    terminal = Terminal(address)
    for command, output in found[1:]:
        terminal.run(command, output)
