"""The table as a player sees it."""

from itertools import chain

from app.api.schemas.table import PlayerOut, SceneOut, Thing
from app.models.state.game_state import GameState
from app.services.characters.table_view import scene_data
from app.services.game.choices import choices


def scene_view(state: GameState, player_id: str, here: frozenset[str]) -> SceneOut:
    """What is possible is that for a player; ``here`` are those who have a stream open."""
    seen, act_id = scene_data(state), state.scenario.current_act_id
    secrets = (key for each in state.scenario.location_states.values() for key in each.discovered_secrets)
    more = {
        "game_time": state.clock.minutes,
        "ended": state.scenario.ended,
        "opening": state.sheet.opening,
        "act": _thing(state, act_id, state.sheets.act(act_id).opening) if act_id else None,
        "carries": seen["party"]["carries"],
        "secrets": [_thing(state, key, state.sheets.secret(key)[1].text) for key in secrets],
        "players": player_views(state, here),
        "choices": chain(*choices(state, player_id)),
    }
    return SceneOut.model_validate(seen | more)


def player_views(state: GameState, here: frozenset[str]) -> list[PlayerOut]:
    return [player_view(state, one.id, here) for one in state.party.players]


def player_view(state: GameState, player_id: str, here: frozenset[str]) -> PlayerOut:
    speaks_to = state.party.addressees_of(player_id)
    return PlayerOut(id=player_id, name=state.name(player_id), is_here=player_id in here, speaks_to=speaks_to)


def _thing(state: GameState, any_id: str, description: str) -> Thing:
    return Thing(id=any_id, name=state.name(any_id), description=description)
