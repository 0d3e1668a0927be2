"""The samples of the document, the examples and the clients, as the checkers of types read them."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.version import Version

from app.settings import PROJECT
from clients.build import PYTHON, TYPESCRIPT, document
from tests.e2e.serving import environment

PACKAGE = PYTHON / "src" / "talekeeper_client"
CONFIGURATION = PROJECT / "pyproject.toml"
SECONDS = 300
PAGES = (PROJECT / "docs" / "how-to" / "use-the-api.md", PYTHON / "README.md", TYPESCRIPT / "README.md")
FENCES = {"Python": "python", "TypeScript": "ts"}


def samples(label: str) -> dict[str, str]:
    """The samples in a language by operation, and those of the pages about the clients."""
    found = {
        operation["operationId"]: next(each["source"] for each in operation["x-codeSamples"] if each["label"] == label)
        for methods in document()["paths"].values()
        for operation in methods.values()
    }
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    blocks = re.findall(rf"^```{FENCES[label]}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    return found | {f"page_{number}": block for number, block in enumerate(blocks)}


def checked(*command: str | Path, folder: Path) -> None:
    variables = environment() | {"MYPYPATH": os.pathsep.join([str(PYTHON / "src"), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_python_samples_examples_and_the_client_itself_are_typed(tmp_path: Path) -> None:
    for name, source in samples("Python").items():
        (tmp_path / f"sample_{name}.py").write_text(source, encoding="utf-8")
    own = [path for path in PACKAGE.glob("*.py") if path.stem in ("__init__", "problems", "streams")]
    files = [*tmp_path.glob("*.py"), *own, *(PROJECT / "examples").glob("*.py")]
    options: list[str | Path] = [
        "--follow-imports",
        "silent",
        "--explicit-package-bases",
        "--cache-dir",
        tmp_path / "cache",
    ]
    checked(sys.executable, "-m", "mypy", "--config-file", CONFIGURATION, *options, *files, folder=tmp_path)


def test_typescript_samples_are_typed(tmp_path: Path) -> None:
    folder = TYPESCRIPT / "dist" / "samples"
    folder.mkdir(exist_ok=True)
    try:
        for name, source in samples("TypeScript").items():
            (folder / f"{name}.ts").write_text(source, encoding="utf-8")
        options = ["--noEmit", "--strict", "--target", "ES2022", "--module", "NodeNext", "--types", "node"]
        checked("npx", "tsc", *options, *folder.glob("*.ts"), folder=TYPESCRIPT)
    finally:
        shutil.rmtree(folder)


def test_the_packages_have_the_version_of_the_server() -> None:
    python = tomllib.loads((PYTHON / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    typescript = json.loads((TYPESCRIPT / "package.json").read_text(encoding="utf-8"))["version"]
    assert python == document()["info"]["version"]
    assert Version(typescript) == Version(python)  # npm writes the release candidate 1.0.0rc1 as 1.0.0-rc.1
