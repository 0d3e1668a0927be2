"""What a talk leaves in both memories as typed values: who said what, through whom it came, what is done by saying."""

from app.agents.mind.offline import HeuristicMind
from app.cognition.remembering.recalling import on_ones_mind
from app.cognition.talking.converse import ConverseWork
from app.interfaces.agents.mind import Conversation, ConversationLine
from app.memory.recall.recaller import Recaller
from app.memory.stream.condensing import condense
from app.memory.stream.memory_batch import BatchKind, MemoryBatch
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState
from tests.unit.cognition.people import at
from tests.unit.cognition.talking import (
    HEDDA,
    JORUN,
    RAGNA,
    Talker,
    job_of,
    let_talk,
    on_the_square,
    prepared,
    remember,
    talk_of,
    talks,
)
from tests.worlds import NOW, say

WORDS = "The gate is open again."


def utterances(state: GameState, npc_id: str) -> list[Utterance]:
    return [entry.payload for entry in talks(state, npc_id) if isinstance(entry.payload, Utterance)]


def of_tam(**fields: object) -> Utterance:
    """What the drifter has said."""
    return Utterance(kind="utterance", speaker_id="drifter", words=WORDS, **fields)  # type: ignore[arg-type]  # fields of the model


def stated(words: str) -> tuple[SpeechAct, ...]:
    return (SpeechAct(kind=ActKind.STATEMENT, span=(0, len(words))),)


async def test_both_keep_what_was_said_by_whom_to_whom() -> None:
    state = on_the_square(JORUN, HEDDA)
    await let_talk(state, Talker(talk_of((JORUN, WORDS), (HEDDA, "So I heard."))))
    assert utterances(state, JORUN) == utterances(state, HEDDA)
    assert utterances(state, HEDDA) == [
        Utterance(kind="utterance", speaker_id=JORUN, words=WORDS, addressee_ids=(HEDDA,), acts=stated(WORDS)),
        Utterance(
            kind="utterance",
            speaker_id=HEDDA,
            words="So I heard.",
            addressee_ids=(JORUN,),
            acts=stated("So I heard."),
        ),
    ]


async def test_what_a_line_does_is_read_when_it_is_said_and_binds_its_speaker() -> None:
    state = on_the_square(JORUN, HEDDA)
    promise = "I promise to mend your gate tomorrow."
    said = (ConversationLine(npc_id=JORUN, text="Good day.", stock=True), ConversationLine(npc_id=HEDDA, text=promise))
    work, meeting = ConverseWork(Recaller()), prepared(state)
    work.apply(state, job_of(state, JORUN, HEDDA), meeting, Conversation(lines=said), by_model=True)
    (given,) = utterances(state, JORUN)
    assert [act.kind for act in given.acts] == [ActKind.PROMISE]
    (bound,) = state.commitments.values()
    assert (bound.by_id, bound.to_ids, bound.words) == (HEDDA, (JORUN,), promise)
    assert bound.memory_ids == tuple(talks(state, npc_id)[-1].id for npc_id in (JORUN, HEDDA))


async def test_hearsay_keeps_its_words_and_has_come_through_one_person_more() -> None:
    state = on_the_square(JORUN, HEDDA)
    original = of_tam(chain=(RAGNA,), original_id="jorun-001")
    line = ConversationLine(npc_id=JORUN, text=f"They say this. {WORDS}", told=original)
    await let_talk(state, Talker(Conversation(lines=(line,))))
    heard = of_tam(chain=(RAGNA, JORUN), original_id="jorun-001")
    assert utterances(state, HEDDA) == utterances(state, JORUN) == [heard]
    assert talks(state, HEDDA)[0].summary.endswith(f'said: "They say this. {WORDS}"')


async def test_what_one_tells_of_its_own_has_come_through_nobody() -> None:
    state = on_the_square(JORUN, HEDDA)
    told = Utterance(
        kind="utterance", speaker_id=JORUN, words="I saw it.", acts=stated("I saw it."), original_id="jorun-001"
    )
    await let_talk(
        state, Talker(Conversation(lines=(ConversationLine(npc_id=JORUN, text="Listen. I saw it.", told=told),)))
    )
    assert utterances(state, HEDDA) == [told]


async def test_stock_lines_leave_no_memory() -> None:
    state = on_the_square(JORUN, HEDDA)
    await let_talk(state, Talker(Conversation(lines=(ConversationLine(npc_id=JORUN, text="Good day.", stock=True),))))
    assert talks(state, JORUN) == talks(state, HEDDA) == []
    assert state.npc(JORUN).mind.talked == {HEDDA: state.clock.minutes}


