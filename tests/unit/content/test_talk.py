"""What people say keeps step with what has happened, and stays theirs."""

import re

import pytest

from app.models.sheets.person import TopicSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import holds
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin

AMPLE = ("greeting", "returning", "small_talk")


def _names(topic: TopicSheet) -> set[str]:
    return {name.casefold().removeprefix("the ") for name in (topic.name, *topic.aliases)}


def _told(state: GameState, npc_id: str, asked: str) -> list[str]:
    """The topics that can be told when somebody is asked so, in the author's order."""
    topics = state.sheets.npc(npc_id).topics
    return [topic.id for topic in topics if asked in _names(topic) and holds(topic.condition, state)]


@pytest.fixture
def bell(small: ScenarioSheet) -> GameState:
    return begin(small, "game-1", [PlayerCharacter(name="Élan")])


@pytest.fixture
def thaw(large: ScenarioSheet) -> GameState:
    return begin(large, "game-1", [PlayerCharacter(name="Élan")])


@pytest.mark.parametrize("asked", ["bell", "ringing", "bell is ringing", "clapper"])
def test_tove_speaks_of_the_bell_as_ringing_once_it_rings(bell: GameState, asked: str) -> None:
    assert _told(bell, "tove", asked)[:1] != ["three-strokes"]

    bell.place("bell-rock").discovered_secrets.append("bell-voice")
    assert _told(bell, "tove", asked)[:1] == ["three-strokes"]


def test_ansel_speaks_of_the_bell_in_another_way_once_it_rings(bell: GameState) -> None:
    assert _told(bell, "ansel", "bell") == ["ansel-bell"]

    bell.place("bell-rock").discovered_secrets.append("bell-voice")
    assert _told(bell, "ansel", "bell") == ["ansel-ringing", "ansel-bell"]


def test_the_blue_float_gives_tove_more_to_say_of_henrik(bell: GameState) -> None:
    assert _told(bell, "tove", "henrik") == ["henrik"]

    bell.npc("tove").items_received.append("glass-float")
    assert _told(bell, "tove", "henrik") == ["henrik-float", "henrik"]


@pytest.mark.parametrize("npc_id", ["jorun", "hedda", "nils", "teodor", "talle", "sunniva", "ragna", "wenzel"])
def test_everybody_speaks_of_ivo_in_another_way_once_he_is_found(thaw: GameState, npc_id: str) -> None:
    before = _told(thaw, npc_id, "ivo")
    assert len(before) == 1
    assert not _told(thaw, npc_id, "ivo is dead")

    thaw.place("gauge-gallery").discovered_secrets.append("ivo-found")
    assert len(_told(thaw, npc_id, "ivo")) == 2
    (about_his_death,) = _told(thaw, npc_id, "ivo is dead")
    assert about_his_death not in before


def test_on_the_first_day_sunniva_knows_of_ivo_only_what_he_owes_her(thaw: GameState) -> None:
    assert _told(thaw, "sunniva", "ivo") == ["sunniva-ivo"]


def test_what_takes_the_place_of_a_topic_stands_before_it(sheet: ScenarioSheet) -> None:
    """The register and the entry are two matters; all else of one name is an older and a newer answer."""
    for npc in sheet.npcs:
        for number, topic in enumerate(npc.topics):
            alike = [other for other in npc.topics[number + 1 :] if _names(other) & _names(topic)]
            assert topic.id == "teodor-register" or not alike or topic.condition is not None, topic.id


def test_no_two_topics_of_a_person_have_one_name(sheet: ScenarioSheet) -> None:
    for npc in sheet.npcs:
        names = [topic.name.casefold() for topic in npc.topics]
        assert len(set(names)) == len(names), npc.id


@pytest.mark.parametrize(
    ("npc_id", "others"),
    [
        ("jorun", "hedda nils sunniva talle"),
        ("hedda", "nils sunniva jorun talle ragna"),
        ("nils", "hedda sunniva jorun talle"),
        ("talle", "hedda nils sunniva jorun"),
        ("sunniva", "hedda nils jorun talle"),
    ],
)
def test_the_villagers_know_of_each_other(thaw: GameState, npc_id: str, others: str) -> None:
    assert all(len(_told(thaw, npc_id, other)) == 1 for other in others.split())


def test_ansel_and_tove_know_of_each_other(bell: GameState) -> None:
    assert _told(bell, "ansel", "tove")
    assert _told(bell, "tove", "ansel")


def test_everybody_has_four_lines_where_a_plain_one_would_be_out_of_voice(sheet: ScenarioSheet) -> None:
    for npc in sheet.npcs:
        at_work = npc.work_location or ""
        assert all(len(npc.lines(occasion, at_work, lambda _: True)) >= 4 for occasion in AMPLE), npc.id


def test_who_never_asks_a_question_never_does(sheet: ScenarioSheet) -> None:
    silent = [npc for npc in sheet.npcs if "never asks a question" in npc.communication_style.casefold()]
    for npc in silent:
        spoken = [line for _, lines in npc.voice for line in lines]
        spoken += [text for topic in npc.topics for text in (topic.text, topic.again, topic.refusal)]
        assert [line for line in spoken if "?" in line] == []


def test_topics_are_named_inside_of_a_sentence(sheet: ScenarioSheet) -> None:
    for npc in sheet.npcs:
        for line in npc.voice.unknown:
            before, slot, after = line.partition("{topics}")
            assert slot, f"{npc.id}: {line}"
            assert re.search(r"[a-z,] $", before), f"{npc.id}: {line}"
            assert re.match(r"[.,!?]", after) or after.startswith(" from me"), f"{npc.id}: {line}"
