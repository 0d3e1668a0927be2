"""The files of examples/deploy: their syntax, and that what they name is there."""

import json
import re
import shlex
from typing import Any

import pytest
from ruamel.yaml import YAML

from app.settings import PROJECT, Settings

FOLDER = PROJECT / "examples" / "deploy"
INSTRUCTIONS = {
    "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "RUN", "STOPSIGNAL", "USER",
    "VOLUME", "WORKDIR",
}  # fmt: skip
SERVICE_KEYS = {
    "build": dict, "depends_on": dict, "environment": dict, "image": str, "ports": list, "restart": str,
    "stop_grace_period": str, "volumes": list,
}  # fmt: skip


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile with what follows it, without comments."""
    text = (FOLDER / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def compose() -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_every_line_of_the_dockerfile_is_an_instruction() -> None:
    found = instructions()
    assert found[0][0] == "FROM"
    assert {name for name, _ in found} <= INSTRUCTIONS
    assert all(rest for _, rest in found)
    assert [name for name, _ in found].count("CMD") == 1


def test_what_the_dockerfile_copies_is_there() -> None:
    copied = [path for name, rest in instructions() if name == "COPY" for path in rest.split()[:-1]]
    assert {"app", "pyproject.toml", "constraints.txt"} <= set(copied)
    assert [path for path in copied if not (PROJECT / path).exists()] == []


@pytest.mark.parametrize("name", ["CMD", "HEALTHCHECK"])
def test_commands_of_the_dockerfile_are_lists_of_words(name: str) -> None:
    (rest,) = [rest for each, rest in instructions() if each == name]
    words = json.loads(rest[rest.index("[") :])
    assert all(isinstance(word, str) for word in words)
    if name == "HEALTHCHECK":
        compile(words[-1], "HEALTHCHECK", "exec")
        assert all(re.fullmatch(r"--[a-z-]+=\d+s", option) for option in rest[: rest.index("[")].split()[:-1])


def test_variables_of_the_files_are_settings() -> None:
    (given,) = [rest for name, rest in instructions() if name == "ENV"]
    names = {pair.partition("=")[0] for pair in shlex.split(given)}
    assert {name.removeprefix("TALEKEEPER_").lower() for name in names} <= Settings.model_fields.keys()
    assert set(compose()["services"]["server"]["environment"]) == {"TALEKEEPER_ADMIN_TOKEN"}


def test_the_compose_file_has_services_of_the_known_form() -> None:
    found = compose()
    assert found.keys() <= {"name", "services", "volumes"}
    for service in found["services"].values():
        assert service.keys() <= SERVICE_KEYS.keys()
        assert all(isinstance(value, SERVICE_KEYS[key]) for key, value in service.items())
        assert ("image" in service) != ("build" in service)
        assert service.get("depends_on", {}).keys() <= found["services"].keys()
        assert all(re.fullmatch(r"[\d.]+:\d+:\d+", port) for port in service.get("ports", ()))


def test_what_the_compose_file_mounts_and_builds_is_there() -> None:
    found = compose()
    mounts = [mount.split(":")[0] for service in found["services"].values() for mount in service["volumes"]]
    folders = [mount for mount in mounts if mount.startswith(".")]
    assert {mount for mount in mounts if mount not in folders} == found["volumes"].keys()
    build = found["services"]["server"]["build"]
    context = (FOLDER / build["context"]).resolve()
    assert context == PROJECT
    assert (context / build["dockerfile"]).samefile(FOLDER / "Dockerfile")
    assert all((FOLDER / folder).exists() for folder in folders)


def test_caddys_file_closes_its_braces_and_sends_the_api_to_the_server() -> None:
    text = (FOLDER / "Caddyfile").read_text(encoding="utf-8")
    blocks = re.sub(r"\{\$[^}]+\}", "", re.sub(r"#.*", "", text))
    assert blocks.count("{") == blocks.count("}") == 1
    assert re.search(r"@api path /v1/\* /mcp/\*\n\s*reverse_proxy @api \{\$TALEKEEPER:127\.0\.0\.1:8000\}", text)
    assert compose()["services"]["web"]["environment"]["TALEKEEPER"] == "server:8000"
