"""The table as a player sees it."""

from collections.abc import Iterable

from app.api.schemas import table as schemas
from app.language.rendering.phrases import time_text
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.services.game.choices import choices


def scene_view(state: GameState, player_id: str, here: frozenset[str]) -> schemas.SceneOut:
    """What is possible is that for a player; ``here`` are those who have a stream open."""
    at = state.scenario.current_location_id
    place = state.place(at) if at is not None else None
    return schemas.SceneOut(
        turn=state.turn,
        game_time=state.clock.minutes,
        time=time_text(state.clock.minutes),
        ended=state.scenario.ended,
        place=_place(state) if place is not None else None,
        people=[_person(state, npc.instance_id) for npc in state.present()],
        things=_named(state, place.items if place is not None else ()),
        carries=_named(state, state.party.items),
        secrets=[
            _secret(state, key) for each in state.scenario.location_states.values() for key in each.discovered_secrets
        ],
        quests=[
            _quest(state, key)
            for key, quest in state.scenario.quests.items()
            if quest.status is not QuestStatus.NOT_STARTED
        ],
        players=player_views(state, here),
        choices=schemas.ChoicesOut.model_validate(choices(state, player_id)),
    )


def player_views(state: GameState, here: frozenset[str]) -> list[schemas.PlayerOut]:
    return [
        schemas.PlayerOut(
            id=player.id,
            name=player.name,
            is_here=player.id in here,
            speaks_to=list(state.party.addressees_of(player.id)),
        )
        for player in state.party.players
    ]


def _named(state: GameState, ids: Iterable[str]) -> list[schemas.Named]:
    return [schemas.Named(id=key, name=state.name(key)) for key in ids]


def _place(state: GameState) -> schemas.PlaceOut:
    sheet, now = state.here, state.place(state.here.id)
    return schemas.PlaceOut(
        id=sheet.id,
        name=sheet.name,
        description=sheet.description,
        atmosphere=sheet.atmosphere,
        danger=now.danger_level,
        effects=now.effects,
    )


def _person(state: GameState, npc_id: str) -> schemas.PersonOut:
    npc, sheet = state.npc(npc_id), state.sheets.npc(npc_id)
    return schemas.PersonOut(
        id=npc_id, name=sheet.name, description=sheet.description, attitude=npc.attitude, activity=npc.activity
    )


def _secret(state: GameState, secret_id: str) -> schemas.Described:
    secret = state.sheets.secret(secret_id)[1]
    return schemas.Described(id=secret_id, name=secret.name, description=secret.text)


def _quest(state: GameState, quest_id: str) -> schemas.QuestOut:
    sheet, progress = state.sheets.quest(quest_id), state.quest(quest_id)
    return schemas.QuestOut(
        id=quest_id,
        name=sheet.name,
        description=sheet.description,
        status=progress.status,
        objectives=[
            schemas.ObjectiveOut(id=each.id, name=each.name, done=each.id in progress.completed_objectives)
            for each in sheet.objectives
        ],
    )
