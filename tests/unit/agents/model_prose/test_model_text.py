"""Of a model's answer only what it says to its reader is text: no signs of a chat's format, no word for another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.checks.model_text import MAX_HEARD, ModelText, without_chat_signs
from app.language.checks.prose import StreamedProse

NAMES = ("Élan", "Bo Reed")


def heard(text: str, size: int, names: tuple[str, ...] = NAMES) -> str:
    said = ModelText(names)
    for start in range(0, len(text), size):
        said.feed(text[start : start + size])
    said.close()
    return said.text


def in_any_pieces(text: str, names: tuple[str, ...] = NAMES) -> str:
    """The text that is left, the same however it is cut into pieces."""
    found = {heard(text, size, names) for size in (1, 2, 3, 5, 7, 11, len(text) or 1)}
    assert len(found) == 1, found
    return found.pop().strip()


@pytest.mark.parametrize(
    "token",
    [
        "</s>",
        "<|im_end|>",
        "<|eot_id|>",
        "<|end|>",
        "<|endoftext|>",
        "<|end_of_text|>",
        "<|eom_id|>",
        "<end_of_turn>",
        "<eos>",
        "<|return|>",
        "<|END_OF_TURN_TOKEN|>",
        "<｜end▁of▁sentence｜>",
        "<|user|>",
        "<|any_new_one|>",
        "[INST]",
        "<<SYS>>",
    ],
)
def test_an_answer_ends_at_an_end_token(token: str) -> None:
    assert in_any_pieces(f"You go in.{token}\n<|im_start|>user\nAnd now?") == "You go in."
    assert in_any_pieces(f"You go in.{token}") == "You go in."


@pytest.mark.parametrize(
    "text",
    [
        "<s>You go in.</s>",
        "<|begin_of_text|>You go in.",
        "<|im_start|>assistant\nYou go in.<|im_end|>",
        "<|start_header_id|>assistant<|end_header_id|>\n\nYou go in.<|eot_id|>",
        "<start_of_turn>model\nYou go in.<end_of_turn>",
        "<|assistant|>\nYou go in.<|end|>",
        "<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>You go in.<|END_OF_TURN_TOKEN|>",
        "<|start_of_role|>assistant<|end_of_role|>You go in.<|end_of_text|>",
        "[/INST] You go in.</s>",
        "<｜Assistant｜>You go in.",
        "<|im_start|>You go in.",
        "<|im_start|>assistant You go in.",
    ],
)
def test_what_begins_an_answer_is_no_part_of_it(text: str) -> None:
    assert in_any_pieces(text) == "You go in."


@pytest.mark.parametrize(
    "text",
    [
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>You go in.<|return|>",
        "<|channel|>final<|message|>You go in.<|end|>",
        "<|start|>assistant<|channel|>final <|constrain|>text<|message|>You go in.",
        "<|channel|>commentary to=functions.take_item <|constrain|>json<|message|>{}<|call|>"
        "<|start|>assistant<|channel|>final<|message|>You go in.",
        "analysisThe player wants in. Let me tell.assistantfinalYou go in.",
        "commentaryTwo calls.assistantcommentaryAnd one.assistantfinalYou go in.",
        "<think>Hm.</think><|channel|>final<|message|>You go in.",
    ],
)
def test_of_channels_only_the_final_one_is_text(text: str) -> None:
    assert in_any_pieces(text) == "You go in."


@pytest.mark.parametrize(
    "text",
    [
        "<|channel|>analysis<|message|>Hm, a lamp.",
        "analysisThe player wants in.",
        "<|im_start|>user\nI go.",
        "[INST] I go.",
    ],
)
def test_an_answer_without_words_for_its_reader_is_empty(text: str) -> None:
    assert in_any_pieces(text) == ""


@pytest.mark.parametrize(
    "end",
    [
        "Élan: I look around.",
        "Élan:",
        "**Élan:** I look around.",
        "élan: I look.",
        "Bo Reed: Me too.",
        "User: And now?",
        "USER : And now?",
        "Human: And now?",
        "> Player: go on",
        'Élan says or does: "go on"',
        'Élan says: "go on"',
        '"Élan" says or does: "go on"',
        'Élan" says or does: "go on"',
        "### Instruction:\nGo on.",
        "## Input",
        "### User",
    ],
)
def test_an_answer_ends_where_it_begins_to_speak_for_a_player(end: str) -> None:
    assert in_any_pieces(f"You go in.\n{end}\nMore.") == "You go in."
    assert in_any_pieces(end) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Élan goes in: it is dark.",
        "You see two users: both sleep.",
        "Userland is far.\nHumans: a strange folk.",
        "Mara says: “Come in.”\nÉlan’s: the coat.",
        "You ask Élan: nobody answers.",
        "a < b and <thin air> and [in brackets]",
        "analysis of the stone shows gold.",
        "commentary",
        "| a | b |",
    ],
)
def test_prose_stays_as_it_is(text: str) -> None:
    assert in_any_pieces(text) == text


def test_a_line_that_may_become_the_players_is_held_back() -> None:
    shown: list[str] = []
    part = StreamedProse(shown.append, names=NAMES)
    for piece in ("You wait.\n", "Él", "an", ": I go.", "\nMore."):
        part.feed(piece)
    assert part.is_over
    assert part.close(is_whole=False) is None
    assert "".join(shown) == part.text == "You wait."


def test_a_sign_in_an_argument_is_cut() -> None:
    assert without_chat_signs("The key is under the mat.<|im_end|>") == "The key is under the mat."
    assert without_chat_signs("a \x1b[2J") == "a \x1b[2J"
    assert len(without_chat_signs("<s>" + "x" * MAX_HEARD)) == MAX_HEARD - 3


PIECES = [*"<|>[]/s:#\n É", "Élan", "User", "think", "im_end", "channel", "message", "final"]


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_the_pieces_make_no_difference(parts: list[str]) -> None:
    text = "".join(parts)
    assert heard(text, 1) == heard(text, 3) == heard(text, len(text) or 1)
