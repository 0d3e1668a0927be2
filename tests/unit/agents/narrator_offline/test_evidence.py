"""What is shown and told does what asking about it would: a thing, a secret found, what another person has said."""

from functools import cache

import pytest

from app.models.sheets.condition import AllOf, AnyOf, ItemHeld, Not, SecretKnown
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import parts_of
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.agents.narrator_offline.playing import Play, Played


@cache
def sheet_of(scenario: str) -> ScenarioSheet:
    return ScenarioLibrary([PROJECT / "app" / "content"]).load(scenario)


def with_person(
    scenario: str,
    place: str,
    npc_id: str,
    *,
    secrets: tuple[str, ...] = (),
    items: tuple[str, ...] = (),
    told: tuple[str, ...] = (),
) -> Play:
    """A game in which the party is alone with a person, knows these secrets, carries these things, and was told
    these topics (``person/topic``)."""
    state = begin(sheet_of(scenario), "g")
    state.scenario.current_location_id = place
    for npc in state.present(place):
        npc.current_location_id = None
    state.npc(npc_id).current_location_id = place
    for secret_id in secrets:
        state.place(state.sheets.secret(secret_id)[0].id).discovered_secrets.append(secret_id)
    for item_id in items:
        take(state, item_id)
    for each in told:
        teller, _, topic_id = each.partition("/")
        state.npc(teller).topics_told.append(topic_id)
    return Play(state)


def take(state: GameState, item_id: str) -> None:
    carried = (npc.items for npc in state.npcs.values())
    lying = (place.items for place in state.scenario.location_states.values())
    for items in (*carried, *lying, *state.contents.values()):
        if item_id in items:
            items.remove(item_id)
    state.party.items.append(item_id)


def asked(played: Played) -> list[str]:
    return [command.topic_id for command in played.commands if command.kind == "ask_topic"]  # type: ignore[attr-defined]  # of AskTopicCommand


THAW, BELL = "before-the-thaw", "tide-bell"


@pytest.mark.parametrize(
    "line",
    ["show Jorun the ring", "show the iron ring to Jorun", "Jorun, look at this ring", "I show him the iron ring"],
)
async def test_what_is_shown_is_the_topic_about_it_and_its_condition_counts(line: str) -> None:
    game = with_person(THAW, "ropewalk", "jorun", items=("iron-ring",))
    await game.do("hello")
    played = await game.do(line)
    assert played.kinds[:2] == ["show_item", "ask_topic"]
    assert asked(played) == ["jorun-ring"]
    assert "First ask me who wears it." in played.shown
    assert game.state.dialogues["player"].shown_id == "iron-ring"
    game.state.npc("jorun").topics_told.append("jorun-ivo")
    await game.do(line)
    assert "jorun-ring" in game.state.npc("jorun").topics_told
    assert game.state.quest("the-ring").status == "active"


async def test_a_thing_for_which_a_topic_waits_is_answered_as_when_asked() -> None:
    game = with_person(THAW, "idle-mill", "wenzel", items=("gauge-book",))
    played = await game.do("show Wenzel the gauge book")
    assert asked(played) == ["wenzel-crank"]


async def test_a_thing_that_means_nothing_to_a_person_is_taken_note_of() -> None:
    game = with_person(THAW, "bakehouse", "hedda", items=("gauge-book",))
    await game.do("hello")
    played = await game.do("show Hedda the gauge book")
    assert played.kinds == ["show_item"]
    own = game.state.sheets.npc("hedda").voice.small_talk
    assert any(line.partition("{")[0] in played.shown for line in (*own, *stock(game, "hedda", "to_evidence")))


def stock(game: Play, npc_id: str, name: str) -> list[str]:
    return list(game.turn("").voice(npc_id).exchange.language.lines(f"manners.{name}"))


@pytest.mark.parametrize(
    ("scenario", "place", "npc_id", "secret", "line", "topic"),
    [
        (THAW, "ropewalk", "jorun", "ivo-found", "I found your brother under the ice", "jorun-ivo-found"),
        (THAW, "toll-house", "talle", "ivo-found", "Ivo lies dead under the ice", "talle-ivo-found"),
        (THAW, "bakehouse", "hedda", "ivo-found", "I found Ivo in the upper lake, dead", "hedda-ivo-found"),
        (BELL, "boiling-house", "ansel", "singed-strap", "I found the singed strap", "missing-clapper"),
        (BELL, "boiling-house", "ansel", "singed-strap", "I found a burnt strap under your pan", "missing-clapper"),
        (BELL, "boiling-house", "ansel", "singed-strap", "I found the clapper under your pan", "missing-clapper"),
    ],
)
async def test_a_secret_that_was_found_can_be_told(
    scenario: str, place: str, npc_id: str, secret: str, line: str, topic: str
) -> None:
    game = with_person(scenario, place, npc_id, secrets=(secret,))
    await game.do("hello")
    assert asked(await game.do(line)) == [topic]
    unknown = with_person(scenario, place, npc_id)
    await unknown.do("hello")
    assert topic not in asked(await unknown.do(line))


@pytest.mark.parametrize(
    "line",
    [
        "Ragna told me that she saw two men with two lanterns",
        "I know what happened that night. Two men with lanterns walked out on the weir.",
    ],
)
async def test_what_another_has_told_can_be_told_on(line: str) -> None:
    game = with_person(THAW, "toll-house", "talle", told=("ragna/ragna-two", "sunniva/sunniva-light"))
    await game.do("hello")
    assert asked(await game.do(line)) == ["talle-night"]
    without = with_person(THAW, "toll-house", "talle")
    await without.do("hello")
    assert asked(await without.do(line)) == []


async def test_what_another_has_told_is_refused_as_when_asked() -> None:
    game = with_person(BELL, "boiling-house", "ansel", told=("tove/about-ansel",))
    await game.do("hello")
    played = await game.do("Tove told me about your brother")
    assert "There's the one pan needs skimming." in played.shown
    assert "piet" not in game.state.npc("ansel").topics_told


async def test_bare_words_that_an_author_has_foreseen_open_the_topic_that_waited() -> None:
    game = with_person(THAW, "ropewalk", "jorun", secrets=("ivo-found",))
    await game.do("hello")
    assert asked(await game.do("he is dead")) == ["jorun-ivo-found"]


async def test_who_has_told_something_is_no_matter_of_it() -> None:
    game = with_person(BELL, "boiling-house", "ansel", told=("tove/the-tide",))
    await game.do("hello")
    assert asked(await game.do("Two women came in wet to the belt, Tove told me.")) == []


async def test_a_thing_that_is_only_spoken_of_is_told_of_too() -> None:
    game = with_person(BELL, "ferry-landing", "tove", items=("clapper",), secrets=("singed-strap",))
    await game.do("hello")
    assert asked(await game.do("I found the clapper under Ansel's pan")) == ["the-silence"]


async def test_what_the_party_does_not_have_cannot_be_shown() -> None:
    game = with_person(THAW, "ropewalk", "jorun")
    played = await game.do("show Jorun the gauge book")
    assert "show_item" not in played.kinds


def test_the_parts_of_a_condition_leave_out_what_must_not_hold() -> None:
    held, known = ItemHeld(item_id="lantern"), SecretKnown(secret_id="loose-stone")
    whole = AllOf(conditions=(AnyOf(conditions=(held,)), Not(condition=known)))
    assert [part for part in parts_of(whole) if isinstance(part, ItemHeld | SecretKnown)] == [held]
    assert list(parts_of(None)) == []
