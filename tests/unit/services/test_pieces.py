"""What was shown of a turn that was stopped: narration and speeches, each as itself."""

from app.models.messages.mark import Mark, MarkKind
from app.models.messages.piece import Piece
from app.services.game.turns.narrating import told_so_far
from tests.worlds import new_game


def said(text: str, words: str, *marks: Mark) -> Piece:
    return Piece(text, words, speaker_id="mara", speaker_name="Mara", marks=marks)


def test_a_speech_that_was_cut_is_what_the_person_said_by_then() -> None:
    shown = [Piece("She nods."), said("\n\nMara: “I saw ", "I saw "), said("a light", "a light")]
    told = told_so_far(new_game(), shown)
    assert told.text == "She nods."
    assert [(each.npc_id, each.text, each.after) for each in told.speeches] == [("mara", "I saw a light", 9)]


def test_marks_stay_with_their_words() -> None:
    repeated, listing = Mark(0, 5, MarkKind.REPEATED, "m-1"), Mark(0, 4, MarkKind.LISTING)
    shown = [Piece("She nods."), said("\n\nMara: “So, ", "So, "), said("it is.”", "it is.", repeated), said("”", "")]
    told = told_so_far(new_game(), [*shown, Piece("\n\nWays.", marks=(listing,))])
    assert (told.text, told.marks) == ("She nods.\n\nWays.", (listing.shifted(11),))
    assert [(each.text, each.marks) for each in told.speeches] == [("So, it is.", (repeated.shifted(4),))]


def test_who_has_not_said_a_word_has_no_speech() -> None:
    assert told_so_far(new_game(), [said("Mara: “", "")]).speeches == ()


def test_two_people_and_two_paragraphs_are_apart() -> None:
    other = Piece("\n\nGuard: “No.”", "No.", speaker_id="guard-1", speaker_name="Guard")
    again = said("\n\nMara: “Why?”", "Why?")
    told = told_so_far(new_game(), [said("Mara: “Yes.”", "Yes."), other, again, said("\n\nMara: “Well.”", "Well.")])
    assert [each.text for each in told.speeches] == ["Yes.", "No.", "Why?", "Well."]
