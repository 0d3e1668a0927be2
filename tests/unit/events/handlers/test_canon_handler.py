"""Canon: what a game master adds to a scenario while it is played, and what each scenario allows."""

from typing import Any

import pytest

from app.errors import InvalidInput, NotFound, NotPossible
from app.events.canon.limits import CanonLimits
from app.events.command_table import parse_command
from app.events.commands import (
    AddNoteCommand,
    ChangeLocationCommand,
    CreatePersonCommand,
    EstablishFactCommand,
    ForgetNoteCommand,
    JoinCompanionCommand,
    UpdateScenarioCommand,
)
from app.events.handlers.canon_handler import CanonHandler
from app.language.analysis.mentions import mentions_for
from app.models.command import Event, Outcome
from app.models.events.canon import ScenarioUpdated, StateCreated
from app.models.sheets.canon import CanonSource
from app.models.sheets.scenario import CanonLevel
from app.models.state.facts import facts
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.state.things import lying_at
from app.models.state.values import value_of
from tests.unit.events.canonical import edited, game_of, sheet_of
from tests.unit.events.playing import whole_bus
from tests.unit.events.refusals import refused
from tests.wording import raises_in_words
from tests.worlds import new_game

ODO: dict[str, Any] = {"kind": "create_person", "name": "Odo Finn", "description": "A small man with a lamp."}
LAMP: dict[str, Any] = {"kind": "create_item", "name": "brass lamp", "description": "Heavy."}
HOUSE: dict[str, Any] = {
    "kind": "create_place",
    "name": "Lamp House",
    "description": "White.",
    "ways": [{"to": "market"}],
}


async def order(state: GameState, **fields: Any) -> Outcome:
    return await whole_bus().execute(parse_command(fields), state)


async def refusal(state: GameState, error: type[Any] = NotPossible, **fields: Any) -> str:
    return await refused(CanonHandler(), parse_command(fields), state, error)


def event(outcome: Outcome) -> Event:
    return outcome.events[0]


# -- people, things, places


async def test_a_made_person_is_one_like_the_others() -> None:
    state = game_of()
    await order(state, **ODO, topics=[{"name": "the lamp", "text": "It was my mother's."}], can_join=True)
    person = state.npc("made-odo-finn")
    assert person in state.present()
    assert state.name("made-odo-finn") == "Odo Finn"
    assert mentions_for(state.sheet).people("Where is Odo Finn?", ()) == ("made-odo-finn",)
    (topic,) = state.sheets.npc("made-odo-finn").topics
    await order(state, kind="ask_topic", npc_id="made-odo-finn", topic_id=topic.id)
    await whole_bus().execute(JoinCompanionCommand(npc_id="made-odo-finn"), state)
    assert state.party.companions == ["made-odo-finn"]
    assert not state.sheets.npc("made-odo-finn").has_mind


@pytest.mark.parametrize(
    ("made", "usual"),
    [
        (ODO, {"aliases": [], "age": 40, "has_mind": False, "occupation": ""}),
        (LAMP, {"aliases": [], "portable": True, "damage": 1}),
        (HOUSE, {"aliases": [], "atmosphere": "", "type": "other"}),
        ({"kind": "create_action", "words": ["ring"]}, {"effects": [], "once": False}),
        ({"kind": "create_timer", "name": "ebb", "minutes": 5}, {"effects": [], "text": "", "repeats": False}),
    ],
    ids=lambda fields: fields.get("kind"),
)
def test_what_was_given_is_recorded_even_where_it_is_the_usual_value(
    made: dict[str, Any], usual: dict[str, Any]
) -> None:
    given = {"kind": made["kind"], "id": "made-one", **usual}
    assert parse_command(given).written() == given
    assert parse_command({**given, "name": None} if "name" in made else given).written() == given


async def test_a_known_id_changes_a_sheet_and_leaves_what_is_not_named() -> None:
    state = game_of()
    await order(state, **ODO, occupation="keeper")
    await order(state, kind="create_person", id="made-odo-finn", age=61, location_id="inn")
    sheet = state.sheets.npc("made-odo-finn")
    assert (sheet.name, sheet.occupation, sheet.age) == ("Odo Finn", "keeper", 61)
    assert state.npc("made-odo-finn").current_location_id == "inn"
    assert len([npc for npc in state.sheet.npcs if npc.id == "made-odo-finn"]) == 1


