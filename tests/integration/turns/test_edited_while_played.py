"""A shipped scenario that is a folder is edited while it is played, and the game goes on."""

from pathlib import Path
from typing import Any

import pytest

from app.models.records.folding import check, fold_journal
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.scenario_updates import ScenarioUpdate
from app.settings import PROJECT
from tests.integration.mcp.serving import new_container
from tests.integration.turns.edited_story import Edit, EditedStory, Raw, part, without
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long


FIRST_LINES = """talk to Tove
ask Tove about the bell
ask Tove about Henrik
take the bucket
go to the boiling house
talk to Ansel
ask Ansel about the bell
examine the ash heap
ask Ansel about the clapper
ask Ansel about Piet
ask Ansel to come along
buy the bag of salt
note that the salt is cheap here
go to the landing"""


class Played:
    """A game of an edited story, and what the player had before an edit."""

    def __init__(self, folder: Path) -> None:
        sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load("tide-bell")
        folder.mkdir(exist_ok=True)
        self.story = EditedStory(folder / "stories", sheet)
        self.container = new_container(folder / "saves")
        self.library, self.turns = self.container.library(), self.container.turns()
        self.turns.settle_in_background = False
        self.id = self.library.begin(sheet, "Ada", 7)
        self.steps: list[str | ScenarioSheet] = []

    @property
    def state(self) -> GameState:
        return self.turns.state(self.id)

    async def play(self, *lines: str) -> str:
        """Play lines; what the last one showed."""
        shown = ""
        for line in lines:
            self.steps.append(line)
            result = await self.turns.take_turn(self.id, line)
            shown = "\n".join(message.content for message in result.messages)
        return shown

    async def edit(self, change: Edit) -> ScenarioUpdate:
        """Write an edit and take it in; nothing of the player's is lost, undo and reload are exact."""
        folder, updates = self.story.edit(change), self.container.scenario_updates()
        await self.turns.settle(self.id)
        before, kept = comparable(self.state), self.of_player()
        inspection = await updates.inspect(self.id, folder)
        assert inspection.problems == ()
        assert inspection.sheet is not None
        assert inspection.sheet == self.story.sheet
        self.steps.append(inspection.sheet)
        done = await updates.take_in(self.id, inspection.sheet)
        await self.turns.settle(self.id)
        after = comparable(self.state)
        self.check_kept(kept)

        await self.turns.undo(self.id)
        undone = comparable(self.state)
        assert {name for name in before if before[name] != undone[name]} == set()
        again = await updates.take_in(self.id, inspection.sheet)
        assert again.model_copy(update={"turn": done.turn}) == done
        await self.turns.settle(self.id)
        await self.turns.close(self.id)
        reloaded = comparable(self.state)
        assert {name for name in after if after[name] != reloaded[name]} == set()
        return done

    def of_player(self) -> dict[str, Any]:
        state = self.state
        return {
            "hands": [*state.party.items],
            "notes": [*state.notes],
            "messages": [message.content for message in state.conversation_history],
            "memories": [entry.id for scope in state.scopes() for entry in state.memories(scope)],
            "visits": {key: place.visits for key, place in state.scenario.location_states.items() if place.visits},
            "done": {key: {*quest.completed_objectives} for key, quest in state.scenario.quests.items()},
        }

    def check_kept(self, before: dict[str, Any]) -> None:
        now = self.of_player()
        assert (now["hands"], now["notes"]) == (before["hands"], before["notes"])
        assert now["messages"][: len(before["messages"])] == before["messages"]
        assert set(before["memories"]) <= set(now["memories"])
        assert before["visits"].items() <= now["visits"].items()
        known = self.state.sheets.objectives
        for quest_id, done in before["done"].items():
            assert now["done"][quest_id] == {step for step in done if step in known}


def _describe_the_landing(raw: Raw) -> None:
    part(raw, "locations", "ferry-landing")["description"] = "Planks, freshly tarred, and a new rail."


def _add_a_hut(raw: Raw) -> None:
    back = {"to": "ferry-landing", "name": "the hut door", "direction": "out"}
    hut = {"id": "hut", "name": "The Net Hut", "description": "Nets to the roof.", "exits": [back], "items": ["hook"]}
    raw["locations"].append(hut)
    raw["items"].append({"id": "hook", "name": "boat hook", "description": "Ash and iron."})
    part(raw, "locations", "ferry-landing")["exits"].append({"to": "hut", "name": "the hut door", "direction": "in"})


def _remove_ansel(raw: Raw) -> None:
    ansel = part(raw, "npcs", "ansel")
    without(raw, "npcs", "ansel")
    del part(raw, "locations", "bell-rock")["secrets"][0]["condition"]
    house = part(raw, "locations", "boiling-house")
    house["items"] = [*house["items"], *ansel["items"]]
    for each in house["features"]:
        each["variants"] = [text for text in each.get("variants", ()) if "ansel" not in str(text)]
    for action in raw["actions"]:
        action["by"] = [who for who in action.get("by", ["players"]) if who != "ansel"]


def _remove_the_hut(raw: Raw) -> None:
    without(raw, "locations", "hut")
    landing = part(raw, "locations", "ferry-landing")
    landing["exits"] = [way for way in landing["exits"] if way["to"] != "hut"]
    landing["items"] = [*landing["items"], "hook"]


