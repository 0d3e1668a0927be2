"""Scenarios as an author writes them, read-only while they are played."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field

from app.models.base import DICE_PATTERN, Frozen, Id, Name, Prose, Shared
from app.models.derived import Derived
from app.models.sheets.action import ActionSheet
from app.models.sheets.described import Described
from app.models.sheets.fact import Facts
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import FeatureSheet, LocationSheet
from app.models.sheets.lore import LoreSheet
from app.models.sheets.narration import NarrationStyle, is_usual
from app.models.sheets.person import FigureSheet, NPCSheet
from app.models.sheets.quest import ActSheet, QuestSheet
from app.models.sheets.scenario_index import ScenarioIndex
from app.models.sheets.timer import EndingSheet, RuleSheet, TimerSheet, WalkthroughSheet
from app.models.sheets.values import COUNT, OPEN, PERSON, WORN, OwnedStateSheet, StateKind, StateSheet

FORMAT_VERSION = 1
MAX_COUNT = 999
Rate = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]
"""Points of a meter (0 to 100) per hour of game time."""

MEMORY_ALONE = "memory"
"""The id of the built-in scenario of a memory alone."""


class CanonLevel(StrEnum):
    """How far a game master may add to a scenario while it is played."""

    CLOSED = "closed"
    DETAILS = "details"
    OPEN = "open"


class MeterRates(Frozen):
    """The change of people's meters with each full hour of game time. A meal sets ``hunger`` to 100: well fed."""

    energy: Rate = Field(default=-4.0, description="awake")
    hunger: Rate = Field(default=-5.0, description="awake")
    mood: Rate = Field(default=-0.5, description="awake and alone")
    energy_asleep: Rate = Field(default=12.0, description="asleep, instead of the rate awake")
    mood_in_company: Rate = Field(
        default=2.0, description="awake where another person or the party is awake, instead of the rate alone"
    )
    asleep: float = Field(
        default=0.5, ge=0, le=1, description="the part of the rates of hunger and mood that is left while asleep"
    )


