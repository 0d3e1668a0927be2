"""The kinds of commands, events and conditions, as journals and scenarios hold them: none of them may change."""

from collections.abc import Iterator
from typing import Any, get_args

import app.events.commands
from app.models.base import Tagged
from app.models.events.play import RecordedEvent
from app.models.sheets.condition import Condition

COMMANDS = """
add_memory add_note adjust_relationship advance_time archive_memory ask_topic associate_memories change_location
complete_objective complete_quest create_artifact discover_secret drop_item eat form_memory give_item import_memories
join_party leave_party move_npc pin_memory play_character progress_act reinforce_memory replace_memory restore_memory
seed_memories set_activity set_npc_attitude set_plan start_quest take_item update_goal update_location_state
update_plan_item use_item
"""
EVENTS = """
act_progressed activity_changed artifact_created attitude_changed being_missed beings_seen danger_changed day_started
effect_added encounter_completed gathering_held goal_updated hour_passed item_dropped item_given item_taken item_used
location_changed meal_eaten memories_associated memories_imported memories_seeded memory_added memory_archived
memory_formed memory_pinned memory_reinforced memory_replaced memory_restored note_added npc_moved objective_completed
place_reached plan_item_updated plan_set player_joined player_left quest_completed quest_started relationship_changed
secret_discovered time_advanced topic_told
"""
CONDITIONS = """
all_of any_of attitude_at_least danger_at_most encounter_cleared item_given item_held objective_done place_entered
quest_active quest_done secret_known time_reached topic_asked
"""


def kinds_in(union: Any) -> Iterator[str]:
    """The kinds of the models in a union, its inner unions included."""
    for part in get_args(union):
        if isinstance(part, type) and issubclass(part, Tagged):
            yield part.model_fields["kind"].default
        else:
            yield from kinds_in(part)


def test_the_kinds_that_journals_and_scenarios_hold_are_those_that_they_always_held() -> None:
    commands = [getattr(app.events.commands, name) for name in app.events.commands.__all__]
    assert sorted(command.model_fields["kind"].default for command in commands) == COMMANDS.split()
    assert sorted(kinds_in(RecordedEvent)) == EVENTS.split()
    assert sorted(set(kinds_in(Condition))) == CONDITIONS.split()
