"""The source distribution and the wheel: what they hold, and that the wheel plays, serves, imports and simulates where
nothing else is installed, with the user's files, and leaves the package as it was."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

import httpx2
import pytest
from packaging.utils import canonicalize_name

import app
from tests.unit.release.notices import NOTICES, listed, shipped

pytestmark = pytest.mark.long


PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 240.0
DOWNLOAD_PATIENCE = 900.0
BUILD = """
import os, sys
from setuptools import build_meta

os.chdir(sys.argv[1])
os.mkdir(sys.argv[2])
getattr(build_meta, sys.argv[3])(sys.argv[2])
"""
"""What a front end does without isolation."""
MADE_BY_SETUPTOOLS = {"PKG-INFO", "setup.cfg"}
CARD = PROJECT / "tests" / "data" / "cards" / "v2.json"
CHAT = PROJECT / "tests" / "data" / "chats" / "lindwater.jsonl"


@dataclass(frozen=True)
class Built:
    """What was built.

    Attributes:
        source: The copy of the project that it was built of.
        sdist: The source distribution, unpacked.
        wheel: The wheel, which was built of that.
    """

    source: Path
    sdist: Path
    wheel: Path


def own_environment() -> dict[str, str]:
    """This process's own variables, without any setting of ours or of Python's."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("TALEKEEPER_", "PYTHON"))}


def user_environment(home: Path) -> dict[str, str]:
    """The same with another home folder."""
    kept = {name: value for name, value in own_environment().items() if not name.startswith("XDG_")}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONIOENCODING": "utf-8"}


def run(
    *command: str | Path, home: Path, variables: Mapping[str, str] | None = None, patience: float = PATIENCE
) -> subprocess.CompletedProcess[str]:
    """Run a command to its good end, in the home folder, as its user or with other variables."""
    done = subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=patience,
        check=False,
        cwd=home,
        env=user_environment(home) if variables is None else variables,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def files_of_the_project() -> list[Path]:
    """What git keeps; in a source distribution, all files but those of tools."""
    if (PROJECT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=PROJECT,
            capture_output=True,
            check=True,
        ).stdout
        found = [Path(os.fsdecode(name)) for name in listed.split(b"\0") if name]
    else:
        found = [path.relative_to(PROJECT) for top in ("app", "docs", "tests") for path in files_in(PROJECT / top)]
        found += [path.relative_to(PROJECT) for path in PROJECT.iterdir()]
    return [path for path in found if (PROJECT / path).is_file()]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    source = folder / "source"
    for path in files_of_the_project():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / path, source / path)
    run(sys.executable, "-c", BUILD, source, folder / "sdists", "build_sdist", home=folder)
    (archive,) = (folder / "sdists").glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    (sdist,) = (folder / "unpacked").iterdir()
    run(
        sys.executable,
        "-c",
        BUILD,
        shutil.copytree(sdist, folder / "building"),
        folder / "wheels",
        "build_wheel",
        home=folder,
    )
    (wheel,) = (folder / "wheels").glob("*.whl")
    return Built(source, sdist, wheel)


def installed(wheel: Path, folder: Path) -> Path:
    """A virtual environment that had nothing in it, with the wheel and what pip finds for it in the index."""
    made = folder / "environment"
    venv.create(made, symlinks=True)
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        made / "bin" / "python",
        "--disable-pip-version-check",
        "--no-input",
    )
    asked = f"talekeeper[embeddings] @ {wheel.as_uri()}"
    run(
        *(*pip, "install", "--no-compile", "-c", PROJECT / "constraints.txt", asked),
        home=folder,
        variables=own_environment(),
        patience=DOWNLOAD_PATIENCE,
    )
    return made


