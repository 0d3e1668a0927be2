"""Answers of the game about what is seen, known and carried, by the kind of the question."""

from collections.abc import Iterator, Sequence

from app.agents.narrator.company import last_seen
from app.agents.narrator.knowledge.passages import Known, known_place, of_person
from app.agents.narrator.knowledge.ranking import likeliest, passage_model
from app.agents.narrator.knowledge.wanted import AnswerKind, wanted_kind
from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding.naming import everybody, named_in
from app.language.analysis.text import sentences
from app.language.language import language_of
from app.language.rendering.phrases import moment_text
from app.language.rendering.states import shown_states
from app.models.clock import MINUTES_PER_HOUR
from app.models.sheets.fact import FactSheet
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import FeatureSheet
from app.models.state.conditions import facts_now, is_open, visible_exits
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.models.state.things import carried, lying_at


async def seen_by_party(turn: TurnBuilder, question: str, *, facts_only: bool = False) -> str:
    """Return the sentence about what is here or carried that answers a question; "" for none.

    Args:
        turn: The turn.
        question: The question.
        facts_only: Whether to answer with a fact of the author's or a time that is left, and with no description.
    """
    lists_things = wanted_kind(question) is not AnswerKind.THING
    passages = list(seen_passages(turn.state, lists_things=lists_things))
    found = await _likeliest(turn, question, passages)
    if found is None:  # the time left is like any other number
        found = await _likeliest(turn, question, [each for each in passages if not each.is_of_players])
    return found.text if found is not None and (found.is_fact or not facts_only) else ""


async def time_left(turn: TurnBuilder, question: str) -> str:
    """Return how much time is left until what a question names, or until the next thing that players know of; "" where
    it asks for no such time.

    Args:
        turn: The turn.
        question: The question.
    """
    found = await _likeliest(turn, question, list(_times_left(turn.state)))
    return found.text if found is not None else ""


async def _likeliest(turn: TurnBuilder, question: str, passages: Sequence[Known]) -> Known | None:
    anybody = next(iter(turn.state.npcs), None)
    if anybody is None or passage_model(language_of(turn.state.sheet)) is None:
        return None
    return (await likeliest(turn.voice(anybody).exchange, question, passages)).answer


def seen_passages(state: GameState, *, lists_things: bool = True) -> Iterator[Known]:
    """Yield the sentences about the place, the ways, and the things that are here or carried, as they are now, with the
    author's facts of these and of the story, and the time that is left of timers that players know of.

    Args:
        state: The game.
        lists_things: Whether the list of what lies here is one of them; it says nothing more of a thing.
    """
    here = state.here
    yield from _facts(state, state.sheet.facts, ())
    yield from _times_left(state)
    yield from _facts(state, here.facts, (here.name, *here.aliases))
    yield from _lines((here.name, *here.aliases), description_now(state, here), here.atmosphere)
    listed = descriptions.things(state) if lists_things else ""
    yield from _lines((here.name,), descriptions.threats(state)[0].text, listed)
    for way in visible_exits(state):
        yield from _facts(state, way.facts, (way.name, *way.aliases))
        locked = "" if is_open(way, state) else way.locked_text
        yield from _lines((way.name, *way.aliases), way.description, locked)
    for owner in ("party", "game"):
        yield from _lines((), *shown_states(state, owner))
    for item_id in (*lying_at(state, here.id), *carried(state)):
        yield from _of_thing(state, item_id, state.sheets.item(item_id))
    for feature in here.features:
        yield from _of_thing(state, feature.id, feature)
    cleared = state.place(here.id).completed_encounters
    for encounter in here.encounters:
        if encounter.id not in cleared:
            yield from _facts(state, encounter.facts, (encounter.name, *encounter.aliases))


def _of_thing(state: GameState, any_id: str, sheet: FeatureSheet | ItemSheet) -> Iterator[Known]:
    names = (state.name(any_id), *getattr(sheet, "aliases", ()))
    yield from _facts(state, sheet.facts, names)
    yield from _lines(names, description_now(state, sheet), *shown_states(state, any_id))


def _facts(state: GameState, sheets: Sequence[FactSheet], names: tuple[str, ...]) -> Iterator[Known]:
    return (Known(each.text, asks=each.asks, called=names) for each in facts_now(state, sheets))


def _times_left(state: GameState) -> Iterator[Known]:
    """Yield how long each running timer has left that players know of, the soonest first."""
    running = state.world.timers
    shown = sorted((running[each.id].due, each.id) for each in state.sheet.timers if each.shown and each.id in running)
    language = language_of(state.sheet)
    for at, (due, timer_id) in enumerate(shown):
        sheet = state.sheets.timer(timer_id)
        names, left = (sheet.name, *sheet.aliases), due - state.clock.minutes
        if left <= 0:
            continue
        hours, minutes = divmod(left, MINUTES_PER_HOUR)
        moment = moment_text(language, due, state.clock.minutes)
        text = language.render("narrator.time-left", name=sheet.name, hours=hours, minutes=minutes, moment=moment)
        wordings = language.lines("answering.asks", "time_left")
        asks = [each.format(name=name) for each in wordings for name in names]
        general = () if at else language.lines("answering.asks", "any_time_left")
        yield Known(text, asks=(*asks, *general), called=names, is_of_players=True)


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
