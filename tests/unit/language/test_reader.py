"""Which acts a text performs, where in it they stand, and how well that is known on labelled lines."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.language.acts.reader import Reader, reader_of
from app.language.acts.tokens import LONGEST, Spelling, sentences_of
from app.language.language import Language, default_language
from app.models.messages.speech import ActKind, SpeechAct
from benchmarks.reading import lines_of, tallied
from tests.examples import examples

READER = reader_of(default_language())
FOUR = (ActKind.PROMISE, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION)
CUES = str.split(
    "i you we will not never promise swear between us tell no one nobody come to supper with me meet at noon three four"
    " said but it is was told if , . ? ! \" “ ” ' : … the my would like secret keep sorry thank then and or wrong mean"
)  # fmt: skip


def kinds(text: str) -> list[str]:
    return [act.kind.value for act in READER.read(text)]


def only(text: str, kind: ActKind) -> SpeechAct:
    (act,) = [act for act in READER.read(text) if act.kind is kind]
    return act


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I'll bring you the rope before the tide turns.", "promise"),
        ("promise Tove to ring the bell", "promise"),
        ("yeah i promis ill fix the roof tmrw", "promise"),
        ("Here is the lantern I promised you.", "kept"),
        ("I take back my promise.", "withdrawn"),
        ("I'm afraid I can't come on Sunday after all.", "withdrawn"),
        ("Why don't you join us for supper on Sunday?", "invitation"),
        ("Come to the fair at the inn tomorrow.", "invitation"),
        ("invite the ferryman to supper", "invitation"),
        ("Tell no one, but I found gold in the creek.", "confidence"),
        ("Keep this to yourself: the mill is sold.", "confidence"),
        ("No, it was Tuesday, not Monday.", "correction"),
        ("I said three, but I meant four.", "correction"),
        ("No wait, I haven't opened it.", "correction"),
        ("I will kill you for this!", "threat"),
        ("I will burn down your ferry.", "threat"),
        ("I am sorry about the noise I made.", "apology"),
        ("Many thanks for the soup.", "thanks"),
        ("Good morning, Sable!", "greeting"),
        ("Could you open the gate?", "request"),
        ("Would you like some of my bread?", "offer"),
        ("Shall I help you with the ropes?", "offer"),
        ("Tove borrowed my kettle.", "claim"),
        ("Where did you put the oars?", "question"),
        ("where did you put the oars", "question"),
        ("The rain has not stopped.", "statement"),
        ("鍵はここです。", "statement"),
    ],
)
def test_an_act_is_known_by_how_it_is_worded(text: str, kind: str) -> None:
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I can't promise you anything.", "promise"),
        ("He promised to fix it.", "promise"),
        ("Promise me you'll come home.", "promise"),
        ("I'll never understand that man.", "promise"),
        ("i'll go north and then climb the tower", "promise"),
        ("I will burn down your ferry.", "promise"),
        ("I'll break every bone you have, I promise.", "promise"),
        ("I'm sorry about your brother.", "apology"),
        ("I'm so sorry for your loss.", "apology"),
        ("They invited me to the wedding last year.", "invitation"),
        ("Come here this instant!", "invitation"),
        ("Would you walk the dog?", "invitation"),
        ("I won't tell anyone, I promise.", "confidence"),
        ("It's no secret that he drinks.", "confidence"),
        ("No, thank you.", "correction"),
        ("I want peace, not war.", "correction"),
        ("I mean it!", "correction"),
        ("He said he would kill the dog.", "threat"),
        ("I could see the lights from here.", "offer"),
    ],
)
def test_what_only_sounds_like_an_act_is_none(text: str, kind: str) -> None:
    assert kind not in kinds(text)


def test_without_weights_a_text_is_a_statement_or_a_question() -> None:
    pack = default_language()
    files = {name: read for name, read in pack.files.items() if name != "acts_weights"}
    reader = Reader(Language(pack.tag, pack.sections, pack.templates, files))
    assert [act.kind.value for act in reader.read("I promise to come. Will you wait?")] == ["statement", "question"]


def test_several_acts_of_a_text_have_their_own_spans_in_order() -> None:
    text = "Good morning, Sable! Could you show me the crane? I'll mend your ladder in return."
    assert [(act.kind.value, text[slice(*act.span)]) for act in READER.read(text)] == [
        ("greeting", "Good morning, Sable!"),
        ("request", "Could you show me the crane?"),
        ("promise", "I'll mend your ladder in return."),
    ]


def test_two_acts_of_a_sentence_each_have_their_clause() -> None:
    text = "Thanks for the lamp, and I promise to bring you the oil tomorrow."
    assert [(act.kind.value, text[slice(*act.span)]) for act in READER.read(text)] == [
        ("thanks", "Thanks for the lamp"),
        ("promise", "and I promise to bring you the oil tomorrow."),
    ]


def test_a_secret_and_the_demand_to_keep_it_are_one_act() -> None:
    text = "Don't tell anyone. I sold the mill."
    assert only(text, ActKind.CONFIDENCE).span == (0, len(text))


def test_an_error_and_what_is_right_are_one_act() -> None:
    text = "I was wrong earlier. There were four riders, not three."
    assert only(text, ActKind.CORRECTION).span == (0, len(text))


def test_a_word_given_and_what_it_is_given_for_are_one_promise() -> None:
    text = "I'll be at the mill by noon. You have my word."
    assert only(text, ActKind.PROMISE).span == (0, len(text))


def test_of_prose_only_what_is_said_is_read() -> None:
    text = 'You promise yourself to return. "I\'ll have your blade ready by nightfall," said Tove.'
    act = only(text, ActKind.PROMISE)
    assert text[slice(*act.span)] == "I'll have your blade ready by nightfall"


def test_the_matter_of_a_promise_is_its_clause_without_its_frame() -> None:
    text = "I promise Mara to bring the lantern back."
    act = only(text, ActKind.PROMISE)
    assert act.what is not None
    assert text[slice(*act.what)].rstrip(".") == "bring the lantern back"


def test_a_claim_names_subject_attribute_and_value() -> None:
    text = "The price of the rope is two florins."
    act = only(text, ActKind.CLAIM)
    assert act.attribute == "price"
    assert act.subject is not None
    assert act.value is not None
    assert (text[slice(*act.subject)], text[slice(*act.value)]) == ("the rope", "two florins")


def test_a_correction_has_the_right_value_and_the_wrong_one() -> None:
    text = "There were four riders, not three."
    act = only(text, ActKind.CORRECTION)
    assert act.value is not None
    assert act.wrong is not None
    assert (text[slice(*act.value)], text[slice(*act.wrong)]) == ("four riders", "three")


def test_what_performs_an_act_can_be_asked_for_by_kind() -> None:
    assert READER.acts("I am tired. I promise to come back. Wait here.", ActKind.PROMISE) == ["I promise to come back."]


@pytest.mark.parametrize(
    ("part", "precision", "recall"), [("held_out", 0.89, 0.68), ("held_out_2", 0.94, 0.69), ("held_out_3", 0.95, 0.84)]
)
def test_held_out_lines_are_read_no_worse_than_they_were_measured(part: str, precision: float, recall: float) -> None:
    found = tallied(READER, lines_of(part))
    tallies = [found[kind] for kind in FOUR]
    assert sum(each.right for each in tallies) >= precision * sum(each.read for each in tallies)
    assert sum(each.found for each in tallies) >= recall * sum(each.labelled for each in tallies)


@settings(max_examples=examples(60), deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(CUES), max_size=90).map(" ".join)))
def test_any_text_is_read_as_acts_inside_it_in_order(text: str) -> None:
    acts = READER.read(text)
    assert bool(acts) == bool(text.strip())
    assert [act.span for act in acts] == sorted(act.span for act in acts)
    for act in acts:
        slots = (act.span, act.what, act.when, act.where, act.subject, act.value, act.wrong)
        for start, end in filter(None, slots):
            assert 0 <= start < end <= len(text)


@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.sampled_from(CUES), max_size=200).map(" ".join))
def test_no_sentence_is_longer_than_its_bound(text: str) -> None:
    spelling = Spelling(default_language())
    sentences = sentences_of(text, [(0, len(text))], spelling)
    assert all(len(sentence.words) <= LONGEST for sentence in sentences)
    twice = sentences_of(f"{text}\n\n{text}", [(0, 2 * len(text) + 2)], spelling)
    assert sum(len(sentence.words) for sentence in twice) <= 2 * sum(len(each.words) for each in sentences) + 2
