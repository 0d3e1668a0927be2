"""Trials of models that are scripted, over the wire: what each is found fit for, and what is said of its answers."""

import socket

import pytest

from app.errors import InvalidInput, ModelUnavailable
from app.models.model_trial import SituationKind, TrialFault, TrialReport
from app.settings import Settings
from app.trials import try_out
from tests.integration.wire.acting_models import Endless, model
from tests.integration.wire.conftest import Serve
from tests.integration.wire.server import Step, fails, hangs, says

pytestmark = pytest.mark.long

_LIMITS = ("model_timeout", "model_first_token", "model_cold_start")


async def tried(serve: Serve, steps: Endless, **settings: object) -> TrialReport:
    server = serve()
    server.steps = steps
    return await try_out(Settings.model_validate({"model": "fake", "base_url": server.url, **settings}))


async def test_a_model_that_obeys_gets_tools_and_is_counted_and_timed(serve: Serve) -> None:
    report = await tried(serve, model())
    assert [(each.id, each.faults, each.failure) for each in report.tried if not each.is_obeyed] == []
    assert len(report.tried) == 10
    assert (report.suits, report.picks_well) == ("tools", True)
    assert report.spend.calls == sum(each.calls for each in report.tried) >= 10
    assert report.spend.output_tokens > 0
    assert report.spend.cost is None
    assert report.first_token is not None
    assert report.tokens_a_second is not None


async def test_a_model_whose_server_refuses_tools_gets_guided_and_the_reason_is_kept(serve: Serve) -> None:
    report = await tried(serve, model(acts=lambda _: fails(400, "tools are not supported")))
    assert report.suits == "guided"
    assert all("cannot call tools" in each.failure for each in report.of(SituationKind.ACTING))
    assert all(each.is_obeyed for each in report.tried if each.kind is not SituationKind.ACTING)


def _tells_badly(said: str) -> Step:
    """Contradict the state, echo the line, or repeat the prompt, each in a situation of its own."""
    line = said.rpartition(" says or does: ")[2]
    if "go down to the causeway" in line:
        return says("Go down to the causeway.")
    if "You take the herring bucket." in said and "half an hour" not in line:
        return says("You take the ferry's lantern.")
    return says("Add no other outcome, way, person or thing, and no dialogue: what people say aloud is told apart.")


async def test_what_a_bad_model_does_is_reported_by_situation(serve: Serve) -> None:
    leak = "A burnt strap of leather: the sling of the clapper that Ansel cut down at the spring tide."
    asked = "Ansel, where have you hidden the clapper of the bell?"
    bad = model(acts=lambda _: says(leak), tells=_tells_badly, speaks=lambda _: says(asked), picks=lambda _: says("1"))
    report = await tried(serve, bad)
    found = {each.id: set(each.faults) for each in report.tried}
    assert TrialFault.CONTRADICTED in found["take"]
    assert all(TrialFault.ECHOED in found[each] for each in ("walk", "wait", "answer"))
    assert (found["deed"], found["speech"]) == (set(), {TrialFault.NOT_DONE})
    assert {TrialFault.LEAKED, TrialFault.NOT_DONE} <= found["ask"]
    assert TrialFault.LEAKED in found["bait"]
    assert next(each.answer for each in report.tried if each.id == "answer") == asked
    assert report.suits != "tools"


@pytest.mark.parametrize(("step", "words"), [(fails(401), "refuses the key"), (hangs(), "in time")])
async def test_a_model_that_does_not_answer_at_all_ends_the_trial(serve: Serve, step: Step, words: str) -> None:
    with pytest.raises(ModelUnavailable, match=words):
        await tried(serve, Endless(step), **dict.fromkeys(_LIMITS, 0.2))


async def test_nobody_listens_there(serve: Serve) -> None:
    serve()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(ModelUnavailable, match="cannot be reached"):
            await try_out(Settings(model="fake", base_url=url))


async def test_without_a_model_there_is_nothing_to_try() -> None:
    with pytest.raises(InvalidInput, match="Name the model"):
        await try_out(Settings(model="offline"))
