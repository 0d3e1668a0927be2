"""What a person concludes from its latest memories by rule, in the third person and the simple past, with names.
`app.language.rendering.perspective` turns it into the person's own words."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from app.agents.mind.feelings import mood_of, names_of, sentiments
from app.agents.mind.statements import (
    Statement,
    all_statements,
    is_small_talk,
    quoted,
    reported_words,
    statements,
    text_of,
)
from app.agents.mind.wording import display_name, fill, pick, plain
from app.interfaces.agents.mind import (
    BadAnswer,
    Insight,
    KnownPerson,
    Recollection,
    Reflection,
    ReflectRequest,
    RelationshipChange,
)
from app.interfaces.services.location import PARTY
from app.language.analysis.emotions import judged_people
from app.language.analysis.names import NameTable, unambiguous_names
from app.language.language import language_of
from app.language.rendering.phrases import named_place
from app.models.events.play import BeingsSeen
from app.models.messages.payload import ConclusionKind, ConclusionPayload, EventPayload, Utterance

IMPORTANCE, MINIMAL_IMPORTANCE = 6.0, 4.0
_MOST_EVIDENCE = 8
_MOST_CHANGES = 4
_WEIGHTY = 6.0
_BY_HEARSAY = 2.0
_MOOD_THAT_SHOWS = 0.5


class Conclusions:
    """What a person can conclude from the memories of a request."""

    def __init__(self, request: ReflectRequest) -> None:
        self._request = request
        self._language = language_of(request.person)
        self._people = {other.id: other for other in request.people if other.id != request.person.npc_id}
        # What the person said itself, be it that it told what it had heard, is nothing new to it.
        said = all_statements(request.memories, self._language)
        own = {each.memory.id for each in said if each.by.is_of(request.person)}
        self._heard = [memory for memory in request.memories if memory.id not in own]
        self._statements = statements(self._heard, self._language)

    # Tables of names cost more than all else here, and only texts without a payload and quotations need them.

    @cached_property
    def _by_person(self) -> NameTable:
        return names_of(list(self._people.values()), self._language)

    @cached_property
    def _and_self(self) -> NameTable:
        person = self._request.person
        return names_of([*self._people.values(), KnownPerson(person.npc_id, person.name)], self._language)

    @cached_property
    def _by_place(self) -> NameTable:
        return names_of([KnownPerson(place, place) for place in dict.fromkeys(self._request.places)], self._language)

    def reflection(self) -> Reflection:
        """One to five conclusions. BadAnswer without any memory: there is nothing to draw on."""
        if not self._request.memories:
            raise BadAnswer("there are no memories to reflect on")
        if self._request.is_minimal:
            return Reflection(insights=(self._minimal(),))
        changes, why = self._changes()
        found = [
            *self._about_people(changes, why),
            *self._often_met({change.other_id for change in changes}),
            *self._often_at(),
            *self._learned({reason.text for reason in why.values()}),
            *self._felt(),
        ]
        return Reflection(insights=tuple(found[:5]) or (self._minimal(),), relationships=tuple(changes))

    def _minimal(self) -> Insight:
        return self._insight(ConclusionKind.MINIMAL, "minimal", self._request.memories, importance=MINIMAL_IMPORTANCE)

    def _insight(
        self,
        of: ConclusionKind,
        lines: str,
        evidence: Sequence[Recollection],
        *,
        about: tuple[str, ...] = (),
        said: Utterance | None = None,
        importance: float = IMPORTANCE,
        **slots: str,
    ) -> Insight:
        options = self._language.lines(f"minds.concluded_{lines}")
        what = pick(options, self._request.person.npc_id, self._request.now, lines)
        ids = tuple(dict.fromkeys(memory.id for memory in evidence))[-_MOST_EVIDENCE:]
        text = fill(what, name=display_name(self._request.person), **slots)
        means = ConclusionPayload(kind="conclusion", of=of, about=about, quoted=said)
        return Insight(text=text, importance=importance, evidence=ids, means=means)

    # -- people ----------------------------------------------------------------------------------------------------

    def _called(self, other_id: str) -> str:
        return plain(self._people[other_id].name, 120) or self._language.render("minds.somebody-within")

    def _changes(self) -> tuple[list[RelationshipChange], dict[str, Statement]]:
        """Whom the memories speak clearly well or ill of, and why; hearsay changes less, see `_BY_HEARSAY`."""
        values: dict[str, Counter[int]] = defaultdict(Counter)
        why: dict[tuple[str, int], Statement] = {}

        def note(other_id: str, value: int, reason: Statement) -> None:
            values[other_id][value] += 1
            why[other_id, value] = reason

        for memory in self._heard:
            for other_id, value in sentiments(memory, self._request.person.npc_id, self._people.values()):
                note(other_id, value, Statement(plain(memory.text), memory))
        for said in {each.text: each for each in all_statements(self._heard, self._language)}.values():
            if said.said is None and said.memory.payload is not None:
                continue
            for other_id, value in judged_people(said.text, self._and_self, self._language):
                other = self._people.get(other_id)
                if other is None or self._is_by(said, other):
                    continue
                if not said.who or value * other.relationship < _BY_HEARSAY:
                    note(other_id, value, self._reason(said))
        changes: list[RelationshipChange] = []
        reasons: dict[str, Statement] = {}
        for other_id, counts in values.items():
            change = (counts[1] > 2 * counts[-1]) - (counts[-1] > 2 * counts[1])
            if change and (reason := why[other_id, change]).text:
                changes.append(RelationshipChange(other_id=other_id, change=change, reason=reason.text))
                reasons[other_id] = reason
        return changes[:_MOST_CHANGES], reasons

    def _is_by(self, said: Statement, other: KnownPerson) -> bool:
        if said.who.id:
            return said.who.id in (other.id, *other.members)
        return bool(said.who.name) and other.id in self._ids(said.who.name, self._by_person)

    def _ids(self, text: str, names: NameTable) -> dict[str, None]:
        return dict.fromkeys(found.ids[0] for found in unambiguous_names(text, names))

    def _reason(self, said: Statement) -> Statement:
        """A statement with who said it in its words, and of the utterance only what it is."""
        words = plain(reported_words(said, self._language))
        return replace(said, text=words, said=None if said.said is None else quoted(said.said, said.text))

    def _about_people(self, changes: Sequence[RelationshipChange], why: Mapping[str, Statement]) -> Iterator[Insight]:
        for change in changes[:2]:
            reason, about = why[change.other_id], change.other_id
            of, lines = (ConclusionKind.LIKING, "well") if change.change > 0 else (ConclusionKind.DISLIKING, "ill")
            who, why_so = self._called(about), reason.text
            yield self._insight(of, lines, [reason.memory], about=(about,), said=reason.said, who=who, reason=why_so)

    def _met_in(self, memory: Recollection) -> dict[str, None]:
        if memory.payload is None:
            return self._ids(text_of(memory), self._by_person)
        ids = dict.fromkeys(memory.subjects)
        if isinstance(memory.payload, Utterance) and not memory.payload.is_stock:
            ids |= self._ids(memory.payload.words, self._by_person)
        return {key: None for key in ids if key in self._people}

    def _often_met(self, told: set[str]) -> Iterator[Insight]:
        """Who came up in a third of the memories, those first that nothing was concluded about."""
        among: dict[str, list[Recollection]] = defaultdict(list)
        for memory in self._request.memories:
            for other_id in self._met_in(memory):
                among[other_id].append(memory)
        often = [key for key in among if len(among[key]) >= max(2, len(self._request.memories) // 3)]
        often.sort(key=lambda key: (key in told, -len(among[key])))
        if not often:
            return
        is_pair = len(often) > 1 and PARTY not in often[:2] and often[1] not in told
        about = tuple(often[: 1 + is_pair])
        evidence = [memory for memory in self._request.memories if any(memory in among[key] for key in about)]
        who, other = self._called(about[0]), self._called(about[-1])
        lines = "who_two" if is_pair else "who"
        yield self._insight(ConclusionKind.PRESENCE, lines, evidence, about=about, who=who, other=other)

    # -- places, lessons, moods ------------------------------------------------------------------------------------

    def _often_at(self) -> Iterator[Insight]:
        """Where a third of the memories are of: what happened by its place, what is told by the place's name."""
        among: dict[str, list[Recollection]] = defaultdict(list)
        ids: dict[str, str] = {}
        for memory in self._request.memories:
            if is_small_talk(memory):
                continue
            if not isinstance(memory.payload, EventPayload):
                for place in self._ids(text_of(memory), self._by_place):
                    among[place].append(memory)
            elif all(isinstance(event, BeingsSeen) for event in memory.payload.events):
                continue
            elif memory.place_id is not None and (place := memory.names.get(memory.place_id, "")):
                among[place].append(memory)
                ids[place] = memory.place_id
        if among:
            most = max(among, key=lambda place: len(among[place]))
            if len(among[most]) >= max(2, len(self._request.memories) // 3):
                about = (ids[most],) if most in ids else ()
                where = plain(named_place(most), 120)
                yield self._insight(ConclusionKind.PLACE, "where", among[most], about=about, where=where)

    def _learned(self, told: set[str]) -> Iterator[Insight]:
        """The weightiest thing that was not told already."""
        fresh = [each for each in self._statements if not any(each.text.rstrip(".") in reason for reason in told)]
        # What others did or said teaches more than one's own deeds.
        name = display_name(self._request.person)
        of_others = [each for each in fresh if not each.text.startswith(name)] or fresh
        weighty = [each for each in of_others if each.weight >= _WEIGHTY] or of_others
        if not weighty:
            return
        best = max(weighty, key=lambda each: each.weight)
        what, said = reported_words(best, self._language), self._reason(best).said
        yield self._insight(ConclusionKind.LESSON, "learned", [best.memory], said=said, what=what)

    def _felt(self) -> Iterator[Insight]:
        mood = mood_of(self._request.person)
        if abs(mood) >= _MOOD_THAT_SHOWS:
            yield self._insight(ConclusionKind.MOOD, "high" if mood > 0 else "low", self._request.memories)
