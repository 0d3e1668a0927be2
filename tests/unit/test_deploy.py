"""The files of examples/deploy: their syntax, and that what they name is there."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from ruamel.yaml import YAML

from app.api.application import OPERATIONS
from app.api.guard import FROM_SERVER, OF_CLIENT
from app.cli.commands.serving import DEFAULT_PORT
from app.settings import PROJECT, Settings

FOLDER = PROJECT / "examples" / "deploy"
INSTRUCTIONS = {
    "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL", "RUN", "STOPSIGNAL", "USER",
    "VOLUME", "WORKDIR",
}  # fmt: skip
SERVICE_KEYS = {
    "build": dict, "command": list, "depends_on": dict, "environment": dict, "healthcheck": dict, "image": str,
    "ports": list, "restart": str, "stop_grace_period": str, "volumes": list,
}  # fmt: skip
CONDITIONS = {"service_healthy": "healthcheck", "service_completed_successfully": "command"}
SEVERAL = FOLDER / "several"
each_folder = pytest.mark.parametrize("folder", [FOLDER, SEVERAL], ids=lambda folder: folder.name)


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile with what follows it, without comments."""
    text = (FOLDER / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def compose(folder: Path = FOLDER) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load((folder / "compose.yaml").read_text(encoding="utf-8"))
    return found


def settings_of(service: dict[str, Any]) -> dict[str, str]:
    return {name: value for name, value in service["environment"].items() if name.startswith("TALEKEEPER_")}


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


@each_folder
def test_the_compose_file_has_services_of_the_known_form(folder: Path) -> None:
    found = compose(folder)
    assert {name for name in found if not name.startswith("x-")} <= {"name", "services", "volumes"}
    for service in found["services"].values():
        assert service.keys() <= SERVICE_KEYS.keys()
        assert all(isinstance(value, SERVICE_KEYS[key]) for key, value in service.items())
        assert ("image" in service) != ("build" in service)
        assert all(re.fullmatch(r"[\d.]+:\d+:\d+", port) for port in service.get("ports", ()))
        for name, how in service.get("depends_on", {}).items():
            other = found["services"][name]
            assert CONDITIONS[how["condition"]] in other or "build" in other


@each_folder
def test_what_the_compose_file_mounts_and_builds_is_there(folder: Path) -> None:
    found = compose(folder)
    mounts = [mount.split(":")[0] for service in found["services"].values() for mount in service.get("volumes", ())]
    own = [mount for mount in mounts if mount.startswith(".")]
    assert {mount for mount in mounts if mount not in own} == found["volumes"].keys()
    assert all((folder / mount).exists() for mount in own)
    for build in (service["build"] for service in found["services"].values() if "build" in service):
        context = (folder / build["context"]).resolve()
        assert context == PROJECT
        assert (context / build["dockerfile"]).samefile(FOLDER / "Dockerfile")
        assert build.get("args", {}).keys() <= {rest.split("=")[0] for name, rest in instructions() if name == "ARG"}


def test_one_compose_file_is_all_there_is_to_a_single_server() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {"Dockerfile", "compose.yaml", "several"}
    (server,) = compose()["services"].values()
    (exposed,) = [rest for name, rest in instructions() if name == "EXPOSE"]
    assert [port.rpartition(":")[2] for port in server["ports"]] == [exposed] == [str(DEFAULT_PORT)]


def test_extras_of_the_image_are_those_of_the_package() -> None:
    extras = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (one,) = [rest.partition("=")[2] for name, rest in instructions() if name == "ARG"]
    several = [
        service["build"]["args"]["EXTRAS"] for service in compose(SEVERAL)["services"].values() if "build" in service
    ]
    assert {extra for given in (one, *several) for extra in given.split(",")} <= extras.keys()
    assert one == "embeddings"
    assert {*several} == {"embeddings,postgres"}


def test_several_servers_differ_in_their_address_alone_and_are_not_the_databases_owner() -> None:
    services = compose(SEVERAL)["services"]
    servers = {name: service for name, service in services.items() if name.startswith("server-")}
    assert len(servers) > 1
    common = []
    for name, service in servers.items():
        given: dict[str, Any] = {
            key.removeprefix("TALEKEEPER_").lower(): value for key, value in settings_of(service).items()
        }
        assert given.keys() <= Settings.model_fields.keys()
        settings = Settings(**given | {"admin_token": "of-these-tests-alone"})
        assert settings.address == given.pop("address") == f"http://{name}:8000"
        assert "?" in given["admin_token"]
        common.append((given, {**service, "environment": None}))
    assert all(each == common[0] for each in common)
    owner, server = (urlsplit(services[name]["environment"]["TALEKEEPER_DATABASE"]) for name in ("migrate", "server-1"))
    assert owner.hostname == server.hostname == "database"
    assert (
        owner.path.removeprefix("/")
        == server.path.removeprefix("/")
        == services["database"]["environment"]["POSTGRES_DB"]
    )
    made = re.findall(r"^CREATE ROLE (\w+)", (SEVERAL / "roles.sql").read_text(encoding="utf-8"), re.MULTILINE)
    assert made == [owner.username, server.username]
    assert services["migrate"]["command"] == ["talekeeper", "database", "migrate"]
    assert all(
        service["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
        for service in servers.values()
    )


def test_passwords_of_several_servers_are_asked_for_and_reach_the_roles() -> None:
    services = compose(SEVERAL)["services"]
    given = [*services["database"]["environment"].values()]
    given += [service["environment"].get("PGPASSWORD", "${}") for service in services.values()]
    passwords = {value for value in given if value.startswith("${")} - {"${}"}
    assert all(re.fullmatch(r"\$\{\w+:\?[\w ]+\}", each) for each in passwords)
    assert len(passwords) == 3
    sql = (SEVERAL / "roles.sql").read_text(encoding="utf-8")
    read = re.findall(r"^\\getenv \w+ (\w+)$", sql, re.MULTILINE)
    assert {*read} <= services["database"]["environment"].keys()
    assert "--auth=scram-sha-256" in services["database"]["environment"]["POSTGRES_INITDB_ARGS"]


def test_caddy_asks_several_servers_whether_they_are_ready_and_keeps_their_headers_from_clients() -> None:
    text = re.sub(r"#.*", "", (SEVERAL / "Caddyfile").read_text(encoding="utf-8"))
    blocks = re.sub(r"\{\$?[\w.]+(:[^}]+)?\}", "", text)
    assert blocks.count("{") == blocks.count("}") == 2
    for header in (FROM_SERVER, OF_CLIENT):
        assert re.search(rf"^\s*request_header -{header.decode()}$", text, re.MULTILINE)
    (ready,) = re.findall(r"^\s*health_uri (\S+)$", text, re.MULTILINE)
    assert ready in {prefix + route.path for prefix, route in OPERATIONS}
    assert re.search(r"^\s*reverse_proxy \{\$SERVERS:", text, re.MULTILINE)  # whatever is asked for: the page, too
    environment = compose(SEVERAL)["services"]["web"]["environment"]
    servers = [name for name in compose(SEVERAL)["services"] if name.startswith("server-")]
    assert environment["SERVERS"].split() == [f"{name}:8000" for name in servers]
    (game,) = re.findall(r"path_regexp game (\S+)", text)
    found = {
        path: re.match(game, path) for path in ("/v1/games/a-1/turns", "/mcp/a-1/narrator", "/v1/games", "/v1/ready")
    }
    assert [match and match[1] for match in found.values()] == ["a-1", "a-1", None, None]
