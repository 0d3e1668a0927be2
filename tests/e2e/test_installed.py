"""The wheel in an environment of its own: it plays, saves with the user's files, and leaves the package as it was."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import app

pytestmark = pytest.mark.long


PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
BUILD = """
import os, sys
from setuptools.build_meta import build_wheel

os.chdir(sys.argv[1])
os.mkdir(sys.argv[2])
build_wheel(sys.argv[2])
"""
"""What a front end does without isolation."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's home folder, in which there is nothing."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def run(*command: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its good end, in the home folder, without any setting of ours or of Python's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TALEKEEPER_", "PYTHON", "XDG_"))}
    done = subprocess.run(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        cwd=home,
        env={**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture
def environment(tmp_path: Path, home: Path) -> Path:
    """A virtual environment with the wheel of this checkout; what it needs is that of the tests' own environment."""
    source, folder = tmp_path / "source", tmp_path / "environment"
    shutil.copytree(PROJECT / "app", source / "app", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(PROJECT / name, source)
    run(sys.executable, "-c", BUILD, source, tmp_path / "wheels", home=home)
    shutil.rmtree(source)
    venv.create(folder, symlinks=True)
    needed = "\n".join(path for path in sys.path if path.endswith("site-packages"))
    (packages_of(folder) / "needed.pth").write_text(needed, encoding="utf-8")
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    pip = (folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--no-input")
    run(*pip, "install", "--no-index", "--no-deps", "--ignore-installed", "--no-compile", wheel, home=home)
    return folder


def packages_of(environment: Path) -> Path:
    """Where the packages of an environment lie."""
    (found,) = environment.glob("lib/*/site-packages")
    return found


def files_in(folder: Path) -> set[Path]:
    """Every file but those that Python itself writes."""
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


def test_the_wheel_plays_in_an_empty_folder_and_writes_nothing_beside_itself(environment: Path, home: Path) -> None:
    before = files_in(environment)
    talekeeper = environment / "bin" / "talekeeper"
    assert run(talekeeper, "--version", home=home).stdout == f"talekeeper {app.__version__}\n"
    where = run(environment / "bin" / "python", "-c", "import app; print(app.__file__)", home=home)
    assert where.stdout.strip() == str(packages_of(environment) / "app" / "__init__.py")

    assert {path.relative_to(packages_of(environment)) for path in files_in(packages_of(environment) / "app")} == {
        path.relative_to(PROJECT) for path in files_in(PROJECT / "app")
    }

    shown = run(talekeeper, "play", home=home)
    assert shown.stderr == ""
    assert "> look" in shown.stdout, "without input a whole game is shown"
    promised, _, later = shown.stdout.partition("I promise")
    assert promised
    assert "I promise" in later, "a promise made early is remembered late"
    assert "What people remember" in later
    assert files_in(environment) == before
    (journal,) = home.rglob("journal.jsonl")
    assert journal.parents[1].parts[-2:] == ("talekeeper", "saves")

    run(talekeeper, "new-scenario", "harbour-town", home=home)
    assert "No problems found." in run(talekeeper, "check-scenario", "harbour-town", home=home).stdout
