"""The game as a player sees it (scene, hints, players, notes), and the tokens that grant access to it."""

from functools import partial
from itertools import chain
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from app.api.access import NotAllowed, acting_player
from app.api.canon_views import canon_marks_of, way_mark
from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import Game, GameAsMaster, GameAsPlayer, GameAsViewer, IdempotencyDep
from app.api.locations import LOCATED, located
from app.api.routes.games import model_name
from app.api.schemas import table as schemas
from app.api.schemas.base import Page
from app.errors import InvalidInput, NotFound
from app.events.command_table import parse_command
from app.events.commands import LeavePartyCommand, UpdatePlayerSheetCommand
from app.language.language import language_of, using
from app.language.rendering.states import shown_states
from app.models.base import Id
from app.models.events.play import PlayerJoined
from app.models.plain_reasons import Denial, Denied, Sought, Unknown, ValueFault, ValueUnfit
from app.models.sheets.player import FIELDS, PlayerSheet
from app.models.sheets.values import GAME, PARTY
from app.models.state.conditions import is_open, known_place_ids, visible_exits
from app.models.state.game_state import GameState
from app.services.characters.table_view import ending_data, scene_data
from app.services.game.choices import player_choices
from app.services.game.games.concurrency import in_thread
from app.services.game.games.session import GameSession
from app.services.game.hints import Hint, hints
from app.settings import OFFLINE

PlayerId = Annotated[Id, Path(examples=["player"])]
router = APIRouter(route_class=ConditionalRoute)


@router.get("/games/{game_id}/scene", tags=["games"])
async def get_scene(game: GameAsViewer) -> schemas.SceneOut:
    """Return the place of the party, the people and things there, and the possible actions, each with the line that
    performs it. They are the actions of the token's player, or else of the first player.

    Problems: 403 the token's role is below `viewer`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.open() as session:
        state = session.state
        model = await in_thread(partial(model_name, game.services, game.id, session.header.model))
        if model is None:  # the server's, which may be another one than at its start
            work = await game.services.library.work_for(session.header)
            model = (work.narrator if work else game.services.turns.narrator).mode
        act_id = state.scenario.current_act_id
        secrets = (key for each in state.scenario.location_states.values() for key in each.discovered_secrets)
        player_id = game.viewer.player_id or state.party.players[0].id
        with using(language_of(state.sheet)):
            seen = scene_data(state)
            more = {
                "game_time": state.clock.minutes,
                "ended": state.scenario.ended or state.world.ending is not None,
                "seen": [words for of in (PARTY, GAME) for words in shown_states(state, of)],
                "companions": state.party.companions,
                "ending": ending_data(state),
                "place": seen["place"] and seen["place"] | canon_marks_of(state, seen["place"]["id"]),
                "people": [
                    one | {"companion": one["id"] in state.party.companions} | canon_marks_of(state, one["id"])
                    for one in seen["people"]
                ],
                "things": [one | canon_marks_of(state, one["id"]) for one in seen["things"]],
                "opening": state.sheet.opening,
                "first": _first(state),
                "act": _thing(state, act_id, state.sheets.act(act_id).opening) if act_id else None,
                "carries": [one | canon_marks_of(state, one["id"]) for one in seen["party"]["carries"]],
                "secrets": [_thing(state, key, state.sheets.secret(key)[1].text) for key in secrets],
                "players": [_player(game, state, one.id) for one in state.party.players],
                "places": _known_places(state),
                "role": game.viewer.role,
                "player_id": player_id,
                "answers": session.answers,
                "may_go_on": model != OFFLINE,
                "choices": chain(*player_choices(state, player_id)),
            }
            return schemas.SceneOut.model_validate(seen | more)


def _first(state: GameState) -> schemas.StoryStart:
    sheet = state.sheet
    place = next(place for place in sheet.locations if place.id == sheet.start_location)
    return schemas.StoryStart(
        place=_thing(state, place.id, place.description),
        act=_thing(state, sheet.acts[0].id, sheet.acts[0].opening),
        game_time=sheet.start_minutes,
    )


@router.get("/games/{game_id}/hints", tags=["games"])
async def list_hints(game: GameAsViewer) -> Page[Hint]:
    """List hints for a player who does not know what to do next: the token's player, or else the first player. There is
    one hint for each active quest that the party can advance now, those of the present act first. If there is no such
    quest, there is at most one hint: how to end the act, or how to start or advance another quest. Hints name nothing
    that the party has not discovered. The list is empty when the story has ended.

    Problems: 403 the token's role is below `viewer`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        player_id = game.viewer.player_id or state.party.players[0].id
        found = await in_thread(partial(hints, state, player_id))
        return Page(items=found)


