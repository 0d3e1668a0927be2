"""What a person's question means beyond its words, and that no right answer is lost by it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import NotFound
from app.language.language import language_of
from app.language.rendering.phrases import time_text
from app.memory.recall.query import Preset, RecallQuery, ScoreBreakdown, ScoredMemory
from app.memory.recall.query_expansion import MOST_PRESENT, MOST_TERMS, expanded, recall_with_fallback
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource
from benchmarks.dialogues import Dialogue, Question, load
from tests.examples import examples
from tests.unit.memory.recall.streams import context, mara_stream, observed
from tests.unit.memory.remembered_days import BETTER_ENHANCED, NOW, remembered_days
from tests.worlds import NOW as AT
from tests.worlds import new_game, say

pytestmark = pytest.mark.long

EVIDENCE = Path(__file__).parents[2] / "data" / "evidence"
DAY = MINUTES_PER_DAY


def question(text: str, now: int = NOW, **fields: object) -> RecallQuery:
    return RecallQuery(now=now, text=text, limit=10, dates=False, **fields)  # type: ignore[arg-type]  # as they come


def better(stream: MemoryStream, text: str, now: int = NOW) -> RecallQuery:
    return expanded(stream.state, stream.scope.owner_id or "", text, question(text, now))


def guarded(stream: MemoryStream, plain: RecallQuery, text: str) -> list[ScoredMemory]:
    async def recall(query: RecallQuery) -> list[ScoredMemory]:
        return Recaller().recall(stream, query)

    wider = expanded(stream.state, stream.scope.owner_id or "", text, plain)
    return asyncio.run(recall_with_fallback(recall, plain, wider))


def rank(hits: Sequence[ScoredMemory], words: str) -> int:
    return next((hit.rank for hit in hits if words in hit.memory.summary), 99)


@pytest.fixture
def days() -> MemoryStream:
    return remembered_days()


# -- what it is for ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "answer", "place"), BETTER_ENHANCED)
def test_what_other_words_ask_for_is_found_among_three(days: MemoryStream, text: str, answer: str, place: str) -> None:
    days.state.npc("mara").current_location_id = place
    days.state.npc("crane").current_location_id = "tower"
    assert rank(guarded(days, question(text), text), answer) <= 3


def test_expansion_finds_more_than_the_words_alone(days: MemoryStream) -> None:
    found = [0, 0]
    for text, answer, place in BETTER_ENHANCED:
        days.state.npc("mara").current_location_id = place
        days.state.npc("crane").current_location_id = "tower"
        found[0] += rank(Recaller().recall(days, question(text)), answer) <= 3
        found[1] += rank(guarded(days, question(text), text), answer) <= 3
    assert found[0] <= 0.8 * found[1]


@pytest.fixture(scope="module")
def dialogues() -> list[Dialogue]:
    found = load(EVIDENCE)
    for dialogue in found:
        dialogue.as_memories.state.clock.minutes = dialogue.now
    return found


def found_of(dialogue: Dialogue, one: Question, *, is_enhanced: bool) -> float:
    stream, plain = dialogue.as_memories, question(one.text, dialogue.now)
    hits = guarded(stream, plain, one.text) if is_enhanced else Recaller().recall(stream, plain)
    ids = {dialogue.turn_ids[hit.memory.id or ""] for hit in hits}
    return len(ids & set(one.evidence)) / len(one.evidence)


def test_on_long_dialogues_more_is_found_among_ten_and_next_to_nothing_lost(dialogues: list[Dialogue]) -> None:
    asked = [(dialogue, one) for dialogue in dialogues for one in dialogue.questions]
    plain = [found_of(*one, is_enhanced=False) for one in asked]
    ours = [found_of(*one, is_enhanced=True) for one in asked]
    assert sum(plain) >= 44
    assert sum(ours) >= sum(plain) + 2
    assert sum(one < before for one, before in zip(ours, plain, strict=True)) <= 1


# -- other words ---------------------------------------------------------------------------------------------------


def test_only_words_that_are_remembered_are_added_and_none_for_words_that_are_used_often() -> None:
    stream = mara_stream()
    observed(stream, [context("Tobin purchased a nag.")])
    assert better(stream, "What did Tobin buy at the inn?").terms == ("purchase",)
    observed(stream, [context(f"Hesper bought {what}.") for what in ("rope", "eels", "tar")])
    assert better(stream, "What did Tobin buy at the inn?").terms == ()


def test_names_are_no_words_for_things() -> None:
    stream = mara_stream()
    observed(stream, [context("A tavern by the bazaar."), context("The forge was hot."), context("Boats.")])
    assert better(stream, "Who is at the Market?").terms == ()
    assert better(stream, "Did old Smithy come?").terms == ()
    assert better(stream, "Who is at the smithy?").terms == ("forge",)


def test_the_querys_own_terms_come_first_and_few_are_added() -> None:
    stream = mara_stream()
    words = "house home dwelling abode reside tavern pub blade sabre dagger purchase scared terrified rob thief slay"
    observed(stream, [context(words), context(words.upper())])
    plain = question("live inn sword knife buy afraid steal burglar kill enemy house", terms=("Tobin",))
    found = expanded(stream.state, "mara", plain.text, plain)
    assert found.terms[0] == "Tobin"
    assert len(found.terms) == len(set(found.terms)) <= 1 + MOST_TERMS


@pytest.mark.parametrize("preset", [Preset.CHRONICLE, Preset.RECENT, Preset.GENAGENTS])
def test_presets_for_which_words_are_a_topic_get_filters_alone(days: MemoryStream, preset: Preset) -> None:
    plain = question("What did Hesper buy yesterday?", preset=preset)
    found = expanded(days.state, "mara", plain.text, plain)
    assert (found.text, found.terms) == (plain.text, ())
    assert (found.since, found.until) == (4 * DAY, 5 * DAY - 1)


# -- the time ------------------------------------------------------------------------------------------------------


def test_words_of_time_become_a_filter_and_leave_the_text(days: MemoryStream) -> None:
    found = better(days, "What did Tobin drop yesterday?")
    assert (found.text, found.since, found.until) == ("What did Tobin drop?", 4 * DAY, 5 * DAY - 1)


def test_what_the_query_filters_by_already_stays(days: MemoryStream) -> None:
    plain = question("What did Tobin drop yesterday?", until=7, location_id="inn")
    found = expanded(days.state, "mara", plain.text, plain)
    assert (found.text, found.since, found.until, found.location_id) == (plain.text, None, 7, "inn")


def test_the_time_may_be_asked_for_beside_the_querys_text(days: MemoryStream) -> None:
    found = expanded(days.state, "mara", "a jug yesterday", question("a jug"))
    assert (found.text, found.since, found.until) == ("a jug", 4 * DAY, 5 * DAY - 1)


@pytest.mark.parametrize(
    "text",
    [
        "Who sleeps in Yesterday's Inn?",
        "Did you hear “The Day Before Yesterday”?",
        "What will the Guard do today?",
        "What was it 40 days ago?",
    ],
)
def test_words_that_mean_no_time_that_was_filter_nothing(days: MemoryStream, text: str) -> None:
    found = better(days, text)
    assert (found.since, found.until, found.text) == (None, None, text)


def test_a_name_that_holds_words_of_time_is_left_alone() -> None:
    """The scenario has no such name; a place that is called so is found by its capitals as well as by its sheet."""
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("Tobin sleeps at the Last Night.", game_time=10))
    hits = guarded(stream, question("Who sleeps at the Last Night?", NOW), "Who sleeps at the Last Night?")
    assert rank(hits, "Tobin sleeps") == 1


# -- first times ---------------------------------------------------------------------------------------------------


def first(stream: MemoryStream, text: str) -> str | None:
    found = better(stream, text)
    return None if found.since is None else time_text(found.since + 15)


def test_when_we_first_met_is_the_first_memory_shared_and_not_what_was_known_or_heard_before() -> None:
    stream = mara_stream(new_game())
    gift = context("Guard is bored.", game_time=0, subjects=("guard-1",), metadata={"type": "character_knowledge"})
    stream.add(MemoryKind.GIFTED, gift)
    hearsay = context(
        "Élan said that Guard drinks.", game_time=60, subjects=("player", "guard-1"), origin=MemoryOrigin.SOCIAL
    )
    stream.add(MemoryKind.OBSERVATION, context("Saw Élan walking by.", game_time=55, subjects=("player",)))
    stream.add(MemoryKind.CONVERSATION, hearsay)
    say(stream.state, "Guard is a fool.", game_time=70, witness_ids=("mara",), npc_ids=("guard-1",))
    say(stream.state, "Halt!", game_time=DAY, witness_ids=("mara",), speaker_id="guard-1", speaker_name="Guard")
    assert first(stream, "What did the Guard say when we first met?") == "Day 2, 00:00"
    assert first(stream, "How was it when we first met?") == "Day 1, 00:55"
    assert first(stream, "How did we meet, Guard?") == "Day 2, 00:00"
    assert better(stream, "What was before we first met the Guard?").until == DAY - 1
    since = better(stream, "What was since I met the Guard?")
    assert (since.since, since.until) == (DAY, NOW)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("What was it like the first time I saw the tower?", "Day 2, 01:00"),
        ("What did we do, the very first time we came to the Market?", "Day 1, 02:00"),
        ("What did I feel when I first saw the comet?", "Day 3, 03:00"),
        ("What happened the first time I came here?", "Day 1, 08:20"),
        ("What was our first conversation about?", "Day 1, 08:20"),
        ("What was it like when we first met at the Market?", "Day 1, 08:20"),
        ("What did we say the first time we talked of the comet?", "Day 3, 03:00"),
    ],
)
def test_first_times_of_places_and_things_are_found_by_place_and_by_word(text: str, when: str) -> None:
    stream = mara_stream(new_game())
    stream.add(MemoryKind.OBSERVATION, context("Rain.", game_time=120, location_id="market"))
    stream.add(MemoryKind.OBSERVATION, context("Owls.", game_time=DAY + 60, location_id="tower"))
    stream.add(MemoryKind.PLAN, context("See the comet.", game_time=130))
    stream.add(MemoryKind.OBSERVATION, context("A comet in the sky, red.", game_time=2 * DAY + 180))
    say(stream.state, "Hello, Mara.", game_time=500, witness_ids=("mara",), location_id="inn")
    assert first(stream, text) == when


@pytest.mark.parametrize(
    "text",
    [
        "What did the Guard say when we first met?",
        "Who came first?",
        "I met the Guard.",
        "When did Tobin first see the lights?",
        "What was the first meeting of the council?",
        "What did you think when you first saw the council?",
    ],
)
def test_where_nothing_is_remembered_or_no_first_time_is_meant_nothing_is_filtered(text: str) -> None:
    assert better(mara_stream(new_game()), text).since is None


# -- the scene and the mood ----------------------------------------------------------------------------------------


def test_here_is_the_place_and_they_are_those_present_where_nobody_is_named() -> None:
    stream = mara_stream(new_game())
    observed(stream, [context("Guard and Élan spoke of the Inn.")])
    stream.state.npc("guard-1").current_location_id = "inn"
    assert better(stream, "Who sold the bread here?").terms == ("Inn",)
    assert better(stream, "What do they owe?").terms == ("Guard",)
    assert better(stream, "What do they owe Élan?").terms == ()
    stream.state.scenario.current_location_id = "inn"
    assert better(stream, "What do they owe?").terms == ("Élan", "Guard")
    found = better(stream, "What happened here?")
    assert (found.location_id, found.terms) == ("inn", ())
    stream.state.npc("mara").current_location_id = None
    assert better(stream, "What happened here? What do they owe?").location_id is None


def test_a_low_mood_brings_up_what_fits_it_only_where_anything_would_be_an_answer() -> None:
    stream = mara_stream(new_game())
    observed(stream, [context("A friend laughed.", game_time=1), context("Tobin lost his dog.", game_time=2)])
    observed(stream, [context(f"Guard number {n} yawned.", game_time=3) for n in range(9)])
    npc = stream.state.npc("mara")
    assert better(stream, "What do you remember?").terms == ()
    npc.mood = 12
    assert better(stream, "What did the Guard do?").terms == ()
    assert rank(Recaller().recall(stream, better(stream, "What do you remember?")), "lost his dog") == 1
    npc.mood = 95
    assert rank(Recaller().recall(stream, better(stream, "What do you remember?")), "friend laughed") == 1


# -- filters that lead astray --------------------------------------------------------------------------------------


def test_a_filter_that_leaves_nothing_is_dropped() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("Tobin broke the mill.", game_time=60))
    text = "What did Tobin break yesterday?"
    assert rank(guarded(stream, question(text), text), "broke the mill") == 1


def test_a_filter_that_leaves_nothing_to_the_point_is_dropped_too() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("Tobin broke the wheel of the mill.", game_time=60))
    observed(stream, [context(f"Tobin ate {what}.", game_time=NOW - DAY) for what in ("eels", "bread", "pie")])
    text = "What did Tobin say of the wheel of the mill yesterday?"
    assert rank(guarded(stream, question(text), text), "broke the wheel") == 1


def test_a_filter_stands_where_something_in_it_is_to_the_point_or_anything_is_asked_for() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("Tobin broke the jug, the big jug, yesterday.", game_time=60))
    stream.add(MemoryKind.OBSERVATION, context("Hesper swept up a jug that broke.", game_time=NOW - DAY))
    for text in ("Who broke the jug yesterday?", "What happened yesterday?"):
        assert [hit.memory.id for hit in guarded(stream, question(text), text)] == ["mara-002"]


def test_without_filters_of_its_own_a_query_is_asked_once() -> None:
    asked: list[RecallQuery] = []

    async def recall(query: RecallQuery) -> list[ScoredMemory]:
        asked.append(query)
        return []

    plain = question("Who?", since=5)
    assert asyncio.run(recall_with_fallback(recall, plain, plain)) == []
    assert asked == [plain]


# -- any question --------------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        *("when", "we", "first", "met", "the", "first", "time", "I", "saw", "Mara", "Guard", "Élan", "here", "they"),
        *("yesterday", "inn", "buy", "sword", "since", "before", "day", "2", "?", '"', "\0", "here?", "The Broken Oar"),
    ]
)


KEPT = remembered_days()


@settings(max_examples=examples(40))
@given(st.lists(PIECES, max_size=14).map(" ".join) | st.text(max_size=60), st.integers(0, 10 * DAY))
def test_any_question_gives_a_query_that_can_be_asked_and_is_the_same_each_time(text: str, now: int) -> None:
    found = better(KEPT, text, now)
    assert found == better(KEPT, text, now)
    assert len(found.terms) <= MOST_TERMS
    assert (found.since or 0) <= max(found.until or 0, found.since or 0)
    assert len(guarded(KEPT, question(text, now), text)) >= 1


def test_a_very_long_question_is_read_up_to_its_limit(days: MemoryStream) -> None:
    assert len(better(days, "Where did they buy the sword here? " * 3000).terms) <= MOST_TERMS


def test_nobody_of_that_id_is_said_so() -> None:
    with pytest.raises(NotFound):
        expanded(new_game(), "nobody", "Who?", question("Who?"))


def test_only_a_hybrid_query_is_asked_anywhere_when_it_has_found_something() -> None:
    asked: list[RecallQuery] = []

    async def recall(query: RecallQuery) -> list[ScoredMemory]:
        asked.append(query)
        return [hit]

    [hit, *_] = guarded(KEPT, question("Who broke the jug?"), "Who broke the jug?")
    for preset, times in ((Preset.SITUATIONAL, 1), (Preset.HYBRID, 2)):
        asked.clear()
        plain = replace(question("Who broke the jug?"), preset=preset)
        asyncio.run(recall_with_fallback(recall, plain, replace(plain, since=5)))
        assert len(asked) == times


# -- what of a question counts, and what is added ------------------------------------------------------------------


def test_the_time_of_the_question_is_taken_out_of_the_querys_own_text(days: MemoryStream) -> None:
    found = expanded(days.state, "mara", "What did Tobin drop yesterday?", question("the blue jug of yesterday"))
    assert (found.text, found.since, found.until) == ("the blue jug of", 4 * DAY, 5 * DAY - 1)


@pytest.mark.parametrize("fields", [{"since": 0}, {"until": 0}, {"since": 0, "until": 0}])
def test_either_limit_of_the_query_keeps_words_of_time_from_filtering(
    days: MemoryStream, fields: dict[str, int]
) -> None:
    plain = question("What did Tobin drop yesterday?", **fields)
    found = expanded(days.state, "mara", plain.text, plain)
    assert (found.since, found.until, found.text) == (plain.since, plain.until, plain.text)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Market or inn?", ()),
        ("Smithy or mill?", ("forge",)),
        ("Is the Smithy shut?", ()),
        ("Is the smithy shut?", ("forge",)),
    ],
)
def test_only_the_first_word_of_a_question_may_be_a_word_for_a_thing_with_a_capital(
    text: str, terms: tuple[str, ...]
) -> None:
    """And only where it is no name."""
    stream = mara_stream()
    observed(stream, [context("A bazaar."), context("The forge was hot.")])
    assert better(stream, text).terms == terms


@pytest.mark.parametrize(("times", "is_seldom"), [(1, True), (2, True), (3, False)])
@pytest.mark.parametrize("said", [False, True])
def test_a_word_used_twice_is_seldom_and_one_used_more_is_not(times: int, is_seldom: bool, said: bool) -> None:
    stream = mara_stream()
    observed(stream, [context("Tobin purchased a nag.")])
    lines = [f"Hesper bought number {n}." for n in range(times)]
    if said:
        say(stream.state, *lines, witness_ids=("mara",))
    else:
        observed(stream, [context(line) for line in lines])
    assert better(stream, "What did Tobin buy?").terms == (("purchase",) if is_seldom else ())


@pytest.mark.parametrize(("others", "is_seldom"), [(596, False), (597, True)])
def test_in_a_long_stream_a_word_is_seldom_up_to_one_in_two_hundred(others: int, is_seldom: bool) -> None:
    """Of memories and messages together."""
    stream = mara_stream()
    observed(stream, [context("Tobin purchased a nag."), *(context(f"Rain {n}.") for n in range(others - 300))])
    bought = [f"Hesper bought number {n}." for n in range(2)]
    say(stream.state, *bought, "She bought eels.", *["Rain."] * 299, witness_ids=("mara",))
    assert len(stream) + len(stream.index.follow_messages(stream.state)) == others + 3
    assert better(stream, "What did Tobin buy?").terms == (("purchase",) if is_seldom else ())


@pytest.mark.parametrize(("mood", "brings_up"), [(30, "low"), (31, ""), (84, ""), (85, "high")])
def test_a_mood_counts_at_its_edges(mood: float, brings_up: str) -> None:
    stream = mara_stream(new_game())
    words = {name: tuple(language_of(stream.state.sheet).lines("recall.mood", name)) for name in ("low", "high")}
    observed(stream, [context(" ".join((*words["low"], *words["high"])))])
    stream.state.npc("mara").mood = mood
    found = better(stream, "What do you remember?").terms
    assert found == (words[brings_up][:MOST_TERMS] if brings_up else ())


def test_no_more_than_four_of_those_present_are_named() -> None:
    stream = mara_stream(new_game())
    state = stream.state
    observed(stream, [context("Guard and Élan and Tobin, Hesper, Aldous and Nan.")])
    state.scenario.current_location_id = "inn"
    names = ["Élan", "Tobin", "Hesper", "Aldous", "Nan"]
    state.party.players[:] = [
        state.party.players[0].model_copy(update={"id": name.lower(), "name": name}) for name in names
    ]
    assert better(stream, "What do they owe?").terms == tuple(names[:MOST_PRESENT])


# -- which of two answers stands -----------------------------------------------------------------------------------


def scored(words: float, meaning: float = 0.0) -> ScoredMemory:
    parts = tuple(np.array([value]) for value in (words, meaning, 0.0))
    entry = MemoryEntry(created_at=AT, source=MemorySource.NPC, summary=f"{words} {meaning}")
    return ScoreBreakdown(Preset.HYBRID, ("words", "meaning", "neighbour"), parts).hits([entry])[0]


@pytest.mark.parametrize(
    ("within", "anywhere", "stands"),
    [
        ([scored(0.5)], [scored(1.0)], True),
        ([scored(0.4375)], [scored(1.0)], False),
        ([scored(0.25, 0.25)], [scored(0.5, 0.5)], True),
        ([scored(0.25, 0.125)], [scored(0.5, 0.5)], False),
        ([scored(0.125), scored(0.5)], [scored(1.0)], True),
        ([scored(0.0, 0.5)], [scored(1.0)], True),
        ([scored(0.0)], [], True),
    ],
)
def test_a_filter_stands_where_it_leaves_half_of_the_relevance(
    within: list[ScoredMemory], anywhere: list[ScoredMemory], stands: bool
) -> None:
    async def recall(query: RecallQuery) -> list[ScoredMemory]:
        return within if query.since is not None else anywhere

    plain = question("Who broke the jug?")
    found = asyncio.run(recall_with_fallback(recall, plain, replace(plain, since=5)))
    assert found is (within if stands else anywhere)


@pytest.mark.parametrize(
    ("text", "preset", "asked"),
    [
        ("Who broke the jug?", Preset.HYBRID, 2),
        ("What happened?", Preset.HYBRID, 1),
        ("Who broke the jug?", Preset.SITUATIONAL, 1),
    ],
)
def test_only_hybrid_compares_and_only_where_a_question_has_a_topic(text: str, preset: Preset, asked: int) -> None:
    queries: list[RecallQuery] = []

    async def recall(query: RecallQuery) -> list[ScoredMemory]:
        queries.append(query)
        return [scored(0.0)]

    plain = question(text, preset=preset)
    asyncio.run(recall_with_fallback(recall, plain, replace(plain, since=5)))
    assert [query.since for query in queries] == [5, None][:asked]


# -- first times at their edges ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("What was it like the first time I saw the tower?", 0, 5 + 120),
        ("What was since I first saw the tower?", 5, NOW),
        ("What happened after I first saw the tower?", 6, NOW),
        ("What happened before I first saw the tower?", 0, 4),
    ],
)
def test_a_first_time_reaches_from_a_quarter_of_an_hour_before_it_to_two_hours_after(
    text: str, since: int, until: int
) -> None:
    stream = mara_stream(new_game())
    stream.add(MemoryKind.OBSERVATION, context("Owls.", game_time=5, location_id="tower"))
    found = better(stream, text)
    assert (found.since, found.until) == (since, until)


@pytest.mark.parametrize(
    ("fields", "counts"),
    [
        ({}, True),
        ({"origin": MemoryOrigin.SOCIAL}, False),
        ({"origin": MemoryOrigin.INTERNAL}, False),
        ({"origin": MemoryOrigin.SOCIAL, "origin_id": "guard-1"}, True),
        ({"origin": MemoryOrigin.SOCIAL, "origin_id": "guard-2"}, False),
        ({"origin": MemoryOrigin.DIALOGUE}, True),
    ],
)
def test_hearsay_is_no_first_meeting_but_with_the_person_who_said_it(fields: dict[str, object], counts: bool) -> None:
    stream = mara_stream(new_game())
    stream.add(MemoryKind.OBSERVATION, context("It rained.", game_time=0, subjects=("guard-1",), **fields))
    stream.add(MemoryKind.OBSERVATION, context("Guard yawned.", game_time=100, subjects=("guard-1",)))
    found = better(stream, "What was since I met the Guard?")
    assert found.since == (0 if counts else 100)
