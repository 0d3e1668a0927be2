"""Messages as recall sees them."""

from typing import Any

import pytest

from app.memory.index.message_view import message_entry, message_subjects, message_text
from app.models.memory import MemoryKind
from app.models.messages.message import Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from tests.unit.memory.recall.streams import MARA
from tests.worlds import message

ACT = SpeechAct(kind=ActKind.PROMISE, span=(0, 4))


@pytest.mark.parametrize(
    ("content", "fields", "text"),
    [
        ("Hello.", {}, "Élan: Hello."),
        ("… Hello …\n", {}, "Élan: Hello"),
        ("Hello.", {"speaker_name": "", "speaker_id": None, "role": Role.NARRATOR}, "Hello."),
        ("Hello.", {"role": Role.SYSTEM}, None),
        ("… ", {}, None),
        ("Hello.", {"quoted": ((0, 6),)}, None),
    ],
)
def test_the_text_of_a_message_is_what_is_new_in_it_with_its_speaker(
    content: str, fields: dict[str, Any], text: str | None
) -> None:
    assert message_text(message(0, content, **fields)) == text


def test_a_message_is_about_its_speaker_its_addressees_and_those_named_each_once() -> None:
    assert message_subjects(message(0, "a", addressee_ids=("mara",), npc_ids=("mara", "guard-1"))) == (
        "player",
        "mara",
        "guard-1",
    )
    assert message_subjects(message(0, "a", speaker_id=None, npc_ids=("mara",))) == ("mara",)


@pytest.mark.parametrize(
    ("fields", "acts"),
    [
        ({}, (ACT,)),
        ({"quoted": ((5, 6),)}, ()),
        ({"speaker_id": None}, None),
        ({"role": Role.PLAYER}, None),
        ({"role": Role.NARRATOR}, None),
    ],
)
def test_only_what_a_person_of_the_game_says_is_an_utterance(
    fields: dict[str, Any], acts: tuple[SpeechAct, ...] | None
) -> None:
    """Acts are left out where quotations are: they stand in the whole text."""
    given = {"role": Role.NPC, "speaker_id": "mara", "acts": (ACT,), "addressee_ids": ("player",), **fields}
    entry = message_entry(message(7, "Yes… or no.", **given), MARA)
    assert (entry.id, entry.kind, entry.first_message_index) == ("m-7", MemoryKind.CONVERSATION, 7)
    if acts is None:
        assert entry.payload is None
    else:
        assert isinstance(entry.payload, Utterance)
        assert (entry.payload.acts, entry.payload.addressee_ids) == (acts, ("player",))


@pytest.mark.parametrize(("content", "summary"), [("Hello.", "Élan: Hello."), ("…", "…"), ("", "…")])
def test_a_message_without_a_text_is_a_memory_all_the_same(content: str, summary: str) -> None:
    assert message_entry(message(0, content), MARA).summary == summary
