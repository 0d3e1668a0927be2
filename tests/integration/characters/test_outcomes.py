"""How a similar situation ended: what followed from it, never merely what comes next."""

from typing import Any

import pytest

from app.events.commands.mind import AdjustRelationshipCommand
from app.events.commands.play import AdvanceTimeCommand, GiveItemCommand
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.events.play import SecretDiscovered
from app.models.memory import MemoryKind, Scope
from app.models.messages.payload import (
    ConclusionKind,
    ConclusionPayload,
    EventPayload,
    Utterance,
    events_in,
)
from app.models.state.commitment import CommitmentStatus
from app.services.characters.character_seat import CharacterSeat
from app.services.characters.outcomes import Outcomes
from app.services.game.turns.turn_service import TurnService
from tests.integration.characters.village import formed

NOTHING = "Nothing is known to have followed."


async def outcome_of(person: CharacterSeat, context: str, words: str) -> dict[str, Any]:
    """The memory of a situation that holds these words, as a similar one."""
    found = (await person.call("check_similar_situations", {"context": context}))["memories"]
    memory = next(memory for memory in found if words in memory["content"])
    assert isinstance(memory, dict)
    return memory


@pytest.fixture
async def rowing(mara: CharacterSeat) -> str:
    return await formed(mara, "I rowed a boat across the river at night.", importance=5.0)


async def test_what_is_merely_remembered_next_did_not_follow(mara: CharacterSeat, rowing: str) -> None:
    await formed(mara, "The cat had kittens.", importance=8.0)

    rowed = await outcome_of(mara, "rowing across the river", "rowed")

    assert rowed["outcome"] == NOTHING
    assert "outcome_ids" not in rowed


async def test_what_a_person_formed_because_of_it_followed(mara: CharacterSeat, rowing: str) -> None:
    await formed(mara, "The cat had kittens.", importance=8.0)
    learned = await formed(mara, "The ferryman is angry with me now.", because=[rowing])

    rowed = await outcome_of(mara, "rowing across the river", "rowed")

    assert rowed["outcome"] == "The ferryman is angry with me now."
    assert rowed["outcome_ids"] == [learned]


async def test_what_a_person_linked_as_caused_followed_and_other_links_did_not(
    mara: CharacterSeat, rowing: str
) -> None:
    wet = await formed(mara, "My boots were soaked for a week.")
    swim = await formed(mara, "The carter swam through the ford.")
    await mara.call("associate_memories", {"a": rowing, "b": swim, "relation": "reminds me of"})
    assert (await outcome_of(mara, "rowing across the river", "rowed"))["outcome"] == NOTHING

    await mara.call("associate_memories", {"a": rowing, "b": wet, "relation": "caused"})

    assert (await outcome_of(mara, "rowing across the river", "rowed"))["outcome_ids"] == [wet]
    assert (await outcome_of(mara, "soaked boots", "soaked"))["outcome"] == NOTHING


async def test_a_conclusion_from_it_followed(village: TurnService, game: str, mara: CharacterSeat, rowing: str) -> None:
    stream = MemoryStream(village.state(game), Scope.npc("mara"))
    thought = MemoryContext(content="I trust the water less than people.", importance=7.0, evidence=(rowing,))
    concluded = stream.add(MemoryKind.REFLECTION, thought)

    rowed = await outcome_of(mara, "rowing across the river", "rowed")

    assert (rowed["outcome"], rowed["outcome_ids"]) == (concluded.summary, [concluded.id])


async def test_what_no_longer_holds_is_no_outcome(
    village: TurnService, game: str, mara: CharacterSeat, rowing: str
) -> None:
    angry = await formed(mara, "The ferryman is angry with me now.", because=[rowing])
    MemoryStream(village.state(game), Scope.npc("mara")).archive([angry], by="hand")

    assert (await outcome_of(mara, "rowing across the river", "rowed"))["outcome"] == NOTHING


