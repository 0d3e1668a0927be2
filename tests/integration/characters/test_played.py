"""Whoever is played from outside is left alone by its own mind for an hour of the story."""

from pathlib import Path

from app.cognition.planned_commands import intend
from app.container import Container
from app.events.commands import (
    AdjustRelationshipCommand,
    AdvanceTimeCommand,
    PlayCharacterCommand,
    SetActivityCommand,
)
from app.models.clock import MINUTES_PER_DAY
from app.models.instances.npc_instance import NPCInstance
from app.models.minds.activity import Activity
from app.models.minds.mind_state import TICK
from app.settings import Settings

NIGHT = MINUTES_PER_DAY


def table_in(folder: Path) -> Container:
    """Everything as it is offline, minds included."""
    container = Container()
    container.settings.override(Settings(saves=folder, model="offline", embedder="words"))
    return container


async def lived(folder: Path, *, played: bool, minutes: int) -> NPCInstance:
    """A person who is tired to death at midnight, so many minutes later."""
    container = table_in(folder)
    turns = container.turns()
    game_id = container.library().begin(container.scenarios().load("tide-bell"), "Élan", seed=1)
    await turns.execute(game_id, AdvanceTimeCommand(minutes=(NIGHT - turns.state(game_id).clock.minutes)))
    npc_id = next(iter(turns.state(game_id).npcs))
    seat_orders = [PlayCharacterCommand(npc_id=npc_id)] if played else []
    turns.state(game_id).npc(npc_id).energy = 5.0
    turns.state(game_id).npc(npc_id).activity = Activity.IDLE
    await turns.execute(game_id, *seat_orders, AdvanceTimeCommand(minutes=minutes))
    await turns.close(game_id)
    return container.library().open(game_id).state.npc(npc_id)


async def test_it_does_nothing_of_itself_while_somebody_plays_it(tmp_path: Path) -> None:
    assert (await lived(tmp_path / "own", played=False, minutes=50)).activity is Activity.SLEEPING
    assert (await lived(tmp_path / "played", played=True, minutes=50)).activity is Activity.IDLE


async def test_after_an_hour_without_a_word_it_is_its_own_master_again(tmp_path: Path) -> None:
    assert (await lived(tmp_path / "played", played=True, minutes=120)).activity is Activity.SLEEPING


async def test_a_deed_at_its_seat_takes_the_lead_for_an_hour(tmp_path: Path) -> None:
    container = table_in(tmp_path)
    turns = container.turns()
    game_id = container.library().begin(container.scenarios().load("tide-bell"), "Élan", seed=1)
    npc_id = next(iter(turns.state(game_id).npcs))
    await container.character_seat(game_id, npc_id).call("say", {"text": "I am here."})

    now = turns.state(game_id).clock.minutes
    assert turns.state(game_id).npc(npc_id).mind.played_until == now + 60
    await turns.close(game_id)


async def test_what_it_had_decided_to_do_is_given_up_and_what_it_came_to_feel_is_not(tmp_path: Path) -> None:
    """A talk that ended just before it was taken over: it is not seen talking, but likes the other better."""
    container = table_in(tmp_path)
    turns = container.turns()
    turns.settle_in_background = False
    game_id = container.library().begin(container.scenarios().load("tide-bell"), "Élan", seed=1)
    state = turns.state(game_id)
    one, other = list(state.npcs)[:2]
    talking = SetActivityCommand(npc_id=one, activity=Activity.CONVERSING)
    liking = AdjustRelationshipCommand(npc_id=one, other_id=other, change=1, reason="A good talk.")
    intend(state, one, [talking, liking], "It is talking.")
    await turns.execute(game_id, PlayCharacterCommand(npc_id=one), AdvanceTimeCommand(minutes=TICK))

    now = turns.state(game_id).npc(one)
    assert now.relationships == {other: 1.0}
    assert now.activity is not Activity.CONVERSING
    await turns.close(game_id)
