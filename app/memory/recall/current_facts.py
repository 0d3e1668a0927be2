"""What a person perceives at this moment: time, company, feelings, what it wants, has and can tell. Computed, never
stored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from app.interfaces.services.location import PARTY
from app.language.analysis.terms import term_set
from app.language.language import language_of
from app.language.long_texts import chunks, listed_chunks
from app.language.rendering.events import value_words
from app.language.rendering.naming import Naming
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
"""From which relationship (-10 to +10) on; "" is not worth a word."""

Group = tuple[str, str | None, str | None]
"""Type, category, and whom it is about."""


@dataclass(frozen=True)
class SelfFact:
    """What a person knows of itself, the scene or others: a current fact, or the gifted memory ``entry``. ``keys`` are
    names by which a current fact is found at once."""

    content: str
    type: str
    category: str | None
    about: str | None = None
    entry: MemoryEntry | None = None
    keys: tuple[str, ...] = ()

    @classmethod
    def of(cls, entry: MemoryEntry) -> "SelfFact":
        return cls(entry.summary, gifted.type_of(entry), gifted.category_of(entry), gifted.about_of(entry), entry)

    @property
    def aliases(self) -> tuple[str, ...]:
        """The questions and names by which it is found at once."""
        return self.keys if self.entry is None else gifted.indexed_by(self.entry)

    @property
    def group(self) -> Group:
        return self.type, self.category, self.about


def current_facts(state: GameState, npc_id: str) -> Iterator[SelfFact]:
    """What a person perceives of the place and itself."""
    npc, minutes = state.npc(npc_id), state.clock.minutes
    slots = {"time": hour_text(minutes), "part": part_of_day(minutes), "day": str(day_of(minutes))}
    told = language_of(state.sheet).render("gifted.time", **slots)
    yield SelfFact(told, gifted.SCENE, "time")
    if npc.current_location_id is not None:
        yield from (SelfFact(line, gifted.SCENE, "context") for line in _company(state, npc, npc.current_location_id))
    yield from _feelings(state, npc)


def _company(state: GameState, npc: NPCInstance, here: str) -> Iterator[str]:
    """Who is present and what each does; nothing for a sleeper."""
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
    """Its relationships, and its attitude to players that it has met."""
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
    """Open goals, ids of belongings, and the topics that it can tell where it is. ``kept_back``: the ids of those goals
    and belongings that a topic with an unmet condition gives or names, while none that can be told does."""

    goals: tuple[Goal, ...]
    belongings: tuple[str, ...]
    topics: tuple[TopicSheet, ...]
    kept_back: frozenset[str]


def own_matters(state: GameState, npc_id: str) -> OwnMatters:
    """Raises NotFound for an unknown person."""
    goals, belongings = open_goals(state, npc_id), state.npc(npc_id).items
    topics = state.sheets.npc(npc_id).topics
    due = [topic for topic in topics if holds(topic.condition, state)]
    untold = [topic for topic in topics if topic not in due]
    given = {topic.gives_item for topic in untold} - {topic.gives_item for topic in due}
    names = _names(untold) - _names(due)

    def is_named(texts: Iterable[str]) -> bool:
        return any(name <= terms for terms in map(term_set, texts) for name in names)

    kept = {goal.id for goal in goals if is_named([goal.text])}
    for item_id in belongings:
        item = state.sheets.item(item_id)
        if item_id in given or is_named([item.name, *item.aliases]):
            kept.add(item_id)
    told = tuple(topic for topic in topics if can_tell_topic(state, npc_id, topic))
    return OwnMatters(tuple(goals), tuple(belongings), told, frozenset(kept))


def _names(topics: Iterable[TopicSheet]) -> set[frozenset[str]]:
    """The terms of each name; a name without content words names nothing."""
    return {terms for topic in topics for name in (topic.name, *topic.aliases) if (terms := term_set(name))}


def own_facts(state: GameState, npc_id: str) -> Iterator[SelfFact]:
    """A person's open goals, what it carries, and what it can tell with the words for it."""
    language, own = language_of(state.sheet), own_matters(state, npc_id)

    def facts(category: str, texts: Iterable[str], otherwise: str = "", keys: tuple[str, ...] = ()) -> list[SelfFact]:
        found = list(texts) or ([language.render(f"gifted.{otherwise}")] if otherwise else [])
        return [SelfFact(text, gifted.CHARACTER, category, keys=keys) for text in found]

    def begun(name: str, **slots: str) -> str:
        return language.render(f"gifted.begin-{name}", **slots) + " "

    wanted = (chunks(goal.text, begun("goal", id=goal.id, progress=str(goal.progress))) for goal in own.goals)
    yield from facts("goals", chain.from_iterable(wanted), "no-goal")
    shown = [state.name(item) for item in own.belongings if item not in own.kept_back]
    kept = [state.name(item) for item in own.belongings if item in own.kept_back]
    carried = [*listed_chunks(shown, begun("belongings")), *listed_chunks(kept, begun("kept"))]
    yield from facts("belongings", carried, "no-belongings")
    listing = listed_chunks((topic.name for topic in own.topics), begun("topics"))
    yield from facts("topics", listing, "no-topics")
    for topic in own.topics:
        texts = chunks(topic.text, begun("topic", topic=topic.name))
        yield from facts("topic", texts, keys=(topic.name, *topic.aliases))


def has_met_party(state: GameState, npc: NPCInstance) -> bool:
    scope = Scope.npc(npc.instance_id)
    return PARTY in Sights.of(state, scope).first or bool(state.message_index.heard(scope))
