"""Conversations in the small world, as summarizers are shown them."""

from typing import Any

from app.language.analysis.mentions import mentions_for
from app.models.command import Event
from app.models.messages.message import Message, Role
from tests.worlds import message, new_game

STATE = new_game()
MENTIONS = mentions_for(STATE.sheet)


def transcript(
    place: str, *lines: tuple[str, str] | tuple[str, str, tuple[Event, ...]], heard: tuple[str, ...] = (), turn: int = 1
) -> list[Message]:
    """Messages from (who, text, events): ``player`` begins a new turn, ``narrator``, ``engine``, or a person's id."""
    messages: list[Message] = []
    for who, text, *events in lines:
        fields: dict[str, Any] = {"role": Role.NPC, "speaker_id": who, "speaker_name": STATE.name(who)}
        if who == "player":
            turn += 1
            addressed = MENTIONS.addressed(text, heard, heard[:1])
            fields = {"role": Role.PLAYER, "addressee_ids": addressed}
        elif who in ("narrator", "engine"):
            role = Role.NARRATOR if who == "narrator" else Role.SYSTEM
            fields = {"role": role, "speaker_id": None, "speaker_name": ""}
        fields["events"] = events[0] if events else ()
        fields |= {"npc_ids": MENTIONS.people(text, heard), "location_id": place, "witness_ids": heard, "turn": turn}
        messages.append(message(len(messages), text, game_time=860 + turn, **fields))
    return messages
