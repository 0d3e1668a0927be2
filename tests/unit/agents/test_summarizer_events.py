"""Memories claim only what the messages' events say, only for its own place, and only of people who were there."""

from typing import Any

import pytest

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.language.analysis.mentions import mentions_for
from app.models.command import Event
from app.models.events.play import (
    AttitudeChanged,
    DangerChanged,
    EffectAdded,
    EncounterCompleted,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    NPCMoved,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
    SecretDiscovered,
    TopicTold,
)
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind, SpeechAct
from app.models.sheets.condition import Attitude, DangerLevel
from app.models.sheets.scenario import ItemSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.worlds import message, new_game, small_sheet

SUMMARIZER = ExtractiveSummarizer()
STATE = new_game()
MENTIONS = mentions_for(STATE.sheet)


def line(*events: Event, place: str = "market", turn: int = 1, index: int = 9, **fields: Any) -> Message:
    """The engine's own line of a turn that began at ``place``; its text is for people only."""
    given = {"role": Role.SYSTEM, "speaker_id": None, "speaker_name": "", "location_id": place, "turn": turn}
    return message(index, "What changed.", events=events, **{**given, **fields})


def took(item_id: str) -> Event:
    return ItemTaken(item_id=item_id, location_id="market")


def dropped(item_id: str) -> Event:
    return ItemDropped(item_id=item_id, location_id="market")


def used_up(item_id: str) -> Event:
    return ItemUsed(item_id=item_id, target_id=None, text="It is gone.", consumed=True)


def gave(item_id: str, to: str) -> Event:
    return ItemGiven(item_id=item_id, npc_id=to, to_party=False)


def got(item_id: str, of: str) -> Event:
    return ItemGiven(item_id=item_id, npc_id=of, to_party=True)


def moved(left: str, to: str) -> Event:
    return LocationChanged(from_id=left, to_id=to, minutes=5, first_visit=False)


def topic(topic_id: str, text: str = "So it is.") -> Event:
    return TopicTold(npc_id="mara", topic_id=topic_id, first_time=True, text=text)


def typed(content: str, place: str = "market", turn: int = 1, index: int = 0, **fields: Any) -> Message:
    return message(index, content, **{"location_id": place, "turn": turn, **fields})


def speech(content: str, who: str, place: str, *events: Event, turn: int = 1, index: int = 3) -> Message:
    return message(
        index, content, events=events, role=Role.NPC, speaker_id=who, speaker_name=STATE.name(who), location_id=place,
        turn=turn, witness_ids=(who,), npc_ids=MENTIONS.people(content, (who,)), addressee_ids=("player",),
    )  # fmt: skip


def told(content: str, place: str, arrived: str | None = None, turn: int = 1, index: int = 5, **fields: Any) -> Message:
    given = {"role": Role.NARRATOR, "speaker_id": None, "speaker_name": "", "location_id": place, "turn": turn}
    return message(index, content, **{**given, "arrived_location_id": arrived, **fields})


async def of_place(place: str, *messages: Message, state: GameState = STATE) -> str:
    return await SUMMARIZER.summarize_location_session(state, place, messages)


async def of_mara(*messages: Message) -> str:
    return await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages)


# -- what the engine's line holds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "change", "expected"),
    [
        ("take the lantern", took("lantern"), "At the Inn, Élan took the lantern."),
        ("give it to Mara", dropped("lantern"), "At the Inn, Élan put down the lantern."),
        ("drop it", used_up("lantern"), "At the Inn, Élan used up the lantern."),
        ("drop it", gave("lantern", "mara"), "At the Inn, Élan gave Mara Ironhand the lantern."),
        ("take it", got("brass-key", "mara"), "At the Inn, Mara Ironhand gave Élan the brass key."),
    ],
)
async def test_what_became_of_a_thing_is_taken_from_the_events_whatever_was_typed(
    words: str, change: Event, expected: str
) -> None:
    messages = [
        typed(words, "inn", addressee_ids=("mara",), witness_ids=("mara",)),
        line(change, place="inn", witness_ids=("mara",)),
    ]
    assert await of_place("inn", *messages) == expected


