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
        item_id: A thing at the party's place, or in an open container there or with the party, that can be carried and
            whose condition holds.

    Raises:
        NotFound: The scenario has no such thing, or the party is at no place.
        NotPossible: The party has it in hand already, it is in none of these, it cannot be carried, or its condition
            does not hold.
    """

    item_id: Id


class DropItemCommand(Command):
    """Put down a thing in the party's place.

    Args:
        item_id: A thing that the party carries, in hand or in an open container.

    Raises:
        NotFound: The scenario has no such thing, or the party is at no place.
        NotPossible: The party does not have it.
    """

    item_id: Id


class GiveItemCommand(Command):
    """Hand a thing over: from the party to a person who is here, or (``to_party``) from that person to the party.

    Args:
        item_id: A thing that the giver has.
        npc_id: A person at the party's place.
        to_party: False: the party gives the thing, which the person must want, have had when the game began, or have
            given to the party. True: the person gives it.

    Raises:
        NotFound: The scenario has no such thing or person.
        NotPossible: The person is not at the party's place, or the giver does not have the thing. To the person: the
            person does not want it, and it was never its own. To the party: the person gives it with a topic, no such
            topic is open yet or here, and the person has not merely taken it back.
    """

    item_id: Id
    npc_id: Id
    to_party: bool = False


class ShowItemCommand(Command):
    """Show a person who is here a thing that the party has; the people there remember it.

    Args:
        item_id: A thing that the party has.
        npc_id: A person at the party's place.

    Raises:
        NotFound: The scenario has no such thing or person.
        NotPossible: The person is not at the party's place, or the party does not have the thing.
    """

    item_id: Id
    npc_id: Id


class UseItemCommand(Command):
    """Use a thing the party has, by itself or on something or someone here.

    Args:
        item_id: A thing that the party has.
        target_id: The id of the party's place, or of a person, encounter, feature or thing there or with the party, or
            of the place that a way leads to; None to use the thing by itself, or on the only obstacle that takes it.

    Raises:
        NotFound: The scenario has no such thing, or the party is at no place.
        NotPossible: The party does not have it, the target is not at the party's place, the thing has no use on the
            target, the condition of the use or of the encounter does not hold, the thing would be used up without
            revealing its secret, the target is a way that it takes only carrying it to go, or the thing belongs to an
            action.
    """

    item_id: Id
    target_id: Id | None = Field(default=None, description="a person, encounter, feature or place that is here")


class ChangeLocationCommand(Command):
    """Move the party to a neighbouring place by an open, visible exit.

    Args:
        location_id: A place to which a visible and open exit of the party's place leads.

    Raises:
        NotFound: The party is at no place.
        NotPossible: The party is there already, no visible exit leads there (as to a place that the game does not
            have), or the exit is locked or closed.
    """

    location_id: Id = Field(description="the place to go to")


class UpdateLocationStateCommand(Command):
    """Change the state of a place: its danger, an encounter that is over, an effect that stays.

    The world will get a memory of a completed encounter, and one of a place that becomes cleared, when the game does
    its pending work.

    Args:
        location_id: The id of the place.
        danger_level: Its new danger, ``safe``, ``low``, ``moderate``, ``high``, ``extreme`` or ``CLEARED``; None leaves
            it as it is. ``CLEARED`` needs all its encounters to be completed, of which ``complete_encounter`` may be
            the last.
        complete_encounter: The id of an encounter (an obstacle) of the place, where the party must be; None for none.
        add_effect: A lasting change in a few words, 1 to 120 characters on one line; None for none.

    Raises:
        NotFound: The scenario has no such place or encounter.
        NotPossible: The encounter is completed already or belongs to another place, the party is not at its place, or
            its condition does not hold; the place is to be cleared, and one of its encounters is completed neither
            before nor by this command; or the place has the effect already.
    """

    location_id: Id
    danger_level: DangerLevel | None = None
    complete_encounter: Id | None = Field(default=None, description="an encounter whose condition holds")
    add_effect: Name | None = Field(default=None, description="a lasting change in a few words")


class DiscoverSecretCommand(Command):
    """The party finds out a secret of the place where it is.

    Args:
        secret_id: A secret of the party's place whose condition holds; or a secret of any place that a person has
            revealed to the party.

    Raises:
        NotFound: The scenario has no such secret.
        NotPossible: The party knows it already; or no person has revealed it, and it is at another place or its
            condition does not hold.
    """

    secret_id: Id


class MoveNPCCommand(PersonCommand):
    """Let a person go to another place; None takes it off the map.

    Args:
        npc_id: The person.
        location_id: The place to go to; None for off the map.

    Raises:
        NotFound: The game has no such person or place.
        NotPossible: The person is dead, is there (or off the map) already, or the scenario keeps it at other places.
    """

    location_id: Id | None


class SetNPCAttitudeCommand(PersonCommand):
    """Change what a person thinks of the party.

    Args:
        npc_id: The person.
        attitude: Its new attitude towards the party: ``hostile``, ``wary``, ``neutral``, ``friendly`` or ``loyal``.

    Raises:
        NotFound: The game has no such person.
        NotPossible: It has this attitude already.
    """

    attitude: Attitude


class AskTopicCommand(PersonCommand):
    """Let a person who is here tell what it knows about one of its topics.

    Args:
        npc_id: A person at the party's place.
        topic_id: A topic of that person whose condition holds, at one of the topic's places if it names any.

    Raises:
        NotFound: The game has no such person, or the person no such topic.
        NotPossible: The person is not at the party's place, or the topic's condition or place does not allow it yet.
    """

    topic_id: Id = Field(description="one of the person's topics")


class EntrustMessageCommand(PersonCommand):
    """Give a person who is here a message for someone elsewhere.

    The messenger passes it on when the two are next at one place and awake. It declines where the message is for
    itself, where the other person is here and awake, unknown to it, dead or never where it comes, where it is hostile
    to the party or dislikes that person (a relationship of -5 or less), and where it carries too many messages.

    Args:
        npc_id: The messenger, a person at the party's place.
        to_id: The person that the message is for.
        words: The message in the sender's own words, 1 to 500 characters.
        by_id: The id of the player who sends it; None for the player whose line is carried out, else the first.

    Raises:
        NotFound: The game has no such person, or the party no such player.
        NotPossible: The messenger is not at the party's place, or declines.
    """

    to_id: Id
    words: Annotated[str, AfterValidator(checked_text)] = Field(min_length=1, max_length=MAX_WORDS)
    by_id: Id | None = None


class DeliverMessageCommand(PersonCommand):
    """Let a person pass on the oldest message that it carries for another person; follows by itself when the two are
    at one place and awake.

    Args:
        npc_id: The messenger.
        to_id: The person that the message is for, at the messenger's place.

    Raises:
        NotFound: The game has no such person.
        NotPossible: The messenger carries no message for that person, a player or agent plays the messenger, or one of
            the two is asleep, dead or elsewhere.
    """

    to_id: Id


class StartQuestCommand(Command):
    """Take on a quest.

    Args:
        quest_id: A quest that is not started yet and whose start condition holds.

    Raises:
        NotFound: The scenario has no such quest.
        NotPossible: It is active, completed or failed already, or its start condition does not hold.
    """

    quest_id: Id


class CompleteObjectiveCommand(Command):
    """Complete one objective of an active quest; its condition must hold.

    Args:
        quest_id: An active quest.
        objective_id: One of its objectives that is not done yet.

    Raises:
        NotFound: The scenario has no such quest, or the quest no such objective.
        NotPossible: The quest is not active, the objective is done already, or its condition does not hold.
    """

    quest_id: Id
    objective_id: Id


class CompleteQuestCommand(Command):
    """Complete an active quest whose objectives are all done.

    Args:
        quest_id: An active quest with all objectives done.

    Raises:
        NotFound: The scenario has no such quest.
        NotPossible: The quest is not active, or objectives are left.
    """

    quest_id: Id


class ProgressActCommand(Command):
    """End the current act and begin the next; after the last act the game ends.

    Args:
        act_id: The act that follows the current one; None after the last act.

    Raises:
        NotPossible: The story is over, ``act_id`` is not the act that follows, or the condition that ends the current
            act does not hold.
    """

    act_id: Id | None = Field(default=None, description="the act to begin; None after the last act: the end")


MAX_ADVANCE = 365 * MINUTES_PER_DAY


class AdvanceTimeCommand(Command):
    """Let game time pass; ways take their own.

    Args:
        minutes: Minutes of game time, from 0 to 525,600 (365 days).
    """

    minutes: int = Field(ge=0, le=MAX_ADVANCE)


class AddNoteCommand(Command):
    """Add a note; a pinned one is in each prompt of the narrator.

    Args:
        text: 1 to 1,000 characters, not all of them blanks.
        pinned: Whether every prompt of the narrator shows the note.
        owner_id: The id of the only player who may read it; None for a note of all players.
        for_master: Whether the game master alone may read it, and no player.

    Raises:
        NotFound: The party has no such player, or the player has left.
    """

    text: Annotated[str, AfterValidator(checked_text)] = Field(min_length=1, max_length=1000)
    pinned: bool = False
    owner_id: Id | None = Field(default=None, description="the player whose note it is; None: the whole table's")
    for_master: bool = Field(default=False, description="whether the game master alone may read it")


class JoinPartyCommand(Command):
    """Add a player; one who has left and comes back under the same name is the same player again.

    Args:
        name: The player's name in the story, 1 to 60 characters on one line.
        player_id: Its id, which no player or person may have yet, nor may it be ``party``; None makes one. Without
            effect for a player who comes back and so keeps its id.
        sheet: What is known of its character, apart from the name; None for nothing. Without effect for a player who
            comes back and so keeps its sheet.

    Raises:
        InvalidInput: The name is blank, longer than 60 characters or holds control characters.
        NotPossible: A player of the party has the name, or a person of the scenario has it as its name or an alias; one
            of them, or another player who has left, has the id; the party has 8 players; or a new player would be the
            game's 101st, with all that have left.
    """

    name: Name
    player_id: Id | None = Field(default=None, description="an id that the game does not have yet; None: one is made")
    sheet: PlayerSheet | None = None


class LeavePartyCommand(Command):
    """Let a player leave; the others play on.

    Args:
        player_id: A player of the party.

    Raises:
        NotFound: The party has no such player, or the player has left.
        NotPossible: It is the last player of the party.
    """

    player_id: Id


class UpdatePlayerSheetCommand(Command):
    """Change what a player's sheet says of its character. People no longer know a value that has changed.

    Args:
        player_id: The id of a player of the party.
        name: The name that the story uses, 1 to 60 characters on one line; None, here and below, leaves a field as it
            is.
        called: The name that the character goes by, at most 60 characters; "" for none, here and below.
        pronouns: How it is spoken of, as ``she/her``; at most 60 characters.
        description: What it looks like, at most 4,000 characters.
        occupation: What it does for a living, at most 200 characters.
        home: Where it is from, at most 200 characters.
        background: What more is to be known of it, at most 4,000 characters.
        goals: All that it wants, at most 20 lines of at most 200 characters.
        likes: All that it likes, likewise.
        skills: All that it can do, at most 20: by name, of at most 60 characters, a number from -99 to 99.
        notes: All that it asked to have remembered, at most 20 lines of at most 200 characters.
        known_to: The ids of at most 100 people who know the given values from now on.

    Raises:
        InvalidInput: The name is blank, longer than 60 characters or holds control characters.
        NotFound: The party has no such player, or the game no such person.
        NotPossible: Another player of the party has the name, or a person of the scenario has it as its name or an
            alias.
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
        narration: All that the game has otherwise than its scenario; what it leaves out is as the scenario says.
    """

    narration: NarrationStyle
