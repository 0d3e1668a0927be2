"""What the party can turn to here and now: topics that can be told, and what a thing can be used on."""

from app.models.sheets.scenario import TopicSheet
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


def open_topics(state: GameState, npc_id: str) -> list[TopicSheet]:
    """What a person can be asked now, what it has not told yet first."""
    told = state.npc(npc_id).topics_told
    topics = [topic for topic in state.sheets.npc(npc_id).topics if holds(topic.condition, state)]
    return sorted(topics, key=lambda topic: topic.id in told)


def targets_here(state: GameState) -> set[str]:
    """Ids of what is here to use a thing on: people, features, encounters that stand, and the place."""
    done = state.place(state.here.id).completed_encounters
    fixed = (*state.here.features, *(each for each in state.here.encounters if each.id not in done))
    return {state.here.id, *(npc.instance_id for npc in state.present()), *(each.id for each in fixed)}


def only_target(state: GameState, item_id: str) -> str | None:
    """What a thing is used on when nothing is named: the only thing here that its sheet has a use for."""
    uses = {use.on for use in state.sheets.item(item_id).uses}
    fitting = set() if None in uses else targets_here(state) & uses
    return fitting.pop() if len(fitting) == 1 else None


def is_usable(state: GameState, item_id: str) -> bool:
    """Whether a thing has one use here and now when nothing is named to use it on."""
    target = only_target(state, item_id)
    return any(use.on == target and holds(use.condition, state) for use in state.sheets.item(item_id).uses)
