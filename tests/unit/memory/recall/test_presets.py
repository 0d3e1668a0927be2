"""What each preset is for."""

from typing import Any

import numpy as np
import pytest

from app.language.analysis.text import keywords
from app.memory.entries.scoring import importance_share, overlap
from app.memory.recall.hybrid import DEFAULT_WEIGHTS
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemorySource
from app.models.messages.message import Role
from tests.unit.memory.recall.streams import MARA, context, mara_stream, observed
from tests.worlds import NOW, say

HEARD = ("mara",)


def recall(
    stream: MemoryStream, text: str = "", preset: Preset = Preset.HYBRID, **fields: object
) -> list[ScoredMemory]:
    now = fields.pop("now", stream.state.clock.minutes)
    return Recaller().recall(stream, RecallQuery(text=text, now=now, preset=preset, **fields))  # type: ignore[arg-type]  # given by name


def summaries(hits: list[ScoredMemory]) -> list[str]:
    return [hit.memory.summary for hit in hits]


def capture(stream: MemoryStream, summary: str, visit: str | None = None) -> None:
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary=summary, visit=visit)
    stream.state.remember(MARA, entry)


# -- recent --------------------------------------------------------------------------------------------------------


def test_recent_gives_the_last_three_visits_with_all_their_pieces_oldest_first() -> None:
    stream = mara_stream()
    for summary, visit in (("a", "inn-1"), ("b", "inn-2"), ("c", "inn-2"), ("d", None), ("e", None), ("f", "inn-4")):
        capture(stream, summary, visit)
    stream.add(MemoryKind.OBSERVATION, context("not captured"))
    assert summaries(recall(stream, preset=Preset.RECENT)) == ["d", "e", "f"]
    assert summaries(recall(stream, preset=Preset.RECENT, limit=4)) == ["b", "c", "d", "e", "f"]
    assert recall(stream, preset=Preset.RECENT)[-1].why == "recent 1.00 = recent 1.00 (one of the last 3 visits)"


def test_recent_passes_over_what_is_put_away() -> None:
    stream = mara_stream()
    for summary in "abcd":
        capture(stream, summary)
    stream.archive(["mara-004"], "prune")
    assert summaries(recall(stream, preset=Preset.RECENT)) == ["a", "b", "c"]


# -- chronicle -----------------------------------------------------------------------------------------------------


def test_a_chronicle_is_the_last_fifty_and_every_reflection() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.REFLECTION, context("deep"))
    observed(stream, [context(f"n{number}") for number in range(60)])
    found = summaries(recall(stream, preset=Preset.CHRONICLE))
    assert found == ["deep", *(f"n{number}" for number in range(10, 60))]
    assert summaries(recall(stream, preset=Preset.CHRONICLE, limit=2)) == ["n58", "n59"]


@pytest.mark.parametrize("topic", ["market", "Location Market", "location:market", "MARKETS"])
def test_a_chronicle_with_a_topic_is_what_is_tagged_with_it(topic: str) -> None:
    stream = mara_stream()
    observed(stream, [context("a", tags=("location:market",)), context("market"), context("b", tags=("Market",))])
    assert summaries(recall(stream, topic, Preset.CHRONICLE)) == ["a", "b"]


# -- situational ---------------------------------------------------------------------------------------------------


