"""Commands of play: about things, places, people, quests, time and notes; and about the players."""

from typing import Annotated

from pydantic import AfterValidator, Field

from app.models.base import Id, Name
from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command, PersonCommand
from app.models.imported import checked_text
from app.models.messages.carried import MAX_WORDS
from app.models.sheets.condition import Attitude, DangerLevel
from app.models.sheets.narration import NarrationStyle
from app.models.sheets.player import PlayerLine, PlayerLines, PlayerName, PlayerSheet, PlayerSkills, PlayerText


class TakeItemCommand(Command):
    """Pick up a thing that lies in the party's place.

    Args:
        item_id: The id of a thing at the party's place, or in an open container there or with the party. The thing must
            be one that can be carried, and its condition must hold.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such thing, or the party is at no place.
        NotPossible: The party holds the thing already; it is not at one of these places; it cannot be carried; or its
            condition does not hold.
    """

    item_id: Id


class DropItemCommand(Command):
    """Put down a thing in the party's place.

    Args:
        item_id: The id of a thing that the party carries, in hand or in an open container.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such thing, or the party is at no place.
        NotPossible: The party does not have it.
    """

    item_id: Id


class GiveItemCommand(Command):
    """Hand a thing over: from the party to a person who is here, or (``to_party``) from that person to the party.

    Args:
        item_id: The id of a thing that the giver has.
        npc_id: The id of a person at the party's place.
        to_party: False: the party gives the thing to the person, who must want it, have had it when the game began, or
            have given it to the party. True: the person gives it to the party.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such thing or person.
        NotPossible: The person is not at the party's place, or the giver does not have the thing. When the party gives:
            the person does not want the thing and has never had it. When the person gives: the scenario lets the person
            give the thing only when they tell of a certain topic, and no such topic is possible now and here. This does
            not hold for a thing that the person has from the party and does not want: they always give it back.
    """

    item_id: Id
    npc_id: Id
    to_party: bool = False


class ShowItemCommand(Command):
    """Show a person who is here a thing that the party has; the people there remember it.

    Args:
        item_id: The id of a thing that the party has.
        npc_id: The id of a person at the party's place.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such thing or person.
        NotPossible: The person is not at the party's place, or the party does not have the thing.
    """

    item_id: Id
    npc_id: Id


class UseItemCommand(Command):
    """Use a thing the party has, by itself or on something or someone here.

    Args:
        item_id: The id of a thing that the party has.
        target_id: The id of the target: the party's place; a person, encounter, feature or thing there or with the
            party; or the place that a way leads to. None to use the thing without a target; if it has no use of its own
            here, on the only obstacle here for which it is meant (if there are several, NotPossible is raised).

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such thing, or the party is at no place.
        NotPossible: The party does not have the thing; the target is not at the party's place; the thing has no use on
            the target; the condition of the use or of the encounter does not hold; the thing would be used up without
            revealing its secret; the target is a way for which the party only has to carry the thing; or the thing is
            used only by an action (`PerformActionCommand`).
    """

    item_id: Id
    target_id: Id | None = Field(default=None, description="a person, encounter, feature or place that is here")


class ChangeLocationCommand(Command):
    """Move the party to a neighbouring place by an open, visible exit.

    Args:
        location_id: The id of a place to which a visible and open exit of the party's place leads.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The party is at no place.
        NotPossible: The party is there already; no visible exit leads there, also because the game has no such place;
            or the exit is locked or closed.
    """

    location_id: Id = Field(description="the place to go to")


class UpdateLocationStateCommand(Command):
    """Change the state of a place: its danger, an encounter that is over, an effect that stays.

    The world will get a memory of a completed encounter, and one of a place that becomes cleared, when the game does
    its pending work. If all three changes are None, nothing changes; the present danger of the place is no change.

    Args:
        location_id: The id of the place.
        danger_level: The new danger of the place: ``safe``, ``low``, ``moderate``, ``high``, ``extreme`` or
            ``CLEARED``; None leaves it as it is. For ``CLEARED`` all encounters of the place must be completed, the
            last one perhaps by ``complete_encounter``.
        complete_encounter: The id of an encounter (an obstacle) of the place that is over now. The party must be at the
            place. None for none.
        add_effect: A lasting change in a few words, 1 to 120 characters on one line; None for none.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such place or encounter.
        NotPossible: The encounter is completed already or belongs to another place, its condition does not hold, or the
            party is not at the place. ``danger_level`` is ``CLEARED``, and an encounter of the place is still not
            completed. Or the place has the effect already.
    """

    location_id: Id
    danger_level: DangerLevel | None = None
    complete_encounter: Id | None = Field(default=None, description="an encounter whose condition holds")
    add_effect: Name | None = Field(default=None, description="a lasting change in a few words")


