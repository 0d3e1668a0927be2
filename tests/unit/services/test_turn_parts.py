"""A turn as parts: what kind each is, who says it, where it stands, and which marks lie in it."""

from hypothesis import given
from hypothesis import strategies as st

from app.models.messages.mark import Mark, MarkKind
from app.models.messages.message import Message, Role
from app.models.messages.passage import PassageKind
from app.services.game.turns.turn_result import TurnPart, paragraphs, turn_parts
from tests.worlds import message


def narration(text: str, index: int = 2, **fields: object) -> Message:
    return message(index, text, role=Role.NARRATOR, speaker_id=None, **fields)


def speech(text: str, index: int = 1, **fields: object) -> Message:
    given = {"role": Role.NPC, "speaker_id": "mara", "speaker_name": "Mara", "addressee_ids": ("player",)}
    return message(index, text, **(given | fields))


def kinds(*messages: Message) -> list[tuple[str, str]]:
    return [(part.kind.value, part.text) for part in turn_parts(messages)]


def test_parts_are_in_the_order_in_which_they_were_told() -> None:
    messages = [narration("She nods.", 1), speech("Yes.", 2), narration("The door opens.\n\nRain.", 3)]
    assert kinds(*messages) == [
        ("story", "She nods."),
        ("speech", "Yes."),
        ("story", "The door opens."),
        ("story", "Rain."),
    ]


def test_a_speech_says_who_speaks_to_whom_and_keeps_its_marks() -> None:
    mark = Mark(0, 3, MarkKind.REPEATED, "mara-001")
    [part] = turn_parts([speech("Yes.", marks=(mark,))])
    assert part == TurnPart(PassageKind.SPEECH, "Yes.", 1, (mark,), "mara", "Mara", ("player",))


def test_what_was_typed_is_no_part_and_what_changed_is_the_last() -> None:
    typed = message(0, "look", role=Role.PLAYER)
    changed = message(3, "+ lantern · Market", role=Role.SYSTEM)
    assert kinds(changed, typed, speech("Yes."), narration("Rain."))[2:] == [("change", "+ lantern · Market")]
    assert paragraphs([typed, speech("Yes."), narration("Rain."), changed]) == ["Mara: “Yes.”", "Rain."]


def test_a_paragraph_is_of_the_kind_of_its_message_and_keeps_its_marks() -> None:
    text = "It is locked.\n\nWays from here: up."
    listing = Mark(15, 34, MarkKind.LISTING)
    parts = turn_parts([narration(text, kind=PassageKind.REFUSAL, marks=(listing,), quoted=((15, 34),))])
    assert [(part.kind, part.marks) for part in parts] == [
        (PassageKind.REFUSAL, ()),
        (PassageKind.REFUSAL, (listing.shifted(-15),)),
    ]


def test_a_paragraph_of_one_sign_is_a_part_of_its_own() -> None:
    assert kinds(narration("…\n\nRain.")) == [("story", "…"), ("story", "Rain.")]


@given(st.lists(st.text("ab \n", max_size=12), max_size=4), st.text("ab \n"))
def test_every_word_is_told_once_and_every_mark_lies_in_its_part(said: list[str], told: str) -> None:
    messages = [speech(f"-{words}-", index) for index, words in enumerate(said)]
    marks = tuple(Mark(at, at + 2, MarkKind.LISTING) for at in range(0, len(told) - 1, 3))
    parts = turn_parts([*messages, narration(told, len(said), marks=marks)])
    narrated = " ".join(part.text for part in parts if part.kind is not PassageKind.SPEECH)
    assert narrated.split() == told.split()
    assert sorted(part.text for part in parts if part.kind is PassageKind.SPEECH) == sorted(m.content for m in messages)
    assert all(0 <= mark.start < mark.end <= len(part.text) for part in parts for mark in part.marks)
