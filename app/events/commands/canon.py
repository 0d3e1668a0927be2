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


class _PartCommand(Command):
    """Base class of the commands that add a part or change one. They change the fields that are given, also to values
    that are the defaults of the command."""

    def written(self) -> dict[str, Any]:
        """Return the command as a JSON object: its ``kind``, and the fields that are given and not None."""
        return {"kind": self.kind, **self.model_dump(mode="json", exclude_unset=True, exclude_none=True)}


class MadeTopic(Frozen):
    """A topic of a made person.

    Args:
        name: The matter that players ask about, such as ``the bell``; 1 to 120 characters on one line.
        text: What the person answers, in the person's own words, without quotation marks; at most 4,000 characters.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    name: Name
    text: Prose


class MadeDetail(Frozen):
    """A detail of a made place that can be examined.

    Args:
        name: Its name, 1 to 120 characters on one line.
        description: The text that players read when they examine it, at most 4,000 characters.

    Raises:
        pydantic.ValidationError: A field is outside of its limits.
    """

    name: Name
    description: Prose


class MadeWay(Frozen):
    """A way between a made place and another one.

    Args:
        to: The id of the other place.
        name: The name of the way there, as players see and type it, 1 to 120 characters on one line; None for the name
            of the other place.
        back: The name of the way back, with the same limits; None for the name of the made place. Ignored if there is
            no way back.
        direction: The direction of the way there: ``north``, ``south``, ``east``, ``west``, ``up``, ``down``, ``in`` or
            ``out``; the way back gets the opposite direction. None for none.
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


class CreatePersonCommand(_PartCommand):
    """Add a person to the world, or change one; fields that are not given stay as they are.

    Texts have at most 4,000 characters; names, traits and goals have 1 to 120 characters on one line. For a field that
    may be None, None means that it is not given. Any other value that is given counts, also an empty or a default one.

    Args:
        id: The id of a person to change; None for a new person, whose id is made from the name.
        name: The person's name, which no other person, figure of the story or player may have. A new person needs it.
        description: What players see of the person. A new person needs it.
        location_id: The id of the place where the person is. None: a new person is at the party's place, and any other
            person stays where they are.
        aliases: All further names of the person, in place of those that the person has.
        pronouns: ``he``, ``she`` or ``they``; None for a new person allows any pronouns.
        age: The age in years, from 0 to 100,000; None for a new person leaves it unknown.
        occupation: The person's work, at most 200 characters on one line.
        background: The person's past, for the game master.
        communication_style: How the person talks, for the game master.
        traits: All traits of the person's character, in place of those that the person has.
        goals: All goals of the person, in place of those that the person has.
        topics: At most 24 topics that the person can tell of. They are added to those that the person has, and replace
            none of them.
        attitude: What a new person thinks of the party: ``hostile``, ``wary``, ``neutral`` (the default), ``friendly``
            or ``loyal``. Ignored for a person to change: use `SetNPCAttitudeCommand`.
        home_location: The id of the place where the person lives; None for a new person: none.
        work_location: The id of the place where the person works; None for a new person: none.
        can_join: Whether the person joins the party when asked.
        has_mind: Whether the person plans, acts and reflects in the background; False by default for a new person.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such person or place.
        NotPossible: The scenario allows no additions, or it allows only details and the person is the author's. The
            turn has already made 5 such changes, or 200 people were made in the game (a program may set other limits).
            A new person has no name or description. The name is taken. Or the person cannot be moved: they are dead, or
            the scenario allows only other places for them.
        InvalidInput: A text holds control characters, a name or alias is blank, or ``occupation`` is not on one line.
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


class CreateItemCommand(_PartCommand):
    """Add a thing to the world, or change one; fields that are not given stay as they are.

    Names and tags have 1 to 120 characters on one line. For a field that may be None, None means that it is not given;
    so a thing keeps a count or price that it has once, unless another number replaces it. Any other value that is given
    counts, also an empty or a default one: ``aliases=()`` removes all aliases.

    Args:
        id: The id of a thing to change; None for a new thing, whose id is made from the name.
        name: The thing's name, which no other thing may have. A new thing needs it.
        description: What players see of the thing, at most 4,000 characters. A new thing needs it.
        to: Where it is put: the id of a place, a person or a container, or ``party``. None: a new thing is put at the
            party's place, and any other thing stays where it is.
        aliases: All further names of the thing, in place of those it has.
        count: For a bundle of equal things how many there are, from 0 to 999; None for a new thing: a single thing.
        portable: Whether it can be taken; True by default for a new thing.
        wearable: Whether it can be worn; False by default for a new thing.
        price: The price in the party's money, from 0 to 1,000,000; None for a new thing: no price.
        tags: All tags of the thing, in place of those it has, such as ``edible``, ``drinkable`` or ``sharp``; they say
            what can be done with it.
        damage: How many points of health a hit with it takes at least, from 0 to 1,000; 1 by default for a new thing.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such thing, place, person or container.
        NotPossible: The scenario allows no additions, or it allows only details and the thing is the author's; the turn
            has already made 5 such changes (a program may set another limit); a new thing has no name or description;
            or the name is taken.
        InvalidInput: A text holds control characters, or a name or alias is blank.
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


