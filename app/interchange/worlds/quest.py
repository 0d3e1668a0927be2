"""The quest of a world: what a condition cannot see (things put, opened, eaten) is a secret that is revealed."""

from collections.abc import Sequence

from app.interchange.worlds.names import Ids, shortened, the, with_article
from app.interchange.worlds.parts import Door, Person, Room, Step, Thing, World
from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.quest import ObjectiveSheet, QuestSheet

_NAME = 120  # characters


def all_of(parts: Sequence[Condition]) -> Condition | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return conditions.AllOf(conditions=tuple(parts))


def any_of(parts: Sequence[Condition]) -> Condition:
    return parts[0] if len(parts) == 1 else conditions.AnyOf(conditions=tuple(parts))


class Quest:
    """Its sheet, and ids beside those of the world's parts. ``secrets``, ``door_secrets`` and ``done`` are revealed by
    opening, examining or using; ``brought`` has those of a room with names; ``eaten_in``: where something is eaten."""

    def __init__(self, world: World, ids: Ids, eaten_in: dict[Step, Room]) -> None:
        self._world = world
        self._ids = ids
        self.topics: dict[tuple[Person, int], str] = {}
        self.secrets: dict[Thing, str] = {}
        self.door_secrets: dict[tuple[Door, Room], str] = {}
        self.done: dict[Step, str] = {}
        self.brought: dict[Room, list[tuple[str, str]]] = {}
        self.objectives = {
            step: ids.new("-".join([step.do, *(part.id for part in (step.what, step.to) if part)]), "step")
            for step in world.steps
        }
        self.places = {
            step: eaten_in.get(step) or step.what.room or world.start
            for step in world.steps
            if step.do == "eat" and isinstance(step.what, Thing)
        }
        for person in world.people:
            for number, topic in enumerate(person.source.topics):
                self.topics[person, number] = ids.new(f"{person.id}-on-{topic.about}", f"{person.id}-topic")
        looked_at = {step.what for step in world.steps if step.do in ("examine", "open", "unlock")}
        for thing in world.things:
            if thing.fixed and not thing.is_sealed and (thing.is_shut or thing in looked_at):
                self.secrets[thing] = ids.new(f"{thing.id}-seen", "seen")
        for door in world.doors:
            door.shown = door.is_walled or door.is_locked or door in looked_at
            for room in door.rooms if door.shown and not door.is_walled else ():
                self.door_secrets[door, room] = ids.new(f"{door.id}-open", "door-open")
        same: dict[tuple[Thing, Thing | Room], str] = {}
        for step in world.steps:
            self._mark(step, same)

    def _mark(self, step: Step, same: dict[tuple[Thing, Thing | Room], str]) -> None:
        room: Room | None
        match step:
            case Step(do="eat", what=Thing() as thing):
                room, name = self.places[step], f"{the(thing.name)}, eaten"
                self.done[step] = self._ids.new(f"{thing.id}-eaten", "eaten")
            case Step(do="put" | "bring", what=Thing() as thing, to=(Thing() | Room()) as target):
                if (thing, target) in same:
                    self.done[step] = same[thing, target]
                    return
                room = target.room if isinstance(target, Thing) else target
                name = f"{the(thing.name)} {self.where(target)}"
                self.done[step] = same[thing, target] = self._ids.new(f"{thing.id}-in-{target.id}", "put")
            case _:
                return
        if room is not None:
            self.brought.setdefault(room, []).append((name, self.done[step]))

    def where(self, target: Thing | Room) -> str:
        """``in the chest``, ``on the table``, ``in the Kitchen``."""
        if isinstance(target, Room):
            return f"in {with_article(target.name)}"
        return f"{target.preposition} {the(target.name)}"

    def unlocked(self, door: Door, apart_from: Room | None = None) -> Condition:
        """When a locked door is no obstacle: its key in hand, once it was unlocked, or once somebody was behind it."""
        ways: list[Condition] = [] if door.key is None else [conditions.ItemHeld(item_id=door.key.id)]
        ways += self.opened(door, apart_from)
        return any_of(ways)

    def opened(self, door: Door, apart_from: Room | None = None) -> list[Condition]:
        sides = [room for room in door.rooms if (door, room) in self.door_secrets and room is not apart_from]
        known: list[Condition] = [conditions.SecretKnown(secret_id=self.door_secrets[door, room]) for room in sides]
        return known if door.far is None else [*known, conditions.PlaceEntered(location_id=door.far.id)]

    def sheet(self) -> QuestSheet:
        """Without a quest in the file, to see every room."""
        source = self._world.graph.quest
        if source is None:
            seen = all_of([conditions.PlaceEntered(location_id=room.id) for room in self._world.rooms])
            everywhere = self._ids.new("see-every-room", "see")
            objectives = [ObjectiveSheet(id=everywhere, name="See every room", condition=seen)]
            own_id, name, description = "look-around", "Look around", "See what there is."
        else:
            befores = [None, *self._world.steps] if source.ordered else [None] * len(self._world.steps)
            objectives = list(map(self._objective, self._world.steps, befores))
            own_id, name, description = "the-quest", source.name, source.description or "There is something to do here."
        return QuestSheet(
            id=self._ids.new(own_id, "quest"),
            name=name,
            description=description,
            starts_at_once=True,
            objectives=tuple(objectives),
        )

    def _objective(self, step: Step, before: Step | None) -> ObjectiveSheet:
        condition = self._condition(step)
        if before is not None:
            earlier = conditions.ObjectiveDone(objective_id=self.objectives[before])
            condition = conditions.AllOf(conditions=(earlier, condition))
        return ObjectiveSheet(
            id=self.objectives[step],
            name=shortened(self._name(step), _NAME),
            condition=condition,
            done_text=step.source.text,
        )

    def _condition(self, step: Step) -> Condition:
        if (secret := self.done.get(step)) is not None:
            return conditions.SecretKnown(secret_id=secret)
        match step:
            case Step(do="give", what=Thing() as thing, to=Person() as person):
                return conditions.ItemGiven(item_id=thing.id, npc_id=person.id)
            case Step(do="ask", to=Person() as person):
                return conditions.TopicAsked(npc_id=person.id, topic_id=self.topics[person, step.about])
            case Step(what=Door() as door):
                return any_of(self.opened(door))
            case Step(what=Person(room=Room() as room)) | Step(what=Room() as room) | Step(to=Room() as room):
                return conditions.PlaceEntered(location_id=room.id)
            case Step(what=Thing() as thing):
                return self._had(thing)
        raise AssertionError(f"{step.path} names nothing")

    def _had(self, thing: Thing) -> Condition:
        """That a fixed thing was opened or looked at; that any other is, or was, in the party's hands."""
        if (secret := self.secrets.get(thing)) is not None:
            return conditions.SecretKnown(secret_id=secret)
        ways: list[Condition] = [conditions.ItemHeld(item_id=thing.id)]
        ways += [
            self._condition(step)
            for step in self._world.steps
            if step.what is thing and (step.do == "give" or self.done.get(step) is not None)
        ]
        return any_of(list(dict.fromkeys(ways)))

    def _name(self, step: Step) -> str:
        what, to = step.what, step.to
        name = the(shortened(what.name, 40)) if what is not None else ""
        match step.do:
            case "put" | "bring" if isinstance(to, Thing | Room):
                return f"Put {name} {shortened(self.where(to), 60)}"
            case "go" if to is not None:
                return f"Go to {with_article(to.name)}"
            case "give" if to is not None:
                return f"Give {name} to {shortened(to.name, 40)}"
            case "ask" if isinstance(to, Person):
                return f"Ask {shortened(to.name, 40)} about {shortened(to.source.topics[step.about].about, 50)}"
            case "eat" if room := self.places.get(step):
                return f"Eat {name} in {with_article(shortened(room.name, 50))}"
            case "unlock" if isinstance(what, Door | Thing) and what.key is not None:
                return f"Unlock {name} with {the(shortened(what.key.name, 40))}"
        return f"{step.do.capitalize()} {name}"