async def test_without_an_event_nothing_was_given_however_it_was_typed() -> None:
    messages = [
        typed("give the lantern to Mara", "inn", addressee_ids=("mara",), witness_ids=("mara",)),
        line(place="inn", witness_ids=("mara",)),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


def odd_world() -> GameState:
    sheet = small_sheet()
    names = ("salt · pepper", "letter to Mara Ironhand", "note from Guard", "cord used up", "→ Market", "✓ + -")
    odd = tuple(ItemSheet(id=f"odd-{n}", name=name, description="Odd.") for n, name in enumerate(names))
    return begin(sheet.model_copy(update={"items": (*sheet.items, *odd)}), "odd", [PlayerCharacter(name="Élan")])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (took("odd-0"), "Élan took the salt · pepper."),
        (dropped("odd-1"), "Élan put down the letter to Mara Ironhand."),
        (gave("odd-1", "mara"), "Élan gave Mara Ironhand the letter to Mara Ironhand."),
        (took("odd-2"), "Élan took the note from Guard."),
        (got("odd-2", "guard-1"), "Guard gave Élan the note from Guard."),
        (dropped("odd-3"), "Élan put down the cord used up."),
        (used_up("odd-3"), "Élan used up the cord used up."),
        (gave("odd-4", "guard-2"), "Élan gave Guard the → Market."),
        (took("odd-5"), "Élan took the ✓ + -."),
    ],
)
async def test_a_thing_is_remembered_by_its_name_whatever_that_looks_like(change: Event, sentence: str) -> None:
    messages = [
        typed("do it", "inn", witness_ids=("mara", "guard-1")),
        line(change, place="inn", witness_ids=("mara", "guard-1")),
    ]
    told_so = await of_place("inn", *messages, state=odd_world())
    assert told_so.removeprefix("At the Inn, ") == sentence


@pytest.mark.parametrize(
    "content",
    [
        "- letter to Mara Ironhand · Inn · Day 1, 08:01",
        "+ lantern · → Market · ✓ the great owl · ! Tower: CLEARED · Market · Day 1, 08:01",
    ],
)
async def test_a_line_without_events_tells_of_no_deed_whatever_its_text_says(content: str) -> None:
    """As of a message made by hand, or of an old save."""
    messages = [
        typed("do it", "inn", witness_ids=("mara",)),
        message(9, content, role=Role.SYSTEM, speaker_id=None, speaker_name="", location_id="inn"),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (EffectAdded(location_id="inn", effect="The well: lit"), 'What changed there: "The well: lit."'),
        (SecretDiscovered(location_id="market", secret_id="loose-stone"), "Élan discovered the loose stone."),
        (NPCMoved(npc_id="mara", from_id="inn", to_id="market"), "Mara Ironhand left for the Market."),
        (QuestStarted(quest_id="peace"), 'Élan took on the quest "Peace in the tower".'),
    ],
)
async def test_whatever_else_happens_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    told_so = await of_place("inn", typed("do it", "inn"), line(event, place="inn"))
    assert told_so.removeprefix("At the Inn, ").removeprefix("Élan spent some time at the Inn. ") == sentence


@pytest.mark.parametrize(
    "event",
    [
        NPCMoved(npc_id="mara", from_id="market", to_id="inn"),
        EffectAdded(location_id="tower", effect="The bell hangs."),
        ItemUsed(item_id="lantern", target_id=None, text="You light the lantern.", consumed=False),
    ],
)
async def test_who_comes_and_what_changes_elsewhere_is_no_deed_of_the_place(event: Event) -> None:
    assert await of_place("inn", typed("do it", "inn"), line(event, place="inn")) == "Élan spent some time at the Inn."


@pytest.mark.parametrize(
    ("changes", "ends_with"),
    [
        ((took("lantern"), dropped("lantern")), "Élan spent some time at the Market."),
        ((took("lantern"), dropped("lantern"), took("lantern")), "Élan took the lantern."),
        ((dropped("lantern"), took("lantern")), "Élan spent some time at the Market."),
        ((dropped("lantern"), took("lantern"), dropped("lantern")), "Élan put down the lantern."),
        ((took("lantern"), gave("lantern", "guard-1")), "Élan gave Guard the lantern."),
        ((took("lantern"), used_up("lantern")), "Élan used up the lantern."),
    ],
)
async def test_of_taking_up_and_putting_down_only_what_is_left_of_it_is_told(
    changes: tuple[Event, ...], ends_with: str
) -> None:
    messages = [line(change, turn=n) for n, change in enumerate(changes)]
    summary = await of_place("market", typed("x"), *messages)
    assert summary.removeprefix("At the Market, ") == ends_with