async def test_a_person_that_cannot_move_is_changed_where_it_is_and_moved_nowhere() -> None:
    state = game_of()
    await order(state, **ODO, location_id="inn")
    change: dict[str, Any] = {"kind": "create_person", "id": "made-odo-finn", "age": 61}
    state.npc("made-odo-finn").dead = True
    assert "dead" in await refusal(state, **change, location_id="market")
    await order(state, **change, location_id="inn")
    assert state.sheets.npc("made-odo-finn").age == 61
    assert state.npc("made-odo-finn").current_location_id == "inn"


async def test_a_person_whom_the_author_keeps_at_places_is_moved_to_no_other() -> None:
    sheet = sheet_of()
    npcs = (npc.model_copy(update={"stays_at": ("inn",)} if npc.id == "mara" else {}) for npc in sheet.npcs)
    state = begin(sheet.model_copy(update={"npcs": tuple(npcs)}), "game-1", [PlayerCharacter(name="Élan")])
    assert "inn" in (await refusal(state, kind="create_person", id="mara", age=61, location_id="market")).lower()
    await order(state, kind="create_person", id="mara", age=61, location_id="inn")
    assert state.sheets.npc("mara").age == 61


async def test_a_made_thing_lies_where_it_is_put_and_can_be_taken() -> None:
    state = game_of()
    await order(state, **LAMP)
    assert "made-brass-lamp" in lying_at(state, "market")
    await order(state, kind="take_item", item_id="made-brass-lamp")
    assert state.holder_of("made-brass-lamp") == "party"


async def test_a_made_place_has_ways_both_ways() -> None:
    state = game_of()
    await order(state, **{**HOUSE, "ways": [{"to": "market", "direction": "down", "back": "the lamp stairs"}]})
    await whole_bus().execute(ChangeLocationCommand(location_id="made-lamp-house"), state)
    back = state.sheets.exit("market", "made-lamp-house")
    assert back is not None
    assert (back.name, back.direction) == ("the lamp stairs", "up")
    await whole_bus().execute(ChangeLocationCommand(location_id="market"), state)


async def test_ids_of_equal_names_differ() -> None:
    state = game_of()
    await order(state, **LAMP)
    assert await refusal(state, **LAMP) == (
        "The name 'brass lamp' is taken by 'made-brass-lamp'; choose another, or change that one by its id."
    )
    await order(state, **{**LAMP, "name": "brass lamp!"})
    assert "made-brass-lamp-2" in state.sheets.items


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({**ODO, "description": None}, NotPossible, "Something new needs description."),
        ({**HOUSE, "ways": []}, NotPossible, "Something new needs ways."),
        ({**ODO, "location_id": "atlantis"}, NotFound, "There is no place 'atlantis' in this game."),
        ({**LAMP, "to": "owl"}, NotFound, "There is nothing 'owl' in this game."),
        ({**ODO, "name": "mara ironhand"}, NotPossible, "The name 'mara ironhand' is taken by 'mara'"),
        ({**ODO, "description": "Small.\x07"}, InvalidInput, "That does not fit: description: the text holds control"),
        ({**ODO, "occupation": "baker\nand spy"}, InvalidInput, "That does not fit: occupation: this must be on one"),
        ({**LAMP, "aliases": [" "]}, InvalidInput, "That does not fit: aliases[0]: this must not be blank."),
        (
            {"kind": "rename", "of": "mara", "name": " "},
            InvalidInput,
            "That does not fit: name: this must not be blank.",
        ),
        (
            {"kind": "create_action", "words": ["sing to {target}"]},
            InvalidInput,
            "That does not fit: words[0]: {target} names nothing",
        ),
        (
            {"kind": "create_place", "id": "market", "ways": [{"to": "market"}]},
            NotPossible,
            "A way cannot lead from the Market to the same place.",
        ),
        (
            {"kind": "create_action", "words": ["sing"], "at": ["mara"]},
            InvalidInput,
            "That does not fit: at[0]: 'mara' names a person, not a place.",
        ),
        (
            {"kind": "create_state", "of": "lantern", "name": "dented", "value_kind": "number", "least": 5, "most": 1},
            InvalidInput,
            "That does not fit",
        ),
        ({"kind": "create_state", "of": "moon", "name": "full"}, NotFound, "There is nothing 'moon' in this game."),
        ({"kind": "describe", "of": "moon", "text": "Round."}, NotFound, "There is nothing 'moon' in this game."),
        (
            {"kind": "rename", "of": "lantern", "name": "Mara Ironhand"},
            NotPossible,
            "The name 'Mara Ironhand' is taken by 'mara'",
        ),
        (
            {"kind": "establish_fact", "subject": "lantern", "attribute": "holder", "value": "Mara"},
            NotPossible,
            "'holder' is kept by the game itself",
        ),
    ],
)
async def test_what_does_not_fit_is_refused(fields: dict[str, Any], error: type[Any], words: str) -> None:
    given = {name: value for name, value in fields.items() if value is not None}
    assert (await refusal(game_of(), error, **given)).startswith(words)


