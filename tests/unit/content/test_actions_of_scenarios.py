"""What can be done in the scenarios that ship: details answer the senses, actions lead to their results and endings."""

import pytest

from app.errors import NotPossible
from app.events.actions.effects import apply
from app.events.commands import AskTopicCommand, JoinCompanionCommand, PerformActionCommand
from app.models.events.actions import CheckResult, CheckRolled
from app.models.sheets.action import PLAYERS, ActionSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.values import value_of
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.unit.content.conftest import LARGE
from tests.unit.events.acting import effect
from tests.unit.events.playing import whole_bus

pytestmark = pytest.mark.long


def begun(sheet: ScenarioSheet, seed: int = 7) -> GameState:
    return begin(sheet, "game-1", [PlayerCharacter(name="Élan")], seed)


def actions_of(sheet: ScenarioSheet) -> list[ActionSheet]:
    return list(sheet.index.actions.values())


def checked_actions(sheet: ScenarioSheet) -> list[ActionSheet]:
    return [action for action in actions_of(sheet) if action.check is not None]


async def hear_about_the_boards(state: GameState) -> None:
    apply(effect("reveal_secret", secret_id="ivo-found"), state)
    apply(effect("move_person", npc_id="sunniva", to=state.scenario.current_location_id), state)
    await whole_bus().execute(AskTopicCommand(npc_id="sunniva", topic_id="sunniva-boards"), state)


NEEDED = {
    "feed-fires": ("set_state", {"of": "salt-pans", "name": "low", "value": True}),
    "light-lantern": ("set_state", {"of": "game", "name": "dusk", "value": True}),
    "torch-seal": ("set_state", {"of": "torch", "name": "lit", "value": True}),
    "torch-in-bell": ("set_state", {"of": "torch", "name": "lit", "value": True}),
}
"""By action the effect that makes it possible."""
MADE_OF = {"make-torch": ("driftwood-stick", "tarred-twine")}
"""By action without a target the things that it needs in hand."""
PLACES = {"light-torch": "boiling-house"}
"""By action the place where it is possible, where its target does not say it."""


def place_of(sheet: ScenarioSheet, action: ActionSheet) -> str:
    """Where an action is possible: where its target lies, else where the game begins."""
    ids = {place.id: {part.id for part in (*place.features, *place.encounters)} for place in sheet.locations}
    found = (place.id for place in sheet.locations if {*action.on} & {*ids[place.id], *place.items})
    return PLACES.get(action.id) or next(found, sheet.start_location)


async def ready(sheet: ScenarioSheet, action: ActionSheet, seed: int = 7) -> GameState:
    """The game with the party where an action is done, with what it takes."""
    state = at(begun(sheet, seed), place_of(sheet, action))
    portable = {item.id for item in sheet.items if item.portable}
    for item in (*action.with_, *MADE_OF.get(action.id, ()), *portable.intersection(action.on)):
        apply(effect("make_item", item_id=item, to="party"), state)
        apply(effect("move_item", item_id=item, to="party"), state)
    if action.id in NEEDED:
        kind, fields = NEEDED[action.id]
        apply(effect(kind, **fields), state)
    if action.id == "knock-out-board":
        await hear_about_the_boards(state)
    return state


def actor_of(action: ActionSheet) -> str | None:
    """The person who does what is not for players."""
    return None if PLAYERS in action.by else action.by[0]


async def perform(state: GameState, action: ActionSheet) -> list[CheckRolled]:
    command = PerformActionCommand(
        action_id=action.id,
        target_id=next(iter(action.on), None),
        with_id=next(iter(action.with_), None),
        actor_id=actor_of(action),
    )
    outcome = await whole_bus().execute(command, state)
    return [event for event in outcome.events if isinstance(event, CheckRolled)]


def typed(sheet: ScenarioSheet, action: ActionSheet, words: str) -> str:
    """A phrase of an action with the names of its target and thing."""
    parts = [part for place in sheet.locations for part in (*place.features, *place.encounters)]
    names = {part.id: part.name for part in (*parts, *sheet.items, *sheet.npcs)}
    target, thing = next(iter(action.on), ""), next(iter(action.with_), "")
    return words.replace("{target}", names.get(target, "")).replace("{with}", names.get(thing, ""))


@pytest.mark.parametrize("sense", ["search", "touch", "listen"])
def test_every_place_detail_and_thing_answers(sheet: ScenarioSheet, sense: str) -> None:
    details = [detail for place in sheet.locations for detail in place.features]
    assert not [part.id for part in (*sheet.locations, *details, *sheet.items) if not getattr(part, sense)]


async def test_every_sense_of_a_detail_is_told_when_it_is_typed(sheet: ScenarioSheet) -> None:
    """A detail whose secret is not known yet is examined in its place."""
    missing = []
    for place in sheet.locations:
        for detail in place.features:
            state = at(begun(sheet), place.id)
            if detail.secret_id is not None:
                apply(effect("reveal_secret", secret_id=detail.secret_id), state)
            play = Play(state)
            for line, text in (("search", detail.search), ("touch", detail.touch), ("listen to", detail.listen)):
                told = (await play.do(f"{line} {detail.name}")).text
                if text not in told:
                    missing.append((f"{line} {detail.name}", told))
    assert missing == []


