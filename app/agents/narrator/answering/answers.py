"""What a person answers: a greeting, a topic, a memory, or a word to what was said freely."""

from collections.abc import Sequence
from dataclasses import replace

from app.agents.narrator.answering import matters
from app.agents.narrator.answering.asked import Answering
from app.agents.narrator.answering.by_meaning import LONGEST, with_meaning
from app.agents.narrator.answering.evidence import held_named, is_shown, topic_of_evidence, topics_of_thing
from app.agents.narrator.answering.following import answers
from app.agents.narrator.answering.passages import passages_of
from app.agents.narrator.answering.ranking import likeliest
from app.agents.narrator.answering.wanted import AnswerKind, wanted_kind
from app.agents.narrator.telling.variants import join_wordings
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.events.commands.play import ShowItemCommand
from app.language.analysis.names import parts_of_list
from app.language.reading.replying import Reply, reply_in
from app.language.rendering.phrases import the
from app.memory.stream.commitments import promises_to
from app.models.sheets.person import TopicSheet
from app.models.state.dialogue import Dialogue
from app.scheduling import checkpoint

ASKED = frozenset({"ask", "follow_up"})
"""Kinds of lines that want an answer."""
OPENING = frozenset({"tell", "accuse", "confess", "offer", "request", "correct"})
"""Kinds of lines that may say what a topic has waited for."""
_REPLY_OF_KIND = {"agree": Reply.YES, "decline": Reply.NO}
FEELING = frozenset({"condolence", "apology", "thanks", "insult", "kindness"})
"""What a remark does that names a matter without asking for it."""
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
    "pass_on": "to_message_nobody",
    "correct": "to_correction",
    "introduce": "to_introduction",
}
"""By the kind of a line the list of what is said to it."""


