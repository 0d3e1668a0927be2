"""What a mind sees of a game: the values that its requests are made of. Plain data, never an instruction."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.models.base import Id
from app.models.memory import MemoryKind, MemoryOrigin
from app.models.messages.payload import Payload, Utterance


@dataclass(frozen=True)
class Portrait:
    """A person as a mind sees them: what the scenario says, and what has changed since. A text is "", and a list empty,
    if there is nothing to say.

    Args:
        npc_id: The person's id.
        name: The person's name.
        description: Archetype and occupation, then looks.
        background: The person's history.
        manner: How the person speaks.
        deciding: How the person decides.
        traits: Traits, each a text.
        values: Values, each a text.
        goals: Goals that are not reached yet, each a text.
        skills: Skills, each a text.
        state: A description of the attitude to the party, the meters and the activity.
        relationships: What the person thinks of others: one sentence for each of ``feelings``.
        occupation: The person's occupation.
        age: The age in years; None if unknown.
        progress: The progress of each of ``goals``, from 0 to 100.
        commitments: The person's open commitments, each a text; the newest 4, newest first.
        lately: The person's latest conclusions, each a text; the newest 4, newest first.
        energy: From 0 (exhausted) to 100; 100 by default.
        hunger: From 0 (starving) to 100 (well fed); 100 by default.
        mood: From 0 (low) to 100 (high); 50 by default.
        feelings: How much the person likes others, by their id (or ``party``), from -10 (hates) to +10 (loves).
        names: Display names, by id, of those in ``feelings`` and of everyone else that the person has noticed.
        language: The language of the game, as a code such as ``en``.
        more: The other fields of the person's sheet that a mind reads: heading to text.
    """

    npc_id: str
    name: str
    description: str = ""
    background: str = ""
    manner: str = ""
    deciding: str = ""
    traits: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    state: str = ""
    relationships: tuple[str, ...] = ()
    occupation: str = ""
    age: int | None = None
    progress: tuple[int, ...] = ()
    commitments: tuple[str, ...] = ()
    lately: tuple[str, ...] = ()
    energy: float = 100.0
    hunger: float = 100.0
    mood: float = 50.0
    feelings: Mapping[Id, float] = field(default_factory=dict)
    names: Mapping[Id, str] = field(default_factory=dict)
    language: str = "en"
    more: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MemoryExcerpt:
    """A memory as a mind sees it.

    Args:
        id: The memory's id, by which answers name it.
        text: The text for a model: what happened as the owner perceives it, then the owner's ``thought``, if there is
            one.
        game_time: Minutes since day 1, 00:00; None if unknown.
        importance: From 1 to 10; None if not rated.
        payload: The typed meaning of the memory, such as a promise with its ids; None for a plain text.
        kind: The kind of memory; None if unknown.
        origin: How the owner came to know it, such as ``perception`` or ``dialogue``; None if unknown.
        subjects: Ids or names of its subjects.
        place_id: The id of the place where it happened; None for none.
        names: The owner's names for the ids in the payload: id to name.
        score: The score that recall gave it for a question, higher for a better match; None if it was not recalled for
            one.
        thought: The owner's own thought about it, which ``text`` ends with; "" for none.
    """

    id: str
    text: str
    game_time: int | None = None
    importance: float | None = None
    payload: Payload | None = None
    kind: MemoryKind | None = None
    origin: MemoryOrigin | None = None
    subjects: tuple[str, ...] = ()
    place_id: Id | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    score: float | None = None
    thought: str = ""

    @property
    def happened(self) -> str:
        """The ``text`` without the owner's ``thought`` at its end. Rules draw conclusions from this part."""
        if not self.thought:
            return self.text
        return self.text.removesuffix(f"({self.thought})").removesuffix(self.thought).rstrip()


