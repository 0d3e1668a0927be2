"""Current facts of a person: time, company, feelings, goals, belongings and topics. They are computed and never
stored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from app.interfaces.services.location import PARTY
from app.language.analysis.terms import term_set
from app.language.language import language_of
from app.language.long_texts import chunks, listed_chunks
from app.language.rendering.events import value_words
from app.language.rendering.naming import Naming, in_quotes
from app.memory.entries import markers as gifted
from app.memory.stream.goals import open_goals
from app.memory.stream.sights import Sights
from app.models.clock import day_of, hour_text, part_of_day
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, Scope
from app.models.minds.activity import Activity
from app.models.minds.plan import Goal
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import can_tell_topic, holds
from app.models.state.game_state import GameState

_LIKING = ((6, "close"), (2, "like"), (-1, ""), (-5, "dislike"), (-10, "hate"))
"""Lowest relationship (-10 to +10) of each kind; "" is not mentioned."""

Group = tuple[str, str | None, str | None]
"""(type, category, id of the person it describes)."""


@dataclass(frozen=True)
class SelfFact:
    """A fact about a person itself, the scene or others: a current fact, or the gifted memory ``entry``. ``keys`` are
    names that retrieve a current fact directly."""

    content: str
    type: str
    category: str | None
    about: str | None = None
    entry: MemoryEntry | None = None
    keys: tuple[str, ...] = ()

    @classmethod
    def of(cls, entry: MemoryEntry) -> "SelfFact":
        """Return a gifted memory as a fact."""
        return cls(entry.summary, gifted.type_of(entry), gifted.category_of(entry), gifted.about_of(entry), entry)

    @property
    def aliases(self) -> tuple[str, ...]:
        """The questions and names that retrieve it directly."""
        return self.keys if self.entry is None else gifted.indexed_by(self.entry)

    @property
    def group(self) -> Group:
        return self.type, self.category, self.about


def current_facts(state: GameState, npc_id: str) -> Iterator[SelfFact]:
    """Yield what a person perceives of its place and itself."""
    npc, minutes = state.npc(npc_id), state.clock.minutes
    slots = {"time": hour_text(minutes), "part": part_of_day(minutes), "day": str(day_of(minutes))}
    time = language_of(state.sheet).render("gifted.time", **slots)
    yield SelfFact(time, gifted.SCENE, "time")
    if npc.current_location_id is not None:
        yield from (SelfFact(line, gifted.SCENE, "context") for line in _company(state, npc, npc.current_location_id))
    yield from _feelings(state, npc)
    yield from _messages(state, npc)


def _messages(state: GameState, npc: NPCInstance) -> Iterator[SelfFact]:
    """Yield the messages that the person carries for others."""
    name = Naming(state, npc.instance_id)
    for message in npc.carries:
        words = name.language.render(
            "gifted.carries",
            sender=name.players(message.by_id) or name.party,
            name=name.person(message.to_id),
            words=in_quotes(message.words),
        )
        yield SelfFact(words, gifted.KNOWLEDGE, gifted.KNOWLEDGE, message.to_id)


def _company(state: GameState, npc: NPCInstance, here: str) -> Iterator[str]:
    """Yield who is present and what each one does; nothing for a sleeping person."""
    language = language_of(state.sheet)
    if npc.activity is Activity.SLEEPING:
        yield language.render("gifted.asleep")
        return
    name = Naming(state, npc.instance_id)
    others = [
        language.render("gifted.company", person=name.person(other.instance_id), activity=other.activity.value)
        for other in state.present(here)
        if other.instance_id != npc.instance_id
    ]
    if state.scenario.current_location_id == here:
        others += [name.player(player) for player in state.party.players]
    where = name.place(here)
    if others:
        yield from listed_chunks(others, language.render("gifted.begin-company", place=where) + " ")
    else:
        yield language.render("gifted.alone", place=where)


def _feelings(state: GameState, npc: NPCInstance) -> Iterator[SelfFact]:
    """Yield the person's relationships, and its attitude to the players it has met."""
    language = language_of(state.sheet)
    for other, value in npc.relationships.items():
        liking = next((liking for least, liking in _LIKING if value >= least), "")
        if liking and other in state.npcs and other != npc.instance_id:
            words = language.render(f"gifted.liking-{liking}", name=state.name(other))
            yield SelfFact(words, gifted.KNOWLEDGE, gifted.KNOWLEDGE, other)
    if has_met_party(state, npc):
        attitude = value_words(language, "attitude", npc.attitude)
        for player in state.party.players:
            words = language.render("gifted.attitude", attitude=attitude, name=player.name)
            yield SelfFact(words, gifted.KNOWLEDGE, gifted.KNOWLEDGE, player.id)