async def test_the_answer_is_that_of_the_person_addressed(village: TurnService, game: str, mara: CharacterSeat) -> None:
    """Others speak in between, and the one asked speaks to others first."""
    await village.take_turn(game, "to the inn")
    await village.speak(game, "yuri", "May I sleep by the fire tonight?", ["mara"])
    await village.take_turn(game, "Mara, the road from the mill is muddy.")
    await mara.call("say", {"text": "Then wipe your shoes.", "to": ["Élan"]})
    await mara.call("say", {"text": "Only if you split the wood.", "to": ["Юра"]})

    asked = await outcome_of(mara, "somebody asks to sleep by the fire", "by the fire")

    assert asked["outcome"] == "Mara Ironhand said: Only if you split the wood."


async def test_a_question_that_was_asked_again_was_not_answered_before(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.speak(game, "yuri", "May I sleep by the fire tonight?", ["mara"])
    await village.speak(game, "yuri", "What does a loaf of barley bread cost?", ["mara"])
    await mara.call("say", {"text": "Two coppers.", "to": ["Юра"]})

    assert (await outcome_of(mara, "somebody asks to sleep by the fire", "by the fire"))["outcome"] == NOTHING
    assert (await outcome_of(mara, "what a loaf of barley bread costs", "bread"))[
        "outcome"
    ] == "Mara Ironhand said: Two coppers."


@pytest.mark.parametrize("next_line", ["take the lantern", "Mara, what does the bread cost?"])
async def test_a_command_or_a_question_of_its_own_is_no_answer(
    village: TurnService, game: str, mara: CharacterSeat, next_line: str
) -> None:
    """What a player types goes to whom it spoke last, whatever it is about."""
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "Mara, good evening.")
    await mara.call("say", {"text": "The barley harvest was poor this year.", "to": ["Élan"]})
    await village.take_turn(game, next_line)
    assert (await outcome_of(mara, "the barley harvest was poor", "barley"))["outcome"] == NOTHING


