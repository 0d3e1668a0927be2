"""The tools by which a character's player asks and recalls; game and character are bound beforehand."""

from typing import Annotated, Literal, NotRequired, TypedDict

from pydantic import Field, StringConstraints

from app.interfaces.seat import ToolArguments

MAX_QUESTION = 1000

Question = Annotated[str, StringConstraints(max_length=MAX_QUESTION)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=r"\S")]
Spoken = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=r"\S")]
Who = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"\S")]
Tag = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"\S")]
Turn = Annotated[int, Field(ge=0, le=10**9)]
Importance = Annotated[float, Field(ge=1, le=10, allow_inf_nan=False)]
AskedPreset = Literal["hybrid", "recent", "situational", "chronicle"]
MemoryType = Literal["character", "scene", "episodic", "character_knowledge", "lore"]


class MemoryView(TypedDict):
    """A memory, or a fact that a person knows, in the answer of a tool. A key is left out if there is nothing to say.

    Attributes:
        content: The text, as the person perceives it.
        relevance: How well it answers the question, from 0 (not at all) to 1.
        turn: The number of the turn in which it was remembered, as a text.
        id: The id by which other tools name it: that of a memory of the person, or of a message.
        distorted: True if the person perceives it, or its ``outcome``, differently from what happened.
        links: The links that `AssociateMemories` made with it, each as ``{"a", "b", "relation"}``: two ids and a text.
        confidence: How sure the person can be of it, from 0 to 1; only of `RecallFacts`.
        outcome: A text that says what followed from it, or that nothing is known to have followed; only of
            `CheckSimilarSituations`, `RecallProcedures` and `ConsultMemories`.
        outcome_ids: The ids of the memories that ``outcome`` was made of.
    """

    content: str
    relevance: float
    turn: NotRequired[str]
    id: NotRequired[str]
    distorted: NotRequired[bool]
    links: NotRequired[list[dict[str, object]]]
    confidence: NotRequired[float]
    outcome: NotRequired[str]
    outcome_ids: NotRequired[list[str]]


class QuerySelf(ToolArguments):
    """Find out who you are: name, age, occupation, looks. Begin with this.

    Then ask for your traits, your skills, your values, how you decide, what you want and how far you have come, what
    you carry, what you can tell, or for one matter that you can tell of. What you keep to yourself, say to nobody.

    Args:
        question: At most 1,000 characters; "" for something of everything.

    Returns:
        ``{"memories": [...]}``: at most 5 facts, each a `MemoryView` (its ``content``, its ``relevance`` from 0 to 1,
        and more), the best first. A fact of low relevance merely resembles the question. The list is empty if nothing
        resembles it.
    """

    question: Question = Field(default="who am I?", description="in your own words; empty for something of everything")


class QueryBackground(ToolArguments):
    """Recall where you come from and what made you who you are.

    Args:
        question: At most 1,000 characters; "" for the first facts.

    Returns:
        ``{"memories": [...]}``: at most 5 facts, each a `MemoryView` (its ``content``, its ``relevance`` from 0 to 1,
        and more), the best first. A fact of low relevance merely resembles the question. The list is empty if nothing
        resembles it.
    """

    question: Question = "what is my background?"


class QueryCommunicationStyle(ToolArguments):
    """Recall how you speak, before you say something.

    Args:
        question: At most 1,000 characters; "" for the first facts.

    Returns:
        ``{"memories": [...]}``: at most 3 facts, each a `MemoryView` (its ``content``, its ``relevance`` from 0 to 1,
        and more), the best first. A fact of low relevance merely resembles the question. The list is empty if nothing
        resembles it.
    """

    question: Question = "how do I speak?"


class QueryScene(ToolArguments):
    """Find out where you are, what it is like there, what time it is and what is happening.

    Args:
        question: At most 1,000 characters; "" for everything that the answer has room for, the place first.

    Returns:
        ``{"memories": [...], "can"?}``: at most 5 facts, each a `MemoryView` (its ``content``, its ``relevance`` from 0
        to 1, and more), the best first. A fact of low relevance merely resembles the question. The list is empty if
        nothing resembles it. ``can`` lists the lines that `ActTool` takes for the action ``do``; it is left out if
        there are none.
    """

    question: Question = Field(default="", description="empty for all of it")


