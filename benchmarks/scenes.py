"""Scenes with references for summaries, read from tests/data/remembering/scenes.json and made into games."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.models.events import play
from app.models.events.play import RecordedEvent
from app.models.messages.message import Message, Role
from app.models.sheets.condition import PlaceEntered
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet, ObjectiveSheet, QuestSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin

SCENES = Path(__file__).parents[1] / "tests" / "data" / "remembering" / "scenes.json"
PLACE = "here"
_AT = datetime(2026, 1, 1, tzinfo=UTC)
_ROLES = {"engine": Role.SYSTEM}


@dataclass(frozen=True)
class Scene:
    """One scene as a game's messages; ``people`` are the ids of those who speak, the most talkative first."""

    title: str
    state: GameState
    messages: tuple[Message, ...]
    people: tuple[str, ...]
    references: tuple[str, ...]


def load(path: Path = SCENES) -> list[Scene]:
    return [_scene(found) for found in json.loads(path.read_text(encoding="utf-8"))]


def _scene(found: dict[str, Any]) -> Scene:
    spoken = [line["speaker"] for line in found["messages"] if line["role"] == "npc"]
    players = list(dict.fromkeys(line["speaker"] for line in found["messages"] if line["role"] == "player"))
    addressed = [name for line in found["messages"] for name in line["to"] if name not in players]
    most_first = sorted(dict.fromkeys((*spoken, *addressed)), key=spoken.count, reverse=True)
    people = {name: _id("npc", name) for name in most_first}
    world = _World(people, players)
    happened = {text.casefold(): world.event(text) for text in found["events"]}
    party = [PlayerCharacter(id=_id("player", name), name=name) for name in players]
    state = begin(world.sheet(found), found["id"], party)
    ids = {**people, **{player.name: player.id for player in state.party.players}}
    messages: list[Message] = []
    for line in found["messages"]:
        role = _ROLES.get(line["role"]) or Role(line["role"])
        event = happened.get(line["text"].rstrip(".").casefold()) if role is Role.SYSTEM else None
        turn = (messages[-1].turn if messages else 1) + (role is Role.PLAYER)
        messages.append(
            Message(
                index=len(messages),
                turn=turn,
                role=role,
                speaker_id=ids.get(line["speaker"]),
                speaker_name=line["speaker"] if role in (Role.PLAYER, Role.NPC) else "",
                addressee_ids=tuple(ids[name] for name in line["to"]),
                content=line["text"],
                location_id=PLACE,
                witness_ids=tuple(people.values()),
                game_time=600 + turn,
                timestamp=_AT,
                events=(event,) if event is not None else (),
            )
        )
    references = (found["reference"], found["reference_2"])
    speakers = tuple(people[name] for name in people if name in spoken)
    return Scene(found["title"], state, tuple(messages), speakers, references)


class _World:
    """The sheet of a scene: who and what its events name."""

    def __init__(self, people: dict[str, str], players: list[str]) -> None:
        self._people, self._players = people, players
        self._items: dict[str, ItemSheet] = {}
        self._quests: dict[str, QuestSheet] = {}

    def event(self, text: str) -> RecordedEvent:
        """The typed event of a line; what the engine has no event for is an effect on the place."""
        subject, _, rest = text.partition(" ")
        verb, _, what = rest.partition(" ")
        if text.startswith(("quest begun: ", "quest completed: ")):
            kind, _, name = text.partition(": ")
            quest = self._quest(name)
            started = kind == "quest begun"
            return play.QuestStarted(quest_id=quest) if started else play.QuestCompleted(quest_id=quest)
        thing, _, receiver = what.partition(" to ")
        if verb == "gives" and receiver in self._people and subject in self._players:
            return play.ItemGiven(item_id=self._item(thing), npc_id=self._people[receiver], to_party=False)
        if verb == "gives" and subject in self._people and receiver in self._players:
            return play.ItemGiven(item_id=self._item(thing), npc_id=self._people[subject], to_party=True)
        if verb in ("takes", "receives") and subject in self._players:
            return play.ItemTaken(item_id=self._item(what), location_id=PLACE)
        if verb == "leaves" and subject in self._people:
            return play.NPCMoved(npc_id=self._people[subject], from_id=PLACE, to_id=None)
        return play.EffectAdded(location_id=PLACE, effect=f"{text}.")

    def sheet(self, found: dict[str, Any]) -> ScenarioSheet:
        place = LocationSheet(id=PLACE, name=found["place"], description="A place of a scene.")
        return ScenarioSheet(
            id=found["id"],
            title=found["title"],
            summary="",
            premise="",
            opening="",
            ending="",
            start_location=PLACE,
            acts=(ActSheet(id="act", name="Act", opening="", condition=PlaceEntered(location_id=PLACE)),),
            locations=(place,),
            npcs=tuple(
                NPCSheet(id=npc_id, name=name, description="Somebody of a scene.", start_location=PLACE)
                for name, npc_id in self._people.items()
            ),
            items=tuple(self._items.values()),
            quests=tuple(self._quests.values()),
        )

    def _item(self, written: str) -> str:
        name = written.removeprefix("the ")
        return self._items.setdefault(name, ItemSheet(id=_id("item", name), name=name, description="A thing.")).id

    def _quest(self, name: str) -> str:
        key = _id("quest", name)
        step = ObjectiveSheet(
            id=f"{key}-step", name=name, description="A task.", condition=PlaceEntered(location_id=PLACE)
        )
        quest = QuestSheet(id=key, name=name, description="A task.", objectives=(step,))
        return self._quests.setdefault(name, quest).id


def _id(kind: str, name: str) -> str:
    plain = "".join(sign if sign.isalnum() else "-" for sign in name.casefold())
    return f"{kind}-{plain}"
