"""What a person concludes of a day on which little happened: something true of it, by rule."""

from collections.abc import Iterator

from app.agents.mind.concluding import Concluding
from app.agents.mind.feelings import mood_of
from app.agents.mind.statements import MemoryStatement
from app.agents.mind.wording import chance, display_name, fill, plain
from app.interfaces.agents.mind import Insight
from app.language.rendering.filling import as_clause
from app.language.rendering.phrases import time_text
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.messages.payload import ConclusionKind
from app.models.minds.activity import Level

_LONGEST = 160


class QuietDays(Concluding):
    """The minimal conclusion of a request. Each day of a person has other words and another thing that it thinks of."""

    def quiet_day(self, happened: MemoryStatement | None) -> Insight:
        """Return where the person was and with which others, or the little that happened, and what it wants or expects.

        Args:
            happened: The weightiest event of the memories that is no routine; None where there is none.
        """
        request = self.request
        where = next(iter(request.whereabouts), "")
        who = next((key for key in request.company if key in self.people), "")
        if happened is not None:
            lines = "quiet_but"
        elif where:
            lines = "quiet_with" if who else "quiet_met" if request.company else "quiet_alone"
        else:
            lines = "minimal"
        what = as_clause(self.language, plain(happened.reported(self.language), _LONGEST)) if happened else ""
        weekday = self.language.lines("minds.weekdays")[request.now // MINUTES_PER_DAY % 7]
        slots = {"where": self.thing(where), "who": self.called(who), "day": weekday, "what": what}
        opening = self._of_day(f"concluded_{lines}", **slots)
        more = list(self._on_its_mind())
        text = " ".join([opening, *([more[self._turn % len(more)]] if more else [])])
        about = (who,) if who and lines == "quiet_with" else ()
        quoted = happened.quoted() if happened is not None else None
        kind, memories = ConclusionKind.MINIMAL, request.memories
        insight = self.insight(kind, "minimal", memories, about=about, value=where, said=quoted)
        return insight.model_copy(update={"text": text})

    @property
    def _turn(self) -> int:
        """Return a number that is one more each day, and begins elsewhere for each person."""
        return day_of(self.request.now) + chance(self.own).randrange(1_000)

    def _of_day(self, lines: str, **slots: str) -> str:
        """Fill the day's variant of some lines; they take turns."""
        options = self.language.lines(f"minds.{lines}")
        return fill(options[self._turn % len(options)], name=display_name(self.request.person), **slots)

    def _on_its_mind(self) -> Iterator[str]:
        """Yield what the person expects, each thing that it wants, and else how it felt."""
        request, person = self.request, self.request.person
        ahead = next((each for each in request.occasions if each.is_bound and each.at > request.now), None)
        if ahead is not None:
            yield self._of_day("concluded_quiet_expects", where=self.thing(ahead.place_id), when=time_text(ahead.at))
        goals = [plain(goal, 120).rstrip(".!?… ") for goal in request.goals.values()]
        yield from (self._of_day("concluded_quiet_wants", what=goal) for goal in goals if goal)
        if ahead is None and not goals:
            mood = mood_of(person)
            is_tired = Level.of(person.energy) is Level.LOW
            feels = "tired" if is_tired else "low" if mood < 0 else "high" if mood > 0 else "even"
            yield self._of_day(f"concluded_quiet_{feels}")