class QueryCharacter(ToolArguments):
    """Recall what you know of somebody: who it is, what can be seen, how you stand to each other.

    Args:
        name: The name, alias, trade or id of a person or player, 1 to 120 characters. If several people have it, those
            at the asking person's place are meant, or all of them if none is there.

    Returns:
        ``{"memories": [...]}``: at most 3 facts and memories, facts first, each a `MemoryView` (its ``content``, its
        ``relevance`` from 0 to 1, and more). For a name that nobody has, these are the person's topics about that name
        and the memories that mention it. If there are none, the list is empty, and a ``note`` names people that the
        person knows. For the person's own name the answer is that of `QuerySelf`.
    """

    name: Who


class QueryMemory(ToolArguments):
    """Search what you have lived through, heard and been told. Hits carry the turn in which it happened.

    Args:
        query: The words to search for, at most 1,000 characters; "" for the latest and most important memories.
        type: ``episodic`` for what the person experienced, with their links between memories; ``character``, ``scene``,
            ``character_knowledge`` or ``lore`` for knowledge of this type that the scenario gave. None for experience
            and lore without links.
        category: Only memories with this value of `MemoryKind` or `MemoryOrigin`, or with the category of memories that
            the scenario gave the person (such as ``background``); None for all.
        about: Only memories of this person, place or thing, by name or id; for an unknown name only those that have the
            same name as a subject. None for all.
        speaker: Only the words of this person or player; None for all.
        tag: Only memories with this tag, in upper or lower case. With a blank ``query``, and with a ``preset`` other
            than ``hybrid``, the latest 50 of them, whatever the query. None for all.
        first_turn: Only memories of the turn with this number or later; None for no limit.
        last_turn: Only memories of the turn with this number or earlier; None for no limit.
        preset: How to choose: ``hybrid`` (the default), by words and meaning; ``situational``, the best 10 by age,
            importance and the words of the query; ``recent``, the summaries of the last 3 visits, whatever the query;
            ``chronicle``, for a blank query the last 50 and every reflection, else all with a tag that shares a word
            with the query. For knowledge that the scenario gave (a ``type`` other than ``episodic``) ``preset``,
            ``tag`` and a known ``speaker`` are ignored.

    Returns:
        ``{"query", "memories": [...]}``: the given query, and at most 5 memories, the best first. With a ``preset``
        other than ``hybrid`` these are as many as it chooses: for ``situational`` the best first, else the oldest
        first, as for a ``tag`` with a blank query. Each is a `MemoryView` (its ``content``, its ``relevance`` from 0 to
        1, and more). For an unknown speaker or tag the list is empty, with a ``note`` that says so.

    Raises:
        InvalidInput: No memory has the category; the error lists the possible ones.
    """

    query: Question
    type: MemoryType | None = Field(default=None, description="only memories of this type; none: what was experienced")
    category: Annotated[str, StringConstraints(max_length=60)] | None = None
    about: Who | None = Field(default=None, description="only what is about this person or thing")
    speaker: Who | None = Field(default=None, description="only what this person said")
    tag: Tag | None = Field(default=None, description="only what has this tag; with an empty query all of it")
    first_turn: Turn | None = None
    last_turn: Turn | None = None
    preset: AskedPreset = Field(
        default="hybrid",
        description="how to choose: 'chronicle' is the last 50 and every reflection, 'recent' the last visits,"
        " 'situational' goes by age, importance and keywords",
    )


