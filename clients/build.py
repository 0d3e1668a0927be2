"""Makes the typed clients of the OpenAPI document, and builds what is published of them.

``python -m clients.build`` writes the generated parts into `clients/python` and `clients/typescript`, from which git
leaves them out, and a wheel, a source distribution and an npm package into `clients/dist`. It needs
openapi-python-client, and Node with npm.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

from app.api.application import create_app
from app.container import Container

FOLDER = Path(__file__).parent
DIST, PYTHON, TYPESCRIPT = FOLDER / "dist", FOLDER / "python", FOLDER / "typescript"
PACKAGE = PYTHON / "src" / "talekeeper_client"
GENERATED = ("api", "models", "client.py", "errors.py", "types.py")
"""The parts of the Python package that the generator writes."""
OPEN_UNIONS = ("AnyCommand", "EventOut")
"""Unions of answers to which a later server may add kinds."""

_BUILD = "import sys; from setuptools.build_meta import *; to = sys.argv[1]; build_wheel(to); build_sdist(to)"

Document = dict[str, Any]


def document() -> Document:
    """Return the OpenAPI document that a server hands out; none may change it."""
    return create_app(Container()).openapi()


def generate_python(described: Document) -> None:
    """Write the generated parts of the Python package. A warning of the generator is an error."""
    with tempfile.TemporaryDirectory() as folder:
        source, config, made = Path(folder, "openapi.json"), Path(folder, "config.json"), Path(folder, "made")
        source.write_text(json.dumps(_for_python(described)), encoding="utf-8")
        config.write_text(json.dumps({"post_hooks": []}), encoding="utf-8")  # they would only format it
        options: list[str | Path] = [
            "--meta",
            "none",
            "--fail-on-warning",
            "--path",
            source,
            "--config",
            config,
            "--output-path",
            made,
        ]
        _run(sys.executable, "-m", "openapi_python_client", "generate", *options)
        for name in GENERATED:
            target = PACKAGE / name
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
            shutil.move(made / name, target)


def generate_typescript(described: Document) -> None:
    """Write the types of the npm package, with the tools that its lock file names."""
    (TYPESCRIPT / "openapi.json").write_text(json.dumps(described), encoding="utf-8")
    _run("npm", "ci", "--no-audit", "--no-fund", folder=TYPESCRIPT)
    _run("npm", "run", "generate", folder=TYPESCRIPT)


def build() -> None:
    """Build the packages of what was generated."""
    for left_behind in (DIST, PYTHON / "build", TYPESCRIPT / "dist"):
        shutil.rmtree(left_behind, ignore_errors=True)
    DIST.mkdir()
    _run(sys.executable, "-c", _BUILD, DIST, folder=PYTHON)
    _run("npm", "run", "build", folder=TYPESCRIPT)
    _run("npm", "pack", "--pack-destination", DIST, folder=TYPESCRIPT)


_BINARY = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}


def _for_python(described: Document) -> Document:
    """Return the document as the generator needs it. A union also takes a kind that it does not know, which is then an
    object and no error. Operations ask for no token: of a server on this machine none is needed."""
    opened = deepcopy(described)
    for methods in opened["paths"].values():
        for operation in methods.values():
            del operation["security"]
            for response in operation["responses"].values():
                if any(kind.startswith("image/") for kind in response.get("content", {})):
                    response["content"] = _BINARY
    del opened["security"]
    for name in OPEN_UNIONS:
        union = opened["components"]["schemas"][name]
        union["oneOf"].append({"title": f"Unknown{name}", "type": "object", "additionalProperties": True})
        del union["discriminator"]
    return opened


def _run(*command: str | Path, folder: Path = FOLDER) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def main() -> None:
    """Generate and build both clients."""
    described = document()
    generate_python(described)
    generate_typescript(described)
    build()


if __name__ == "__main__":
    main()