@dataclass(frozen=True)
class KnownPlace:
    """A place that a person knows.

    Args:
        id: The place's id.
        name: Its name.
        type: Its use, such as ``restaurant``; "" for none.
        tags: The tags that the scenario gives it.
    """

    id: str
    name: str
    type: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class KnownPerson:
    """A person, or the party, as another person knows them.

    Args:
        id: The person's id, or ``party``.
        name: The name.
        relationship: How much the other person likes them, from -10 (hates) to +10 (loves); 0 by default.
        members: For the party the ids of the players; else empty.
    """

    id: str
    name: str
    relationship: float = 0.0
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Occasion:
    """A meeting or gathering that a person knows of.

    Args:
        place_id: The id of its place.
        at: When it begins, in minutes since day 1, 00:00.
        words: A description, in the words in which the person learned of it.
        host_id: The id of the person or player who invites.
        because: The id of the commitment or memory from which the person knows of it.
        is_bound: Whether the person has agreed to come, or is the host.
        learned: When the person learned of it, in minutes since day 1, 00:00.
        teller_id: The id of the speaker from whom the person learned of it; "" if there was none, as for a host.
        with_ids: The ids of the others who take part.
    """

    place_id: Id
    at: int
    words: str
    host_id: str
    because: str
    is_bound: bool
    learned: int
    teller_id: str = ""
    with_ids: tuple[str, ...] = ()


class ActionKind(StrEnum):
    """The kind of a possible action.

    Attributes:
        DONE: Count the present item of the plan as done.
        EAT: Have a meal.
        REST: Sleep.
        WORK: Work at the place of work.
        GO: Go to the neighbouring place `PossibleAction.place_id`.
        TALK: Talk with the person `PossibleAction.with_id`.
        DEED: Do something that the scenario's author lets people do.
        STAY: Go on as before.
    """

    DONE = "done"
    EAT = "eat"
    REST = "rest"
    WORK = "work"
    GO = "go"
    TALK = "talk"
    DEED = "deed"  # an action that the scenario's author has given to people
    STAY = "stay"


@dataclass(frozen=True)
class PossibleAction:
    """An action that a person could take here and now.

    Args:
        id: The id by which a `Decision` names it.
        description: A text that describes the action.
        kind: The kind of action; None if only the description is known.
        place_id: For ``GO`` the id of the place; else None.
        with_id: For ``TALK`` the id of the other person; else None.
    """

    id: str
    description: str
    kind: ActionKind | None = None
    place_id: Id | None = None
    with_id: Id | None = None


class MatterKind(StrEnum):
    """The kind of a reason for a talk.

    Attributes:
        NEWS: A memory that the other person does not know of, as far as the speaker knows.
        INVITE: An invitation, for company or for help with a goal.
        REMIND: A commitment of the other person that is due.
        ASK: A question, also one about a goal of the speaker.
        COMPLAIN: Something that the other person has done, or has not done.
        AFFECTION: How much the speaker likes the other person.
    """

    NEWS = "news"
    INVITE = "invite"
    REMIND = "remind"
    ASK = "ask"
    COMPLAIN = "complain"
    AFFECTION = "affection"


@dataclass(frozen=True)
class TalkReason:
    """A reason for a talk between two people.

    Args:
        kind: The kind of reason.
        key: A text that is equal for two reasons that would lead to the same words.
        weight: How much it matters to the speaker, a number of at least 0; the reason with the greatest weight is said
            first.
        memory: The memory that is the reason; None for none.
        what: A quotation of the matter, such as the goal; "" for none.
        about_id: The id of the person, place, thing or goal that it is about; "" for none.
        place_id: The id of the place that it names; None for none.
        at: The time that it names, in minutes since day 1, 00:00; None for none.
        names: Display names of these ids: id to name.
        said: The utterance that is passed on; None for none.
        answer: For a question, the listener's memory that answers it; None for none.
        lead_id: The id of the person that the listener would ask about the goal ``goal_id``, and names to the speaker;
            "" for none.
        goal_id: The id of the goal that is asked about; "" for none.
        is_advised: Whether another person has named the listener as the one to ask.
    """

    kind: MatterKind
    key: str
    weight: float
    memory: MemoryExcerpt | None = None
    what: str = ""
    about_id: str = ""
    place_id: Id | None = None
    at: int | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    said: Utterance | None = None
    answer: MemoryExcerpt | None = None
    lead_id: str = ""
    goal_id: str = ""
    is_advised: bool = False


@dataclass(frozen=True)
class DraftedLine:
    """A line of a dialogue.

    Args:
        speaker: The speaker's name.
        text: The words.
    """

    speaker: str
    text: str