def test_situational_is_the_stated_formula() -> None:
    stream = mara_stream()
    stream.add(
        MemoryKind.OBSERVATION, context("The key to the cellar.", game_time=100, importance=4, keywords=("Aldous",))
    )
    stream.add(MemoryKind.REFLECTION, context("Keys matter.", game_time=0, importance=9))
    stream.add(MemoryKind.GIFTED, context("I am the cellar's keeper.", game_time=0, importance=1))
    stream.add(MemoryKind.OBSERVATION, context("Rain.", game_time=5, importance=1))
    stream.pin("mara-004")
    now, question = 460, "key cellar Aldous"
    expected = {}
    for entry, half_life in zip(stream.all(), (360, 1440, None, None), strict=True):
        ours = {*keywords(entry.summary), *(word.lower() for word in entry.keywords)}
        parts = (
            0.5 * (1 if half_life is None else 0.5 ** ((now - (entry.game_time or 0)) / half_life)),
            0.3 * importance_share(float(entry.importance or 0)),
            0.2 * overlap(ours, keywords(question)),
        )
        expected[entry.id] = pytest.approx(parts)
    hits = recall(stream, question, Preset.SITUATIONAL, now=now)
    assert {hit.memory.id: tuple(hit.components.values()) for hit in hits} == expected
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_situational_gives_ten_unless_told() -> None:
    stream = mara_stream()
    observed(stream, [context(f"n{number}") for number in range(30)])
    assert len(recall(stream, preset=Preset.SITUATIONAL)) == 10
    assert len(recall(stream, preset=Preset.SITUATIONAL, limit=12)) == 12


# -- hybrid --------------------------------------------------------------------------------------------------------


def test_a_sentence_said_long_ago_is_found_word_for_word_without_being_stored() -> None:
    stream = mara_stream()
    say(stream.state, "My grandmother hid the silver under the third stair.", witness_ids=HEARD, speaker_name="Hesper")
    say(stream.state, *(f"It rained again, number {number}." for number in range(400)), witness_ids=HEARD)
    hit = recall(stream, "Where did Hesper's grandmother hide the silver?")[0]
    assert (hit.memory.id, hit.memory.kind, hit.memory.first_message_index) == ("m-0", MemoryKind.CONVERSATION, 0)
    assert hit.memory.summary == "Hesper: My grandmother hid the silver under the third stair."
    assert hit.shared == ("hesper", "grandmoth", "hide", "silver")
    assert not len(stream)


def test_only_hybrid_reaches_messages() -> None:
    stream = mara_stream()
    say(stream.state, "The key is in the cellar.", witness_ids=HEARD)
    for preset in Preset:
        assert bool(recall(stream, "key", preset)) is (preset is Preset.HYBRID)


def test_what_the_owner_did_not_hear_is_not_found() -> None:
    stream = mara_stream()
    say(stream.state, "The key is in the cellar.", witness_ids=("guard-1",), npc_ids=("mara",))
    assert recall(stream, "key") == []


def test_quotes_from_memory_engine_lines_and_cut_text_are_not_found() -> None:
    stream = mara_stream()
    say(stream.state, "Indeed: the key is in the cellar.", witness_ids=HEARD, quoted=((8, 34),))
    say(stream.state, "the key is in the cellar", witness_ids=HEARD, quoted=((0, 24),))
    say(stream.state, "+ key · Cellar", witness_ids=HEARD, role=Role.SYSTEM)
    say(stream.state, "The key is", witness_ids=HEARD, interrupted=True)
    assert summaries(recall(stream, "key cellar")) == ["Élan: Indeed:"]


def test_a_turn_in_progress_is_not_searched() -> None:
    stream = mara_stream()
    stream.state.open_turn(NOW)
    say(stream.state, "Where is the key?", witness_ids=HEARD)
    assert recall(stream, "key") == []
    stream.state.close_turn()
    assert summaries(recall(stream, "key")) == ["Élan: Where is the key?"]


def test_the_answer_beside_the_question_comes_up_with_it() -> None:
    stream = mara_stream()
    say(stream.state, *(f"Nothing of note, {word}." for word in ("one", "two", "three", "four")), witness_ids=HEARD)
    asker: dict[str, Any] = {"role": Role.NPC, "speaker_id": "mara", "speaker_name": "Mara"}
    say(stream.state, "Where did you bury the chest?", witness_ids=HEARD, **asker)
    say(stream.state, "Under the willow, mother.", "Good.", witness_ids=HEARD)
    say(stream.state, *(f"Nothing at all, {word}." for word in ("five", "six", "seven")), witness_ids=HEARD)
    assert "Élan: Under the willow, mother." in summaries(recall(stream, "Where is the chest buried?", limit=2))


