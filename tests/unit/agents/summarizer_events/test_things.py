"""Memories claim only what the messages' events say became of things and people."""

import pytest

from app.models.command import Event
from app.models.events.play import EffectAdded, ItemUsed, NPCMoved, QuestStarted, SecretDiscovered
from app.models.messages.message import Role
from app.models.sheets.item import ItemSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.unit.agents.summarizer_events.turns import dropped, gave, got, line, of_place, took, typed, used_up
from tests.worlds import message, small_sheet


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


@pytest.mark.parametrize(("others", "who"), [((), "Élan"), (("Bo",), "the party")])
async def test_what_was_done_without_words_is_the_only_players_or_the_partys(others: tuple[str, ...], who: str) -> None:
    said = [
        typed("Good evening.", "inn", turn=number, speaker_name=name) for number, name in enumerate(("Élan", *others))
    ]
    assert f"{who} took the lantern." in await of_place("inn", *said, line(took("lantern"), place="inn", turn=7))


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
        "+ lantern · → Market · ✓ the great owl · ! Tower: cleared · Market · Day 1, 08:01",
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
