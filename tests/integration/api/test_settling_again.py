"""Memories that could not be made: what waits and why, and trying again."""

from pathlib import Path

import pytest
from dependency_injector import providers

from app.errors import ModelUnavailable
from app.testing import FakeSummarizer, small_sheet
from tests.integration.api.asking import ADMIN, Api, api_on, served, streaming
from tests.integration.mcp.serving import new_container

WHY = "The model did not answer."


@pytest.fixture
def summarizer() -> FakeSummarizer:
    return FakeSummarizer(by_scope={"location/market": [ModelUnavailable(WHY)]})


@pytest.fixture
def api(tmp_path: Path, summarizer: FakeSummarizer) -> Api:
    container = new_container(tmp_path / "saves")
    container.settling_memory.add_kwargs(summarizer=providers.Object(summarizer))
    return api_on(container)


async def test_what_failed_says_whose_it_is_and_why_and_is_made_when_tried_again(api: Api) -> None:
    path = f"/v1/games/{api.begin(sheet=small_sheet())}"
    async with (
        served(api) as server,
        server.client(ADMIN) as master,
        streaming(master, f"{path}/events") as told,
    ):
        await master.post(f"{path}/turns", json={"text": "say Good day to you all"})
        await master.post(f"{path}/turns", json={"text": "go to the inn"})
        assert (await told.until("unsettled"))[-1].name == "unsettled"
        (held,) = (await master.get(f"{path}/jobs")).json()["captures"]["location/market"]
        assert (held["of_name"], held["failures"], held["failure"]) == ("Market", 1, WHY)
        left = (await master.post(f"{path}/settle")).json()
        assert left["captures"] == {}
        assert (await told.until("settled"))[-1].name == "settled"
        kept = (await master.get(f"{path}/memories", params={"of": "location/market", "kind": "summary"})).json()
    assert len(kept["items"]) == 1
