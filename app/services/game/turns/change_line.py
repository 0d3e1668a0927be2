"""The engine's own line of what changed, as ``+ lantern · Market · Day 1, 14:20``.

Every turn ends with one, except where nobody spoke, no time passed and nothing changed that it could tell of:
what somebody keeps in mind is no part of the conversation. It is made of events only, so it never says what did not
happen. Edits by hand stand in it without names, ids and text: the line is part of the conversation, and so of what is
condensed.
"""

from collections.abc import Sequence

from app.events.event_table import row_of
from app.events.telling import told_by_line
from app.language.language import language_of
from app.language.rendering.clock import time_text
from app.language.rendering.happenings import told
from app.memory.prompt_data import clipped
from app.models.command import Event
from app.models.events.mind import ArtifactCreated
from app.models.state.game_state import GameState

MAX_WORDS = 120
"""Characters of what somebody made that the line shows."""


def change_line(state: GameState, events: Sequence[Event], began_at: str | None) -> str:
    """``+`` gained, ``-`` gone, ``✓`` done, ``→`` moved there, ``!`` anything else; then place and time."""
    parts = [_words(state, event, at) for event, at in told_by_line(events, began_at)]
    here = state.scenario.current_location_id
    place = state.name(here) if here else language_of(state.sheet).render("engine.line-nowhere")
    return " · ".join([*parts, place, time_text(state.clock.minutes)])


def _words(state: GameState, event: Event, at: str | None) -> str:
    text = _plain if isinstance(event, ArtifactCreated) else str
    return told(language_of(state.sheet), row_of(event).line or "", event, state.name, text=text, at=at)


def _plain(words: str) -> str:
    """Somebody's own words as one short part of the line, which ``·`` divides."""
    return clipped(" ".join(words.replace("·", ",").split()), MAX_WORDS)
