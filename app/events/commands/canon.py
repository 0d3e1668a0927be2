"""Commands about canon: what a game master adds to a scenario, or changes in it, while it is played."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field, PlainSerializer

from app.models.base import Frozen, Id, Name, Prose, compact
from app.models.command import Command
from app.models.sheets.action import CheckSheet
from app.models.sheets.canon import FactValue
from app.models.sheets.condition import Attitude, Condition
from app.models.sheets.effect import KeptEffects, Minutes
from app.models.sheets.location import Direction, LocationType
from app.models.sheets.person import Pronouns
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.values import GAME, StateKind, StateValue

KnownId = Annotated[Id | None, Field(description="what is to be changed; None: a new one")]


class MadeTopic(Frozen):
    """A topic of a made person.

    Args:
        name: What players ask about, as ``the bell``; 1 to 120 characters on one line.
        text: The person's words, without quotation marks; at most 4,000 characters.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    name: Name
    text: Prose


class MadeDetail(Frozen):
    """A detail of a made place that can be examined.

    Args:
        name: Its name, 1 to 120 characters on one line.
        description: What players read who examine it, at most 4,000 characters.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    name: Name
    description: Prose


class MadeWay(Frozen):
    """A way between a made place and another one.

    Args:
        to: The id of the other place.
        name: The way there, as players see and type it; None for the other place's name.
        back: The way from there, as players see and type it; None for the made place's name.
        direction: The direction of the way there, as ``north``; the way back has the opposite one. None for none.
        minutes: Game minutes that it takes, from 0 to 1,440, by default 10.
        one_way: Whether there is no way back.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    to: Id
    name: Name | None = None
    back: Name | None = None
    direction: Direction | None = None
    minutes: int = Field(default=10, ge=0, le=24 * 60)
    one_way: bool = False


class CreatePersonCommand(Command):
    """Add a person to the world, or change one; fields that are not given stay as they are.

    Texts have at most 4,000 characters; names, traits and goals have 1 to 120 characters on one line. None counts as
    not given.

    Args:
        id: A person to change; None for a new one, whose id is made from the name.
        name: Its name, which no other person, no figure of the story and no player has; a new one needs it.
        description: What players see of it; a new one needs it.
        location_id: The place where it is; None: the party's for a new one, no move otherwise.
        aliases: All of its further names.
        pronouns: Its pronouns: ``he``, ``she`` or ``they``; for a new one None allows any.
        age: Its age in years, from 0 to 100,000; for a new one None leaves it unknown.
        occupation: Its work, at most 200 characters.
        background: Its past, for the game master.
        communication_style: How it talks, for the game master.
        traits: All traits of its character.
        goals: All that it wants.
        topics: What it can tell, at most 24 topics, in addition to those that it has.
        attitude: What a new person thinks of the party. It changes nothing for a person who is in the game already;
            `SetNPCAttitudeCommand` does. By default ``neutral``.
        home_location: The id of the place where it lives; for a new one None for none.
        work_location: The id of the place where it works; for a new one None for none.
        can_join: Whether it goes with the party if asked.
        has_mind: Whether it plans, acts and reflects by itself; a new one does not by default.

    Raises:
        NotFound: There is no such person or place.
        NotPossible: The scenario allows no additions, or allows details only and the person is the author's; the turn
            has made 5 changes, or the game has 200 people who were made in it (a program may set other limits); a new
            person has no name or description; the name is taken; or a person who is to be moved is dead, or is kept at
            other places by the scenario.
        InvalidInput: A text holds control characters, or a field is too long together with what the person has.
    """

    id: KnownId = None
    name: Name | None = None
    description: Prose | None = None
    location_id: Id | None = None
    aliases: tuple[Name, ...] = ()
    pronouns: Pronouns | None = None
    age: int | None = Field(default=None, ge=0, le=100_000)
    occupation: str = Field(default="", max_length=200)
    background: Prose = ""
    communication_style: Prose = ""
    traits: tuple[Name, ...] = ()
    goals: tuple[Name, ...] = ()
    topics: tuple[MadeTopic, ...] = Field(default=(), max_length=24)
    attitude: Attitude = Attitude.NEUTRAL
    home_location: Id | None = None
    work_location: Id | None = None
    can_join: bool = False
    has_mind: bool = False


class CreateItemCommand(Command):
    """Add a thing to the world, or change one; fields that are not given stay as they are.

    Names and tags have 1 to 120 characters on one line. None counts as not given.

    Args:
        id: A thing to change; None for a new one, whose id is made from the name.
        name: Its name, which no other thing has; a new one needs it.
        description: What players see of it, at most 4,000 characters; a new one needs it.
        to: Where it is put: the id of a place, a person or a container, or ``party``; None: the party's place for a new
            one, no move otherwise.
        aliases: All of its further names.
        count: Of a bundle, how many it holds, from 0 to 999; for a new one None makes a single thing.
        portable: Whether it can be taken.
        wearable: Whether it can be worn.
        price: Its price in money of the party, from 0 to 1,000,000; for a new one None for no price.
        tags: All of its tags, as ``edible``, ``drinkable`` or ``sharp``, which say what can be done with it.
        damage: Points of health that a hit with it takes at least, from 0 to 1,000.

    Raises:
        NotFound: There is no such thing, place, person or container.
        NotPossible: The scenario allows no additions, or allows details only and the thing is the author's; the turn
            has made 5 changes (a program may set another limit); a new thing has no name or description; or the name is
            taken.
        InvalidInput: A text holds control characters, or a field is too long together with what the thing has.
    """

    id: KnownId = None
    name: Name | None = None
    description: Prose | None = None
    to: Id | None = None
    aliases: tuple[Name, ...] = ()
    count: int | None = Field(default=None, ge=0, le=999)
    portable: bool = True
    wearable: bool = False
    price: int | None = Field(default=None, ge=0, le=1_000_000)
    tags: tuple[Name, ...] = ()
    damage: int = Field(default=1, ge=0, le=1000)


