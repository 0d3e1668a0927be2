"""What was asked, said and promised is remembered as it was meant."""

from typing import Any

import pytest

from app.models.events.play import AttitudeChanged
from app.models.messages.message import Message
from app.models.messages.speech import ActKind, SpeechAct
from app.models.sheets.condition import Attitude
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from tests.unit.agents.summarizer_events.turns import line, moved, of_mara, of_place, speech, topic, typed
from tests.worlds import small_sheet

# -- what was asked ------------------------------------------------------------------------------------------------


async def test_a_topic_that_nobody_asked_for_was_told_not_asked_about() -> None:
    messages = [
        typed("Mara, I am cold.", "inn", addressee_ids=("mara",), witness_ids=("mara",), npc_ids=("mara",)),
        speech("An owl took the tower.", "mara", "inn", topic("owl-trouble"), index=1),
    ]
    assert "Mara Ironhand told Élan about the owl." in await of_mara(*messages)


async def test_a_word_that_several_topics_share_is_remembered_as_it_was_said() -> None:
    sheet = small_sheet()
    mara = next(npc for npc in sheet.npcs if npc.id == "mara")
    key = mara.topics[1].model_copy(update={"aliases": ("tower",)})
    other = mara.model_copy(update={"topics": (mara.topics[0], key)})
    people = tuple(other if npc.id == "mara" else npc for npc in sheet.npcs)
    state = begin(sheet.model_copy(update={"npcs": people}), "shared", [PlayerCharacter(name="Élan")])
    question = typed("ask Mara about the tower", "inn", addressee_ids=("mara",), witness_ids=("mara",))
    answer = speech("Here, take it.", "mara", "inn", topic("key"), index=1)
    told_so = await of_place("inn", question, answer, state=state)
    assert told_so == "At the Inn, Élan asked Mara Ironhand about the tower."
    evasive = await of_place("inn", question, speech("So you say.", "mara", "inn", index=1), state=state)
    assert evasive == "Élan spoke with Mara Ironhand at the Inn."


async def test_what_was_asked_for_in_vain_was_asked_for() -> None:
    """The order to ask was refused, so no topic was told; the one it names for certain was asked for."""
    question = typed("ask Mara about the key", "inn", addressee_ids=("mara",), witness_ids=("mara",))
    refusal = speech("Not before I have my lantern.", "mara", "inn", index=1)
    told_so = await of_place("inn", question, refusal)
    assert told_so.startswith("At the Inn, Élan asked Mara Ironhand about the key.")


async def test_a_topic_told_where_an_order_led_was_asked_for_there() -> None:
    messages = [
        typed("go to the inn and ask Mara about the owl", witness_ids=("mara",), npc_ids=("mara",)),
        line(moved("market", "inn"), topic("owl-trouble"), witness_ids=("mara",)),
    ]
    assert await of_place("inn", *messages) == "At the Inn, Élan asked Mara Ironhand about the owl."


async def test_a_topic_that_a_program_asked_for_was_asked_for_by_the_party() -> None:
    assert await of_place("inn", line(topic("owl-trouble"), place="inn")) == (
        "At the Inn, the party asked Mara Ironhand about the owl."
    )


async def test_a_question_that_nobody_answered_was_not_asked() -> None:
    messages = [typed("ask Mara about the owl", "inn", addressee_ids=("mara",), witness_ids=("mara",))]
    assert "asked" not in await of_place("inn", *messages)


async def test_knowing_of_a_topic_is_no_question() -> None:
    messages = [
        typed("Mara, I know about the owl.", "inn", addressee_ids=("mara",), witness_ids=("mara",), npc_ids=("mara",)),
        speech("Do you.", "mara", "inn", index=1),
    ]
    assert "asked" not in await of_place("inn", *messages)


# -- what is worth quoting -----------------------------------------------------------------------------------------


def heard(words: str, answer: str = "So.") -> list[Message]:
    return [
        typed(words, "inn", addressee_ids=("mara",), witness_ids=("mara",), npc_ids=("mara",)),
        speech(answer, "mara", "inn", index=1),
    ]


@pytest.mark.parametrize(
    "words",
    [
        "hang the lantern over the bar",
        "kiss Mara",
        "Mara, I am sorry about your husband.",
        "Thank you for the lantern.",
    ],
)
async def test_what_is_done_and_what_is_polite_is_not_quoted(words: str) -> None:
    assert await of_mara(*heard(words)) == "Élan spoke with Mara Ironhand at the Inn."


