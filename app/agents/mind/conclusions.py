"""What a person concludes from its latest memories by rule, in the third person and the simple past, with names.
`app.language.rendering.perspective` turns it into the person's own words."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import NamedTuple

from app.agents.mind.feelings import deeds, mood_of, names_of
from app.agents.mind.prospects import Prospects
from app.agents.mind.quiet_days import QuietDays
from app.agents.mind.statements import MemoryStatement, all_statements, statements_worth_telling, teller, tellings
from app.agents.mind.wording import as_sentence, display_name, plain
from app.interfaces.agents.mind import (
    BadAnswer,
    Insight,
    KnownPerson,
    MemoryExcerpt,
    Reflection,
    RelationshipChange,
)
from app.interfaces.services.location import PARTY
from app.language.analysis.names import NameTable, unambiguous_names
from app.language.emotions import judged_people, sentiment
from app.language.rendering.filling import as_clause
from app.memory.stream.hearsay import news_key, part_to_pass_on
from app.memory.stream.occasions import is_personal
from app.models.events.play import BeingMissed, BeingsSeen, DangerChanged, GatheringHeld
from app.models.messages.payload import (
    ILL,
    WELL,
    ConclusionKind,
    ConclusionPayload,
    Utterance,
    events_in,
    utterances_in,
)
from app.models.messages.speech import ActKind
from app.models.sheets.condition import DangerLevel

_MOST = 3
_ENOUGH = 2  # opinions that come first, and the number of conclusions from which on no news of others is added
_MOST_CHANGES = 4
_WEIGHTY = 6.0
_BY_HEARSAY = 2.0
_MOOD_THAT_SHOWS = 0.5
_TELLING = (ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION)
_TROUBLES = (ActKind.THREAT, ActKind.WITHDRAWN, ActKind.APOLOGY)
_OPINIONS = {
    1: tuple(zip(WELL, ("well", "trusted", "friend"), strict=True)),
    -1: tuple(zip(ILL, ("ill", "distrusted", "estranged"), strict=True)),
}
"""Good and bad opinions, and how they are told: the first one, one that bears it out, and what several come to."""


class _Reason(NamedTuple):
    """Why a person is thought well or ill of: in words, by its matter, and the utterance that says it."""

    text: str
    memory: MemoryExcerpt
    matter: str
    said: Utterance | None = None


class Conclusions(Prospects, QuietDays):
    """What a person can conclude from the memories of a request."""

    @cached_property
    def _heard(self) -> list[MemoryExcerpt]:
        """Return the memories without the person's own words, those included in which it passed news on: they are not
        new to it."""
        return [memory for memory in self.request.memories if self.own not in map(teller, tellings(memory))]

    @cached_property
    def _names(self) -> NameTable:
        """Of the others and the person itself; made only for quotations: it costs more than all else here."""
        return names_of([*self.people.values(), KnownPerson(self.own, self.request.person.name)], self.language)

    def reflection(self) -> Reflection:
        """One to three conclusions. BadAnswer without any memory or place: there is nothing to draw on."""
        if not self.request.memories and not self.request.whereabouts:
            raise BadAnswer("there are no memories to reflect on")
        if self.request.is_minimal:
            return Reflection(insights=(self._minimal(),))
        changes = self._changes()
        opinions = [self._opinion(change, reason) for change, reason in changes]
        ahead = (self.absences(), self.pursuits(), self.expectations())
        found = list(filter(self.is_new, chain(opinions[:_ENOUGH], *ahead, opinions[_ENOUGH:])))
        if len(found) < _ENOUGH:
            found += self._learned({reason.text for _, reason in changes})
        if not found:
            felt = [change for change, _ in changes]
            drawn = chain(self._often_met({change.other_id for change in felt}), self._felt(felt))
            found = list(filter(self.is_new, drawn)) or [self._minimal()]
        return Reflection(insights=tuple(found[:_MOST]), relationships=tuple(change for change, _ in changes))

    def _minimal(self) -> Insight:
        """That little happened, and what it was."""
        news = filter(_is_news, statements_worth_telling(self._heard, self.language))
        return self.quiet_day(max(news, key=lambda each: each.weight, default=None))

    # -- people ----------------------------------------------------------------------------------------------------

    def _changes(self) -> list[tuple[RelationshipChange, _Reason]]:
        """Return the people of whom the memories speak clearly well or ill, with the reasons; hearsay changes less, see
        `_BY_HEARSAY`."""
        grounds: dict[str, dict[int, list[_Reason]]] = defaultdict(lambda: {1: [], -1: []})
        name = display_name(self.request.person)
        for memory in self._heard:
            for deed in deeds(memory, self.own, self.people.values()):
                slots = {key: self.thing(value) for key, value in (("where", deed.where), ("what", deed.what))}
                who, key = self.called(deed.who), f"minds.deed-{deed.words}"
                text = self.language.render(key, who=who, name=name, **slots)
                grounds[deed.who][deed.value].append(_Reason(text, memory, deed.matter))
        for each in {each.text: each for each in all_statements(self._heard)}.values():
            if each.said is not None:
                for other_id, value in judged_people(each.text, self._names, self.language):
                    other = self.people.get(other_id)
                    is_by_others = other is not None and each.said.speaker_id not in (other.id, *other.members)
                    if other is not None and is_by_others and value * other.relationship < _BY_HEARSAY:
                        grounds[other_id][value].append(self._reason(each, each.text))
        changes: list[tuple[RelationshipChange, _Reason]] = []
        for other_id, reasons in grounds.items():
            well, ill = len(reasons[1]), len(reasons[-1])
            change = (well > 2 * ill) - (ill > 2 * well)
            if change and (text := as_sentence(reasons[change][-1].text)):
                reason = reasons[change][-1]
                felt = RelationshipChange(other_id=other_id, change=change, reason=text, because=reason.memory.id)
                changes.append((felt, reason))
        return changes[:_MOST_CHANGES]

    def _reason(self, each: MemoryStatement, matter: str = "") -> _Reason:
        return _Reason(plain(each.reported(self.language)), each.memory, matter, each.quoted())

    def _opinion(self, change: RelationshipChange, reason: _Reason) -> Insight:
        """Make a conclusion about what a person did, in the light of earlier conclusions about it."""
        about, kinds = (change.other_id,), _OPINIONS[change.change]
        before = [(memory, means.of) for memory, means in self.earlier if means.about == about]
        expected = [memory for memory, means in self.earlier if _is_fulfilled(means, about, reason.matter)]
        alike = [(memory, of) for memory, of in before if any(of is kind for kind, _ in kinds)]
        other = [memory for memory, of in before if any(of is kind for kind, _ in _OPINIONS[-change.change])]
        # Who has become a friend is trusted from then on.
        step = min(len(alike), 1 if any(of is kinds[2][0] for _, of in alike) else 2)
        of, lines = kinds[0 if other else step]
        evidence = [*expected, *(memory for memory, _ in alike), *other, reason.memory]
        return self.insight(
            of,
            "changed" if other else lines,
            evidence,
            about=about,
            value=reason.matter,
            said=reason.said,
            changes={"feeling": change},
            slots={"reason": as_clause(self.language, reason.text)},
        )

    def _often_met(self, told: set[str]) -> Iterator[Insight]:
        """Who came up in a third of the memories, those first that nothing was concluded about."""
        among: dict[str, list[MemoryExcerpt]] = defaultdict(list)
        for memory in self.request.memories:
            for other_id in dict.fromkeys(memory.subjects):
                if other_id in self.people:
                    among[other_id].append(memory)
        often = [key for key in among if len(among[key]) >= max(2, len(self.request.memories) // 3)]
        often.sort(key=lambda key: (key in told, -len(among[key])))
        if not often:
            return
        is_pair = len(often) > 1 and PARTY not in often[:2] and often[1] not in told
        about = tuple(often[: 1 + is_pair])
        evidence = [memory for memory in self.request.memories if any(memory in among[key] for key in about)]
        slots = {"who": self.called(about[0]), "other": self.called(about[-1])}
        lines, places = "who_two" if is_pair else "who", [memory.place_id for memory in evidence if memory.place_id]
        value = max(places, key=places.count, default="")
        of = ConclusionKind.PRESENCE
        yield self.insight(of, lines, evidence, about=about, value=value, slots=slots)

    # -- lessons, moods ------------------------------------------------------------------------------------------------

    def _learned(self, told: set[str]) -> Iterator[Insight]:
        """Yield the weightiest thing of the memories, news that others told or an event, that is not in ``told``."""
        news = filter(_is_news, statements_worth_telling(self._heard, self.language))
        fresh = [each for each in news if not any(each.text.rstrip(".") in reason for reason in told)]
        # What others did or said teaches more than one's own deeds.
        name = display_name(self.request.person)
        of_others = [each for each in fresh if not each.text.startswith(name)] or fresh
        weighty = [each for each in of_others if each.weight >= _WEIGHTY] or of_others
        for best in sorted(weighty, key=lambda each: -each.weight):
            reason, named = self._reason(best), unambiguous_names(best.text, self._names)
            ids = ([] if best.said is None else [best.said.speaker_id]) + [found.ids[0] for found in named]
            about = tuple(key for key in dict.fromkeys(ids) if key in self.people)[:2]
            # News about a person is a reason to see that person.
            whom = about[0] if reason.said is not None and reason.said.chain and about else ""
            is_sought = bool(whom) and whom != best.teller and self.people[whom].relationship >= 0
            lines, of = "learned_of" if is_sought else "learned", ConclusionKind.LESSON
            value = best.memory.id if reason.said is None else news_key(reason.said)
            write = partial(self.insight, of, lines, [best.memory], about=about, value=value, said=reason.said)
            changes = {"question": whom} if is_sought and whom != PARTY else {}
            what, who = best.reported(self.language), self.called(whom)
            found = write(changes=changes, slots={"what": what, "who": who})
            if self.is_new(found):
                yield found
                return

    def _felt(self, changes: Sequence[RelationshipChange]) -> Iterator[Insight]:
        """Yield the person's mood. It is not good after a threat, a danger, an accusation, or after waiting in vain."""
        mood = mood_of(self.request.person)
        is_high = mood > 0 and not any(change.change < 0 for change in changes) and not self._is_troubled()
        if mood <= -_MOOD_THAT_SHOWS or (mood >= _MOOD_THAT_SHOWS and is_high):
            lines = "high" if mood > 0 else "low"
            yield self.insight(ConclusionKind.MOOD, lines, self.request.memories, value=lines)

    def _is_troubled(self) -> bool:
        said = [each for memory in self.request.memories for each in utterances_in(memory.payload)]
        to_self = (each.words for each in said if self.own in (each.speaker_id, *each.addressee_ids))
        return (
            any(_is_bad(event) for memory in self.request.memories for event in events_in(memory.payload))
            or any(act.kind in _TROUBLES for each in said for act in each.acts)
            or any(sentiment(words) < 0 for words in to_self)
            or any((self.own, -1) in judged_people(each.words, self._names, self.language) for each in said)
        )


def _is_news(each: MemoryStatement) -> bool:
    """Whether it is more than manners, an appointment or a descriptions."""
    if (said := each.said) is not None:
        is_telling = not said.acts or any(act.kind in _TELLING for act in said.acts)
        is_told = each.text.rstrip(".").casefold() in part_to_pass_on(said).words.casefold()
        return is_telling and is_told and not is_personal(said)
    events = events_in(each.memory.payload)
    return not events or not all(isinstance(event, BeingsSeen | BeingMissed | GatheringHeld) for event in events)


def _is_fulfilled(means: ConclusionPayload, about: tuple[str, ...], matter: str) -> bool:
    """Return whether an expectation came true: that a person would be at the place where it then was, or would be
    missing."""
    is_of = means.of is ConclusionKind.EXPECTATION and not set(about).isdisjoint(means.about)
    return is_of and matter.partition(":")[2] == means.value


def _is_bad(event: object) -> bool:
    match event:
        case DangerChanged(level=level):
            return level in (DangerLevel.HIGH, DangerLevel.EXTREME)
        case GatheringHeld(missing_ids=missing):
            return bool(missing)
    return isinstance(event, BeingMissed)
