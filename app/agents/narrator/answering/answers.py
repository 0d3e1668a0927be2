"""What a person answers: a greeting, a topic, a memory, or a word to what was said freely."""

from collections.abc import Sequence
from itertools import pairwise

from app.agents.narrator.acting.company import open_topics, times_spoken_this_visit
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering.about_player import meeting_memory
from app.agents.narrator.answering.daily import asks_plans, plans_answer
from app.agents.narrator.answering.questions import Matter, about_player, reported, speaker_of
from app.agents.narrator.answering.recalling import Recollection, recollect
from app.agents.narrator.telling.variants import Passage
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, choice_names, named_in, resolve
from app.agents.narrator.understanding.typed_words import (
    Phrase,
    ends_as_question,
    name_words,
    parts_of_list,
    recall_pattern,
    word_set,
)
from app.events.commands.play import AskTopicCommand
from app.language.analysis.terms import analyse
from app.language.reading.hearing import gives_word
from app.language.rendering.phrases import listed
from app.models.state.conditions import holds

_ALL = 0.95
_LONGEST_NAME = 3
"""Words up to which a remark may be the name of a topic and nothing else."""


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
        turn.speak(npc_id, voice.stock("still_here"))
    if topics := [topic.name for topic in open_topics(turn.state, npc_id)]:
        turn.remark(turn.text("could-ask", topics=listed(topics[:4], "or")))


async def answer_about(turn: TurnBuilder, npc_id: str, about: str, *, telling: bool) -> bool:
    """What the person says when asked (or told) about something: topics first, then what it remembers."""
    if not telling and _answered_of_what_was_said(turn, npc_id, about, asked=True):
        return True
    if several := _several_topics(turn, npc_id, about):
        for topic in several:
            if not await _tell_topic(turn, npc_id, [topic]):
                return False
        return True
    topics = _topics_meant(turn, npc_id, about, by_name=True)
    answer = recollect(turn.voice(npc_id).exchange, about)
    if topics and not _tells_more(turn, npc_id, answer, about, topics):
        return await _tell_topic(turn, npc_id, topics)
    if answer is not None or not telling:
        _answer(turn, npc_id, about, answer)
    elif not _open_with_memory(turn, npc_id):
        turn.speak(npc_id, turn.voice(npc_id).small_talk())
    turn.addressed_npc_id = npc_id
    return True


async def hear(turn: TurnBuilder, npc_id: str, words: str) -> bool:
    """What a person answers to something said freely: one answer to one remark."""
    heard = words[:2000]
    norms = Phrase.of(heard).norms
    promised = gives_word(turn.state.sheet, heard)
    if not promised and _answered_of_what_was_said(turn, npc_id, heard, asked=False):
        return True
    asks = _is_question(words, norms) and not Phrase.of(heard).holds(*word_set("pleasantries"))
    answer = recollect(turn.voice(npc_id).exchange, heard) if asks and not promised else None
    topics = [] if promised else _topics_meant(turn, npc_id, words, by_name=len(norms) <= _LONGEST_NAME)
    is_plan = any(f"{one} {other}" in word_set("plans") for one, other in pairwise(norms))
    is_remark = is_plan and not _is_question(words, norms)
    if topics and not is_remark and not _tells_more(turn, npc_id, answer, heard, topics):
        return await _tell_topic(turn, npc_id, topics[:1])
    turn.addressed_npc_id = npc_id
    if norms and norms[0] in word_set("greeted_with") and len(norms) <= 4:
        greet(turn, npc_id)
    elif promised:
        _gesture(turn, npc_id)
        turn.speak(npc_id, turn.voice(npc_id).stock("word_given"))
    elif asks:
        _answer(turn, npc_id, heard, answer)
    elif not _open_with_memory(turn, npc_id):
        voice = turn.voice(npc_id)
        if word_set("thanks").intersection(norms[:3]):
            turn.speak(npc_id, voice.stock("thanked"))
        elif word_set("farewells").intersection(norms[:3]):
            turn.speak(npc_id, voice.farewell())
        else:
            turn.speak(npc_id, voice.small_talk())
    return True


def _answer(turn: TurnBuilder, npc_id: str, question: str, answer: Recollection | None) -> None:
    """Say what is remembered; else who it is, if that is asked, or what it says where it cannot tell."""
    _open_with_memory(turn, npc_id, answer)
    voice = turn.voice(npc_id)
    if answer is not None:
        turn.speak(npc_id, voice.recalled(answer))
    else:
        turn.speak(npc_id, voice.introduction() if recall_pattern("asks_who").search(question) else voice.unknown())