# -- states, actions, timers


async def test_a_made_action_acts_on_a_made_state() -> None:
    state = game_of()
    await order(state, **LAMP)
    await order(state, kind="create_state", of="made-brass-lamp", name="bright", shown=True)
    await order(
        state,
        kind="create_action",
        words=["polish {target}"],
        on=["made-brass-lamp"],
        text="It shines.",
        effects=[{"kind": "set_state", "of": "made-brass-lamp", "name": "bright", "value": True}],
    )
    await order(state, kind="perform_action", action_id="made-polish", target_id="made-brass-lamp")
    assert value_of(state, "made-brass-lamp", "bright") is True


@pytest.mark.parametrize(
    ("name", "made"), [("half full", "half-full"), ("geöffnet", "geoffnet"), ("открыта", "state"), ("灯", "state")]
)
async def test_a_state_is_named_in_any_script(name: str, made: str) -> None:
    state = game_of()
    await order(state, **LAMP)
    for _ in range(2):  # the second order declares the same state once more
        outcome = await order(state, kind="create_state", of="made-brass-lamp", name=name, shown=True)
        assert outcome.events == (StateCreated(of="made-brass-lamp", name=made),)
    other = await order(state, kind="create_state", of="made-brass-lamp", name="другая")
    assert getattr(other.events[0], "name", "") == ("state-2" if made == "state" else "state")
    assert state.sheets.states["made-brass-lamp"][made].label == name


@pytest.mark.parametrize(
    "name", ["Лампа", "灯", "مصباح", "lampe d'argent", "Regen", "the", "look", "north", "Burnt Cork"]
)
@pytest.mark.parametrize("kind", ["create_item", "create_person"])
async def test_a_thing_and_a_person_are_named_in_any_script_and_by_words_of_the_language(kind: str, name: str) -> None:
    state = game_of()
    made = event(await order(state, kind=kind, name=name, description="Small."))
    assert state.name(getattr(made, "item_id", "") or getattr(made, "npc_id", "")) == name


@pytest.mark.parametrize("name", ["灯", "Лампа", "Box"])
async def test_a_topic_and_a_detail_in_any_script_have_other_ids_than_their_person_and_place(name: str) -> None:
    state = game_of()
    person = event(await order(state, **{**ODO, "name": name}, topics=[{"name": name, "text": "It was my mother's."}]))
    (topic,) = state.sheets.npc(getattr(person, "npc_id", "")).topics
    place = event(await order(state, **{**HOUSE, "name": name}, details=[{"name": name, "description": "Old."}]))
    (detail,) = state.sheets.location(getattr(place, "location_id", "")).features
    assert topic.name == detail.name == name


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({**LAMP, "name": "half\nmoon"}, "create_item.name: Input should be one line without control characters."),
        (
            {**LAMP, "id": "Burnt Cork"},
            "create_item.id: Input should be an id, not a name: lower-case letters a to z and digits, words joined by"
            " '-' or '_'.",
        ),
        (
            {"kind": "create_action", "words": ["sing"], "check": {"attribute": "voice", "dice": "many"}},
            "create_action.check.dice: Input should be dice, as 2d6+1, d20 or 4dF.",
        ),
    ],
)
def test_a_field_of_a_wrong_form_is_refused_in_words(fields: dict[str, Any], reason: str) -> None:
    with raises_in_words(InvalidInput) as refused_with:
        parse_command(fields)
    assert str(refused_with.value) == f"Bad command, {reason}"


