"""Which acts a text performs, where in it they stand, and how well that is known on labelled lines."""

import re
from unittest.mock import patch

import pytest
from fluent.runtime import FluentBundle
from hypothesis import given, settings
from hypothesis import strategies as st

from app.language.language import Language, default_language
from app.language.reading.preparing import preparing
from app.language.reading.reader import Reader, reader_of
from app.language.reading.rules import compiled
from app.language.reading.tokens import LONGEST, Spelling, sentences_of
from app.models.messages.speech import ActKind, SpeechAct
from benchmarks.reading import TUNED, lines_of, tallied
from benchmarks.train_reader import OBLIQUE
from tests.examples import examples

READER = reader_of(default_language())
FOUR = (ActKind.PROMISE, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION)
CUES = str.split(
    "i you we will not never promise swear between us tell no one nobody come to supper with me meet at noon three four"
    " said but it is was told if , . ? ! \" “ ” ' : … the my would like secret keep sorry thank then and or wrong mean"
)  # fmt: skip


def reader_without_weights() -> Reader:
    pack = default_language()
    files = {name: read for name, read in pack.files.items() if name != "reader_weights"}
    return Reader(Language(pack.tag, pack.sections, pack.templates, files))


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
        ("On my oath as a knight, no harm shall befall the child.", "promise"),
        ("Here is the lantern I promised you.", "kept"),
        ("I take back my promise.", "withdrawn"),
        ("Why don't you join us for supper on Sunday?", "invitation"),
        ("Wouldst thou sup at my board tonight?", "invitation"),
        ("invite the ferryman to supper", "invitation"),
        ("Tell no one, but I found gold in the creek.", "confidence"),
        ("whisper to Nan in confidence that the mill is sold", "confidence"),
        ("No, it was Tuesday, not Monday.", "correction"),
        ("I said three, but I meant four.", "correction"),
        ("The price of the rope is three silver.", "claim"),
        ("I will kill you for this!", "threat"),
        ("You'll get what's coming to you, I promise.", "threat"),
        ("I'm afraid I can't come on Sunday after all.", "withdrawn"),
        ("I am sorry about the noise.", "apology"),
        ("Many thanks for the soup.", "thanks"),
        ("Good morning, Sable!", "greeting"),
        ("Could you open the gate?", "request"),
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
        ("They invited me to the wedding last year.", "invitation"),
        ("Come here this instant!", "invitation"),
        ("Would you walk the dog?", "invitation"),
        ("I won't tell anyone, I promise.", "confidence"),
        ("It's no secret that he drinks.", "confidence"),
        ("There is peace between us.", "confidence"),
        ("No, thank you.", "correction"),
        ("I want peace, not war.", "correction"),
        ("I mean it!", "correction"),
    ],
)
def test_what_only_sounds_like_an_act_is_none(text: str, kind: str) -> None:
    assert kind not in kinds(text)


def test_preparing_a_language_compiles_all_its_expressions_and_templates_in_slices() -> None:
    pack = default_language()
    language = Language(pack.tag, pack.sections, pack.templates, pack.files)
    slices = len([*preparing(language)])
    patterns = {f"{name}.{key}" for name, section in pack.sections.items() for key in section.patterns}
    templates = {(name, key) for name, text in pack.templates.items() for key in re.findall(r"(?m)^[a-z][\w-]*", text)}
    assert slices == len(patterns) + len(templates) + 2
    bundles = {name: bundle for name, (bundle, *_) in language._bundles.items()}
    with patch.object(FluentBundle, "add_resource", side_effect=AssertionError("parsed again")):
        assert all(key in bundles[name]._compiled and language.has(f"{name}.{key}") for name, key in templates)
    assert language._compiled.keys() >= {
        name for name in patterns if not name.startswith("reader.") or ".aloud_" in name
    }
    before = compiled.cache_info().misses
    reader_of(language).prepare()
    assert compiled.cache_info().misses == before
    assert [*preparing(language)] == [], "what is ready takes no time of other work"


def test_a_reader_that_was_prepared_compiles_nothing_while_it_reads() -> None:
    pack = default_language()
    reader = Reader(Language(pack.tag, pack.sections, pack.templates, pack.files))
    reader.prepare()
    before = compiled.cache_info().misses
    for line in lines_of("held_out"):
        reader.read(line.text)
    assert compiled.cache_info().misses == before