async def test_what_a_player_says_back_is_an_answer(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await village.take_turn(game, "to the inn")
    await village.take_turn(game, "Mara, good evening.")
    await mara.call("say", {"text": "Will you help with the barley harvest?", "to": ["Élan"]})
    await village.take_turn(game, "Mara, I will cut barley tomorrow.")

    asked = await outcome_of(mara, "help with the barley harvest", "Will you help")

    assert asked["outcome"] == "Élan said: Mara, I will cut barley tomorrow."


async def test_words_to_all_are_answered_by_whoever_speaks_to_the_speaker(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.speak(game, "yuri", "Does anybody here mend fishing nets?")
    await mara.call("say", {"text": "The smith's boy does.", "to": ["Юра"]})

    asked = await outcome_of(mara, "somebody who mends fishing nets", "nets")

    assert asked["outcome"] == "Mara Ironhand said: The smith's boy does."


async def test_what_is_said_hours_later_is_no_answer(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await village.speak(game, "yuri", "May I sleep by the fire tonight?", ["mara"])
    await village.execute(game, AdvanceTimeCommand(minutes=180))
    await mara.call("say", {"text": "The bees are loud today.", "to": ["Юра"]})

    assert (await outcome_of(mara, "somebody asks to sleep by the fire", "by the fire"))["outcome"] == NOTHING


async def test_a_promise_ends_as_its_commitment_did(village: TurnService, game: str, mara: CharacterSeat) -> None:
    await village.take_turn(game, "take the lantern")
    await village.take_turn(game, "to the inn")
    await village.speak(game, "yuri", "I will bring you the fish tomorrow.", ["mara"])
    state = village.state(game)
    (promise,) = (each for each in state.commitments.values() if each.by_id == "yuri")
    assert (await outcome_of(mara, "somebody promises to bring fish", "the fish"))["outcome"] == NOTHING

    for status, words in (
        (CommitmentStatus.KEPT, "Юрий Ткач kept the promise."),
        (CommitmentStatus.WITHDRAWN, "Юрий Ткач took the promise back."),
    ):
        state.set_commitment(promise.model_copy(update={"status": status}))
        assert (await outcome_of(mara, "somebody promises to bring fish", "the fish"))["outcome"] == words


async def test_of_a_promise_between_others_the_end_is_not_known(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.take_turn(game, "to the inn")
    await village.speak(game, "yuri", "I will bring you the fish tomorrow.", ["player"])
    state = village.state(game)
    (promise,) = state.commitments.values()
    state.set_commitment(promise.model_copy(update={"status": CommitmentStatus.KEPT}))

    assert (await outcome_of(mara, "somebody promises to bring fish", "the fish"))["outcome"] == NOTHING


async def test_what_happened_later_to_the_same_thing_followed(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    await village.take_turn(game, "take the lantern")
    await village.take_turn(game, "to the inn")
    await village.execute(game, GiveItemCommand(item_id="lantern", npc_id="mara"))
    given = village.state(game).memories(Scope.npc("mara"))[-1]
    await formed(mara, "The cat had kittens.", importance=8.0)
    await village.execute(game, AdjustRelationshipCommand(npc_id="mara", other_id="yuri", change=1, reason="the cat"))
    assert (await outcome_of(mara, "a lantern was given", "lantern"))["outcome"] == NOTHING

    await village.execute(game, GiveItemCommand(item_id="lantern", npc_id="mara", to_party=True))

    back = village.state(game).memories(Scope.npc("mara"))[-1]
    assert (await outcome_of(mara, "a lantern was given", "lantern"))["outcome_ids"] == [back.id]
    assert given.id != back.id


async def test_what_only_repeats_a_memory_is_no_outcome(village: TurnService, game: str, mara: CharacterSeat) -> None:
    """Neither the summary of the same visit nor a conclusion by rule that quotes it."""
    await village.take_turn(game, "take the lantern")
    await village.take_turn(game, "to the inn")
    await village.execute(game, GiveItemCommand(item_id="lantern", npc_id="mara"))
    state = village.state(game)
    stream = MemoryStream(state, Scope.npc("mara"))
    given = state.memories(stream.scope)[-1]
    seen = events_in(given.payload)
    other = SecretDiscovered(location_id="inn", secret_id="loose-stone")
    visit = EventPayload(kind="event", events=(*seen, other))
    stream.add(MemoryKind.SUMMARY, MemoryContext(content="An evening with a lantern.", payload=visit))
    for of in (ConclusionKind.MINIMAL, ConclusionKind.LESSON):
        quoting = ConclusionPayload(kind="conclusion", of=of, value=given.id or "")
        repeated = MemoryContext(content="This stayed: a lantern.", evidence=(given.id or "",), payload=quoting)
        stream.add(MemoryKind.REFLECTION, repeated)

    with village.speaking(game):
        assert Outcomes(state, "mara").of(given).text == NOTHING


async def test_what_a_players_words_brought_about_followed_from_them(
    village: TurnService, game: str, guard: CharacterSeat
) -> None:
    await village.take_turn(game, "take the lantern")
    await formed(guard, "The cat had kittens.", importance=8.0)
    state = village.state(game)
    typed = MemoryStream(state, Scope.npc("guard-1")).get("m-0")

    with village.speaking(game):
        assert Outcomes(state, "guard-1").of(typed).text == "Élan took the lantern."


async def test_in_a_talk_among_people_the_answer_is_the_others_next_line(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    stream = MemoryStream(village.state(game), Scope.npc("mara"))

    def said(by: str, to: str, words: str) -> str:
        utterance = Utterance(kind="utterance", speaker_id=by, words=words, addressee_ids=(to,))
        content = f"{village.state(game).name(by)} said: {words}"
        context = MemoryContext(content=content, location_id="inn", origin_id=by, payload=utterance)
        return stream.add(MemoryKind.CONVERSATION, context).id or ""

    said("yuri", "mara", "Shall I mend the old fishing nets?")
    await formed(mara, "The cat had kittens.", importance=8.0)
    answer = said("mara", "yuri", "Leave them until spring.")

    asked = await outcome_of(mara, "somebody offers to mend the fishing nets", "nets")

    assert asked["outcome_ids"] == [answer]
    assert (await outcome_of(mara, "to leave something until spring", "spring"))["outcome"] == NOTHING
