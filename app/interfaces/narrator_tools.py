"""The tools of the narrator's seat. Each command of play is a further tool, under its kind."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from app.interfaces.character_tools import Spoken, Who
from app.interfaces.seat import RequestId, ToolArguments, ToolSpec
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryKind
from app.models.typed_text import MAX_PLAYER_TEXT

MAX_ORDERS = 16  # commands, and speeches, of one turn
MAX_MINUTES = 7 * MINUTES_PER_DAY  # of one call: minds live through them in ticks of ten minutes

TurnText = Annotated[str, StringConstraints(min_length=1, max_length=MAX_PLAYER_TEXT, pattern=r"\S")]


class Look(ToolArguments):
    """See the scene as the table does: place, exits, people, things, time, quests, act; with all ids.

    Returns:
        ``{"time", "turn", "act", "place", "exits", "people", "things", "party", "quests", "actions"?, "ending"?,
        "narration"?}``. ``time`` is a text such as ``Day 1, 14:20``, and ``turn`` the number of the last turn. ``act``
        is ``{"id", "name"}``; None after the last act. ``exits`` lists ``{"to", "place", "name", "minutes",
        "direction"?, "locked_needs"?}``: the id and the name of the place, the name of the way, how long it takes, its
        direction such as ``north``, and for a closed way what it needs, as a text. ``actions`` lists
        ``{"action_id", "line", "target_id"?, "with_id"?, "refused"?}`` for each action that is known here: its ids, the
        player's line for it, and why it is not possible now; it is left out if there are none. ``narration`` (style,
        length, person, tense and author's note of the narration) is left out if all of it is as usual.

        ``place`` is ``{"id", "name", "description", "atmosphere", "danger", "details", "encounters", "effects",
        "known_secrets"}``, with lists of objects with ``id`` and ``name``, but for ``effects``, which are texts; None
        while the party is at no place. ``people`` lists ``{"id", "name", "description", "attitude", "activity",
        "can_tell"}`` (``can_tell`` lists the ``id`` and ``name`` of topics); ``things`` lists ``{"id", "name",
        "count"?, "inside"?}`` (``inside`` is the id of what holds it); and ``quests`` lists ``{"id", "name",
        "description", "status", "objectives"}``, with an ``id``, a ``name`` and a bool ``done`` for each objective.
        ``party`` is ``{"players", "carries", "companions"?, "dead"?}``: the players by ``id`` and ``name``, things, and
        ids of people. The place, the party and each detail, person, player and thing also have ``seen`` if something is
        seen of their states: a list of sentences. ``ending`` is ``{"id", "name", "text", "won"}``; it is left out until
        the story has reached one.
    """


class SpokenLine(ToolArguments):
    """What a person who is here says aloud in a turn.

    Args:
        who: The id or name of a person who is at the party's place.
        text: The words without quotation marks, 1 to 2,000 characters.
    """

    who: Who = Field(description="the person's id or name")
    text: Spoken = Field(description="the bare words, without quotation marks")


class TakeTurn(ToolArguments):
    """Play what a player says or does, with all that follows from it; the answer holds the outcome.

    Without ``narration`` the game's own narrator understands the text, gives the commands and tells the outcome. With
    it you are the narrator: your commands are carried out first, all of them or nothing happens, then what people say
    and your telling are recorded as they are.

    Args:
        text: The words or the action of the player, 1 to 10,000 characters.
        speaker: The id or name of the player; None for the first player.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text is not carried
            out again and returns the same answer. None for none.
        narration: The narration by the client, 1 to 10,000 characters; None for the game's own narrator.
        commands: At most 16 commands to carry out, in order; only with ``narration``. Each is an object with its
            ``kind`` (the name of the tool of a command) and the arguments of that tool but for ``request_id``.
        says: At most 16 speeches of people, in order; only with ``narration``.

    Returns:
        ``{"text", "turn", "changes", "events", "interrupted"?, "degraded"?}``: the text for players; the number of the
        turn; what has changed, as one text; and the list of events, each an object with its ``kind`` and fields.
        ``interrupted`` is true if the player stopped the narration, and ``degraded`` if rules replaced a model; else
        they are left out.

    Raises:
        InvalidInput: ``commands`` or ``says`` are given without ``narration``; a command is not valid; a text holds
            control characters; or several people have the name of a speaker in ``says``.
        NotFound: A command or a speech names an unknown person, place or thing.
        NotPossible: There is no such player, a command is refused, a speaker is not at the party's place, or the
            moderation refuses the line or a text that was to be shown; the turn was undone.
        Conflict: The ``request_id`` was used for another call.
        ModelUnavailable: The game's narrator did not answer; the turn was undone.
        BudgetExhausted: A cap on model calls or tokens is reached; the turn was undone.
    """

    text: TurnText = Field(description="the player's words, or what the player does")
    speaker: Who | None = Field(default=None, description="the player's id or name; the first player's by default")
    request_id: RequestId = None
    narration: TurnText | None = Field(default=None, description="your own telling, where you are the narrator")
    commands: tuple[dict[str, Any], ...] = Field(
        default=(),
        max_length=MAX_ORDERS,
        description="with narration: what it brings about, each a command with its kind, as {'kind': 'take_item', …}",
    )
    says: tuple[SpokenLine, ...] = Field(
        default=(), max_length=MAX_ORDERS, description="with narration: what people say in it, which is not repeated"
    )


class AdvanceTime(ToolArguments):
    """Let game time pass, and everybody live through it; it never runs backwards.

    Args:
        minutes: Minutes of game time, from 0 to 10,080 (7 days).

    Returns:
        ``{"turn", "changes", "events"}``: the number of the turn (an integer); what has changed, as one text ("" for
        nothing); and the list of events, each an object with its ``kind`` and fields.
    """

    minutes: int = Field(ge=0, le=MAX_MINUTES)


class Memories(ToolArguments):
    """Read what a place, a person or the world remembers, the newest first.

    Args:
        of: The id or name of a place or person, or ``world``.
        limit: The most memories, from 1 to 50, by default 10.
        kind: Only memories of this kind; None for all.

    Returns:
        ``{"of", "memories": [{"id", "kind", "content", "turn"?, "time"?, "importance"?}], "in_all"}``: the owner's
        name, its newest memories (archived and superseded ones are left out), and how many such memories there are in
        all. ``turn`` is a number, ``time`` a text such as ``Day 1, 14:20``, and ``importance`` a number from 1 to 10;
        each is left out if it is unknown.

    Raises:
        NotFound: No place or person has the id or name.
        InvalidInput: Several have the name.
    """

    of: Who = Field(description="a place's or person's id or name, or 'world'")
    limit: int = Field(default=10, ge=1, le=50)
    kind: MemoryKind | None = Field(default=None, description="only memories of this kind")


class Undo(ToolArguments):
    """Take back the last turns with everything that derives from them; each call of a command was a turn too.

    Args:
        turns: How many turns, from 1 to 100.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text is not carried
            out again and returns the same answer. None for none.

    Returns:
        ``{"undone": [{"turn", "text", "commands"}], "turn"}``: the undone turns, the newest first, each with its
        number, the player's line (None for a turn without one) and a list of the kinds of its commands; and the number
        of the turn that is now the last.

    Raises:
        NotPossible: Fewer turns were played.
        Conflict: The ``request_id`` was used for another call.
    """

    turns: int = Field(default=1, ge=1, le=100)
    request_id: RequestId = None


LOOK = ToolSpec("look", Look)
TAKE_TURN = ToolSpec("take_turn", TakeTurn, changes=True)
MEMORIES = ToolSpec("memories", Memories)
UNDO = ToolSpec("undo", Undo, changes=True)
