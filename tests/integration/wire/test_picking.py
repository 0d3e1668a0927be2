"""Picking a reading of a line over the wire, as the settings say: what a server is sent, and what it may answer."""

import pytest
from pytest_mock import MockerFixture

from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.picking import ANSWER_TOKENS
from app.agents.narrator.offline import OfflineNarrator
from app.container import model_narrator
from app.settings import Settings
from tests.integration.wire.conftest import Connect, Serve
from tests.integration.wire.quirks import refuses
from tests.integration.wire.server import cut, says
from tests.unit.agents.model_narrator.stage import Stage
from tests.unit.agents.model_narrator.test_picking import LINE, read_as_close


@pytest.fixture(autouse=True)
def _reads_as_close(mocker: MockerFixture) -> None:
    mocker.patch("app.agents.narrator.offline.read_line", read_as_close)


@pytest.mark.parametrize(("given", "requests"), [("true", 2), ("false", 0), (None, 0)])
async def test_the_setting_lets_the_model_pick(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, given: str | None, requests: int
) -> None:
    server = serve(says("1"), says("You have it."))
    monkeypatch.delenv("TALEKEEPER_GUIDED_PICKS", raising=False)
    if given is not None:
        monkeypatch.setenv("TALEKEEPER_GUIDED_PICKS", given)
    narrator = model_narrator(Settings(model="fake", base_url=server.url), OfflineNarrator())
    stage = Stage(LINE)
    await stage.narrated_by(narrator)
    await narrator.aclose()
    assert len(server.requests) == requests
    assert stage.executed == (["take_item"] if requests else [])


async def test_a_pick_is_sent_with_its_own_settings_and_the_telling_with_the_usual_ones(serve: Serve) -> None:
    server = serve(says("1"), says("You have it."))
    settings = Settings(model="fake", base_url=server.url, guided_picks=True, max_tokens_per_answer=700)
    narrator = model_narrator(settings, OfflineNarrator())
    await Stage(LINE).narrated_by(narrator)
    await narrator.aclose()
    picked, told = server.requests
    assert (picked["max_completion_tokens"], picked["temperature"]) == (ANSWER_TOKENS, 0.0)
    assert told["max_completion_tokens"] == 700
    assert "temperature" not in told
    assert not any("tools" in each or "reasoning_effort" in each for each in server.requests)


async def test_a_number_counts_though_the_limit_cut_what_follows_it(serve: Serve, connect: Connect) -> None:
    stage, server = Stage(LINE), serve(cut("1, because the pl"), says("You have it."))
    narration = await stage.narrated_by(GuidedNarrator(connect(server), OfflineNarrator(), picks=True))
    assert (stage.executed, narration.degraded) == (["take_item"], False)


@pytest.mark.parametrize("words", ["Unsupported parameter: '{name}'.", "Bad request"])
async def test_a_server_that_refuses_the_temperature_is_asked_without_it(
    serve: Serve, connect: Connect, words: str
) -> None:
    picked, told = refuses("temperature", words=words, then=says("1")), says("You have it.")
    server = serve(picked, picked, told, picked, told)
    model = connect(server)
    for _ in range(2):
        stage = Stage(LINE)
        await stage.narrated_by(GuidedNarrator(model, OfflineNarrator(), picks=True))
        assert stage.executed == ["take_item"]
    assert ["temperature" in request for request in server.requests].count(True) == 1
