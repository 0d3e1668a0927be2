"""A person's answer to a question: from what it may say, remembers and knows; else that it does not know."""

from collections.abc import Sequence
from typing import NamedTuple

from app.agents.narrator.answering.of_game import seen_by_party
from app.agents.narrator.answering.of_sheet import from_sheet
from app.agents.narrator.answering.speaking import Talking
from app.agents.narrator.company import typed_lately
from app.agents.narrator.knowledge import daily, matters, questions
from app.agents.narrator.knowledge.about_player import told_to
from app.agents.narrator.knowledge.by_meaning import LONGEST, QUOTES, with_meaning
from app.agents.narrator.knowledge.following import Follow, followed, follows, talk_of
from app.agents.narrator.knowledge.of_people import said_by_people, wanted_of
from app.agents.narrator.knowledge.passages import Known, passages_of
from app.agents.narrator.knowledge.passed_on import asked_of_message
from app.agents.narrator.knowledge.ranking import Ranked, asked_terms, asks_only_of_person, fills, likeliest
from app.agents.narrator.knowledge.recalling import Recollection, recollect
from app.agents.narrator.knowledge.wanted import SPECIFIC, AnswerKind, asks_of_player, wanted_kind
from app.agents.narrator.telling.variants import MarkedText
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, named_in
from app.agents.narrator.understanding.typed_words import Phrase, name_words, recall_pattern, word_set
from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import term_set, terms_of
from app.language.analysis.text import NO_BREAK
from app.memory.stream.commitments import promises_to
from app.scheduling import checkpoint, in_slices

_ALL = 0.95
FEW_WORDS = 4
"""Words up to which a question that names no matter is about that of the last answer and nothing else."""


class _Asked(NamedTuple):
    """A question, with what it leaves out: the text ``before`` it, the topics it is about, whether it is about these as
    a whole, and the ids of those that it points at."""

    question: str
    before: str
    topics: list[Thing]
    is_whole: bool
    points_at: frozenset[str]


def _is_thin(question: str, answer: Recollection) -> bool:
    """Return whether a memory has no more of a question than everyday deeds ("come", "see"), or may lack the reason or
    the manner that is asked for."""
    is_everyday = terms_of("narrator.everyday_deeds").issuperset(answer.terms)
    return is_everyday or wanted_kind(question) in (AnswerKind.REASON, AnswerKind.MANNER)


