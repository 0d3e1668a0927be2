"""Trials of a model: the situations that are put to it, and the report of how it did."""

from collections.abc import Sequence
from enum import StrEnum
from statistics import median
from typing import Literal

from app.models.base import Frozen
from app.models.sheets.condition import Condition
from app.models.spend import Spend


class SituationKind(StrEnum):
    """What a model has to do in a situation."""

    TELLING = "telling"
    """Narrate what the rules have done, in mode ``guided``."""
    ANSWERING = "answering"
    """Speak for a person, in mode ``guided``."""
    PICKING = "picking"
    """Choose what a line means."""
    ACTING = "acting"
    """Carry out a line by calling tools, in mode ``tools``."""
    SUMMARIZING = "summarizing"
    """Condense a scene to a memory."""


class TrialFault(StrEnum):
    """Something wrong with what a model wrote."""

    CONTRADICTED = "contradicted the state of the game"
    LEAKED = "gave a secret away"
    ECHOED = "echoed the player's line or the prompt"
    UNUSABLE = "wrote what could not be shown"
    NOT_DONE = "did not do what the line asks"


_GRAVE = frozenset({TrialFault.CONTRADICTED, TrialFault.LEAKED, TrialFault.NOT_DONE})


class Situation(Frozen):
    """One situation: what is typed before it, by the rules, and the line that is put to the model.

    Attributes:
        id: Its id.
        title: What it tries, in a few plain words.
        kind: What the model has to do.
        before: Lines that are played without the model.
        line: The line.
        then: What must be so after the line; None for nothing in particular.
        readings: For ``picking``: what the line may mean.
        meant: For ``picking``: the number of the right reading, 0 for none.
    """

    id: str
    title: str
    kind: SituationKind
    before: tuple[str, ...] = ()
    line: str
    then: Condition | None = None
    readings: tuple[str, ...] = ()
    meant: int = 0


class TriedSituation(Frozen):
    """How a model did in one situation.

    Attributes:
        id: The id of the situation.
        title: What it tried.
        kind: What the model had to do.
        faults: What was wrong with its answers as they came, also with those that the game would not show.
        is_usable: Whether the game could use one of its answers, after its checks and one retry.
        failure: Why there was no answer; "" where there was one.
        answer: The first answer as it came, shortened.
        calls: How many calls it took.
        first_token: Seconds until the first answer began; None where that is not known.
        writing: Seconds in which answers were written, after they had begun.
        written: Tokens that were written in that time, as the server counts them.
    """

    id: str
    title: str
    kind: SituationKind
    faults: tuple[TrialFault, ...] = ()
    is_usable: bool = True
    failure: str = ""
    answer: str = ""
    calls: int = 0
    first_token: float | None = None
    writing: float = 0.0
    written: int = 0

    @property
    def is_obeyed(self) -> bool:
        """Whether all was as it should be."""
        return self.is_usable and not self.faults and not self.failure

    @property
    def is_sound(self) -> bool:
        """Whether the game could use an answer, and nothing in any of them was grave: an echo is cut."""
        return self.is_usable and not self.failure and _GRAVE.isdisjoint(self.faults)


SuitedMode = Literal["tools", "guided", "summaries", "offline"]
SLOW_FIRST_TOKEN = 8.0
"""Seconds to the first token from which players notice that they wait."""
SLOW_TOKENS = 8.0
"""Tokens a second below which text comes more slowly than it is read aloud."""
_ONCE = 1
"""How often a narrator of mode ``guided`` may fail: the rules tell such a turn."""
_OF_GUIDED = (SituationKind.TELLING, SituationKind.ANSWERING)


class TrialReport(Frozen):
    """The result of a trial.

    Attributes:
        model: The name of the model.
        tried: The situations, in order.
        spend: The calls, tokens and cost of all of them; the cost is None where no price is known.
    """

    model: str
    tried: tuple[TriedSituation, ...]
    spend: Spend = Spend()

    @property
    def first_token(self) -> float | None:
        """The median of the seconds until an answer began; None where that is not known."""
        known = [each.first_token for each in self.tried if each.first_token is not None]
        return median(known) if known else None

    @property
    def tokens_a_second(self) -> float | None:
        """The tokens that were written in a second; None where the server does not count them."""
        seconds, written = sum(each.writing for each in self.tried), sum(each.written for each in self.tried)
        return written / seconds if written and seconds else None

    def of(self, *kinds: SituationKind) -> Sequence[TriedSituation]:
        """List the situations of some kinds."""
        return [each for each in self.tried if each.kind in kinds]

    @property
    def suits(self) -> SuitedMode:
        """What the model is fit for: ``tools``, ``guided``, only ``summaries``, or nothing, so that the game is played
        ``offline``."""
        acted, told = self.of(SituationKind.ACTING), self.of(*_OF_GUIDED)
        if acted and all(each.is_sound for each in acted):
            return "tools"
        if told and sum(each.is_sound for each in told) >= len(told) - _ONCE:
            return "guided"
        condensed = self.of(SituationKind.SUMMARIZING)
        return "summaries" if condensed and all(each.is_usable for each in condensed) else "offline"

    @property
    def slowness(self) -> str:
        """How slow the model is and what would help, in plain words; "" where it is fast enough."""
        first, speed = self.first_token, self.tokens_a_second
        found = [f"{first:.0f} s pass before an answer begins"] if first and first > SLOW_FIRST_TOKEN else []
        found += [f"it writes {speed:.0f} tokens a second"] if speed and speed < SLOW_TOKENS else []
        if not found:
            return ""
        return (
            f"It is slow: {', and '.join(found)}. A smaller model or one of fewer bits helps most; then a shorter"
            " prompt (3,000 tokens), short answers (How much: Short), the mode guided, and a server"
            " that keeps the model loaded."
        )

    @property
    def picks_well(self) -> bool:
        """Whether it chose the right reading each time."""
        picked = self.of(SituationKind.PICKING)
        return bool(picked) and all(each.is_obeyed for each in picked)

    @property
    def settings(self) -> dict[str, str]:
        """The settings, by name, that use the model for what it is fit for."""
        suits = self.suits
        narrates = {"TALEKEEPER_NARRATOR_MODEL": self.model if suits in ("tools", "guided") else "offline"}
        mode = {"TALEKEEPER_NARRATOR_MODE": suits} if suits in ("tools", "guided") else {}
        return {"TALEKEEPER_MODEL": "offline" if suits == "offline" else self.model, **narrates, **mode}

    @property
    def why(self) -> str:
        """Why the model is fit for that, in plain words."""
        acted, told = self.of(SituationKind.ACTING), self.of(*_OF_GUIDED)
        done, used = (sum(each.is_sound for each in some) for some in (acted, told))
        by_tools = f"It acted rightly by calling tools in {done} of {len(acted)} situations"
        by_rules = f"where the rules act, its words could be used in {used} of {len(told)}"
        match self.suits:
            case "tools":
                return f"{by_tools}, so it can be the game master."
            case "guided":
                return f"{by_tools}, which is not enough; {by_rules}, so it can narrate what the rules do."
            case "summaries":
                return f"{by_tools}, and {by_rules}, which is not enough; its summary was good, so it can condense."
            case _:
                return f"{by_tools}, and {by_rules}, and its summary was not good either: the rules play better alone."
