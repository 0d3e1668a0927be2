"""What a person answers: a greeting, a topic, a memory, or a word to what was said freely."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from app.agents.narrator.acting.company import times_spoken_this_visit, typed_lately
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering.about_player import meeting_memory, told_to
from app.agents.narrator.answering.by_meaning import with_meaning
from app.agents.narrator.answering.daily import asks_plans, plans_answer
from app.agents.narrator.answering.facts import asked_as_seen, asks_who, known_fact, own_matter
from app.agents.narrator.answering.matters import (
    leaves_out_matter,
    line_of,
    parts_of,
    points_back,
    read_remark,
    terms_beside,
    topic_meant,
    topics_about,
)
from app.agents.narrator.answering.own_memory import answered_by_party
from app.agents.narrator.answering.questions import (
    Matter,
    Question,
    about_player,
    read_question,
    reported,
    speaker_of,
)
from app.agents.narrator.answering.recalling import Recollection, recollect
from app.agents.narrator.telling.variants import Passage, joined
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
from app.models.state.conditions import holds, open_topics

_ALL = 0.95
_OFFERED = 4


def greet(turn: TurnBuilder, npc_id: str) -> None:
    """The person greets back, and shows what it remembers if this is the first word of the visit; nothing if it has
    spoken in this turn already."""
    if turn.has_spoken(npc_id):
        return
    voice = turn.voice(npc_id)
    if not voice.has_met():
        turn.describe(turn.state.sheets.npc(npc_id).description)
    _gesture(turn, npc_id)
    if _is_first_word(turn, npc_id):
        turn.speak(npc_id, voice.returning(meeting_memory(voice.exchange)) or voice.greeting())
    else:
        turn.speak(npc_id, voice.says("to_greeting"))
    _offer_topics(turn, npc_id)


def _offer_topics(turn: TurnBuilder, npc_id: str, *, without: str = "") -> None:
    topics = [topic.name for topic in open_topics(turn.state, npc_id) if topic.id != without]
    if topics:
        turn.remark(turn.lists(turn.text("could-ask", topics=listed(topics[:_OFFERED], "or"))))


async def answer_about(turn: TurnBuilder, npc_id: str, about: str, *, telling: bool) -> bool:
    """What the person says when asked (or told) about something: topics first, then what it remembers."""
    parts = _matters_of(turn, npc_id, about)
    for at, part in enumerate(parts):
        before, is_last = " ".join(parts[:at]), at == len(parts) - 1
        if not telling and await _answered_of_what_was_said(turn, npc_id, part, asked=True):
            continue
        if not await _answer(turn, npc_id, part, before, may_be_silent=not is_last, asks=not telling):
            return False
    return True


async def hear(turn: TurnBuilder, npc_id: str, words: str) -> bool:
    """What a person answers to something said freely: its matter, or else each thing that the remark does. Questions
    are answered in order, those before the last only where there is an answer."""
    parts, before = parts_of(words[:2000]), ""
    for at, (part, asks) in enumerate(parts):
        await asyncio.sleep(0)  # a part takes some milliseconds to understand, and as many to answer
        is_aside, is_last = len(parts) > 1 and not asks, not any(later for _, later in parts[at + 1 :])
        if not (asks and len(parts) > 1 and await answered_by_party(turn, part)) and not await _hear(
            turn, npc_id, part, before, is_aside=is_aside, may_be_silent=not is_last
        ):
            return False
        before = f"{before} {part}"
    return True


async def _hear(
    turn: TurnBuilder, npc_id: str, heard: str, before: str, *, is_aside: bool, may_be_silent: bool
) -> bool:
    """Answer one part of a line; ``is_aside``: what stands beside a question is answered for what it does alone."""
    remark = read_remark(turn.state.sheet, heard)
    if not any(promises_to(turn.state, turn.scene.speaker.id, npc_id)):
        remark = replace(remark, kinds=tuple(kind for kind in remark.kinds if kind != "kept"))
    is_matter = not is_aside and "promise" not in remark.kinds
    if is_matter and await _answered_of_what_was_said(turn, npc_id, heard, asked=False):
        return True
    is_plan = Phrase.of(remark.rest).holds(*word_set("plans")) or {"farewell", "invitation"} & {*remark.kinds}
    is_matter = is_matter and (remark.asks or not is_plan)
    if is_matter and not remark.asks and await _asked_what_was_told(turn, npc_id, heard):
        return True
    if not (is_matter and topics_about(turn.state, npc_id, remark.rest)):
        turn.addressed_npc_id = npc_id
        if remark.greets:
            greet(turn, npc_id)
        elif remark.kinds:
            _gesture(turn, npc_id)
        voice = turn.voice(npc_id)
        lines = [voice.says("farewell" if kind == "farewell" else f"to_{kind}") for kind in remark.kinds]
        turn.speak(npc_id, joined(lines, " "))
        if is_aside or not remark.asks:
            if not (is_aside or remark.greets or remark.kinds):
                _remark_back(turn, npc_id)
            return True
    await asyncio.sleep(0)
    return await _answer(turn, npc_id, remark.rest, before, may_be_silent=may_be_silent, asks=remark.asks)


async def _asked_what_was_told(turn: TurnBuilder, npc_id: str, heard: str) -> bool:
    """Whether a question that is read as a wish ("would you cook nuts for me?") is answered by what the player told;
    one that begins with an asking word also by what comes nearest."""
    if not Phrase.of(heard).is_question:
        return False
    answer = await with_meaning(turn.voice(npc_id).exchange, heard, None)
    if answer is None or (answer.is_nearest and not Phrase.of(heard).starts(*word_set("asking_words"))):
        return False
    return _reply(turn, npc_id, _recalled(turn.voice(npc_id), answer), answer)


def _remark_back(turn: TurnBuilder, npc_id: str) -> None:
    turn.addressed_npc_id = npc_id
    if not _open_with_memory(turn, npc_id):
        turn.speak(npc_id, turn.voice(npc_id).says("small_talk"))


async def _answer(
    turn: TurnBuilder, npc_id: str, question: str, before: str, *, may_be_silent: bool, asks: bool = True
) -> bool:
    """A topic, what is remembered, who somebody is or whom it has not seen; else that it knows no more of the matter,
    or nothing. ``before`` is what stands before the question in its line. False if that was refused."""
    state, voice = turn.state, turn.voice(npc_id)
    is_own = asks_who(state, question) and not (before and points_back(question))
    if is_own and asks_who(state, before):
        return True
    what, topics, matter = read_question(voice.exchange, question), topics_about(state, npc_id, question), list[Thing]()
    asked = Phrase.of(question)
    is_tag = may_be_silent and not asked.holds(*word_set("asking_words"))
    if not (topics or is_own or is_tag):
        matter = _matter_before(turn, npc_id, before)
        if leaves_out_matter(question, what):
            topics, before = matter, before or " ".join(typed_lately(state)[:1])
            question = question if topics else f"{question} {before}"
            what = replace(what, weights=read_question(voice.exchange, before).weights | what.weights)
    answer = await with_meaning(voice.exchange, question, recollect(voice.exchange, question)) if asks else None
    await asyncio.sleep(0)
    if before and answer and voice.is_saying(answer.words):
        return True
    if asks and not (topics or answer or is_tag):
        matter = matter if word_set("person").isdisjoint(asked.norms) or points_back(question) else []
        is_known = any(line_of(state, npc_id, what, state.sheets.topic(each.id)[1], voice.has_said) for each in matter)
        topics = topic_meant(state, npc_id, what) or (matter if is_known or points_back(question) else [])
    if topics and not _tells_more(turn, npc_id, answer, question, topics):
        done = await _tell_topic(turn, npc_id, topics, what)
        if done is not None:
            return done
    line = _known(turn, npc_id, question, answer, is_own=is_own)
    if line is None and not asks:
        _remark_back(turn, npc_id)
    elif line is not None or not may_be_silent:
        turn.addressed_npc_id = npc_id
        _open_with_memory(turn, npc_id, answer)
        no_more = voice.says("no_more", matter=topics[0].name) if topics and line is None else None
        turn.speak(npc_id, line or no_more or turn.voice(npc_id).unknown())
        if no_more:
            _offer_topics(turn, npc_id, without=topics[0].id)
    return True


def _matter_before(turn: TurnBuilder, npc_id: str, context: str) -> list[Thing]:
    """The topic that the line speaks of before a question, else the one that the person spoke of last."""
    last, known = turn.voice(npc_id).last_topic(), naming.topics_of(turn.state, npc_id)
    return topics_about(turn.state, npc_id, context)[:1] or [each for each in known if each.id == last]


def _known(
    turn: TurnBuilder, npc_id: str, question: str, answer: Recollection | None, *, is_own: bool
) -> Passage | None:
    """What it remembers; else who it is, or what it knows of another person, or that it has not seen one."""
    voice = turn.voice(npc_id)
    if answer is not None:
        return _recalled(voice, answer)
    if is_own:
        return voice.introduction()
    if fact := known_fact(voice.exchange, question):
        return voice.says("plain", Recollection(fact, ()))
    unseen = asked_as_seen(turn.state, question)
    return voice.says("not_seen", who=unseen) if unseen else None


def _recalled(voice: Voice, answer: Recollection) -> Passage:
    return voice.says("nearest" if answer.is_nearest else "recalled", answer)


async def _answered_of_what_was_said(turn: TurnBuilder, npc_id: str, text: str, *, asked: bool) -> bool:
    """Whether the text asks after the player, the person's day or what somebody said, and has been answered."""
    voice = turn.voice(npc_id)
    if recall_pattern("heard_again").search(" ".join(Phrase.of(text).norms)) and (line := voice.once_more()):
        return _reply(turn, npc_id, line)
    if asks_plans(text) and (doings := plans_answer(turn.state, npc_id)):
        return _reply(turn, npc_id, Passage(doings))
    if not topics_about(turn.state, npc_id, text) and (own := own_matter(voice.exchange, text)):
        return _reply(turn, npc_id, voice.says("plain", Recollection(own, ())))
    if (day := voice.of_the_day(text)) is not None:
        return _reply(turn, npc_id, voice.says("plain", day), day)
    about = about_player(text, asked=asked)
    of_promise = about is not None and about[0] is Matter.PROMISE
    named = named_in(text, naming.everybody(turn.state)) if of_promise else []
    if about is not None and all(person.id == npc_id for person in named):
        is_of_all = of_promise or not read_question(voice.exchange, text).weights
        if not is_of_all and (told := await with_meaning(voice.exchange, text, None)):
            return _reply(turn, npc_id, _recalled(voice, told), told)
        return _reply(turn, npc_id, voice.of_player(*about, text), is_free=not of_promise)
    report = reported(text, asked=asked)
    if report is None or ((speaker := speaker_of(voice.exchange, report.who)) is None and report.who):
        return False
    what = read_question(voice.exchange, text, report)
    is_all = what.is_open and speaker == turn.scene.speaker.name
    is_left_out = is_all and not report.about and bool(read_question(voice.exchange, text).weights)
    answer = None if is_all else recollect(voice.exchange, text, report)
    is_of_player = speaker == turn.scene.speaker.name and not is_all
    if is_left_out or is_of_player or (answer is None and not is_all and speaker != what.exchange.own_names[0]):
        answer = await with_meaning(voice.exchange, text, answer)
    if is_all and answer is None:
        answer = told_to(voice.exchange, what.span)
    is_topic = bool(topics_about(turn.state, npc_id, report.about))
    if answer is None and (speaker is None or (is_topic and speaker != turn.scene.speaker.name)):
        return False
    line = _recalled(voice, answer) if answer else voice.nothing_said(speaker or "")
    return _reply(turn, npc_id, line, answer)