class RecallEpisodes(ToolArguments):
    """Recall what happened, in order of time; times in words ('yesterday', 'when we first met') or as game minutes.

    Args:
        query: What happened, at most 1,000 characters; "" for anything.
        when: A phrase for a time, such as ``yesterday`` or ``day 3``, at most 120 characters; "" for any time.
        since: Only what happened at this time or later, in minutes since day 1, 00:00; None for no limit. If ``when``
            is given, too, both apply.
        until: Only what happened at this time or earlier, in minutes since day 1, 00:00; None for no limit. If ``when``
            is given, too, both apply.
        minimum_importance: Only memories of this importance, 1 to 10, or more; None for all.

    Returns:
        ``{"memories": [...]}``: at most 10 memories, each a `MemoryView` (its ``content``, its ``relevance`` from 0 to
        1, and more), the oldest first. If nothing of the given time fits the query, these are other memories of that
        time. A ``note`` says so if ``when`` cannot be read as a time (it is then searched for as words), or lies before
        the story or in the future (the list is then empty).
    """

    query: Question = ""
    when: Annotated[str, StringConstraints(max_length=120)] = Field(default="", description="'yesterday', 'day 3' …")
    since: int | None = Field(default=None, ge=0, le=10**9, description="game minutes")
    until: int | None = Field(default=None, ge=0, le=10**9, description="game minutes")
    minimum_importance: Importance | None = None


class RecallFacts(ToolArguments):
    """Recall facts about a topic: what you have learned or always known, who you are, what you want, carry and can
    tell; each with how sure of it you can be (0 to 1).

    Args:
        topic: The topic, 1 to 1,000 characters.

    Returns:
        ``{"memories": [...]}``: at most 5 facts, each a `MemoryView` (its ``content``, its ``relevance`` and its
        ``confidence`` from 0 to 1, and more), the most relevant first. The list is empty if the person knows nothing of
        the topic.
    """

    topic: Words


class RecallFeelings(ToolArguments):
    """Recall how you stand to somebody now, and what you have felt about somebody or something, the newest first.

    Args:
        about: The name or id of a person, player, place or thing, 1 to 120 characters.

    Returns:
        ``{"memories": [...]}``: the present relationship, then at most 5 memories, the newest first. Each is a
        `MemoryView` (its ``content``, its ``relevance`` from 0 to 1, and more). If there are none, also a ``note`` that
        says so.
    """

    about: Who


class RecallProcedures(ToolArguments):
    """Recall how something is done, and what worked before.

    Args:
        task: What is to be done, 1 to 1,000 characters.

    Returns:
        ``{"memories": [...]}``: at most 5 memories, each a `MemoryView` (its ``content``, its ``relevance`` from 0 to
        1, and more): first memories of how to do it, then memories of when it was done, with a text ``outcome`` that
        describes the result. The list is empty if there are none.
    """

    task: Words


class RecallInteractions(ToolArguments):
    """Recall what you and somebody have had to do with each other, in order of time.

    Args:
        character: The name, trade or id of a person or player, 1 to 120 characters. If several people have it, those at
            the asking person's place are meant, or all of them if none is there.

    Returns:
        ``{"memories": [...]}``: at most 10 memories, each a `MemoryView` (its ``content``, its ``relevance`` from 0 to
        1, and more), the oldest first; if there are none, also a ``note`` that says so.
    """

    character: Who


class CheckSimilarSituations(ToolArguments):
    """Look whether you have been in a situation like this, and what followed.

    Args:
        context: A description of the situation, 1 to 1,000 characters.

    Returns:
        ``{"memories": [...]}``: at most 5 memories, each a `MemoryView` (its ``content``, its ``relevance`` from 0 to
        1, its ``outcome``, and more), the best first. ``outcome`` is a text that describes the events that followed, or
        says that none are known. The list is empty if the person remembers no such situation.
    """

    context: Words


class ConsultMemories(ToolArguments):
    """Consult your memories before you act: past experience, your history with those present, similar situations.

    If there is nothing, the answer says so: 'no relevant memories'.

    Args:
        situation: A description of the situation, 1 to 1,000 characters.

    Returns:
        ``{"memories": [...], "steps": [{"step", "found"}], "outcome"}``: each memory once, a `MemoryView` (its
        ``content``, its ``relevance`` from 0 to 1, and more). ``steps`` has the three searches, ``past experience``,
        ``history with those present`` and ``similar situations``, each with the ids of the memories that it found (""
        for a memory without an id). ``outcome`` is a phrase with the number of memories.
    """

    situation: Words