def test_several_acts_of_a_text_have_their_own_spans_in_order() -> None:
    text = "Good morning, Sable! Could you show me the crane? I'll mend your ladder in return."
    assert [(act.kind.value, text[slice(*act.span)]) for act in READER.read(text)] == [
        ("greeting", "Good morning, Sable!"),
        ("request", "Could you show me the crane?"),
        ("promise", "I'll mend your ladder in return."),
    ]


def test_a_secret_and_the_demand_to_keep_it_are_one_act() -> None:
    text = "What I tell you stays in this room. The queen has been dead for a week."
    act = only(text, ActKind.CONFIDENCE)
    assert act.span == (0, len(text))
    assert act.what is not None
    assert text[slice(*act.what)] == "The queen has been dead for a week."


def test_an_error_and_what_is_right_are_one_act() -> None:
    text = "I was wrong earlier. There were four riders, not three."
    assert only(text, ActKind.CORRECTION).span == (0, len(text))


def test_of_prose_only_what_is_said_is_read() -> None:
    text = 'You promise yourself to return. "I\'ll have your blade ready by nightfall," said Tove.'
    act = only(text, ActKind.PROMISE)
    assert text[slice(*act.span)] == "I'll have your blade ready by nightfall"


def test_slots_are_spans_of_the_text() -> None:
    text = "I will bring you the rope at the mill by nightfall."
    act = only(text, ActKind.PROMISE)
    assert act.when is not None
    assert act.where is not None
    assert text[slice(*act.when)] == "by nightfall"
    assert text[slice(*act.where)] == "the mill"


def test_a_claim_names_subject_attribute_and_value() -> None:
    text = "The price of a seat is two florins."
    act = only(text, ActKind.CLAIM)
    assert act.attribute == "price"
    assert act.subject is not None
    assert act.value is not None
    assert (text[slice(*act.subject)], text[slice(*act.value)]) == ("a seat", "two florins")


def test_a_correction_has_the_right_value_and_the_wrong_one() -> None:
    text = "There were four riders, not three."
    act = only(text, ActKind.CORRECTION)
    assert act.value is not None
    assert act.wrong is not None
    assert (text[slice(*act.value)], text[slice(*act.wrong)]) == ("four", "three")


@pytest.mark.parametrize(
    "text",
    [
        "It's not a job, it's a way of life.",
        "Not the noise, not the smell, but the malice of them.",
        "Not silence, my friend, but the breath before it.",
    ],
)
def test_a_rhetorical_negation_corrects_nothing(text: str) -> None:
    assert READER.acts(text, ActKind.CORRECTION) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("meet is thurs *fri", ActKind.CORRECTION),
        ("It was grey. I said brown.", ActKind.CORRECTION),
        ("You've got me muddled with my brother, Ruth. I'm Aaron.", ActKind.CORRECTION),
        ("Our secret, okay? I fed the dog my broccoli.", ActKind.CONFIDENCE),
        ("I'd be hanged if it were known, but I let the prisoner go.", ActKind.CONFIDENCE),
        ("Let them never hear of it: the duke has fled.", ActKind.CONFIDENCE),
        ("Some of us are going bowling. Wanna tag along?", ActKind.INVITATION),
        ("Dinner tomorrow?", ActKind.INVITATION),
        ("You shall want for nothing under my roof.", ActKind.PROMISE),
        ("Nothing will stop me from finding her for you.", ActKind.PROMISE),
    ],
)
def test_constructions_of_an_act_are_read(text: str, kind: ActKind) -> None:
    assert READER.acts(text, kind) != []


@pytest.mark.parametrize(
    "text",
    [
        "I never said a word to anyone about the money.",
        "Keep it in the cellar where it is cold.",
        "You should have come with us.",
        "There's a feast at the castle tonight, they say.",
        "Take my hand.",
        "Let no one pass.",
        "I won't tell you where the gold is.",
        "There is trust between us now.",
        "Find it, hang it, and come and tell me.",
        "The soot comes off.",
        "Nobody can see it; that is what the curtain is for.",
        "Eat this.",
        "That's what I said, and nobody listened.",
    ],
)
def test_words_of_an_act_that_perform_none_are_not_read_as_one(text: str) -> None:
    assert READER.acts(text, *FOUR) == []


