"""Scenarios tie people, topics and lines to places: what is tied is told, and goes, nowhere else."""

import json
from typing import Any
from unittest.mock import AsyncMock

import pytest

from app.cognition.day.act import choose_action
from app.errors import NotPossible
from app.events.commands.play import AskTopicCommand, GiveItemCommand, MoveNPCCommand
from app.events.handlers.item_handler import ItemHandler
from app.events.handlers.npc_handler import NPCHandler
from app.language.rendering.refusing import worded
from app.models.sheets.condition import QuestActive, TimeReached, TopicAsked
from app.models.sheets.person import NPCSheet, PlacedVoiceSheet, TopicSheet, VoiceSheet
from app.models.state.conditions import can_tell_topic, open_topics, topic_text_here
from app.models.state.game_state import GameState
from app.scenarios.scenario_check import inspect_scenario
from app.services.game.hints import HintStep, next_step
from app.services.game.location_service import LocationService
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.cognition.people import item, new_village
from tests.unit.events.sheets import changed_sheet, game_in
from tests.worlds import small_sheet

KEY = TopicSheet(id="key", name="the key", text="It is under this table.", places=("inn",), elsewhere="Not out here.")


def with_mara(at: str, **fields: Any) -> GameState:
    """The small world with the party and Mara in a place, and Mara's sheet changed."""
    sheet = small_sheet()
    mara = NPCSheet(**{name: getattr(sheet.npcs[0], name) for name in NPCSheet.model_fields} | fields)
    state = game_in(changed_sheet(npcs=(mara, *sheet.npcs[1:])), at=at)
    state.npc("mara").current_location_id = at
    return state


def handler() -> NPCHandler:
    return NPCHandler(LocationService(), AsyncMock())


# -- topics -------------------------------------------------------------------------------------------------------


async def test_a_topic_of_a_place_is_told_there_and_refused_with_its_own_words_elsewhere() -> None:
    ask = AskTopicCommand(npc_id="mara", topic_id="key")
    assert (await handler().ask_topic(ask, with_mara("inn", topics=(KEY,)))).events
    state = with_mara("market", topics=(KEY,))
    with pytest.raises(NotPossible, match=r"^Not out here\.$"), worded(state):
        await handler().ask_topic(ask, state)


async def test_without_words_for_elsewhere_the_refusal_names_the_place() -> None:
    state = with_mara("market", topics=(KEY.model_copy(update={"elsewhere": ""}),))
    with pytest.raises(NotPossible, match="Mara Ironhand does not speak of that here, but at the Inn"), worded(state):
        await handler().ask_topic(AskTopicCommand(npc_id="mara", topic_id="key"), state)


async def test_what_a_topic_of_a_place_gives_is_handed_over_there_alone() -> None:
    give = GiveItemCommand(item_id="brass-key", npc_id="mara", to_party=True)
    topic = KEY.model_copy(update={"gives_item": "brass-key"})
    for place in ("inn", "market"):
        state = with_mara(place, topics=(topic,))
        state.npc("mara").items = ["brass-key"]
        state.place("inn").items.clear()
        if place == "inn":
            assert (await ItemHandler().give(give, state)).events
        else:
            with pytest.raises(NotPossible, match=r"^Mara Ironhand gives .*key away only at the Inn\.$"), worded(state):
                await ItemHandler().give(give, state)


def test_what_cannot_be_told_yet_is_refused_in_every_place_alike() -> None:
    topic = KEY.model_copy(update={"condition": QuestActive(quest_id="light"), "refusal": "What key?"})
    for place in ("inn", "market"):
        state = with_mara(place, topics=(topic,))
        assert (can_tell_topic(state, "mara", topic), topic_text_here(state, "mara", topic)) == (False, "What key?")


async def test_a_person_that_is_asked_elsewhere_says_so_and_keeps_the_matter_for_its_place() -> None:
    play = Play(with_mara("market", topics=(KEY,)))
    told = await play.do("ask Mara about the key")
    assert [speech.text for speech in told.narration.speeches][-1].endswith("Not out here.")
    assert play.state.npc("mara").topics_told == []
    assert open_topics(play.state, "mara") == []