async def test_a_made_timer_runs_at_once_and_is_due() -> None:
    state = game_of()
    await order(state, kind="create_timer", name="the tide", minutes=30, text="The water is here.")
    outcome = await order(state, kind="advance_time", minutes=31)
    assert [each.kind for each in outcome.events if "timer" in each.kind] == ["timer_due"]


# -- facts


async def test_a_fact_is_replaced_by_a_later_one_and_a_claim_by_a_fact() -> None:
    state = game_of()
    for value, claimed_by in (("Ottilie", None), ("Wren", "player"), ("Maud", None)):
        fact = EstablishFactCommand(subject="mara", attribute="mother", value=value, claimed_by=claimed_by)
        await whole_bus().execute(fact, state)
        now = [(each.value, entry.by) for entry, each in facts(state)]
        if claimed_by is not None:
            assert now == [("Ottilie", CanonSource.GAME_MASTER), ("Wren", CanonSource.PLAYER)]
    assert now == [("Maud", CanonSource.GAME_MASTER)]


async def test_a_fact_that_is_known_is_refused() -> None:
    state = game_of()
    fact: dict[str, Any] = {"kind": "establish_fact", "subject": "mara", "attribute": "Mother", "value": "Ottilie"}
    await order(state, **fact)
    assert await refusal(state, **fact) == "It is so already: mara, Mother: Ottilie."


# -- how far


@pytest.mark.parametrize("fields", [ODO, LAMP, HOUSE, {"kind": "describe", "of": "mara", "text": "Old."}])
async def test_a_closed_scenario_takes_nothing(fields: dict[str, Any]) -> None:
    words = await refusal(game_of(CanonLevel.CLOSED), **fields)
    assert words.startswith("Nothing can be added to this story")


def test_a_scenario_with_quests_is_closed_and_one_without_is_open() -> None:
    assert new_game().sheet.canon_level is CanonLevel.CLOSED
    assert new_game().sheet.model_copy(update={"quests": ()}).canon_level is CanonLevel.OPEN


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (HOUSE, "In this story people, things and facts can be added, but nothing by 'create_place'."),
        ({"kind": "describe", "of": "mara", "text": "Old."}, "In this story nothing can be changed that its author"),
        ({"kind": "create_person", "id": "mara", "age": 3}, "In this story nothing can be changed that its author"),
        (
            {"kind": "create_action", "words": ["win"], "effects": [{"kind": "start_quest", "quest_id": "light"}]},
            "In this story nothing can be changed that its author has made, nor its plot",
        ),
        (
            {
                "kind": "create_action",
                "words": ["win"],
                "check": {
                    "attribute": "luck",
                    "success": {"effects": [{"kind": "move_item", "item_id": "brass-key", "to": "party"}]},
                },
            },
            "In this story nothing can be changed that its author has made, nor its plot",
        ),
        (
            {
                "kind": "create_timer",
                "name": "x",
                "minutes": 1,
                "effects": [
                    {
                        "kind": "when",
                        "condition": {"kind": "item_held", "item_id": "lantern"},
                        "then": [{"kind": "set_way", "location_id": "market", "to": "tower", "way": "open"}],
                    }
                ],
            },
            "In this story nothing can be changed that its author has made, nor its plot",
        ),
        (
            {"kind": "establish_fact", "subject": "mara", "attribute": "occupation", "value": "pirate"},
            "The author of this story says otherwise: mara, occupation:",
        ),
    ],
)
async def test_a_scenario_that_allows_details_keeps_its_plot(fields: dict[str, Any], words: str) -> None:
    assert (await refusal(game_of(CanonLevel.DETAILS), **fields)).startswith(words)