class ScenarioSheet(Shared):
    """A whole scenario, as its JSON file holds it. Ids are unique across all kinds of parts.

    A field that is missing, unknown or outside of its limits raises pydantic.ValidationError. A `Name` has 1 to 120
    characters on one line, a `Prose` at most 4,000. Whether the parts fit together is checked only when a scenario is
    loaded from a file.

    Attributes:
        format_version: The version of the file format.
        id: The scenario's id.
        title: Its title.
        author: Its author; "" if not named.
        language: The language of its texts, as a code such as ``en``.
        summary: A summary for readers who choose a scenario.
        premise: A text for the narrator, with the subject, the tone and the limits of the story.
        master_notes: Notes for the game master, such as plans and secrets; players never read them.
        narration: The style in which a model narrates; a game may replace it.
        opening: The text that the player reads first.
        ending: The text that the player reads when the last act is over; "" for none.
        start_location: The id of the party's first place.
        start_minutes: Game time at the opening, in minutes since day 1, 00:00, at least 0; 480 (08:00) by default.
        start_items: The ids of the things that the party carries at the opening.
        tags: Free labels.
        canon: What a game master may add to the scenario: ``closed``, nothing; ``details``, facts, and people and
            things that no quest needs; ``open``, anything. None means ``closed`` if it has quests, else ``open``.
        meters: How much people's energy, hunger and mood change in an hour.
        acts: The chapters, in order; at least one.
        locations: The places; at least one.
        npcs: The people.
        figures: People who are only spoken of and never appear.
        items: The things.
        quests: The quests.
        lore: Memories of the world: what everybody may know from the start.
        facts: Short answers of the game to questions about what anybody in the story knows.
        states: States of the game, of the party, of each player and of each person.
        actions: Actions of the players, in addition to those of places, things, details and people.
        timers: The timers.
        rules: Rules, each with a condition and the effects that apply when it becomes true.
        endings: The possible endings, each of which an effect can cause.
        fallen_ending: The id of the ending for the case that every player is dead; None if the story does not end then.
        dice: The dice of checks, such as ``2d6+1``, ``d20`` or ``4dF``: how many, up to 99 (1 if left out); the sides,
            1 to 9,999, or F for dice of -1, 0 and 1; and, if wanted, a number of up to 4 digits to add or subtract.
        difficulty: The number, from -1,000 to 1,000, that a check must reach if it has none of its own; 10 by default.
        fights: Whether people who have a state ``health`` can be attacked.
        fight_attribute: The name of the attribute that is added to the rolls of fights, by default ``strength``.
        walkthrough: Lines of a player that lead to the end without a model.
        walkthroughs: Further lists of such lines, each with the ending to which it leads.
    """

    format_version: Annotated[int, Field(ge=1, le=FORMAT_VERSION)] = FORMAT_VERSION
    id: Id
    title: Name
    author: str = ""
    language: str = "en"
    summary: Prose = Field(description="for the person who chooses a scenario")
    premise: Prose = Field(description="for the narrator: what the story is about, its tone and its limits")
    master_notes: Prose = Field(
        default="",
        exclude_if=lambda notes: not notes,
        description="for the game master alone: what is planned, what to keep back",
    )
    narration: NarrationStyle = Field(
        default=NarrationStyle(),
        exclude_if=is_usual,
        description="how a model tells the story; a game may have it otherwise",
    )
    opening: Prose = Field(description="what the player reads first")
    ending: Prose = Field(default="", description="what the player reads when the last act is over")
    start_location: Id
    start_minutes: int = Field(default=8 * 60, ge=0, description="game time at the opening")
    start_items: tuple[Id, ...] = ()
    tags: tuple[str, ...] = ()
    canon: CanonLevel | None = Field(
        default=None, description="how far a game master may add to it; null: closed if it has quests, else open"
    )
    meters: MeterRates = MeterRates()
    acts: tuple[ActSheet, ...] = Field(min_length=1)
    locations: tuple[LocationSheet, ...] = Field(min_length=1)
    npcs: tuple[NPCSheet, ...] = ()
    figures: tuple[FigureSheet, ...] = Field(default=(), description="people who are spoken of and never appear")
    items: tuple[ItemSheet, ...] = ()
    quests: tuple[QuestSheet, ...] = ()
    lore: tuple[LoreSheet, ...] = Field(default=(), description="what everybody may know from the start")
    facts: Facts = ()
    states: tuple[OwnedStateSheet, ...] = ()
    actions: tuple[ActionSheet, ...] = ()
    timers: tuple[TimerSheet, ...] = ()
    rules: tuple[RuleSheet, ...] = ()
    endings: tuple[EndingSheet, ...] = ()
    fallen_ending: Id | None = Field(default=None, description="the ending when every player is dead")
    dice: str = Field(default="d20", pattern=DICE_PATTERN)
    difficulty: int = Field(default=10, ge=-1000, le=1000)
    fights: bool = Field(default=True, description="whether people can be attacked")
    fight_attribute: Id = Field(default="strength", description="the number that counts in fights")
    walkthrough: tuple[str, ...] = Field(default=(), description="player inputs that reach the end offline")
    walkthroughs: tuple[WalkthroughSheet, ...] = ()

    @property
    def is_memory_alone(self) -> bool:
        """Whether this is the built-in scenario of a memory alone: it has no story, and its agents are made when they
        are first named."""
        return self.id == MEMORY_ALONE

    @property
    def canon_level(self) -> CanonLevel:
        """What a game master may add to the scenario: ``canon``, with the default for None worked out."""
        return self.canon or (CanonLevel.CLOSED if self.quests else CanonLevel.OPEN)

    @cached_property
    def derived(self) -> Derived:
        """A cache of the values that modules compute from this sheet, which is not stored. Any module may use it:
        ``derived.of(Class, *subject)`` returns the value of that class and subject (such as an id; no subject for a
        value of the whole sheet) and makes it with ``Class()`` at the first use, ``derived.hold(value, *subject)`` sets
        it."""
        return Derived()

    def __copy__(self) -> Self:
        """Copy the fields alone: with other fields (``model_copy``) the index and what is derived would be wrong."""
        copied = super().__copy__()
        copied.__dict__.pop("index", None)
        copied.__dict__.pop("derived", None)
        return copied

    @cached_property
    def index(self) -> ScenarioIndex:
        """The sheets of places, people, things, quests and other parts by their ids, made at the first use; its
        methods raise NotFound for an unknown id."""
        return ScenarioIndex(
            locations={place.id: place for place in self.locations},
            npcs={npc.id: npc for npc in self.npcs},
            items={item.id: item for item in self.items},
            quests={quest.id: quest for quest in self.quests},
            acts={act.id: act for act in self.acts},
            encounters={danger.id: (place, danger) for place in self.locations for danger in place.encounters},
            secrets={secret.id: (place, secret) for place in self.locations for secret in place.secrets},
            features={feature.id: (place, feature) for place in self.locations for feature in place.features},
            objectives={step.id: (quest, step) for quest in self.quests for step in quest.objectives},
            topics={topic.id: (npc, topic) for npc in self.npcs for topic in npc.topics},
            timers={timer.id: timer for timer in self.timers},
            rules={rule.id: rule for rule in self.rules},
            endings={ending.id: ending for ending in self.endings},
            actions=dict(_actions(self)),
            states=_states(self),
        )


def _actions(sheet: ScenarioSheet) -> Iterator[tuple[str, ActionSheet]]:
    """Yield the actions by id; those of a part are done to this part."""
    yield from ((action.id, action) for action in sheet.actions)
    details = (detail for place in sheet.locations for detail in place.features)
    parts: tuple[Described, ...] = (*sheet.locations, *details, *sheet.items, *sheet.npcs)
    for part in parts:
        yield from ((action.id, action.model_copy(update={"on": (part.id,)})) for action in part.actions)


def _states(sheet: ScenarioSheet) -> dict[str, dict[str, StateSheet]]:
    """Return the declared states by owner and name; those of each player are under ``player``."""
    details = [detail for place in sheet.locations for detail in place.features]
    by_owner: dict[str, dict[str, StateSheet]] = {}
    for state in sheet.states:
        owners = [npc.id for npc in sheet.npcs] if state.of == PERSON else [state.of]
        for owner in owners:
            by_owner.setdefault(owner, {})[state.name] = state
    parts: tuple[Described, ...] = (*sheet.locations, *details, *sheet.items, *sheet.npcs)
    for part in parts:
        by_owner.setdefault(part.id, {}).update({state.name: state for state in _own_states(part)})
    return by_owner


def _own_states(part: Described) -> Iterator[StateSheet]:
    """Yield the states of a part: those that the engine knows of, which its own may replace."""
    container = part.container if isinstance(part, ItemSheet | FeatureSheet) else None
    if container is not None and not container.on:
        yield StateSheet(name=OPEN, first=container.open)
    if isinstance(part, ItemSheet) and part.count is not None:
        yield StateSheet(name=COUNT, kind=StateKind.NUMBER, first=part.count, most=MAX_COUNT)
    if isinstance(part, ItemSheet) and part.wearable:
        yield StateSheet(name=WORN)
    yield from part.states
