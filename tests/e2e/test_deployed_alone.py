"""The set-up of examples/deploy, run as a process: the command of its Dockerfile, with what that and the compose file
give it, in a folder that stands for the volume."""

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from ruamel.yaml import YAML

from app.settings import PROJECT
from tests.e2e.serving import PATIENCE, environment

pytestmark = pytest.mark.long


FOLDER = PROJECT / "examples" / "deploy"
TOKEN = "the-admin-of-these-tests"
ADMIN = {"Authorization": f"Bearer {TOKEN}"}


def service() -> dict[str, Any]:
    """The only one of the compose file."""
    found = YAML(typ="safe").load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    (one,) = found.values()
    made: dict[str, Any] = one
    return made


def instructions() -> dict[str, str]:
    """The last of each kind in the Dockerfile, which is the one that counts."""
    lines = (PROJECT / service()["build"]["dockerfile"]).read_text(encoding="utf-8").splitlines()
    return {name: rest for name, _, rest in (line.partition(" ") for line in lines) if name.isupper()}


def given(volume: Path) -> dict[str, str]:
    """The environment of the container, its volume in this folder and its secret filled in."""
    (mount,) = service()["volumes"]
    inside = mount.partition(":")[2]
    image = dict(pair.split("=", 1) for pair in shlex.split(instructions()["ENV"]))
    assert all(value.startswith(inside) for value in image.values())  # nothing is kept beside the volume
    secrets = {
        name: re.sub(r"^\$\{TALEKEEPER_ADMIN_TOKEN:\?.*\}$", TOKEN, value)
        for name, value in service()["environment"].items()
    }
    return {name: value.replace(inside, str(volume), 1) for name, value in image.items()} | secrets


@contextmanager
def container(volume: Path) -> Iterator[str]:
    """The address of the server. Stopped as a container is, it ends in good order."""
    program, *command = json.loads(instructions()["CMD"])
    assert program == "talekeeper"
    server = subprocess.Popen(
        [sys.executable, "-m", "app", *command, "--port", "0"],
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        env=environment(embedder="words") | given(volume),
        encoding="utf-8",
    )
    assert server.stdout is not None
    try:
        port = re.search(r":(\d+)/v1$", server.stdout.readline().strip())
        assert port is not None
        yield f"http://127.0.0.1:{port[1]}"
    finally:
        server.send_signal(getattr(signal, instructions()["STOPSIGNAL"]))
        assert server.wait(PATIENCE) == 0
        server.stdout.close()


@pytest.fixture
def volume(tmp_path: Path) -> Path:
    for name in ("saves", "scenarios"):
        (tmp_path / name).mkdir()
    return tmp_path


def test_the_products_page_is_served_and_a_turn_is_played_and_still_there_in_the_next_container(volume: Path) -> None:
    with container(volume) as url, httpx2.Client(base_url=url, timeout=PATIENCE) as client:
        health = json.loads(re.findall(r"CMD (\[.*\])$", instructions()["HEALTHCHECK"])[0])
        asked = health[-1].replace("http://127.0.0.1:8000", url)
        assert asked != health[-1]
        subprocess.run([sys.executable, *health[1:-1], asked], check=True, env=environment(), timeout=PATIENCE)
        page = client.get("/")
        assert page.content == (PROJECT / "app" / "page" / "index.html").read_bytes()
        (script,) = re.findall(r'<script[^>]* src="([^"]+)"', page.text)
        assert client.get(f"/{script.lstrip('./')}").content == (PROJECT / "app" / "page" / script).read_bytes()
        assert client.get("/v1/games").status_code == 401
        game_id = client.post("/v1/games", headers=ADMIN, json={"scenario": "tide-bell"}).json()["id"]
        told = client.post(f"/v1/games/{game_id}/turns", headers=ADMIN, json={"text": "look around"})
        assert told.status_code == 200, told.text
    assert (volume / "saves" / game_id / "journal.jsonl").is_file()
    with container(volume) as url, httpx2.Client(base_url=url, timeout=PATIENCE, headers=ADMIN) as client:
        assert [turn["turn"] for turn in client.get(f"/v1/games/{game_id}/turns").json()["items"]] == [1]
