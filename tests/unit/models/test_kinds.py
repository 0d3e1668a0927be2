"""The kinds of commands, events and conditions, as journals and scenarios hold them: none of them may change or go.
Others may join them."""

from collections.abc import Iterator
from typing import Any, get_args

from app.events.command_table import COMMANDS
from app.models.base import Tagged
from app.models.events.play import RecordedEvent
from app.models.sheets.condition import Condition

OLD_COMMANDS = """
add_memory add_note adjust_relationship advance_time archive_memory ask_topic associate_memories change_location
complete_objective complete_quest create_artifact discover_secret drop_item eat form_memory give_item import_memories
join_party leave_party move_npc pin_memory play_character progress_act reinforce_memory replace_memory restore_memory
seed_memories set_activity set_npc_attitude set_plan start_quest take_item update_goal update_location_state
update_plan_item use_item
"""
OLD_EVENTS = """
act_progressed activity_changed artifact_created attitude_changed being_missed beings_seen danger_changed day_started
effect_added encounter_completed gathering_held goal_updated hour_passed item_dropped item_given item_taken item_used
location_changed meal_eaten memories_associated memories_imported memories_seeded memory_added memory_archived
memory_formed memory_pinned memory_reinforced memory_replaced memory_restored note_added npc_moved objective_completed
place_reached plan_item_updated plan_set player_joined player_left quest_completed quest_started relationship_changed
secret_discovered time_advanced topic_told
"""
OLD_CONDITIONS = """
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


def test_the_kinds_that_journals_and_scenarios_hold_are_still_there() -> None:
    commands = {row.command.model_fields["kind"].default for row in COMMANDS}
    assert set(OLD_COMMANDS.split()) - commands == set()
    assert set(OLD_EVENTS.split()) - set(kinds_in(RecordedEvent)) == set()
    assert set(OLD_CONDITIONS.split()) - set(kinds_in(Condition)) == set()