async def test_every_action_can_be_performed(sheet: ScenarioSheet) -> None:
    for action in actions_of(sheet):
        state = await ready(sheet, action)
        before = state.model_dump_json(exclude={"conversation_history"})
        await perform(state, action)
        assert state.model_dump_json(exclude={"conversation_history"}) != before, action.id


async def test_every_phrase_of_an_action_is_understood_offline(sheet: ScenarioSheet) -> None:
    for action in actions_of(sheet):
        if actor_of(action) is not None:
            continue
        for words in action.words:
            played = await Play(await ready(sheet, action)).do(typed(sheet, action, words))
            performed = [command for command in played.commands if isinstance(command, PerformActionCommand)]
            assert [command.action_id for command in performed] == [action.id], (words, played.text)
            assert action.text in played.text, words


async def test_every_check_has_every_result(sheet: ScenarioSheet) -> None:
    for action in checked_actions(sheet):
        assert action.check is not None
        texts = {
            CheckResult.SUCCESS: action.check.success.text,
            CheckResult.PARTIAL: action.check.partial.text,
            CheckResult.FAILURE: action.check.failure.text,
        }
        seen = set()
        for seed in range(60):
            state = await ready(sheet, action, seed)
            started = state.clock.minutes
            (rolled,) = await perform(state, action)
            assert state.clock.minutes > started
            seen.add(rolled.result)
            assert texts[rolled.result]
        assert seen == set(texts), action.id


async def test_an_action_that_lacks_something_is_refused_and_changes_nothing(sheet: ScenarioSheet) -> None:
    for action in actions_of(sheet):
        if action.with_:
            state = await ready(sheet, action)
            apply(effect("move_item", item_id=action.with_[0], to=state.here.id), state)
            before = state.model_dump_json()
            with pytest.raises(NotPossible):
                await perform(state, action)
            assert state.model_dump_json() == before


def test_every_ending_has_a_walkthrough_and_one_is_won_and_one_lost(sheet: ScenarioSheet) -> None:
    assert {ending.id for ending in sheet.endings} == {walk.ending for walk in sheet.walkthroughs}
    assert {ending.won for ending in sheet.endings} == {True, False}


async def test_every_walkthrough_reaches_its_ending_offline(sheet: ScenarioSheet) -> None:
    for walk in sheet.walkthroughs:
        play = Play(begun(sheet))
        for line in walk.lines:
            await play.do(line)
            if play.state.world.ending is not None:
                break
        assert play.state.world.ending == walk.ending, walk.name


async def test_the_way_to_the_last_act_stops_every_timer(sheet: ScenarioSheet) -> None:
    play = Play(begun(sheet))
    for line in sheet.walkthrough:
        await play.do(line)
    assert play.state.scenario.ended
    assert play.state.world.ending is None
    assert not play.state.world.timers


async def test_boards_come_out_without_help_too_and_end_the_story(large: ScenarioSheet) -> None:
    (action,) = checked_actions(large)
    state = await ready(large, action)
    for _ in range(40):
        if state.world.ending is not None:
            break
        await perform(state, action)
    assert state.world.ending == "boards-are-out"
    assert value_of(state, "spill-boards", "out") == 3


async def test_who_drove_the_boards_comes_along_after_hearing_and_then_no_blow_is_lost(large: ScenarioSheet) -> None:
    (action,) = checked_actions(large)
    for seed in range(20):
        state = await ready(large, action, seed)
        await whole_bus().execute(JoinCompanionCommand(npc_id="sunniva"), state)
        await perform(state, action)
        assert value_of(state, "spill-boards", "out") == 1


async def test_nobody_comes_along_before(large: ScenarioSheet) -> None:
    with pytest.raises(NotPossible):
        await whole_bus().execute(JoinCompanionCommand(npc_id="sunniva"), at(begun(large), "ice-landing"))


async def test_boards_are_left_alone_until_the_crew_has_been_spoken_to(large: ScenarioSheet) -> None:
    state = at(begun(large), "weir-crown")
    apply(effect("move_item", item_id="ice-pole", to="party"), state)
    (action,) = checked_actions(large)
    assert action.refusal in (await Play(state).do("knock out the boards")).text


async def test_a_bun_is_bought_and_a_lit_stove_shows(large: ScenarioSheet) -> None:
    assert large.id == LARGE
    play = Play(begun(large))
    for line in ("go to the village", "go to the bakehouse", "buy the bun"):
        await play.do(line)
    assert "caraway-bun" in play.state.party.items
    assert value_of(play.state, "party", "money") == 4
    for line in ("go to the square", "go to the chapel", "light the stove"):
        await play.do(line)
    assert "ticks as it warms" in (await play.do("look")).text
