"""Answers of the game about what is seen, known and carried, by the kind of the question."""

from collections.abc import Iterator

from app.agents.narrator.company import last_seen
from app.agents.narrator.knowledge.passages import Known, known_place, of_person
from app.agents.narrator.knowledge.ranking import likeliest
from app.agents.narrator.knowledge.wanted import AnswerKind, wanted_kind
from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding.naming import everybody, named_in
from app.language.analysis.text import sentences
from app.language.language import language_of
from app.language.rendering.states import shown_states
from app.models.sheets.described import Described
from app.models.state.conditions import is_open, visible_exits
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.models.state.things import carried, lying_at


async def seen_by_party(turn: TurnBuilder, question: str) -> str:
    """Return the sentence about what is here or carried that answers a question; "" for none.

    Args:
        turn: The turn.
        question: The question.
    """
    anybody = next(iter(turn.state.npcs), None)
    if anybody is None:
        return ""
    passages = list(seen_passages(turn.state, lists_things=wanted_kind(question) is not AnswerKind.THING))
    found = await likeliest(turn.voice(anybody).exchange, question, passages)
    return found.answer.text if found.answer is not None else ""


def seen_passages(state: GameState, *, lists_things: bool = True) -> Iterator[Known]:
    """Yield the sentences about the place, the ways, and the things that are here or carried, as they are now.

    Args:
        state: The game.
        lists_things: Whether the list of what lies here is one of them; it says nothing more of a thing.
    """
    here = state.here
    yield from _lines((here.name, *here.aliases), description_now(state, here), here.atmosphere)
    listed = descriptions.things(state) if lists_things else ""
    yield from _lines((here.name,), descriptions.threats(state)[0].text, listed)
    for way in visible_exits(state):
        locked = "" if is_open(way, state) else way.locked_text
        yield from _lines((way.name, *way.aliases), way.description, locked)
    for owner in ("party", "game"):
        yield from _lines((), *shown_states(state, owner))
    for item_id in (*lying_at(state, here.id), *carried(state)):
        yield from _of_thing(state, item_id, state.sheets.item(item_id))
    for feature in here.features:
        yield from _of_thing(state, feature.id, feature)


def _of_thing(state: GameState, any_id: str, sheet: Described) -> Iterator[Known]:
    names = (state.name(any_id), *getattr(sheet, "aliases", ()))
    yield from _lines(names, description_now(state, sheet), *shown_states(state, any_id))


def _lines(names: tuple[str, ...], *texts: str) -> Iterator[Known]:
    for text in texts:
        for line in sentences(text):
            yield Known(line, called=names)


def who_is(turn: TurnBuilder, question: str) -> str:
    """Return who the person is that a question names: one that the party has seen, or a figure of the story, whose name
    is known to all; "" for none."""
    state = turn.state
    for thing in named_in(question, everybody(state)):
        if last_seen(state, thing.id) is not None:
            sheet = state.sheets.npc(thing.id)
            place = known_place(state, sheet.work_location) or known_place(state, sheet.home_location)
            return of_person(language_of(state.sheet), sheet, place) or description_now(state, sheet)
    said = question.casefold()
    figures = (each for each in state.sheet.figures if each.description)
    return next(
        (each.description for each in figures if any(name.casefold() in said for name in (each.name, *each.aliases))),
        "",
    )
