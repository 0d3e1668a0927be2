"""What a person answers: a greeting, a topic, a memory, or a word to what was said freely."""

from collections.abc import Sequence

from app.agents.narrator.acting.company import open_topics, times_spoken_this_visit
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering.about_player import meeting_memory
from app.agents.narrator.answering.daily import asks_plans, plans_answer
from app.agents.narrator.answering.questions import Matter, about_player, reported, speaker_of, without_signs
from app.agents.narrator.answering.recalling import Recollection, recollect
from app.agents.narrator.answering.remarks import read_remark
from app.agents.narrator.telling.variants import Passage, joined
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, choice_names, named_in, resolve
from app.agents.narrator.understanding.typed_words import (
    Phrase,
    is_pronoun,
    name_words,
    parts_of_list,
    recall_pattern,
    word_set,
)
from app.events.commands.play import AskTopicCommand
from app.language.analysis.terms import analyse
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
        turn.speak(npc_id, voice.says("to_greeting"))
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
        turn.speak(npc_id, turn.voice(npc_id).says("small_talk"))
    turn.addressed_npc_id = npc_id
    return True


async def hear(turn: TurnBuilder, npc_id: str, words: str) -> bool:
    """What a person answers to something said freely: its matter, or else each thing that the remark does."""
    heard = words[:2000]
    remark = read_remark(turn.state.sheet, heard)
    promised = "promise" in remark.kinds
    if not promised and _answered_of_what_was_said(turn, npc_id, heard, asked=False):
        return True
    rest = Phrase.of(remark.rest)
    answer = recollect(turn.voice(npc_id).exchange, remark.rest) if remark.asks else None
    is_plan = rest.holds(*word_set("plans")) or not {"farewell", "invitation"}.isdisjoint(remark.kinds)
    if not promised and (remark.asks or not is_plan):
        topics = _topics_meant(turn, npc_id, remark.rest, by_name=len(rest) <= _LONGEST_NAME)
        if topics and not _tells_more(turn, npc_id, answer, heard, topics):
            return await _tell_topic(turn, npc_id, topics[:1])
    turn.addressed_npc_id = npc_id
    if remark.greets:
        greet(turn, npc_id)
    elif remark.kinds:
        _gesture(turn, npc_id)
    voice = turn.voice(npc_id)
    lines = [voice.says("farewell" if kind == "farewell" else f"to_{kind}") for kind in remark.kinds]
    turn.speak(npc_id, joined(lines, " "))
    if remark.asks:
        _answer(turn, npc_id, remark.rest, answer)
    elif not (remark.greets or remark.kinds or _open_with_memory(turn, npc_id)):
        turn.speak(npc_id, turn.voice(npc_id).says("small_talk"))
    return True


def _answer(turn: TurnBuilder, npc_id: str, question: str, answer: Recollection | None) -> None:
    """Say what is remembered; else who it is or whom it has not seen, if that is asked, or what it says where it cannot
    tell."""
    _open_with_memory(turn, npc_id, answer)
    voice = turn.voice(npc_id)
    if answer is not None:
        turn.speak(npc_id, voice.says("recalled", answer))
    elif _asks_who(turn, question):
        turn.speak(npc_id, voice.introduction())
    elif unseen := _asked_as_seen(turn, question):
        turn.speak(npc_id, voice.says("not_seen", who=unseen))
    else:
        turn.speak(npc_id, voice.unknown())


def _asked_as_seen(turn: TurnBuilder, question: str) -> str:
    """Whom a question asks to have been seen: a name, or a pronoun as typed; "" for no person."""
    if (sought := recall_pattern("unseen").search(without_signs(question))) is None:
        return ""
    people = resolve(sought["who"], naming.everybody(turn.state))
    return people[0].name if people else sought["who"] if is_pronoun(sought["who"]) else ""


def _asks_who(turn: TurnBuilder, question: str) -> bool:
    """Whether it asks who the person is, also as "are you Mara?"."""
    called = recall_pattern("asks_if_called").search(question)
    rest = question[called.end() :].rstrip("?! ") if called else ""
    named, _ = naming.split_name(rest, naming.everybody(turn.state), typos=False)
    return bool(named) or recall_pattern("asks_who").search(question) is not None


def _answered_of_what_was_said(turn: TurnBuilder, npc_id: str, text: str, *, asked: bool) -> bool:
    """Whether the text asks after the player, the person's day or what somebody said, and has been answered."""
    voice = turn.voice(npc_id)
    if recall_pattern("heard_again").search(" ".join(Phrase.of(text).norms)) and (line := voice.once_more()):
        return _reply(turn, npc_id, line)
    if asks_plans(text) and (doings := plans_answer(turn.state, npc_id)):
        return _reply(turn, npc_id, Passage(doings))
    if (day := voice.of_the_day(text)) is not None:
        return _reply(turn, npc_id, voice.says("plain", day), day)
    about = about_player(text, asked=asked)
    of_promise = about is not None and about[0] is Matter.PROMISE
    named = named_in(text, naming.everybody(turn.state)) if of_promise else []
    if about is not None and all(person.id == npc_id for person in named):
        return _reply(turn, npc_id, voice.of_player(*about, text), is_free=not of_promise)
    report = reported(text, asked=asked)
    if report is None or ((speaker := speaker_of(voice.exchange, report.who)) is None and report.who):
        return False
    answer = recollect(voice.exchange, text, report)
    is_topic = bool(_topics_meant(turn, npc_id, report.about, by_name=False))
    if answer is None and (speaker is None or (is_topic and speaker != turn.scene.speaker.name)):
        return False
    line = voice.says("recalled", answer) if answer else voice.nothing_said(speaker or "")
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
    _, topic = turn.state.sheets.topic(topics[0].id)
    voice = turn.voice(npc_id)
    if topics[0].id in turn.state.npc(npc_id).topics_told and voice.has_said(topic.again):
        turn.addressed_npc_id = npc_id
        turn.speak(npc_id, voice.says("said_already"))
        return True
    refusal = await turn.attempt(AskTopicCommand(npc_id=npc_id, topic_id=topics[0].id))
    if refusal is None:
        return True
    if refusal.quoted:
        return turn.refuse(refusal)
    line = voice.says("said_already") if voice.has_said(topic.refusal) else voice.authored(topic.refusal)
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
