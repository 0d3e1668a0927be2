"""A checked world as a scenario: its places, people, things and ways."""

from collections.abc import Sequence

from app.interchange.worlds.names import ENGINE_DIRECTIONS, Ids, listing, shortened, the
from app.interchange.worlds.parts import Door, Part, Person, Room, Step, Thing, Way, World
from app.interchange.worlds.quest import Quest, all_of
from app.interchange.worlds.steps import keys_of, rivals
from app.language.rendering.filling import capital
from app.models.sheets.condition import Condition, ItemGiven, ItemHeld, ObjectiveDone, QuestDone, SecretKnown
from app.models.sheets.item import ItemSheet, ItemUse
from app.models.sheets.location import Direction, ExitSheet, FeatureSheet, LocationSheet, SecretSheet
from app.models.sheets.person import NPCSheet, TopicSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import ScenarioSheet

MINUTES = 1  # game time of a way: rooms of a house, not villages of a country


def build(world: World, ids: Ids, scenario_id: str, quest: Quest, walkthrough: tuple[str, ...]) -> ScenarioSheet:
    """The scenario. The world must have no problems."""
    task = quest.sheet()
    builder = _Builder(world, ids, quest)
    graph = world.graph
    count = f"{len(world.rooms)} rooms, {len(world.things)} things, {len(world.people)} people."
    act_id = ids.new("the-story", "story")
    act = ActSheet(id=act_id, name=task.name, opening=task.description, condition=QuestDone(quest_id=task.id))
    return ScenarioSheet(
        id=scenario_id,
        title=graph.title,
        author=graph.author or "",
        language=graph.language,
        summary=graph.summary or count,
        premise=graph.premise or f"{capital(graph.title)}: rooms to walk through, things to find, a task to do.",
        opening=graph.intro or f"You are in {world.start.name}.",
        ending=graph.quest.end if graph.quest else "You have seen it all.",
        start_location=world.start.id,
        start_items=tuple(thing.id for thing in world.things if thing.room is None and thing.person is None),
        acts=(act,),
        locations=tuple(builder.place(room) for room in world.rooms),
        npcs=tuple(builder.person(person) for person in world.people),
        items=tuple(builder.item(thing) for thing in world.things if not thing.fixed),
        quests=(task.model_copy(update={"act_id": act_id}),),
        walkthrough=walkthrough,
    )


def _typed_alias(part: Part) -> tuple[str, ...]:
    return () if part.typed == part.name else (part.typed,)