def _thing(state: GameState, any_id: str, description: str) -> schemas.ItemOut:
    return schemas.ItemOut(id=any_id, name=state.name(any_id), description=description)


def _known_places(state: GameState) -> list[schemas.PlaceOut]:
    known = known_place_ids(state)
    ways = {key: visible_exits(state, key) for key in known if state.place(key).visits}
    return [
        schemas.PlaceOut(
            id=place.id,
            name=state.name(place.id),
            visited=place.id in ways,
            ways=[
                schemas.WayOut(
                    to=way.to,
                    name=way.name,
                    direction=way.direction,
                    is_open=is_open(way, state),
                    added_by=way_mark(state, place.id, way.to),
                )
                for way in ways.get(place.id, ())
            ],
            **canon_marks_of(state, place.id),
        )
        for place in state.sheet.locations
        if place.id in known
    ]


def _player(game: Game, state: GameState, player_id: str) -> schemas.PlayerOut:
    is_here, speaks_to = player_id in game.services.feed.present(game.id), state.party.addressees_of(player_id)
    return schemas.PlayerOut(
        id=player_id,
        name=state.name(player_id),
        is_here=is_here,
        speaks_to=speaks_to,
        seen=shown_states(state, player_id),
        dead=player_id in state.party.fallen,
        sheet=_sheet(game, state, player_id),
    )


def _sheet(game: Game, state: GameState, player_id: str) -> PlayerSheet:
    """Return a player's sheet as the viewer may read it."""
    player = next(each for each in state.party.ever if each.id == player_id)
    if game.viewer.sees_all or game.viewer.player_id == player_id:
        return player.sheet
    return player.as_seen()


@router.get("/games/{game_id}/players", tags=["players"])
async def list_players(game: GameAsViewer) -> Page[schemas.PlayerOut]:
    """List the players of the party, in the order in which they joined, with whether each is connected and the people
    that each speaks to.

    Problems: 403 the token's role is below `viewer`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        return Page(items=[_player(game, state, one.id) for one in state.party.players])


@router.post("/games/{game_id}/players", status_code=201, responses=LOCATED, tags=["players"])
async def add_player(
    game: GameAsMaster, body: schemas.PlayerIn, response: Response, idempotency: IdempotencyDep
) -> schemas.PlayerOut:
    """Add a player to the party during the game, and return the player. A player who has left and comes back under the
    same name is the same player again, with the old sheet.

    Problems: 400 the name is blank, or has line breaks or control characters; 403 the token's role is below `master`;
    404 no such game; 409 the party has 8 players, the game has had 100 players, a player or person of the game has the
    name, the host's moderation refuses the name or the sheet, the idempotency key was used for another request, another
    program has the game open, or the server shuts down. Common: 401 no valid token; 413 the body is too large; 415 the
    body is not JSON; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a
    defect; 507 data could not be read or written.
    """

    async def work(session: GameSession) -> schemas.PlayerOut:
        sheet = None if body.sheet is None else body.sheet.model_dump()
        joining = parse_command({"kind": "join_party", "name": body.name, "sheet": sheet})
        result = await game.carry_out(joining, **idempotency)
        joined = next(event for event in result.events if isinstance(event, PlayerJoined))
        return _player(game, session.state, joined.player_id)

    player = await game.within(work)
    return located(response, f"games/{game.id}/players/{player.id}/sheet", player)


@router.get("/games/{game_id}/players/{player_id}/sheet", responses=TAGGED, tags=["players"])
async def get_player_sheet(game: GameAsViewer, player_id: PlayerId, response: Response) -> PlayerSheet:
    """Return a player's sheet. The player and the game master get all of it; others get only `name`, `called`,
    `pronouns` and `description`, and all other fields are left out.

    Problems: 403 the token's role is below `viewer`; 404 no such game or player; 409 another program has the game open,
    or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the
    save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    return tagged(response, await _shown_sheet(game, player_id))