def _reply(
    turn: TurnBuilder, npc_id: str, line: Passage, answer: Recollection | None = None, *, is_free: bool = True
) -> bool:
    """Say a line, with what opens a visit where it is an answer; a model may say it better if it ``is_free``. True."""
    turn.addressed_npc_id = npc_id if is_free else turn.addressed_npc_id
    if answer is None:
        _gesture(turn, npc_id)
    else:
        _open_with_memory(turn, npc_id, answer)
    turn.speak(npc_id, line)
    return True


def _tells_more(
    turn: TurnBuilder, npc_id: str, answer: Recollection | None, text: str, topics: Sequence[Thing]
) -> bool:
    """Whether a memory answers a question better than the topics it names: all of it, and more than their names; what
    only a player has claimed does not come before an untold topic."""
    if answer is None or answer.is_own or answer.covered < _ALL or not recall_pattern("asks_for_one").match(text):
        return False
    told = all(topic.id in turn.state.npc(npc_id).topics_told for topic in topics)
    named = term_set(" ".join(" ".join(name) for topic in topics for name in topic.names))
    return bool(answer.terms - named) and (told or not answer.is_claim)


def _gesture(turn: TurnBuilder, npc_id: str) -> None:
    """One gesture of a person in a turn is enough."""
    if not turn.has_spoken(npc_id):
        turn.remark(turn.voice(npc_id).gesture())