class DiscoverSecretCommand(Command):
    """The party finds out a secret of the place where it is.

    Args:
        secret_id: The id of a secret of the party's place whose condition holds, or of a secret of any place that a
            person has revealed to the party.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such secret.
        NotPossible: The party knows the secret already; or no person has revealed it, and it is at another place or its
            condition does not hold.
    """

    secret_id: Id


class MoveNPCCommand(PersonCommand):
    """Let a person go to another place; None takes it off the map.

    Args:
        npc_id: The id of the person.
        location_id: The id of the place to go to; None takes the person off the map (to no place).

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person or place.
        NotPossible: The person is dead; is there (or off the map) already; or the scenario allows only other places for
            the person.
    """

    location_id: Id | None


class SetNPCAttitudeCommand(PersonCommand):
    """Change what a person thinks of the party.

    Args:
        npc_id: The id of the person.
        attitude: The new attitude towards the party: ``hostile``, ``wary``, ``neutral``, ``friendly`` or ``loyal``.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
        NotPossible: The person has this attitude already.
    """

    attitude: Attitude


class AskTopicCommand(PersonCommand):
    """Let a person who is here tell what it knows about one of its topics.

    Args:
        npc_id: The id of a person at the party's place.
        topic_id: The id of a topic of that person whose condition holds. If the topic names places, the party must be
            at one of them.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person, or the person no such topic.
        NotPossible: The person is not at the party's place, or the topic's condition or place does not allow it yet.
    """

    topic_id: Id = Field(description="one of the person's topics")


class EntrustMessageCommand(PersonCommand):
    """Give a person who is here a message for someone elsewhere.

    The messenger passes the message on when the two people are next at one place and awake. The messenger declines if
    the message is for the messenger; if the other person is here and awake, is dead, is unknown to the messenger, or is
    never at a place where the messenger goes; if the messenger is hostile to the party or dislikes the other person (a
    relationship of -5 or less); or if the messenger carries 12 messages already.

    Args:
        npc_id: The id of the messenger, a person at the party's place.
        to_id: The id of the person that the message is for.
        words: The message in the sender's own words, 1 to 500 characters.
        by_id: The id of the player who sends it; None for the player whose line is being carried out, or if there is
            none, for the first player.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person, or the party no such player.
        NotPossible: The messenger is not at the party's place, or declines.
    """

    to_id: Id
    words: Annotated[str, AfterValidator(checked_text)] = Field(min_length=1, max_length=MAX_WORDS)
    by_id: Id | None = None


class DeliverMessageCommand(PersonCommand):
    """Let a person pass on the oldest message that they carry for another person. The game does this by itself when the
    two are at one place and awake.

    Args:
        npc_id: The id of the messenger.
        to_id: The id of the person that the message is for, at the messenger's place.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
        NotPossible: The messenger carries no message for that person, a player or agent plays the messenger, or one of
            the two is asleep, dead or elsewhere.
    """

    to_id: Id


class StartQuestCommand(Command):
    """Take on a quest.

    Args:
        quest_id: The id of a quest that is not started yet and whose start condition holds.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such quest.
        NotPossible: The quest is active, completed or failed already, or its start condition does not hold.
    """

    quest_id: Id


class CompleteObjectiveCommand(Command):
    """Complete one objective of an active quest; its condition must hold.

    Args:
        quest_id: The id of an active quest.
        objective_id: The id of one of its objectives that is not done yet.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such quest, or the quest no such objective.
        NotPossible: The quest is not active, the objective is done already, or its condition does not hold.
    """

    quest_id: Id
    objective_id: Id


class CompleteQuestCommand(Command):
    """Complete an active quest whose objectives are all done.

    Args:
        quest_id: The id of an active quest whose objectives are all done.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The scenario has no such quest.
        NotPossible: The quest is not active, or some of its objectives are not done.
    """

    quest_id: Id


class ProgressActCommand(Command):
    """End the current act and begin the next; after the last act the game ends.

    Args:
        act_id: The id of the act that follows the current one; None if the current act is the last one.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotPossible: The story is over, ``act_id`` is not the act that follows, or the condition that ends the current
            act does not hold.
    """

    act_id: Id | None = Field(default=None, description="the act to begin; None after the last act: the end")


