"""What is no question is replied to by what it does, whatever it is about."""

from collections.abc import Sequence

import pytest

from app.agents.narrator.answering.answers import REPLIES
from app.language.language import default_language
from app.models.sheets.person import TopicSheet, VoiceSheet
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.agents.narrator_offline.test_second_questions import with_topics

OWL = TopicSheet(id="owl", name="the owl", text="It sits in the tower. It came in March with the floods.")
CATCHPHRASES = VoiceSheet(
    small_talk=("It is the steam.",),
    unknown=("I make rope. Ask me about {topics}.",),
    greeting=("Wipe your feet.",),
)
PLAIN = frozenset(REPLIES) - {"farewell", "small_talk", "kept"}
ATTITUDE = "neutral"


def lines_of(kind: str, play: Play) -> set[str]:
    lines = default_language().lines(f"manners.{REPLIES[kind]}", ATTITUDE)
    return {line.replace("{player}", play.state.party.players[0].name) for line in lines}


@pytest.mark.parametrize("kind", sorted(PLAIN - {""}))
async def test_each_kind_has_a_reply_that_is_no_catchphrase(kind: str) -> None:
    play = Play(with_topics(OWL, voice=CATCHPHRASES))
    heard: Sequence[str] = await play.hear("mara", "The miller's green cart stood by the mill all night.", kind)
    assert len(heard) == 1
    assert heard[0] in lines_of(kind, play)


@pytest.mark.parametrize("kind", sorted(PLAIN - {"pass_on"} | {"small_talk"}))
def test_there_are_replies_for_ten_lines_without_repeating_one(kind: str) -> None:
    lines = default_language().lines(f"manners.{REPLIES[kind]}", ATTITUDE)
    assert len(set(lines)) > 10
    assert max(len(line.split()) for line in lines) <= 12


async def test_no_reply_comes_again_within_ten_lines() -> None:
    play = Play(with_topics(OWL, voice=CATCHPHRASES))
    carts = ("green", "red", "blue", "black", "white", "brown", "grey", "old", "new", "broken", "big")
    heard = [
        (await play.do(f"I saw a {cart} cart by the mill last night.")).narration.speeches[0].text for cart in carts
    ]
    assert len(set(heard)) == len(heard)


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("I saw two men with a cart by the mill last night.", ("tell", "")),
        ("You took the money, I am sure of it. You hid it under the floor.", ("accuse", "tell", "")),
        ("I can help you with the barrels, if you like.", ("offer",)),
        ("I must confess that I broke your window.", ("confess",)),
        ("I'm so sorry, I should have knocked.", ("apologise",)),
        ("Lend me your boots, please.", ("request",)),
        ("I will bring you the lantern before night, I promise.", ("promise",)),
        ("Give it to me, or I will burn down your house.", ("threaten",)),
        ("Thank you for the soup.", ("thank",)),
        ("I've been to see the miller. He says that it is quiet now.", ("tell",)),
        ("My brother has a fever, and I am eight coins short, and nobody helps me.", ("tell", "")),
    ],
)
async def test_a_remark_with_contents_gets_a_reply_of_its_kind(line: str, kinds: Sequence[str]) -> None:
    play = Play(with_topics(OWL, voice=CATCHPHRASES))
    (speech,) = (await play.do(f'"{line}"')).narration.speeches
    assert speech.text in set().union(*(lines_of(kind, play) for kind in kinds))


async def test_a_remark_is_never_answered_that_nothing_is_known() -> None:
    play = Play(with_topics(OWL, voice=CATCHPHRASES))
    for line in (
        "The sluice is shut.",
        "Piet and Jonna went home.",
        "So it was the reeve after all.",
        "Bet you my hat.",
    ):
        heard = " ".join(speech.text for speech in (await play.do(f'"{line}"')).narration.speeches)
        assert heard
        assert "rope" not in heard
        assert "steam" not in heard


async def test_a_stranger_is_greeted_and_what_it_says_is_answered() -> None:
    play = Play(with_topics(OWL, voice=CATCHPHRASES))
    heard = await play.hear("mara", "Good evening. Lend me your boots, please.")
    assert heard[0] == "Wipe your feet."
    assert heard[1] in lines_of("request", play)
    assert len(heard) == 2


async def test_a_request_that_a_topic_answers_is_answered() -> None:
    work = TopicSheet(
        id="work", name="work", text="Carry me the water, and it is four coins. Sheets I pay by the dry one."
    )
    play = Play(with_topics(work, voice=CATCHPHRASES))
    assert "four coins" in " ".join(await play.hear("mara", "Let me carry the water for four coins.", "request"))


async def test_a_question_beside_a_remark_is_what_is_answered() -> None:
    play = Play(with_topics(OWL, voice=CATCHPHRASES))
    heard = await play.hear("mara", "I came over the hill this morning. When did the owl come?")
    assert heard == [OWL.text]
