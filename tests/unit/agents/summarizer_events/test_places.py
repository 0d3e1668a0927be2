"""What was done is remembered only by its own place, and only by people who were there."""

import pytest

from app.models.events.play import QuestCompleted, QuestStarted
from app.models.messages.message import Message
from tests.unit.agents.summarizer_events.turns import (
    gave,
    line,
    moved,
    of_mara,
    of_place,
    speech,
    told,
    took,
    topic,
    typed,
)


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
        told("The old song froze in the throat of the Guard over at the Inn.", "inn", npc_ids=("guard-1",)),
        line(moved("market", "inn"), QuestCompleted(quest_id="light")),
    ]
    assert await of_place("market", *messages) == "Élan spent some time at the Market."


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


async def test_a_message_that_holds_nothing_but_stock_text_contributes_nothing() -> None:
    messages = [
        typed("help", "inn", index=0, witness_ids=("mara",)),
        told("…", "inn", index=1),
        told("You can do a great many things here, and Mara told you all of them.", "inn", index=2, quoted=((0, 67),)),
        line(place="inn", index=3),
    ]
    assert await of_place("inn", *messages) == "Élan spent some time at the Inn."


async def test_who_is_named_in_full_in_a_sentence_is_called_by_the_given_name_in_the_rest_of_it() -> None:
    asked = speech("An owl took the tower.", "mara", "inn", topic("owl-trouble"), index=1)
    summary = await of_place("inn", typed("do it", "inn"), asked, line(gave("lantern", "mara"), place="inn"))
    assert summary.startswith("At the Inn, Élan gave Mara Ironhand the lantern and asked Mara about ")
