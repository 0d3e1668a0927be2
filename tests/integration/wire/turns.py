"""Turns that are played with a model at a fake server, in both modes."""

import pytest

from app.agents.metered_model import MeteredModel
from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.errors import ModelUnavailable
from tests.told import Told
from tests.unit.agents.model_narrator.stage import Stage

MODES = ("guided", "tools")


def narrator(model: MeteredModel, mode: str) -> GuidedNarrator | NarratorAgent:
    return GuidedNarrator(model, OfflineNarrator()) if mode == "guided" else NarratorAgent(model)


async def played(model: MeteredModel, mode: str) -> tuple[Told, Stage]:
    """A turn in which the player takes a thing; what is done by rule in mode guided, and by nobody in tools."""
    stage = Stage("take the lantern")
    return await stage.narrated_by(narrator(model, mode)), stage


async def failure_of(model: MeteredModel, mode: str) -> str:
    """Why the model's answer was none: a guided turn is told offline and marked, the caller undoes one with tools."""
    if mode == "tools":
        with pytest.raises(ModelUnavailable) as error:
            await played(model, mode)
        return str(error.value)
    narration, stage = await played(model, mode)
    assert narration.degraded
    assert "lantern" in narration.text
    assert stage.told.endswith(narration.text)
    assert stage.executed == ["take_item"]
    return narration.failure
