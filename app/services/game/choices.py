"""What a player can do here and now, as data: each choice with the line that does it under the offline narrator."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pydantic import Field

from app.language.analysis.names import without_article
from app.language.language import current_language, language_of, using
from app.language.rendering.phrases import input_line, way_line, with_ordinals
from app.language.rendering.refusing import render_refusal
from app.models.base import View, fold_text
from app.models.state.conditions import is_open, is_usable, only_target, open_topics, targets_here, visible_exits
from app.models.state.game_state import GameState
from app.models.state.things import carried, lying_at
from app.services.game.action_lines import action_lines

_LOOK_BACK = 400  # messages searched for speakers; a turn's work must not grow with the conversation


class PossibleDeed(View):
    """A ``deed`` (go, talk, ask, take …) that is done to the part of this ``id`` by typing ``line``. ``known``: whether
    the place was visited, the person spoken with, the topic heard, or the thing is carried; ``whom``: the person to ask
    or to give to; ``on``: the target of a thing that is used. The deed ``act`` is the action of this id, done to
    ``on``; ``refusal`` says why it is not open now."""

    deed: str = Field(examples=["ask"])
    id: str = Field(examples=["the-silence"])
    name: str = Field(examples=["the silent bell"])
    line: str = Field(examples=["ask Tove Marrick about the silent bell"])
    known: bool = False
    is_open: bool = True
    whom: str | None = Field(default=None, examples=["tove"])
    on: str | None = None
    on_name: str = Field(default="", description="what that is called", examples=["ash heap"])
    refusal: str = Field(default="", description="of an action: why it is not possible now")


class Choices(NamedTuple):
    """All objects of actions that the party has found out about."""

    ways: tuple[PossibleDeed, ...] = ()
    people: tuple[PossibleDeed, ...] = ()
    topics: tuple[PossibleDeed, ...] = ()
    things: tuple[PossibleDeed, ...] = ()
    deeds: tuple[PossibleDeed, ...] = ()


def player_choices(state: GameState, player_id: str) -> Choices:
    """List what a player can do, the people it spoke to last first; nothing if the party is nowhere.

    An action may fail: a locked way, an unwanted gift."""
    if state.scenario.current_location_id is None:
        return Choices()
    with using(language_of(state.sheet)):
        people = _people(state, player_id)
        return Choices(
            ways=tuple(_ways(state)),
            people=tuple(people),
            topics=tuple(topic for person in people for topic in _topics(state, person)),
            things=tuple(_things(state)),
            deeds=(*_actions(state, player_id), *_companions(state), *_deeds(state, people)),
        )


def _ways(state: GameState) -> Iterator[PossibleDeed]:
    for way in visible_exits(state):
        line, is_known = way_line(current_language(), way), state.place(way.to).visits > 0
        is_unlocked = is_open(way, state)
        yield PossibleDeed(deed="go", id=way.to, name=way.name, line=line, known=is_known, is_open=is_unlocked)


def _people(state: GameState, player_id: str) -> list[PossibleDeed]:
    lately = list(islice(reversed(state.conversation_history), _LOOK_BACK))
    spoken_to = next((message.addressee_ids for message in lately if message.speaker_id == player_id), ())
    heard = {message.speaker_id for message in lately}
    ids = [npc.instance_id for npc in state.present()]
    people = [
        _choice("talk", key, name, is_known=is_known)
        for key, name in zip(ids, with_ordinals([state.name(key) for key in ids]), strict=True)
        for is_known in (key in heard or bool(state.npc(key).topics_told),)
    ]
    return sorted(people, key=lambda person: person.id not in spoken_to)


def _topics(state: GameState, person: PossibleDeed) -> Iterator[PossibleDeed]:
    """Yield the topics to ask a person about; of topics with the same name the one that it would give."""
    told, named = state.npc(person.id).topics_told, set[str]()
    for topic in open_topics(state, person.id):
        if fold_text(topic.name) not in named:
            named.add(fold_text(topic.name))
            line = input_line(current_language(), "ask", name=person.name, topic=topic.name)
            is_known = topic.id in told
            yield PossibleDeed(deed="ask", id=topic.id, name=topic.name, line=line, known=is_known, whom=person.id)


def _things(state: GameState) -> Iterator[PossibleDeed]:
    """Yield what can be examined."""
    place, held = state.place(state.here.id), carried(state)
    details = [detail.id for detail in (*state.here.features, *state.here.encounters)]
    uncleared = [key for key in details if key not in place.completed_encounters]
    for key, name in _named(state, [*lying_at(state, state.here.id), *held, *uncleared]):
        yield _choice("examine", key, name, is_known=key in held)


def _actions(state: GameState, player_id: str) -> Iterator[PossibleDeed]:
    """Yield the actions of the scenario, then the generic ones that something here is made for."""
    for one in action_lines(state, player_id):
        on_name = "" if one.target_id is None else without_article(state.name(one.target_id))
        why = "" if one.refusal is None else str(render_refusal(one.refusal, state))
        yield PossibleDeed(
            deed="act",
            id=one.id,
            name=one.name,
            line=one.line,
            is_open=one.refusal is None,
            on=one.target_id,
            on_name=on_name,
            refusal=why,
        )


def _companions(state: GameState) -> Iterator[PossibleDeed]:
    """Yield the companions that can be left behind."""
    if state.world.ending is None:
        yield from (_choice("part", key, state.name(key)) for key in state.party.companions)


def _deeds(state: GameState, people: list[PossibleDeed]) -> Iterator[PossibleDeed]:
    place = state.place(state.here.id)
    for key, name in _named(state, lying_at(state, state.here.id)):
        if state.sheets.item(key).portable:
            yield _choice("take", key, name)
    uncleared = [one.id for one in state.here.encounters if one.id not in place.completed_encounters]
    yield from (_choice("fight", key, name) for key, name in _named(state, uncleared))
    targets = _named(state, targets_here(state))
    for key, name in _named(state, state.party.items):
        if is_usable(state, key):
            yield _choice("use", key, name)
        for target, on in targets:
            if target != only_target(state, key) and is_usable(state, key, target):
                line = input_line(current_language(), "use-on", name=name, target=on)
                yield PossibleDeed(deed="use", id=key, name=name, line=line, on=target, on_name=on)
        yield from (_choice("give", key, name, whom=person) for person in people)
        yield _choice("drop", key, name)
    for deed in ("look", "wait"):
        yield _choice(deed, state.here.id, state.here.name)


def _named(state: GameState, ids: Sequence[str]) -> list[tuple[str, str]]:
    """Return ids with their names, equal names told apart by an addition."""
    return list(zip(ids, with_ordinals([without_article(state.name(key)) for key in ids]), strict=True))


def _choice(
    deed: str, key: str, name: str, *, is_known: bool = False, whom: PossibleDeed | None = None
) -> PossibleDeed:
    slots = {"name": name} if whom is None else {"name": name, "person": whom.name}
    line = input_line(current_language(), deed, **slots)
    asked = None if whom is None else whom.id
    return PossibleDeed(deed=deed, id=key, name=name, line=line, known=is_known, whom=asked)
