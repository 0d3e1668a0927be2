"""What a person answers: a greeting, a topic, a memory, or a word to what was said freely."""

from collections.abc import Sequence

from app.agents.narrator.answering.asked import Answering
from app.agents.narrator.knowledge import matters
from app.agents.narrator.knowledge.by_meaning import LONGEST
from app.agents.narrator.knowledge.evidence import (
    held_named,
    is_shown,
    topic_of_evidence,
    topics_of_thing,
    waited_by_name,
)
from app.agents.narrator.knowledge.following import answers
from app.agents.narrator.knowledge.heard import MAY_BE_ANSWERED, Heard, heard_parts
from app.agents.narrator.knowledge.passages import passages_of
from app.agents.narrator.knowledge.questions import read_question
from app.agents.narrator.knowledge.ranking import NEAR_OPENED, likeliest
from app.agents.narrator.knowledge.recalling import Recollection
from app.agents.narrator.knowledge.wanted import AnswerKind, asks_of_player, wanted_kind
from app.agents.narrator.telling.variants import join_wordings
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing
from app.agents.narrator.understanding.typed_words import Phrase, name_words
from app.events.commands.play import GiveItemCommand, ShowItemCommand
from app.events.gifts import lent_back
from app.language.analysis.names import parts_of_list
from app.language.reading.hearing import Hearing
from app.language.reading.replying import Reply, reply_in
from app.language.rendering.phrases import the
from app.memory.stream.commitments import promises_to
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import open_topics
from app.models.state.dialogue import Dialogue
from app.scheduling import checkpoint

_LONGEST_TAG = 3
"""Words up to which a question beside a remark only asks for a nod."""
OPENING = frozenset({"", "tell", "accuse", "confess", "offer", "request", "correct"})
"""Kinds of lines that may say what a topic has waited for."""
_REPLY_OF_KIND = {"agree": Reply.YES, "decline": Reply.NO}
_DOING_MORE = frozenset({"promise", "thanks", "apology", "threat"})
"""Speech acts that are answered before what a person asked."""
GREETINGS = frozenset({"greet", "introduce", "small_talk"})
"""Kinds of a line that is a greeting and nothing else."""
LIGHT = frozenset({"", "tell", "small_talk", "introduce"})
"""Kinds that need no reply where the line says more, or asks something."""
LIGHT_BESIDE = LIGHT | {"agree", "decline", "correct"}
"""Kinds that need no reply beside a question that is answered."""
MOST_REPLIES = 2
REPLIES = {
    "": "to_remark",
    "small_talk": "small_talk",
    "farewell": "farewell",
    "thank": "to_thanks",
    "apologise": "to_apology",
    "praise": "to_kindness",
    "insult": "to_insult",
    "tell": "to_claim",
    "accuse": "to_accusation",
    "confess": "to_confession",
    "promise": "to_promise",
    "kept": "to_kept",
    "offer": "to_offer",
    "request": "to_request",
    "invite": "to_invitation",
    "threaten": "to_threat",
    "agree": "to_agreement",
    "decline": "to_refusal",
    "pass_on": "to_message_nobody",
    "correct": "to_correction",
    "introduce": "to_introduction",
    "condolence": "to_condolence",
    "kindness": "to_kindness",
    "feeling": "to_feeling",
    "wellbeing": "to_wellbeing",
}
"""By the kind of a line the list of what is said to it."""