def _is_first_word(turn: TurnBuilder, npc_id: str) -> bool:
    return not turn.has_spoken(npc_id) and not times_spoken_this_visit(turn.state, npc_id)


def _open_with_memory(turn: TurnBuilder, npc_id: str, answer: Recollection | None = None) -> bool:
    """Show the gesture, and on the first word of a visit the memory unless it is the answer; True if it was shown."""
    voice = turn.voice(npc_id)
    _gesture(turn, npc_id)
    memory = meeting_memory(voice.exchange) if _is_first_word(turn, npc_id) else None
    is_told = memory is not None and answer is not None and answer.repeats(memory)
    line = None if is_told else voice.returning(memory)
    turn.speak(npc_id, line)
    return line is not None


async def _tell_topic(turn: TurnBuilder, npc_id: str, topics: Sequence[Thing], what: Question) -> bool | None:
    """Tell a topic, or of one that was told what answers the question; None if it has no more to tell."""
    if len(topics) > 1:
        return turn.refuse(turn.text("what-about", topics=listed(choice_names(topics), "or")))
    _, topic = turn.state.sheets.topic(topics[0].id)
    voice, is_told = turn.voice(npc_id), topic.id in turn.state.npc(npc_id).topics_told
    can_tell = holds(topic.condition, turn.state)
    if is_told and can_tell and voice.is_saying(topic.text):
        return True
    if line := line_of(turn.state, npc_id, what, topic, voice.has_said) if is_told or not can_tell else None:
        return _reply(turn, npc_id, voice.says("plain", Recollection(line, ())))
    if is_told and can_tell and (terms_beside(what, topic) or voice.has_said(topic.again or topic.text)):
        return None
    _open_with_memory(turn, npc_id)
    refusal = await turn.attempt(AskTopicCommand(npc_id=npc_id, topic_id=topic.id))
    if refusal is None:
        return True
    if refusal.quoted:
        return turn.refuse(refusal)
    untold = voice.unknown() if voice.has_said(topic.refusal) else voice.authored(topic.refusal)
    turn.speak(npc_id, untold.marked(MarkKind.REFUSAL))
    return False


def _matters_of(turn: TurnBuilder, npc_id: str, about: str) -> list[str]:
    """``the lantern and the whistle`` as two matters, in order, if every part is exactly one topic; else questions."""
    whole, parts = name_words(about), parts_of_list(about)
    is_name = any(whole in topic.names for topic in naming.topics_of(turn.state, npc_id))
    if not is_name and len(parts) > 1 and all(len(topics_about(turn.state, npc_id, part)) == 1 for part in parts):
        return parts
    return [part for part, asks in parts_of(about) if asks] or [about]
