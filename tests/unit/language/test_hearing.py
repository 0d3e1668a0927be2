"""What is said in a text that enters, as acts whose spans stand in that text and whose ids the story knows."""

import pytest

from app.language.acts.reader import Reader
from app.language.analysis.mentions import mentions_for
from app.language.reading import hearing as reading
from app.language.reading.hearing import Hearing
from app.language.reading.preparing import preparing_scenario
from app.models.messages.speech import ActKind, SpeechAct
from tests.worlds import small_sheet


class Finding:
    """A reader that finds one kind in whatever holds a word, with what stands after it as its matter."""

    def __init__(self, kind: ActKind, word: str) -> None:
        self.kind, self.word = kind, word
        self.read_texts: list[str] = []

    def read(self, words: str) -> tuple[SpeechAct, ...]:
        self.read_texts.append(words)
        at = words.find(self.word)
        if at < 0:
            return (SpeechAct(kind=ActKind.STATEMENT, span=(0, len(words))),)
        end = at + len(self.word)
        return (SpeechAct(kind=self.kind, span=(at, len(words)), what=(end, len(words))),)


@pytest.fixture
def promising(monkeypatch: pytest.MonkeyPatch) -> Finding:
    reader = Finding(ActKind.PROMISE, "I promise")
    monkeypatch.setattr(reading, "_read", lambda words, _: reader.read(words))
    return reader


def part(text: str, span: tuple[int, int] | None) -> str | None:
    return None if span is None else text[slice(*span)]


def hearing(*addressees: str) -> Hearing:
    return Hearing(small_sheet(), ("mara", "guard-1"), addressees, 600)


@pytest.mark.parametrize(
    ("typed", "clause", "matter"),
    [
        ("I promise to wait.", "I promise to wait.", " to wait."),
        ('I nod. "Mara, I promise to wait." Then I sit down.', "I promise to wait.", " to wait."),
        ("tell Mara that I promise to wait", "I promise to wait", " to wait"),
        ("promise Mara to wait", "promise Mara to wait", " to wait"),
    ],
)
def test_spans_of_what_is_said_aloud_stand_in_what_was_typed(
    promising: Finding, typed: str, clause: str, matter: str
) -> None:
    [act] = hearing("mara").read_typed(typed)
    assert (act.kind, part(typed, act.span), part(typed, act.what)) == (ActKind.PROMISE, clause, matter)
    assert len(promising.read_texts) == 1


@pytest.mark.parametrize("typed", ["go north", "ask Mara about the owl", "take the lantern", "look"])
def test_an_order_to_the_game_says_nothing(promising: Finding, typed: str) -> None:
    assert hearing("mara").read_typed(typed) == ()
    assert promising.read_texts == []


def test_what_a_speech_quotes_is_not_said_by_its_speaker(promising: Finding) -> None:
    text = "You said: “I promise to wait.” That was kind. I promise to thank you."
    quoted = (0, text.index("That"))
    [act] = hearing("player").read_speech(text, (quoted,))
    assert part(text, act.span) == "I promise to thank you."
    assert promising.read_texts == ["That was kind. I promise to thank you."]


def test_a_speech_that_is_quoted_whole_has_no_acts(promising: Finding) -> None:
    text = "You said: I promise to wait."
    assert hearing("player").read_speech(text, ((0, len(text)),)) == ()


@pytest.mark.parametrize(
    ("words", "place_id", "at", "thing"),
    [
        ("I promise to be at the Inn tomorrow at noon.", "inn", 24 * 60 + 12 * 60, None),
        ("I promise to bring you the lantern.", None, None, "lantern"),
        ("I promise to go from the market to the inn.", None, None, None),
        ("I promise to bring the lantern and the brass key.", None, None, None),
        ("I promise not to sell the lantern or give it away.", None, None, None),
        ("I promise to guard the lantern.", None, None, None),
    ],
)
def test_a_promise_knows_its_place_its_time_and_the_thing_to_be_handed_over(
    promising: Finding, words: str, place_id: str | None, at: int | None, thing: str | None
) -> None:
    [act] = hearing("mara").read_typed(words)
    assert (act.place_id, act.at, act.subject_id) == (place_id, at, thing)


