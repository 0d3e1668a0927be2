"""A turn as parts: what kind each is, who says it, where it stands, and which marks lie in it."""

from hypothesis import given
from hypothesis import strategies as st

from app.models.messages.mark import Mark, MarkKind
from app.models.messages.message import Message, Role
from app.services.game.turns.turn_result import PartKind, TurnPart, paragraphs, parts_of
from tests.worlds import message


def narration(text: str, index: int = 2, **fields: object) -> Message:
    return message(index, text, role=Role.NARRATOR, speaker_id=None, **fields)


def speech(text: str, index: int = 1, **fields: object) -> Message:
    given = {"role": Role.NPC, "speaker_id": "mara", "speaker_name": "Mara", "addressee_ids": ("player",)}
    return message(index, text, **(given | fields))


def kinds(*messages: Message) -> list[tuple[str, str]]:
    return [(part.kind.value, part.text) for part in parts_of(messages)]


def test_speech_stands_after_the_paragraphs_that_it_followed() -> None:
    told = narration("She nods.\n\nThe door opens.")
    assert kinds(speech("Yes.", after=9), told) == [
        ("story", "She nods."),
        ("speech", "Yes."),
        ("story", "The door opens."),
    ]
    assert kinds(speech("Yes.", after=0), told)[0] == ("speech", "Yes.")
    assert kinds(speech("Yes."), told)[-1] == ("speech", "Yes.")


def test_where_the_narration_was_told_anew_speech_comes_last() -> None:
    assert kinds(speech("Yes.", after=5), narration("She nods slowly."))[-1] == ("speech", "Yes.")


def test_a_speech_says_who_speaks_to_whom_and_keeps_its_marks() -> None:
    mark = Mark(0, 3, MarkKind.REPEATED, "mara-001")
    [part] = parts_of([speech("Yes.", marks=(mark,))])
    assert part == TurnPart(PartKind.SPEECH, "Yes.", 1, (mark,), "mara", "Mara", ("player",))


def test_what_was_typed_is_no_part_and_what_changed_is_the_last() -> None:
    typed = message(0, "look", role=Role.PLAYER)
    changed = message(3, "+ lantern · Market", role=Role.SYSTEM)
    assert kinds(typed, speech("Yes."), narration("Rain."), changed)[2:] == [("change", "+ lantern · Market")]
    assert paragraphs([typed, speech("Yes."), narration("Rain."), changed]) == ["Rain.", "Mara: “Yes.”"]


def test_a_paragraph_is_a_refusal_where_one_is_marked_and_an_aside_where_all_of_it_is_no_story() -> None:
    text = "You come in.\n\nWays from here: up.\n\nIt is locked. Ways from here: up.\n\nIt holds."
    marks = (
        Mark(14, 33, MarkKind.LISTING),
        Mark(35, 68, MarkKind.REFUSAL),
        Mark(35, 68, MarkKind.ASIDE),
        Mark(49, 68, MarkKind.LISTING),
        Mark(70, 79, MarkKind.REFUSAL),
    )
    parts = parts_of([narration(text, marks=marks, quoted=((14, 68),))])
    assert [part.kind.value for part in parts] == ["story", "aside", "refusal", "refusal"]
    assert [[part.text[mark.start : mark.end] for mark in part.marks] for part in parts] == [
        [],
        ["Ways from here: up."],
        ["It is locked. Ways from here: up."] * 2 + ["Ways from here: up."],
        ["It holds."],
    ]


def test_a_message_of_an_older_save_has_asides_without_marks() -> None:
    assert kinds(narration("Rain.\n\nYou could: look.", quoted=((7, 23),)))[1][0] == "aside"


@given(st.lists(st.tuples(st.text("ab \n", max_size=12), st.integers(0, 14) | st.none()), max_size=4), st.text("ab \n"))
def test_every_word_is_told_once_and_every_mark_lies_in_its_part(said: list[tuple[str, int | None]], told: str) -> None:
    messages = [speech(f"-{words}-", index, after=after) for index, (words, after) in enumerate(said)]
    marks = tuple(Mark(at, at + 2, MarkKind.LISTING) for at in range(0, len(told) - 1, 3))
    parts = parts_of([*messages, narration(told, len(said), marks=marks)])
    narrated = " ".join(part.text for part in parts if part.kind is not PartKind.SPEECH)
    assert narrated.split() == told.split()
    assert sorted(part.text for part in parts if part.kind is PartKind.SPEECH) == sorted(m.content for m in messages)
    assert all(0 <= mark.start < mark.end <= len(part.text) for part in parts for mark in part.marks)
