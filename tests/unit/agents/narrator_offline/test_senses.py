"""Texts by sense of what hides a secret, and of what stands in the way."""

import json
from typing import Any

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from app.testing import small_sheet
from tests.unit.agents.narrator_offline.playing import Play, at

TEXTS = {
    "search": "A stone sits loose.",
    "touch": "Rough lime.",
    "listen": "It drips.",
    "smell": "It smells of moss.",
    "under": "Only sand.",
}
SECRET = {"id": "hollow", "name": "the hollow", "text": "Behind the stone is a hollow."}


def playing(secret: dict[str, Any] | None = None, /, **texts: str) -> Play:
    """The small world with a niche at the market that hides a secret."""
    data = json.loads(small_sheet().model_dump_json(by_alias=True))
    market = next(each for each in data["locations"] if each["id"] == "market")
    niche = {"id": "niche", "name": "niche", "description": "A niche.", "secret_id": "hollow", **texts}
    market["features"] += [niche]
    market["secrets"] += [SECRET | (secret or {})]
    tower = next(each for each in data["locations"] if each["encounters"])
    tower["encounters"][0] |= {"listen": "It breathes."}
    state = begin(ScenarioSheet.model_validate(data), "game-1", [PlayerCharacter(name="Ann")])
    return Play(at(state, "market"))


def known(play: Play) -> list[str]:
    return play.state.place("market").discovered_secrets


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("touch the niche", "touch"),
        ("feel the niche", "touch"),
        ("listen to the niche", "listen"),
        ("smell the niche", "smell"),
        ("look under the niche", "under"),
    ],
)
async def test_what_hides_a_secret_answers_a_sense_with_its_text_and_keeps_the_secret(text: str, sense: str) -> None:
    play = playing(**TEXTS)
    assert (await play.do(text)).text == TEXTS[sense]
    assert not known(play)


@pytest.mark.parametrize("text", ["search the niche", "rummage through the niche"])
async def test_a_search_shows_its_text_and_finds_the_secret(text: str) -> None:
    play = playing(**TEXTS)
    assert (await play.do(text)).text == f"{TEXTS['search']}\n\n{SECRET['text']}"
    assert known(play) == ["hollow"]


async def test_a_search_too_early_says_why_nothing_is_found() -> None:
    early = {"condition": {"kind": "item_held", "item_id": "lantern"}, "blocked_text": "Too dark."}
    play = playing(early, **TEXTS)
    assert (await play.do("search the niche")).text == f"{TEXTS['search']}\n\nToo dark."
    assert not known(play)


@pytest.mark.parametrize("text", ["search the niche", "examine the niche"])
async def test_without_a_text_a_search_is_a_close_look(text: str) -> None:
    play = playing()
    assert (await play.do(text)).text == f"A niche.\n\n{SECRET['text']}"


async def test_an_encounter_answers_a_sense_with_its_text() -> None:
    play = playing()
    place = next(each for each in play.state.sheet.locations if each.encounters)
    play = Play(at(play.state, place.id))
    assert (await play.do(f"listen to the {place.encounters[0].name}")).text == "It breathes."