class Answering(Talking):
    """A person that is asked a question."""

    async def _answer(self, question: str, before: str, *, may_be_silent: bool, asks: bool = True) -> bool:
        """Answer with a topic, a memory, who another person is or that it was not seen; else that the person knows no
        more of the matter, or nothing.

        Args:
            question: The question.
            before: The text before the question in its line.
            may_be_silent: Whether to say nothing rather than that the person does not know.
            asks: Whether it is a question; else the words only name a topic.

        Returns:
            False if it was refused.
        """
        state, voice = self.state, self.voice
        named = self._topics(question)
        is_bare = len(Phrase.of(question)) <= FEW_WORDS
        about = self._matter_of(question, before, is_tag=may_be_silent and wanted_kind(question) is AnswerKind.NOTHING)
        question, topics, is_open = about.question, about.topics, about.is_whole or not asks
        await checkpoint()
        is_of_stranger = NO_BREAK in question  # a name that joins the first name of one and the last of another
        is_ranked = asks and not is_of_stranger
        ranked = await self._likeliest(question, about.points_at) if is_ranked else Ranked(None, None)
        picked = ranked.answer
        if picked is not None and picked.is_introduction:
            return self._introduce()
        if picked is not None and topics and is_open and not self._answers_whole(picked, question, topics):
            picked = None
        answer = await self._remembered(question) if asks else None
        if asks and picked is None and (answer is None or (answer.covered < _ALL and not answer.is_claim)):
            wanted = wanted_of(voice.exchange, question, None)
            if (answer is None or wanted.is_named) and not self._topics(wanted.about):
                said = await said_by_people(voice.exchange, question, None)
                said = self._new(question, said) if said is not None and said.is_own else said
                said = said if said is None or said.is_own or await self._fills(question, said) else None
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
        line = self._known(question, answer)
        if line is None and not asks:
            self._reply(voice.says("to_claim"))
        elif line is not None or not may_be_silent:
            if line is None and asks and not named and (seen := await seen_by_party(self.turn, question)):
                self._has_answered = True
                return self.turn.remark(seen)  # what nobody needs to be asked
            if line is None:
                self._leave_open("own_question", question)
            self._say_or_not_know(line, topics if named or is_bare else [])
        return True

    def _answers_whole(self, known: Known, question: str, topics: Sequence[Thing]) -> bool:
        """Return whether a passage may answer a question about a topic as a whole: a fact, where the topic was told or
        the question asks for something in particular."""
        is_told = topics[0].id in self.state.npc(self.npc_id).topics_told
        names = {word for topic in topics for name in topic.names for word in name}
        empty = lexicon().stop | lexicon().auxiliaries | word_set("question_words")
        is_named = topics[0].name[:1].isupper()  # then who or what it is may be all that is asked
        is_all_asked = is_named and all(word in names or word in empty for word in name_words(question))
        if matters.is_opened(question) or (is_all_asked and not is_told):
            return False
        return known.is_fact and (is_told or wanted_kind(question) not in (AnswerKind.NOTHING, AnswerKind.THING))

    def _matter_of(self, question: str, before: str, *, is_tag: bool) -> _Asked:
        """Return the matter of a question; one that leaves it out is about the text before it, else about the topic of
        the last answer."""
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
        """Return the memory that answers; of sights only those that hold the person that is asked for."""
        exchange = self.voice.exchange
        found = await in_slices(recollect(exchange, question))
        if found is not None and not found.is_claim and asks_only_of_person(exchange, question):
            found = None
        is_part = found is not None and not found.is_claim and found.covered < _ALL
        if found is not None and is_part and wanted_kind(question) is AnswerKind.PERSON:
            people = (exchange.player, *(person.name for person in naming.everybody(self.state)))
            others = term_set(" ".join(people)) - set(asked_terms(exchange, question))
            found = None if term_set(" ".join((found.words, *found.lines))).isdisjoint(others) else found
        is_loose = is_part or (found is not None and not found.is_claim and _is_thin(question, found))
        if found is not None and is_loose and not found.is_own and not await self._fills(question, found):
            found = None
        return self._new(question, await with_meaning(exchange, question, found))

    async def _fills(self, question: str, answer: Recollection) -> bool:
        """Return whether a memory that shares some words with a question holds what it asks for."""
        if wanted_kind(question) is AnswerKind.NOTHING:
            return True
        return await fills(self.voice.exchange, question, " ".join(answer.lines), passages_of(self.voice.exchange))

    def _say_or_not_know(self, line: MarkedText | None, topics: Sequence[Thing]) -> None:
        """Say a line; without one that the person knows no more of a topic that was told, else that it does not
        know."""
        self.turn.addressed_npc_id = self.npc_id
        self._gesture()
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
        nothing of the question. What replaces an earlier statement of the player is of the matter, since both come
        near, unless the person is asked for its own deeds."""
        is_nearest = answer is not None and answer.is_nearest
        if answer is not None and answer.is_revised:
            is_nearest = is_nearest and questions.read_question(self.voice.exchange, question).doer == "person"
        is_own_word = answer is not None and answer.is_claim and not asks_of_player(question)
        if answer is not None and is_own_word and (is_nearest or self._is_promise(answer)):
            return None
        if answer is None or not (answer.is_own or is_nearest):
            return answer
        topics = (f"{topic.text} {topic.again}" for topic in self.state.sheets.npc(self.npc_id).topics)
        told = " ".join(topics)
        if answer.is_own:
            return None if answer.lines and all(line.rstrip(".!… ") in told for line in answer.lines) else answer
        shared = term_set(" ".join(answer.lines)).intersection(asked_terms(self.voice.exchange, question))
        return answer if shared or asks_of_player(question) else None

    def _is_promise(self, answer: Recollection) -> bool:
        """Return whether a memory is of nothing but what the player has promised the person."""
        given = promises_to(self.state, self.turn.context.speaker.id, self.npc_id, done=True)
        words = " ".join(each.words for each in given)
        return bool(answer.lines) and all(line.rstrip(".! ") in words for line in answer.lines)

    async def _say_known(self, known: Known) -> bool:
        """Say a passage that answers a question; a topic that was not told yet is told whole, unless the passage is a
        short fact of it."""
        if known.topic is not None and not known.is_fact and not known.is_told:
            done = await self._tell_topic(self._topic_of(known))
            if done is not None:
                return done
        self._topic_id, self._has_answered = known.topic.id if known.topic is not None else None, True
        line = self.voice.authored(known.text)
        return self._reply(line.aside() if known.is_told else line)

    def _introduce(self) -> bool:
        """Say who it is, once in a turn. Always True."""
        line = self.voice.introduction()
        return self.voice.is_saying(line.text) or self._reply(line)

    def _known(self, question: str, answer: Recollection | None) -> MarkedText | None:
        """What it remembers; else what it knows of another person, or that it has not seen one."""
        voice = self.voice
        if answer is not None:
            return self._recalled(answer)
        if fact := daily.known_fact(voice.exchange, question):
            return voice.says("plain", Recollection(fact, ()))
        unseen = daily.asked_as_seen(self.state, question)
        return voice.says("not_seen", who=unseen) if unseen else None

    def _recalled(self, answer: Recollection) -> MarkedText:
        return self.voice.says("nearest" if answer.is_nearest else "recalled", answer)

    async def _answered_of_what_was_said(self, text: str, *, asked: bool) -> bool:
        """Answer a text that goes on from the last answer, or asks after the player, the person's day or the words of
        others. Return whether it was one."""
        voice = self.voice
        if (message := asked_of_message(voice.exchange, text)) is not None:
            return self._reply(voice.says("plain", message))
        if (follow := follows(text)) is not None and await self._followed(follow):
            return True
        if recall_pattern("heard_again").search(" ".join(Phrase.of(text).norms)) and (line := voice.once_more()):
            return self._reply(line)
        if daily.asks_plans(text) and (doings := daily.plans_answer(self.state, self.npc_id)):
            return self._reply(MarkedText(doings))
        if not self._topics(text) and (own := daily.own_matter(voice.exchange, text)):
            return self._reply(voice.says("plain", Recollection(own, ())))
        if (day := voice.of_the_day(text)) is not None:
            return self._reply(voice.says("plain", day))
        if (known := from_sheet(voice.exchange, text)) is not None:
            return self._reply(voice.says("plain", known))
        about = questions.about_player(text, asked=asked)
        of_promise = about is not None and about[0] is questions.Matter.PROMISE
        named = named_in(text, naming.everybody(self.state)) if of_promise else []
        if about is not None and all(person.id == self.npc_id for person in named):
            is_of_all = of_promise or not questions.read_question(voice.exchange, text).weights
            if not is_of_all and (told := await with_meaning(voice.exchange, text, None)):
                return self._reply(self._recalled(told))
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
        return self._reply(line)

    async def _followed(self, follow: Follow) -> bool:
        """Answer a line that goes on from the last answer, with the first of the offered topics where it asks to go on.
        Return whether it was answered."""
        if (talk := talk_of(self.state, self.turn.context.speaker.id, self.npc_id)) is None:
            return False
        if words := followed(self.voice.exchange, follow, talk, passages_of(self.voice.exchange)):
            self._topic_id = talk.topic_id
            return self._reply(self.voice.authored(words).aside())
        known = naming.topics_of(self.state, self.npc_id)
        offered = [topic for topic in known if topic.id in talk.offered[:1]]
        return follow is Follow.ON and bool(offered) and await self._tell_topic(offered) is True

    def _tells_more(self, answer: Recollection | None, text: str, topics: Sequence[Thing]) -> bool:
        """Whether a memory answers a question better than the topics it names: all of it, and more than their names;
        what only a player has claimed does not come before an untold topic."""
        if answer is None or answer.is_own or answer.covered < _ALL or not recall_pattern("asks_for_one").match(text):
            return False
        told = all(topic.id in self.state.npc(self.npc_id).topics_told for topic in topics)
        named = term_set(" ".join(" ".join(name) for topic in topics for name in topic.names))
        return bool(answer.terms - named) and (told or not answer.is_claim)
