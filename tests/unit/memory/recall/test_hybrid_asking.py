"""What `hybrid` takes from a question beside its words: people, dates, what the answer would hold."""

from datetime import UTC, date, datetime

import numpy as np
import pytest

from app.language.analysis.asked_acts import acts_named
from app.language.times.when import date_relevance, question_hints
from app.memory.recall.hybrid import DEFAULT_WEIGHTS
from app.memory.recall.query import RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import without_speakers
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind
from app.models.messages.speech import ActKind, SpeechAct, mask_of
from tests.unit.memory.recall.streams import context, mara_stream, observed
from tests.worlds import say

HEARD = ("mara",)
FILLERS = ("Rain again.", "The mill is shut.", "My horse went lame.", "Bread is dear.", "A rider came.", "Good night.")
LATEST = date(2023, 6, 20).toordinal()


def recall(stream: MemoryStream, text: str, limit: int = 10) -> list[ScoredMemory]:
    return Recaller().recall(stream, RecallQuery(text=text, now=0, limit=limit))


def summaries(hits: list[ScoredMemory]) -> list[str]:
    return [hit.memory.summary for hit in hits]


def day(year: int, month: int, number: int) -> int:
    return date(year, month, number).toordinal()


# -- who -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["{}: {}", "{} said: {}", "[8 May 2023] {}: {}", "(at noon) {}: {}"])
def test_what_the_person_says_who_is_named_comes_first(form: str) -> None:
    stream = mara_stream()
    told = (("Tom", "I ran a race."), ("Nadia", "I ran a race in the rain."), ("Tom", "Good."))
    observed(stream, [context(form.format(who, what), location_id=str(n)) for n, (who, what) in enumerate(told)])
    best = recall(stream, "What race did Nadia run?", limit=1)[0]
    assert best.memory.id == "mara-002"
    assert best.components["who"] > 0


def test_so_it_is_with_messages_and_without_capitals() -> None:
    stream = mara_stream()
    say(stream.state, "I ran a race.", witness_ids=HEARD, speaker_name="Tom")
    say(stream.state, "I ran a race.", witness_ids=HEARD, speaker_name="Nadia", location_id="inn")
    assert [hit.memory.id for hit in recall(stream, "who did nadia's race")] == ["m-1", "m-0"]


def test_what_others_tell_about_the_person_counts_as_much() -> None:
    stream = mara_stream()
    observed(stream, [context("Jorun: I like rope."), context("Jorun hid the book.", location_id="mill")])
    by_id = {hit.memory.id: hit.components for hit in recall(stream, "Where did Jorun hide the book?")}
    assert by_id["mara-001"]["who"] == by_id["mara-002"]["who"] == DEFAULT_WEIGHTS.who


def test_a_name_counts_as_a_person_and_not_as_a_word_too() -> None:
    stream = mara_stream()
    observed(stream, [context("Jorun: I like rope."), context("Jorun: Your debt is nine pence.", location_id="mill")])
    likes, owed = sorted(recall(stream, "What is my debt to Jorun?"), key=lambda hit: hit.memory.id or "")
    assert likes.components["words"] == 0 < owed.components["words"]
    assert likes.components["who"] == owed.components["who"] == DEFAULT_WEIGHTS.who


def test_where_a_question_is_no_more_than_a_name_the_name_is_its_words() -> None:
    stream = mara_stream()
    observed(stream, [context("Jorun: I like rope."), context("Hedda: I like bread.", location_id="mill")])
    best, other = recall(stream, "Jorun?")
    assert best.components["words"] > other.components["words"] == 0


def test_a_number_counts_as_far_as_it_is_in_what_is_asked_about() -> None:
    stream = mara_stream()
    observed(stream, [context("Forty geese flew by."), context("The debt is nine pence.", location_id="mill")])
    geese, owed = sorted(recall(stream, "How much is the debt?"), key=lambda hit: hit.memory.id or "")
    assert geese.components["form"] == 0 < owed.components["form"]


