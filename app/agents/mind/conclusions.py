"""What a person concludes from its latest memories by rule, in the third person and the simple past, with names.
`app.language.rendering.perspective` turns it into the person's own words."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain

from app.agents.mind.concluding import Concluding, events_of, utterances_of
from app.agents.mind.feelings import Deed, deeds, mood_of, names_of
from app.agents.mind.prospects import Prospects
from app.agents.mind.statements import (
    Statement,
    all_statements,
    quoted,
    reported_words,
    statements,
    text_of,
)
from app.agents.mind.wording import as_sentence, display_name, plain
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
from app.language.analysis.emotions import judged_people, sentiment
from app.language.analysis.names import NameTable, unambiguous_names
from app.language.rendering.filling import within
from app.memory.stream.occasions import is_personal
from app.memory.stream.talked import news_key, told_part
from app.models.events.play import BeingMissed, BeingsSeen, DangerChanged, GatheringHeld
from app.models.messages.payload import ILL, WELL, ConclusionKind, ConclusionPayload, Utterance
from app.models.messages.speech import ActKind
from app.models.sheets.condition import DangerLevel

_MOST = 3
_ENOUGH = 2  # opinions that come first, and conclusions beside which nothing is added that others told
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
_Reason = tuple[Statement, str]
"""Why somebody is thought well or ill of: in words, and by its matter."""


class Conclusions:
    """What a person can conclude from the memories of a request."""

    def __init__(self, request: ReflectRequest) -> None:
        self._request, self._write = request, Concluding(request)
        self._language, self._people = self._write.language, self._write.people
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

    def reflection(self) -> Reflection:
        """One to three conclusions. BadAnswer without any memory: there is nothing to draw on."""
        if not self._request.memories:
            raise BadAnswer("there are no memories to reflect on")
        if self._request.is_minimal:
            return Reflection(insights=(self._minimal(),))
        changes, why = self._changes()
        open_ends = Prospects(self._write)
        opinions = list(self._opinions(changes, why))
        drawn = chain(
            opinions[:_ENOUGH],
            open_ends.absences(),
            open_ends.pursuits(),
            open_ends.expectations(),
            opinions[_ENOUGH:],
        )
        found = [each for each in drawn if self._write.is_new(each)]
        if len(found) < _ENOUGH:
            found += self._learned({reason.text for reason, _ in why.values()})
        if not found:
            drawn = chain(self._often_met({change.other_id for change in changes}), self._felt(changes))
            found = [each for each in drawn if self._write.is_new(each)] or [self._minimal()]
        return Reflection(insights=tuple(found[:_MOST]), relationships=tuple(changes))

    def _minimal(self) -> Insight:
        return self._write.insight(ConclusionKind.MINIMAL, "minimal", self._request.memories)

    # -- people ----------------------------------------------------------------------------------------------------

    def _changes(self) -> tuple[list[RelationshipChange], dict[str, _Reason]]:
        """Whom the memories speak clearly well or ill of, and why; hearsay changes less, see `_BY_HEARSAY`."""
        values: dict[str, Counter[int]] = defaultdict(Counter)
        why: dict[tuple[str, int], _Reason] = {}

        def note(other_id: str, value: int, reason: Statement, matter: str) -> None:
            values[other_id][value] += 1
            why[other_id, value] = reason, matter

        for memory in self._heard:
            for deed in deeds(memory, self._request.person.npc_id, self._people.values()):
                note(deed.who, deed.value, Statement(self._told(deed), memory), deed.matter)
        for said in {each.text: each for each in all_statements(self._heard, self._language)}.values():
            if said.said is None and said.memory.payload is not None:
                continue
            for other_id, value in judged_people(said.text, self._and_self, self._language):
                other = self._people.get(other_id)
                if other is None or self._is_by(said, other):
                    continue
                if not said.who or value * other.relationship < _BY_HEARSAY:
                    note(other_id, value, self._reason(said), said.text)
        changes: list[RelationshipChange] = []
        reasons: dict[str, _Reason] = {}
        for other_id, counts in values.items():
            change = (counts[1] > 2 * counts[-1]) - (counts[-1] > 2 * counts[1])
            if change and (reason := why[other_id, change])[0].text:
                cause = reason[0].memory.id
                text = as_sentence(reason[0].text)
                changes.append(RelationshipChange(other_id=other_id, change=change, reason=text, because=cause))
                reasons[other_id] = reason
        return changes[:_MOST_CHANGES], reasons

    def _told(self, deed: Deed) -> str:
        """A deed as a sentence."""
        where, what = self._write.thing(deed.where), self._write.thing(deed.what)
        who, name = self._write.called(deed.who), display_name(self._request.person)
        return self._language.render(f"minds.deed-{deed.words}", who=who, name=name, where=where, what=what)

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

    def _opinions(self, changes: Sequence[RelationshipChange], why: Mapping[str, _Reason]) -> Iterator[Insight]:
        """What somebody did is thought of in the light of what was concluded about it before."""
        for change in changes:
            (reason, matter), about = why[change.other_id], (change.other_id,)
            kinds = _OPINIONS[change.change]
            before = [(memory, means.of) for memory, means in self._write.earlier if means.about == about]
            expected = [memory for memory, means in self._write.earlier if _is_fulfilled(means, about, matter)]
            alike = [(memory, of) for memory, of in before if any(of is kind for kind, _ in kinds)]
            other = [memory for memory, of in before if any(of is kind for kind, _ in _OPINIONS[-change.change])]
            # Who has become a friend is trusted from then on.
            step = min(len(alike), 1 if any(of is kinds[2][0] for _, of in alike) else 2)
            of, lines = kinds[0 if other else step]
            evidence = [*expected, *(memory for memory, _ in alike), *other, reason.memory]
            write = partial(self._write.insight, of, "changed" if other else lines, evidence, about=about, value=matter)
            yield write(
                said=reason.said, changes={"feeling": change}, slots={"reason": within(self._language, reason.text)}
            )

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
        slots = {"who": self._write.called(about[0]), "other": self._write.called(about[-1])}
        lines, places = "who_two" if is_pair else "who", [memory.place_id for memory in evidence if memory.place_id]
        value = max(places, key=places.count, default="")
        of = ConclusionKind.PRESENCE
        yield self._write.insight(of, lines, evidence, about=about, value=value, slots=slots)

    # -- lessons, moods ------------------------------------------------------------------------------------------------

    def _learned(self, told: set[str]) -> Iterator[Insight]:
        """The weightiest thing that was not told already, of what others told as news, or what happened."""
        news = filter(_is_news, self._statements)
        fresh = [each for each in news if not any(each.text.rstrip(".") in reason for reason in told)]
        # What others did or said teaches more than one's own deeds.
        name = display_name(self._request.person)
        of_others = [each for each in fresh if not each.text.startswith(name)] or fresh
        weighty = [each for each in of_others if each.weight >= _WEIGHTY] or of_others
        for best in sorted(weighty, key=lambda each: -each.weight):
            what, reason = reported_words(best, self._language), self._reason(best)
            named = self._ids(best.text, self._by_person)
            spoken = {best.who.id: None} if best.who.id in self._people else {}
            about = tuple({**spoken, **named})[:2]
            # What others told of somebody is something to see that one about.
            whom = about[0] if reason.said is not None and reason.said.chain and about else ""
            is_sought = bool(whom) and whom != best.by.id and self._people[whom].relationship >= 0
            lines, of = "learned_of" if is_sought else "learned", ConclusionKind.LESSON
            value = best.memory.id if reason.said is None else news_key(reason.said)
            write = partial(self._write.insight, of, lines, [best.memory], about=about, value=value, said=reason.said)
            changes = {"question": whom} if is_sought and whom != PARTY else {}
            found = write(changes=changes, slots={"what": what, "who": self._write.called(whom)})
            if self._write.is_new(found):
                yield found
                return

    def _felt(self, changes: Sequence[RelationshipChange]) -> Iterator[Insight]:
        """Its mood. Nobody is in good heart after a threat, a danger, an accusation, or who has waited in vain."""
        mood = mood_of(self._request.person)
        is_high = mood > 0 and not any(change.change < 0 for change in changes) and not self._is_troubled()
        if mood <= -_MOOD_THAT_SHOWS or (mood >= _MOOD_THAT_SHOWS and is_high):
            lines = "high" if mood > 0 else "low"
            yield self._write.insight(ConclusionKind.MOOD, lines, self._request.memories, value=lines)

    def _is_troubled(self) -> bool:
        own, memories = self._request.person.npc_id, self._request.memories
        said = [each for memory in memories for each in utterances_of(memory)]
        to_self = (each.words for each in said if own in (each.speaker_id, *each.addressee_ids))
        texts = [*(each.words for each in said), *(text_of(memory) for memory in memories if memory.payload is None)]
        return (
            any(_is_bad(event) for memory in memories for event in events_of(memory))
            or any(act.kind in _TROUBLES for each in said for act in each.acts)
            or any(sentiment(words) < 0 for words in to_self)
            or any((own, -1) in judged_people(text, self._and_self, self._language) for text in texts)
        )


def _is_news(each: Statement) -> bool:
    """Whether it is more than manners, an appointment or a sight."""
    if (said := each.said) is not None:
        is_telling = not said.acts or any(act.kind in _TELLING for act in said.acts)
        is_told = each.text.rstrip(".").casefold() in told_part(said).words.casefold()
        return is_telling and is_told and not is_personal(said)
    events = list(events_of(each.memory))
    return not events or not all(isinstance(event, BeingsSeen | BeingMissed | GatheringHeld) for event in events)


def _is_fulfilled(means: ConclusionPayload, about: tuple[str, ...], matter: str) -> bool:
    """Whether it was to be expected that somebody would be where it then was, or was missing."""
    is_of = means.of is ConclusionKind.EXPECTATION and not set(about).isdisjoint(means.about)
    return is_of and matter.partition(":")[2] == means.value


def _is_bad(event: object) -> bool:
    match event:
        case DangerChanged(level=level):
            return level in (DangerLevel.HIGH, DangerLevel.EXTREME)
        case GatheringHeld(missing_ids=missing):
            return bool(missing)
    return isinstance(event, BeingMissed)