@contextmanager
def serving(talekeeper: Path, home: Path) -> Iterator[str]:
    """The address of a server of the installed program. Asked to end, it ends in good order."""
    server = subprocess.Popen(
        [talekeeper, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        cwd=home,
        env=user_environment(home),
        encoding="utf-8",
    )
    assert server.stdout is not None
    try:
        found = re.search(r"http://\S+(?=/v1)", server.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        server.terminate()
        assert server.wait(PATIENCE) == 0
        server.stdout.close()


def packages_of(environment: Path) -> Path:
    """Where the packages of an environment lie."""
    (found,) = environment.glob("lib/*/site-packages")
    return found


def files_in(folder: Path) -> set[Path]:
    """Every file but those that Python itself writes."""
    return {path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts}


def of_the_project(folder: Path) -> dict[str, bytes]:
    """The files of a folder with their content, but for those of git alone and those that setuptools writes."""
    found = {path.relative_to(folder).as_posix(): path for path in files_in(folder)}
    left_out = {
        name for name in found if name in MADE_BY_SETUPTOOLS or ".egg-info/" in name or name.endswith(".gitkeep")
    }
    return {name: path.read_bytes() for name, path in found.items() if name not in left_out}


def test_the_source_distribution_holds_the_whole_project(built: Built) -> None:
    packed, project = of_the_project(built.sdist), of_the_project(built.source)
    assert sorted(packed) == sorted(project)
    assert packed == project


def test_the_wheel_holds_the_package_and_the_licences_of_others(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as packed:
        held = {Path(name) for name in packed.namelist()}
    assert {path for path in held if path.parts[0] == "app"} == {
        path.relative_to(PROJECT) for path in files_in(PROJECT / "app")
    }
    licences = Path(f"talekeeper-{app.__version__}.dist-info") / "licenses" / "app"
    found = {path.relative_to(licences).as_posix() for path in held if path.is_relative_to(licences)}
    assert found == {NOTICES.name, *shipped()}


def test_what_the_wheel_says_of_itself_has_no_link_that_leads_nowhere(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as packed:
        described = packed.read(f"talekeeper-{app.__version__}.dist-info/METADATA").decode()
    assert "Description-Content-Type: text/markdown" in described
    assert "# Talekeeper\n" in described
    assert "](docs/" not in described


def test_the_wheel_plays_serves_imports_and_simulates_where_nothing_else_is_installed(
    built: Built, tmp_path: Path
) -> None:
    environment = installed(built.wheel, tmp_path)
    packages = packages_of(environment)
    there = {canonicalize_name(found.name) for found in distributions(path=[str(packages)])}
    assert there <= {"talekeeper", *listed()}, "the file of licences lists all that is installed"
    before = files_in(environment)
    for what_it_does in (plays, serves, imports_and_simulates):
        home = tmp_path / what_it_does.__name__
        home.mkdir()
        what_it_does(environment, home)
    assert files_in(environment) == before


def plays(environment: Path, home: Path) -> None:
    """A game in an empty folder, which the user's folder of data keeps; and a scenario of the user's own."""
    talekeeper = environment / "bin" / "talekeeper"
    assert run(talekeeper, "--version", home=home).stdout == f"talekeeper {app.__version__}\n"
    where = run(environment / "bin" / "python", "-c", "import app; print(app.__file__)", home=home)
    assert where.stdout.strip() == str(packages_of(environment) / "app" / "__init__.py")

    shown = run(talekeeper, "play", home=home)
    assert shown.stderr == ""
    assert "> look" in shown.stdout, "without input a whole game is shown"
    promised, _, later = shown.stdout.partition("I promise")
    assert promised
    assert "I promise" in later, "a promise made early is remembered late"
    assert "What people remember" in later
    (journal,) = home.rglob("journal.jsonl")
    assert journal.parents[1].parts[-2:] == ("talekeeper", "saves")

    run(talekeeper, "new-scenario", "harbour-town", home=home)
    assert "No problems found." in run(talekeeper, "check-scenario", "harbour-town", home=home).stdout


def serves(environment: Path, home: Path) -> None:
    """The page, and a turn."""
    with (
        serving(environment / "bin" / "talekeeper", home) as url,
        httpx2.Client(base_url=url, timeout=PATIENCE, trust_env=False) as client,
    ):
        assert client.get("/v1/openapi.json").json()["info"]["version"] == app.__version__
        assert client.get("/").content == (PROJECT / "app" / "page" / "index.html").read_bytes()
        assert client.get("/script/main.js").status_code == 200
        game_id = client.post("/v1/games", json={"scenario": "tide-bell"}).json()["id"]
        played = client.post(f"/v1/games/{game_id}/turns", json={"text": "look around"})
        assert (played.status_code, played.json()["turn"]) == (200, 1), played.text
    assert next(home.rglob("journal.jsonl")).parent.name == game_id


def imports_and_simulates(environment: Path, home: Path) -> None:
    """A card and a chat of other programs, and a day of people who live by themselves."""
    talekeeper = environment / "bin" / "talekeeper"
    run(talekeeper, "import", "card", CARD, "--out", "with-card.json", home=home)
    assert "No problems found." in run(talekeeper, "check-scenario", "with-card.json", home=home).stdout
    run(talekeeper, "import", "chat", CHAT, "--title", "Lindwater", home=home)
    assert "Lindwater" in run(talekeeper, "saves", "list", home=home).stdout
    run(talekeeper, "simulate", "tide-bell", "--days", "1", "--report", "day.html", home=home)
    assert (home / "day.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
