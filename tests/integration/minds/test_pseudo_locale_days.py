"""Three days of a village that goes on by itself, in English and in a language of which no word is English."""

from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers

from app.language.language import DEFAULT
from app.memory.recall.candidates import entry_candidates
from app.memory.recall.query import RecallQuery, ScoreBreakdown, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.sheets.scenario import ScenarioSheet
from app.services.game.simulation import PLAYER, begin_simulation
from tests.fakes.pseudo_locale import latin, pseudo_locale, scrambled_sheet, unscrambled
from tests.integration.minds.table import container_in, run, simulate
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long


HOURS = 72
PEOPLE = 3
MOST = 20
OF_TEXTS = {"keywords", "language"}
"""Fields that a stemmer makes, which knows no scrambled words, and the one that names the language."""

World = tuple[dict[str, Any], list[Any]]


class ByTime(Recaller):
    """Recalls the newest memories, whatever is asked: no word of a text decides what comes to mind."""

    def recall(self, stream: MemoryStream, query: RecallQuery) -> list[ScoredMemory]:
        entries = stream.index.entries
        positions = entry_candidates(entries, query)
        newest = positions[max(0, len(positions) - (query.limit or MOST)) :]
        how = ScoreBreakdown(query.preset, ("recent",), (newest.astype(float),))
        return how.hits(map(entries.entries.__getitem__, newest.tolist()))


def lived(sheet: ScenarioSheet, folder: Path) -> World:
    """How the world is in the end, and what was ordered and came of it on the way."""
    container = container_in(folder)
    container.recaller.override(providers.Object(ByTime()))
    game_id = begin_simulation(container.library(), sheet, seed=1, people=PEOPLE)
    state = run(simulate(container, game_id, hours=HOURS))
    records = container.library().read(game_id).records
    done = [record.model_dump(mode="json", include={"turn", "commands", "events"}) for record in records]
    return comparable(state), done


def without(names: set[str], value: Any) -> Any:
    """Plain data without the fields of these names."""
    if isinstance(value, dict):
        return {key: without(names, one) for key, one in value.items() if key not in names}
    return [without(names, one) for one in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, World]:
    """The same days in English and in the scrambled language."""
    folder = tmp_path_factory.mktemp("days")
    sheet = container_in(folder).scenarios().load("tide-bell")
    english = lived(sheet, folder / DEFAULT)
    with pseudo_locale():
        return english, lived(scrambled_sheet(sheet), folder / "xx")


def test_people_order_and_do_the_same(worlds: tuple[World, World]) -> None:
    (_, english), (_, scrambled) = worlds
    assert len(english) > 400
    assert unscrambled(scrambled) == english


def test_everybody_remembers_thinks_and_says_the_same(worlds: tuple[World, World]) -> None:
    (english, _), (scrambled, _) = worlds
    there, here = unscrambled(without(OF_TEXTS, scrambled)), without(OF_TEXTS, english)
    for npc_id, npc in here["npcs"].items():
        for ours, theirs in zip(npc["npc_memories"], there["npcs"][npc_id]["npc_memories"], strict=True):
            assert theirs == ours
    assert there == here


def test_nothing_that_the_engine_wrote_is_english(worlds: tuple[World, World]) -> None:
    _, (scrambled, _) = worlds
    cast = [npc["name"] for npc in scrambled["scenario"]["sheet"]["npcs"]]
    names = [*cast, *(word for name in cast for word in name.split()), PLAYER]
    written = [message["content"] for message in scrambled["conversation_history"]]
    for npc in scrambled["npcs"].values():
        written += [memory["summary"] for memory in npc["npc_memories"]]
        written += [
            npc["mind"]["reason"],
            *(goal["note"] for goal in npc["goals"]),
            *(item["description"] for item in npc["plan"]),
        ]
    assert len(written) > 500
    assert [text for text in written if latin(text.replace('"', ""), *names)] == []