@pytest.mark.parametrize("ending", [".", "?"])
def test_what_was_asked_counts_as_much_as_what_was_said(ending: str) -> None:
    stream = mara_stream()
    texts = (f"You can mend the brass lantern{ending}", "It rained.")
    observed(stream, [context(text, location_id=f"place-{n}") for n, text in enumerate(texts)])
    stream.give_vectors(texts, [np.array(vector) for vector in ((1.0, 0.0), (0.0, 1.0))])
    query = RecallQuery(text="What did they ask about the lantern?", now=0, vector=np.array([1.0, 0.0]))
    best, other = Recaller().recall(stream, query)
    assert best.memory.summary == texts[0]
    assert best.score == pytest.approx(sum(best.components.values()))
    assert all(part >= 0 for part in best.components.values())
    assert best.is_relevant
    assert not other.is_relevant


def test_who_counts_only_for_people_who_speak() -> None:
    stream = mara_stream()
    observed(stream, [context("Jorun hid the book."), context("Note the time: it is late.")])
    assert [hit.components["who"] for hit in recall(stream, "Did Jorun note the time?")] == [0, 0]


def test_titles_do_not_name_a_person_but_where_there_is_nothing_else() -> None:
    stream = mara_stream()
    observed(stream, [context("Old Tam: Good day."), context("The Captain: Cast off.", location_id="ship")])
    assert without_speakers(stream, "Which old song does Tam sing?") == "Which old song does sing?"
    assert without_speakers(stream, "What does the captain order?") == "What does the order?"


def test_the_topic_of_a_question_is_the_question_without_those_who_speak() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("Nadia: I sold a pot."))
    say(stream.state, "Which one?", witness_ids=HEARD, speaker_name="Tom O'Hara-Lee (Jr.)")
    assert without_speakers(stream, "What did Nadia's aunt sell to Tom?") == "What did aunt sell to ?"
    assert without_speakers(stream, "What did Nadiana sell?") == "What did Nadiana sell?"
    assert without_speakers(stream, "Who is Nadia?") == "Who is Nadia?"
    assert without_speakers(stream, "") == ""
    assert without_speakers(mara_stream(), "What did Nadia sell?") == "What did Nadia sell?"


def test_people_who_begin_to_speak_later_are_known_then() -> None:
    stream = mara_stream()
    stream.add(MemoryKind.OBSERVATION, context("Nadia: I sold a pot."))
    assert without_speakers(stream, "What did Tom sell?") == "What did Tom sell?"
    say(stream.state, "I sold a car.", witness_ids=HEARD, speaker_name="Tom")
    assert without_speakers(stream, "What did Tom sell?") == "What did sell?"


def test_components_add_up_where_people_dates_and_numbers_are_asked_for() -> None:
    stream = mara_stream()
    observed(stream, [context("Nadia: Is it dear?"), context("Nadia: It cost forty on Monday."), context("Rain.")])
    stream.give_vectors(
        ["Nadia: Is it dear?", "Nadia: It cost forty on Monday.", "Rain."],
        [np.array([1.0, 0.2]), np.array([0.3, 1.0]), np.array([-1.0, 0.0])],
    )
    question = "How much did Nadia pay in January 2024?"
    for hit in Recaller().recall(stream, RecallQuery(text=question, now=0, vector=np.array([0.0, 1.0]))):
        assert sum(hit.components.values()) == pytest.approx(hit.score)