def test_neighbours_are_those_of_the_same_place_and_time() -> None:
    stream = mara_stream()
    say(stream.state, "The chest is buried.", witness_ids=HEARD, game_time=100)
    say(stream.state, "Under a willow.", witness_ids=HEARD, game_time=1000)
    say(stream.state, "By the oak.", witness_ids=HEARD, game_time=1000, location_id="inn")
    by_id = {hit.memory.id: hit.components["around"] for hit in recall(stream, "chest")}
    assert by_id == {"m-0": 0, "m-1": 0, "m-2": 0}


def test_the_same_thing_is_not_said_twice() -> None:
    stream = mara_stream()
    observed(stream, [context("The price is forty silver marks!"), context("the price is forty  silver marks.")])
    stream.add(MemoryKind.OBSERVATION, context("The price is fifty silver marks."))
    found = summaries(recall(stream, "price"))
    assert [line.casefold().replace("  ", " ").rstrip(".!") for line in sorted(found)] == [
        "the price is fifty silver marks", "the price is forty silver marks",
    ]  # fmt: skip


def test_a_time_that_the_question_names_counts() -> None:
    stream = mara_stream()
    day = 24 * 60
    observed(stream, [context(f"A rider came, {word}.", game_time=n * day) for n, word in enumerate("abc")])
    assert summaries(recall(stream, "Which rider came on day 2?", now=3 * day, limit=1)) == ["A rider came, b."]
    assert summaries(recall(stream, "Which rider came yesterday?", now=3 * day, limit=1)) == ["A rider came, c."]


def test_a_question_for_a_number_prefers_what_holds_one() -> None:
    stream = mara_stream()
    observed(stream, [context("The room is dear, she said."), context("The room is seven coppers, she said.")])
    hits = recall(stream, "How much is the room?")
    assert hits[0].memory.id == "mara-002"
    assert hits[0].components["form"] > 0 == hits[1].components["form"]


def test_meaning_finds_what_shares_no_word() -> None:
    stream = mara_stream()
    observed(stream, [context("Her husband died of fever."), context("The goats give cheese.")])
    stream.give_vectors(
        ["Her husband died of fever.", "The goats give cheese."], [np.array([1.0, 0.1]), np.array([0.0, 1.0])]
    )
    hit = recall(stream, "Is she a widow?", vector=np.array([1.0, 0.0]))[0]
    assert hit.memory.id == "mara-001"
    assert hit.components["words"] == 0 < hit.components["meaning"]


def test_why_names_components_and_words() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("The brass key opens the cellar.", importance=10))
    hit = recall(stream, "Where is the brass key?")[0]
    assert hit.why.startswith(f"hybrid {hit.score:.2f} = 1.43 × words ")
    assert hit.why.endswith(" + 0.2 × importance 1.00 + 0.22 × recency 1.00 (brass, key)")


def test_recent_puts_a_correction_where_the_wrong_memory_was() -> None:
    stream = mara_stream()
    for summary in "abcd":
        capture(stream, summary)
    for number, (old, new) in enumerate((("mara-001", "A?"), ("mara-005", "A!")), 5):
        made = {"hand_made": True, "replaces": old}
        entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary=new, metadata=made)
        stream.supersede(old, stream.state.remember(MARA, entry).id or "")
        assert stream.all()[-1].id == f"mara-00{number}"
    assert summaries(recall(stream, preset=Preset.RECENT)) == ["b", "c", "d"]
    assert summaries(recall(stream, preset=Preset.RECENT, limit=4)) == ["A!", "b", "c", "d"]


def test_recent_scores_one_by_the_rank_of_the_visit_for_all_its_pieces() -> None:
    stream = mara_stream()
    for summary, visit in (("a", "inn-1"), ("b", "inn-2"), ("c", "inn-2"), ("d", "inn-3")):
        capture(stream, summary, visit)
    found = {hit.memory.summary: hit.score for hit in recall(stream, preset=Preset.RECENT)}
    assert found == pytest.approx({"a": 1 / 3, "b": 1 / 2, "c": 1 / 2, "d": 1})
    assert recall(stream, preset=Preset.RECENT, limit=0) == []