async def test_a_scenario_that_allows_details_takes_people_things_and_facts() -> None:
    state = game_of(CanonLevel.DETAILS)
    await order(state, **ODO)
    await order(state, **LAMP)
    await order(state, kind="establish_fact", subject="mara", attribute="mother", value="Ottilie")
    await order(state, kind="describe", of="made-odo-finn", text="Old and small.")
    assert state.sheets.npc("made-odo-finn").description == "Old and small."


async def test_a_turn_takes_five_additions_and_the_next_one_more() -> None:
    state = game_of()
    for number in range(5):
        await order(state, **{**LAMP, "name": f"lamp {number}"})
    assert await refusal(state, **ODO) == "5 additions are enough for one turn; the rest can come in the next."
    state.turn += 1
    await order(state, **ODO)


async def test_a_game_takes_so_many_people() -> None:
    state = game_of()
    state.derived.hold(CanonLimits(per_turn=9, people=2))
    for number in range(2):
        await order(state, **{**ODO, "name": f"Person {number}"})
    assert (await refusal(state, **ODO)).startswith("2 people were added to this game")
    await order(state, kind="create_person", id="made-person-1", age=3)


# -- notes


async def test_a_forgotten_note_is_read_by_nobody_and_stays_in_the_log() -> None:
    state, bus = game_of(), whole_bus()
    await bus.execute(AddNoteCommand(text="Mind the step."), state)
    await bus.execute(AddNoteCommand(text="She lies.", for_master=True), state)
    assert [note.text for note in state.notes_for("player")] == ["Mind the step."]
    assert len(state.kept_notes) == 2
    with pytest.raises(NotPossible, match="not yours"):
        await bus.execute(ForgetNoteCommand(note=1, player_id="player"), state)
    await bus.execute(ForgetNoteCommand(note=0, player_id="player"), state)
    assert state.notes_for("player") == []
    assert len(state.notes) == 2
    with pytest.raises(NotFound, match="no note 0"):
        await bus.execute(ForgetNoteCommand(note=0), state)


# -- an edited scenario


async def update(state: GameState, number: int) -> ScenarioUpdated:
    outcome = await whole_bus().execute(UpdateScenarioCommand(sheet=edited(number)), state)
    (done,) = outcome.events
    assert isinstance(done, ScenarioUpdated)
    return done


async def test_an_edit_leaves_what_was_made_in_the_game() -> None:
    state = game_of()
    await order(state, **ODO)
    await order(state, **HOUSE)
    await order(state, kind="describe", of="inn", text="Burnt down.")
    done = await update(state, 1)
    assert (done.added, done.changed, done.removed) == ((), ("market",), ())
    assert state.here.description == "Rebuilt."
    assert state.sheets.location("inn").description == "Burnt down."
    assert "made-odo-finn" in state.npcs
    assert state.sheets.exit("market", "made-lamp-house") is not None


async def test_what_is_new_in_an_edit_is_where_its_author_has_put_it() -> None:
    state = game_of()
    done = await update(state, 2)
    assert done.added == ("shed", "spade")
    assert lying_at(state, "shed") == ["spade"]
    await whole_bus().execute(ChangeLocationCommand(location_id="shed"), state)


async def test_who_was_removed_leaves_the_map_and_stays_known() -> None:
    state = game_of()
    done = await update(state, 3)
    assert done.removed == ("guard-2",)
    assert state.npc("guard-2").current_location_id is None
    assert state.name("guard-2") == sheet_of().index.npc("guard-2").name


async def test_another_scenario_the_same_and_a_broken_one_are_refused() -> None:
    state, sheet = game_of(), sheet_of()

    async def words(error: type[Any], **different: Any) -> str:
        command = UpdateScenarioCommand(sheet=sheet.model_copy(update=different))
        return await refused(CanonHandler(), command, state, error)

    assert await words(NotPossible) == "The story has not changed."
    assert await words(NotPossible, id="other", title="Other") == (
        "'Other' is another story than the one that is played."
    )
    assert (await words(InvalidInput, start_location="moon")).startswith("The edited story has a problem: start_loc")


def test_a_person_keeps_its_mind_where_its_author_says_nothing() -> None:
    assert all(npc.has_mind for npc in sheet_of().npcs)
    assert not CreatePersonCommand(name="Odo", description="Small.").has_mind