# -- where it happened ---------------------------------------------------------------------------------------------


def there_and_back() -> Message:
    return line(took("lantern"), moved("market", "inn"), gave("lantern", "mara"), moved("inn", "market"), took("anvil"))


async def test_events_before_the_first_move_belong_to_the_start_and_those_after_it_to_the_place_reached() -> None:
    assert await of_place("inn", typed("do it", "market"), there_and_back()) == (
        "At the Inn, Élan gave Mara Ironhand the lantern."
    )
    assert await of_place("market", typed("do it", "market"), there_and_back()) == (
        "At the Market, Élan took the lantern and the anvil."
    )


@pytest.mark.parametrize(("place", "remembers"), [("cell-1", False), ("cell-2", True)])
async def test_of_two_places_of_one_name_the_one_that_was_reached_remembers(place: str, remembers: bool) -> None:
    end = line(moved("market", "cell-1"), moved("cell-1", "cell-2"), took("lantern"))
    assert ("lantern" in await of_place(place, typed("do it"), end)) is remembers


CHAIN = (
    typed("take lantern then go east and talk to Mara and go west", index=0, witness_ids=("guard-1", "mara"),
          npc_ids=("mara",)),
    speech("An owl took the tower. Bring me a lantern and you shall have my key.", "mara", "inn", topic("owl-trouble"),
           index=1),
    told("You take the lantern. The Inn is full of smoke. Mara Ironhand told a story of the Skerries.", "market",
         index=2, npc_ids=("mara",), witness_ids=("guard-1", "mara")),
    line(took("lantern"), moved("market", "inn"), QuestStarted(quest_id="light"), gave("anvil", "mara"),
         moved("inn", "market"), index=3, witness_ids=("guard-1", "mara")),
)  # fmt: skip


async def test_a_place_remembers_nothing_that_was_done_elsewhere_in_a_chain_of_orders() -> None:
    assert await of_place("market", *CHAIN[:1], *CHAIN[2:]) == "At the Market, Élan took the lantern."


async def test_the_other_place_of_a_chain_knows_what_was_said_there() -> None:
    summary = await of_place("inn", CHAIN[1])
    assert "the owl" in summary
    assert "Market" not in summary
    assert "Skerries" not in summary


async def test_a_person_remembers_only_what_happened_where_it_was() -> None:
    summary = await of_mara(*CHAIN)
    assert "Élan gave Mara Ironhand the anvil." in summary
    assert "took" not in summary.replace("took the tower", "")
    assert "Skerries" not in summary


async def test_narration_of_an_arrival_is_no_memory_of_the_place_that_was_left() -> None:
    messages = [
        typed("go to the inn"),
        told("The old song froze in the throat of the Guard over at the Inn.", "market", "inn", npc_ids=("guard-1",)),
        line(moved("market", "inn"), QuestCompleted(quest_id="light")),
    ]
    assert await of_place("market", *messages) == "Élan passed through the Market."


async def test_only_people_who_spoke_or_were_spoken_to_at_the_place_are_company() -> None:
    messages = [
        typed("talk to Mara", "inn", addressee_ids=("mara",), witness_ids=("mara", "guard-1"), npc_ids=("mara",)),
        speech("Come in, come in.", "mara", "inn", index=1),
        speech("Move along.", "guard-1", "market", index=2),
        line(place="inn", witness_ids=("mara", "guard-1")),
    ]
    assert await of_place("inn", *messages) == "Élan spoke with Mara Ironhand at the Inn."


