"""The narrator of mode ``tools``: commands are tools, text streams, bad answers are mended or degraded."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pytest_mock import MockerFixture

from app.agents.narrator.model import tools
from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.tools import MAX_TOOL_CALLS, tool_definitions
from app.errors import BudgetExhausted, StorageFailed
from app.events.command_table import COMMAND_TYPES
from app.events.commands.play import AdvanceTimeCommand
from app.interfaces.agents.narrator import INarrator
from app.interfaces.metering import Meter, metered
from app.models.command import Command, Outcome, description_of
from app.models.events.mind import ActivityChanged
from app.models.events.play import NPCMoved, TimeAdvanced
from app.models.messages.passage import Passage, Source
from app.models.minds.activity import Activity
from app.models.prompt import PromptMoment
from app.models.state.game_state import GameState
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage, prompt
from tests.unit.agents.narrator_offline.playing import at
from tests.worlds import new_game

GO = {"tool": "change_location", "location_id": "inn"}
TAKE = {"tool": "take_item", "item_id": "lantern"}


@pytest.fixture(autouse=True)
def _outcomes_by_their_kinds(mocker: MockerFixture) -> None:
    """Outcomes are told as the kinds of their events."""

    def told(_state: GameState, outcomes: Sequence[Outcome]) -> list[Passage]:
        kinds = (f"({getattr(event, 'kind', '?')})" for outcome in outcomes for event in outcome.events)
        return [Passage(", ".join(kinds), Source.ENGINE)]

    mocker.patch.object(tools, "passages_of_outcome", told)


def narrator(script: ScriptedModel, request_limit: int = 8) -> NarratorAgent:
    return NarratorAgent(script.model, request_limit=request_limit)


def test_it_is_a_narrator() -> None:
    agent: INarrator = narrator(ScriptedModel())
    assert (agent.mode, agent.model) == ("tools", "function:scripted")


async def test_a_called_command_is_carried_out_and_its_events_reach_the_model() -> None:
    stage, script = Stage(), ScriptedModel([TAKE], ["You take the lantern."])
    narration = await stage.narrated_by(narrator(script))
    assert stage.executed == ["take_item"]
    assert stage.state.party.items == ["lantern"]
    (result,) = script.tool_results(1)
    assert result.content == {
        "done": True,
        "events": [{"kind": "item_taken", "item_id": "lantern", "location_id": "market"}],
        "in_words": "(item_taken)",
    }
    assert (narration.text, narration.degraded) == ("You take the lantern.", False)


async def test_a_refused_command_tells_the_model_what_is_possible_and_the_turn_goes_on() -> None:
    stage = Stage()
    script = ScriptedModel([{"tool": "change_location", "location_id": "tower"}], [TAKE], ["You take the lantern."])
    narration = await stage.narrated_by(narrator(script))
    refused = script.tool_results(1)[0]
    assert refused.outcome == "failed"
    assert "inn door" in str(refused.content)
    assert stage.executed == ["take_item"]
    assert narration.text == "You take the lantern."


async def test_two_calls_in_one_response_run_in_order_one_after_the_other() -> None:
    """The second command is only possible after the first: a run side by side would refuse it."""
    stage = Stage()
    script = ScriptedModel([TAKE, GO, {"tool": "give_item", "item_id": "lantern", "npc_id": "mara"}], ["Mara nods."])
    running, most = 0, 0
    carry_out = stage.scene.execute

    async def execute(command: Command) -> Outcome:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        outcome = await carry_out(command)
        running -= 1
        return outcome

    await narrator(script).narrate(replace(stage.scene, execute=execute))
    assert stage.executed == ["take_item", "change_location", "give_item"]
    assert most == 1


async def test_text_beside_a_call_that_succeeds_is_the_narration_and_nothing_more_is_asked() -> None:
    stage, script = Stage(), ScriptedModel(["You set ", "out. ", GO])
    narration = await stage.narrated_by(narrator(script))
    assert (narration.text, narration.degraded) == ("You set out.", False)
    assert stage.shown == ["You set out."]
    assert len(script.infos) == 1


async def test_text_beside_a_call_that_is_refused_goes_on() -> None:
    gone = {"tool": "take_item", "item_id": "anvil"}
    stage, script = Stage(), ScriptedModel(["You reach out. ", gone], ["It is too heavy."])
    narration = await stage.narrated_by(narrator(script))
    assert narration.text == "You reach out.\n\nIt is too heavy."


async def test_after_looking_something_up_the_model_tells_the_turn() -> None:
    look = {"tool": "look", "id": "inn"}
    stage, script = Stage(), ScriptedModel(["Let me see. ", look], ["The inn is over there."])
    stage.scene = replace(stage.scene, look={"inn": "Place: Inn [inn]"}.get)
    narration = await stage.narrated_by(narrator(script))
    assert narration.text.endswith("The inn is over there.")
    assert script.tool_results(1)[0].content == {"found": "Place: Inn [inn]"}


async def test_what_is_not_there_cannot_be_looked_up() -> None:
    stage, script = Stage(), ScriptedModel([{"tool": "look", "id": "nowhere"}], ["You look around."])
    assert (await stage.narrated_by(narrator(script))).text == "You look around."
    assert "nothing with this id" in str(script.tool_results(1)[0].content)


async def test_a_note_beside_the_text_ends_the_turn_as_well() -> None:
    stage, script = Stage(), ScriptedModel(["You wait. ", {"tool": "gm_note", "text": "It will rain at noon."}])
    narration = await stage.narrated_by(narrator(script))
    assert (narration.text, len(script.infos), len(stage.state.notes)) == ("You wait.", 1, 1)


async def test_a_note_of_the_game_master_is_read_by_no_player_and_can_be_forgotten() -> None:
    note, forget = {"tool": "gm_note", "text": "Mara lies about the owl."}, {"tool": "forget_note", "note": 0}
    stage, script = Stage(), ScriptedModel([note], ["You wait."])
    await stage.narrated_by(narrator(script))
    (kept,) = stage.state.kept_notes
    assert kept.for_master
    assert "Mara lies" not in stage.told
    await stage.narrated_by(narrator(ScriptedModel([forget], ["You wait."])))
    assert not stage.state.kept_notes


async def test_time_that_passes_is_told_in_a_few_lines() -> None:
    stage = Stage(state=at(new_game(), "inn"))
    elsewhere = NPCMoved(npc_id="guard-1", from_id="market", to_id="tower")
    leaves = NPCMoved(npc_id="mara", from_id="inn", to_id="market")
    plans = [ActivityChanged(npc_id="guard-1", activity=Activity.WALKING)] * 90
    events = [*plans, *[elsewhere] * 40, leaves, *[TimeAdvanced(minutes=1)] * 60]
    wait, outcome = (
        {"tool": "advance_time", "minutes": 60},
        Outcome(command=AdvanceTimeCommand(minutes=60), events=tuple(events)),
    )

    async def execute(_: Command) -> Outcome:
        return outcome

    stage.scene = replace(stage.scene, execute=execute)
    await stage.narrated_by(narrator(script := ScriptedModel([wait], ["An hour passes."])))
    content = script.tool_results(1)[0].content
    assert isinstance(content, dict)
    assert [event["kind"] for event in content["events"]] == ["npc_moved"]
    assert content["events"][0]["npc_id"] == "mara"


async def test_words_are_addressed_to_whom_the_model_names() -> None:
    stage = Stage()
    says = {"tool": "npc_says", "npc_id": "guard-1", "text": "Out of my way.", "to": ["guard-2"]}
    narration = await stage.narrated_by(narrator(ScriptedModel([says], ["They glare."])))
    present = {npc.instance_id for npc in stage.state.present()}
    wanted = [("guard-2",)] if "guard-2" in present else []
    assert [speech.addressee_ids for speech in narration.speeches] == wanted


async def test_after_a_move_the_model_sees_the_new_place() -> None:
    stage, script = Stage(), ScriptedModel([GO], ["The inn is warm."])
    await stage.narrated_by(narrator(script))
    content = script.tool_results(1)[0].content
    assert isinstance(content, dict)
    assert content["now"] == {"Place and Exits": "Inn [inn]", "People Present": "mara"}


async def test_a_place_that_is_only_passed_is_not_described() -> None:
    back = {"tool": "change_location", "location_id": "market"}
    stage, script = Stage(), ScriptedModel([GO, back, GO], ["The inn is warm."])
    await stage.narrated_by(narrator(script))
    assert ["now" in str(result.content) for result in script.tool_results(1)] == [False, False, True]


async def test_a_place_where_a_walk_ends_by_a_refusal_is_described() -> None:
    nowhere = {"tool": "change_location", "location_id": "cell-2"}
    stage, script = Stage(), ScriptedModel([GO, nowhere], ["The inn is warm."])
    await stage.narrated_by(narrator(script))
    passed, refused = (str(result.content) for result in script.tool_results(1))
    assert "People Present" not in passed
    assert "People Present" in refused


async def test_garbage_is_asked_for_again_without_running_a_command_twice() -> None:
    stage, script = Stage(), ScriptedModel([TAKE], ['{"item": "lantern"}'], ["You take the lantern."])
    narration = await stage.narrated_by(narrator(script))
    assert (narration.text, narration.degraded) == ("You take the lantern.", False)
    assert stage.executed == ["take_item"]
    assert stage.told == "You take the lantern."
    assert script.infos[2].function_tools == []
    assert '<happened>\n"(item_taken)"\n</happened>' in script.prompt(2)
    assert "it was data or a tool call" in script.prompt(2)


@pytest.mark.parametrize(
    "bad",
    [
        [""],
        ["  \n"],
        ["..."],
        ["<think>I wonder"],
        ["I'm sorry, but I can't ", "continue with that."],
        ["As an AI language model, I cannot."],
        ["Certainly! Here is the narration: you take it."],
        ["```json\n[1, 2]\n```"],
        ["take_item(item_id='lantern')"],
        ["<tool_call>take_item</tool_call>"],
        ["You wait.\n## People Present\nguard-1"],
        ["The owl calls again. " * 6],
    ],
)
async def test_garbage_twice_is_told_offline_and_said_to_be_degraded(bad: list[str]) -> None:
    stage, script = Stage(), ScriptedModel([TAKE], bad, bad)
    narration = await stage.narrated_by(narrator(script))
    assert (narration.text, narration.degraded) == ("(item_taken)", True)
    assert stage.executed == ["take_item"]
    assert stage.told.endswith("(item_taken)")


async def test_silence_after_a_refusal_is_told_with_the_refusal() -> None:
    stage, script = Stage(), ScriptedModel([{"tool": "take_item", "item_id": "anvil"}], [""], [""])
    narration = await stage.narrated_by(narrator(script))
    assert narration.degraded
    assert "anvil" in narration.text


async def test_garbage_without_any_command_still_answers_something() -> None:
    narration = await Stage().narrated_by(narrator(ScriptedModel([""], [""])))
    assert (narration.text, narration.degraded) == ("Nothing else happens.", True)


async def test_thinking_is_cut_also_when_it_is_streamed_in_pieces() -> None:
    stage, script = Stage(), ScriptedModel(["<th", "ink>What now?</thi", "nk>\nYou ", "wait."])
    narration = await stage.narrated_by(narrator(script))
    assert narration.text == "You wait."
    assert stage.shown == ["You wait."]


async def test_control_characters_of_a_model_reach_neither_terminal_nor_save() -> None:
    stage, script = Stage(), ScriptedModel(["You \x1b[2Jwait\x07."])
    assert (await stage.narrated_by(narrator(script))).text == "You [2Jwait."
    assert stage.told == "You [2Jwait."


@pytest.mark.parametrize(
    "call",
    [
        {"tool": "take_item", "item_id": "lantern", "haste": True},
        {"tool": "take_item", "item_id": "lantern", "kind": "drop_item"},
        {"tool": "take_item", "item_id": "../../etc"},
        {"tool": "take_item"},
        {"tool": "take_item", "raw": '{"item_id": ["lantern"]}'},
        {"tool": "advance_time", "minutes": -5},
        {"tool": "take_item", "raw": "[1]"},
        {"tool": "take_item", "raw": "not json"},
        {"tool": "fly", "to": "moon"},
        {"tool": "complete_quest", "quest_id": "light"},
    ],
)
async def test_a_malformed_call_changes_nothing_and_the_model_is_told(call: dict[str, object]) -> None:
    stage, script = Stage(), ScriptedModel([call], ["You wait."])
    narration = await stage.narrated_by(narrator(script))
    assert (stage.executed, stage.state.party.items) == ([], [])
    assert script.tool_results(1)[0].outcome in {"failed", "retried"}
    assert narration.text == "You wait."


async def test_endless_malformed_calls_end_in_an_offline_telling() -> None:
    bad = [{"tool": "take_item", "raw": "not json"}]
    narration = await Stage().narrated_by(narrator(ScriptedModel(*[bad] * 4, [""])))
    assert narration.degraded


async def test_what_people_say_is_collected_beside_the_narration() -> None:
    stage = Stage()
    script = ScriptedModel(["The guard yawns. ", {"tool": "npc_says", "npc_id": "guard-1", "text": " Move on. "}], [""])
    narration = await stage.narrated_by(narrator(script))
    assert [(said.speaker_id, said.text) for said in narration.speeches] == [("guard-1", "Move on.")]
    assert (narration.text, narration.degraded) == ("The guard yawns.", False)
    assert stage.told == "The guard yawns.\n\nGuard: “Move on.”"


async def test_a_speech_stays_where_it_was_said_also_when_its_speaker_goes() -> None:
    says = {"tool": "npc_says", "npc_id": "guard-1", "text": "Follow me."}
    goes = {"tool": "move_npc", "npc_id": "guard-1", "location_id": "inn"}
    stage, script = Stage(), ScriptedModel([says, goes], ["He walks off."])
    narration = await stage.narrated_by(narrator(script))
    assert stage.state.npc("guard-1").current_location_id == "inn"
    assert [(one.location_id, one.witness_ids) for one in narration.speeches] == [("market", ("guard-1",))]
    assert (narration.asked, narration.asked_npc_id) == (PromptMoment.BEFORE, None)


async def test_speech_beside_a_call_that_failed_is_no_whole_turn() -> None:
    says = {"tool": "npc_says", "npc_id": "guard-1", "text": "Move on."}
    script = ScriptedModel([says, {"tool": "take_item"}], [""], ["You look round in vain."])
    assert (await Stage().narrated_by(narrator(script))).text == "You look round in vain."


async def test_speech_alone_is_a_whole_turn() -> None:
    script = ScriptedModel([{"tool": "npc_says", "npc_id": "guard-1", "text": "Move on."}], [""])
    narration = await Stage().narrated_by(narrator(script))
    assert (narration.text, narration.degraded, len(narration.speeches)) == ("", False, 1)
    assert len(script.requests) == 2


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"npc_id": "mara", "text": "Hello."}, "not here"),
        ({"npc_id": "nobody", "text": "Hello."}, "not here"),
        ({"npc_id": "guard-1", "text": "   "}, "plain words"),
        ({"npc_id": "guard-1", "text": "\x1b[2J"}, "control characters"),
        ({"npc_id": "guard-1", "text": "a" * 2001}, "2000"),
        ({"npc_id": "guard-1", "text": "Hello.", "loud": True}, "loud"),
        ({"npc_id": "guard-1"}, "text"),
    ],
)
async def test_only_who_is_present_speaks_and_only_plain_bounded_words(said: dict[str, object], why: str) -> None:
    script = ScriptedModel([{"tool": "npc_says", **said}], ["You wait."])
    narration = await Stage().narrated_by(narrator(script))
    assert narration.speeches == ()
    assert why in str(script.tool_results(1)[0].content)


async def test_what_the_model_repeats_from_memory_is_marked() -> None:
    memory = "Élan promised Mara to bring her a lantern before dusk."
    stage = Stage(memories={"mara-001": memory})
    words = {"tool": "npc_says", "npc_id": "guard-1", "text": f"They say: {memory}"}
    narration = await stage.narrated_by(narrator(ScriptedModel([words], [f"You recall it: {memory}"])))
    assert [narration.text[a:b] for a, b in narration.quoted] == [memory]
    assert [narration.speeches[0].text[a:b] for a, b in narration.speeches[0].quoted] == [memory]


async def test_a_model_that_never_stops_calling_reaches_the_limit_of_its_run() -> None:
    script = ScriptedModel(*[[{"tool": "advance_time", "minutes": 1}]] * 5)
    with pytest.raises(BudgetExhausted, match="calls"):
        await Stage().narrated_by(narrator(script, request_limit=3))
    assert len(script.requests) == 3


async def test_too_many_calls_in_one_turn_are_answered_with_a_request_to_tell() -> None:
    stage = Stage()
    calls = [{"tool": "advance_time", "minutes": 1}] * (MAX_TOOL_CALLS + 3)
    narration = await stage.narrated_by(narrator(ScriptedModel(calls, ["Time passes."])))
    assert len(stage.executed) == MAX_TOOL_CALLS
    assert narration.text == "Time passes."


async def test_the_meter_counts_each_call_and_stops_the_next_one() -> None:
    script = ScriptedModel([TAKE], ["You take it."])
    with metered(Meter()) as meter:
        await Stage().narrated_by(narrator(script))
    assert (meter.spend.calls, meter.spend.cost) == (2, None)
    assert meter.spend.input_tokens > 0 < meter.spend.output_tokens

    script = ScriptedModel([TAKE], ["You take it."])
    with metered(Meter(calls_left=1)) as meter, pytest.raises(BudgetExhausted):
        await Stage().narrated_by(narrator(script))
    assert (len(script.requests), meter.spend.calls) == (1, 1)


async def test_an_error_that_is_no_refusal_ends_the_turn() -> None:
    stage = Stage()

    async def execute(_: Command) -> Outcome:
        raise StorageFailed("The disk is full.")

    with pytest.raises(StorageFailed):
        await narrator(ScriptedModel([TAKE], ["You take it."])).narrate(replace(stage.scene, execute=execute))


async def test_the_players_stop_ends_it_at_once_and_keeps_what_was_shown() -> None:
    stage = Stage()
    shown_once = asyncio.Event()
    closed = asyncio.Event()

    async def endless(_: list[ModelMessage], __: AgentInfo) -> AsyncIterator[str]:
        try:
            yield "You wait. "
            yield "And wait"
            shown_once.set()
            await asyncio.Event().wait()
        finally:
            closed.set()

    agent = NarratorAgent(FunctionModel(stream_function=endless))
    meter = Meter()
    with metered(meter):
        turn = asyncio.create_task(stage.narrated_by(agent))
    await shown_once.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert closed.is_set()
    assert stage.told == "You wait."
    assert meter.spend.calls == 1


async def test_the_prompt_goes_out_stable_parts_first_and_the_instructions_apart() -> None:
    stage, script = Stage(), ScriptedModel(["You wait."])
    await stage.narrated_by(narrator(script))
    sent = prompt(stage.state)
    assert (script.infos[0].instructions or "").startswith(sent.instructions)
    assert sent.text == f"{sent.instructions}\n\n{script.prompt(0)}"


async def test_games_are_strangers_to_one_agent() -> None:
    """Two turns of two games at once, through one narrator, do not see each other."""
    script = ScriptedModel([TAKE], [TAKE], ["One."], ["Two."])
    agent, stages = narrator(script), [Stage(), Stage()]
    told = await asyncio.gather(*(stage.narrated_by(agent) for stage in stages))
    assert [stage.executed for stage in stages] == [["take_item"], ["take_item"]]
    assert sorted(narration.text for narration in told) == ["One.", "Two."]
    assert all(len(script.tool_results(request)) == 1 for request in (2, 3))


def test_each_tool_is_its_command_and_nothing_else() -> None:
    tools = {tool.name: tool for tool in tool_definitions()}
    commands = {command.model_fields["kind"].default: command for command in COMMAND_TYPES}
    without = {"complete_quest", "progress_act", "apply_rule", "forget_note", "deliver_message", "show_item"}
    assert set(tools) == set(commands) - without | {"npc_says", "look", "gm_note", "forget_note"}
    for name, tool in tools.items():
        if name in set(commands) - without:
            schema = tool.parameters_json_schema
            assert set(schema["properties"]) <= set(commands[name].model_fields) - {"kind", "owner_id"}
            assert set(schema.get("required", ())) <= set(schema["properties"])
            assert tool.description == description_of(commands[name])
            assert "Args:" not in tool.description
    assert "$ref" not in json.dumps([tool.parameters_json_schema for tool in tools.values()])


def test_the_tools_take_their_share_of_the_budget_but_leave_most_of_it() -> None:
    assert 3_000 < narrator(ScriptedModel()).tools_tokens < 4_000


async def test_signs_of_a_chats_format_reach_no_argument_and_no_speech() -> None:
    note = {"tool": "add_note", "text": "The lamp is lit.<|im_end|>"}
    says = {"tool": "npc_says", "npc_id": "guard-1", "text": "Move on.</s>\nÉlan: I go."}
    stage, script = Stage(), ScriptedModel([note, says], ["You wait."])
    narration = await stage.narrated_by(NarratorAgent(script.model))
    assert [speech.text for speech in narration.speeches] == ["Move on."]
    assert [note.text for note in stage.state.notes] == ["The lamp is lit."]


async def test_a_deed_that_is_typed_beside_speech_is_not_said() -> None:
    line = "I warm my hands at the fire. I have come for the key."
    narration = await Stage(line).narrated_by(narrator(ScriptedModel(["Smoke rises."])))
    assert [line[start:end] for start, end in narration.said or ()] == ["I have come for the key."]


@pytest.mark.parametrize("told", ["", "She leans back."])
async def test_what_comes_of_speech_is_told_and_recorded_with_it(told: str) -> None:
    """In the engine's words, also where the model only lets people speak; the model reads that it was told."""
    state = at(new_game(), "inn")
    state.npc("mara").items_received.append("lantern")
    stage, says = Stage(state=state), {"tool": "npc_says", "npc_id": "mara", "text": "Well.", "about": "key"}
    script = ScriptedModel([says], [told])
    narration = await stage.narrated_by(narrator(script))
    assert stage.executed == ["ask_topic"]
    came_of_it = "(topic_told), (item_given), (attitude_changed)"
    assert [each.text for each in stage.teller.passages] == ["Well.", came_of_it, *filter(None, [told])]
    (result,) = script.tool_results(1)
    assert isinstance(result.content, dict)
    assert (result.content["read"], "in_words" in result.content) == (came_of_it, False)
    assert not narration.degraded
