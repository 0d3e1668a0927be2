"""The engine's line of the changes of a turn."""

from collections.abc import Iterable, Sequence

from app.events.event_table import line_events
from app.language.language import language_of
from app.language.rendering.events import render_event
from app.language.rendering.phrases import time_text
from app.memory.prompt_data import clipped
from app.models.command import Event
from app.models.events.actions import StateChanged
from app.models.events.mind import ArtifactCreated
from app.models.messages.message import Message, Role
from app.models.state.game_state import GameState

LINE_GAP = " · "
"""Separates the parts of the line."""
MAX_WORDS = 120
"""Characters of quoted words that the line shows."""


def change_line(state: GameState, events: Sequence[Event], began_at: str | None, read: str = "") -> str:
    """Return the line: the changes that `change_parts` lists, then place and time.

    ``+`` marks what was gained, ``-`` what was lost, ``✓`` what was completed, ``→`` what moved there, ``!`` any
    other change."""
    parts = [part for _, part in change_parts(state, events, began_at, read)]
    here = state.scenario.current_location_id
    place = state.name(here) if here else language_of(state.sheet).render("engine.line-nowhere")
    return LINE_GAP.join([*parts, place, time_text(state.clock.minutes)])


def change_parts(
    state: GameState, events: Sequence[Event], began_at: str | None, read: str = ""
) -> list[tuple[Event, str]]:
    """List the events that the line shows, each with its part of the line, without the states whose words are in
    ``read``, the narration of the turn."""
    shown = ((event, at) for event, at in line_events(events, began_at) if not _is_read(event, read))
    return [(event, _line_part(state, event, at)) for event, at in shown]


def narration_in(messages: Iterable[Message]) -> str:
    """Return what was narrated in messages, for `change_parts`."""
    return "\n".join(message.content for message in messages if message.role is Role.NARRATOR)


def _is_read(event: Event, read: str) -> bool:
    if not isinstance(event, StateChanged) or not event.text:
        return False
    before, found, after = read.partition(event.text)
    return bool(found) and not (before[-1:].isalnum() or after[:1].isalnum())


def _line_part(state: GameState, event: Event, at: str | None) -> str:
    text = _plain if isinstance(event, ArtifactCreated) else str
    return render_event(language_of(state.sheet), "line", event, state.name, text=text, at=at)


def _plain(words: str) -> str:
    """Shorten quoted words to one part of the line, without the ``·`` that separates parts."""
    return clipped(" ".join(words.replace("·", ",").split()), MAX_WORDS)
