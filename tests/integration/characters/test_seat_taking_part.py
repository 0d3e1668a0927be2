"""The seat of a character: taking part, and consulting memories before it does."""

import asyncio
from typing import Any

import pytest

from app.errors import Conflict, NotPossible
from app.events.commands.play import MoveNPCCommand
from app.models.memory import MemoryKind
from app.models.messages.message import Role
from app.models.minds.activity import Activity
from app.services.characters.character_seat import CharacterSeat
from app.services.game.turns.turn_service import TurnService
from tests.integration.characters.village import formed, seat
from tests.integration.turns.table import comparable

# -- taking part -------------------------------------------------------------------------------------------------------


async def test_what_it_says_is_heard_where_it_is(village: TurnService, game: str, mara: CharacterSeat) -> None:
    answer = await mara.call("say", {"text": "Wipe your feet.", "to": ["Юра"]})

    message = next(m for m in village.state(game).conversation_history if m.role is Role.NPC)
    assert (message.content, message.addressee_ids, message.location_id) == ("Wipe your feet.", ("yuri",), "inn")
    assert answer == {"said": "Wipe your feet.", "heard_by": ["Юрий Ткач"], "turn": str(message.turn)}
    with pytest.raises(NotPossible, match="Élan is not here to be spoken to; here: Юрий Ткач"):
        await mara.call("say", {"text": "You there!", "to": ["Élan"]})