def _answered_of_what_was_said(turn: TurnBuilder, npc_id: str, text: str, *, asked: bool) -> bool:
    """Whether the text asks after the player, the person's day or what somebody said, and has been answered."""
    if asks_plans(text) and (doings := plans_answer(turn.state, npc_id)):
        turn.addressed_npc_id = npc_id
        _gesture(turn, npc_id)
        turn.speak(npc_id, Passage(doings))
        return True
    if (day := turn.voice(npc_id).of_the_day(text)) is not None:
        turn.addressed_npc_id = npc_id
        _open_with_memory(turn, npc_id, day)
        turn.speak(npc_id, turn.voice(npc_id).plainly(day))
        return True
    about = about_player(text, asked=asked)
    of_promise = about is not None and about.matter is Matter.PROMISE
    named = named_in(text, naming.everybody(turn.state)) if of_promise else []
    if about is not None and all(person.id == npc_id for person in named):
        if not of_promise:
            turn.addressed_npc_id = npc_id
        _gesture(turn, npc_id)
        turn.speak(npc_id, turn.voice(npc_id).of_player(about, text))
        return True
    report = reported(text, asked=asked)
    voice = turn.voice(npc_id)
    if report is None or ((speaker := speaker_of(voice.exchange, report.who)) is None and report.who):
        return False
    answer = recollect(voice.exchange, text, report)
    is_topic = bool(_topics_meant(turn, npc_id, report.about, by_name=False))
    if answer is None and (speaker is None or (is_topic and speaker != turn.scene.speaker.name)):
        return False
    turn.addressed_npc_id = npc_id
    _open_with_memory(turn, npc_id, answer)
    voice = turn.voice(npc_id)
    turn.speak(npc_id, voice.recalled(answer) if answer else voice.nothing_said(speaker or ""))
    return True


def _tells_more(
    turn: TurnBuilder, npc_id: str, answer: Recollection | None, text: str, topics: Sequence[Thing]
) -> bool:
    """Whether a memory answers a question better than the topics it names: all of it, and more than their names; what
    only a player has claimed does not come before an untold topic."""
    if answer is None or answer.is_own or answer.covered < _ALL or not recall_pattern("asks_for_one").match(text):
        return False
    named = {term for topic in topics for name in topic.names for term in analyse(" ".join(name)).terms}
    told = all(topic.id in turn.state.npc(npc_id).topics_told for topic in topics)
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


async def _tell_topic(turn: TurnBuilder, npc_id: str, topics: Sequence[Thing]) -> bool:
    if len(topics) > 1:
        return turn.refuse(turn.text("what-about", topics=listed(choice_names(topics), "or")))
    _open_with_memory(turn, npc_id)
    refusal = await turn.attempt(AskTopicCommand(npc_id=npc_id, topic_id=topics[0].id))
    if refusal is None:
        return True
    _, topic = turn.state.sheets.topic(topics[0].id)
    if not topic.refusal or holds(topic.condition, turn.state):
        return turn.refuse(refusal)
    line = turn.voice(npc_id).authored(topic.refusal)
    turn.refusals.append(line.text)
    turn.speak(npc_id, line)
    return False


def _several_topics(turn: TurnBuilder, npc_id: str, about: str) -> list[Thing]:
    """``the lantern and the whistle`` as two topics, in order; [] unless every part is exactly one."""
    whole = name_words(about)
    if any(whole in topic.names for topic in naming.topics_of(turn.state, npc_id)):
        return []
    found = [_topics_meant(turn, npc_id, part, by_name=True) for part in parts_of_list(about)]
    return [topics[0] for topics in found] if len(found) > 1 and all(len(topics) == 1 for topics in found) else []


def _topics_meant(turn: TurnBuilder, npc_id: str, text: str, *, by_name: bool) -> list[Thing]:
    """The topics a text speaks of: of those that share a name one that can be told, and one that is untold, wins."""
    state, told = turn.state, turn.state.npc(npc_id).topics_told

    def rank(topic: Thing) -> tuple[bool, bool]:
        return not holds(state.sheets.topic(topic.id)[1].condition, state), topic.id in told

    known = sorted(naming.topics_of(state, npc_id), key=rank)
    named = named_in(text, known)
    found = (resolve(text, known) if by_name else []) or named[:1]
    found = [topic for topic in found if rank(topic) == min(map(rank, found))]
    if found and rank(found[0])[0]:
        names = set(found[0].names)
        found = [topic for topic in named if not rank(topic)[0] and names & set(topic.names)][:1] or found
    return found


def _is_question(words: str, norms: Sequence[str]) -> bool:
    return ends_as_question(words) or not word_set("question_words").isdisjoint(norms[:1])