class Listener(Answering):
    """A person who is spoken to in a turn, and what it answers."""

    async def answer_about(self, about: str, *, telling: bool) -> bool:
        """Answer a question (or a remark) about a matter: with topics first, then from memory. A thing that the person
        has only taken back is handed over."""
        try:
            if not telling and (lent := self._asked_back(about)) is not None:
                return await self._hand_over(lent)
            return await self._answer_parts(self._matters_of(about), telling=telling)
        finally:
            self._note_talk()

    def _asked_back(self, words: str) -> str | None:
        """Return the id of the thing, lent or taken back, that words name, unless a topic that gives it comes now."""
        things = naming.items(self.state, lent_back(self.state, self.npc_id))
        named = naming.named_in(words, things) if things else []
        if len(named) != 1:
            return None
        topics = [each for each in open_topics(self.state, self.npc_id) if each.gives_item == named[0].id]
        is_told = all(self.voice.has_said(each.again or each.text) for each in topics)
        return named[0].id if is_told else None

    async def _hand_over(self, item_id: str) -> bool:
        self._gesture()
        return await self.turn.do(GiveItemCommand(item_id=item_id, npc_id=self.npc_id, to_party=True))

    async def _answer_parts(self, parts: Sequence[str], *, telling: bool) -> bool:
        for at, part in enumerate(parts):
            before, is_last = " ".join(parts[:at]), at == len(parts) - 1
            if not telling and await self._answered_of_what_was_said(part, asked=True):
                continue
            if not await self._answer(part, before, may_be_silent=not is_last, asks=not telling):
                return False
        return True

    async def hear(self, words: str, kind: str | None = None) -> bool:
        """Answer free speech, a line of several parts in order.

        Args:
            words: The words.
            kind: The speech act, such as "ask" or "thank"; None where it is read from the words.

        Returns:
            False if a request in them was refused.
        """
        try:
            if not Phrase.of(words).asks and is_shown(words) and (held := held_named(self.state, words)):
                return await self.be_shown(held[0])
            if await self._takes_up(words, kind):
                return True
            return await self._hear_parts(await heard_parts(self.voice.exchange, words[:2000], kind))
        finally:
            self._note_talk()

    async def take_up(self, words: str) -> bool:
        """Reply to words that are the name of a topic that waited, or that answer what is open between the two.

        Args:
            words: What is said.

        Returns:
            Whether they did; nothing was said otherwise.
        """
        if (topic := waited_by_name(self.state, self.npc_id, words)) is not None:
            await self._tell_topic(self._things_of(topic))
            self._note_talk()
            return True
        if not self._topics(words) and await self._takes_up(words, None):
            self._note_talk()
            return True
        return False

    async def _takes_up(self, words: str, kind: str | None) -> bool:
        """Reply to words that answer the person's question or offer, let go of the player's own, or press for an
        answer. Return whether it replied."""
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
        self.turn.speak(self.npc_id, self.voice.says(name))
        return True

    def _does_more(self, words: str) -> bool:
        """Return whether words do what is answered before what their kind says: thank, apologise, keep a promise …"""
        acts = {act.kind.value for act in Hearing(self.state.sheet).read_speech(words)}
        has_promised = any(promises_to(self.state, self.turn.context.speaker.id, self.npc_id))
        is_kept = has_promised and "kept" in acts
        return is_kept or not _DOING_MORE.isdisjoint(acts) or bool(matters.marked_kinds(words))

    async def _hear_parts(self, parts: Sequence[Heard]) -> bool:
        """Answer the parts of a line in order, questions before the last only where there is an answer."""
        tags = [at for at, part in enumerate(parts) if len(parts) > 1 and _is_tag(part)]
        asked = [at for at, part in enumerate(parts) if part.asks and at not in tags]
        before, is_question = "", any(not parts[at].kinds for at in asked)
        for at, part in enumerate(parts):
            await checkpoint()  # a part takes some milliseconds to understand, and as many to answer
            if at in asked:
                is_fragment = bool(before) and self._has_spoken and wanted_kind(part.text) is AnswerKind.NOTHING
                is_silent = at != asked[-1] or is_fragment or self._has_answered
                done = await self._hear_asked(part, before, may_be_silent=is_silent)
            else:
                done = at in tags or await self._hear_said(part, is_aside=is_question or len(parts) > 1)
            if not done:
                return False
            before = before if part.kinds in (("greet",), ("thank",)) else f"{before} {part.text}"
        if not (self._has_spoken or self._has_answered or self.turn.outcomes):
            self._reply_by(("",))
        return True

    @property
    def _has_spoken(self) -> bool:
        return self.turn.has_spoken(self.npc_id)

    async def _hear_asked(self, part: Heard, before: str, *, may_be_silent: bool) -> bool:
        """Answer what may be answered; what is a request or the like, and has no answer, is replied to by its kind."""
        if await self._answered_of_what_was_said(part.text, asked=False):
            return True
        if not part.kinds:
            return await self._answer(part.text, before, may_be_silent=may_be_silent)
        if opened := await self._opened_by(part.text):
            return await self._tell_topic(opened) is not False
        has_matter = not matters.leaves_out_matter(part.text, read_question(self.voice.exchange, part.text))
        if has_matter and (picked := (await self._likeliest(part.text, frozenset())).answer) is not None:
            return await self._say_known(picked)
        if MAY_BE_ANSWERED.isdisjoint(part.kinds) and (told := await self._told_of_player(part.text)) is not None:
            return self._reply(self._recalled(told))
        self._reply_by(part.kinds)
        return True

    async def _told_of_player(self, text: str) -> Recollection | None:
        """Return what the player has said that answers a question about itself, of whatever kind the question is."""
        if not (Phrase.of(text).is_question and asks_of_player(text)):
            return None
        answer = await self._remembered(text)
        return answer if answer is not None and answer.is_claim else None

    async def _hear_said(self, part: Heard, *, is_aside: bool) -> bool:
        """Reply to a part that asks nothing by its speech act; a topic is told only where the words open it.
        ``is_aside``: the line says more, and light parts need no reply."""
        kinds = part.kinds
        if "kept" in kinds and not any(promises_to(self.state, self.turn.context.speaker.id, self.npc_id)):
            kinds = tuple("tell" if kind == "kept" else kind for kind in kinds)
        self.turn.addressed_npc_id = self.npc_id
        if "offer" in kinds:
            self._leave_open("own_offer", part.text)
        if not OPENING.isdisjoint(kinds) and (opened := await self._opened_by(part.text)):
            return await self._tell_topic(opened) is not False
        is_light = LIGHT.issuperset(kinds) and not is_aside
        if is_light and await self._answered_of_what_was_said(part.text, asked=False):
            return True
        if self._is_wish(part.text, kinds, is_aside=is_aside):
            return await self._answer(part.text, "", may_be_silent=False, asks=False)
        if "greet" in kinds:
            is_whole = not is_aside and GREETINGS.issuperset(kinds)
            self.greet(is_whole=is_whole)
            kinds = tuple(kind for kind in kinds if kind != "greet" and not (is_whole and kind == "small_talk"))
        self._reply_by(kinds, is_aside=is_aside)
        return True

    def _is_wish(self, text: str, kinds: Sequence[str], *, is_aside: bool) -> bool:
        """Return whether words are a wish to hear a topic: they are of no sure kind and name it, or offer help with a
        topic that was not told yet."""
        known = naming.topics_of(self.state, self.npc_id)
        topics = self._topics(text)
        if kinds == ("offer",):
            told = self.state.npc(self.npc_id).topics_told
            return bool(topics) and topics[0].id not in told and matters.is_asked_of(text, known)
        return kinds == ("",) and not is_aside and bool(topics) and matters.is_wish_or_name(text, known)

    def _reply_by(self, kinds: Sequence[str], *, is_aside: bool = False) -> None:
        """Say what fits each of these kinds, or the weightier ones of them."""
        weighty = [kind for kind in dict.fromkeys(kinds) if kind not in (LIGHT_BESIDE if is_aside else LIGHT)]
        if not {"praise", "condolence"}.isdisjoint(weighty):
            weighty = [kind for kind in weighty if kind != "apologise"]  # who comforts is sorry for another's trouble
        light = [kind for kind in kinds if kind and kind in LIGHT] or kinds
        chosen = weighty[:MOST_REPLIES] or ([] if is_aside else light[:1])
        self.turn.addressed_npc_id = self.npc_id
        self._gesture()
        if chosen == ["small_talk"] and self._open_with_memory():
            return
        lines = dict.fromkeys(REPLIES.get(kind, REPLIES[""]) for kind in chosen)
        self.turn.speak(self.npc_id, join_wordings([self.voice.says(line) for line in lines], " "))

    async def be_shown(self, thing: Thing) -> bool:
        """Look at a thing that the player shows: it gives its topic about just that, else what it would answer when
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
        """Return the untold topic that the words open: by what the party has found, carries or has heard, else the
        nearest of those that waited for a condition that holds now."""
        if (topic := await topic_of_evidence(self.voice.exchange, words[:LONGEST])) is not None:
            return self._things_of(topic)
        told = self.state.npc(self.npc_id).topics_told
        passages = passages_of(self.voice.exchange)
        waited = [each for each in passages if each.topic and each.topic.condition and each.topic.id not in told]
        found = await likeliest(self.voice.exchange, words[:LONGEST], waited, near_from=NEAR_OPENED)
        opened = found.answer or found.near
        return self._topic_of(opened) if opened is not None else []

    def _matters_of(self, about: str) -> list[str]:
        """``the lantern and the whistle`` as two matters, in order, if each is exactly one topic; else questions."""
        whole, parts = name_words(about), parts_of_list(about)
        is_name = any(whole in topic.names for topic in naming.topics_of(self.state, self.npc_id))
        if not is_name and len(parts) > 1 and all(len(self._topics(part)) == 1 for part in parts):
            return parts
        return [part for part, asks in matters.parts_of_line(about) if asks] or [about]


def _is_tag(part: Heard) -> bool:
    """Return whether a question only asks for a nod: "right?"."""
    return part.asks and len(Phrase.of(part.text)) <= _LONGEST_TAG and wanted_kind(part.text) is AnswerKind.NOTHING