async def test_what_a_player_tells_counts_whether_or_not_somebody_answers() -> None:
    messages = heard("My brother Jonas drowned at Skagen.")[:1]
    told = 'Élan told Mara Ironhand: "My brother Jonas drowned at Skagen."'
    assert await of_place("inn", *messages) == f"At the Inn, {told}"
    assert await of_mara(*messages) == told
    alone = typed("My brother Jonas drowned at Skagen.", "inn")
    assert await of_place("inn", alone) == 'At the Inn, Élan said: "My brother Jonas drowned at Skagen."'


async def test_of_several_told_facts_the_one_with_names_kin_and_numbers_is_kept() -> None:
    words = "I am sorry about your husband. I was cold on the way. My brother Jonas drowned at Skagen in 1987."
    assert await of_mara(*heard(words)) == 'Élan told Mara Ironhand: "My brother Jonas drowned at Skagen in 1987."'


async def test_of_a_person_only_a_sentence_that_tells_something_is_kept() -> None:
    idle = "That is more than most people ever do around here."
    assert idle not in await of_mara(*heard("say hello there", idle))
    told_it = "The ferry to Skagen left at nine with my sister."
    assert f'Mara Ironhand told Élan: "{told_it}"' == await of_mara(*heard("say hello there", f"{idle} {told_it}"))


async def test_nothing_is_said_of_a_person_that_has_no_opinion() -> None:
    messages = [
        *heard("say hello there"),
        line(AttitudeChanged(npc_id="mara", attitude=Attitude.NEUTRAL), place="inn", witness_ids=("mara",)),
    ]
    assert await of_mara(*messages) == "Élan spoke with Mara Ironhand at the Inn."


@pytest.mark.parametrize("words", ["I promise nothing.", "I can't promise that I will help you.", "Do you promise?"])
async def test_what_is_no_promise_is_not_remembered_as_one(words: str) -> None:
    assert "promised" not in await of_mara(*heard(words))


# -- what was done by saying it ------------------------------------------------------------------------------------


def performing(words: str, kind: ActKind, clause: str, **fields: Any) -> Message:
    start = words.index(clause)
    act = SpeechAct(kind=kind, span=(start, start + len(clause)), **fields)
    return typed(words, "inn", addressee_ids=("mara",), witness_ids=("mara",), acts=(act,))


async def test_the_recorded_acts_of_a_message_are_what_was_promised_and_threatened() -> None:
    """Also where no cue word says so; and a cue word alone says nothing where acts are recorded."""
    vow = performing("Come spring, count on me, I promise nothing.", ActKind.PROMISE, "count on me")
    assert 'Élan promised Mara Ironhand: "Come spring, count on me, I promise nothing."' in await of_mara(vow)
    threat = performing("Sleep lightly, Mara. I promise to be back.", ActKind.THREAT, "Sleep lightly, Mara")
    assert await of_mara(threat) == 'Élan threatened Mara Ironhand: "Sleep lightly, Mara."'


async def test_an_act_for_somebody_else_is_not_done_to_whoever_hears_it() -> None:
    vow = performing("I promise it, Guard.", ActKind.PROMISE, "I promise it", to=("guard-1",))
    assert "promised" not in await of_mara(vow)


async def test_an_act_that_was_quoted_from_memory_is_not_done_again() -> None:
    words = "You said: I promise to help. And so you did."
    promise = SpeechAct(kind=ActKind.PROMISE, span=(10, 28))
    told_so = speech(words, "mara", "inn").model_copy(update={"acts": (promise,), "quoted": ((10, 28),)})
    assert "promised" not in await of_mara(*heard("say hello there")[:1], told_so)


async def test_a_promise_stays_in_the_summary_of_a_long_visit_before_all_that_was_told() -> None:
    told = (
        "An owl took the tower in March, because nobody had mended the roof since November.",
        "The keeper of the tower counted nineteen lamps before the owl came, and five after it.",
        "Since the flood the north road belongs to Odo, who asks three coins of everybody who passes.",
        "My brother went down to the harbour in autumn, because the boats no longer came to the market.",
    )
    promise = "I promise to bring the lantern back."
    messages = [typed(promise, "inn", addressee_ids=("mara",), witness_ids=("mara",), npc_ids=("mara",))]
    messages += [speech(text, "mara", "inn", index=number) for number, text in enumerate(told, start=1)]
    assert promise in await of_mara(*messages)
    assert promise in await of_place("inn", *messages)
