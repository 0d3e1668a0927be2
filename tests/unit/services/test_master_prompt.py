"""The prompt of a game master: it holds what the author knows, marked as not yet known to the players."""

from typing import Literal

import pytest

from app.models.instances.world_state import RunningTimer
from app.models.prompt import Agent, Prompt
from app.models.records.record import PromptRecipe
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import PARTY
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.things import put
from app.services.ai.context_builders.master import described
from app.services.ai.context_service import CAST_SHARE, NEWEST_LAYOUT, ContextService
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.services.prompts import honest, rich_game, section
from tests.worlds import at_once, new_game, say, small_sheet

LONG = 24_000


def master_prompt(
    state: GameState, budget: int = LONG, mode: str = "tools", layout: Literal[2, 3] = NEWEST_LAYOUT
) -> Prompt:
    recipe = PromptRecipe(model="test", mode=mode, budget=budget, layout=layout)
    return at_once(ContextService().build(state, Agent.NARRATOR, "I look around.", recipe))


def tide_bell() -> GameState:
    sheet = shipped("tide-bell")
    state = begin(sheet, "game", [PlayerCharacter(id="ada", name="Ada")], seed=7)
    say(state, "I look around.", speaker_id=state.party.players[0].id)
    return state


def shipped(name: str) -> ScenarioSheet:
    return ScenarioLibrary([PROJECT / "app" / "content"]).load(name)


def test_each_secret_is_there_with_its_id_its_text_and_how_it_is_found() -> None:
    state = tide_bell()
    secrets = section(master_prompt(state), "Secrets of the Story")
    for key, (_, secret) in state.sheet.index.secrets.items():
        assert f"[{key}]" in secrets
        assert secret.text[:40] in secrets


def test_the_secrets_of_this_place_say_whether_they_are_known() -> None:
    state = rich_game()
    assert "not yet known" in section(master_prompt(new_game()), "Hidden Here")
    state.scenario.current_location_id = "market"
    hidden = section(master_prompt(state), "Hidden Here")
    assert "[loose-stone]" not in hidden


def test_details_things_and_encounters_of_this_place_have_their_texts() -> None:
    state = tide_bell()
    place = section(master_prompt(state), "Place and Exits")
    for detail in state.here.features:
        assert detail.description[:40] in place


def test_everybody_has_a_background_and_every_topic_with_its_text_and_what_it_needs() -> None:
    state = rich_game()
    everybody = section(master_prompt(state), "Everybody")
    for topic in state.sheets.npc("mara").topics:
        assert f"[{topic.id}]" in everybody
        assert topic.text[:30] in everybody
    line = next(line for line in everybody.splitlines() if "[key]" in line)
    assert "; needs {" in line


def test_of_the_people_present_it_is_said_what_changes_with_the_marks_of_their_topics() -> None:
    state = rich_game()
    people = section(master_prompt(state), "People Present")
    assert "topics told: [owl-trouble]" in people
    assert "topics held back: [key]" in people
    assert state.sheets.npc("mara").description[:20] in people
    assert state.sheets.topic("owl-trouble")[1].text[:30] not in people


def test_a_telling_changes_nothing_before_the_conversation() -> None:
    state = rich_game()
    before = master_prompt(state)
    state.npc("mara").topics_told.clear()
    assert section(master_prompt(state), "Everybody") == section(before, "Everybody")


def test_backgrounds_are_read_before_the_conversation_and_not_again() -> None:
    state = tide_bell()
    prompt = master_prompt(state)
    tove = state.present()[0]
    background = state.sheets.npc(tove.instance_id).background[:30]
    assert background in section(prompt, "Everybody")
    assert prompt.text.count(background) == 1


def test_a_cast_that_takes_too_much_is_described_only_where_it_is_present() -> None:
    state = tide_bell()
    sheet = state.sheets.npc(state.present()[0].instance_id)
    prompt = master_prompt(state, 4_100)
    assert prompt.budget * CAST_SHARE < 1_234
    people = section(prompt, "People Present")
    assert sheet.background[:30] in people
    assert all(topic.text[:30] in people for topic in sheet.topics)
    assert sheet.background[:30] not in section(prompt, "Everybody")


def test_a_turn_of_an_earlier_layout_is_explained_as_it_was() -> None:
    state = rich_game()
    people = section(master_prompt(state, layout=2), "People Present")
    line = next(line for line in people.splitlines() if "[owl-trouble]" in line)
    assert "told" in line
    assert state.sheets.topic("owl-trouble")[1].text[:30] in line


