"""What a person concludes from its latest memories by rule: who and what kept coming up, and what that changes.

Conclusions are told in the third person and the simple past, with names, as all memories of a person are; whoever
lets the person speak turns them into its own words (`app.language.rendering.perspective`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from app.agents.mind.feelings import judged, named, names_of, spirits
from app.agents.mind.lines import is_stock
from app.agents.mind.statements import Statement, is_same, sayings, statements
from app.agents.mind.thoughts import HIGH, ILL, LEARNED, LOW, MINIMAL, WELL, WHERE, WHO, WHO_TWO, is_thought
from app.agents.mind.wording import fill, pick, plain
from app.agents.narrator.sight import the_place
from app.interfaces.agents.mind import (
    BadAnswer,
    Insight,
    KnownPerson,
    Recollection,
    ReflectAsked,
    Reflection,
    RelationshipChange,
)
from app.interfaces.services.location import PARTY

FEWEST = 3
"""Memories under which there is only a minimal conclusion."""
IMPORTANCE, MINIMAL_IMPORTANCE = 6.0, 4.0
_MOST_EVIDENCE = 8
_MOST_CHANGES = 4
_READ = 2_000
_WEIGHTY = 6.0
_BY_HEARSAY = 2.0

_SPIRITS_THAT_SHOW = 0.5


def concluded(asked: ReflectAsked) -> Reflection:
    """One to five conclusions. BadAnswer without any memory: there is nothing to draw on."""
    if not asked.memories:
        raise BadAnswer("there are no memories to reflect on")
    return _Reflecting(asked).reflection()


class _Reflecting:
    """One reflection in the making."""

    def __init__(self, asked: ReflectAsked) -> None:
        self._asked = asked
        self._name = plain(asked.person.name, 120) or "Somebody"
        self._people = {other.id: other for other in asked.people if other.id != asked.person.npc_id}
        self._by_person = names_of(list(self._people.values()))
        self._and_self = names_of([*self._people.values(), KnownPerson(asked.person.npc_id, asked.person.name)])
        # What the person said itself, be it that it told what it had heard, is nothing new to it.
        own = {each.memory_id for each in sayings(asked.memories) if is_same(each.by, asked.person.name)}
        self._heard = [memory for memory in asked.memories if memory.id not in own]
        self._statements = statements(self._heard)

    def reflection(self) -> Reflection:
        memories = self._asked.memories
        if len(memories) < FEWEST:
            return Reflection(insights=(self._insight(MINIMAL, memories, MINIMAL_IMPORTANCE),))
        changes, why = self._changes()
        found = [
            *self._about_people(changes, why),
            *self._often_met({change.other_id for change in changes}),
            *self._often_at(),
            *self._learned({reason for reason, _ in why.values()}),
            *self._felt(),
        ]
        insights = found[:5] or [self._insight(MINIMAL, memories, MINIMAL_IMPORTANCE)]
        return Reflection(insights=tuple(insights), relationships=tuple(changes))

    def _insight(
        self, options: Sequence[str], evidence: Sequence[Recollection], importance: float = IMPORTANCE, **slots: str
    ) -> Insight:
        what = pick(options, self._asked.person.npc_id, self._asked.now, options[0])
        ids = tuple(dict.fromkeys(memory.id for memory in evidence))[-_MOST_EVIDENCE:]
        return Insight(text=fill(what, name=self._name, **slots), importance=importance, evidence=ids)

    # -- people ----------------------------------------------------------------------------------------------------

    def _called(self, other_id: str) -> str:
        return plain(self._people[other_id].name, 120) or "somebody"

    def _changes(self) -> tuple[list[RelationshipChange], dict[str, tuple[str, Recollection]]]:
        """Whom the memories speak clearly well or ill of; by person the sentence that says so, and its memory.

        What was only heard moves a relationship no further than `_BY_HEARSAY`.
        """
        memories = {memory.id: memory for memory in self._asked.memories}
        values: dict[str, Counter[int]] = defaultdict(Counter)
        why: dict[tuple[str, int], tuple[str, Recollection]] = {}
        for text, said in {each.text: each for each in sayings(self._heard)}.items():
            if is_stock(text) or is_thought(text):
                continue
            for other_id, value in judged(text, self._and_self):
                other = self._people.get(other_id)
                if other is None or is_same(said.who, other.name):
                    continue
                if not said.who or value * other.relationship < _BY_HEARSAY:
                    values[other_id][value] += 1
                    why[other_id, value] = plain(self._as_told(said)), memories[said.memory_id]
        changes: list[RelationshipChange] = []
        reasons: dict[str, tuple[str, Recollection]] = {}
        for other_id, counts in values.items():
            change = (counts[1] > 2 * counts[-1]) - (counts[-1] > 2 * counts[1])
            if change and (reason := why[other_id, change])[0]:
                changes.append(RelationshipChange(other_id=other_id, change=change, reason=reason[0]))
                reasons[other_id] = reason
        return changes[:_MOST_CHANGES], reasons

    def _about_people(
        self, changes: Sequence[RelationshipChange], why: Mapping[str, tuple[str, Recollection]]
    ) -> Iterator[Insight]:
        for change in changes[:2]:
            reason, memory = why[change.other_id]
            options = WELL if change.change > 0 else ILL
            yield self._insight(options, [memory], who=self._called(change.other_id), reason=reason)

    def _often_met(self, told: set[str]) -> Iterator[Insight]:
        """Who came up in a third of the memories, those first that nothing was concluded about."""
        among: dict[str, list[Recollection]] = defaultdict(list)
        for memory in self._asked.memories:
            for other_id in dict.fromkeys(found.ids[0] for found in named(memory.text[:_READ], self._by_person)):
                among[other_id].append(memory)
        often = [key for key in among if len(among[key]) >= max(2, len(self._asked.memories) // 3)]
        often.sort(key=lambda key: (key in told, -len(among[key])))
        if not often:
            return
        first, *others = often
        if others and first != PARTY and others[0] != PARTY and others[0] not in told:
            evidence = [memory for memory in self._asked.memories if memory in (*among[first], *among[others[0]])]
            who, other = self._called(first), self._called(others[0])
            yield self._insight(WHO_TWO, evidence, who=who, other=other)
        else:
            yield self._insight(WHO, among[first], who=self._called(first))

    # -- places, lessons, moods ------------------------------------------------------------------------------------

    def _often_at(self) -> Iterator[Insight]:
        places = list(dict.fromkeys(self._asked.places))
        table = names_of([KnownPerson(str(at), place) for at, place in enumerate(places)])
        among: dict[int, list[Recollection]] = defaultdict(list)
        for memory in self._asked.memories:
            for at in dict.fromkeys(int(found.ids[0]) for found in named(memory.text[:_READ], table)):
                among[at].append(memory)
        if among:
            most = max(among, key=lambda at: (len(among[at]), -at))
            if len(among[most]) >= max(2, len(self._asked.memories) // 3):
                yield self._insight(WHERE, among[most], where=plain(the_place(places[most]), 120))

    def _learned(self, told: set[str]) -> Iterator[Insight]:
        """The weightiest thing that was not told already."""
        fresh = [each for each in self._statements if not any(each.text.rstrip(".") in reason for reason in told)]
        # What others did or said teaches more than one's own deeds.
        of_others = [each for each in fresh if not each.text.startswith(self._name)] or fresh
        weighty = [each for each in of_others if each.weight >= _WEIGHTY] or of_others
        if not weighty:
            return
        best = max(weighty, key=lambda each: each.weight)
        evidence = [memory for memory in self._asked.memories if memory.id == best.memory_id]
        yield self._insight(LEARNED, evidence[:1], what=self._as_told(best))

    def _as_told(self, statement: Statement) -> str:
        if not statement.who:
            return statement.text
        return f"{statement.who} said: {statement.text}"

    def _felt(self) -> Iterator[Insight]:
        mood = spirits(self._asked.person)
        if abs(mood) >= _SPIRITS_THAT_SHOW:
            yield self._insight(HIGH if mood > 0 else LOW, self._asked.memories)
