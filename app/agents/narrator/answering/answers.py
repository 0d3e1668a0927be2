"""What a person answers: a greeting, a topic, a memory, or a word to what was said freely."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering import daily, matters, questions
from app.agents.narrator.answering.about_player import meeting_memory, told_to
from app.agents.narrator.answering.by_meaning import LONGEST, QUOTES, with_meaning
from app.agents.narrator.answering.following import Follow, followed, follows, talk_after, talk_of
from app.agents.narrator.answering.of_people import said_by_people, wanted_of
from app.agents.narrator.answering.of_sheet import from_sheet
from app.agents.narrator.answering.own_memory import answered_by_party
from app.agents.narrator.answering.passages import Known, passages_of
from app.agents.narrator.answering.ranking import Ranked, asked_terms, likeliest
from app.agents.narrator.answering.recalling import Recollection, recollect
from app.agents.narrator.answering.wanted import SPECIFIC, AnswerKind, asks_of_player, wanted_kind
from app.agents.narrator.company import times_spoken_this_visit, typed_lately
from app.agents.narrator.telling.variants import MarkedText, join_wordings
from app.agents.narrator.telling.voices import Voice
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, choice_names, named_in
from app.agents.narrator.understanding.typed_words import Phrase, name_words, recall_pattern, word_set
from app.events.commands.play import AskTopicCommand
from app.language.analysis.names import parts_of_list
from app.language.analysis.terms import term_set
from app.language.rendering.phrases import listed
from app.memory.stream.commitments import promises_to
from app.models.messages.mark import MarkKind
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import can_tell_topic, open_topics, topic_text_here
from app.models.state.texts import description_now
from app.scheduling import checkpoint, in_slices

_ALL = 0.95
_OFFERED = 4
ASKED = frozenset({"ask", "follow_up"})
"""Kinds of lines that want an answer."""
OPENING = frozenset({"tell", "accuse", "confess", "offer", "request", "correct"})
"""Kinds of lines that may say what a topic has waited for."""
REPLIES = {
    "farewell": "farewell",
    "thank": "to_thanks",
    "apologise": "to_apology",
    "praise": "to_kindness",
    "insult": "to_insult",
    "tell": "to_claim",
    "accuse": "to_accusation",
    "confess": "to_confession",
    "promise": "to_promise",
    "offer": "to_offer",
    "request": "to_request",
    "invite": "to_invitation",
    "threaten": "to_threat",
    "agree": "to_agreement",
    "decline": "to_refusal",
    "pass_on": "to_message",
    "correct": "to_correction",
    "introduce": "to_introduction",
}
"""By the kind of a line the list of what is said to it."""


class _Asked(NamedTuple):
    """A question, with what it leaves out: what stands ``before`` it, the topics it is about, whether it is about these
    as a whole, and the ids of those that it points at."""

    question: str
    before: str
    topics: list[Thing]
    is_whole: bool
    points_at: frozenset[str]


class Listener:
    """A person who is spoken to in a turn, and what it answers."""

    def __init__(self, turn: TurnBuilder, npc_id: str) -> None:
        self.turn = turn
        self.npc_id = npc_id
        self.state = turn.state
        self._topic_id: str | None = None
        """The topic of what it said last in this turn."""
        self._offered: list[str] = []
        """The topics that it named as what can be asked."""

    @property
    def voice(self) -> Voice:
        """Its voice, after what it has said in this turn so far."""
        return self.turn.voice(self.npc_id)

    def greet(self) -> None:
        """It greets back, and shows what it remembers if this is the first word of the visit; nothing if it has spoken
        in this turn already."""
        if self.turn.has_spoken(self.npc_id):
            return
        voice = self.voice
        if not voice.has_met():
            self.turn.describe(description_now(self.state, self.state.sheets.npc(self.npc_id)))
        self._gesture()
        if self._is_first_word():
            self.turn.speak(self.npc_id, voice.returning(meeting_memory(voice.exchange)) or voice.greeting())
        else:
            self.turn.speak(self.npc_id, voice.says("to_greeting"))
        self._offer_topics()

    def _offer_topics(self, *, without: str = "") -> None:
        can_tell = [topic for topic in open_topics(self.state, self.npc_id) if topic.id != without]
        topics = [topic.name for topic in can_tell]
        if topics:
            self._offered = [topic.id for topic in can_tell[:_OFFERED]]
            self.turn.remark(self.turn.lists(self.turn.text("could-ask", topics=listed(topics[:_OFFERED], "or"))))

    async def answer_about(self, about: str, *, telling: bool) -> bool:
        """What it says when asked (or told) about something: topics first, then what it remembers."""
        try:
            return await self._answer_parts(self._matters_of(about), telling=telling)
        finally:
            self._note_talk()

    async def _answer_parts(self, parts: Sequence[str], *, telling: bool) -> bool:
        for at, part in enumerate(parts):
            before, is_last = " ".join(parts[:at]), at == len(parts) - 1
            if not telling and await self._answered_of_what_was_said(part, asked=True):
                continue
            if not await self._answer(part, before, may_be_silent=not is_last, asks=not telling):
                return False
        return True

    async def hear(self, words: str, kind: str | None = None) -> bool:
        """Answer something said freely, a line of several parts in order.

        Args:
            words: What is said.
            kind: What is done by saying it, as "ask" or "thank"; None where that is read of the words.

        Returns:
            False if what is asked for was refused.
        """
        words = words[:2000]
        try:
            if kind is not None and kind not in ASKED:
                return await self._reply_to(words, kind)
            return await self._hear_parts(words, is_asked=kind is not None)
        finally:
            self._note_talk()

    def _note_talk(self) -> None:
        """Keep where the player's talk stands after what was said."""
        if said := self.turn.said_by(self.npc_id):
            talk = talk_after(self.state, self.npc_id, said[0], self._topic_id, self._offered)
            self.turn.dialogue = talk

    async def _hear_parts(self, words: str, *, is_asked: bool) -> bool:
        """Answer the parts of a line in order, questions before the last only where there is an answer; ``is_asked``:
        they are known to be questions."""
        parts, before = matters.parts_of(words), ""
        for at, (part, asks) in enumerate(parts):
            await checkpoint()  # a part takes some milliseconds to understand, and as many to answer
            is_aside, is_last = len(parts) > 1 and not asks, not any(later for _, later in parts[at + 1 :])
            is_fragment = bool(before) and self.turn.has_spoken(self.npc_id) and wanted_kind(part) is AnswerKind.NOTHING
            done = await self._hear(
                part,
                before,
                is_aside=is_aside,
                may_be_silent=not is_last or is_fragment,
                asks=is_asked and (asks or len(parts) == 1),
            )
            if not done:
                return False
            before = f"{before} {part}"
        return True

    async def _reply_to(self, words: str, kind: str) -> bool:
        """Reply to what is no question, by what it does; a topic is told only where what is said opens it."""
        self.turn.addressed_npc_id = self.npc_id
        if kind == "greet":
            self.greet()
            return True
        if kind in OPENING and (opened := await self._opened_by(words)):
            return await self._tell_topic(opened) is not False
        self._gesture()
        self.turn.speak(self.npc_id, self.voice.says(REPLIES.get(kind, "small_talk")))
        return True

    async def _opened_by(self, words: str) -> list[Thing]:
        """Return the topic that waited for what is said now: one with a condition that holds, which is not told yet."""
        told = self.state.npc(self.npc_id).topics_told
        passages = passages_of(self.voice.exchange)
        waited = [each for each in passages if each.topic and each.topic.condition and each.topic.id not in told]
        found = await likeliest(self.voice.exchange, words[:LONGEST], waited)
        opened = found.answer or found.near
        return self._topic_of(opened) if opened is not None else []

    async def _hear(self, heard: str, before: str, *, is_aside: bool, may_be_silent: bool, asks: bool) -> bool:
        """Answer one part of a line; ``is_aside``: what stands beside a question is answered for what it does alone;
        ``asks``: it is known to be a question."""
        remark = matters.read_remark(self.state.sheet, heard)
        if asks:
            remark = replace(remark, kinds=(), asks=True, greets=False, rest=heard)
        if not any(promises_to(self.state, self.turn.context.speaker.id, self.npc_id)):
            remark = replace(remark, kinds=tuple(kind for kind in remark.kinds if kind != "kept"))
        is_matter = not is_aside and "promise" not in remark.kinds
        if is_matter and await self._answered_of_what_was_said(heard, asked=False):
            return True
        if is_matter and not remark.asks and await self._asked_what_was_told(heard):
            return True
        if not remark.asks and not is_aside and (opened := await self._opened_by(heard)):
            return await self._tell_topic(opened) is not False
        known = naming.topics_of(self.state, self.npc_id)
        is_matter = is_matter and (remark.asks or matters.is_wish_or_name(remark.rest, known))
        if not (is_matter and self._topics(remark.rest)):
            self.turn.addressed_npc_id = self.npc_id
            if remark.greets:
                self.greet()
            elif remark.kinds:
                self._gesture()
            voice = self.voice
            lines = [voice.says("farewell" if kind == "farewell" else f"to_{kind}") for kind in remark.kinds]
            self.turn.speak(self.npc_id, join_wordings(lines, " "))
            if is_aside or not remark.asks:
                if not (is_aside or remark.greets or remark.kinds):
                    self._remark_back()
                return True
        await checkpoint()
        return await self._answer(remark.rest, before, may_be_silent=may_be_silent, asks=remark.asks)

    async def _asked_what_was_told(self, heard: str) -> bool:
        """Whether a question that is read as a wish ("would you cook nuts for me?") is answered by what the player
        told, one that begins with an asking word also by what comes nearest."""
        phrase = Phrase.of(heard)
        answer = await with_meaning(self.voice.exchange, heard, None) if phrase.is_question else None
        if answer is None or (answer.is_nearest and not phrase.starts(*word_set("asking_words"))):
            return False
        return self._reply(self._recalled(answer), answer)

    def _remark_back(self) -> None:
        self.turn.addressed_npc_id = self.npc_id
        if not self._open_with_memory():
            self.turn.speak(self.npc_id, self.voice.says("small_talk"))

    async def _answer(self, question: str, before: str, *, may_be_silent: bool, asks: bool = True) -> bool:
        """A topic, what is remembered, who somebody is or whom it has not seen; else that it knows no more of the
        matter, or nothing. ``before`` is what stands before the question in its line. False if that was refused."""
        state, voice = self.state, self.voice
        is_own = daily.asks_who(state, question) and not (before and matters.points_back(question))
        if is_own and daily.asks_who(state, before):
            return True
        about = self._matter_of(question, before, is_tag=may_be_silent and wanted_kind(question) is AnswerKind.NOTHING)
        question, topics, is_open = about.question, about.topics, about.is_whole or not asks
        await checkpoint()
        ranked = await self._likeliest(question, about.points_at) if asks and not is_own else Ranked(None, None)
        picked = ranked.answer
        if picked is not None and topics and is_open and not self._answers_whole(picked, question, topics):
            picked = None
        answer = await self._remembered(question) if asks else None
        if asks and picked is None and (answer is None or (answer.covered < _ALL and not answer.is_claim)):
            wanted = wanted_of(voice.exchange, question, None)
            if (answer is None or wanted.is_named) and not self._topics(wanted.about):
                said = self._new(question, await said_by_people(voice.exchange, question, None))
                answer, topics = said or answer, [] if said else topics
        await checkpoint()
        if about.before and answer and voice.is_saying(answer.words):
            return True
        if answer is not None and answer.is_claim and asks_of_player(question):
            picked = picked if answer.is_nearest else None
            ranked = Ranked(picked, None)
        if picked is not None and not self._tells_more(answer, question, self._topic_of(picked)):
            return voice.is_saying(picked.text) or await self._say_known(picked)
        fact = daily.known_fact(voice.exchange, question) if asks and not is_open else ""
        if ranked.near is not None and not (fact or is_open):
            topics, is_open = self._topic_of(ranked.near), True
        is_untold = bool(topics) and topics[0].id not in state.npc(self.npc_id).topics_told
        is_open = is_open or (is_untold and answer is not None and answer.is_claim)
        if is_open and topics and not self._tells_more(answer, question, topics):
            done = await self._tell_topic(topics)
            if done is not None:
                return done
        line = self._known(question, answer, is_own=is_own)
        if line is None and not asks:
            self._remark_back()
        elif line is not None or not may_be_silent:
            self._say_or_not_know(line, answer, topics)
        return True

    def _answers_whole(self, known: Known, question: str, topics: Sequence[Thing]) -> bool:
        """Return whether a passage may answer a question about a topic as a whole: a fact, where the topic was told or
        something in particular is asked for."""
        is_told = topics[0].id in self.state.npc(self.npc_id).topics_told
        if matters.is_opened(question):
            return False
        return known.is_fact and (is_told or wanted_kind(question) not in (AnswerKind.NOTHING, AnswerKind.THING))

    def _matter_of(self, question: str, before: str, *, is_tag: bool) -> _Asked:
        """Return what a question is about; one that leaves that out is about what stands before it, else about the
        topic of the last answer."""
        voice = self.voice
        what, topics = questions.read_question(voice.exchange, question), self._topics(question)
        is_whole = bool(topics) and matters.is_of_whole(question, what, self._sheets(topics))
        if topics and not is_whole and wanted_kind(question) not in SPECIFIC:
            is_untold = topics[0].id not in self.state.npc(self.npc_id).topics_told
            is_whole = is_untold and matters.is_asked_of(question, topics)
        if topics or is_tag:
            return _Asked(question, before, topics, is_whole, frozenset())
        last, known = voice.last_topic(), naming.topics_of(self.state, self.npc_id)
        matter = self._topics(before)[:1] or [each for each in known if each.id == last]
        points_at = frozenset(each.id for each in matter)
        if not matters.leaves_out_matter(question, what):
            is_back = matters.points_back(question)
            return _Asked(question, before, [], is_whole=False, points_at=points_at if is_back else frozenset())
        before = before or " ".join(typed_lately(self.state)[:1])
        is_whole = bool(matter) and matters.is_pointer(question)
        return _Asked(question if matter else f"{question} {before}", before, matter, is_whole, points_at)

    async def _remembered(self, question: str) -> Recollection | None:
        """Return what it remembers that answers; of what it has seen only what holds the person that is asked for."""
        exchange = self.voice.exchange
        found = await in_slices(recollect(exchange, question))
        if found is not None and not found.is_claim and wanted_kind(question) is AnswerKind.PERSON:
            people = (exchange.player, *(person.name for person in naming.everybody(self.state)))
            others = term_set(" ".join(people)) - set(asked_terms(exchange, question))
            found = None if term_set(" ".join(found.lines)).isdisjoint(others) else found
        return self._new(question, await with_meaning(exchange, question, found))

    def _say_or_not_know(self, line: MarkedText | None, answer: Recollection | None, topics: Sequence[Thing]) -> None:
        """Say a line; without one that it knows no more of a topic that was told, else that it does not know."""
        self.turn.addressed_npc_id = self.npc_id
        self._open_with_memory(answer)
        is_told = bool(topics) and line is None and topics[0].id in self.state.npc(self.npc_id).topics_told
        no_more = self.voice.says("no_more", matter=topics[0].name) if is_told else None
        self.turn.speak(self.npc_id, line or no_more or self.voice.unknown())
        if no_more:
            self._offer_topics(without=topics[0].id)

    async def _likeliest(self, question: str, matter: frozenset[str]) -> Ranked:
        """Return what comes nearest to an answer of all that the person may say."""
        exchange = self.voice.exchange
        question = exchange.without_call(question.strip(QUOTES)[:LONGEST])
        is_of_player = asks_of_player(question)
        passages = [each for each in passages_of(exchange) if not (is_of_player and each.is_of_self)]
        return await likeliest(exchange, question, passages, matter)

    def _new(self, question: str, answer: Recollection | None) -> Recollection | None:
        """Return a memory that may answer; not its own words of a topic, and none that only comes nearest and has
        nothing of the question."""
        if answer is None or (not answer.is_own and not answer.is_nearest):
            return answer
        topics = (f"{topic.text} {topic.again}" for topic in self.state.sheets.npc(self.npc_id).topics)
        told = " ".join(topics)
        if answer.is_own:
            return None if answer.lines and all(line.rstrip(".!… ") in told for line in answer.lines) else answer
        shared = term_set(" ".join(answer.lines)).intersection(asked_terms(self.voice.exchange, question))
        return answer if shared or asks_of_player(question) else None

    def _sheets(self, topics: Sequence[Thing]) -> list[TopicSheet]:
        return [self.state.sheets.topic(topic.id)[1] for topic in topics]

    def _topic_of(self, known: Known) -> list[Thing]:
        topics = naming.topics_of(self.state, self.npc_id)
        return [each for each in topics if known.topic is not None and each.id == known.topic.id]

    async def _say_known(self, known: Known) -> bool:
        """Say what answers a question; a topic that is not told yet is told whole, unless a short fact of it does."""
        if known.topic is not None and not known.is_fact and not known.is_told:
            done = await self._tell_topic(self._topic_of(known))
            if done is not None:
                return done
        self._topic_id = known.topic.id if known.topic is not None else None
        line = self.voice.authored(known.text)
        return self._reply(line.aside() if known.is_told else line)

    def _known(self, question: str, answer: Recollection | None, *, is_own: bool) -> MarkedText | None:
        """What it remembers; else who it is, or what it knows of another person, or that it has not seen one."""
        voice = self.voice
        if answer is not None:
            return self._recalled(answer)
        if is_own:
            return voice.introduction()
        if fact := daily.known_fact(voice.exchange, question):
            return voice.says("plain", Recollection(fact, ()))
        unseen = daily.asked_as_seen(self.state, question)
        return voice.says("not_seen", who=unseen) if unseen else None

    def _recalled(self, answer: Recollection) -> MarkedText:
        return self.voice.says("nearest" if answer.is_nearest else "recalled", answer)

    async def _answered_of_what_was_said(self, text: str, *, asked: bool) -> bool:
        """Whether the text goes on from the last answer, or asks after the player, the person's day or what somebody
        said, and has been answered."""
        voice = self.voice
        if (follow := follows(text)) is not None and await self._followed(follow):
            return True
        if recall_pattern("heard_again").search(" ".join(Phrase.of(text).norms)) and (line := voice.once_more()):
            return self._reply(line)
        if daily.asks_plans(text) and (doings := daily.plans_answer(self.state, self.npc_id)):
            return self._reply(MarkedText(doings))
        if not self._topics(text) and (own := daily.own_matter(voice.exchange, text)):
            return self._reply(voice.says("plain", Recollection(own, ())))
        if (day := voice.of_the_day(text)) is not None:
            return self._reply(voice.says("plain", day), day)
        if (known := from_sheet(voice.exchange, text)) is not None:
            return self._reply(voice.says("plain", known))
        about = questions.about_player(text, asked=asked)
        of_promise = about is not None and about[0] is questions.Matter.PROMISE
        named = named_in(text, naming.everybody(self.state)) if of_promise else []
        if about is not None and all(person.id == self.npc_id for person in named):
            is_of_all = of_promise or not questions.read_question(voice.exchange, text).weights
            if not is_of_all and (told := await with_meaning(voice.exchange, text, None)):
                return self._reply(self._recalled(told), told)
            return self._reply(voice.of_player(*about, text), is_free=not of_promise)
        report = questions.reported(text, asked=asked)
        if report is None or ((speaker := questions.speaker_of(voice.exchange, report.who)) is None and report.who):
            return False
        if not report.who and (await self._likeliest(text, frozenset())).answer is not None:
            return False
        what = questions.read_question(voice.exchange, text, report)
        is_all = what.is_open and speaker == self.turn.context.speaker.name
        is_left_out = is_all and not report.about and bool(questions.read_question(voice.exchange, text).weights)
        answer = None if is_all else await in_slices(recollect(voice.exchange, text, report))
        is_of_player = speaker == self.turn.context.speaker.name and not is_all
        if is_left_out or is_of_player or (answer is None and not is_all and speaker != what.exchange.own_names[0]):
            answer = await with_meaning(voice.exchange, text, answer)
        if not is_of_player and not is_all and (answer is None or answer.covered < _ALL):
            answer = await said_by_people(voice.exchange, text, report) or answer
        answer = answer if report.who else self._new(text, answer)
        if is_all and answer is None:
            answer = told_to(voice.exchange, what.span)
        is_topic = bool(self._topics(report.about))
        if answer is None and (speaker is None or (is_topic and speaker != self.turn.context.speaker.name)):
            return False
        line = self._recalled(answer) if answer else voice.nothing_said(speaker or "")
        return self._reply(line, answer)

    async def _followed(self, follow: Follow) -> bool:
        """Whether a line that goes on from the last answer has been answered; of what was offered the first is told."""
        if (talk := talk_of(self.state, self.turn.context.speaker.id, self.npc_id)) is None:
            return False
        if words := followed(self.voice.exchange, follow, talk, passages_of(self.voice.exchange)):
            self._topic_id = talk.topic_id
            return self._reply(self.voice.authored(words).aside())
        known = naming.topics_of(self.state, self.npc_id)
        offered = [topic for topic in known if topic.id in talk.offered[:1]]
        return follow is Follow.ON and bool(offered) and await self._tell_topic(offered) is True

    def _reply(self, line: MarkedText, answer: Recollection | None = None, *, is_free: bool = True) -> bool:
        """Say a line, with what opens a visit where it is an answer; a model may say it better if it ``is_free``.
        Always True."""
        if is_free:
            self.turn.addressed_npc_id = self.npc_id
        if answer is None:
            self._gesture()
        else:
            self._open_with_memory(answer)
        self.turn.speak(self.npc_id, line)
        return True

    def _tells_more(self, answer: Recollection | None, text: str, topics: Sequence[Thing]) -> bool:
        """Whether a memory answers a question better than the topics it names: all of it, and more than their names;
        what only a player has claimed does not come before an untold topic."""
        if answer is None or answer.is_own or answer.covered < _ALL or not recall_pattern("asks_for_one").match(text):
            return False
        told = all(topic.id in self.state.npc(self.npc_id).topics_told for topic in topics)
        named = term_set(" ".join(" ".join(name) for topic in topics for name in topic.names))
        return bool(answer.terms - named) and (told or not answer.is_claim)

    def _gesture(self) -> None:
        """One gesture of a person in a turn is enough."""
        if not self.turn.has_spoken(self.npc_id):
            self.turn.remark(self.voice.gesture())

    def _is_first_word(self) -> bool:
        return not self.turn.has_spoken(self.npc_id) and not times_spoken_this_visit(self.state, self.npc_id)

    def _open_with_memory(self, answer: Recollection | None = None) -> bool:
        """Show the gesture, and on the first word of a visit the memory unless it is the answer; True if it was."""
        voice = self.voice
        self._gesture()
        memory = meeting_memory(voice.exchange) if self._is_first_word() else None
        is_told = memory is not None and answer is not None and answer.repeats(memory)
        line = None if is_told else voice.returning(memory)
        self.turn.speak(self.npc_id, line)
        return line is not None

    async def _tell_topic(self, topics: Sequence[Thing]) -> bool | None:
        """Tell a topic; None if it has no more to tell."""
        if len(topics) > 1:
            return self.turn.refuse(self.turn.text("what-about", topics=listed(choice_names(topics), "or")))
        _, topic = self.state.sheets.topic(topics[0].id)
        self._topic_id = topic.id
        voice, is_told = self.voice, topic.id in self.state.npc(self.npc_id).topics_told
        can_tell = can_tell_topic(self.state, self.npc_id, topic)
        if is_told and can_tell and voice.is_saying(topic.text):
            return True
        if is_told and can_tell and voice.has_said(topic.again or topic.text):
            return None
        self._open_with_memory()
        refusal = await self.turn.attempt(AskTopicCommand(npc_id=self.npc_id, topic_id=topic.id))
        if refusal is None:
            return True
        if refusal.quoted:
            return self.turn.refuse(refusal)
        words = topic_text_here(self.state, self.npc_id, topic)
        untold = voice.unknown() if voice.has_said(words) else voice.authored(words)
        self.turn.speak(self.npc_id, untold.marked(MarkKind.REFUSAL))
        return False

    def _matters_of(self, about: str) -> list[str]:
        """``the lantern and the whistle`` as two matters, in order, if each is exactly one topic; else questions."""
        whole, parts = name_words(about), parts_of_list(about)
        is_name = any(whole in topic.names for topic in naming.topics_of(self.state, self.npc_id))
        if not is_name and len(parts) > 1 and all(len(self._topics(part)) == 1 for part in parts):
            return parts
        return [part for part, asks in matters.parts_of(about) if asks] or [about]

    def _topics(self, text: str) -> list[Thing]:
        return matters.topics_about(self.state, self.npc_id, text)
