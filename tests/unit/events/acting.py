"""A small world that has something of each kind that actions need."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from app.models.sheets.condition import Condition
from app.models.sheets.effect import Effect
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin

_EFFECT: TypeAdapter[Effect] = TypeAdapter(Effect)
_CONDITION: TypeAdapter[Condition] = TypeAdapter(Condition)

HEALTH = {"name": "health", "kind": "number", "first": 6, "most": 6, "shown": True}


def effect(kind: str, **fields: Any) -> Effect:
    return _EFFECT.validate_python({"kind": kind, **fields})


def condition(kind: str, **fields: Any) -> Condition:
    return _CONDITION.validate_python({"kind": kind, **fields})


def flag(of: str, name: str, value: bool = True) -> dict[str, Any]:
    return {"kind": "state", "of": of, "name": name, "value": value}


def set_flag(of: str, name: str, value: bool = True) -> dict[str, Any]:
    return {"kind": "set_state", "of": of, "name": name, "value": value}


WORLD: dict[str, Any] = {
    "id": "mill",
    "title": "The Mill",
    "summary": "A mill.",
    "premise": "A mill, and what can be done in it.",
    "opening": "The wheel turns.",
    "start_location": "mill",
    "start_minutes": 480,
    "start_items": ["coin", "hat"],
    "acts": [
        {
            "id": "act-1",
            "name": "One",
            "opening": "Begin.",
            "condition": {"kind": "quest_done", "quest_id": "grind"},
        },
        {"id": "act-2", "name": "Two", "opening": "Go on.", "condition": {"kind": "time_reached", "minutes": 9000}},
    ],
    "locations": [
        {
            "id": "mill",
            "name": "Mill",
            "description": "A mill.",
            "listen": "Wood on wood.",
            "states": [{"name": "dusty"}],
            "items": ["box", "loaf", "beans", "lamp", "anvil"],
            "features": [
                {
                    "id": "shelf",
                    "name": "shelf",
                    "description": "A shelf.",
                    "under": "There is a nail under it.",
                    "container": {"on": True, "items": ["jar"]},
                },
                {
                    "id": "lever",
                    "name": "lever",
                    "description": "A lever.",
                    "states": [{"name": "pulled"}],
                    "actions": [
                        {
                            "id": "pull-lever",
                            "words": ["pull {target}"],
                            "condition": {"kind": "item_held", "item_id": "hat"},
                            "refusal": "Not bareheaded.",
                            "text": "It comes down.",
                            "effects": [set_flag("target", "pulled")],
                            "minutes": 2,
                            "once": True,
                            "again": "It is down.",
                        }
                    ],
                },
            ],
            "secrets": [{"id": "nail", "name": "nail", "text": "A nail."}],
            "exits": [{"to": "yard", "name": "the door", "minutes": 3}],
        },
        {
            "id": "yard",
            "name": "Yard",
            "description": "A yard.",
            "encounters": [{"id": "dog", "name": "dog", "description": "A dog.", "cleared_text": "It sleeps."}],
            "exits": [
                {"to": "mill", "name": "the door", "minutes": 3},
                {"to": "wood", "name": "the gate", "minutes": 5},
            ],
        },
        {
            "id": "wood",
            "name": "Wood",
            "description": "A wood.",
            "exits": [{"to": "yard", "name": "the gate", "minutes": 5}],
        },
    ],
    "npcs": [
        {
            "id": "miller",
            "name": "Miller",
            "description": "A miller.",
            "start_location": "mill",
            "items": ["sack", "pipe"],
            "sells": ["sack"],
            "buys": ["jar", "coin"],
            "joins": flag("lever", "pulled"),
            "states": [{"name": "strength", "kind": "number", "first": 1}],
            "when_beaten": "dies",
        },
        {
            "id": "cat",
            "name": "Cat",
            "description": "A cat.",
            "start_location": "yard",
            "when_beaten": "flees",
        },
        {"id": "carter", "name": "Carter", "description": "A carter.", "start_location": "wood"},
    ],
    "items": [
        {"id": "coin", "name": "coin", "description": "It is coin.", "price": 3},
        {"id": "hat", "name": "hat", "description": "It is hat.", "wearable": True},
        {
            "id": "box",
            "name": "box",
            "description": "It is box.",
            "container": {"open": False, "items": ["tin"]},
            "states": [{"name": "burning"}],
        },
        {"id": "tin", "name": "tin", "description": "A tin.", "container": {"items": ["key"]}},
        {"id": "key", "name": "key", "description": "It is key."},
        {"id": "jar", "name": "jar", "description": "It is jar.", "price": 2},
        {"id": "loaf", "name": "loaf", "description": "It is loaf.", "tags": ["edible"]},
        {"id": "crumbs", "name": "crumbs", "description": "It is crumbs."},
        {"id": "beans", "name": "beans", "description": "It is beans.", "plural": True, "count": 5, "tags": ["edible"]},
        {"id": "logs", "name": "logs", "description": "It is logs.", "count": 0},
        {
            "id": "lamp",
            "name": "lamp",
            "description": "It is lamp.",
            "states": [
                {"name": "lit", "shown": True, "texts": {"true": "It burns.", "false": "It is dark."}},
                {"name": "oil", "kind": "number", "first": 3, "least": -2, "most": 8, "shown": True, "label": "oil"},
                {"name": "colour", "kind": "word", "words": ["red", "green"]},
            ],
        },
        {"id": "anvil", "name": "anvil", "description": "It is anvil.", "portable": False},
        {"id": "sack", "name": "sack", "description": "It is sack.", "price": 4},
        {"id": "pipe", "name": "pipe", "description": "It is pipe.", "damage": 2},
    ],
    "quests": [
        {
            "id": "grind",
            "name": "Grind",
            "description": "Grind.",
            "objectives": [
                {"id": "start-it", "name": "Start it."},
                {"id": "sit-out", "name": "Wait.", "condition": {"kind": "time_reached", "minutes": 700}},
            ],
        }
    ],
    "states": [
        {"of": "party", "name": "money", "kind": "number", "first": 5, "most": 20},
        {"of": "game", "name": "ticks", "kind": "number", "most": 1000},
        {"of": "game", "name": "alarm"},
        {"of": "game", "name": "echo"},
        {"of": "player", **HEALTH},
        {"of": "player", "name": "strength", "kind": "number", "first": 2},
        {"of": "person", **HEALTH},
    ],
    "actions": [
        {
            "id": "whistle",
            "words": ["whistle"],
            "at": ["yard"],
            "shown_if": {"kind": "not", "condition": flag("game", "echo")},
            "text": "You whistle.",
            "effects": [{"kind": "pass_time", "minutes": 7}],
        },
        {
            "id": "force-box",
            "words": ["force {target} with {with}"],
            "on": ["box"],
            "with": ["coin", "key"],
            "text": "You set it to the lid.",
            "minutes": 1,
            "check": {
                "attribute": "strength",
                "difficulty": 12,
                "margin": 5,
                "success": {"text": "Open.", "effects": [set_flag("target", "open")]},
                "partial": {"text": "Nearly.", "effects": [set_flag("target", "burning")]},
                "failure": {"text": "No.", "effects": [{"kind": "harm", "of": "actor", "by": "margin"}]},
            },
        },
    ],
    "timers": [
        {
            "id": "bell",
            "name": "bell",
            "minutes": 10,
            "starts_at_once": True,
            "repeats": True,
            "text": "Dong.",
            "heard_at": ["mill"],
            "effects": [{"kind": "add_to_state", "of": "game", "name": "ticks", "by": 1}],
        },
        {
            "id": "noon",
            "name": "noon",
            "at": 720,
            "starts_at_once": True,
            "effects": [
                {"kind": "move_person", "npc_id": "carter", "to": "yard"},
                {"kind": "set_state", "of": "game", "name": "alarm", "value": True},
            ],
        },
        {
            "id": "fuse",
            "name": "fuse",
            "minutes": 15,
            "text": "Bang.",
            "effects": [{"kind": "harm", "of": "player", "by": 1}, {"kind": "stop_timer", "timer_id": "noon"}],
        },
    ],
    "rules": [
        {
            "id": "echoes",
            "when": flag("game", "alarm"),
            "once": False,
            "text": "An alarm!",
            "effects": [set_flag("game", "echo"), {"kind": "start_timer", "timer_id": "fuse"}],
        },
        {
            "id": "hushes",
            "when": {"kind": "state", "of": "game", "name": "ticks", "at_least": 30},
            "effects": [set_flag("game", "alarm", False)],
        },
        {
            "id": "evening",
            "when": {"kind": "time_reached", "minutes": 1201},
            "effects": [
                set_flag("game", "alarm", True),
                {"kind": "add_to_state", "of": "lamp", "name": "oil", "by": -2},
            ],
        },
    ],
    "endings": [
        {"id": "won", "name": "Won", "text": "Flour."},
        {"id": "fallen", "name": "Fallen", "text": "Dust.", "won": False},
    ],
    "fallen_ending": "fallen",
}


@cache
def mill_sheet() -> ScenarioSheet:
    return ScenarioSheet.model_validate(WORLD)


def changed_mill(**fields: Any) -> ScenarioSheet:
    """The world with other fields, as an author writes them."""
    return ScenarioSheet.model_validate({**WORLD, **fields})


def mill(*more: str, sheet: ScenarioSheet | None = None, seed: int = 7) -> GameState:
    """A fresh game of one player, or more with these ids."""
    players = [PlayerCharacter(name="Ada"), *(PlayerCharacter(id=key, name=key.capitalize()) for key in more)]
    return begin(sheet or mill_sheet(), "game-1", players, seed)