async def test_who_only_stood_by_or_was_left_over_as_addressee_was_not_spoken_with() -> None:
    """Words that nobody answered, and that name nobody, were said to nobody."""
    messages = [
        typed("xyzzy plugh", "inn", addressee_ids=("mara",), witness_ids=("mara",)),
        line(place="inn", witness_ids=("mara",)),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


# -- visits in which nothing happened ------------------------------------------------------------------------------


async def test_a_place_on_the_way_is_passed_through() -> None:
    messages = [
        told("You come to the Market.", "inn", "market", index=0),
        typed("go down", turn=2, index=1),
        told("You climb down.", "market", "cell-1", turn=2, index=2),
        line(moved("market", "cell-1"), turn=2, index=3),
    ]
    assert await of_place("market", *messages) == "Élan passed through the Market."


async def test_who_goes_back_where_it_came_from_has_turned_back() -> None:
    messages = [
        told("You come to the Market.", "inn", "market", index=0),
        typed("east", turn=2, index=1),
        line(moved("market", "inn"), turn=2, index=3),
    ]
    assert await of_place("market", *messages) == "Élan came to the Market and turned back."


async def test_a_message_that_holds_nothing_but_stock_text_contributes_nothing() -> None:
    messages = [
        typed("help", "inn", index=0, witness_ids=("mara",)),
        told("…", "inn", index=1),
        told("You can do a great many things here, and Mara told you all of them.", "inn", index=2, quoted=((0, 67),)),
        line(place="inn", index=3),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


# -- what was asked ------------------------------------------------------------------------------------------------


async def test_a_topic_that_nobody_asked_for_was_told_not_asked_about() -> None:
    messages = [
        typed("Mara, I am cold.", "inn", addressee_ids=("mara",), witness_ids=("mara",), npc_ids=("mara",)),
        speech("An owl took the tower.", "mara", "inn", topic("owl-trouble"), index=1),
    ]
    assert "Mara Ironhand told Élan about the owl." in await of_mara(*messages)


async def test_a_word_that_several_topics_share_asks_for_the_one_that_was_told() -> None:
    sheet = small_sheet()
    mara = next(npc for npc in sheet.npcs if npc.id == "mara")
    key = mara.topics[1].model_copy(update={"aliases": ("tower",)})
    other = mara.model_copy(update={"topics": (mara.topics[0], key)})
    people = tuple(other if npc.id == "mara" else npc for npc in sheet.npcs)
    state = begin(sheet.model_copy(update={"npcs": people}), "shared", [PlayerCharacter(name="Élan")])
    question = typed("ask Mara about the tower", "inn", addressee_ids=("mara",), witness_ids=("mara",))
    answer = speech("Here, take it.", "mara", "inn", topic("key"), index=1)
    told_so = await of_place("inn", question, answer, state=state)
    assert told_so == "At the Inn, Élan asked Mara Ironhand about the key."
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


async def test_what_is_told_to_nobody_who_answers_is_not_quoted() -> None:
    messages = heard("My brother Jonas drowned at Skagen.")[:1]
    assert "Jonas" not in await of_place("inn", *messages)


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


# -- the world -----------------------------------------------------------------------------------------------------


WORLD_TURN = (
    typed("fight the owl", "tower", turn=7, index=0),
    told("The light drives it off.", "tower", turn=7, index=1),
    line(EncounterCompleted(location_id="tower", encounter_id="owl"),
         DangerChanged(location_id="tower", level=DangerLevel.CLEARED),
         ObjectiveCompleted(quest_id="peace", objective_id="drive-owl"), QuestCompleted(quest_id="peace"),
         place="tower", turn=7, index=2),
)  # fmt: skip


async def of_world(kind: str, **related: str) -> str:
    earlier = [
        typed("I promise to return, Mara.", "inn", turn=3, addressee_ids=("mara",), witness_ids=("mara",)),
        line(
            got("brass-key", "mara"),
            SecretDiscovered(location_id="market", secret_id="loose-stone"),
            place="inn",
            turn=3,
        ),
    ]
    return await SUMMARIZER.summarize_world_update(STATE, kind, [*earlier, *WORLD_TURN], related)


async def test_the_world_keeps_the_event_and_what_its_author_wrote_of_it_and_nothing_private() -> None:
    assert await of_world("encounter_completed", location_id="tower", encounter_id="owl") == (
        'Élan overcame the great owl. It went like this: "The light drives it off."'
    )
    assert await of_world("location_cleared", location_id="tower") == (
        "Élan cleared the Tower. With the great owl overcome, nothing threatened anybody there any more."
    )
    assert await of_world("quest_completed", quest_id="peace") == 'Élan completed the quest "Peace in the tower".'


async def test_the_world_tells_whose_turn_it_was() -> None:
    mine = [message.model_copy(update={"speaker_name": "Bela"}) for message in WORLD_TURN[:1]]
    messages = [typed("look", turn=2, index=0), *mine, *WORLD_TURN[1:]]
    told_so = await SUMMARIZER.summarize_world_update(
        STATE, "encounter_completed", messages, {"location_id": "tower", "encounter_id": "owl"}
    )
    assert told_so.startswith("Bela overcame the great owl.")


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
