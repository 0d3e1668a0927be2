"""Memories claim only what the engine's line says, only for its own place, and only of people who were there."""

from typing import Any

import pytest

from app.agents.summarizer.changes import ChangeReader
from app.agents.summarizer.offline import ExtractiveSummarizer
from app.language.analysis.mentions import mentions_for
from app.models.game_state import GameState, PlayerCharacter
from app.models.message import Message, Role
from app.models.opening import begin
from app.models.scenario import ItemSheet
from tests.worlds import message, new_game, small_sheet

SUMMARIZER = ExtractiveSummarizer()
STATE = new_game()
MENTIONS = mentions_for(STATE.sheet)


def line(content: str, place: str = "market", turn: int = 1, index: int = 9, **fields: Any) -> Message:
    """The engine's own line of a turn that began at ``place``."""
    given = {"role": Role.SYSTEM, "speaker_id": None, "speaker_name": "", "location_id": place, "turn": turn}
    return message(index, content, **{**given, **fields})


def typed(content: str, place: str = "market", turn: int = 1, index: int = 0, **fields: Any) -> Message:
    return message(index, content, **{"location_id": place, "turn": turn, **fields})


def speech(content: str, who: str, place: str, turn: int = 1, index: int = 3) -> Message:
    return message(
        index, content, role=Role.NPC, speaker_id=who, speaker_name=STATE.name(who), location_id=place, turn=turn,
        witness_ids=(who,), npc_ids=MENTIONS.people(content, (who,)), addressee_ids=("player",),
    )  # fmt: skip


def told(content: str, place: str, arrived: str | None = None, turn: int = 1, index: int = 5, **fields: Any) -> Message:
    given = {"role": Role.NARRATOR, "speaker_id": None, "speaker_name": "", "location_id": place, "turn": turn}
    return message(index, content, **{**given, "arrived_location_id": arrived, **fields})


async def of_place(place: str, *messages: Message, state: GameState = STATE) -> str:
    return await SUMMARIZER.summarize_location_session(state, place, messages)


async def of_mara(*messages: Message) -> str:
    return await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages)


# -- what the engine's line says -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "change", "expected"),
    [
        ("take the lantern", "+ lantern", "At the Inn, Élan took the lantern."),
        ("give it to Mara", "- lantern", "At the Inn, Élan put down the lantern."),
        ("drop it", "- lantern used up", "At the Inn, Élan used up the lantern."),
        ("drop it", "- lantern to Mara Ironhand", "At the Inn, Élan gave Mara Ironhand the lantern."),
        ("take it", "+ brass key from Mara Ironhand", "At the Inn, Mara Ironhand gave Élan the brass key."),
    ],
)
async def test_what_became_of_a_thing_is_read_off_the_line_whatever_was_typed(
    words: str, change: str, expected: str
) -> None:
    messages = [
        typed(words, "inn", addressee_ids=("mara",), witness_ids=("mara",)),
        line(f"{change} · Inn · Day 1, 08:01", "inn", witness_ids=("mara",)),
    ]
    assert await of_place("inn", *messages) == expected


async def test_without_a_change_in_the_line_nothing_was_given_however_it_was_typed() -> None:
    messages = [
        typed("give the lantern to Mara", "inn", addressee_ids=("mara",), witness_ids=("mara",)),
        line("Inn · Day 1, 08:01", "inn", witness_ids=("mara",)),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


def odd_world() -> GameState:
    sheet = small_sheet()
    names = ("letter", "letter to Mara Ironhand", "note from Guard", "cord used up")
    odd = tuple(ItemSheet(id=f"odd-{n}", name=name, description="Odd.") for n, name in enumerate(names))
    return begin(sheet.model_copy(update={"items": (*sheet.items, *odd)}), "odd", [PlayerCharacter(name="Élan")])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("- letter to Mara Ironhand", "Élan put down the letter to Mara Ironhand."),
        ("- letter to Mara Ironhand to Mara Ironhand", "Élan gave Mara Ironhand the letter to Mara Ironhand."),
        ("- letter to Guard", "Élan gave Guard the letter."),
        ("+ note from Guard", "Élan took the note from Guard."),
        ("+ note from Guard from Guard", "Guard gave Élan the note from Guard."),
        ("- cord used up", "Élan put down the cord used up."),
        ("- cord used up used up", "Élan used up the cord used up."),
        ("- letter to Nobody", "Élan spent some time at the Inn."),
        ("+ lantern from the sea", "Élan spent some time at the Inn."),
    ],
)
async def test_names_with_to_and_from_are_matched_as_a_whole(change: str, sentence: str) -> None:
    messages = [
        typed("do it", "inn", witness_ids=("mara", "guard-1")),
        line(f"{change} · Inn · Day 1, 08:01", "inn", witness_ids=("mara", "guard-1")),
    ]
    told_so = await of_place("inn", *messages, state=odd_world())
    assert told_so.removeprefix("At the Inn, ") == sentence