class CreatePlaceCommand(Command):
    """Add a place to the world with its ways, or change one; fields that are not given stay as they are.

    Texts have at most 4,000 characters, names 1 to 120 on one line. None counts as not given.

    Args:
        id: A place to change; None for a new one, whose id is made from the name.
        name: Its name, which no other place has; a new one needs it.
        description: What players read there; a new one needs it.
        ways: The ways to other places, at most 12, in addition to those that there are; one to a place that a way leads
            to already replaces that way. A new place needs one.
        aliases: All of its further names.
        atmosphere: Its mood, for the game master.
        type: Its use: ``home``, ``work``, ``restaurant``, ``shop``, ``public``, ``sacred``, ``wild``, ``ruin``,
            ``road`` or ``other``.
        details: Details to examine, at most 24, in addition to those that there are.

    Raises:
        NotFound: There is no such place, or a way leads to none.
        NotPossible: The scenario allows no additions, or allows details only; the turn has made 5 changes (a program
            may set another limit); a new place has no name, description or way; the name is taken; or a way leads to
            the place itself.
        InvalidInput: A text holds control characters, or two ways from one place would have the same name or
            direction.
    """

    id: KnownId = None
    name: Name | None = None
    description: Prose | None = None
    ways: tuple[MadeWay, ...] = Field(default=(), max_length=12)
    aliases: tuple[Name, ...] = ()
    atmosphere: Prose = ""
    type: LocationType = LocationType.OTHER
    details: tuple[MadeDetail, ...] = Field(default=(), max_length=24)


def _written(part: Frozen | None) -> dict[str, Any] | None:
    return None if part is None else compact(part)


KeptCondition = Annotated[Condition | None, PlainSerializer(_written)]
KeptCheck = Annotated[CheckSheet | None, PlainSerializer(_written)]
KeptScenario = Annotated[ScenarioSheet, PlainSerializer(compact, return_type=dict[str, Any])]
"""A condition, a check and a scenario, written with each ``kind`` where defaults are left out."""


class CreateActionCommand(Command):
    """Add an action that players can take, or change one; fields that are not given stay as they are.

    Texts have at most 4,000 characters. None counts as not given.

    Args:
        id: An action to change; None for a new one, whose id is made from the first words.
        words: All phrases by which players type it, each 1 to 120 characters, with ``{target}`` and ``{with}`` for
            names; a new one needs at least one.
        on: The ids of the targets that it can be done to; empty for an action without a target.
        with_: (``with``) The ids of things of which one must be carried; empty where it needs none.
        at: The ids of the only places where it is possible; empty for anywhere.
        condition: The condition that must hold; for a new one None for none.
        refusal: What players read while the condition does not hold.
        text: What players read when it is done.
        effects: What it changes, in order; empty for nothing.
        check: The check that follows; for a new one None for none.
        minutes: Game minutes that it takes, from 0 to 525,600 (365 days); for a new one None for those of a usual turn.
        once: Whether it can be done once only.

    Raises:
        NotFound: There is no such action.
        NotPossible: The scenario allows no additions, or allows details only and the action is the author's or has
            effects on what is the author's; the turn has made 5 changes (a program may set another limit); or a new
            action has no words.
        InvalidInput: A field names nothing, or a part of the wrong kind, or a text holds control characters.
    """

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True)  # ``with`` is no name in Python

    id: KnownId = None
    words: tuple[Name, ...] = ()
    on: tuple[Id, ...] = ()
    with_: tuple[Id, ...] = Field(default=(), alias="with")
    at: tuple[Id, ...] = ()
    condition: KeptCondition = None
    refusal: Prose = ""
    text: Prose = ""
    effects: KeptEffects = ()
    check: KeptCheck = None
    minutes: Minutes | None = None
    once: bool = False