def test_a_hint_waits_for_somebody_where_it_tells() -> None:
    state = with_mara("inn", topics=(KEY,))
    told = TopicAsked(npc_id="mara", topic_id="key")
    before = next_step(state, told)
    state.npc("mara").current_location_id = "market"
    step = next_step(state, told)
    assert before is not None
    assert before.now == HintStep("ask", "key", "inn", whom="mara")
    assert step is not None
    assert step.now == HintStep("wait", "inn", "inn")


# -- lines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "wipes"), [("inn", True), ("market", False)])
async def test_gestures_of_a_place_are_made_there_alone(place: str, wipes: bool) -> None:
    wiping = PlacedVoiceSheet(places=("inn",), gestures=("Mara wipes the bar.",))
    voice = VoiceSheet(gestures=("Mara shrugs.",))
    play = Play(with_mara(place, topics=(), voice=voice, voices=(wiping,)))
    seen = [(await play.do(f"Mara, the sky is {colour}")).narration.text for colour in ("red", "grey", "blue") * 6]
    assert any("Mara shrugs." in text for text in seen)
    assert any("Mara wipes the bar." in text for text in seen) is wipes


# -- people -------------------------------------------------------------------------------------------------------


async def test_who_must_stay_is_moved_by_no_command_until_it_is_free() -> None:
    go = MoveNPCCommand(npc_id="mara", location_id="market")
    fields = {"stays_at": ("inn",), "stays_until": TimeReached(minutes=20 * 60)}
    state = with_mara("inn", **fields)
    with pytest.raises(NotPossible, match="Mara Ironhand stays at the Inn"), worded(state):
        await handler().move_npc(go, state)
    state.clock.minutes = 20 * 60
    assert (await handler().move_npc(go, state)).events


async def test_who_must_stay_can_be_taken_off_the_map() -> None:
    state = with_mara("inn", stays_at=("inn",))
    assert (await handler().move_npc(MoveNPCCommand(npc_id="mara", location_id=None), state)).events


def test_by_its_own_mind_it_stays_although_its_plan_says_otherwise() -> None:
    state = new_village(12 * 60)
    jorun, sheet = state.npc("jorun"), state.sheets.npc("jorun")
    there = next(place.id for place in state.sheet.locations if place.id != jorun.current_location_id)
    jorun.plan, jorun.mind.plan_until = [item(1, 12 * 60, there)], 30 * 60
    assert any(isinstance(order, MoveNPCCommand) for order in choose_action(jorun, state).commands)
    state.sheets.npcs["jorun"] = sheet.model_copy(update={"stays_at": (jorun.current_location_id,)})
    assert not any(isinstance(order, MoveNPCCommand) for order in choose_action(jorun, state).commands)


# -- checking -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "where", "what"),
    [
        ({"stays_at": ["nowhere"]}, "npcs[0].stays_at[0]", "'nowhere' names no place"),
        ({"stays_at": ["market"]}, "npcs[0].stays_at", "'mara' begins elsewhere, at 'inn'"),
        ({"stays_until": {"kind": "time_reached", "minutes": 9}}, "npcs[0].stays_until", "stays_at is empty"),
        ({"voices": [{"places": ["nowhere"]}]}, "npcs[0].voices[0].places[0]", "'nowhere' names no place"),
        (
            {"topics": [KEY.model_dump(mode="json") | {"places": []}]},
            "npcs[0].topics[0].elsewhere",
            "places is empty",
        ),
        (
            {"stays_at": ["inn"], "topics": [KEY.model_dump(mode="json") | {"places": ["market"]}]},
            "npcs[0].topics[0].places",
            "'mara' is never there: it stays at 'inn'",
        ),
    ],
)
def test_ties_that_can_never_hold_are_problems(fields: dict[str, Any], where: str, what: str) -> None:
    raw = small_sheet().model_dump(mode="json")
    raw["npcs"][0] |= fields
    problems = {problem.where: problem.what for problem in inspect_scenario(json.dumps(raw).encode()).problems}
    assert what in problems.get(where, f"nothing there, but {problems}")