@pytest.mark.parametrize(
    ("changes", "ends_with"),
    [
        (("+ lantern", "- lantern"), "Élan spent some time at the Market."),
        (("+ lantern", "- lantern", "+ lantern"), "Élan took the lantern."),
        (("- lantern", "+ lantern"), "Élan spent some time at the Market."),
        (("- lantern", "+ lantern", "- lantern"), "Élan put down the lantern."),
        (("+ lantern", "- lantern to Guard"), "Élan gave Guard the lantern."),
        (("+ lantern", "- lantern used up"), "Élan used up the lantern."),
    ],
)
async def test_of_taking_up_and_putting_down_only_what_is_left_of_it_is_told(
    changes: tuple[str, ...], ends_with: str
) -> None:
    messages = [line(f"{change} · Market · Day 1, 08:01", turn=n) for n, change in enumerate(changes)]
    summary = await of_place("market", typed("x"), *messages)
    assert summary.removeprefix("At the Market, ") == ends_with


# -- where it happened ---------------------------------------------------------------------------------------------


def test_changes_before_the_first_move_belong_to_the_start_and_those_after_it_to_the_place_reached() -> None:
    reader = ChangeReader(STATE.sheet.index)
    content = "+ lantern · → Inn · - lantern to Mara Ironhand · → Market · - anvil · Market · Day 1, 08:10"
    found = [(change.mark, change.what, change.place) for change in reader.read(line(content))]
    assert found == [
        ("+", "lantern", "market"),
        ("→", "Inn", "inn"),
        ("-", "lantern to Mara Ironhand", "inn"),
        ("→", "Market", "market"),
        ("-", "anvil", "market"),
    ]


def test_of_two_places_of_one_name_the_one_that_can_be_reached_is_meant() -> None:
    reader = ChangeReader(STATE.sheet.index)
    content = "→ Prison Cell · → Prison Cell · + lantern · Prison Cell · Day 1, 08:10"
    assert [change.place for change in reader.read(line(content))] == ["cell-1", "cell-2", "cell-2"]


CHAIN = (
    typed("take lantern then go east and talk to Mara and go west", index=0, witness_ids=("guard-1", "mara"),
          npc_ids=("mara",)),
    speech("An owl took the tower. Bring me a lantern and you shall have my key.", "mara", "inn", index=1),
    told("You take the lantern. The Inn is full of smoke. Mara Ironhand told a story of the Skerries.", "market",
         index=2, npc_ids=("mara",), witness_ids=("guard-1", "mara")),
    line("+ lantern · → Inn · ! quest begun: A light for Mara · - anvil to Mara Ironhand · → Market · Market ·"
         " Day 1, 08:10", index=3, witness_ids=("guard-1", "mara")),
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
        line("→ Inn · ✓ A light for Mara · Inn · Day 1, 08:05"),
    ]
    assert await of_place("market", *messages) == "Élan passed through the Market."