# -- dates ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did Tom do on 8 May 2023?", day(2023, 5, 8), day(2023, 5, 8)),
        ("What did Tom do on May 8th, 2023?", day(2023, 5, 8), day(2023, 5, 8)),
        ("on the 8th of may", day(2023, 5, 8), day(2023, 5, 8)),
        ("2023-05-08", day(2023, 5, 8), day(2023, 5, 8)),
        ("In May, what was sold?", day(2023, 5, 1), day(2023, 5, 31)),
        ("What was sold in February 2024?", day(2024, 2, 1), day(2024, 2, 29)),
        ("What was sold in December?", day(2022, 12, 1), day(2022, 12, 31)),
        ("What was sold in Sept. 2021?", day(2021, 9, 1), day(2021, 9, 30)),
        ("in march 2020", day(2020, 3, 1), day(2020, 3, 31)),
        ("on 31 February 2023", day(2023, 2, 1), day(2023, 2, 28)),
    ],
)
def test_a_date_is_a_day_or_a_month_the_last_one_where_no_year_is_named(question: str, first: int, last: int) -> None:
    assert question_hints(question, 0, LATEST).days == (first, last)


@pytest.mark.parametrize(
    "question",
    [
        "May I come in?".lower(),
        "Did they march to the mill?",
        "What is the second dish?",
        "31 December 9999",
        "0000-01-01",
        "2023-13-40",
        "Whom did Mayer see in Augustow?",
        "",
    ],
)
def test_what_is_no_date_is_none(question: str) -> None:
    assert question_hints(question, 0, LATEST).days is None


def test_without_a_last_day_no_date_is_looked_for() -> None:
    assert question_hints("What did Tom do on 8 May 2023?", 0).days is None


def test_a_date_holds_whole_on_its_days_and_half_in_the_week_after() -> None:
    days = np.array([9, 10, 11, 12, 18, 19], dtype=np.int32)
    assert date_relevance(days, (10, 11)).tolist() == [0, 1, 1, 0.5, 0.5, 0]


def test_what_was_written_down_at_a_date_comes_first_if_the_date_is_named() -> None:
    stream = mara_stream()
    for month in (3, 4, 5):
        at = datetime(2023, month, 10, tzinfo=UTC)
        stream.add(
            MemoryKind.OBSERVATION,
            MemoryContext(content=f"A rider came, number {month}.", created_at=at, location_id=f"place-{month}"),
        )
    assert summaries(recall(stream, "Which rider came in April?", limit=1)) == ["A rider came, number 4."]
    assert summaries(recall(stream, "Which rider came on 9 May 2023?", limit=1)) == ["A rider came, number 5."]


# -- what was done by saying it ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("question", "first"), [("What was promised about the bell?", 1), ("What of the bell?", 0)])
def test_a_promise_that_is_asked_for_comes_before_lines_about_its_matter(question: str, first: int) -> None:
    stream = mara_stream()
    say(stream.state, "The bell is silent, the bell of the tower.", witness_ids=HEARD, speaker_name="Tom")
    promise = SpeechAct(kind=ActKind.PROMISE, span=(0, 10))
    words = "I will ring it once for Henrik, you have my word."
    say(stream.state, words, witness_ids=HEARD, speaker_name="Nadia", location_id="inn", acts=(promise,))
    say(stream.state, "Who hung the bell?", witness_ids=HEARD, speaker_name="Tom", location_id="mill")
    assert recall(stream, question)[0].memory.id == f"m-{first}"


def test_a_question_names_acts_by_their_words() -> None:
    assert acts_named("Who swore an oath?") == mask_of([ActKind.PROMISE])
    assert acts_named("What did she ask?") == mask_of([ActKind.QUESTION, ActKind.REQUEST])
    assert acts_named("Where is the bell?") == 0


@pytest.mark.parametrize(("question", "first"), [("What did Nadia ask about the bell?", 1), ("What of the bell?", 0)])
def test_a_line_that_ends_with_a_question_was_asked_also_where_no_reader_has_marked_it(
    question: str, first: int
) -> None:
    stream = mara_stream()
    for number, line in enumerate(("The bell is silent, the bell of the tower.", "Who hung the bell?", *FILLERS)):
        say(stream.state, line, witness_ids=HEARD, speaker_name="Nadia", location_id=f"place-{number}")
    assert recall(stream, question)[0].memory.id == f"m-{first}"