@dataclass(frozen=True)
class OwnMatters:
    """Open goals of a person, ids of its belongings, and topics that it can speak of at its place.

    ``kept_back`` holds the ids of goals and belongings that a topic with an unmet condition gives or names, while no
    topic that is available does.
    """

    goals: tuple[Goal, ...]
    belongings: tuple[str, ...]
    topics: tuple[TopicSheet, ...]
    kept_back: frozenset[str]


def own_matters(state: GameState, npc_id: str) -> OwnMatters:
    """Return the goals, belongings and topics of a person.

    Raises:
        NotFound: The person is unknown.
    """
    goals, belongings = open_goals(state, npc_id), state.npc(npc_id).items
    topics = state.sheets.npc(npc_id).topics
    due = [topic for topic in topics if holds(topic.condition, state)]
    withheld = [topic for topic in topics if topic not in due]
    withheld_items = {topic.gives_item for topic in withheld} - {topic.gives_item for topic in due}
    names = _names(withheld) - _names(due)

    def is_named(texts: Iterable[str]) -> bool:
        return any(name <= terms for terms in map(term_set, texts) for name in names)

    kept_back = {goal.id for goal in goals if is_named([goal.text])}
    for item_id in belongings:
        item = state.sheets.item(item_id)
        if item_id in withheld_items or is_named([item.name, *item.aliases]):
            kept_back.add(item_id)
    can_tell = tuple(topic for topic in topics if can_tell_topic(state, npc_id, topic))
    return OwnMatters(tuple(goals), tuple(belongings), can_tell, frozenset(kept_back))


def _names(topics: Iterable[TopicSheet]) -> set[frozenset[str]]:
    """Return the terms of each name; names without content words are ignored."""
    return {terms for topic in topics for name in (topic.name, *topic.aliases) if (terms := term_set(name))}


def own_facts(state: GameState, npc_id: str) -> Iterator[SelfFact]:
    """Yield a person's open goals, belongings and topics as facts, with the text of each topic."""
    language, matters = language_of(state.sheet), own_matters(state, npc_id)

    def facts(category: str, texts: Iterable[str], otherwise: str = "", keys: tuple[str, ...] = ()) -> list[SelfFact]:
        lines = list(texts) or ([language.render(f"gifted.{otherwise}")] if otherwise else [])
        return [SelfFact(text, gifted.CHARACTER, category, keys=keys) for text in lines]

    def begun(name: str, **slots: str) -> str:
        return language.render(f"gifted.begin-{name}", **slots) + " "

    goals = (chunks(goal.text, begun("goal", id=goal.id, progress=str(goal.progress))) for goal in matters.goals)
    yield from facts("goals", chain.from_iterable(goals), "no-goal")
    shown = [state.name(item) for item in matters.belongings if item not in matters.kept_back]
    kept_back = [state.name(item) for item in matters.belongings if item in matters.kept_back]
    carried = [*listed_chunks(shown, begun("belongings")), *listed_chunks(kept_back, begun("kept"))]
    yield from facts("belongings", carried, "no-belongings")
    listing = listed_chunks((topic.name for topic in matters.topics), begun("topics"))
    yield from facts("topics", listing, "no-topics")
    for topic in matters.topics:
        texts = chunks(topic.text, begun("topic", topic=topic.name))
        yield from facts("topic", texts, keys=(topic.name, *topic.aliases))


def has_met_party(state: GameState, npc: NPCInstance) -> bool:
    """Return whether a person has seen or heard a player."""
    scope = Scope.npc(npc.instance_id)
    return PARTY in Sights.of(state, scope).first or bool(state.message_index.heard(scope))
