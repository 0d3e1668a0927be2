"""What a person wants, has and can tell at this moment."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.language.analysis.terms import term_set
from app.memory.stream.goals import open_goals
from app.models.sheets.scenario import TopicSheet
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.models.state.plan import Goal


@dataclass(frozen=True)
class OwnMatters:
    """Open goals, ids of belongings, and the topics whose condition holds. ``kept_back``: the ids of those goals and
    belongings that a topic with an unmet condition gives or names, while none that can be told does."""

    goals: tuple[Goal, ...]
    belongings: tuple[str, ...]
    topics: tuple[TopicSheet, ...]
    kept_back: frozenset[str]


def own_matters(state: GameState, npc_id: str) -> OwnMatters:
    """Raises NotFound for an unknown person."""
    goals, belongings = open_goals(state, npc_id), state.npc(npc_id).items
    topics = state.sheets.npc(npc_id).topics
    told = [topic for topic in topics if holds(topic.condition, state)]
    untold = [topic for topic in topics if topic not in told]
    given = {topic.gives_item for topic in untold} - {topic.gives_item for topic in told}
    names = _names(untold) - _names(told)

    def is_named(texts: Iterable[str]) -> bool:
        return any(name <= terms for terms in map(term_set, texts) for name in names)

    kept = {goal.id for goal in goals if is_named([goal.text])}
    for item_id in belongings:
        item = state.sheets.item(item_id)
        if item_id in given or is_named([item.name, *item.aliases]):
            kept.add(item_id)
    return OwnMatters(tuple(goals), tuple(belongings), tuple(told), frozenset(kept))


def _names(topics: Iterable[TopicSheet]) -> set[frozenset[str]]:
    """The terms of each name; a name without content words names nothing."""
    return {terms for topic in topics for name in (topic.name, *topic.aliases) if (terms := term_set(name))}