def test_the_map_the_acts_and_everybody_are_there() -> None:
    state = tide_bell()
    prompt = master_prompt(state)
    for place in state.sheet.locations:
        assert f"[{place.id}]" in section(prompt, "Map")
    for npc in state.sheet.npcs:
        assert f"[{npc.id}]" in section(prompt, "Everybody")
    acts = section(prompt, "Acts")
    assert state.sheet.acts[0].opening[:30] in acts
    assert "now" in acts.splitlines()[1]


def test_deadlines_rules_and_what_brings_each_ending_are_there() -> None:
    state = tide_bell()
    state.world.timers["high-water"] = RunningTimer(due=state.clock.minutes + 90)
    prompt = master_prompt(state)
    assert "[tide-was-faster], brought by [high-water]" in section(prompt, "Acts")
    assert '"kind": "end_story"' in section(prompt, "Rules and Timers")
    assert "[high-water] is due in 90 minutes" in section(prompt, "Timers That Run")
    assert "[game] tide = " in section(prompt, "States")


def test_after_an_ending_it_is_said_that_actions_are_refused() -> None:
    state = tide_bell()
    assert "refused now" not in section(master_prompt(state), "States")
    state.world.ending = "tide-was-faster"
    assert "The story is over" in section(master_prompt(state), "States")


def test_what_an_authored_action_brings_stands_behind_it() -> None:
    state = tide_bell()
    state.scenario.current_location_id = "bell-rock"
    lines = section(master_prompt(state), "Possible Actions").splitlines()
    authored = [line for line in lines if line[1:].partition("]")[0] in state.sheet.index.actions]
    assert authored
    assert any("brings" in line or "check of" in line for line in authored)


def test_what_is_carried_keeps_its_description() -> None:
    state = tide_bell()
    state.party.items.append("herring-bucket")
    assert state.sheets.item("herring-bucket").description[:30] in section(master_prompt(state), "Inventory")


@pytest.mark.parametrize("any_id", ["three-strokes", "tide-board", "high-water", "tide-was-faster", "dusk"])
def test_topics_details_timers_endings_and_rules_can_be_looked_up(any_id: str) -> None:
    assert f"[{any_id}]" in (described(tide_bell(), any_id) or "")


def test_notes_of_the_author_are_there_for_the_game_master_alone() -> None:
    sheet = small_sheet().model_copy(update={"master_notes": "Keep the owl unseen until night."})
    state = begin(sheet, "game", [PlayerCharacter(id="ada", name="Ada")], seed=1)
    say(state, "I look around.", speaker_id=state.party.players[0].id)
    assert "Keep the owl unseen" in section(master_prompt(state), "The Author's Notes")
    assert "Keep the owl unseen" not in master_prompt(state, mode="guided").text


def test_what_never_changes_comes_before_the_conversation() -> None:
    state = tide_bell()
    before = master_prompt(state)
    first = [part.name for part in before.sections[: before.lasting]]
    assert {"Acts", "Map", "Everybody", "Secrets of the Story"} <= {*first}
    for _ in range(30):
        say(state, "I wait.")
    state.scenario.current_location_id = state.here.exits[0].to
    after = master_prompt(state)
    assert after.sections[: after.lasting] == before.sections[: before.lasting]


@pytest.mark.parametrize("budget", [3_000, 4_000, 6_000, 12_000, LONG])
def test_whatever_the_budget_the_prompt_stays_within_it(budget: int) -> None:
    for state in (tide_bell(), rich_game()):
        assert honest(master_prompt(state, budget))


def test_a_narrator_that_only_tells_reads_no_secret() -> None:
    state = tide_bell()
    text = master_prompt(state, mode="guided").text
    assert all(secret.text not in text for _, secret in state.sheet.index.secrets.values())


@pytest.mark.parametrize("kind", ["locations", "npcs", "items", "quests"])
def test_every_part_of_a_story_can_be_looked_up(kind: str) -> None:
    state = tide_bell()
    for part in getattr(state.sheet, kind):
        text = described(state, part.id) or ""
        assert f"[{part.id}]" in text
        assert part.description[:40] in text


def test_what_is_not_there_cannot_be_looked_up() -> None:
    assert described(tide_bell(), "no-such-thing") is None


@pytest.mark.parametrize("mode", ["tools", "guided"])
def test_what_lay_here_and_is_gone_is_named_so_that_no_text_brings_it_back(mode: str) -> None:
    state = tide_bell()
    place = "Place and Exits"
    assert "No longer here" not in section(master_prompt(state, mode=mode), place)
    put(state, "ferry-lantern", PARTY)
    put(state, "tarred-twine", "boiling-house")
    lines = section(master_prompt(state, mode=mode), place).splitlines()
    gone = [line for line in lines if line.startswith("No longer here")]
    assert [("[ferry-lantern]" in line, "[tarred-twine]" in line, "[herring-bucket]" in line) for line in gone] == [
        (True, True, False)
    ]
