"""Which passages of a scene are kept, and how they are told."""

import pytest

from app.language.analysis.text import sentences
from app.language.checks.summary_form import MAX_SUMMARY_CHARACTERS, MAX_SUMMARY_SENTENCES
from app.models.events.play import EffectAdded, ItemGiven
from app.models.messages.message import Message, Role
from tests.unit.agents.summarizer_events.turns import line, of_mara, of_place, speech, told, typed
from tests.worlds import message


def said(content: str, index: int, turn: int = 1) -> Message:
    return typed(content, "inn", turn=turn, index=index, addressee_ids=("mara",), witness_ids=("mara",))


def answered(content: str, index: int, turn: int = 1) -> Message:
    return speech(content, "mara", "inn", turn=turn, index=index)


def talk(*lines: str) -> list[Message]:
    """A player and Mara by turns."""
    return [(answered if n % 2 else said)(text, n, n // 2 + 1) for n, text in enumerate(lines)]


LONG = talk(
    "I have come from Skagen with news of the ferry.",
    "The ferry from Skagen is late every winter. What news can there be of it? Sit down and eat.",
    "The ferry is lost. Captain Holm and nine men were aboard, and my uncle Anders was one of them.",
    "Anders owed me forty crowns. He was the best of them all the same. Holm should never have sailed.",
    "My uncle left a letter for his daughter Ingrid, and nobody knows where she lives.",
    "Ingrid keeps bees behind the chapel at Lund. She has not spoken to her father in seven years.",
    "I do not want to be the one who tells her.",
    "Somebody must. Take the road by the river, it is two days, and ask for the chapel.",
    "Captain Holm's widow says the ferry was rotten, and that the owner in Skagen knew of it.",
    "The owner is called Brandt. He has bought three of the aldermen at Skagen already.",
)


async def test_a_long_talk_is_sixty_to_ninety_words_in_at_most_five_sentences() -> None:
    for summary in (await of_place("inn", *LONG), await of_mara(*LONG)):
        assert 60 <= len(summary.split()) <= 90
        assert len(summary) <= MAX_SUMMARY_CHARACTERS
        assert len(sentences(summary)) <= MAX_SUMMARY_SENTENCES


async def test_names_and_the_words_that_come_again_are_what_is_kept() -> None:
    summary = await of_place("inn", *LONG)
    assert all(name in summary for name in ("Skagen", "Holm", "Ingrid"))
    assert "Sit down and eat" not in summary
    assert "?" not in summary


async def test_nothing_is_kept_twice_and_nothing_is_cut_off() -> None:
    again = [*LONG, *talk(*(m.content for m in LONG))]
    for number, each in enumerate(again):
        again[number] = each.model_copy(update={"index": number, "turn": number // 2 + 1})
    summary = await of_place("inn", *again)
    said_so = [sentence for m in LONG for sentence in m.content.split(". ")]
    assert all(summary.count(sentence) <= 1 for sentence in said_so)
    for quote in summary.split('"')[1::2]:
        for part in quote.split(" … "):
            assert any(part in m.content for m in LONG)


async def test_neighbouring_sentences_stand_together_and_a_gap_is_marked() -> None:
    summary = await of_mara(
        *talk(
            "Who rang the bell?",
            "My brother Jonas rang it at Skagen. He was nine years old then. Well now. You look pale. Drink up."
            " Jonas drowned in the year 1987 beside the bell.",
        )
    )
    assert summary == (
        'Mara Ironhand told Élan: "My brother Jonas rang it at Skagen. He was nine years old then. … Jonas drowned in'
        ' the year 1987 beside the bell."'
    )


@pytest.mark.parametrize(
    "aside",
    [
        "do I roll perception for that? nineteen",
        "brb someone at the door called Jonas",
        "nat 20!! Jonas is toast",
        "can I tell if Jonas is lying",
        "I search for Jonas. 16 hits?",
        "I will bring my brother Jonas next session",
    ],
)
async def test_talk_about_the_game_is_not_kept(aside: str) -> None:
    kept = "My sister Ingrid drowned at Skagen."
    summary = await of_place("inn", said(kept, 0), answered("So they say.", 1), said(aside, 2, turn=2))
    assert summary == f'At the Inn, Élan told Mara Ironhand: "{kept}"'


@pytest.mark.parametrize(
    "words",
    [
        "I rolled the barrels down to Jonas at Skagen.",
        "What I want is the ring of my brother Jonas",
        "We hit a rock off Skagen and nine of us drowned.",
        "Jonas lost forty crowns at dice.",
        "My brother keeps 12 bees in Skagen.",
    ],
)
async def test_talk_of_the_story_is_not_taken_for_talk_about_the_game(words: str) -> None:
    assert words.removesuffix(".") in await of_place("inn", said(words, 0))


async def test_what_is_said_beside_talk_about_the_game_is_kept() -> None:
    words = 'brb. "My sister Ingrid drowned at Skagen." I roll a 7'
    assert "Ingrid" in await of_place("inn", said(words, 0))


async def test_events_come_first_and_what_changed_in_one_sentence() -> None:
    happened = line(
        EffectAdded(location_id="inn", effect="The shutters are barred."),
        EffectAdded(location_id="inn", effect="The fire is out."),
        ItemGiven(item_id="lantern", npc_id="mara", to_party=False),
        place="inn",
        index=2,
    )
    summary = await of_place("inn", *talk("My sister Ingrid drowned at Skagen.", "So they say."), happened)
    assert summary == (
        'At the Inn, Élan gave Mara Ironhand the lantern. What changed there: "The shutters are barred. The fire is'
        ' out." Élan told Mara Ironhand: "My sister Ingrid drowned at Skagen."'
    )


async def test_what_players_say_to_each_other_names_both() -> None:
    first = typed("My sister Ingrid drowned at Skagen.", "inn", index=0, addressee_ids=("player-2",))
    second = message(1, "Then we ride to Skagen tomorrow.", speaker_id="player-2", speaker_name="Bela",
                     location_id="inn", addressee_ids=("player",), turn=2)  # fmt: skip
    assert await of_place("inn", first, second) == (
        'At the Inn, Élan told Bela: "My sister Ingrid drowned at Skagen." Bela told Élan: "Then we ride to Skagen'
        ' tomorrow."'
    )


async def test_somebody_addressed_who_is_unknown_is_not_named_by_an_id() -> None:
    words = speech("My brother Jonas drowned at Skagen.", "mara", "inn")
    assert await of_place("inn", words) == (
        'At the Inn, Mara Ironhand told the party: "My brother Jonas drowned at Skagen."'
    )


async def test_the_narrator_is_quoted_only_where_nothing_else_is_kept() -> None:
    prose = told("Nine crows watch the road to Skagen.", "inn", index=5, role=Role.NARRATOR)
    assert await of_place("inn", typed("wait", "inn"), prose) == (
        'Élan spent some time at the Inn. It went like this: "Nine crows watch the road to Skagen."'
    )
    assert "crows" not in await of_place("inn", said("My sister Ingrid drowned at Skagen.", 0), prose)


async def test_a_word_that_says_nothing_ends_no_quotation() -> None:
    lines = talk(
        "I put a loaf behind the oven.", "The loaf behind the oven was taken by Anders. It is always the oven. Well."
    )
    assert (await of_place("inn", *lines)).endswith('It is always the oven."')


async def test_a_question_without_news_never_ends_a_quotation() -> None:
    lines = talk(
        "I have read the book on the desk.",
        "The book on the desk says that Brandt signed for boards. I closed the book. Would you close it, when you go?",
    )
    summary = await of_place("inn", *lines)
    assert "Brandt signed for boards." in summary
    assert "Would you" not in summary