async def test_the_acts_of_a_line_made_by_rule_are_kept_as_they_are() -> None:
    state = on_the_square(JORUN, HEDDA)
    words = "Come to the square."
    act = SpeechAct(kind=ActKind.INVITATION, span=(0, len(words)), to=(HEDDA,), place_id="square", at=at(19))
    line = ConversationLine(npc_id=JORUN, text=words, acts=(act,))
    await let_talk(state, Talker(Conversation(lines=(line,)), model="offline"))
    (said,) = utterances(state, HEDDA)
    assert said.acts == (act,)
    (invited,) = state.commitments.values()
    assert (invited.by_id, invited.to_ids, invited.place_id, invited.at) == (JORUN, (HEDDA,), "square", at(19))


async def test_a_rumour_goes_from_mouth_to_mouth_with_the_chain_of_those_who_told_it() -> None:
    """Nobody is told his own words, and nobody what came through him."""
    state = on_the_square(JORUN, HEDDA)
    remember(state, JORUN, "?", MemoryKind.CONVERSATION, payload=of_tam(), origin_id="drifter", subjects=("drifter",))
    await let_talk(state, HeuristicMind())
    (heard,) = (each for each in utterances(state, HEDDA) if not each.is_stock)
    assert (heard.speaker_id, heard.words, heard.chain) == ("drifter", WORDS, (JORUN,))
    state.clock.minutes += 600
    for first, second, is_told in ((HEDDA, RAGNA, True), (RAGNA, "drifter", False), (RAGNA, JORUN, False)):
        for npc in state.npcs.values():
            npc.current_location_id = "square" if npc.instance_id in (first, second) else None
        before = len(utterances(state, second))
        await let_talk(state, HeuristicMind(), first, second)
        new = [each for each in utterances(state, second)[before:] if first in each.chain]
        assert [each.chain for each in new] == [(JORUN, HEDDA)] * is_told
        state.clock.minutes += 600


async def test_a_confidence_is_not_told_on() -> None:
    state = on_the_square(JORUN, HEDDA)
    secret = of_tam(acts=(SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(WORDS))),))
    remember(state, JORUN, f"The drifter said: {WORDS}", MemoryKind.CONVERSATION, payload=secret)
    await let_talk(state, HeuristicMind())
    assert not any(WORDS in entry.summary for entry in talks(state, HEDDA))
    assert WORDS not in "".join(memory.text for memory in on_ones_mind(state, JORUN, HEDDA, Recaller()))


def test_a_visit_in_which_something_was_confided_is_on_nobodys_mind_in_a_talk() -> None:
    state = on_the_square(JORUN, HEDDA)
    for name, kind in (("the tinker", ActKind.CONFIDENCE), ("the post", ActKind.PROMISE)):
        said = of_tam(acts=(SpeechAct(kind=kind, span=(0, len(WORDS))),))
        visit = EventPayload(kind="event", said=(said,))
        remember(state, JORUN, f"Élan spoke of {name} and Hedda.", MemoryKind.SUMMARY, payload=visit)
    memories = [memory.text for memory in on_ones_mind(state, JORUN, HEDDA, Recaller())]
    assert memories == ["Élan spoke of the post and Hedda."]


async def test_what_several_lines_come_to_keeps_what_was_said_of_any_matter() -> None:
    state = on_the_square(JORUN, HEDDA)
    lines = (ConversationLine(npc_id=JORUN, text="Good day.", stock=True), ConversationLine(npc_id=HEDDA, text=WORDS))
    await let_talk(state, Talker(Conversation(lines=lines)))
    entries = tuple(talks(state, JORUN))
    added = condense(state, Scope.npc(JORUN), batch_of(entries), "Jorun talked with Hedda.")
    assert added is not None
    said = Utterance(kind="utterance", speaker_id=HEDDA, words=WORDS, addressee_ids=(JORUN,), acts=stated(WORDS))
    assert added.payload == EventPayload(kind="event", said=(said,))


def batch_of(entries: tuple[MemoryEntry, ...]) -> MemoryBatch:
    return MemoryBatch(BatchKind.CONVERSATION, entries, tuple(5.0 for _ in entries), 0, 0)


def test_what_was_made_of_a_confidence_is_on_ones_mind_only_with_who_heard_it() -> None:
    state = on_the_square(JORUN, HEDDA)
    for hearers, name in (((JORUN,), "the tinker"), ((JORUN, HEDDA), "the post")):
        act = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(WORDS)))
        index = say(state, WORDS, witness_ids=hearers, acts=(act,))[-1].index
        covered = {"first_message_index": index, "since_message_index": index}
        visit = MemoryStream(state, Scope.npc(JORUN)).add(
            MemoryKind.CONVERSATION, MemoryContext(content="It was a long day.", created_at=NOW, importance=1.0)
        )
        memories = state.npc(JORUN).npc_memories
        memories[-1] = visit.model_copy(update=covered)
        MemoryStream(state, Scope.npc(JORUN)).add(
            MemoryKind.CONVERSATION,
            MemoryContext(
                content=f"Hedda should hear of {name}.", created_at=NOW, evidence=(visit.id or "",), importance=8.0
            ),
        )
    texts = " ".join(memory.text for memory in on_ones_mind(state, JORUN, HEDDA, Recaller()))
    assert "the tinker" not in texts
    assert "the post" in texts
