"""What a model is shown: its sections, and the last three memories of each scope."""

import re

import pytest
from pydantic import ValidationError

from app.models.memory import MemoryKind, MemoryStatus, Scope
from app.models.records.record import PromptRecipe
from app.models.sheets.condition import DangerLevel
from app.models.sheets.quest import QuestStatus
from app.services.ai.context_service import NEWEST_LAYOUT
from tests.unit.events.sheets import game_in, with_place
from tests.unit.services.prompts import honest, narrator_prompt, npc_prompt, recipe, remember, rich_game, section
from tests.unit.services.remembering import INN, MARA, WORLD
from tests.worlds import new_game, say, small_sheet

# -- the sections -------------------------------------------------------------------------------------------------


def test_the_narrator_sees_place_exits_people_quests_inventory_notes_and_what_changed() -> None:
    prompt = narrator_prompt(rich_game())
    assert "the street door" in section(prompt, "Place and Exits")
    assert "neutral" in section(prompt, "People Present")
    assert "the owl" in section(prompt, "People Present")
    assert "[light]" in section(prompt, "Open Quests")
    assert "open: " in section(prompt, "Open Quests")
    assert "lantern" in section(prompt, "Inventory")
    assert "Mara wants" in section(prompt, "Pinned Notes")
    assert "noon" in section(prompt, "Notes")
    assert "loose stone" in section(prompt, "Discovered Secrets")
    assert "window" in section(prompt, "Lasting Effects Here")
    assert "Day 1, 09:00" in section(prompt, "Story")
    assert honest(prompt)
    assert prompt.dropped == ()


def test_stable_parts_come_first_and_volatile_ones_last() -> None:
    text = narrator_prompt(rich_game()).text
    order = [
        "game master",
        "## Pinned Notes",
        "## Recent Conversation",
        "## World Memory",
        "## Open Quests",
        "## Story",
    ]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)
    assert text.rstrip().splitlines()[-1].endswith('"I look around."')


def test_a_hidden_exit_is_not_in_the_prompt_and_a_locked_one_says_what_it_needs() -> None:
    state = new_game()
    say(state, "I look around.")
    assert "[tower]" not in narrator_prompt(state).text
    state.place("market").discovered_secrets.append("loose-stone")
    (line,) = [line for line in section(narrator_prompt(state), "Place and Exits").splitlines() if "[tower]" in line]
    assert "locked" in line
    assert "brass key" in line


def test_an_encounter_is_shown_until_it_is_over() -> None:
    state = new_game()
    state.scenario.current_location_id = "tower"
    say(state, "I look around.")
    assert "[owl]" in narrator_prompt(state).text
    state.place("tower").completed_encounters.append("owl")
    state.place("tower").danger_level = DangerLevel.CLEARED
    assert "[owl]" not in narrator_prompt(state).text


def test_a_topic_is_offered_only_while_its_condition_holds() -> None:
    state = rich_game()
    assert "[key]" not in narrator_prompt(state).text
    state.npc("mara").items_received.append("lantern")
    assert "[key]" in narrator_prompt(state).text


def test_a_completed_quest_is_named_only() -> None:
    state = rich_game()
    state.quest("light").status = QuestStatus.COMPLETED
    quests = section(narrator_prompt(state), "Open Quests")
    assert "A light for Mara" in quests
    assert "wants a lantern" not in quests


def test_a_party_that_is_nowhere_still_has_a_prompt() -> None:
    state = rich_game()
    state.scenario.current_location_id = None
    prompt = narrator_prompt(state)
    assert "Nobody" in section(prompt, "People Present")
    assert honest(prompt)


@pytest.mark.parametrize(("here", "names"), [("tower", ["loose", "nest"]), ("market", ["nest", "loose"])])
def test_discovered_secrets_of_the_partys_place_stand_last(here: str, names: list[str]) -> None:
    """The oldest lines of a section are the first to go."""
    nest = small_sheet().locations[0].secrets[0].model_copy(update={"id": "nest", "name": "the owl's nest"})
    state = game_in(with_place("tower", secrets=(nest,)), at=here)
    for place_id, secret_id in (("market", "loose-stone"), ("tower", "nest")):
        state.place(place_id).discovered_secrets.append(secret_id)
    shown = section(narrator_prompt(state), "Discovered Secrets").splitlines()
    assert [next(name for name in names if name in line.partition("(")[0]) for line in shown] == names


# -- the last three memories --------------------------------------------------------------------------------------


def test_the_last_three_of_each_scope_are_shown_oldest_first_with_their_time_and_a_reason() -> None:
    state = rich_game()
    for n in range(5):
        for scope in (INN, WORLD, MARA):
            remember(state, scope, f"Event number {n}.", game_time=600 + n, visit=f"v-{n}")
    prompt = narrator_prompt(state)
    for name in ("Recent Location Memory", "World Memory", "NPC Memory"):
        lines = section(prompt, name).splitlines()
        assert [re.findall(r"Day 1, (\S+): .*number (\d)", line)[0] for line in lines] == [
            ("10:02", "2"),
            ("10:03", "3"),
            ("10:04", "4"),
        ]
    reasons = [reason for part in prompt.sections for reason in part.reasons]
    assert "inn-007: one of the last 3 of Inn" in reasons
    assert prompt.shown_memories["world-006"] == "Event number 4."
    assert len(prompt.shown_memories) == 9