def _rename_the_clapper(raw: Raw) -> None:
    part(raw, "items", "clapper").update(name="brass tongue", aliases=["tongue"])


def _add_a_quest(raw: Raw) -> None:
    condition = {"kind": "place_entered", "location_id": "causeway"}
    steps = [{"id": "see-the-stones", "name": "See the stones", "condition": condition}]
    quest = {"id": "low-water", "name": "Low Water", "description": "Walk out.", "starts_at_once": True}
    raw["quests"].append({**quest, "objectives": steps})


def _lower_the_purse(raw: Raw) -> None:
    money = next(state for state in raw["states"] if state["name"] == "money")
    money.update(first=1, most=2)


def _remove_the_strap(raw: Raw) -> None:
    house = part(raw, "locations", "boiling-house")
    house["secrets"] = []
    next(each for each in house["features"] if each["id"] == "ash-heap").pop("secret_id")


def _add_a_timer(raw: Raw) -> None:
    timer = {"id": "gull", "name": "the gull", "minutes": 5, "text": "A gull laughs.", "starts_at_once": True}
    raw["timers"].append(timer)


def _open_the_way(raw: Raw) -> None:
    way = part(raw, "locations", "causeway")["exits"][1]
    del way["locked_until"]
    way.update(name="the dry stones", minutes=3)


def _add_an_ending(raw: Raw) -> None:
    raw["endings"].append({"id": "rowed-home", "name": "Rowed home", "text": "You row until the shore is a line."})
    effects = [{"kind": "end_story", "ending_id": "rowed-home"}]
    raw["actions"].append({"id": "row-home", "words": ["row home"], "text": "You take the oars.", "effects": effects})


async def test_ten_edits_one_after_the_other_and_the_game_goes_on_after_each(tmp_path: Path) -> None:
    game = Played(tmp_path)
    await game.play(*FIRST_LINES.splitlines())
    assert game.state.party.companions == ["ansel"]

    done = await game.edit(_describe_the_landing)
    assert (done.added, done.changed, done.removed, done.unfit) == ((), ("ferry-landing",), (), ())
    assert "freshly tarred" in await game.play("look")

    done = await game.edit(_add_a_hut)
    assert (done.added, done.changed) == (("hut", "hook"), ("ferry-landing",))
    assert "boat hook" in await game.play("go to the hut")

    done = await game.edit(_remove_ansel)
    assert done.removed == ("ansel",)
    assert {"ansel", "missing-clapper", "piet"} <= set(done.unfit)
    assert game.state.party.companions == []
    assert game.state.party.items == ["herring-bucket", "clapper", "dry-salt"]
    assert "not here" in await game.play("talk to Ansel")
    assert game.state.name("ansel") == "Ansel Dyce"

    done = await game.edit(_remove_the_hut)
    assert (done.removed, done.unfit) == (("hut",), ("hut",))
    assert game.state.holder_of("hook") == "ferry-landing"
    assert "Nets to the roof." in await game.play("look")
    assert "boat hook" in await game.play("out")
    assert "Net Hut" not in await game.play("look")

    done = await game.edit(_rename_the_clapper)
    assert done.changed == ("clapper",)
    assert "brass tongue" in await game.play("inventory")
    assert "You put down the brass tongue" in await game.play("drop the tongue")
    await game.play("take the tongue")

    done = await game.edit(_add_a_quest)
    assert done.added == ("low-water",)
    assert "Low Water" in await game.play("go to the causeway")
    assert game.state.quest("low-water").completed_objectives == ["see-the-stones"]

    done = await game.edit(_lower_the_purse)
    assert "party.money" in done.unfit
    assert game.state.states["party"]["money"] == 2
    await game.play("look")

    done = await game.edit(_remove_the_strap)
    assert done.unfit == ("singed-strap",)
    await game.play("look")

    done = await game.edit(_add_a_timer)
    assert done.added == ("gull",)
    assert "A gull laughs." in await game.play("wait ten minutes")

    done = await game.edit(_open_the_way)
    assert "the dry stones" in await game.play("look")
    assert "Bell Rock" in await game.play("go to the bell rock")

    done = await game.edit(_add_an_ending)
    assert set(done.added) == {"row-home", "rowed-home"}
    assert "You row until the shore is a line." in await game.play("row home")
    await game.turns.settle(game.id)
    await check_replay(game, tmp_path / "again")


async def check_replay(game: Played, folder: Path) -> None:
    """The journal is sound, and the same lines and edits from the opening give the same game."""
    journal = game.library.read(game.id)
    check(journal)
    lived = comparable(game.state)
    assert comparable(fold_journal(journal)) == lived
    await game.turns.close(game.id)

    again = Played(folder)
    for step in game.steps:
        if isinstance(step, str):
            await again.play(step)
        else:
            await again.turns.settle(again.id)
            await again.container.scenario_updates().take_in(again.id, step)
            await again.turns.settle(again.id)
    await again.turns.settle(again.id)
    replayed = comparable(again.state)
    assert {name for name in lived if lived[name] != replayed[name]} == set()
    await again.turns.close(again.id)
