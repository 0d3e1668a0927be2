"""A short conversation by rule: what the one has to say, what the other answers to it, and what that changes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random

from app.agents.mind.feelings import feeling
from app.agents.mind.statements import report, retold_statement, speaker, statements_worth_telling
from app.agents.mind.wording import as_sentence, chance, plain, short_name, tone
from app.interfaces.agents.mind import (
    Conversation,
    ConversationLine,
    ConverseRequest,
    MatterKind,
    MemoryExcerpt,
    Portrait,
    RelationshipChange,
    TalkReason,
)
from app.language.language import language_of
from app.language.rendering.filling import as_clause, fill_slots
from app.language.rendering.phrases import moment_text, named_place
from app.models.clock import part_of_day
from app.models.events.play import BeingsSeen, GatheringHeld
from app.models.messages.payload import Utterance, events_in
from app.models.messages.speech import WISH, ActKind, SpeechAct

MOST_LINES = 6
_LONGEST = 600  # characters of a line
_MOST_TOLD = 400
_EQUAL = 1.0  # weight within which matters are as good as each other
_TALKATIVE, _TACITURN = 3 / 4, 1 / 3  # how often a person goes on after its answer
_DISLIKES, _CLOSE = -0.3, 0.5
_APART = 120  # game minutes between two appointments that a person accepts
_DECLINES = 0.15  # how often a person does not wish to come, or cannot say why
_WARMS = 0.4  # how often a good talk makes people like each other more, where they are not close already


def conversation(request: ConverseRequest) -> Conversation:
    """Two to six lines, the first person beginning; stock lines alone where neither has anything to say."""
    sides = _Side(request, 0), _Side(request, 1)
    most = max(1, min(MOST_LINES, request.most_lines))
    lines: list[ConversationLine] = []
    changes: dict[str, RelationshipChange] = {}
    for at, (side, other) in enumerate((sides, sides[::-1])):
        if at and (len(lines) + 1 >= most or (lines and not side.goes_on())):
            break
        if (matter := side.choice(other.raised)) is None:
            continue
        side.raised = matter
        lines.append(side.opening(matter, greets=not lines))
        lines.append(other.answer(matter))
        for who, change in _changes(side, other, matter):
            changes.setdefault(who, change)
    if not lines:
        lines = [sides[0].stock("greeting"), sides[1].stock("reply")]
    return Conversation(lines=tuple(lines[:most]), relationships=changes)


class _Side:
    """One of the two: what it has to say to the other, and how it says it."""

    def __init__(self, request: ConverseRequest, which: int) -> None:
        self.person, self.other = request.people[which], request.people[1 - which]
        self.npc_id, self.now = self.person.npc_id, request.now
        self.matters = request.matters.get(self.npc_id, ())
        self.engaged = request.engaged.get(self.npc_id, ())
        self.language = language_of(self.person)
        self.feels = feeling(self.person, self.other.npc_id) or 0.0
        self._tone = tone(self.person, self.feels)
        self.raised: TalkReason | None = None

    def chance(self, purpose: str) -> Random:
        """Its own for each purpose, by who and when."""
        return chance(self.npc_id, self.other.npc_id, self.now, purpose)

    def goes_on(self) -> bool:
        """Return whether the person says more: taciturn people, and those that dislike the other, mostly do not."""
        share = _TACITURN if self._tone in ("terse", "cold") else _TALKATIVE
        return self.chance("goes on").random() < share

    def choice(self, heard: TalkReason | None) -> TalkReason | None:
        """Return one of the person's weightiest matters that it can put into words; not the matter that the other has
        just ``raised``."""
        fresh = [each for each in self.matters if heard is None or each.key != heard.key]
        if heard is not None and heard.kind is MatterKind.INVITE:  # one invitation a talk
            fresh = [each for each in fresh if each.kind is not MatterKind.INVITE]
        while fresh:
            best = [each for each in fresh if each.weight >= fresh[0].weight - _EQUAL]
            chosen = self.chance("matter").choice(best)
            if chosen.kind is not MatterKind.NEWS or self._news(chosen) is not None:
                return chosen
            fresh.remove(chosen)
        return None

    # -- lines -----------------------------------------------------------------------------------------------------

    def stock(self, name: str) -> ConversationLine:
        text, _ = self._filled(name)
        return ConversationLine(npc_id=self.npc_id, text=plain(text, _LONGEST), stock=True)

    def opening(self, matter: TalkReason, *, greets: bool) -> ConversationLine:
        """What it has to say, after a greeting where it speaks first."""
        if matter.kind is MatterKind.NEWS:
            line = self._news(matter) or self.stock("greeting")  # `choice` leaves out what has no words
        elif matter.kind is MatterKind.ASK and not matter.about_id:
            line = self._wish(matter)
        else:
            kind, lines = _OPENINGS[matter.kind]
            is_at = matter.kind is MatterKind.ASK and matter.place_id
            line = self.acting(kind, "ask_person_at" if is_at else lines, matter)
        greeting = f"{self._filled('greeting')[0]} " if greets else ""
        acts = None if line.acts is None else tuple(act.shifted(len(greeting)) for act in line.acts)
        return line.model_copy(update={"text": f"{greeting}{line.text}"[:_LONGEST], "acts": acts})

    def acting(self, kind: ActKind, lines: str, matter: TalkReason) -> ConversationLine:
        """A line that does one thing: its words are made here, so its act is known."""
        slots = {"what": matter.what, "who": matter.names.get(matter.about_id, "")}
        if matter.place_id is not None:
            slots["place"] = matter.names.get(matter.place_id, matter.place_id)
        if matter.at is not None:
            slots["when"] = moment_text(self.language, matter.at, self.now)
        text, spans = self._filled(lines, **slots)
        act = SpeechAct(
            kind=kind,
            span=(0, len(text)),
            to=(self.other.npc_id,),
            what=next(((start, end) for slot, start, end in spans if slot == "what"), None),
            subject_id=matter.about_id or None,
            place_id=matter.place_id,
            at=matter.at,
        )
        return ConversationLine(npc_id=self.npc_id, text=text[:_LONGEST], acts=(act,))

    def _wish(self, matter: TalkReason) -> ConversationLine:
        """A goal of its own, which others may tell on, and the question what the other would do."""
        line = self.acting(ActKind.STATEMENT, "wish", matter)
        asked, wish = self._filled("ask_goal")[0], (line.acts or ())[0]
        begin = len(line.text) + 1
        question = SpeechAct(
            kind=ActKind.QUESTION, span=(begin, begin + len(asked)), to=(self.other.npc_id,), what=wish.what
        )
        acts = (wish.model_copy(update={"to": (), "attribute": WISH}), question)
        return line.model_copy(update={"text": f"{line.text} {asked}"[:_LONGEST], "acts": acts})

    def _news(self, matter: TalkReason) -> ConversationLine | None:
        """What a memory has to tell, in its words to the other, and what it tells; None for no words."""
        memory, said = matter.memory, matter.said
        if memory is None:
            return None
        if said is not None:
            told = said.model_copy(update={"original_id": memory.id})
            if said.speaker_id == self.npc_id:
                return self._telling("news", said.words, told, memory.thought)
            who = speaker(said, memory) or said.speaker_id
            return self._telling("own_news", report(said, who, self.language), told, memory.thought)
        for each in statements_worth_telling((memory,), self.language):
            if each.said is None and (words := retold_statement(each, self.person, self.other)):
                own = retold_statement(each, self.person, Portrait("", ""))
                told = Utterance(
                    kind="utterance",
                    speaker_id=self.npc_id,
                    words=own,
                    addressee_ids=(self.other.npc_id,),
                    acts=_dated(memory, own),
                    original_id=memory.id,
                )
                is_own = self.language.pattern("minds.of_oneself").match(words)
                return self._telling("own_news" if is_own else "news", words, told, memory.thought)
        return None

    def _telling(self, lines: str, words: str, told: Utterance, thought: str) -> ConversationLine:
        """Make a line that passes news on, followed by the person's own opinion of it, which is not passed on
        further."""
        news = as_clause(self.language, as_sentence(words, _MOST_TOLD))
        line = self._filled(lines, news=news)[0]
        return ConversationLine(
            npc_id=self.npc_id, text=plain(f"{line} {thought}" if thought else line, _LONGEST), told=told
        )

    def answer(self, matter: TalkReason) -> ConversationLine:
        """What it says to what the other has raised; stock words where nothing has to be said."""
        match matter.kind:
            case MatterKind.INVITE if self.accepts(matter):
                return self.acting(ActKind.PROMISE, "accept", matter)
            case MatterKind.COMPLAIN if self.feels >= 0:
                return self.acting(ActKind.APOLOGY, "sorry", matter)
            case MatterKind.INVITE | MatterKind.REMIND:
                lines = "renew" if matter.kind is MatterKind.REMIND else "decline"
                return self.acting(ActKind.STATEMENT, lines, matter)
            case MatterKind.ASK if matter.about_id:
                return self._answer_about(matter)
            case MatterKind.ASK if matter.is_advised:
                return self.acting(ActKind.STATEMENT, "help", matter)
            case MatterKind.ASK if matter.lead_id:
                lead = TalkReason(MatterKind.ASK, "", 0.0, about_id=matter.lead_id, names=matter.names)
                return self.acting(ActKind.STATEMENT, "lead", lead)
        return self.stock(_STOCK_ANSWERS.get(matter.kind, "answer"))

    def _answer_about(self, matter: TalkReason) -> ConversationLine:
        events = () if matter.answer is None else events_in(matter.answer.payload)
        seen = next((event for event in events if isinstance(event, BeingsSeen)), None)
        if matter.answer is None or seen is None:
            return self.acting(ActKind.STATEMENT, "not_seen", matter)
        where = named_place(matter.answer.names.get(seen.location_id, seen.location_id))
        named = {**matter.names, seen.location_id: where}
        found = replace(matter, place_id=seen.location_id, at=seen.since, names=named)
        return self.acting(ActKind.STATEMENT, "have_seen", found)

    def accepts(self, matter: TalkReason) -> bool:
        """Whether it comes: it does not dislike the other, and is expected nowhere else then."""
        is_free = matter.at is None or all(abs(matter.at - at) >= _APART for at in self.engaged)
        return is_free and self.feels > _DISLIKES and self.chance("accepts").random() >= _DECLINES

    def warms(self) -> bool:
        """Whether it likes the other more for a good talk."""
        return self.feels < _CLOSE and self.chance("warms").random() < _WARMS

    def _filled(self, name: str, **slots: str) -> tuple[str, list[tuple[str, int, int]]]:
        """One of the lines of this name in its tone, by chance."""
        slots |= {
            "part": self.language.render("minds.greeted-part", part=part_of_day(self.now)),
            "other": plain(short_name(self.other.name), 60) or self.language.render("minds.you"),
        }
        return fill_slots(self.chance(name).choice(self.language.lines(f"minds.{name}", self._tone)), slots)


def _dated(memory: MemoryExcerpt, words: str) -> tuple[SpeechAct, ...]:
    """Return the speech act of news about a gathering, with its place and time."""
    held = (event for event in events_in(memory.payload) if isinstance(event, GatheringHeld))
    span = (0, len(words))
    return tuple(
        SpeechAct(kind=ActKind.STATEMENT, span=span, place_id=each.location_id, at=each.at) for each in islice(held, 1)
    )


_OPENINGS: Mapping[MatterKind, tuple[ActKind, str]] = {
    MatterKind.INVITE: (ActKind.INVITATION, "invite"),
    MatterKind.REMIND: (ActKind.STATEMENT, "remind"),
    MatterKind.ASK: (ActKind.QUESTION, "ask_person"),
    MatterKind.COMPLAIN: (ActKind.STATEMENT, "complain"),
    MatterKind.AFFECTION: (ActKind.THANKS, "glad"),
}


_STOCK_ANSWERS = {
    MatterKind.COMPLAIN: "quarrel",
    MatterKind.AFFECTION: "thanked",
    MatterKind.ASK: "wished",
}


def _changes(side: _Side, other: _Side, matter: TalkReason) -> Iterator[tuple[str, RelationshipChange]]:
    """Yield how a matter changes the opinions that the two have of each other, with the reason; it may change both."""
    changes: tuple[tuple[_Side, int, str], ...] = ()
    match matter.kind:
        case MatterKind.INVITE if other.accepts(matter):
            changes = (side, 1, "was-accepted"), (other, 1, "was-invited")
        case MatterKind.INVITE if other.feels <= _DISLIKES:
            changes = ((side, -1, "was-refused"),)
        case MatterKind.COMPLAIN if other.feels >= 0:
            changes = ((side, 1, "has-apologised"),)
        case MatterKind.COMPLAIN:
            changes = (side, -1, "had-words"), (other, -1, "had-words")
        case MatterKind.AFFECTION:
            changes = ((other, 1, "was-thanked"),)
        case MatterKind.ASK if matter.is_advised or (matter.answer is not None and side.warms()):
            changes = ((side, 1, "was-helped"),)
        case MatterKind.NEWS if other.warms():
            changes = ((other, 1, "was-told"),)
    for one, by, reason in changes:
        words = side.language.render(f"minds.{reason}", who=short_name(one.other.name))
        yield one.npc_id, RelationshipChange(other_id=one.other.npc_id, change=by, reason=words)
