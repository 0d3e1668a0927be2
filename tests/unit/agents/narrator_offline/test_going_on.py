"""A talk goes on from where it stands: why, who, where, when, and then."""

import json

import pytest

from app.agents.narrator.knowledge.following import Follow, follows
from app.models.records.parts import apply_parts, part_json, state_parts
from app.models.sheets.fact import FactSheet
from app.models.sheets.person import TopicSheet, VoiceSheet
from app.models.state.dialogue import Dialogue
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.agents.narrator_offline.test_handling import playing
from tests.unit.agents.narrator_offline.test_second_questions import LANDING, SQUARE, said, with_topics
from tests.worlds import new_game

FERRY = TopicSheet(
    id="ferry",
    name="the ferry",
    text="It was sold in spring. The new one leaks. Nobody complains. They bail.",
    facts=(
        FactSheet(asks=("why was it sold",), text="It cost more than it earned."),
        FactSheet(asks=("who bought it",), text="A man from upriver."),
        FactSheet(asks=("when was it sold",), text="In the first week of May."),
    ),
)
OWL = TopicSheet(id="owl", name="the owl", text="It sits in the tower.")


@pytest.mark.parametrize(
    ("line", "follow"),
    [
        ("why?", Follow.REASON),
        ("And then?", Follow.ON),
        ("go on", Follow.ON),
        ("Who is that?", Follow.PERSON),
        ("when was that?", Follow.TIME),
        ("why did the owl come?", None),
    ],
)
def test_a_line_goes_on_only_where_it_says_no_more(line: str, follow: Follow | None) -> None:
    assert follows(line) is follow


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("why?", "It cost more than it earned."),
        ("who?", "A man from upriver."),
        ("when was that?", "In the first week of May."),
    ],
)
async def test_a_fact_of_the_matter_answers_what_goes_on(line: str, answer: str) -> None:
    play = Play(with_topics(FERRY, OWL))
    await play.do("what about the ferry?")
    assert answer in " ".join(await play.hear("mara", line, "follow_up"))


async def test_what_comes_next_is_told_after_a_sentence() -> None:
    play = Play(with_topics(FERRY, OWL, voice=VoiceSheet()))
    await play.do("what about the ferry?")
    play.state.dialogues["player"] = Dialogue(speaker_id="mara", answer="The new one leaks.", topic_id="ferry")
    assert await said(play, "and then?") == "Nobody complains. They bail."


async def test_what_was_offered_is_told_by_going_on() -> None:
    play = Play(with_topics(FERRY, OWL))
    play.state.dialogues["player"] = Dialogue(speaker_id="mara", answer="I do not know.", offered=("ferry", "owl"))
    assert "sold in spring" in " ".join(await play.hear("mara", "go on", "follow_up"))


async def test_who_was_named_last_is_whom_a_question_means() -> None:
    play = playing(SQUARE)
    play.state.dialogues["player"] = Dialogue(speaker_id="nils", answer="Ask Hedda.", meant=("hedda",))
    assert "Hedda Brask, baker." in await said(play, "who is that?")


async def test_a_turn_keeps_where_the_talk_stands() -> None:
    play = playing(LANDING)
    await play.do("tell me about Ansel")
    talk = play.state.dialogues["player"]
    assert (talk.speaker_id, talk.topic_id, talk.turn) == ("tove", "about-ansel", play.state.turn)
    assert "ansel" in talk.meant


def test_a_dialogue_is_a_part_of_the_state() -> None:
    state = new_game()
    assert not [name for name, _, _ in state_parts(state) if name.startswith("dialogues/")]
    state.dialogues["player"] = Dialogue(speaker_id="mara", answer="Yes.", meant=("mara",), turn=3)
    ((name, family, value),) = [each for each in state_parts(state) if each[0].startswith("dialogues/")]
    other = new_game()
    apply_parts(other, {name: json.loads(part_json(family, value))})
    assert other.dialogues == state.dialogues
    apply_parts(other, {name: None})
    assert other.dialogues == {}
