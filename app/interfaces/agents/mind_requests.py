"""The requests to a mind. Each holds all that the mind may use for its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.interfaces.agents.interview import Questions
from app.interfaces.agents.mind_views import (
    ActionKind,
    DraftedLine,
    KnownPerson,
    KnownPlace,
    MemoryExcerpt,
    Occasion,
    Portrait,
    PossibleAction,
    TalkReason,
)
from app.models.base import Id
from app.models.clock import MINUTES_PER_DAY
from app.models.minds.mind_state import OpenQuestion
from app.models.minds.plan import PLAN_HOUR, PlanItem

LEAST_ITEMS, MOST_ITEMS = 5, 8  # of the plan of a whole day
_WHOLE_DAY_FOR = 3 * 60  # minutes from the begin of a plan's day
_FEW = 3  # memories
_OPEN_KINDS = frozenset({ActionKind.GO, ActionKind.TALK})
INTERVIEW_TOKENS = 5_000  # room for the 120 memories that are recalled for an interview


@dataclass(frozen=True)
class ScoreRequest:
    """A request to rate how important memories are to a person, from 1 to 10.

    Args:
        person: The person.
        memories: The memories to rate, at most 20, oldest first; empty for none.
    """

    person: Portrait
    memories: tuple[MemoryExcerpt, ...]


@dataclass(frozen=True)
class PlanRequest:
    """A request for a person's plan until ``plan_hour`` (usually 06:00) of the next day.

    Args:
        person: The person.
        now: The game time in minutes since day 1, 00:00.
        weekday: The name of the day of the week, in the game's language.
        places: The places that the person knows.
        home: The id of the place where the person lives; None if there is none, or no way back from it.
        work: The id of the person's place of work; None if there is none, or no way back from it.
        people: The people that the person knows.
        hints: Habits from the person's sheet, each a text.
        left_undone: Items that yesterday's plan left undone; empty after a surprise.
        memories: Memories related to the day, at most 15, the best first.
        surprise: What has happened that may change the rest of the plan; "" for the plan of a new day.
        visitor_id: ``party`` if the surprise is a visit of the party; else None.
        is_danger: Whether the surprise is a danger.
        planned: All items of the present plan, each a text; empty for the plan of a new day.
        occasions: Meetings and gatherings of the day.
        questions: Open questions, each with the id of the place where the person to ask lives or works.
        remaining: The items of the present plan that are to come; empty for the plan of a new day.
        plan_hour: The minute of the day at which the plan of a day begins, usually 360 (06:00).
    """

    person: Portrait
    now: int
    weekday: str
    places: tuple[KnownPlace, ...]
    home: str | None = None
    work: str | None = None
    people: tuple[KnownPerson, ...] = ()
    hints: tuple[str, ...] = ()
    left_undone: tuple[PlanItem, ...] = ()
    memories: tuple[MemoryExcerpt, ...] = ()
    surprise: str = ""
    visitor_id: Id | None = None
    is_danger: bool = False
    planned: tuple[str, ...] = ()
    occasions: tuple[Occasion, ...] = ()
    questions: tuple[tuple[OpenQuestion, Id], ...] = ()
    remaining: tuple[PlanItem, ...] = ()
    plan_hour: int = PLAN_HOUR

    @property
    def is_of_whole_day(self) -> bool:
        """Whether the request is for a new day: the time of day is at most three hours after ``plan_hour`` (usually
        06:00), and ``surprise`` is empty."""
        return not self.surprise and 0 <= self.now % MINUTES_PER_DAY - self.plan_hour <= _WHOLE_DAY_FOR


@dataclass(frozen=True)
class ReflectRequest:
    """A request for a person's conclusions from its latest memories: patterns, relationships, lessons, feelings.

    Args:
        person: The person.
        now: The game time in minutes since day 1, 00:00.
        memories: The most important of the latest memories, at most 20, oldest first, which conclusions are drawn from.
        people: The people that the person knows.
        places: The names of the places where the memories happened.
        earlier: Further evidence: at most 8 active conclusions and 8 memories of the person's commitments, oldest
            first.
        goals: The person's goals that are not reached yet: id to text.
        occasions: Meetings and gatherings of the next seven days.
        concluded: Every active conclusion, as the ``of``, ``about`` and ``value`` of its `ConclusionPayload`: the kind
            of conclusion, the ids of the people that it is about, and the id of its topic, such as a place or goal (""
            for none). They need not be drawn again.
        names: Display names of all places and things of the game, by id.
        whereabouts: Ids of the places where the memories of this day happened, the most frequent first; then of the
            place where the person is now.
        company: Ids of the people and players that the person met or saw on this day, the most frequent first; then of
            the people and players present now.
    """

    person: Portrait
    now: int
    memories: tuple[MemoryExcerpt, ...]
    people: tuple[KnownPerson, ...] = ()
    places: tuple[str, ...] = ()
    earlier: tuple[MemoryExcerpt, ...] = ()
    goals: Mapping[str, str] = field(default_factory=dict)
    occasions: tuple[Occasion, ...] = ()
    concluded: frozenset[tuple[str, tuple[str, ...], str]] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    whereabouts: tuple[Id, ...] = ()
    company: tuple[Id, ...] = ()

    @property
    def all_memories(self) -> tuple[MemoryExcerpt, ...]:
        """The possible evidence of a conclusion: ``earlier``, then ``memories``."""
        return (*self.earlier, *self.memories)

    @property
    def is_minimal(self) -> bool:
        """Whether there are fewer than three ``memories``; ``earlier`` ones do not count. The heuristic mind then draws
        one plain conclusion."""
        return len(self.memories) < _FEW


@dataclass(frozen=True)
class DecideRequest:
    """A request for what a person does now.

    Args:
        person: The person.
        now: The game time in minutes since day 1, 00:00.
        situation: A description of the place, the company and what is happening.
        actions: The actions to choose from, at least two.
        plan: The items of the person's plan as texts: first what is under way, then what is to come, then what is over.
            Empty if there is no plan.
        memories: Memories related to the situation, at most 8, the best first; empty for none.
        items: The items of ``plan`` as values, in the same order.
        plan_hour: The minute of the day at which the plan of a day begins, usually 360 (06:00).
    """

    person: Portrait
    now: int
    situation: str
    actions: tuple[PossibleAction, ...]
    plan: tuple[str, ...] = ()
    memories: tuple[MemoryExcerpt, ...] = ()
    items: tuple[PlanItem, ...] = ()
    plan_hour: int = PLAN_HOUR

    @property
    def is_open(self) -> bool:
        """Return whether a mind has to decide: whether ``actions`` has a place to go to, a person to talk to, or
        several deeds (actions of the scenario). Otherwise rules decide: meals, rest, work, an activity in progress and
        a single deed. Also True if the ``kind`` of one of the actions is None."""
        kinds = [action.kind for action in self.actions]
        return None in kinds or not _OPEN_KINDS.isdisjoint(kinds) or kinds.count(ActionKind.DEED) > 1


@dataclass(frozen=True)
class ConverseRequest:
    """A request for a conversation between two people.

    Args:
        people: The two people; in a conversation by rules the first one begins.
        place: The name of their place.
        now: The game time in minutes since day 1, 00:00.
        memories: The memories of each, by the person's id: those of the other person, and important ones of the last
            days, oldest first.
        most_lines: The most lines that the conversation may have, by default 6.
        matters: The reasons to talk of each, by the person's id, the most important first.
        engaged: The times at which each has agreed to be somewhere, by the person's id, in minutes since day 1, 00:00.
    """

    people: tuple[Portrait, Portrait]
    place: str
    now: int
    memories: Mapping[str, tuple[MemoryExcerpt, ...]]
    most_lines: int = 6
    matters: Mapping[str, tuple[TalkReason, ...]] = field(default_factory=dict)
    engaged: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class CondenseRequest:
    """A request to condense memories into one or two sentences, as the person would say them.

    Args:
        person: The person.
        memories: The memories to condense, oldest first.
    """

    person: Portrait
    memories: tuple[MemoryExcerpt, ...]


@dataclass(frozen=True)
class SpeakRequest:
    """A request for a person's next utterance.

    Args:
        person: The person.
        dialogue: The dialogue so far, oldest line first; may be empty.
        memories: Memories related to the dialogue or the situation, oldest first; empty for none.
        context: A description of the situation; "" for none.
        topics: What the scenario lets the person say about the last line of another speaker, each a text in the
            person's own words. Empty if there is no such line, or the person has nothing to say about it.
    """

    person: Portrait
    dialogue: tuple[DraftedLine, ...]
    memories: tuple[MemoryExcerpt, ...] = ()
    context: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True)
class InterviewRequest:
    """A request to answer the questions of an interview.

    Args:
        person: The person.
        options: The possible answers to each question: question to answers. Empty for none.
        ranges: The lowest and the highest answer to each question that wants a number: question to bounds. Empty for
            none. A question that is in ``options``, too, is asked for an option.
        memories: Memories related to the questions, at most 120, oldest first; empty for none.
        context: A description of the situation; "" for none.
        fractions: Whether numbers may have fractions.
        tokens: The most tokens, by estimate, of a model's prompt, by default 5,000.
    """

    person: Portrait
    options: Mapping[str, tuple[str, ...]]
    ranges: Mapping[str, tuple[float, float]]
    memories: tuple[MemoryExcerpt, ...] = ()
    context: str = ""
    fractions: bool = False
    tokens: int = INTERVIEW_TOKENS

    @property
    def questions(self) -> Questions:
        """The questions with their options or ranges, without the person and the memories."""
        return Questions(self.options, self.ranges, self.fractions)

    def bounds(self, question: str) -> tuple[float, float]:
        """Return the lowest and the highest answer to a question, as `Questions.bounds` does.

        Args:
            question: A question of ``ranges``.

        Returns:
            The lowest and the highest number, both possible answers; whole numbers unless ``fractions``.

        Raises:
            BadAnswer: The range is infinite, or holds no number that may be answered.
            KeyError: ``ranges`` has no such question.
        """
        return self.questions.bounds(question)

    def checked(self, question: str, answer: object) -> str | float:
        """Check an answer against what its question offers, as `Questions.checked` does.

        Args:
            question: A question of ``options`` or ``ranges``.
            answer: The answer of a mind: of a question with options a text equal to one of them; of one with a range an
                ``int`` or ``float``. Texts such as ``"4"`` and booleans are no numbers.

        Returns:
            The option; or the number, without ``fractions`` as an ``int`` (4.0 becomes 4).

        Raises:
            BadAnswer: The answer is not an option of the question, or not a number in its range; without ``fractions``
                it is no whole number (3.6 is not rounded); or the range is infinite, or holds no number that may be
                answered.
            KeyError: The request has no such question.
        """
        return self.questions.checked(question, answer)