class _Builder:
    def __init__(self, world: World, ids: Ids, quest: Quest) -> None:
        self._world = world
        self._ids = ids
        self._quest = quest
        self._keys = keys_of(world)
        self._features: dict[tuple[Room, Thing | Door], str] = {}
        self._names = {part.name.casefold() for part in (*world.things, *world.people, *world.doors)}
        for door in world.doors:
            for room in door.rooms if door.shown else ():
                self._features[room, door] = ids.new(f"{door.id}-in-{room.id}", "door")
        self._features |= {(thing.room, thing): thing.id for thing in world.things if thing.fixed and thing.room}

    def _aliases(self, part: Room | Thing | Person) -> tuple[str, ...]:
        """Without those that are another's name."""
        others = self._names - {part.name.casefold()}
        free = [alias for alias in part.source.aliases if alias.casefold() not in others]
        return tuple(dict.fromkeys((*free, *_typed_alias(part))))

    def place(self, room: Room) -> LocationSheet:
        things = [thing for thing in self._world.things if thing.room is room]
        fixed = [thing for thing in things if thing.fixed]
        doors = [door for door in self._world.doors if door.shown and room in door.rooms]
        parts: list[Thing | Door] = [*fixed, *doors]
        described = room.source.description or f"{capital(room.name)}."
        shown = described.casefold()
        unsaid = [thing.name for thing in fixed if not thing.inside and thing.name.casefold() not in shown]
        return LocationSheet(
            id=room.id,
            name=room.name,
            aliases=self._aliases(room),
            description=f"{described} You notice {listing(unsaid)}." if unsaid else described,
            exits=tuple(self._exit(way) for way in room.ways if way.door is None or not way.door.is_walled),
            items=tuple(thing.id for thing in things if not thing.fixed),
            features=tuple(self._feature(room, part) for part in parts),
            secrets=tuple(self._secrets(room, fixed, doors)),
        )

    def _exit(self, way: Way) -> ExitSheet:
        door = way.door
        lock = door if door is not None and door.is_locked else None
        door_text = door.source.description if door is not None and not door.shown else ""
        return ExitSheet(
            to=way.to.id,
            name=way.name,
            direction=Direction(way.label) if way.label in ENGINE_DIRECTIONS else None,
            aliases=way.aliases,
            description=way.source.description or door_text,
            minutes=MINUTES,
            locked_until=self._quest.unlocked(lock) if lock is not None else None,
            locked_text=f"{capital(the(lock.name))} is locked." if lock is not None else "",
        )

    def _feature(self, room: Room, part: Thing | Door) -> FeatureSheet:
        quest = self._quest
        if isinstance(part, Door):
            aliases, is_sealed, secret_id = _typed_alias(part), part.is_walled, quest.door_secrets.get((part, room))
        else:
            aliases, secret_id = self._aliases(part), quest.secrets.get(part)
            is_sealed = part.is_shut and part.is_sealed
        described = part.source.description or f"{capital(the(part.name))}."
        return FeatureSheet(
            id=self._features[room, part],
            name=part.name,
            aliases=aliases,
            description=f"{described} It is locked for good." if is_sealed else described,
            secret_id=secret_id,
        )

    def _secrets(self, room: Room, fixed: list[Thing], doors: list[Door]) -> list[SecretSheet]:
        ids = self._quest
        opened = [(door, ids.door_secrets[door, room]) for door in doors if (door, room) in ids.door_secrets]
        return [
            *(self._thing_secret(thing, ids.secrets[thing]) for thing in fixed if thing in ids.secrets),
            *(self._door_secret(door, room, secret_id) for door, secret_id in opened),
            *(SecretSheet(id=key, name=shortened(name, 120), text="") for name, key in ids.brought.get(room, ())),
        ]

    def _thing_secret(self, thing: Thing, secret_id: str) -> SecretSheet:
        name, key = the(thing.name), thing.key
        needed = self._opened(thing.inside)
        blocked = self._shut_away(thing)
        if not thing.is_shut:
            seen = f"{name}, seen closely"
            return SecretSheet(id=secret_id, name=seen, text="", condition=all_of(needed), blocked_text=blocked)
        held = listing(inner.name for inner in self._world.things if inner.holder is thing)
        inside = f"In it: {held}." if held else "It is empty."
        opening = f"You open {name}."
        if key is not None:
            needed.append(ItemHeld(item_id=key.id))
            opening = f"{capital(the(key.name))} fits, and {name} opens."
            blocked = f"{capital(name)} is locked{', or what it lies in is closed' if blocked else ''}."
        return SecretSheet(
            id=secret_id,
            name=f"{name}, opened",
            text=f"{opening} {inside}",
            condition=all_of(needed),
            blocked_text=blocked,
        )

    def _shut_away(self, thing: Thing) -> str:
        if not thing.inside:
            return ""
        return f"{capital(the(thing.name))} is in {the(thing.inside[-1].name)}, which is closed."

    def _opened(self, holders: Sequence[Thing]) -> list[Condition]:
        """That the innermost of these was opened, which takes that the others were; what is sealed has no secret."""
        known = self._quest.secrets
        return [SecretKnown(secret_id=known[holder]) for holder in holders[-1:] if holder in known]

    def _door_secret(self, door: Door, room: Room, secret_id: str) -> SecretSheet:
        name = the(door.name)
        if door.key is None:
            return SecretSheet(id=secret_id, name=f"{name}, opened", text=f"{capital(name)} is open.")
        return SecretSheet(
            id=secret_id,
            name=f"{name}, unlocked",
            text=f"{capital(name)} is unlocked.",
            condition=self._quest.unlocked(door, apart_from=room),
            blocked_text=f"{capital(name)} is locked.",
        )

    def person(self, person: Person) -> NPCSheet:
        holds = [thing for thing in self._world.things if thing.person is person]
        room = person.room.id if person.room is not None else None
        return NPCSheet(
            id=person.id,
            name=person.name,
            aliases=self._aliases(person),
            description=person.source.description or f"{capital(person.name)}.",
            start_location=room,
            home_location=room,
            work_location=room,
            items=tuple(thing.id for thing in holds),
            topics=(
                *(
                    TopicSheet(id=self._quest.topics[person, number], name=topic.about, text=topic.text)
                    for number, topic in enumerate(person.source.topics)
                ),
                *(self._handing(person, thing, None) for thing in holds),
                *self._handing_back(person),
            ),
        )

    def _handing(self, person: Person, thing: Thing, condition: Condition | None) -> TopicSheet:
        return TopicSheet(
            id=self._ids.new(f"{person.id}-hands-{thing.id}", "handed"),
            name=thing.name,
            aliases=_typed_alias(thing),
            text=f"You may have {the(thing.name)}.",
            gives_item=thing.id,
            condition=condition,
            refusal=f"I do not have {the(thing.name)}." if condition is not None else "",
        )

    def _handing_back(self, person: Person) -> list[TopicSheet]:
        topics = {}
        for step in self._world.steps:
            thing = step.what
            if step.do != "give" or step.to is not person or not isinstance(thing, Thing) or thing.person is person:
                continue
            if thing in self._keys or any(rivals(self._world, step)):
                topics[thing] = self._handing(person, thing, ItemGiven(item_id=thing.id, npc_id=person.id))
        return list(topics.values())

    def item(self, thing: Thing) -> ItemSheet:
        opened = self._opened(thing.inside)
        return ItemSheet(
            id=thing.id,
            name=thing.name,
            aliases=self._aliases(thing),
            description=thing.source.description or f"{capital(the(thing.name))}.",
            portable=not thing.is_sealed,
            take_condition=all_of(opened),
            take_refusal=self._shut_away(thing),
            uses=(*self._putting(thing), *self._unlocking(thing), *self._eating(thing)),
        )

    def _unlocking(self, key: Thing) -> list[ItemUse]:
        uses, ids = [], self._quest
        for (room, lock), feature in self._features.items():
            if lock.key is key:
                secret = ids.door_secrets.get((lock, room)) if isinstance(lock, Door) else ids.secrets.get(lock)
                text = f"You turn {the(key.name)} in the lock of {the(lock.name)}."
                around = all_of(self._opened(lock.inside)) if isinstance(lock, Thing) else None
                uses.append(ItemUse(on=feature, condition=around, text=text, reveals_secret=secret))
        return uses

    def _putting(self, thing: Thing) -> list[ItemUse]:
        uses: dict[str, ItemUse] = {}
        for step in self._world.steps:
            if step.what is thing and step.do in ("put", "bring") and isinstance(step.to, Thing | Room):
                uses.setdefault(step.to.id, self._put(thing, step, step.to))
        return list(uses.values())

    def _put(self, thing: Thing, step: Step, target: Thing | Room) -> ItemUse:
        where = self._quest.where(target)
        effect = f"{capital(the(thing.name))} is {where}"
        kept = f"You put {the(thing.name)} {where} for a moment, and take it up again."
        return ItemUse(
            on=target.id,
            condition=all_of(self._opened(target.to_open)) if isinstance(target, Thing) else None,
            text=kept if step.keeps else f"You put down {the(thing.name)}.",
            consumes=not step.keeps,
            reveals_secret=self._quest.done.get(step),
            adds_effect=effect if not step.keeps and len(effect) <= 120 else None,
        )

    def _eating(self, thing: Thing) -> list[ItemUse]:
        if not thing.source.food or thing in self._keys:
            return []
        eaten = next((step for step in self._world.steps if step.do == "eat" and step.what is thing), None)
        needed = [step for step in self._world.steps if step.what is thing and step.do in ("put", "bring", "give")]
        first: list[Condition] = [ObjectiveDone(objective_id=self._quest.objectives[step]) for step in needed]
        secret = self._quest.done.get(eaten) if eaten is not None else None
        text = f"You eat {the(thing.name)}."
        return [ItemUse(text=text, condition=all_of(first), consumes=True, reveals_secret=secret)]
