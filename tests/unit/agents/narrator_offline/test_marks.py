"""What parts of a told text are: lists, refusals and repeated words are marked, the latter with what they repeat."""

import pytest

from app.models.memory import Scope
from app.models.memory_id import make_message_id
from app.models.messages.mark import Mark, MarkKind, quoted_spans
from app.models.messages.message import Message
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play, Played, at, remember, with_lantern
from tests.worlds import new_game


def marked(played: Played, kind: MarkKind) -> list[str]:
    """What of the narration is of this kind."""
    return [played.text[mark.start : mark.end] for mark in played.narration.marks if mark.kind is kind]


def repeated(played: Played) -> dict[str, str]:
    """What is repeated by the narration and by people, by the id of its source."""
    told = [(played.text, played.narration.marks)]
    told += [(speech.text, speech.marks) for speech in played.narration.speeches]
    return {
        mark.source: text[mark.start : mark.end]
        for text, marks in told
        for mark in marks
        if mark.kind is MarkKind.REPEATED and mark.source
    }


def said_by(state: GameState, npc_id: str) -> list[Message]:
    return [message for message in state.conversation_history if message.speaker_id == npc_id]


async def test_a_look_around_marks_what_only_lists_people_things_and_ways() -> None:
    played = await Play().do("look")
    lists = marked(played, MarkKind.LISTING)
    assert any("lantern" in each for each in lists)
    assert any(each.startswith("Ways from here:") for each in lists)
    assert not any(new_game().here.description in each for each in lists)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("go to the moon", "Ways from here:"),
        ("examine the moon", "What catches your eye:"),
        ("take the moon", "What lies here:"),
        ("talk to the moon", "You could talk to"),
        ("unimagine the lantern", "You could look at it:"),
        ("drop the moon", "You carry nothing."),
        ("who is here", "Guard"),
        ("i", "You carry nothing."),
        ("help", "You could:"),
    ],
)
async def test_a_list_within_a_refusal_or_an_answer_is_marked(text: str, begins: str) -> None:
    played = await Play().do(text)
    assert any(each.casefold().startswith(begins.casefold()) for each in marked(played, MarkKind.LISTING)), played


async def test_the_topics_offered_after_a_greeting_are_a_list() -> None:
    played = await Play(at(new_game(), "inn")).do("talk to mara")
    assert [each[:18] for each in marked(played, MarkKind.LISTING)] == ["You could ask abou"]


@pytest.mark.parametrize("text", ["go to the moon", "take the moon", "drop anvil", "fight the guard"])
async def test_a_refusal_of_the_engine_is_an_aside_from_end_to_end(text: str) -> None:
    played = await Play().do(text)
    assert marked(played, MarkKind.REFUSAL) == [played.text]
    assert played.narration.quoted == ((0, len(played.text)),)


async def test_a_refusal_in_the_authors_words_is_one_and_story_all_the_same() -> None:
    played = await Play(at(new_game(), "tower")).do("fight owl")
    assert marked(played, MarkKind.REFUSAL) == [played.text]
    assert played.narration.quoted == ()


async def test_what_was_done_is_no_refusal() -> None:
    for text in ("look", "wait", "examine lantern", "take lantern", "i"):
        assert marked(await Play().do(text), MarkKind.REFUSAL) == []


async def test_a_memory_told_by_a_person_carries_its_id() -> None:
    state = at(new_game(), "inn")
    entry = remember(state, "mara", "The bridge at Fallowmere broke in the flood.")
    found = repeated(await Play(state).do("ask mara what happened to the bridge"))
    assert list(found) == [entry.id]
    assert "broke in the flood" in found[entry.id or ""]


async def test_what_is_said_once_more_carries_the_id_of_its_message() -> None:
    play = Play(at(new_game(), "inn"))
    await play.do("ask mara about the owl")
    found = repeated(await play.do("say that again"))
    (first, _) = said_by(play.state, "mara")
    assert found == {make_message_id(first.index): first.content}


async def test_a_promise_that_the_party_recalls_carries_the_id_of_its_message() -> None:
    play = Play(at(new_game(), "inn"))
    await play.do("I promise to bring you the lantern, Mara.")
    promise = play.state.conversation_history[0]
    at(play.state, "market")
    found = repeated(await play.do("what did I promise Mara?"))
    assert list(found) == [make_message_id(promise.index)]
    assert "bring you the lantern" in found[make_message_id(promise.index)]


async def test_the_journal_marks_each_memory_that_it_shows() -> None:
    state = new_game()
    entry = remember(state, "mara", "Not of this place.")
    here = state.remember(Scope.location("market"), entry.model_copy(update={"id": None, "summary": "Rain fell."}))
    assert repeated(await Play(state).do("journal")) == {here.id: "Rain fell."}


async def test_every_mark_lies_within_its_text() -> None:
    play = Play(with_lantern(new_game()))
    for text in (
        "look",
        "go east",
        "talk to mara",
        "ask mara about the owl",
        "again",
        "journal",
        "give lantern to mara",
    ):
        played = await play.do(text)
        for told, marks in [
            (played.text, played.narration.marks),
            *((s.text, s.marks) for s in played.narration.speeches),
        ]:
            assert all(0 <= mark.start < mark.end <= len(told) for mark in marks)


def test_what_is_not_condensed_is_all_that_is_marked_but_refusals_with_the_blanks_between() -> None:
    text = "Rain.\n\nWind. No."
    marks = (Mark(7, 12, MarkKind.LISTING), Mark(0, 5, MarkKind.ASIDE), Mark(13, 16, MarkKind.REFUSAL))
    assert quoted_spans(text, marks) == ((0, 12),)
    assert quoted_spans(text, (*marks, Mark(13, 16, MarkKind.ASIDE))) == ((0, 16),)
    assert quoted_spans(text, ()) == ()
