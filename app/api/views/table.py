"""The table as a player sees it."""

from collections.abc import Iterable
from itertools import chain

from app.api.schemas.table import ChoiceOut, PlayerOut, SceneOut, Thing
from app.language.rendering.phrases import time_text
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.services.game.choices import choices


def scene_view(state: GameState, player_id: str, here: frozenset[str]) -> SceneOut:
    """What is possible is that for a player; ``here`` are those who have a stream open."""
    place = state.place(state.here.id) if state.scenario.current_location_id is not None else None
    act_id = state.scenario.current_act_id
    secrets = (key for each in state.scenario.location_states.values() for key in each.discovered_secrets)
    begun = (key for key, quest in state.scenario.quests.items() if quest.status is not QuestStatus.NOT_STARTED)
    return SceneOut(
        turn=state.turn,
        game_time=state.clock.minutes,
        time=time_text(state.clock.minutes),
        ended=state.scenario.ended,
        opening=state.sheet.opening,
        act=_thing(state, act_id, state.sheets.act(act_id).opening) if act_id else None,
        place=_thing(state, place.location_id, state.here.description, place.danger_level) if place else None,
        people=[_person(state, npc.instance_id) for npc in state.present()],
        things=_things(state, place.items if place else ()),
        carries=_things(state, state.party.items),
        secrets=[_thing(state, key, state.sheets.secret(key)[1].text) for key in secrets],
        quests=[_quest(state, key) for key in begun],
        players=player_views(state, here),
        choices=[ChoiceOut.model_validate(each) for each in chain(*choices(state, player_id))],
    )


def player_views(state: GameState, here: frozenset[str]) -> list[PlayerOut]:
    return [player_view(state, one.id, here) for one in state.party.players]


def player_view(state: GameState, player_id: str, here: frozenset[str]) -> PlayerOut:
    speaks_to = state.party.addressees_of(player_id)
    return PlayerOut(id=player_id, name=state.name(player_id), is_here=player_id in here, speaks_to=speaks_to)


def _things(state: GameState, ids: Iterable[str]) -> list[Thing]:
    return [_thing(state, key) for key in ids]


def _thing(state: GameState, any_id: str, description: str = "", now: str = "") -> Thing:
    return Thing(id=any_id, name=state.name(any_id), description=description, state=now)


def _person(state: GameState, npc_id: str) -> Thing:
    return _thing(state, npc_id, state.sheets.npc(npc_id).description, state.npc(npc_id).activity)


def _quest(state: GameState, quest_id: str) -> Thing:
    sheet, progress = state.sheets.quest(quest_id), state.quest(quest_id)
    parts = [
        Thing(id=each.id, name=each.name, state="done" if each.id in progress.completed_objectives else "open")
        for each in sheet.objectives
    ]
    return Thing(id=quest_id, name=sheet.name, description=sheet.description, state=progress.status, parts=parts)
