"""What a turn leaves when it closes: speech acts, commitments, the line of changes, the recorded commands."""

from collections.abc import Sequence

from app.events.commands.play import AdvanceTimeCommand, AskTopicCommand, GiveItemCommand
from app.events.event_table import line_events
from app.language.language import language_of
from app.language.reading.hearing import Hearing, whole
from app.language.rendering.events import render_event
from app.language.rendering.phrases import time_text
from app.memory.prompt_data import clipped
from app.memory.stream import commitments
from app.models.command import Command, Event, Outcome
from app.models.events.mind import ArtifactCreated
from app.models.events.play import TopicTold
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.records.record import RecordedCommand
from app.models.state.game_state import GameState


def fix_acts(state: GameState, first: int, ordered: Sequence[Command]) -> None:
    """Give the messages from ``first`` on their acts, if they have none; ``ordered`` are the player's commands."""
    history = state.conversation_history
    for position, message in enumerate(history[first:], first):
        is_spoken = message.role in (Role.PLAYER, Role.NPC) and message.speaker_id is not None
        if not is_spoken or message.acts or message.quoted == ((0, len(message.content)),):
            continue
        if acts := _acts(state, message, ordered):
            history[position] = message.model_copy(update={"acts": acts})


def settle_commitments(state: GameState, first: int, events: Sequence[Event]) -> None:
    """What the messages from ``first`` on bind people to; what is kept by the events of the turn; what is due."""
    for message in state.conversation_history[first:]:
        if message.acts and message.speaker_id is not None:
            said = Utterance(
                kind="utterance",
                speaker_id=message.speaker_id,
                words=message.content,
                addressee_ids=message.addressee_ids,
                acts=message.acts,
            )
            commitments.record_commitments(
                state,
                said,
                hearers=message.witness_ids,
                message_index=message.index,
                at=message.game_time,
                quest_id=_quest_given(state, message),
            )
    commitments.mark_kept_commitments(state, events)
    commitments.mark_due_commitments(state)


def _quest_given(state: GameState, message: Message) -> str | None:
    """The quest that a person's words gave, if one."""
    topics = (state.sheets.topic(event.topic_id)[1] for event in message.events if isinstance(event, TopicTold))
    return next((topic.starts_quest for topic in topics if topic.starts_quest), None)


def _acts(state: GameState, message: Message, ordered: Sequence[Command]) -> tuple[SpeechAct, ...]:
    hearing = Hearing(state.sheet, message.witness_ids, message.addressee_ids, message.game_time)
    if message.role is Role.NPC:
        return hearing.read_speech(message.content, message.quoted)
    read = hearing.read_typed(message.content)
    if asked := tuple(dict.fromkeys(order.npc_id for order in ordered if isinstance(order, AskTopicCommand))):
        if not read:  # the order is the question, about the matter as it was typed
            about = language_of(state.sheet).pattern("speech.matter").search(message.content)
            read = (whole(message.content, ActKind.QUESTION, what=about.span("what") if about else None),)
        read = tuple(act.model_copy(update={"to": asked}) if act.kind is ActKind.QUESTION else act for act in read)
    given = (order for order in ordered if isinstance(order, GiveItemCommand) and not order.to_party)
    by_id = message.speaker_id or ""
    kept = [one.item_id for one in given if commitments.is_item_promised(state, by_id, one.npc_id, one.item_id)]
    if not kept:
        return read
    became = (whole(message.content, ActKind.KEPT, subject_id=item_id) for item_id in kept)
    return (*became, *(act for act in read if act.kind not in (ActKind.STATEMENT, ActKind.KEPT)))


MAX_WORDS = 120
"""Characters of what somebody made that the line shows."""


def change_line(state: GameState, events: Sequence[Event], began_at: str | None) -> str:
    """``+`` gained, ``-`` gone, ``✓`` done, ``→`` moved there, ``!`` anything else; then place and time."""
    parts = [part for _, part in line_parts(state, events, began_at)]
    here = state.scenario.current_location_id
    place = state.name(here) if here else language_of(state.sheet).render("engine.line-nowhere")
    return " · ".join([*parts, place, time_text(state.clock.minutes)])


def line_parts(state: GameState, events: Sequence[Event], began_at: str | None) -> list[tuple[Event, str]]:
    """The events that the line tells of, each with its part of it."""
    return [(event, _line_part(state, event, at)) for event, at in line_events(events, began_at)]


def _line_part(state: GameState, event: Event, at: str | None) -> str:
    text = _plain if isinstance(event, ArtifactCreated) else str
    return render_event(language_of(state.sheet), "line", event, state.name, text=text, at=at)


def _plain(words: str) -> str:
    """Somebody's own words as one short part of the line, which ``·`` divides."""
    return clipped(" ".join(words.replace("·", ",").split()), MAX_WORDS)


_ADVANCE = AdvanceTimeCommand(minutes=0).kind


def recorded_commands(outcomes: Sequence[Outcome], own_time_from: int | None) -> tuple[RecordedCommand, ...]:
    """Every command with what followed from it; from outcome ``own_time_from`` on the turn's own time caused them."""
    found: list[RecordedCommand] = []
    for position, outcome in enumerate(outcomes):
        is_own_time = own_time_from is not None and position >= own_time_from
        made = RecordedCommand(command=outcome.command.written(), clock=is_own_time)
        if found and (together := _together(found[-1], made)) is not None:
            found[-1] = together
        else:
            found.append(made)
        found += [RecordedCommand(command=order.written(), derived=True) for order in outcome.derived]
    return tuple(found)


def _together(first: RecordedCommand, second: RecordedCommand) -> RecordedCommand | None:
    """Two spans of time with nothing between them as one; None for anything else."""
    if {item.command["kind"] for item in (first, second)} != {_ADVANCE} or first.derived or first.clock != second.clock:
        return None
    minutes = first.command["minutes"] + second.command["minutes"]
    return first.model_copy(update={"command": AdvanceTimeCommand(minutes=minutes).written()})