def test_a_promise_may_be_for_another_than_the_addressee(monkeypatch: pytest.MonkeyPatch) -> None:
    class Vows:
        def read(self, words: str) -> tuple[SpeechAct, ...]:
            return (SpeechAct(kind=ActKind.PROMISE, span=(0, len(words)), what=(words.index("to "), len(words))),)

    monkeypatch.setattr(reading, "_read", lambda words, _: Vows().read(words))
    assert hearing("guard-1").read_speech("I promise Mara to wait.")[0].to == ("mara",)
    assert hearing("mara").read_speech("I promise Mara to wait.")[0].to == ()
    assert hearing("guard-1").read_speech("I promise to ask Mara to wait.")[0].to == ()


def test_the_subject_of_a_claim_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Claims:
        def read(self, words: str) -> tuple[SpeechAct, ...]:
            return (SpeechAct(kind=ActKind.CLAIM, span=(0, len(words)), subject=(0, words.index(" is"))),)

    monkeypatch.setattr(reading, "_read", lambda words, _: Claims().read(words))
    assert hearing().read_speech("The lantern is blue.")[0].subject_id == "lantern"
    assert hearing().read_speech("The moon is blue.")[0].subject_id is None


@pytest.mark.parametrize(
    "typed",
    ["say Mara borrowed my kettle", "say Mara has borrowed my lantern", "say Mara borrowed my kettle yesterday"],
)
def test_who_a_claim_is_about_keeps_its_name(typed: str) -> None:
    [act] = hearing("guard-1").read_typed(typed)
    assert (act.kind, act.subject_id, typed[slice(*act.span)][:4]) == (ActKind.CLAIM, "mara", "Mara")


def test_a_word_given_for_what_is_so_is_no_promise_and_one_for_what_is_to_be_is() -> None:
    kinds = {
        words: [act.kind for act in hearing("mara").read_typed(words)]
        for words in ("The clapper is lost, I swear.", "I shall find it, I swear.", "The owl is loud.")
    }
    assert list(kinds.values()) == [[ActKind.STATEMENT], [ActKind.PROMISE], [ActKind.STATEMENT]]


FAIR = 2 * 24 * 60 + 10 * 60
"""Day 3, 10:00."""


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("A fair will be held at the Inn on day 3 at 10:00, everyone may come.", ActKind.STATEMENT),
        ("There will be a fair at the Inn on the third day at 10:00.", ActKind.CLAIM),
        ("Come to the fair at the Inn on day 3 at 10:00.", ActKind.INVITATION),
        ("Between you and me, there is a fair at the Inn on day 3 at 10:00.", ActKind.CONFIDENCE),
    ],
)
def test_what_is_to_be_at_a_place_and_time_says_both_however_it_is_told(said: str, kind: ActKind) -> None:
    [act] = hearing("mara").read_typed(said)
    assert (act.kind, act.place_id, act.at) == (kind, "inn", FAIR)


@pytest.mark.parametrize(
    "said",
    [
        "There was a fair at the Inn at noon.",
        "A fair will be held at the Inn.",
        "A fair will be held on day 3 at 10:00.",
        "There will not be a fair at the Inn on day 3.",
        "A fair will be held between the Inn and the Market on day 3 at 10:00.",
    ],
)
def test_a_statement_of_what_is_past_or_lacks_a_place_or_time_announces_nothing(said: str) -> None:
    [act] = hearing("mara").read_speech(said)
    assert (act.place_id, act.at) == (None, None)


def test_what_people_can_tell_is_read_before_the_turn_that_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = small_sheet()
    told = [topic.text for npc in sheet.npcs for topic in npc.topics]
    reading._read.cache_clear()
    assert len([*preparing_scenario(sheet)]) >= len(told) > 1
    read: list[str] = []
    monkeypatch.setattr(Reader, "read", lambda _, words: (*map(read.append, [words]),)[:0])
    for text in told:
        Hearing(sheet, ("mara",), now=600).read_speech(text)
    assert read == []
    assert all(table.__dict__.keys() >= {"_plain_pattern"} for table in mentions_for(sheet)._things.values())