async def _shown_sheet(game: Game, player_id: str) -> PlayerSheet:
    async with game.state() as state:
        if player_id not in [each.id for each in state.party.ever]:
            raise NotFound(Unknown(what=Sought.PLAYER, name=player_id))
        return _sheet(game, state, player_id)


@router.put("/games/{game_id}/players/{player_id}/sheet", tags=["players"])
async def put_player_sheet(
    game: GameAsPlayer, player_id: PlayerId, body: PlayerSheet, if_match: IfMatchDep, idempotency: IdempotencyDep
) -> schemas.PlayerOut:
    """Replace a player's sheet, and return the player. A player may replace only their own sheet; the game master may
    replace any. Fields that are left out become empty, but without a `name` the player keeps the present one.
    `known_to` is ignored. People no longer know a value that has changed.

    Problems: 400 the name is blank, or has line breaks or control characters; 403 the token's role is below `player`,
    or the token is that of another player; 404 no such game or player; 409 another player or a person of the game has
    the name, the host's moderation refuses the sheet, the idempotency key was used for another request, another program
    has the game open, or the server shuts down; 412 the sheet has changed since the version in `If-Match`. Common: 401
    no valid token; 413 the body is too large; 415 the body is not JSON; 422 the request is malformed; 429 too many
    requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    if game.viewer.player_id not in (None, player_id):
        raise NotAllowed(Denied(denial=Denial.OTHER_SHEET))
    values = {name: getattr(body, name) for name in FIELDS}
    if "name" in body.model_fields_set:
        values["name"] = body.name
    command = UpdatePlayerSheetCommand(player_id=player_id, **values)

    async def work(session: GameSession) -> schemas.PlayerOut:
        await game.carry_out(command, **idempotency)
        return _player(game, session.state, player_id)

    with if_match.when_still(lambda: _shown_sheet(game, player_id)):
        return await game.within(work)


@router.delete("/games/{game_id}/players/{player_id}", status_code=204, tags=["players"])
async def remove_player(game: GameAsPlayer, player_id: PlayerId, idempotency: IdempotencyDep) -> None:
    """Remove a player from the party and revoke the player's tokens. A player may remove only themselves; the game
    master may remove any player.

    Problems: 403 the token's role is below `player`, or the token is that of another player; 404 no such game or
    player; 409 it is the last player of the party, the idempotency key was used for another request, another program
    has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many
    requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    if game.viewer.player_id not in (None, player_id):
        raise NotAllowed(Denied(denial=Denial.OTHER_LEAVES))
    await game.within(lambda _: game.carry_out(LeavePartyCommand(player_id=player_id), **idempotency))


