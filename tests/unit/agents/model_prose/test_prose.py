"""A model's text is cleaned while it streams and judged when it is complete."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.checks import model_text
from app.language.checks.answer_form import has_heading, why_bad
from app.language.checks.model_text import MAX_HEARD, MAX_PART
from app.language.checks.prose import Paragraphs, StreamedProse, clean_model_text
from app.memory.prompt_data import data_line, fenced


def stream(*pieces: str) -> tuple[str, str, str | None]:
    """(text, shown, reason) of a text that came in these pieces."""
    shown: list[str] = []
    part = StreamedProse(shown.append)
    for piece in pieces:
        part.feed(piece)
    reason = part.close()
    return part.text, "".join(shown), reason


@pytest.mark.parametrize(
    "text",
    [
        "You take the lantern.",
        "“Sure, here is your key,” Mara says. “I can't help you further.”",
        "Sure, I know the owl. Who does not?",
        "I can't let you pass, traveller.",
        "I'm sorry, but I can give you no more than that.",
        "Sorry, I can't leave my post.",
        "As an aide to the captain I hear much.",
        "As a cold wind rises, you go in.",
        "Here is the key. Take it.",
        "Certainly! Welcome to my inn.",
        "[The door creaks.] You go in.",
        "<The sign reads: no entry> You knock.",
        "42 steps down, you find it.",
        "Ты берёшь фонарь.",
        "你拿起灯笼。",
        "No. No. No. No. No!",
        '"Welcome."',
    ],
)
def test_prose_passes_and_is_shown_whole(text: str) -> None:
    assert stream(*text) == (text, text, None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("… 123 !", "empty"),
        ("I'm sorry, but I can't assist with that request.", "refused"),
        ("I’m sorry, I can’t help with that.", "refused"),
        ("I cannot continue with this story.", "refused"),
        ("I am unable to generate that.", "refused"),
        ("As an AI, I have no lantern.", "refused"),
        ("As a large language model I do not play.", "refused"),
        ("Certainly! Here is the narration: You take it.", "assistant"),
        ("Here's your story: You take it.", "assistant"),
        ("Sure! I'll write the scene.", "assistant"),
        ('{"text": "You take it."}', "data"),
        ("{'text': 'You take it.'}", "data"),
        ('["You take it."]', "data"),
        ('```json\n{"a": 1}\n```', "data"),
        ("true", "data"),
        ("take_item(item_id='lantern')", "data"),
        ('functions.take_item({"item_id": "lantern"})', "data"),
        ("You go. <tool_call>{}</tool_call>", "data"),
        ("<|im_start|>assistant You go.", "data"),
        ("[TOOL_CALLS] take_item", "data"),
        ("The owl calls once more.\n" * 4, "repeated itself"),
        ("You wait.\n## People Present\nGuard", "repeated the prompt"),
        ("[" * 100_000, "empty"),
    ],
)
def test_what_is_no_prose_is_named(text: str, reason: str) -> None:
    assert reason in (why_bad(text, ["People Present"]) or "")


def test_deeply_nested_data_breaks_nothing() -> None:
    assert why_bad("[" * 100_000 + "1" + "a") is not None


@pytest.mark.parametrize(
    "text", ["I'm sorry, but I can't assist with that request.", '{"a": "You go."}', "```\n{}\n```"]
)
def test_what_turns_out_bad_is_never_shown_if_it_begins_so(text: str) -> None:
    _, shown, reason = stream(*text)
    assert shown == ""
    assert reason is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<think>Hm.</think>You go.", "You go."),
        ("<THINK>\nHm.\n</THINK >\n\nYou go.", "You go."),
        ("<reasoning>Hm.</reasoning>You <thought>hm</thought>go.", "You go."),
        ("You go.<think>Done? ", "You go."),
        ("<think>never ending", ""),
        ("Let me think about it.</think>You go.", "You go."),
        ("< think >Hm.</ think >You go.", "You go."),
        ("a < b and <thin air>", "a < b and <thin air>"),
        ("You go.<", "You go.<"),
    ],
)
def test_thinking_is_cut_however_it_is_split(text: str, said: str) -> None:
    assert clean_model_text(text) == said
    for size in (1, 2, 3, 5):
        pieces = [text[start : start + size] for start in range(0, len(text), size)]
        assert stream(*pieces)[0] == said


def test_text_is_shown_as_it_comes_without_outer_blanks() -> None:
    shown: list[str] = []
    part = StreamedProse(shown.append)
    for piece in ["\n ", "You", " go", " \n", "\nin.", "  "]:
        part.feed(piece)
    part.close()
    assert shown == ["You", " go", " \n\nin."]


def test_control_characters_and_halves_of_characters_are_dropped() -> None:
    assert clean_model_text("\x1b[31mYou\r\n\x00go\x9b\ud800.\tNow") == "[31mYou\ngo.\tNow"


def test_an_endless_text_is_cut() -> None:
    text, shown, _ = stream(*["You go on and on. "] * 1000)
    assert len(text) <= MAX_PART
    assert text == shown


def test_paragraphs_stand_apart_and_nothing_comes_before_the_first() -> None:
    shown: list[str] = []
    page = Paragraphs(shown.append)
    for text in ("One", " two."), (), ("",), ("Three.",):
        page.begin()
        for piece in text:
            page.show(piece)
    assert "".join(shown) == "One two.\n\nThree."


@given(st.lists(st.text(max_size=20), max_size=10))
def test_what_is_shown_is_what_is_kept_unless_a_thought_was_shown(pieces: list[str]) -> None:
    text, shown, reason = stream(*pieces)
    if reason is None:
        assert shown == text


@given(st.text(alphabet=st.sampled_from('<>/"\n\u2028\u2029\x85#a{}'), max_size=40))
def test_fenced_data_cannot_leave_its_fence(text: str) -> None:
    block = fenced("data", [text, {"text": text}])
    assert len(block.splitlines()) == 4
    assert block.count("<") == block.count(">") == 2
    assert data_line(text) == block.splitlines()[1]


def checked(*pieces: str) -> tuple[list[str], str | None]:
    """What is shown of a text that came in these pieces and may not have the word orc, and why it cannot be told."""
    shown: list[str] = []
    part = StreamedProse(shown.append, lambda text: "it had an orc" if "orc" in text else None)
    for piece in pieces:
        part.feed(piece)
    return shown, part.close()


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["You go", " in. You", " sit"], ["You go in.", " You sit"]),
        (["You go in. An o", "rc sits. You run."], ["You go in."]),
        (["An o", "rc"], []),
        (["“Stop!” ", "he says.", "\nYou stop.\n"], ["“Stop!”", " he says.\nYou stop."]),
        (["It is 3.", "5 feet. ", "Mind the or", "c!"], ["It is 3.5 feet."]),
        (["你走。兽", "人。orc"], ["你走。", "兽人。"]),
    ],
)
def test_a_sentence_is_checked_before_it_is_shown(pieces: list[str], shown: list[str]) -> None:
    told, reason = checked(*pieces)
    assert told == shown
    assert (reason == "it had an orc") == ("orc" in "".join(pieces))


@given(st.lists(st.text(alphabet="ab.\n ”", max_size=12), max_size=10))
def test_checking_what_is_good_changes_nothing_but_the_pieces(pieces: list[str]) -> None:
    shown, reason = checked(*pieces)
    assert reason is not None or "".join(shown) == stream(*pieces)[1]


def test_a_text_that_was_cut_cannot_be_told() -> None:
    part = StreamedProse(lambda _: None)
    part.feed("You take the")
    assert part.close(is_whole=False) == "it was too long"


@pytest.mark.parametrize(
    "text",
    ["# Scene", "You go.\n## The Inn\n", "**The Inn**", "__Inn__:", "The Inn\n=====", "- - -\n---", "People Present:"],
)
def test_headings_of_any_kind_are_found(text: str) -> None:
    assert has_heading(text, ["People Present"])


@pytest.mark.parametrize(
    "text", ["You **run** off.", "He is #1.", "People present a gift.", "You wait - and wait.", ""]
)
def test_prose_is_no_heading(text: str) -> None:
    assert not has_heading(text, ["People Present"])


def test_what_is_read_of_an_endless_text_is_bounded_and_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten megabytes in one delta used to be searched whole, once for each thought in it."""
    searched: list[int] = []

    class Counting:
        def __init__(self, pattern: re.Pattern[str]) -> None:
            self._pattern = pattern

        def finditer(self, text: str) -> Iterator[re.Match[str]]:
            searched.append(len(text))
            return self._pattern.finditer(text)

    monkeypatch.setattr(model_text, "_MARK", Counting(model_text._MARK))
    part = StreamedProse(lambda _: None)
    for _ in range(3):
        part.feed("<think>a</think>b" * 600_000)
    part.close()
    assert sum(searched) <= MAX_HEARD + 100
    assert len(part.text) <= MAX_PART
