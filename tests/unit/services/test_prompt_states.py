"""What prompts hold of states, containers, companions and possible actions."""

import pytest

from app.models.prompt import Agent
from app.models.sheets.values import OPEN
from app.models.state.values import set_value
from app.services.ai.context_service import ContextService
from tests.cellar import in_cellar
from tests.unit.services.prompts import narrator_prompt, npc_prompt, recipe, rich_game, section
from tests.worlds import at_once


def test_the_narrator_reads_the_shown_states_of_place_details_things_people_and_party() -> None:
    state = in_cellar()
    prompt = narrator_prompt(state)
    place = section(prompt, "Place and Exits")
    assert 'Seen here: "The floor is dry."' in place
    assert 'Detail: "the lever" [lever]: "The lever is up."' in place
    assert 'Thing here: "logs" [logs] x 3' in place
    assert '  seen: "He is shaking."' in section(prompt, "People Present")
    assert '"lamp" [lamp]: "It is dark."' in section(prompt, "Inventory")
    assert section(prompt, "States").splitlines() == ['Party: "coins: 5/99"', '"Mara": "health: 8/8"']


def test_no_prompt_holds_a_hidden_state_or_a_timer() -> None:
    state = in_cellar()
    for prompt in (narrator_prompt(state), npc_prompt(state, "pim")):
        assert not any(words in prompt.text for words in ("curse", "doom", "flood"))


def test_what_is_in_a_container_is_read_while_it_is_open() -> None:
    state = in_cellar()
    assert "ruby" not in narrator_prompt(state).text
    set_value(state, "chest", OPEN, value=True)
    assert '  in or on [chest]: "ruby" [ruby]: "It is dull."' in section(narrator_prompt(state), "Place and Exits")


def test_a_description_follows_the_state_that_it_depends_on() -> None:
    state = in_cellar()
    set_value(state, "lamp", "lit", value=True)
    for prompt in (narrator_prompt(state), npc_prompt(state, "pim")):
        assert "yellow with lamplight" in prompt.text


def test_companions_the_dead_and_the_ending_are_read() -> None:
    state = in_cellar()
    state.party.companions.append("pim")
    state.party.fallen.append("player")
    state.world.ending = "lost"
    text = section(narrator_prompt(state), "States")
    assert 'Goes with the players: "Pim" [pim]' in text
    assert 'Dead: "Mara" [player]' in text
    state.npc("pim").dead = True
    assert 'Dead: "Pim" [pim]' in section(narrator_prompt(state), "States")
    assert 'The story has ended: "The Long Dark" [lost]' in text
    assert section(narrator_prompt(state), "Possible Actions") == ""
    assert "You go with the players." in npc_prompt(state, "pim").text


@pytest.mark.parametrize("mode", ["guided", "tools"])
def test_a_narrator_reads_that_the_story_has_ended_and_how(mode: str) -> None:
    state = in_cellar()

    def story() -> str:
        told_by = recipe(24_000).model_copy(update={"mode": mode})
        return section(at_once(ContextService().build(state, Agent.NARRATOR, "I look.", told_by)), "Story")

    ending = state.sheets.ending("lost")
    assert "ended" not in story()
    state.scenario.ended, state.world.ending = True, "lost"
    assert "the story has ended; actions are refused" in story()
    assert ending.text in story()
    state.world.ending, state.scenario.current_act_id = None, None
    assert "the story has ended; play goes on freely" in story()
    assert state.sheet.ending in story()


def test_possible_actions_stand_with_words_targets_and_why_they_are_refused() -> None:
    lines = section(narrator_prompt(in_cellar()), "Possible Actions").splitlines()
    assert '[break-out] "break out"; refused now: "The hatch holds."' in lines
    assert '[pull-lever] "pull {target}"; on [lever]' in lines
    assert "[open]; on [chest]" in lines
    assert not any(line.startswith("[bless-lever]") for line in lines)


def test_a_game_without_states_has_no_section_of_them() -> None:
    names = {each.name for each in narrator_prompt(rich_game()).sections}
    assert names.isdisjoint({"States", "Possible Actions"})


def test_a_person_reads_what_is_seen_of_itself_and_of_others() -> None:
    prompt = npc_prompt(in_cellar(), "pim")
    assert 'Seen of you: "He is shaking."' in section(prompt, "Yourself")
    assert 'Seen here: "The floor is dry."' in prompt.text
