"""What a turn keeps as said aloud: the parts of the line that were read as speech, and no command."""

import pytest

from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.worlds import new_game


async def typed(line: str, place: str = "inn") -> Message:
    """What is kept of a line that was typed in a place."""
    play = Play(at(new_game(), place))
    await play.do(line)
    return next(each for each in play.state.conversation_history if each.role is Role.PLAYER)


def said(message: Message) -> list[str]:
    assert message.said is not None
    return [message.content[start:end] for start, end in message.said]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("I have lost my brother, you know", ["I have lost my brother, you know"]),
        ("say Mara borrowed my kettle", ["Mara borrowed my kettle"]),
        ("tell Mara that the guard owes me a hat", ["the guard owes me a hat"]),
        ("tell her I think of the sea and of both of us", ["I think of the sea and of both of us"]),
        ('I nod. "Well met, Mara."', ["Well met, Mara."]),
        ("promise Mara to bring the lantern", ["promise Mara to bring the lantern"]),
        ("Mara, take my hand", ["Mara, take my hand"]),
        ("go west, Mara", ["go west, Mara"]),
    ],
)
async def test_what_was_read_as_said_is_kept_as_said(line: str, words: list[str]) -> None:
    assert said(await typed(line)) == words


@pytest.mark.parametrize("line", ["look", "go to the market", "take the lantern", "I climb about on the tables"])
async def test_a_command_is_nothing_that_was_said(line: str) -> None:
    message = await typed(line)
    assert said(message) == []
    assert not [act for act in message.acts if act.kind is ActKind.STATEMENT]


async def test_of_a_line_with_a_deed_and_a_speech_the_speech_is_kept() -> None:
    message = await typed("I sit down, then I tell Mara that the guard owes me a hat")
    assert said(message) == ["the guard owes me a hat"]


async def test_the_subject_of_what_is_said_stays_with_it() -> None:
    message = await typed("say Mara borrowed my kettle")
    assert [message.content[slice(*act.span)] for act in message.acts] == ["Mara borrowed my kettle"]
