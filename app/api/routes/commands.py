"""Commands: what orders there are, and giving them."""

from functools import cache

from fastapi import APIRouter, Request

from app.api.access.viewer import Role, ViewerDep, require
from app.api.context import ServicesDep
from app.api.requests import IdempotencyKey, identified
from app.api.routes.games import GameId
from app.api.schemas.turns import CommandInfo, CommandList, CommandsIn, TurnOut
from app.api.views.turns import turn_view
from app.events.command_table import COMMANDS
from app.services.game.turns.turn_result import TurnResult

router = APIRouter(tags=["commands"])


@router.get("/commands")
async def list_commands(viewer: ViewerDep) -> CommandList:
    """Every order that can be given, with its JSON Schema."""
    require(viewer, None)
    return _all_commands()


@cache
def _all_commands() -> CommandList:
    return CommandList(
        items=[
            CommandInfo(
                kind=row.command.model_fields["kind"].default,
                description=" ".join((row.command.__doc__ or "").split()),
                json_schema=row.command.model_json_schema(),
            )
            for row in COMMANDS
        ]
    )


@router.post("/games/{game_id}/commands")
async def give_commands(
    *,
    game_id: GameId,
    body: CommandsIn,
    request: Request,
    viewer: ViewerDep,
    services: ServicesDep,
    key: IdempotencyKey = None,
) -> TurnOut:
    """Carry out commands as one turn without text, which takes no time: all of them or none."""
    require(viewer, game_id, Role.MASTER)
    meant = await identified(request, key)

    async def play() -> TurnResult:
        async with services.host.using(game_id):
            return await services.turns.execute(game_id, *body.commands, **meant)

    return turn_view(await services.finish(play()), viewer)
