"""What was said long ago stands before the narrator again when it matters, and the record says why."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from app.events.commands import AddMemoryCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.embeddings import Vector
from app.interfaces.stores import IGameStore
from app.memory.recall.recaller import Recaller
from app.models.memory import Scope
from app.models.prompt import Prompt, PromptMoment, RecalledMemory
from app.models.records.folding import fold_journal
from app.models.records.record import Record, RecordKind
from app.services.ai import context_service
from app.services.game.captures.recall_service import RecallService
from app.services.game.turns.turn_service import TurnService
from tests.fakes.vectors import FakeVectors
from tests.integration.turns.table import ScriptedNarrator, begin, comparable, new_store, new_table
from tests.unit.services.prompts import section

pytestmark = pytest.mark.long

FACT = "My grandfather's boat was called the Grey Heron."
JOKE = "I tell a joke"
BEFORE, AFTER = "My brother hid a silver cup.", "My cousin hid a golden plate."
QUESTION = "What was the name of grandfather's boat?"


class Reading(ScriptedNarrator):
    """Reads its prompt in every turn but those of jokes, and that of whoever is named in ``person``."""

    def __init__(self) -> None:
        self.prompts: list[Prompt] = []
        self.person: str | None = None

    async def narrate(self, context: NarrationContext) -> Narration:
        narration = await super().narrate(context)
        if context.text.startswith(JOKE):
            return narration
        self.prompts.append(await (context.prompt_for_npc(self.person) if self.person else context.prompt()))
        moment = PromptMoment.AFTER if self.person else PromptMoment.BEFORE
        return Narration(narration.passages, asked=moment, asked_npc_id=self.person)


@pytest.fixture
def narrator() -> Reading:
    return Reading()


@pytest.fixture
def table(tmp_path: Path, narrator: Reading) -> TurnService:
    return new_table(new_store(tmp_path), narrator=narrator, capture_after=10_000)


async def long_ago(table: TurnService, game_id: str) -> None:
    """The fact is told to Mara at the inn, then thirty turns go by."""
    await table.take_turn(game_id, "to the inn")
    await table.take_turn(game_id, f"Mara, listen. {FACT}")
    for number in range(30):
        await table.take_turn(game_id, f"{JOKE} about a goose, the {number}th one.")


def last_turn(table: TurnService, game_id: str) -> Record:
    records = table.library.read(game_id).records
    return next(record for record in reversed(records) if record.kind is RecordKind.TURN)


async def test_what_was_said_beyond_the_window_is_recalled_word_for_word_with_place_time_and_reason(
    table: TurnService, narrator: Reading
) -> None:
    game_id = begin(table)
    await long_ago(table, game_id)
    await table.take_turn(game_id, QUESTION)
    prompt = narrator.prompts[-1]
    (line,) = [line for line in section(prompt, "Recalled").splitlines() if FACT in line]
    assert line.startswith('- said at "')
    assert "Day 1, 08:05" in line
    assert FACT not in "\n".join(prompt.conversation)
    reasons = next(part for part in prompt.sections if part.name == "Recalled").reasons
    assert any(reason.startswith("m-4: hybrid") and "words" in reason for reason in reasons)


async def test_a_time_beside_an_event_limits_what_is_recalled(table: TurnService, narrator: Reading) -> None:
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    for line in (BEFORE, "There was a great fire at the mill.", AFTER):
        await table.take_turn(game_id, f"Mara, listen. {line}")
    for number in range(30):
        await table.take_turn(game_id, f"I tell a joke about a goose, the {number}th one.")
    asked = {
        "Who hid something before the fire?": (BEFORE, AFTER),
        "Who hid something after the fire?": (AFTER, BEFORE),
        "What happened before the fire?": (BEFORE, AFTER),
    }
    for question, (wanted, left_out) in asked.items():
        await table.take_turn(game_id, question)
        recalled = section(narrator.prompts[-1], "Recalled")
        assert wanted in recalled, question
        assert left_out not in recalled, question
    await table.take_turn(game_id, "Who hid something before the wedding?")
    recalled = section(narrator.prompts[-1], "Recalled")
    assert BEFORE in recalled
    assert AFTER in recalled


async def test_what_was_said_otherwise_since_is_recalled_with_what_superseded_it_and_explained_so(
    table: TurnService, narrator: Reading
) -> None:
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    await table.take_turn(game_id, "Mara, my purse is in the granary.")
    for number in range(30):
        await table.take_turn(game_id, f"{JOKE} about a goose, the {number}th one.")
    await table.take_turn(game_id, "Mara, the purse is in the kiln now.")
    result = await table.take_turn(game_id, "Is my purse still in the granary?")
    (line,) = [line for line in section(narrator.prompts[-1], "Recalled").splitlines() if "in the granary" in line]
    assert line.endswith('(superseded since: "Élan: Mara, the purse is in the kiln now.")')
    assert await table.explain(game_id, result.turn) == narrator.prompts[-1]


async def test_the_record_keeps_ids_scores_and_reasons_and_explain_shows_the_very_prompt(
    table: TurnService, narrator: Reading
) -> None:
    game_id = begin(table)
    await long_ago(table, game_id)
    result = await table.take_turn(game_id, QUESTION)
    record = last_turn(table, game_id)
    assert record.prompt is not None
    assert record.prompt.recalled
    best = record.prompt.recalled[0]
    assert (best.scope, best.memory_id) == (Scope.world(), "m-4")
    assert best.score > 0
    assert best.why.startswith("hybrid")
    assert await table.explain(game_id, result.turn) == narrator.prompts[-1]


async def test_a_message_of_the_conversation_is_not_shown_twice(table: TurnService, narrator: Reading) -> None:
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    await table.take_turn(game_id, f"Mara, listen. {FACT}")
    await table.take_turn(game_id, QUESTION)
    prompt = narrator.prompts[-1]
    assert FACT in "\n".join(prompt.conversation)
    assert FACT not in section(prompt, "Recalled")


async def test_recalled_memories_are_marked_in_the_turns_commit_and_undo_takes_the_mark_away(
    table: TurnService, narrator: Reading
) -> None:
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    for visit in range(5):
        await table.take_turn(game_id, f"Mara, listen. {FACT}" if visit == 0 else f"I carve goose number {visit}.")
        await table.take_turn(game_id, "to the market")
        await table.settle(game_id)
        await table.take_turn(game_id, "to the inn")
    before = comparable(table.state(game_id))
    result = await table.take_turn(game_id, QUESTION)
    now = table.state(game_id).clock.minutes
    marked = {key for key, status in table.state(game_id).memory_status.items() if status.last_recalled == now}
    shown = {memory.memory_id for memory in narrator.prompts[-1].recalled if not memory.memory_id.startswith("m-")}
    assert marked == shown
    assert shown
    record = last_turn(table, game_id)
    assert (record.turn, set(record.statuses)) == (result.turn, shown)
    await table.undo(game_id)
    assert comparable(table.state(game_id)) == before


async def test_a_person_is_shown_only_what_it_heard_itself(table: TurnService, narrator: Reading) -> None:
    game_id = begin(table)
    await table.take_turn(game_id, f"I say to myself: {FACT}")  # at the market, where Mara is not
    await table.take_turn(game_id, "to the inn")
    for number in range(30):
        await table.take_turn(game_id, f"Mara, here is joke {number} about a goose.")
    narrator.person = "mara"
    result = await table.take_turn(game_id, f"Mara, {QUESTION}")
    assert FACT not in narrator.prompts[-1].text
    assert await table.explain(game_id, result.turn) == narrator.prompts[-1]
    narrator.person = None
    await table.take_turn(game_id, QUESTION)
    assert FACT in section(narrator.prompts[-1], "Recalled")


async def test_a_turn_whose_narrator_reads_no_prompt_recalls_nothing_and_explain_still_can(tmp_path: Path) -> None:
    table = new_table(new_store(tmp_path), capture_after=10_000)
    game_id = begin(table)
    await long_ago(table, game_id)
    result = await table.take_turn(game_id, QUESTION)
    recipe = last_turn(table, game_id).prompt
    assert recipe is not None
    assert recipe.recalled is None
    assert not table.state(game_id).memory_status
    assert FACT in section(await table.explain(game_id, result.turn), "Recalled")


async def test_settling_prepares_vectors_so_that_other_words_find_it_too(tmp_path: Path) -> None:
    narrator, vectors = Reading(), FakeVectors(("boat", "ferry", "vessel"))
    recall = RecallService(Recaller(vectors=vectors))
    table = new_table(new_store(tmp_path), narrator=narrator, recall=recall, capture_after=10_000)
    game_id = begin(table)
    await table.take_turn(game_id, "The ferry leaves at dawn, they say.")
    for number in range(30):
        await table.take_turn(game_id, f"I think of the {number}th goose.")
    await table.settle(game_id)
    asked = len(vectors.asked)
    await table.take_turn(game_id, "When does that vessel sail?")
    assert "The ferry leaves at dawn" in section(narrator.prompts[-1], "Recalled")
    assert len(vectors.asked) - asked == 1, "only the question had to be embedded in the turn"


class Slow(FakeVectors):
    """Lets others have a turn while it embeds."""

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        self.asked += texts
        for _ in range(20):
            await asyncio.sleep(0)
        return [self._vector(text) for text in texts]


async def test_settling_twice_at_once_embeds_no_text_twice(tmp_path: Path) -> None:
    vectors = Slow(("boat",))
    table = new_table(new_store(tmp_path), recall=RecallService(Recaller(vectors=vectors)))
    game_id = begin(table)
    await table.take_turn(game_id, "The ferry leaves at dawn, they say.")
    await asyncio.gather(table.settle(game_id), table.settle(game_id))
    assert len(vectors.asked) == len(set(vectors.asked)) > 0


@asynccontextmanager
async def asked(store: IGameStore, game_id: str, budget: int) -> AsyncIterator[tuple[TurnService, Prompt]]:
    """The table of a stored game and the prompt of the question, with so many tokens; then the question is undone."""
    narrator = Reading()
    table = new_table(store, narrator=narrator, capture_after=10_000, prompt_budget=budget)
    result = await table.take_turn(game_id, QUESTION)
    prompt = narrator.prompts[-1]
    assert prompt.tokens <= budget
    assert await table.explain(game_id, result.turn) == prompt
    yield table, prompt
    await table.undo(game_id)
    await table.close(game_id)


async def test_however_small_the_budget_the_prompt_keeps_to_it_and_is_rebuilt_exactly(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    table = new_table(store, capture_after=10_000)
    game_id = begin(table)
    await long_ago(table, game_id)
    await table.close(game_id)
    for budget in range(1_800, 5_000, 400):
        async with asked(store, game_id, budget) as (_, prompt):
            assert prompt.budget == budget


async def test_what_recall_leaves_free_shows_no_message_a_second_time(tmp_path: Path) -> None:
    """The conversation takes what recall has not used, and may then reach back to what was recalled."""
    store = new_store(tmp_path)
    table = new_table(store, capture_after=10_000)
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    for number in range(30):
        fact = FACT if number % 6 == 3 else ""
        await table.take_turn(game_id, f"{JOKE} about a goose. {'Honk honk. ' * 8}{fact} That was the {number}th.")
    await table.close(game_id)
    for budget in range(2_400, 6_001, 600):
        async with asked(store, game_id, budget) as (table, prompt):
            history = table.state(game_id).conversation_history
            recalled = [hit.memory_id for hit in prompt.recalled if hit.memory_id.startswith("m-")]
            said = [history[int(memory_id[2:])].content for memory_id in recalled]
            assert not [content for content in said if any(content in line for line in prompt.conversation)]


class Stopped(Reading):
    """Acts first, reads its prompt and never comes to an end of telling."""

    def __init__(self) -> None:
        super().__init__()
        self.tells = asyncio.Event()

    async def narrate(self, context: NarrationContext) -> Narration:
        narration = await super().narrate(context)
        if context.text == "to the market":
            self.tells.set()
            await asyncio.Event().wait()
        return narration


@pytest.mark.parametrize("person", [None, "guard-1"])
async def test_explain_shows_the_very_prompt_of_a_turn_that_was_stopped(tmp_path: Path, person: str | None) -> None:
    narrator = Stopped()
    table = new_table(new_store(tmp_path), narrator=narrator, capture_after=10_000)
    game_id = begin(table)
    await long_ago(table, game_id)
    narrator.person = person
    turn = asyncio.create_task(table.take_turn(game_id, "to the market"))
    await narrator.tells.wait()
    assert table.stop(game_id)
    result = await turn
    assert result.interrupted
    assert await table.explain(game_id, result.turn) == narrator.prompts[-1]


class Stuck(FakeVectors):
    """An embedder that never answers."""

    async def vectors(self, texts: Sequence[str]) -> NoReturn:
        await asyncio.Event().wait()
        raise AssertionError(texts)


async def test_an_embedder_that_never_answers_costs_a_prompt_its_patience_and_nothing_else(tmp_path: Path) -> None:
    narrator = Reading()
    recall = RecallService(Recaller(vectors=Stuck(), patience=0))
    table = new_table(new_store(tmp_path), narrator=narrator, recall=recall, capture_after=10_000)
    game_id = begin(table)
    await long_ago(table, game_id)
    await table.take_turn(game_id, QUESTION)
    assert FACT in section(narrator.prompts[-1], "Recalled"), "found by its words"


class Counting(FakeVectors):
    """Counts what it is asked."""

    requests = 0

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        self.requests += 1
        return await super().vectors(texts)


async def test_a_prompt_asks_the_embedder_once_however_many_remember_something_new(tmp_path: Path) -> None:
    """Each request counts against the calls of the turn: a crowded room must leave some to the narrator."""
    vectors = Counting()
    recall = RecallService(Recaller(vectors=vectors))
    table = new_table(new_store(tmp_path), narrator=Reading(), recall=recall)
    game_id = begin(table)
    await table.take_turn(game_id, "to the inn")
    await table.take_turn(game_id, "to the market")
    await table.take_turn(game_id, "take the lantern")
    before = vectors.requests
    await table.take_turn(game_id, "to the inn")
    assert vectors.requests - before == 1


async def test_marks_survive_loading(table: TurnService) -> None:
    game_id = begin(table)
    await long_ago(table, game_id)
    await table.take_turn(game_id, QUESTION)
    assert comparable(fold_journal(table.library.read(game_id))) == comparable(table.state(game_id))


async def test_the_record_keeps_the_parts_of_each_score_and_the_line_in_the_prompt_has_them(
    table: TurnService, narrator: Reading
) -> None:
    game_id = begin(table)
    await long_ago(table, game_id)
    await table.take_turn(game_id, QUESTION)
    recipe = last_turn(table, game_id).prompt
    assert recipe is not None
    assert recipe.recalled
    best = recipe.recalled[0]
    parts = dict(best.parts)
    assert parts["words"] > 0
    assert abs(sum(parts.values()) - best.score) < 0.1
    assert best.shared
    (part,) = [part for part in narrator.prompts[-1].sections if part.name == "Recalled"]
    assert best in [line.source.recalled for line in part.lines if line.source]


async def test_what_was_offered_and_had_no_room_is_explained_as_left_out_later_too(
    table: TurnService, narrator: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_service, "RECALL_TOKENS", 45)
    game_id = begin(table)
    for text in ("The silver key lies under the third barrel.", "The silver key opens the gate of the tower."):
        await table.execute(game_id, AddMemoryCommand(scope=Scope.world(), text=text))
    result = await table.take_turn(game_id, "where is the silver key?")
    prompt = narrator.prompts[-1]
    assert [each.section for each in prompt.left_out] == ["Recalled"]
    assert [each.was_shown for each in prompt.offered] == [True, False]
    assert await table.explain(game_id, result.turn) == prompt


async def test_a_record_without_parts_is_explained_with_its_reason_in_words(
    table: TurnService, narrator: Reading
) -> None:
    game_id = begin(table)
    await long_ago(table, game_id)
    await table.take_turn(game_id, QUESTION)
    kept = narrator.prompts[-1].recalled[0].model_dump(mode="json", exclude={"parts", "shared"})
    read = RecalledMemory.model_validate(kept)
    assert (read.why, read.parts, read.shared, read.was_shown) == (kept["why"], (), (), True)