async def test_it_goes_where_a_way_leads_and_is_told_where_that_is(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    answer = await mara.call("act", {"action": "go", "place": "the Market"})

    assert (answer["place"], answer["present"]) == ("Market", ["Guard", "Élan"])
    assert village.state(game).npc("mara").current_location_id == "market"
    assert village.state(game).npc("mara").activity is Activity.IDLE, "it has arrived"
    with pytest.raises(NotPossible, match=r"From here one can go to: Inn \[inn\] and Prison Cell \[cell-1\]"):
        await mara.call("act", {"action": "go", "place": "tower"})


async def test_every_other_deed_is_an_order_of_the_game(village: TurnService, game: str, mara: CharacterSeat) -> None:
    npc = village.state(game).npc
    await mara.call("act", {"action": "work"})
    assert npc("mara").activity is Activity.ACTIVITY
    with pytest.raises(NotPossible, match="busy already"):
        await mara.call("act", {"action": "work"})
    with pytest.raises(NotPossible, match="not hungry"):
        await mara.call("act", {"action": "eat"})
    await mara.call("act", {"action": "sleep"})
    assert village.state(game).npc("mara").activity is Activity.SLEEPING
    with pytest.raises(NotPossible, match="asleep"):
        await mara.call("say", {"text": "Zzz."})
    await mara.call("act", {"action": "make", "what": "a rag doll"})
    made = village.state(game).npc("mara").npc_memories[-1]
    assert made.kind is MemoryKind.ARTIFACT
    await mara.call("act", {"action": "rest"})
    assert village.state(game).npc("mara").activity is Activity.IDLE


async def test_the_reasons_of_a_deed_are_recalled_and_reinforced_in_its_turn(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    reason = await formed(mara, "Strangers with lanterns are good luck.")
    await village.speak(game, "yuri", "He carries a lantern.", ["mara"])
    heard = (await mara.call("query_memory", {"query": "who carries a lantern"}))["memories"][0]["id"]
    records = len(village.library.read(game).records)

    await mara.call("say", {"text": "Let him in.", "unsure": True, "because": [reason, heard]})

    status = village.state(game).status(reason)
    assert (status.recalls, status.strength) == (1, 1)
    assert len(village.library.read(game).records) == records + 1
    assert [used.memory_id for used in village.library.read(game).records[-1].answered_from] == [reason, heard]


async def test_who_is_unsure_needs_a_memory_that_speaks_for_it(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    before = comparable(village.state(game))
    for tool, arguments in (("say", {"text": "Perhaps."}), ("act", {"action": "work"})):
        with pytest.raises(NotPossible, match="because"):
            await mara.call(tool, {**arguments, "unsure": True})
    assert comparable(village.state(game)) == before


# -- consulting --------------------------------------------------------------------------------------------------------


async def test_consulting_goes_through_its_steps_and_each_memory_counts_once(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "Mara, I want a room for the night.")
    left = await formed(mara, "A guest who wanted a room for the night left without paying.", importance=6.0)
    await formed(mara, "I take the money first now.", importance=6.0, because=[left])

    answer = await mara.call("consult_memories", {"situation": "a guest wants a room for the night"})

    assert [step["step"] for step in answer["steps"]] == [
        "past experience",
        "history with those present",
        "similar situations",
    ]
    ids = [memory["id"] for memory in answer["memories"]]
    assert len(ids) == len(set(ids))
    assert {found for step in answer["steps"] for found in step["found"]} == set(ids)
    paid = next(memory for memory in answer["memories"] if "without paying" in memory["content"])
    assert paid["outcome"] == "I take the money first now."
    assert answer["outcome"] == f"{len(ids)} relevant memories"


async def test_nothing_relevant_is_an_outcome(mara: CharacterSeat) -> None:
    answer = await mara.call("consult_memories", {"situation": "a dragon lands in the yard"})

    assert (answer["memories"], answer["outcome"]) == ([], "no relevant memories")


async def test_the_gate_wants_memories_consulted_before_each_word_and_deed(village: TurnService, game: str) -> None:
    mara = seat(village, game, "mara", gate=True)
    situation = {"situation": "a stranger comes in"}
    for tool, arguments in (("say", {"text": "Good day."}), ("act", {"action": "work"})):
        with pytest.raises(NotPossible, match="consult_memories"):
            await mara.call(tool, arguments)
        await mara.call("consult_memories", situation)
        await mara.call(tool, arguments)
    with pytest.raises(NotPossible, match="consult_memories"):
        await mara.call("say", {"text": "And another thing."})
    await mara.call("form_memory", {"content": "Reflecting needs no gate."})


async def test_what_was_refused_does_not_close_the_gate_again(village: TurnService, game: str) -> None:
    mara = seat(village, game, "mara", gate=True)
    await mara.call("consult_memories", {"situation": "a stranger comes in"})
    with pytest.raises(NotPossible, match="not here"):
        await mara.call("say", {"text": "You!", "to": ["Élan"]})

    await mara.call("say", {"text": "Nobody there."})


async def test_of_two_words_at_once_the_gate_lets_one_through(village: TurnService, game: str) -> None:
    mara = seat(village, game, "mara", gate=True)
    await mara.call("consult_memories", {"situation": "a stranger comes in"})

    both = await asyncio.gather(
        mara.call("say", {"text": "One."}), mara.call("say", {"text": "Two."}), return_exceptions=True
    )

    assert [isinstance(one, NotPossible) for one in both] == [False, True]


async def test_two_seats_act_at_once_and_their_turns_do_not_overlap(
    village: TurnService, game: str, mara: CharacterSeat, guard: CharacterSeat
) -> None:
    said = [person.call("say", {"text": f"Word {number}."}) for number in range(5) for person in (mara, guard)]
    answers = await asyncio.gather(*said)

    assert sorted(int(answer["turn"]) for answer in answers) == list(range(1, 11))


async def test_where_it_can_go_is_looked_at_when_its_turn_begins(
    village: TurnService, game: str, guard: CharacterSeat
) -> None:
    """Somebody else may have moved it while it waited for its turn."""
    moved, went = await asyncio.gather(
        village.execute(game, MoveNPCCommand(npc_id="guard-1", location_id="cell-2")),
        guard.call("act", {"action": "go", "place": "inn"}),
        return_exceptions=True,
    )

    assert not isinstance(moved, BaseException)
    assert isinstance(went, NotPossible)
    assert village.state(game).npc("guard-1").current_location_id == "cell-2"


# -- asking again ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"), [("say", {"text": "Wipe your feet."}), ("act", {"action": "go", "place": "market"})]
)
async def test_a_request_is_carried_out_once_and_needs_no_memories_again(
    village: TurnService, game: str, name: str, arguments: dict[str, Any]
) -> None:
    mara = seat(village, game, "mara", gate=True)
    await mara.call("consult_memories", {"situation": "a stranger comes in"})
    answer = await mara.call(name, {**arguments, "request_id": "r-1"})
    assert await mara.call(name, {**arguments, "request_id": "r-1"}) == answer
    await village.close(game)
    assert await seat(village, game, "mara", gate=True).call(name, {**arguments, "request_id": "r-1"}) == answer
    assert village.state(game).turn == 1
    with pytest.raises(Conflict, match="another request"):
        await mara.call("say", {"text": "Something else.", "request_id": "r-1"})


async def test_the_request_ids_of_two_people_are_their_own(
    village: TurnService, game: str, mara: CharacterSeat, guard: CharacterSeat
) -> None:
    for one in (mara, guard):
        await one.call("say", {"text": "Good evening.", "request_id": "1"})
    assert village.state(game).turn == 2
