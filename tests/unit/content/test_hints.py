"""Hints lead through the scenarios that ship, and tell nothing before its time."""

import random

import pytest

from app.language.language import language_of, using
from app.models.sheets.condition import AllOf, ItemHeld, ObjectiveDone, QuestDone, SecretKnown, TopicAsked
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import known_place_ids
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.services.game.choices import player_choices
from app.services.game.hints import Hint, hints, next_step
from tests.examples import examples
from tests.unit.agents.narrator_offline.playing import Play

pytestmark = pytest.mark.long

STEPS = 40


def begun(sheet: ScenarioSheet) -> GameState:
    return begin(sheet, "game-1", [PlayerCharacter(name="Élan")], 7)


def untold(state: GameState) -> set[str]:
    """Names of what the party cannot know of: places, and people, things and secrets of places where it never was."""
    known, sheet = known_place_ids(state), state.sheet
    unseen = [place for place in sheet.locations if not state.place(place.id).visits]
    found = {place.name for place in sheet.locations if place.id not in known}
    found |= {each.name for place in unseen for each in (*place.features, *place.encounters)}
    found |= {
        secret.name
        for place in sheet.locations
        for secret in place.secrets
        if secret.id not in state.place(place.id).discovered_secrets
    }
    found |= {item.name for item in sheet.items if any(item.id in state.place(place.id).items for place in unseen)}
    return found


def check(state: GameState, found: list[Hint]) -> None:
    """Every hint's last grade is a choice that is there, and no grade names what is not known."""
    offered = [choice for sort in player_choices(state, "player") for choice in sort]
    for hint in found:
        assert hint.choice in offered
        assert not [name for name in untold(state) if name.casefold() in hint.lead.casefold()], hint


async def test_who_follows_them_from_the_start_comes_to_the_end(sheet: ScenarioSheet) -> None:
    play = Play(begun(sheet))
    with using(language_of(sheet)):
        for _ in range(2 * len(sheet.walkthrough)):
            if not (found := hints(play.state, "player")):
                break
            check(play.state, found)
            await play.do(found[0].choice.line)
    assert play.state.scenario.ended


@pytest.mark.parametrize("seed", range(examples(2)))
async def test_from_wherever_one_strays_to_they_lead_on_and_tell_nothing_before_its_time(
    sheet: ScenarioSheet, seed: int
) -> None:
    chance, play = random.Random(seed), Play(begun(sheet))
    with using(language_of(sheet)):
        for _ in range(STEPS):
            found = hints(play.state, "player")
            assert found or play.state.scenario.ended
            check(play.state, found)
            offered = [choice.line for sort in player_choices(play.state, "player") for choice in sort]
            leads_on = [hint.choice.line for hint in found]
            await play.do(chance.choice(leads_on if leads_on and chance.random() < 0.4 else offered))


async def test_they_go_from_what_is_wanted_over_where_it_leads_to_the_line(small: ScenarioSheet) -> None:
    play = Play(begun(small))
    (first,) = hints(play.state, "player")
    assert (first.quest_id, first.choice.line) == (None, "ask Tove Marrick about the bell")
    assert first.goal == "Nobody has asked anything of you yet. People tell of what troubles them."
    await play.do(first.choice.line)
    await play.do("go east")
    (second,) = hints(play.state, "player")
    assert (second.quest_id, second.objective_id) == ("silent-bell", "find-clapper")
    assert second.goal == "The Silent Bell: Find the missing clapper"
    assert second.lead == "Something here is worth a closer look."
    assert second.choice.line == "examine ash heap"


async def test_a_door_that_a_player_has_closed_is_to_be_opened_first(small: ScenarioSheet) -> None:
    play = Play(begun(small))
    await play.all("ask Tove about the bell", "go east", "ask Ansel about the bell", "examine ash heap")
    await play.all("ask Ansel about the clapper", "close the door")
    assert play.state.place("boiling-house").ways
    (found,) = hints(play.state, "player")
    assert (found.choice.id, found.choice.on) == ("open", "ferry-landing")
    await play.do(found.choice.line)
    assert hints(play.state, "player")[0].choice.line == "go west"


async def test_a_place_where_one_has_not_been_is_named_and_nothing_of_what_is_there(small: ScenarioSheet) -> None:
    play = Play(begun(small))
    await play.do("ask Tove about the bell")
    assert hints(play.state, "player")[0].lead == "The Boiling House is where it goes on."


async def test_they_change_nothing(sheet: ScenarioSheet) -> None:
    state = begun(sheet)
    before = state.model_dump_json()
    hints(state, "player")
    assert state.model_dump_json() == before


def test_what_needs_itself_leads_nowhere(small: ScenarioSheet) -> None:
    circle = AllOf(conditions=(TopicAsked(npc_id="ansel", topic_id="missing-clapper"),))
    ansel = next(npc for npc in small.npcs if npc.id == "ansel")
    topics = [
        topic.model_copy(update={"condition": circle}) if topic.id == "missing-clapper" else topic
        for topic in ansel.topics
    ]
    npcs = [ansel.model_copy(update={"topics": tuple(topics)}) if npc.id == "ansel" else npc for npc in small.npcs]
    state = begun(ScenarioSheet.model_validate(small.model_dump() | {"npcs": npcs}))
    assert next_step(state, ItemHeld(item_id="clapper")) is None


def test_what_holds_needs_no_step(small: ScenarioSheet) -> None:
    state = begun(small)
    state.party.items.append("clapper")
    assert next_step(state, ItemHeld(item_id="clapper")) is None
    assert next_step(state, None) is None


@pytest.mark.parametrize(
    ("condition", "line"),
    [
        (QuestDone(quest_id="silent-bell"), ("ask", "the-silence")),
        (ObjectiveDone(objective_id="tell-tove"), ("ask", "the-silence")),
        (SecretKnown(secret_id="singed-strap"), ("go", "boiling-house")),
    ],
)
def test_what_a_condition_needs_first_comes_first(small: ScenarioSheet, condition: object, line: object) -> None:
    step = next_step(begun(small), condition)  # type: ignore[arg-type]  # a parameter has no narrower type
    assert step is not None
    assert (step.now.deed, step.now.id) == line
