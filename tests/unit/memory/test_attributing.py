"""What enters a memory as somebody's speech is an utterance, and only that makes a speaker."""

import pytest

from app.memory.entries.speaker import speaker_name
from app.memory.recall.speakers import without_speakers
from app.memory.stream.remembering import remember
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import ActKind
from tests.worlds import NOW, new_game

MARA = Scope.npc("mara")


def formed(text: str, kind: MemoryKind = MemoryKind.OBSERVATION, **fields: object) -> MemoryEntry:
    state = new_game()
    entry = MemoryEntry.model_validate(
        {"created_at": NOW, "source": MemorySource.NPC, "summary": text, "kind": kind, **fields}
    )
    return remember(state, MARA, entry)


@pytest.mark.parametrize(
    ("text", "speaker_id", "name"),
    [
        ("Mara said: I promise to come back.", "mara", ""),
        ("Élan: I promise to come back.", "player", ""),
        ("Klaus Müller: I promise to come back.", "klaus-muller", "Klaus Müller"),
        ("Guard: I promise to come back.", "guard", "Guard"),
    ],
)
def test_speech_is_read_once_when_it_enters(text: str, speaker_id: str, name: str) -> None:
    said = formed(text).payload
    assert isinstance(said, Utterance)
    assert (said.speaker_id, said.speaker_name, said.words) == (speaker_id, name, "I promise to come back.")
    assert [act.kind for act in said.acts] == [ActKind.PROMISE]


@pytest.mark.parametrize(
    "text", ["Hedda, listen: the bell is silent.", "Remember: the tide turns.", "The owl is loud."]
)
def test_what_calls_somebody_or_itself_to_mind_makes_nobody_a_speaker(text: str) -> None:
    state = new_game()
    entry = remember(state, MARA, MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary=text))
    kept = formed(text)
    assert kept.payload is None
    assert (speaker_name(state, kept), speaker_name(state, entry)) == ("", "")
    question = "What did Hedda remember to listen to?"
    assert without_speakers(MemoryStream(state, MARA), question) == question


@pytest.mark.parametrize("kind", [MemoryKind.SUMMARY, MemoryKind.REFLECTION, MemoryKind.PLAN])
def test_what_was_condensed_concluded_or_planned_is_nobodys_speech(kind: MemoryKind) -> None:
    assert formed("Mara: the inn burned.", kind).payload is None


def test_a_payload_that_is_there_stays() -> None:
    payload = EventPayload(kind="event")
    assert formed("Mara: the inn burned.", payload=payload).payload is payload


def test_the_speaker_of_a_talk_is_known_by_its_origin_too() -> None:
    talk = MemoryEntry(
        created_at=NOW, source=MemorySource.NPC, summary="It rains.", kind=MemoryKind.CONVERSATION, origin_id="mara"
    )
    assert speaker_name(new_game(), talk) == "Mara Ironhand"
    assert speaker_name(new_game(), talk.model_copy(update={"kind": MemoryKind.OBSERVATION})) == ""


@pytest.mark.parametrize("name", ["王", "O'Hara-Lee (Jr.)", "Ѐ" * 80])
def test_any_name_makes_an_id(name: str) -> None:
    formed(f"{name}: Good day.")
