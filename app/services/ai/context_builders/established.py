"""The section of what was established in the game, for the game master: facts of canon, and claims of players."""

from collections.abc import Iterator

from app.language.analysis.names import Folded, NameTable, ids_by_name
from app.memory.prompt_data import data_line
from app.models.sheets.amending import find_part
from app.models.sheets.canon import CanonEntry, FactEntry
from app.models.state.facts import facts
from app.models.state.game_state import GameState
from app.models.state.things import carried, lying_at
from app.services.ai.context_builders.draft import Draft, DraftLine, PromptViewer

MOST_FACTS = 30
"""Facts that a prompt shows at most, the newest."""
LINES_READ = 8
"""Last messages whose names make facts worth showing."""


def build_established(state: GameState, _viewer: PromptViewer) -> Draft | None:
    """List the facts about the world, and about who and what is here, carried or named in the last messages; the newest
    last, claims of players marked."""
    known = list(facts(state))
    if not known:
        return None
    wanted = {*at_hand(state), *_named(state, {fact.subject for _, fact in known})}
    shown = [each for each in known if each[1].subject in wanted or _is_of_world(state, each[1].subject)][-MOST_FACTS:]
    lines = (DraftLine(_line(state, *each), age=len(shown) - number) for number, each in enumerate(shown))
    return Draft("Established", tuple(lines), priority=94)


def at_hand(state: GameState) -> Iterator[str]:
    """Yield the ids of players, of the things that they carry, and of the place with its details, people and things."""
    here = state.scenario.current_location_id
    yield from (player.id for player in state.party.players)
    yield from carried(state)
    if here is not None:
        yield here
        yield from (detail.id for detail in state.sheets.location(here).features)
        yield from (npc.instance_id for npc in state.present())
        yield from lying_at(state, here)


def _named(state: GameState, subjects: set[str]) -> Iterator[str]:
    """Yield the subjects that the last messages name."""
    names = NameTable(ids_by_name((name, subject) for subject in subjects for name in _names_of(state, subject)))
    for message in state.conversation_history[-LINES_READ:]:
        yield from message.npc_ids
        for found in names.find(Folded.of(message.content)):
            yield from found.ids


def _names_of(state: GameState, subject: str) -> Iterator[str]:
    yield state.name(subject)
    yield from getattr(find_part(state.sheet, subject), "aliases", ())


def _is_of_world(state: GameState, subject: str) -> bool:
    """Return whether a subject is no person, thing, place or detail of a place."""
    sheets = state.sheets
    is_placed = subject in sheets.npcs or subject in sheets.items or subject in sheets.locations
    return not is_placed and not any(
        detail.id == subject for place in state.sheet.locations for detail in place.features
    )


def _line(state: GameState, entry: CanonEntry, fact: FactEntry) -> str:
    name = state.name(fact.subject)
    subject = f"{data_line(name)} [{fact.subject}]" if name != fact.subject else data_line(name)
    claimed = f" (claimed by {data_line(state.name(entry.player_id))})" if entry.player_id is not None else ""
    return f"- {subject}, {data_line(fact.attribute)}: {data_line(fact.value)}{claimed}"