class CreateStateCommand(Command):
    """Declare a state of a part of the world, or declare it in another way.

    Args:
        of: Its owner: the id of a place, thing, detail or person; ``game``, ``party``, ``player`` (each has one) or
            ``person`` (each has one).
        name: Its name, in any script; what is no id becomes one, which the event StateCreated says, and is kept as the
            label. A state of this name that the owner has already is declared in this way from now on.
        value_kind: The kind of its values: ``flag`` (true or false), ``number`` (an integer) or ``word``.
        first: Its first value; None: false, the lowest number, the first word.
        least: The lowest number, from -1,000,000 to 1,000,000; only of a ``number``.
        most: The highest number, from -1,000,000 to 1,000,000; only of a ``number``; 100 by default.
        words: The possible words, each 1 to 120 characters; only of a ``word``, which needs some.
        shown: Whether players see it.
        label: The name under which players see a number, at most 60 characters; "" for ``name``.

    Raises:
        NotFound: There is no such owner.
        NotPossible: The scenario allows no additions, or allows details only and the owner was not made in the game; or
            the turn has made 5 changes (a program may set another limit).
        InvalidInput: The bounds, words and first value do not fit each other.
    """

    of: Id = GAME
    name: Name
    value_kind: StateKind = StateKind.FLAG
    first: StateValue | None = None
    least: int = Field(default=0, ge=-1_000_000, le=1_000_000)
    most: int = Field(default=100, ge=-1_000_000, le=1_000_000)
    words: tuple[Name, ...] = ()
    shown: bool = False
    label: str = Field(default="", max_length=60)


class CreateTimerCommand(Command):
    """Add a timer, or change one; fields that are not given stay as they are. A new one runs at once.

    None counts as not given.

    Args:
        id: A timer to change; None for a new one, whose id is made from the name.
        name: Its name, 1 to 120 characters on one line; a new one needs it.
        minutes: Game minutes until it is due, from 1 to 525,600 (365 days); a new one needs them. A timer that runs is
            due when it was due before; the change counts from its next start.
        text: What players read when it is due, at most 4,000 characters; "" for nothing.
        heard_at: The ids of the only places where they read it; empty for anywhere.
        effects: What it changes when it is due, in order; empty for nothing.
        repeats: Whether it starts again each time it was due.

    Raises:
        NotFound: There is no such timer.
        NotPossible: The scenario allows no additions, or allows details only and the timer is the author's or has
            effects on what is the author's; the turn has made 5 changes (a program may set another limit); or a new
            timer has no name or minutes.
        InvalidInput: A field names nothing, or a part of the wrong kind, or a text holds control characters.
    """

    id: KnownId = None
    name: Name | None = None
    minutes: int | None = Field(default=None, ge=1, le=365 * 24 * 60)
    text: Prose = ""
    heard_at: tuple[Id, ...] = ()
    effects: KeptEffects = ()
    repeats: bool = False


class EstablishFactCommand(Command):
    """Say that something is so in this world; the same attribute again replaces its value.

    Args:
        subject: The id of a person, place, thing or quest, or any name that the story has no id for; 1 to 120
            characters on one line.
        attribute: The name of one of its attributes, as ``mother``; 1 to 120 characters on one line.
        value: Its value, in words, 1 to 300 characters.
        claimed_by: The id of the player who claims it; None: it is true.

    Raises:
        NotFound: The party has no such player, or the player has left.
        NotPossible: The scenario allows no additions; the turn has made 5 changes (a program may set another limit); it
            is so already; the attribute is one that the engine keeps (holder, danger, attitude, state); or the author
            says otherwise and the scenario allows details only.
        InvalidInput: The value holds control characters.
    """

    subject: Name
    attribute: Name
    value: FactValue
    claimed_by: Id | None = None


class DescribeCommand(Command):
    """Give a part of the world a new description.

    Args:
        of: The id of a place, thing, detail, person, encounter or figure.
        text: What players see of it from now on, 1 to 4,000 characters.

    Raises:
        NotFound: There is no such part.
        NotPossible: The scenario allows no additions, or allows details only and the part is the author's; the turn has
            made 5 changes (a program may set another limit); or it is described so already.
        InvalidInput: The text holds control characters.
    """

    of: Id
    text: Prose = Field(min_length=1)


class RenameCommand(Command):
    """Give a part of the world a new name; the old one stays an alias.

    Args:
        of: The id of a place, thing, detail, person, encounter or figure.
        name: Its new name, 1 to 120 characters on one line.

    Raises:
        NotFound: There is no such part.
        NotPossible: The scenario allows no additions, or allows details only and the part is the author's; the turn has
            made 5 changes (a program may set another limit); or a person, thing, place or player has the name, the
            part itself included.
    """

    of: Id
    name: Name


class ForgetNoteCommand(Command):
    """Let a note not count any more; it stays in the journal.

    Args:
        note: The position of the note among all notes of the game (`GameState.notes`), from 0.
        player_id: The player who forgets it; None: the game master.

    Raises:
        NotFound: There is no such note, or it was forgotten already.
        NotPossible: A ``player_id`` is given, and it is the note of another player or of the game master.
    """

    note: int = Field(ge=0)
    player_id: Id | None = None


class UpdateScenarioCommand(Command):
    """Take an edited version of the author's scenario into the running game. What was made in the game stays, and what
    the author has removed stays where the game still needs it.

    Args:
        sheet: The edited scenario, with the id of the one that is played.

    Raises:
        NotPossible: It is another scenario, or the same as the one that is played.
        InvalidInput: The edited scenario has problems by itself, or together with what was made in the game.
    """

    sheet: KeptScenario