def test_what_performs_an_act_can_be_asked_for_by_kind() -> None:
    assert READER.acts("I am tired. I promise to come back. Wait here.", ActKind.PROMISE) == ["I promise to come back."]


@pytest.mark.parametrize("part", [part for part in TUNED if part not in OBLIQUE])
def test_lines_that_it_was_tuned_on_are_read_as_well_as_was_asked_for(part: str) -> None:
    tallies = tallied(READER, lines_of(part))
    assert {kind.value for kind in FOUR if tallies[kind].precision < 0.95 or tallies[kind].recall < 0.6} == set()


@pytest.mark.parametrize("part", OBLIQUE)
def test_lines_without_marker_words_are_read_only_where_it_is_sure(part: str) -> None:
    tallies = tallied(READER, lines_of(part))
    assert {kind.value for kind in FOUR if tallies[kind].precision < 0.95 or not tallies[kind].found} == set()


@pytest.mark.parametrize(
    ("part", "least"),
    [
        ("held_out", ((0.95, 0.82), (0.95, 0.85), (0.95, 0.66), (0.99, 0.6))),
        ("held_out_2", ((0.99, 0.43), (0.99, 0.59), (0.99, 0.54), (0.94, 0.63))),
        ("held_out_3", ((0.9, 0.77), (0.99, 0.92), (0.99, 0.85), (0.99, 0.78))),
    ],
)
def test_held_out_lines_are_read_no_worse_than_they_were_measured(
    part: str, least: tuple[tuple[float, float], ...]
) -> None:
    tallies = tallied(READER, lines_of(part))
    below = {
        kind.value
        for kind, (precision, recall) in zip(FOUR, least, strict=True)
        if tallies[kind].precision < precision or tallies[kind].recall < recall
    }
    assert below == set()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Nobody must know how the trick is done, that is what a trick is.", ActKind.CONFIDENCE),
        ("I was wrong about the soup.", ActKind.CORRECTION),
    ],
)
def test_what_a_rule_reads_stands_only_where_it_is_likely(text: str, kind: ActKind) -> None:
    assert reader_without_weights().acts(text, kind) != []
    assert READER.acts(text, kind) == []


def test_an_act_is_found_where_it_is_likely_and_no_rule_reads_it() -> None:
    text = "Do me a favour and keep it to yourself. I sold the mill."
    assert reader_without_weights().acts(text, *FOUR) == []
    act = only(text, ActKind.CONFIDENCE)
    assert act.span == (0, len(text))
    assert act.what is not None
    assert text[slice(*act.what)] == "I sold the mill."


def test_an_act_that_no_rule_reads_has_slots() -> None:
    text = "Bonfire on the beach tonight, bring your guitar."
    assert reader_without_weights().acts(text, ActKind.INVITATION) == []
    act = only(text, ActKind.INVITATION)
    slots = [text[slice(*span)] for span in (act.what, act.where, act.when) if span is not None]
    assert slots == ["Bonfire on the beach", "the beach", "tonight"]


def test_other_kinds_are_read_by_rules_alone() -> None:
    for text in ("I will kill you for this!", "Good morning, Sable!", "I take back my promise."):
        assert READER.read(text) == reader_without_weights().read(text)


def test_a_threat_in_the_words_of_a_promise_stays_one() -> None:
    assert kinds("I promise I will break every bone you have.") == ["threat"]


def test_sentences_that_tell_one_secret_are_one_act() -> None:
    text = "Tell no one, but I found gold. Not a word to anyone about it."
    assert only(text, ActKind.CONFIDENCE).span == (0, len(text))


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
def test_no_rule_is_tried_on_more_than_a_sentence_of_bounded_length(text: str) -> None:
    spelling = Spelling(default_language())
    sentences = sentences_of(text, [(0, len(text))], spelling)
    assert all(len(sentence.words) <= LONGEST for sentence in sentences)
    twice = sentences_of(f"{text}\n\n{text}", [(0, 2 * len(text) + 2)], spelling)
    assert sum(len(sentence.words) for sentence in twice) <= 2 * sum(len(each.words) for each in sentences) + 2
