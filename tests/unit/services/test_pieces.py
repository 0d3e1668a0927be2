"""What was shown of a turn that was stopped: narration and speeches, each as itself."""

from app.models.messages.mark import Mark, MarkKind
from app.models.messages.passage import Passage
from app.models.messages.piece import Piece
from app.services.game.turns.passage_joining import shown_so_far


def said(text: str, words: str, *marks: Mark) -> Piece:
    return Piece(text, words, speaker_id="mara", speaker_name="Mara", marks=marks)


def kept(*pieces: Piece) -> list[Passage]:
    return shown_so_far((piece, Passage("", speaker_id=piece.speaker_id, location_id="inn")) for piece in pieces)


def texts(*pieces: Piece) -> list[tuple[str | None, str]]:
    return [(passage.speaker_id, passage.text) for passage in kept(*pieces)]


def test_a_speech_that_was_cut_is_what_the_person_said_by_then() -> None:
    shown = (Piece("She nods."), said("\n\nMara: “I saw ", "I saw "), said("a light", "a light"))
    assert texts(*shown) == [(None, "She nods."), ("mara", "I saw a light")]


def test_marks_keep_to_their_words() -> None:
    repeated, listing = Mark(0, 5, MarkKind.REPEATED, "m-1"), Mark(0, 4, MarkKind.LISTING)
    speech = (said("\n\nMara: “So, ", "So, "), said("it is.”", "it is.", repeated), said("”", ""))
    narration = (Piece("\n\nShe nods."), Piece("\n\nWays.", marks=(listing,)))
    told = kept(*speech, *narration)
    assert [(each.text, each.marks) for each in told] == [
        ("So, it is.", (repeated.shifted(4),)),
        ("She nods.\n\nWays.", (listing.shifted(11),)),
    ]


def test_who_has_not_said_a_word_has_no_speech() -> None:
    assert kept(said("Mara: “", "")) == []


def test_two_people_and_two_speeches_are_apart() -> None:
    other = Piece("\n\nGuard: “No.”", "No.", speaker_id="guard-1", speaker_name="Guard")
    again = said("\n\nMara: “Why?”", "Why?")
    told = texts(said("Mara: “Yes.”", "Yes."), other, again, said("\n\nMara: “Well.”", "Well."))
    assert [text for _, text in told] == ["Yes.", "No.", "Why?", "Well."]


def test_what_was_shown_in_two_places_is_apart() -> None:
    shown = [
        (Piece("You go."), Passage("", location_id="inn")),
        (Piece("\n\nRain."), Passage("", location_id="market")),
    ]
    assert [(each.location_id, each.text) for each in shown_so_far(shown)] == [("inn", "You go."), ("market", "Rain.")]