@pytest.mark.parametrize("topic", ["debt", "???", "Unheard-of"])
def test_a_chronicle_with_a_topic_leaves_out_what_is_tagged_otherwise_or_not_at_all(topic: str) -> None:
    stream = mara_stream()
    tags: tuple[tuple[str, ...], ...] = ((), ("market",), ("location:market",), ("debt",), ("market", "???"))
    observed(stream, [context(f"n{number}", tags=given) for number, given in enumerate(tags)])
    expected = {"debt": ["n3"], "???": ["n4"], "Unheard-of": []}[topic]
    assert summaries(recall(stream, topic, Preset.CHRONICLE)) == expected
    assert summaries(recall(stream, topic, Preset.CHRONICLE, limit=1)) == expected
    assert recall(stream, topic, Preset.CHRONICLE, limit=0) == []


def test_a_chronicle_is_of_what_a_filter_leaves() -> None:
    stream = mara_stream()
    for number in range(120):
        kind = MemoryKind.REFLECTION if number in (0, 1) else MemoryKind.OBSERVATION
        stream.add(kind, context(f"n{number}", location_id="inn" if number % 2 else "market"))
    found = recall(stream, preset=Preset.CHRONICLE, location_id="inn")
    assert summaries(found) == ["n1", *(f"n{number}" for number in range(21, 120, 2))]
    assert {hit.score for hit in found} == {1.0}


@pytest.mark.parametrize(("preset", "number"), [(Preset.HYBRID, 10), (Preset.SITUATIONAL, 10), (Preset.GENAGENTS, 120)])
def test_without_a_limit_each_preset_has_its_own(preset: Preset, number: int) -> None:
    stream = mara_stream()
    observed(stream, [context(f"key {chr(97 + n // 26)}{chr(97 + n % 26)}q") for n in range(130)])
    assert len(recall(stream, "key", preset)) == number
    assert recall(stream, "key", preset, limit=0) == []


def test_hybrid_reads_on_where_the_best_say_the_same() -> None:
    stream = mara_stream()
    observed(stream, [context("The key, the key, the key.") for _ in range(60)])
    observed(stream, [context("The brass key."), context("A key of iron.")])
    found = summaries(recall(stream, "key", limit=3))
    assert sorted(found) == ["A key of iron.", "The brass key.", "The key, the key, the key."]


@pytest.mark.parametrize(
    ("question", "first", "last"), [("What happened on day 2?", 1440, 2879), ("Who came yesterday?", 1440, 2879)]
)
def test_a_span_of_time_holds_its_first_and_its_last_minute(question: str, first: int, last: int) -> None:
    stream = mara_stream()
    for number, at in enumerate((first - 1, first, last, last + 1)):
        stream.add(MemoryKind.OBSERVATION, context(f"n{number}", game_time=at))
    hits = recall(stream, question, now=2 * 1440 + 600)
    assert {hit.memory.summary: hit.components["time"] > 0 for hit in hits} == {
        "n0": False,
        "n1": True,
        "n2": True,
        "n3": False,
    }


@pytest.mark.parametrize("dates", [True, False])
def test_named_dates_are_looked_for_only_where_the_query_says_so(dates: bool) -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("A rider came."))
    [hit] = recall(stream, "Who came on 1 January 2026?", dates=dates)
    assert (hit.components["time"] > 0) is dates


@pytest.mark.parametrize(
    "text", ["It was forty on Monday.", "Was it forty?", "On Monday?", "Was it forty on Monday?", "Rain.", "Rain?"]
)
def test_a_text_of_any_shape_is_scored(text: str) -> None:
    stream = mara_stream()
    observed(stream, [context(text)])
    [hit] = recall(stream, f"How much was it, {text.lower()}")
    holds = "forty" in text
    assert hit.components["form"] == pytest.approx(hit.terms.get("words", 0.0) * DEFAULT_WEIGHTS.form * holds)
