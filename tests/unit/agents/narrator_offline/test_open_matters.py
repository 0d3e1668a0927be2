"""What a person asks or offers stays open until it is answered; what it could not answer, until it is let go."""

import json

import pytest

from app.agents.narrator.knowledge.following import answers as answers_question
from app.language.reading.replying import Reply, asked_last, reply_in
from app.models.messages.message import Role
from app.models.messages.speech import ActKind
from app.models.records.parts import apply_parts, part_json, state_parts
from app.models.sheets.condition import SecretKnown
from app.models.sheets.person import TopicSheet, VoiceSheet
from app.models.state.dialogue import OPEN_FOR, Dialogue, OpenMatter
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.agents.narrator_offline.test_second_questions import with_topics
from tests.worlds import new_game

ASKED = "Have you seen my ring?"
RING = TopicSheet(id="ring", name="the ring", text=f"I lost it by the well. {ASKED}")
OFFERED = "I can give you two coins for the pearl."
PEARL = TopicSheet(id="pearl", name="the pearl", text=OFFERED)


def play() -> Play:
    return Play(with_topics(RING, PEARL, voice=VoiceSheet()))


def talk(state: GameState) -> Dialogue:
    return state.dialogues["player"]


def answers(state: GameState) -> list[str]:
    """What the last line of a player answers."""
    typed = [message for message in state.conversation_history if message.role is Role.PLAYER]
    return [act.question for act in typed[-1].acts if act.kind is ActKind.ANSWER]


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("Yes, I have.", Reply.YES),
        ("I do", Reply.YES),
        ("No, I haven't seen it.", Reply.NO),
        ("I have not.", Reply.NO),
        ("of course not", Reply.NO),
        ("no thanks", Reply.DECLINED),
        ("I accept.", Reply.ACCEPTED),
        ("Deal!", Reply.ACCEPTED),
        ("never mind", Reply.LET_GO),
        ("So?", Reply.PRESSED),
        ("no one was there", None),
        ("in the cellar", None),
        ("So where is it?", None),
        ("I do know the miller", None),
    ],
)
def test_the_first_words_of_a_line_say_how_it_replies(line: str, reply: Reply | None) -> None:
    assert reply_in(line) is reply


@pytest.mark.parametrize(
    ("speech", "question"),
    [
        ("I lost it. Have you seen my ring?", "Have you seen my ring?"),
        ("Have you seen it? It is of silver.", "Have you seen it?"),
        ("Who knows? It is gone. Let it be.", ""),
        ("You asked: “Where is it?”", ""),
    ],
)
def test_a_question_is_open_where_a_speech_ends_with_it(speech: str, question: str) -> None:
    assert asked_last(speech) == question


@pytest.mark.parametrize(
    ("question", "words", "kind", "is_answer"),
    [
        (ASKED, "in the cellar", "", True),
        (ASKED, "at the mill, last night", "ask", True),
        (ASKED, "I found it", "tell", True),
        (ASKED, "your ring is gone", "tell", True),
        (ASKED, "I found the whistle", "tell", False),
        (ASKED, "I walked all night through the snow to get here", "", False),
        ("Who did it?", "it was me", "confess", True),
        ("Where did you leave the cart, then?", "We left the old cart at the mill by the river", "tell", True),
        ("And you are?", "I am Lena", "introduce", True),
        (ASKED, "go away", "threaten", False),
        (ASKED, "about the pearl", "", False),
    ],
)
def test_what_follows_a_question_answers_it_or_not(
    question: str, words: str, kind: str, is_answer: bool
) -> None:  # a column
    assert answers_question(question, words, kind) is is_answer


@pytest.mark.parametrize(
    ("line", "kind"),
    [("yes", "to_yes"), ("No, I haven't seen it.", "to_no"), ("in the cellar", "to_answer"), ("Jorun", "to_answer")],
)
async def test_the_next_line_answers_what_the_person_asked(line: str, kind: str) -> None:
    game = play()
    await game.do("ask Mara about the ring")
    assert talk(game.state).question == OpenMatter(words=ASKED, turn=1)
    played = await game.do(line)
    assert answers(game.state) == [ASKED]
    assert (talk(game.state).question, talk(game.state).answered) == (None, ASKED)
    said = [line.text for line in played.narration.speeches]
    lines = game.turn("").voice("mara").exchange.language.lines(f"manners.{kind}")
    assert any(each.partition("{")[0] in said[0] for each in lines)


@pytest.mark.parametrize(
    "line", ["what about the pearl?", "the pearl", "about the pearl", "thank you", "look", "asdf", "kick the door"]
)
async def test_what_does_something_else_leaves_the_question_open(line: str) -> None:
    game = play()
    await game.do("ask Mara about the ring")
    await game.do(line)
    assert answers(game.state) == []
    await game.do("yes, I have")
    assert answers(game.state)


async def test_a_question_is_not_open_for_ever_nor_for_another_person() -> None:
    game = play()
    await game.do("ask Mara about the ring")
    for _ in range(OPEN_FOR + 1):
        await game.do("look")
    await game.do("yes")
    assert answers(game.state) == []
    await game.all("ask Mara about the ring", "go west", "Guard, hello", "yes")
    assert ASKED not in answers(game.state)


async def test_an_answer_may_open_what_a_topic_has_waited_for() -> None:
    waits = TopicSheet(
        id="stone",
        name="the loose stone",
        aliases=("the stone in the well",),
        text="Then it was you who moved the stone.",
        condition=SecretKnown(secret_id="loose-stone"),
    )
    game = Play(with_topics(RING, waits, voice=VoiceSheet()))
    game.state.place("market").discovered_secrets.append("loose-stone")
    await game.do("ask Mara about the ring")
    played = await game.do("behind the loose stone")
    assert "Then it was you who moved the stone." in played.shown
    assert answers(game.state) == [ASKED]


@pytest.mark.parametrize(
    ("line", "kind"), [("I accept", "to_accepted"), ("deal", "to_accepted"), ("no thanks", "to_declined")]
)
async def test_an_offer_is_taken_or_not(line: str, kind: str) -> None:
    game = play()
    await game.do("ask Mara about the pearl")
    assert talk(game.state).offer is not None
    played = await game.do(line)
    assert answers(game.state) == [OFFERED]
    assert talk(game.state).offer is None
    lines = game.turn("").voice("mara").exchange.language.lines(f"manners.{kind}")
    assert any(each.partition("{")[0] in played.shown for each in lines)


async def test_what_could_not_be_answered_can_be_pressed_and_let_go() -> None:
    game = play()
    await game.do("Mara, who built the moon?")
    assert talk(game.state).own_question is not None
    await game.do("so?")
    assert talk(game.state).own_question is not None
    await game.do("never mind")
    assert talk(game.state).own_question is None


async def test_an_offer_of_the_player_can_be_taken_back() -> None:
    game = play()
    await game.do("hello Mara")
    await game.do("I offer you my lantern for the pearl.")
    assert talk(game.state).own_offer is not None
    await game.do("never mind")
    assert talk(game.state).own_offer is None


async def test_what_is_open_is_saved_and_read_again() -> None:
    game = play()
    await game.do("ask Mara about the ring")
    parts = {name: json.loads(part_json(family, part)) for name, family, part in state_parts(game.state)}
    again = new_game()
    apply_parts(again, {name: data for name, data in parts.items() if name.startswith("dialogues/")})
    assert again.dialogues == game.state.dialogues
    assert again.dialogues["player"].question == OpenMatter(words=ASKED, turn=1)