async def test_only_people_who_spoke_or_were_spoken_to_at_the_place_are_company() -> None:
    messages = [
        typed("talk to Mara", "inn", addressee_ids=("mara",), witness_ids=("mara", "guard-1"), npc_ids=("mara",)),
        speech("Come in, come in.", "mara", "inn", index=1),
        speech("Move along.", "guard-1", "market", index=2),
        line("Inn · Day 1, 08:01", "inn", witness_ids=("mara", "guard-1")),
    ]
    assert await of_place("inn", *messages) == "Élan spoke with Mara Ironhand at the Inn."


async def test_who_only_stood_by_or_was_left_over_as_addressee_was_not_spoken_with() -> None:
    """Words that nobody answered, and that name nobody, were said to nobody."""
    messages = [
        typed("xyzzy plugh", "inn", addressee_ids=("mara",), witness_ids=("mara",)),
        line("Inn · Day 1, 08:01", "inn", witness_ids=("mara",)),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


# -- visits in which nothing happened ------------------------------------------------------------------------------


async def test_a_place_on_the_way_is_passed_through() -> None:
    messages = [
        told("You come to the Market.", "inn", "market", index=0),
        typed("go down", turn=2, index=1),
        told("You climb down.", "market", "cell-1", turn=2, index=2),
        line("→ Prison Cell · Prison Cell · Day 1, 08:15", turn=2, index=3),
    ]
    assert await of_place("market", *messages) == "Élan passed through the Market."


async def test_who_goes_back_where_it_came_from_has_turned_back() -> None:
    messages = [
        told("You come to the Market.", "inn", "market", index=0),
        typed("east", turn=2, index=1),
        line("→ Inn · Inn · Day 1, 08:15", turn=2, index=3),
    ]
    assert await of_place("market", *messages) == "Élan came to the Market and turned back."


async def test_a_message_that_holds_nothing_but_stock_text_contributes_nothing() -> None:
    messages = [
        typed("help", "inn", index=0, witness_ids=("mara",)),
        told("…", "inn", index=1),
        told("You can do a great many things here, and Mara told you all of them.", "inn", index=2, quoted=((0, 67),)),
        line("Inn · Day 1, 08:01", "inn", index=3),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


# -- what was asked ------------------------------------------------------------------------------------------------


async def test_a_topic_that_nobody_asked_for_was_told_not_asked_about() -> None:
    messages = [
        typed("Mara, I am cold.", "inn", addressee_ids=("mara",), witness_ids=("mara",), npc_ids=("mara",)),
        speech("An owl took the tower. Bring me a lantern and you shall have my key.", "mara", "inn", index=1),
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
    told_so = await of_place("inn", question, speech("Here, take it.", "mara", "inn", index=1), state=state)
    assert told_so == "At the Inn, Élan asked Mara Ironhand about the key."
    evasive = await of_place("inn", question, speech("So you say.", "mara", "inn", index=1), state=state)
    assert evasive == "Élan spoke with Mara Ironhand at the Inn."


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
        line("! Mara Ironhand: neutral · Inn · Day 1, 08:01", "inn", witness_ids=("mara",)),
    ]
    assert await of_mara(*messages) == "Élan spoke with Mara Ironhand at the Inn."


@pytest.mark.parametrize("words", ["I promise nothing.", "I can't promise that I will help you.", "Do you promise?"])
async def test_what_is_no_promise_is_not_remembered_as_one(words: str) -> None:
    assert "promised" not in await of_mara(*heard(words))


# -- the world -----------------------------------------------------------------------------------------------------


WORLD_TURN = (
    typed("fight the owl", "tower", turn=7, index=0),
    told("The light drives it off.", "tower", turn=7, index=1),
    line("✓ the great owl · ! Tower: CLEARED · ✓ Drive off the owl · ✓ Peace in the tower · Tower · Day 1, 16:02",
         "tower", turn=7, index=2),
)  # fmt: skip


async def of_world(kind: str, **related: str) -> str:
    earlier = [
        typed("I promise to return, Mara.", "inn", turn=3, addressee_ids=("mara",), witness_ids=("mara",)),
        line("+ brass key from Mara Ironhand · ! discovered: the loose stone · Inn · Day 1, 14:00", "inn", turn=3),
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
