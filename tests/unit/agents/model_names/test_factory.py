"""Adapters from plain values."""

import pytest

from app.agents.factory import build_narrator, build_summarizer
from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.errors import InvalidInput

SERVER = "http://localhost:11434/v1"


@pytest.mark.parametrize(("mode", "kind"), [("guided", GuidedNarrator), ("tools", NarratorAgent)])
async def test_a_narrator_of_each_mode(mode: str, kind: type) -> None:
    narrator = build_narrator("vendor/llama3", mode=mode, offline=OfflineNarrator(), base_url=SERVER)
    assert isinstance(narrator, kind)
    assert (narrator.mode, narrator.model) == (mode, "vendor/llama3")
    await narrator.aclose()


def test_an_unknown_mode_or_model_is_said_in_one_line() -> None:
    with pytest.raises(InvalidInput, match="guided and tools"):
        build_narrator("llama3", mode="free", offline=OfflineNarrator(), base_url=SERVER)
    with pytest.raises(InvalidInput, match="strict, balanced, off"):
        build_narrator("llama3", strictness="mild", offline=OfflineNarrator(), base_url=SERVER)
    with pytest.raises(InvalidInput, match="base URL"):
        build_narrator("llama3", mode="tools", offline=OfflineNarrator(), base_url="localhost")
    with pytest.raises(InvalidInput, match="Nobody knows"):
        build_summarizer("llama3")