MAX_ADVANCE = 365 * MINUTES_PER_DAY


class AdvanceTimeCommand(Command):
    """Let game time pass; ways take their own.

    Args:
        minutes: Minutes of game time, from 0 to 525,600 (365 days). In a turn of commands (`TurnService.execute`) moves
            take no time in addition. In a turn that a narrator tells, each move also takes the minutes of its way.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
    """

    minutes: int = Field(ge=0, le=MAX_ADVANCE)


class AddNoteCommand(Command):
    """Add a note; a pinned one is in each prompt of the narrator.

    Args:
        text: 1 to 1,000 characters, not blank.
        pinned: Whether every prompt of the narrator shows the note.
        owner_id: The id of the only player who may read it; None for a note that all players may read.
        for_master: Whether only the game master may read it, and no player, not even ``owner_id``.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The party has no such player, or the player has left.
    """

    text: Annotated[str, AfterValidator(checked_text)] = Field(min_length=1, max_length=1000)
    pinned: bool = False
    owner_id: Id | None = Field(default=None, description="the player whose note it is; None: the whole table's")
    for_master: bool = Field(default=False, description="whether the game master alone may read it")


class JoinPartyCommand(Command):
    """Add a player to the party. A player who has left and comes back under the same name is the same player again.

    Args:
        name: The player's name in the story, 1 to 60 characters on one line.
        player_id: The id of the player. No player or person may have it yet, and it may not be ``party`` (NotPossible);
            None makes one. Ignored for a player who comes back, who keeps the old id.
        sheet: The description of the player's character, of which the name is not used; None for none. Ignored for a
            player who comes back, who keeps the old sheet.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        InvalidInput: The name is blank, longer than 60 characters or holds control characters.
        NotPossible: A player of the party has the name, or a person of the scenario has it as a name or an alias; a
            player (also one who has left) or a person has the id; the party has 8 players; or the game has had 100
            players, including players who have left.
    """

    name: Name
    player_id: Id | None = Field(default=None, description="an id that the game does not have yet; None: one is made")
    sheet: PlayerSheet | None = None


class LeavePartyCommand(Command):
    """Let a player leave; the others play on.

    Args:
        player_id: The id of a player of the party.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The party has no such player, or the player has left.
        NotPossible: The player is the last one of the party.
    """

    player_id: Id


class UpdatePlayerSheetCommand(Command):
    """Change what a player's sheet says of its character. People no longer know a value that has changed.

    Args:
        player_id: The id of a player of the party.
        name: The name of the player's character in the story and for the other players, 1 to 60 characters on one line.
            For this and all further fields, None leaves the present value.
        called: The name with which the character has introduced itself, such as a short one; at most 60 characters. For
            this and all further texts, "" means none.
        pronouns: The character's pronouns, such as ``she/her``; at most 60 characters.
        description: What the character looks like, at most 4,000 characters.
        occupation: What the character does for a living, at most 200 characters.
        home: Where the character is from, at most 200 characters.
        background: Anything else about the character, at most 4,000 characters.
        goals: All goals of the character, at most 20 lines of at most 200 characters.
        likes: Everything that the character likes, at most 20 lines of at most 200 characters.
        skills: All skills of the character, at most 20: name (at most 60 characters) to a number from -99 to 99.
        notes: Everything that the player asked the game to remember, at most 20 lines of at most 200 characters.
        known_to: The ids of at most 100 people of the story who know the given values from now on.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        InvalidInput: The name is blank, longer than 60 characters or holds control characters.
        NotFound: The party has no such player, or the game no such person.
        NotPossible: Another player of the party has the name, or a person of the scenario has it as a name or an alias.
    """

    player_id: Id
    name: Name | None = None
    called: PlayerName | None = None
    pronouns: PlayerName | None = None
    description: PlayerText | None = None
    occupation: PlayerLine | None = None
    home: PlayerLine | None = None
    background: PlayerText | None = None
    goals: PlayerLines | None = None
    likes: PlayerLines | None = None
    skills: PlayerSkills | None = None
    notes: PlayerLines | None = None
    known_to: tuple[Id, ...] = Field(default=(), max_length=100)


class SetNarrationStyleCommand(Command):
    """Say how models tell this game from now on.

    Args:
        narration: The style of narration. It replaces the style that the game had of its own; for a field that is None
            the scenario's value counts.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
    """

    narration: NarrationStyle
