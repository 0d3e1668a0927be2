"""The page of examples/: what it asks for and reads. `make clients` runs the programs."""

import re
from typing import Any

from app.api.schemas import turns
from app.settings import PROJECT
from docs.rendering.http import document

EXAMPLES = PROJECT / "examples"
PAGE = (EXAMPLES / "web" / "index.html").read_text(encoding="utf-8")
ASKED = re.compile(r"ask\(\"(?P<method>[A-Z]+)\", [\"`](?P<path>[^\"`]+)[\"`]")
READ = re.compile(r"@type \{(?P<model>\w+)\} \*/ \{ (?P<names>[^}]+) \}")
"""Names that are taken of a value of the API, or given to it."""
READ_BEFORE = re.compile(r"const \{ (?P<names>[^}]+) \} = /\*\* @type \{(?P<model>\w+)\} \*/")


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