class Listener(Answering):
    """A person who is spoken to in a turn, and what it answers."""

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
            if not Phrase.of(words).asks and is_shown(words) and (held := held_named(self.state, words)):
                return await self.be_shown(held[0])
            if await self._takes_up(words, kind):
                return True
            if kind is not None and kind not in ASKED and not self._does_more(words):
                return await self._reply_to(words, kind)
            return await self._hear_parts(words, is_asked=kind in ASKED)
        finally:
            self._note_talk()

    async def take_up(self, words: str) -> bool:
        """Reply to words that answer what is open between the two.

        Args:
            words: What is said.

        Returns:
            Whether they did; nothing was said otherwise.
        """
        if not self._topics(words) and await self._takes_up(words, None):
            self._note_talk()
            return True
        return False

    async def _takes_up(self, words: str, kind: str | None) -> bool:
        """Whether words answer what the person has asked or offered, let go of what the player has, or press for an
        answer, and were replied to."""
        if (talk := self._open_before()) is None:
            return False
        reply = reply_in(words) or _REPLY_OF_KIND.get(kind or "")
        if reply is Reply.LET_GO and (talk.own_question or talk.own_offer):
            self._opened |= {"own_question": None, "own_offer": None}
            return self._take_note("to_letting_go")
        if reply is Reply.PRESSED and talk.own_question is not None and talk.own_question.turn == talk.turn:
            return self._take_note("still_unknown")
        if reply in (Reply.LET_GO, Reply.PRESSED) or Phrase.of(words).asks:
            return False
        if talk.offer is not None and reply is not None:
            self._opened |= {"offer": None, "question": None, "answered": talk.offer.words}
            is_taken = reply in (Reply.YES, Reply.ACCEPTED)
            return self._take_note("to_accepted" if is_taken else "to_declined")
        if talk.question is None or not self._is_answer(words, kind, reply, talk):
            return False
        self._opened |= {"question": None, "answered": talk.question.words}
        is_more = len(Phrase.of(words)) > matters.LONGEST_NAME
        if is_more and (opened := await self._opened_by(words)):
            return await self._tell_topic(opened) is not False
        if reply is None:
            return self._take_note(REPLIES["introduce"] if kind == "introduce" else "to_answer")
        return self._take_note("to_yes" if reply in (Reply.YES, Reply.ACCEPTED) else "to_no")

    def _is_answer(self, words: str, kind: str | None, reply: Reply | None, talk: Dialogue) -> bool:
        """Whether words that are no question answer the person's question: by yes or no, or as what follows it."""
        if talk.question is None or reply_in(words) is not None:
            return talk.question is not None
        if talk.question.turn != talk.turn or self._does_more(words):
            return False
        is_name = any(name_words(words) in topic.names for topic in naming.topics_of(self.state, self.npc_id))
        return reply is not None or (not is_name and answers(talk.question.words, words, kind))

    def _take_note(self, name: str) -> bool:
        """Say a line of a list; always True."""
        self.turn.addressed_npc_id = self.npc_id
        self._gesture()
        self.turn.speak(self.npc_id, self.voice.replies(name))
        return True

    def _does_more(self, words: str) -> bool:
        """Return whether words do what is answered before what their kind says: thank, apologise, keep a promise …"""
        kinds = {*matters.read_remark(self.state.sheet, words).kinds} - {"request", "invitation"}
        has_promised = any(promises_to(self.state, self.turn.context.speaker.id, self.npc_id))
        return bool(kinds if has_promised else kinds - {"kept"})

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
                may_be_silent=not is_last or is_fragment or self._has_answered,
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
        if kind == "offer":
            self._leave_open("own_offer", words)
        self._gesture()
        self.turn.speak(self.npc_id, self.voice.replies(REPLIES.get(kind, "small_talk")))
        return True

    async def be_shown(self, thing: Thing) -> bool:
        """Look at a thing that the player shows: it tells its topic about just that, else what it would answer when
        asked about the thing, else it takes note.

        Args:
            thing: A thing that the party carries.

        Returns:
            False if it refused to show it, or refuses to speak of it.
        """
        if not await self.turn.do(ShowItemCommand(item_id=thing.id, npc_id=self.npc_id)):
            return False
        self._shown_id = thing.id
        try:
            about = topics_of_thing(self.state, self.npc_id, thing)
            if about and (done := await self._tell_topic(self._things_of(about[0]))) is not None:
                return done
            found = await self._likeliest(the(thing.name), frozenset())
            if found.answer is not None:
                return await self._say_known(found.answer)
            return self._take_note("to_evidence")
        finally:
            self._note_talk()

    def _things_of(self, topic: TopicSheet) -> list[Thing]:
        return [each for each in naming.topics_of(self.state, self.npc_id) if each.id == topic.id]

    async def _opened_by(self, words: str) -> list[Thing]:
        """Return the untold topic that what is said now is about: by what the party has found, has or has heard, else
        the nearest one of those that waited, whose condition holds."""
        if (topic := await topic_of_evidence(self.voice.exchange, words[:LONGEST])) is not None:
            return self._things_of(topic)
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
        is_matter = not is_aside and {"promise", "kept"}.isdisjoint(remark.kinds)
        if is_matter and await self._answered_of_what_was_said(heard, asked=False):
            return True
        if is_matter and not remark.asks and await self._asked_what_was_told(heard):
            return True
        if not remark.asks and not is_aside and (opened := await self._opened_by(heard)):
            return await self._tell_topic(opened) is not False
        known = naming.topics_of(self.state, self.npc_id)
        is_wish = not FEELING.intersection(remark.kinds) and matters.is_wish_or_name(remark.rest, known)
        is_matter = is_matter and (remark.asks or is_wish)
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

    def _matters_of(self, about: str) -> list[str]:
        """``the lantern and the whistle`` as two matters, in order, if each is exactly one topic; else questions."""
        whole, parts = name_words(about), parts_of_list(about)
        is_name = any(whole in topic.names for topic in naming.topics_of(self.state, self.npc_id))
        if not is_name and len(parts) > 1 and all(len(self._topics(part)) == 1 for part in parts):
            return parts
        return [part for part, asks in matters.parts_of(about) if asks] or [about]