@router.get("/games/{game_id}/notes", tags=["notes"])
async def list_notes(game: GameAsPlayer) -> Page[schemas.NoteOut]:
    """List the notes that were not forgotten, oldest first. A player gets the player's own notes and those that belong
    to all players, but none that only another player or the game master may read; the game master gets all notes. Notes
    for the game master alone come from the command `add_note` (with `for_master`) or from the model that narrates.

    Problems: 403 the token's role is below `player`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.state() as state:
        notes = [note for note in state.kept_notes if game.viewer.reads_note(note)]
        return Page(items=[schemas.NoteOut.model_validate(note) for note in notes])


@router.post("/games/{game_id}/notes", status_code=201, responses=LOCATED, tags=["notes"])
async def add_note(
    game: GameAsPlayer, body: schemas.NoteIn, response: Response, idempotency: IdempotencyDep
) -> schemas.NoteOut:
    """Add a note and return it. A player's note belongs to the player, and no other player reads it. A game master's
    note belongs to all players, unless `player_id` names the only player who may read it.

    Problems: 400 the text is blank or holds control characters, or the party has no such player; 403 the token's role
    is below `player`, the token is that of another player, or the token's player has left; 404 no such game; 409 the
    host's moderation refuses the text, the idempotency key was used for another request, another program has the game
    open, or the server shuts down. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422
    the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could
    not be read or written.
    """

    async def work(session: GameSession) -> schemas.NoteOut:
        owner_id = body.player_id or game.viewer.player_id
        if owner_id is not None:
            owner_id = acting_player(game.viewer, session.state, body.player_id)
        note = {"text": body.text, "pinned": body.pinned, "owner_id": owner_id}
        result = await game.carry_out(parse_command({"kind": "add_note", **note}), **idempotency)
        return schemas.NoteOut.model_validate(next(note for note in session.state.notes if note.turn == result.turn))

    return located(response, f"games/{game.id}/notes", await game.within(work))


@router.post("/games/{game_id}/tokens", status_code=201, responses=LOCATED, tags=["access"])
async def create_token(game: GameAsMaster, body: schemas.TokenIn, response: Response) -> schemas.NewTokenOut:
    """Create a token for one role in this game. The role `player` needs a `player_id`, and `character` an `npc_id`;
    other roles take neither. Keep the secret string of the token: it is in this answer only.

    Problems: 400 `player_id` or `npc_id` does not match the role, or the party has no such player; 403 the token's role
    is below `master`; 404 no such game or person; 409 the game has 200 tokens (revoked ones count), another program has
    the game open, or the server shuts down. Common: 401 no valid token; 413 the body is too large; 415 the body is not
    JSON; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507
    data could not be read or written.
    """
    named = {"player": body.player_id, "character": body.npc_id}
    if any((role == body.role) != (whose is not None) for role, whose in named.items()):
        raise InvalidInput(ValueUnfit(fault=ValueFault.TOKEN_OWNER))
    async with game.open() as session:
        acting_player(game.viewer, session.state, body.player_id)
        if body.npc_id is not None:
            session.state.npc(body.npc_id)
    token, text = await in_thread(partial(game.services.tokens.create, game.id, **body.model_dump()))
    made = schemas.NewTokenOut(**schemas.TokenOut.model_validate(token).model_dump(), token=text)
    return located(response, f"games/{game.id}/tokens/{token.id}", made)


@router.get("/games/{game_id}/tokens", tags=["access"])
async def list_tokens(game: GameAsMaster) -> Page[schemas.TokenOut]:
    """List the tokens of the game, oldest first, including revoked ones. Their secret strings are not returned.

    Problems: 403 the token's role is below `master`; 404 no such game; 409 another server has the game open and does
    not answer. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    kept = await in_thread(partial(game.services.tokens.store.read, game.id)) or ()
    return Page(items=[schemas.TokenOut.model_validate(token) for token in kept])


@router.delete("/games/{game_id}/tokens/{token_id}", status_code=204, tags=["access"])
async def revoke_token(
    game: GameAsMaster,
    token_id: Annotated[Id, Path(examples=["token-1"])],
    erase: Annotated[
        bool, Query(description="whether to delete what is stored of it, too, so that no list has it")
    ] = False,
) -> None:
    """Revoke a token, so that it is no longer accepted. Streams that were opened with it end. Revoking it a second time
    changes nothing. With `erase` the stored entry of the token is deleted, too; this is also possible for a revoked
    token.

    Problems: 403 the token's role is below `master`; 404 no such game or token; 409 another server has the game open
    and does not answer. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save
    is damaged, or the server has a defect; 507 data could not be read or written.
    """
    tokens = game.services.tokens
    await in_thread(partial(tokens.erase if erase else tokens.revoke, game.id, token_id))
