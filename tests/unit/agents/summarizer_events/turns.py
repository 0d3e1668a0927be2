"""Turns as their messages tell them, with the events of the engine's line, and what is remembered of them."""

from typing import Any

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.language.analysis.mentions import mentions_for
from app.models.command import Event
from app.models.events.play import ItemDropped, ItemGiven, ItemTaken, ItemUsed, LocationChanged, TopicTold
from app.models.messages.message import Message, Role
from app.models.messages.passage import Source
from app.models.state.game_state import GameState
from tests.worlds import message, new_game

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


def told(content: str, place: str, turn: int = 1, index: int = 5, **fields: Any) -> Message:
    given = {"role": Role.NARRATOR, "speaker_id": None, "speaker_name": "", "location_id": place, "turn": turn}
    return message(index, content, **{**given, "source": Source.AUTHOR, **fields})


async def of_place(place: str, *messages: Message, state: GameState = STATE) -> str:
    return await SUMMARIZER.summarize_location_session(state, place, messages)


async def of_mara(*messages: Message) -> str:
    return await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages)
