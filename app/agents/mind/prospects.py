"""What a person concludes about what is open: who is missing, what lies ahead, what its goals need."""

from collections.abc import Iterator
from functools import cached_property

from app.agents.mind.concluding import Concluding
from app.agents.mind.statements import tellings
from app.agents.mind.wording import chance, plain
from app.interfaces.agents.mind import Insight, MemoryExcerpt, Occasion
from app.language.analysis.terms import analyse
from app.language.rendering.phrases import in_first_person, time_text
from app.models.events.play import BeingMissed, BeingsSeen, Unusual
from app.models.messages.payload import ConclusionKind, Utterance, events_in, utterances_in
from app.models.messages.speech import ActKind

_MOST = 2  # conclusions of a sort
_STEP = 5  # points of 100 by which having asked brings a goal further
_OF_ABSENCE = {Unusual.PLACE: "elsewhere", Unusual.STRANGER: "stranger"}


class Prospects(Concluding):
    """What is open for the person of a request."""

    def absences(self) -> Iterator[Insight]:
        """Who was missing, or somewhere unusual, those first that are liked most: a question to ask."""
        found: dict[str, tuple[str, str, MemoryExcerpt]] = {}
        for memory in self.request.memories:
            for event in events_in(memory.payload):
                match event:
                    case BeingMissed(being_id=being, location_id=place):
                        found[being] = "absent", place, memory
                    case BeingsSeen(being_ids=beings, location_id=place, unusual=Unusual() as unusual):
                        found |= dict.fromkeys(beings, (_OF_ABSENCE[unusual], place, memory))
        known = [being for being in found if being in self.people]
        for being in sorted(known, key=lambda key: -self.people[key].relationship)[:_MOST]:
            lines, place, memory = found[being]
            of = ConclusionKind.LESSON if lines == "stranger" else ConclusionKind.ABSENCE
            changes = {"question": being, "question_place": place if lines == "absent" else None}
            slots = {"who": self.called(being), "where": self.thing(place)}
            yield self.insight(of, lines, [memory], about=(being,), value=place, changes=changes, slots=slots)

    def expectations(self) -> Iterator[Insight]:
        """What was agreed or announced, and lies ahead."""
        for each in self.request.occasions:
            evidence = [memory for memory in self.request.all_memories if _speaks_of(memory, each)]
            hosts = (each.host_id,) if each.host_id != self.own else each.with_ids
            about = tuple(key for key in hosts if key in self.people)[:_MOST]
            if evidence and about and each.at > self.request.now:
                lines, value = "expects" if each.is_bound else "has_heard", f"{each.place_id}@{each.at}"
                slots = {"who": self.called(about[0]), "where": self.thing(each.place_id)}
                slots["when"] = time_text(each.at)
                of = ConclusionKind.EXPECTATION
                yield self.insight(of, lines, evidence, about=about, value=value, slots=slots)

    # -- goals -----------------------------------------------------------------------------------------------------

    @cached_property
    def _asked(self) -> list[tuple[MemoryExcerpt, str, str]]:
        """Return each question that the person asked about its goals: (memory, goal, the person asked)."""
        own = [
            (memory, said, act)
            for memory in self.request.memories
            for said in utterances_in(memory.payload)
            for act in said.acts
            if (said.speaker_id, said.chain, act.kind) == (self.own, (), ActKind.QUESTION) and act.what is not None
        ]
        goals = (self._goal_in(said.words[slice(*(act.what or (0, 0)))], least=2) for _, said, act in own)
        asked = zip(goals, own, strict=True)
        return [(memory, goal, to) for goal, (memory, said, _) in asked if goal for to in said.addressee_ids[:1]]

    @cached_property
    def _wanted(self) -> dict[str, frozenset[str]]:
        """By goal its terms, without those that are in every talk."""
        usual = frozenset(
            analyse(" ".join((*self.language.words("minds.frame"), *self.language.words("minds.no_matter")))).terms
        )
        return {key: frozenset(analyse(text).terms) - usual for key, text in self.request.goals.items()}

    def _goal_in(self, text: str, *, least: int = 1) -> str:
        """The goal that a text is the words of, or shares most terms with; "" where none shares so many, or all of its
        few."""
        words = text.strip(" .!?…").casefold()
        for key, goal in self.request.goals.items():
            if words == in_first_person(goal).rstrip(" .!?…").casefold():
                return key
        terms = frozenset(analyse(text).terms)
        shared = {key: len(terms & wanted) for key, wanted in self._wanted.items() if wanted}
        best = max(shared, key=lambda key: shared[key], default="")
        return best if best and shared[best] >= min(least, len(self._wanted[best])) else ""

    def pursuits(self) -> Iterator[Insight]:
        """Yield for each goal the person to ask next, from what others said; else progress, where the person has asked
        the one it meant to."""
        led: set[str] = set()
        for goal, lines, lead, evidence in (*self._leads(), *self._taken_up(), *self._next_ones()):
            if goal in led or lead not in self.people:
                continue
            value, changes = f"{self.own}/{goal}", dict[str, object](question=goal)
            if lines == "goal_asked":
                value, changes = f"{value}/asked", {"progress": (goal, _STEP)}
            slots = {"who": self.called(lead), "what": plain(self.request.goals[goal], 120).rstrip(".!?… ")}
            of = ConclusionKind.PURSUIT
            found = self.insight(of, lines, evidence, about=(lead,), value=value, changes=changes, slots=slots)
            if self.is_new(found):
                led.add(goal)
                yield found

    def _leads(self) -> Iterator[tuple[str, str, str, list[MemoryExcerpt]]]:
        """Yield the people that others named when they were asked, and those that spoke of the matter of a goal."""
        asked = {(memory.game_time, to): (memory, goal) for memory, goal, to in self._asked}
        for memory in self.request.memories:
            for said in tellings(memory):
                if said.speaker_id == self.own:
                    continue
                named = [act.subject_id for act in said.acts if act.kind is ActKind.STATEMENT and act.place_id is None]
                question = None if said.chain else asked.get((memory.game_time, said.speaker_id))
                if question is not None and (lead := next(filter(None, named), None)):
                    yield question[1], "goal_lead", lead, [question[0], memory]
                elif goal := next(filter(None, map(self._goal_in, _matters(said))), ""):
                    yield goal, "goal_spoken", said.speaker_id, [memory]

    def _taken_up(self) -> Iterator[tuple[str, str, str, list[MemoryExcerpt]]]:
        for memory, goal, to in self._asked:
            for before, means in self.earlier:
                if means.of is ConclusionKind.PURSUIT and means.about == (to,) and means.value == f"{self.own}/{goal}":
                    yield goal, "goal_asked", to, [before, memory]

    def _next_ones(self) -> Iterator[tuple[str, str, str, list[MemoryExcerpt]]]:
        """Yield the person that is liked most of those not asked yet, for goals where asking has led to nothing."""
        for memory, goal, _ in self._asked:
            of_goal = f"{self.own}/{goal}"
            asked = {other for _, of, other in self._asked if of == goal}
            asked.update(*(means.about for _, means in self.earlier if means.value.startswith(of_goal)))
            left = [other for other in self.people.values() if other.id not in asked and not other.members]
            if left:
                luck = chance(self.own, goal, self.request.now)
                lead = max(left, key=lambda other: (other.relationship, luck.random()))
                if lead.relationship >= 0:
                    yield goal, "goal_next", lead.id, [memory]


def _speaks_of(memory: MemoryExcerpt, each: Occasion) -> bool:
    acts = (act for said in utterances_in(memory.payload) for act in said.acts)
    return memory.id == each.because or any((act.place_id, act.at) == (each.place_id, each.at) for act in acts)


def _matters(said: Utterance) -> Iterator[str]:
    """What it tells of something, without who, where and when."""
    told = [act for act in said.acts if act.kind in (ActKind.STATEMENT, ActKind.CLAIM) and act.place_id is None]
    yield from (said.words[slice(*(act.what or act.span))] for act in told)