class CreatePlaceCommand(_PartCommand):
    """Add a place to the world with its ways, or change one; fields that are not given stay as they are.

    Texts have at most 4,000 characters; names have 1 to 120 characters on one line. For a field that may be None, None
    means that it is not given. Any other value that is given counts, also an empty or a default one.

    Args:
        id: The id of a place to change; None for a new place, whose id is made from the name.
        name: The place's name, which no other place may have. A new place needs it.
        description: What players read at the place. A new place needs it.
        ways: At most 12 ways to other places, in addition to those that the place has, each with a way back unless it
            is ``one_way``. A way to a place to which one leads already replaces that one. A new place needs at least
            one way.
        aliases: All further names of the place, in place of those that it has.
        atmosphere: The mood of the place, for the game master.
        type: The use of the place: ``home``, ``work``, ``restaurant``, ``shop``, ``public``, ``sacred``, ``wild``,
            ``ruin``, ``road`` or ``other``.
        details: At most 24 details to examine. They are added to those that the place has, and replace none of them.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such place, or a way leads to a place that does not exist.
        NotPossible: The scenario allows no additions, or allows only details; the turn has already made 5 such changes
            (a program may set another limit); a new place has no name, description or way; the name is taken; or a way
            leads to the place itself.
        InvalidInput: A text holds control characters; a name or alias is blank; or two ways from the same place would
            have the same name or direction.
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


class CreateActionCommand(_PartCommand):
    """Add an action that players can take, or change one; fields that are not given stay as they are.

    Texts have at most 4,000 characters. For a field that may be None, None means that it is not given; so an action
    keeps a condition, check or number of minutes that it has once, unless another one replaces it. Any other value that
    is given counts, also an empty or a default one: ``effects=()`` removes all effects.

    Args:
        id: The id of an action to change; None for a new action, whose id is made from the first of ``words``.
        words: All phrases that players may type for it, each 1 to 120 characters, with ``{target}`` in place of the
            name of a target (of ``on``) and ``{with}`` in place of that of a thing (of ``with``), such as
            ``polish {target} with {with}``. A new action needs at least one phrase.
        on: The ids of its possible targets; empty for an action without a target.
        with_: (``with``) The ids of things of which the actor must carry one; empty if it needs no thing.
        at: The ids of the only places where it is possible; empty for anywhere.
        condition: The `Condition` that must hold; None for a new action: none.
        refusal: The text that players read while the condition does not hold.
        text: The text that players read when it is done.
        effects: The `Effect` values that happen then, in order; empty for nothing.
        check: The check that is rolled then, a `CheckSheet`; None for a new action: none.
        minutes: How many game minutes it takes, from 0 to 525,600 (365 days); None for a new action: as many as a
            usual turn.
        once: Whether it can be done only once.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such action.
        NotPossible: The scenario allows no additions; it allows only details, and the action is the author's or has
            effects on something of the author's; the turn has already made 5 such changes (a program may set another
            limit); or a new action has no ``words``.
        InvalidInput: An id in a field is unknown or of a part of the wrong kind; ``words`` name a ``{target}`` or
            ``{with}`` that the action does not have; or a text holds control characters.
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
        of: The owner of the state: the id of a place, thing, detail or person; ``game``; ``party``; ``player`` (each
            player has such a state) or ``person`` (each person has such a state).
        name: The name of the state, 1 to 120 characters on one line, in any script. If it is not a valid `Id`, an id is
            made from it, which the event StateCreated has. If the owner has a state of this name already, this
            declaration replaces the earlier one; a value that was set stays.
        value_kind: The kind of its values: ``flag`` (true or false), ``number`` (an integer) or ``word`` (one of
            ``words``).
        first: Its first value; None for false, for the lowest number, or for the first word.
        least: The lowest value of a ``number``, from -1,000,000 to 1,000,000; 0 by default. Ignored for other kinds.
        most: The highest value of a ``number``, from -1,000,000 to 1,000,000; 100 by default. Ignored for other kinds.
        words: The possible values of a ``word``, each 1 to 120 characters; at least one. Ignored for other kinds.
        shown: Whether players see it.
        label: The name under which players see a number, at most 60 characters. By default it is ``name``. Ignored for
            other kinds.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such owner.
        NotPossible: The scenario allows no additions; it allows only details, and the owner was not made in the game;
            or the turn has already made 5 such changes (a program may set another limit).
        InvalidInput: ``least`` is above ``most``, a ``word`` has no ``words``, ``first`` is not one of the possible
            values, or a text holds control characters.
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


