"""Worlds by chance, from a seed: rooms on a grid, doors with keys that lie anywhere, and a quest of any steps."""

import random
from typing import Any

STEP = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
ADJECTIVES = ("red", "blue", "old", "small", "brass", "bone", "wet", "green")
NOUNS = ("key", "coin", "book", "box", "chest", "table", "apple", "rope", "half of a loaf", "cup", "map", "bell")
PEOPLE = ("Ida", "Bo Lind", "the porter")


def random_world(seed: int) -> dict[str, Any]:
    """A world of 2 to 9 rooms in the file's form; whether it can be won is left to chance."""
    chance = random.Random(f"{seed}:world")
    rooms = _rooms(chance)
    objects = _objects(chance, [room["id"] for room in rooms])
    keys = [each["id"] for each in objects if not each.get("container") and not each.get("supporter")]
    _add_doors(chance, rooms, keys)
    people = [
        {"name": name, "where": chance.choice(rooms)["id"], "topics": [{"about": "the weather", "text": "Wet."}]}
        for name in PEOPLE[: chance.randint(0, 3)]
    ]
    for each in objects:
        if people and chance.random() < 0.1 and each["id"] in keys:
            each["where"] = chance.choice(people)["name"]
        if each.get("container") and each["state"] == "locked":
            each["key"] = chance.choice(keys)
    steps = [_step(chance, rooms, objects, people) for _ in range(chance.randint(1, 6))]
    quest = {"ordered": chance.random() < 0.5, "steps": steps}
    return {
        "title": f"World {seed}", "start": rooms[0]["id"], "rooms": rooms, "objects": objects, "people": people,
        "quest": quest,
    }  # fmt: skip


def _rooms(chance: random.Random) -> list[dict[str, Any]]:
    spots = {(0, 0): "r0"}
    rooms: dict[str, dict[str, Any]] = {"r0": {"id": "r0", "name": "Room A", "exits": {}}}
    while len(rooms) < chance.randint(2, 9):
        spot = chance.choice(list(spots))
        direction, (dx, dy) = chance.choice(list(STEP.items()))
        beyond = (spot[0] + dx, spot[1] + dy)
        here = rooms[spots[spot]]
        if beyond not in spots:
            ref = spots[beyond] = f"r{len(rooms)}"
            rooms[ref] = {"id": ref, "name": f"Room {chr(65 + len(rooms))}", "exits": {}}
        there = rooms[spots[beyond]]
        here["exits"][direction] = {"to": there["id"]}
        there["exits"][BACK[direction]] = {"to": here["id"]}
    return list(rooms.values())


def _add_doors(chance: random.Random, rooms: list[dict[str, Any]], keys: list[str]) -> None:
    for room in rooms:
        for way in room["exits"].values():
            if chance.random() < 0.25 and way["to"] > room["id"]:
                state = chance.choice(("open", "closed", "locked", "locked"))
                way["door"] = {"id": f"d-{room['id']}-{way['to']}", "name": "door", "state": state}
                if state == "locked":
                    way["door"]["key"] = chance.choice(keys)


def _objects(chance: random.Random, rooms: list[str]) -> list[dict[str, Any]]:
    objects: list[dict[str, Any]] = [{"id": "o0", "name": "key", "where": chance.choice([*rooms, "player"])}]
    for number in range(1, chance.randint(3, 12)):
        noun = chance.choice(NOUNS)
        name = noun if chance.random() < 0.3 else f"{chance.choice(ADJECTIVES)} {noun}"
        each: dict[str, Any] = {"id": f"o{number}", "name": name, "where": chance.choice(rooms)}
        holders = [other["id"] for other in objects if other.get("container") or other.get("supporter")]
        if holders and chance.random() < 0.5:
            each["where"] = chance.choice(holders)
        if noun in ("box", "chest"):
            each |= {"container": True, "state": chance.choice(("open", "closed", "locked"))}
        elif noun == "table":
            each["supporter"] = True
        elif noun == "apple":
            each["food"] = True
        objects.append(each)
    return objects


def _step(
    chance: random.Random, rooms: list[dict[str, Any]], objects: list[dict[str, Any]], people: list[dict[str, Any]]
) -> dict[str, Any]:
    things = [each["id"] for each in objects if not each.get("container") and not each.get("supporter")]
    holders = [each["id"] for each in objects if each.get("container") or each.get("supporter")]
    opened = [each["id"] for each in objects if each.get("container")]
    food = [each["id"] for each in objects if each.get("food")]
    doors = [way["door"]["id"] for room in rooms for way in room["exits"].values() if "door" in way]
    choices: list[dict[str, Any]] = [
        {"do": "take", "what": chance.choice(things)},
        {"do": "go", "to": chance.choice(rooms)["id"]},
        {"do": "bring", "what": chance.choice(things), "to": chance.choice(rooms)["id"]},
        {"do": "examine", "what": chance.choice(objects)["id"]},
    ]
    if holders:
        choices += [{"do": "put", "what": chance.choice(things), "to": chance.choice(holders)}] * 2
    if opened or doors:
        choices.append({"do": "open", "what": chance.choice([*opened, *doors])})
    if food:
        choices.append({"do": "eat", "what": chance.choice(food)})
    if people:
        who = chance.choice(people)["name"]
        choices += [{"do": "give", "what": chance.choice(things), "to": who}]
        choices += [{"do": "ask", "what": "the weather", "to": who}]
    return chance.choice(choices)
