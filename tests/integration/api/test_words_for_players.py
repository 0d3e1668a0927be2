"""What a player is shown holds names and words: no ids, no values of the engine, no names of files."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.models.sheets.condition import DangerLevel
from tests.examples import IS_LONG
from tests.integration.api.asking import ADMIN, Api, new_api

pytestmark = pytest.mark.long

UNSHOWN = {"id", "kind", "message_id", "source", "player_id", "location_id", "to", "whom", "deed", "state", "on"}
"""Fields of a scene, a turn, a hint that are no text for readers: a client has its own words for them."""
EACH = 1 if IS_LONG else 3
"""After how many turns the scene and hints are asked for."""
FILE = re.compile(r"\b[\w/-]+\.(?:md|json|toml|py)\b")


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return new_api(tmp_path / "saves")


def texts(told: Any, field: str = "") -> Iterator[str]:
    """All that is text in an answer."""
    if isinstance(told, dict):
        for name, value in told.items():
            if not name.endswith(("_id", "_ids")):
                yield from texts(value, name)
    elif isinstance(told, list):
        for each in told:
            yield from texts(each, field)
    elif isinstance(told, str) and field not in UNSHOWN:
        yield told


def ids_of(sheet: Any) -> set[str]:
    """The ids that no author would write in a text: of several words."""
    if isinstance(sheet, dict):
        own = {sheet["id"]} if isinstance(sheet.get("id"), str) else set()
        return {key for key in own if "-" in key or "_" in key}.union(*map(ids_of, sheet.values()))
    return set().union(*map(ids_of, sheet)) if isinstance(sheet, list) else set()


@pytest.mark.parametrize("name", ["tide-bell", "before-the-thaw"])
async def test_no_id_no_value_and_no_file_reaches_a_player(api: Api, name: str) -> None:
    sheet = api.container.scenarios().load(name)
    values = "|".join(level.value for level in DangerLevel if level.value.isupper())
    authored = " ".join(text for text in texts(sheet.model_dump(mode="json")))
    ids = {key for key in ids_of(sheet.model_dump(mode="json")) if key not in authored}
    unfit = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(ids)))}|{values})(?![\w-])")
    path = f"/v1/games/{api.begin('Mara', sheet=sheet)}"
    shown: list[str] = []
    async with api.client(ADMIN) as client:
        (info,) = [each for each in (await client.get("/v1/scenarios")).json()["items"] if each["id"] == name]
        shown += texts(info)
        for number, line in enumerate(sheet.walkthrough):
            turn = (await client.post(f"{path}/turns", json={"text": line})).json()
            shown += texts([turn["parts"], turn["changed"], turn["changes"], turn["place"]])
            if number % EACH == 0:
                shown += texts((await client.get(f"{path}/scene")).json())
                shown += texts((await client.get(f"{path}/hints")).json())
    assert [text for text in dict.fromkeys(shown) if unfit.search(text) or FILE.search(text)] == []