class CreateTimerCommand(_PartCommand):
    """Add a timer, or change one; fields that are not given stay as they are. A new one runs at once.

    For a field that may be None, None means that it is not given. Any other value that is given counts, also an empty
    or a default one.

    Args:
        id: The id of a timer to change; None for a new timer, whose id is made from the name.
        name: The timer's name, 1 to 120 characters on one line. A new timer needs it.
        minutes: Game minutes until it is due, from 1 to 525,600 (365 days). A new timer needs them. A timer that is
            running stays due at the same time; the change counts from its next start.
        text: The text that players read when it is due, at most 4,000 characters; "" for none.
        heard_at: The ids of the only places where players read the text; empty for anywhere.
        effects: The `Effect` values that happen when it is due, in order; empty for nothing.
        repeats: Whether it starts again each time that it is due.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such timer.
        NotPossible: The scenario allows no additions; it allows only details, and the timer is the author's or has
            effects on something of the author's; the turn has already made 5 such changes (a program may set another
            limit); or a new timer has no ``name`` or ``minutes``.
        InvalidInput: An id in a field is unknown or of a part of the wrong kind, a text holds control characters, or
            the name is blank.
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
        subject: The id of a person, place, thing or quest, or any other name; 1 to 120 characters on one line.
        attribute: The name of one of its attributes, such as ``mother``; 1 to 120 characters on one line.
        value: The value of the attribute as a text, 1 to 300 characters.
        claimed_by: The id of the player who claims it; None for a fact that is true.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The party has no such player, or the player has left.
        NotPossible: The scenario allows no additions; the turn has already made 5 such changes (a program may set
            another limit); or the attribute is one that the engine keeps (holder, danger, attitude, state). For a fact
            that is true also: the attribute has this value already; or the scenario allows only details, and its author
            gives the attribute another value.
        InvalidInput: The value holds control characters.
    """

    subject: Name
    attribute: Name
    value: FactValue
    claimed_by: Id | None = None


class DescribeCommand(Command):
    """Give a part of the world a new description.

    Args:
        of: The id of a place, thing, detail, person, encounter, or figure (a person who is only spoken of).
        text: What players see of it from now on, 1 to 4,000 characters.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such part.
        NotPossible: The scenario allows no additions, or it allows only details and the part is the author's; the turn
            has already made 5 such changes (a program may set another limit); or the part has this description already.
        InvalidInput: The text holds control characters.
    """

    of: Id
    text: Prose = Field(min_length=1)


class RenameCommand(Command):
    """Give a part of the world a new name; the old one stays an alias.

    Args:
        of: The id of a place, thing, detail, person, encounter, or figure (a person who is only spoken of).
        name: The new name, 1 to 120 characters on one line.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such part.
        NotPossible: The scenario allows no additions, or it allows only details and the part is the author's; the turn
            has already made 5 such changes (a program may set another limit); or a person, thing, place or player has
            this name, also if it is the part itself.
        InvalidInput: The name is blank or holds control characters.
    """

    of: Id
    name: Name


class ForgetNoteCommand(Command):
    """Forget a note: it is no longer listed or shown in prompts. It stays in the journal.

    Args:
        note: The position of the note among all notes of the game (`GameState.notes`), from 0.
        player_id: The id of the player who forgets it; None for the game master.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: There is no such note, or it was forgotten already.
        NotPossible: A ``player_id`` is given, and the note belongs to another player or to the game master.
    """

    note: int = Field(ge=0)
    player_id: Id | None = None


class UpdateScenarioCommand(Command):
    """Take an edited version of the author's scenario into the running game. Everything that was made in the game
    stays. A part that the author has removed stays if the game still needs it.

    Args:
        sheet: The edited scenario, a `ScenarioSheet`. Its ``id`` is that of the scenario that is played.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotPossible: It is another scenario, or equal to the one that is played.
        InvalidInput: The edited scenario is not valid, alone or together with what was made in the game.
    """

    sheet: KeptScenario