def test_the_pieces_of_one_visit_count_as_one_and_stand_on_one_line() -> None:
    state = rich_game()
    for visit in (2, 3, 4):
        for piece in (1, 2):
            remember(state, INN, f"Visit {visit}, piece {piece}.", visit=f"inn-{visit}", game_time=600 + visit)
    lines = section(narrator_prompt(state), "Recent Location Memory").splitlines()
    assert lines == [f'- Day 1, 10:0{n}: "Visit {n}, piece 1. Visit {n}, piece 2."' for n in (2, 3, 4)]


def test_memories_of_no_visit_count_each_for_itself() -> None:
    """The world's belong to no visit."""
    state = rich_game()
    for n in range(4):
        remember(state, WORLD, f"Event number {n}.")
    assert re.findall(r"number (\d)", section(narrator_prompt(state), "World Memory")) == ["1", "2", "3"]
    assert len(section(narrator_prompt(state), "World Memory").splitlines()) == 3


def test_of_a_visit_of_many_pieces_the_newest_are_shown_and_the_others_named() -> None:
    """Sixty hours in one tavern must not push the place's memory out of the prompt."""
    state = rich_game()
    for piece in range(60):
        remember(state, INN, f"Piece {piece}. " + "They talked on and on. " * 10, visit="inn-3")
    prompt = narrator_prompt(state)
    shown = section(prompt, "Recent Location Memory")
    assert "Piece 59." in shown
    assert "Élan came in out of the rain." in shown
    assert "Piece 3." not in shown
    assert any("Recent Location Memory" in what and "pieces" in what for what in prompt.dropped)
    assert f"inn-{62:03d}" in prompt.shown_memories
    assert "inn-003" not in prompt.shown_memories


@pytest.mark.parametrize(
    "status", [MemoryStatus(archived_by="prune"), MemoryStatus(superseded_by="inn-009")], ids=["archived", "superseded"]
)
def test_what_was_put_away_is_not_shown_and_leaves_its_place_to_an_older_one(status: MemoryStatus) -> None:
    state = rich_game()
    for n in range(4):
        remember(state, INN, f"Event number {n}.", visit=f"v-{n}")
    state.set_status("inn-006", status)
    assert re.findall(r"number (\d)", section(narrator_prompt(state), "Recent Location Memory")) == ["0", "1", "2"]


def test_only_captured_memories_are_among_the_last_three() -> None:
    state = rich_game()
    remember(state, MARA, "A mouse ran by.", kind=MemoryKind.OBSERVATION)
    assert "mouse" not in narrator_prompt(state).text


def test_each_memory_of_a_person_says_whose_it_is() -> None:
    state = rich_game()
    state.npc("guard-1").current_location_id = "inn"
    for line in section(narrator_prompt(state), "NPC Memory").splitlines():
        assert ("[mara]" in line) == ("promised" in line)
        assert ("[guard-1]" in line) == ("asked the guard" in line)


def test_when_people_remember_too_much_the_oldest_memories_of_each_go_first() -> None:
    """Not everything of the first and nothing of the last."""
    state = rich_game()
    for n in range(12):
        state.npcs[f"crowd-{n}"] = state.npc("guard-1").model_copy(
            update={"instance_id": f"crowd-{n}", "current_location_id": "inn", "npc_memories": []}
        )
    state.scenario.sheet.index.npcs.update(
        {f"crowd-{n}": state.sheets.npc("guard-1").model_copy(update={"id": f"crowd-{n}"}) for n in range(12)}
    )
    owners = [npc.instance_id for npc in state.present()]
    for npc_id in owners:
        for n in range(3):
            remember(state, Scope.npc(npc_id), f"{npc_id} number {n}. " + "word " * 100, visit=f"v-{n}")
    prompt = narrator_prompt(state)
    shown = re.findall(r'"([a-z0-9-]+) number (\d)', section(prompt, "NPC Memory"))
    newest = [owner for owner, n in shown if n == "2"]
    assert sorted(newest) == sorted(owners)
    assert ("mara", "0") not in shown
    assert any(what.startswith("NPC Memory: ") for what in prompt.dropped)
    assert honest(prompt)


def test_who_types_is_named_where_that_is_known() -> None:
    state = new_game()
    assert narrator_prompt(state, "Hello.").player_line.startswith("The player says")
    say(state, "Hello.", speaker_name="")
    assert narrator_prompt(state, "Hello.").player_line.startswith("The player says")
    say(state, "Hello.", speaker_name="Tam")
    assert narrator_prompt(state, "Hello.").player_line.startswith('"Tam" says')


def test_a_layout_that_this_version_does_not_know_cannot_be_read() -> None:
    with pytest.raises(ValidationError):
        PromptRecipe.model_validate({**recipe().model_dump(), "layout": NEWEST_LAYOUT + 1})


@pytest.mark.parametrize("code", ["de", "en", ""])
def test_the_prompts_of_narrator_and_person_name_the_language_of_the_game(code: str) -> None:
    state = new_game()
    state.scenario.sheet = state.sheet.model_copy(update={"language": code})
    state.scenario.current_location_id = "inn"
    say(state, "I look around.")
    for prompt in (narrator_prompt(state), npc_prompt(state, "mara")):
        assert (f'whose code is "{code}"' in prompt.instructions) is bool(code)
        assert ("the language of the story" in prompt.instructions) is bool(code)
