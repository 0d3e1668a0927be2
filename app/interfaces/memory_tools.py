"""The tools of a memory alone, and what they answer: remember, recall, who knows. The routes of the API take and give
the same."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from app.interfaces.seat import RequestId, ToolArguments, ToolSpec
from app.models.memory_kinds import FormedName

MAX_OWNERS_AT_ONCE = 20
MAX_HITS = 100
RankedBy = Literal["hybrid", "situational", "genagents"]

OwnerName = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"\S")]
Kept = Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=r"\S")]


class Remember(ToolArguments):
    """Add a memory to one or several agents. Agents and places are made when they are first named.

    Args:
        who: The whole names, or ids, of the agents or places that remember it, 1 to 20; ``world`` for what everybody
            may know. A name that is not known yet becomes that of a new agent, never of a place.
        text: The text of the memory, 1 to 1,000 characters.
        about: At most 20 names of people, places or things that it is about.
        when: When it happened, in UTC unless it names its time zone; None for now.
        where: The name of the place where it happened; one that is not known yet becomes that of a new place. None
            for none.
        said_by: The name of the speaker, if the text is a speech; None otherwise.
        kind: ``observation`` (the default), ``reflection`` (a conclusion), ``emotional`` (a feeling), ``procedural``
            (how to do something) or ``semantic`` (a fact).
        importance: From 1 to 10; None: it is computed.
        confidential: Whether it was said in confidence. It is then recalled only before listeners who remember it, too.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text is not carried
            out again and returns the same answer. None for none.

    Returns:
        ``{"memories": [{"id", "who", "text", "when"}]}``: the new memory of each agent or place, in the order of
        ``who``, with the owner's name (or ``world``). All values are texts; ``when`` is a date such as
        ``2026-05-01T18:30:00Z``.

    Raises:
        InvalidInput: A name is blank; ``when`` is before 1970; or ``when`` is in the future, and the memory goes by
            real time.
        NotPossible: A new agent or place is needed, and the memory has 1,000 of them already.
        Conflict: The ``request_id`` was used for another call.
    """

    who: tuple[OwnerName, ...] = Field(
        min_length=1,
        max_length=MAX_OWNERS_AT_ONCE,
        description="the whole names of those who remember it; `world`: everybody",
    )
    text: Kept = Field(description="what they remember, in a sentence or two")
    about: tuple[OwnerName, ...] = Field(default=(), max_length=20, description="names of whom or what it is about")
    when: datetime | None = Field(default=None, description="when it happened, as 2026-05-01T18:30:00Z; null: now")
    where: OwnerName | None = Field(default=None, description="the place where it happened")
    said_by: OwnerName | None = Field(default=None, description="whose words the text is")
    kind: FormedName = Field(default="observation", description="the kind of memory")
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False, description="null: it is computed")
    confidential: bool = Field(default=False, description="whether it was told in confidence")
    request_id: RequestId = None


class Recall(ToolArguments):
    """Recall what an agent remembers about a question, best first. It changes nothing.

    Args:
        who: The whole name, or the id, of the agent or place; ``world`` for what everybody may know.
        query: The question, 1 to 1,000 characters.
        limit: The most memories, from 1 to 100.
        preset: The ranking: ``hybrid`` (words, meaning, time and more), ``situational`` (what is important, recent and
            shares keywords) or ``genagents`` (recency, relevance and importance, each scaled).
        since: Only memories of this time or later, in UTC unless it names its time zone; None for no limit.
        until: Only memories of this time or earlier, in UTC unless it names its time zone; None for no limit.
        before: At most 20 names of listeners. A memory of something said in confidence is left out, unless all of them
            remember the same. Empty for no listeners: nothing is left out.
        explain: Whether to say why each memory was chosen.

    Returns:
        ``{"memories": [{"id", "who", "text", "when", "kind", "about", "where"?, "said_by"?, "confidential",
        "importance"?, "relevance", "score", "why"?}]}``: at most ``limit`` memories, empty for none. ``when`` is a date
        as a text, ``about`` a list of names, ``confidential`` a bool, ``importance`` a number from 1 to 10,
        ``relevance`` one from 0 to 1, ``score`` the number that they are ranked by, and ``why`` the text for
        ``explain``; all others are texts.

    Raises:
        NotFound: No agent or place of this name remembers anything.
        InvalidInput: A time is before 1970.
    """

    who: OwnerName = Field(description="who recalls, by whole name; `world`: what everybody may know")
    query: Kept = Field(description="the question")
    limit: int = Field(default=10, ge=1, le=MAX_HITS)
    preset: RankedBy = Field(default="hybrid", description="the ranking of memories")
    since: datetime | None = Field(default=None, description="nothing earlier")
    until: datetime | None = Field(default=None, description="nothing later")
    before: tuple[OwnerName, ...] = Field(
        default=(), max_length=20, description="names of those who hear it: no confidence that they were not told"
    )
    explain: bool = Field(default=False, description="whether to say why each was chosen")


class WhoKnows(ToolArguments):
    """Find out which agents know something, since when, and through whom. It changes nothing.

    Args:
        claim: A sentence or a topic, 1 to 500 characters.

    Returns:
        ``{"agents": [{"who", "standing", "since"?, "through"?, "memory_id"?, "text"}]}``: each agent, in the order in
        which they were first named. All values are texts. ``standing`` is ``knows``, ``knows an old version`` or
        ``cannot know``. ``since`` is the time of the memory, in ISO 8601 with a time zone, for an old version that of
        this version; it and ``memory_id`` are left out where no memory says it. ``through`` is the name of the speaker
        (the agent's own if it was the first to say so; left out if it was not said), and ``text`` that of the memory
        which says it, "" for none.

    Raises:
        InvalidInput: The claim has no words to compare.
    """

    claim: Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"\S")] = Field(
        description="a sentence, as: The launch is on Friday."
    )


REMEMBER = ToolSpec("remember", Remember, changes=True)
RECALL = ToolSpec("recall", Recall)
WHO_KNOWS = ToolSpec("who_knows", WhoKnows)
MEMORY_TOOLS = (REMEMBER, RECALL, WHO_KNOWS)
