"""What people of the story said that answers a question in other words: by meaning, where words find too little."""

from typing import NamedTuple

import numpy as np

from app.agents.narrator.knowledge.by_meaning import LONGEST, QUOTES
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.questions import Report
from app.agents.narrator.knowledge.recalling import Recollection, may_tell, was_heard
from app.agents.narrator.knowledge.retelling import retold
from app.agents.narrator.understanding.naming import Thing, everybody, named_in, pronouns_in
from app.agents.narrator.understanding.typed_words import name_words, word_set
from app.language.analysis.text import sentences, words
from app.memory.index.growing import growing_statements
from app.memory.index.message_view import message_entry
from app.memory.index.player_statements import PeopleStatements
from app.memory.recall.told_answers import answer_model, answering
from app.models.memory import Scope
from app.models.messages.message import Message
from app.models.sheets.person import Pronouns
from app.scheduling import checkpoint, in_slices


class Wanted(NamedTuple):
    """Whose words are searched (ids), and for what; ``is_named`` where a question says whose, if by a pronoun."""

    speakers: frozenset[str]
    about: str
    is_named: bool


async def said_by_people(exchange: Exchange, question: str, report: Report | None) -> Recollection | None:
    """Find the words of people that answer a question, of those that the person asked, or else the party, has heard.

    Args:
        exchange: The person and the player; ``as_heard`` for the party.
        question: The question.
        report: What it asks after, if it asks for the words of a person.

    Returns:
        The likeliest answer; None if none is likely, if the words have no vectors, or if it is a confidence.
    """
    scope = Scope.world() if exchange.as_heard else exchange.scope
    await in_slices(growing_statements(exchange.state, PeopleStatements, scope))
    index, model = PeopleStatements.of(exchange.state, scope), answer_model(exchange.language)
    wanted, history = wanted_of(exchange, question, report), exchange.state.conversation_history
    messages = index.columns["message"]
    heard = [at for at in dict.fromkeys(messages[1:].tolist()) if _is_searched(exchange, history[at], wanted)]
    among = np.flatnonzero(np.isin(messages, heard))
    if model is None or not len(among) or not words(wanted.about):
        return None
    vector = await exchange.recaller.vector_with_statements(wanted.about, index)
    await checkpoint()
    if vector is None:
        return None
    least = model.likely if wanted.is_named or report is not None else model.sure
    for found in answering(index, among, wanted.about, vector)[:1]:
        message = history[found.message]
        if found.chance >= least and may_tell(exchange, message_entry(message, exchange.scope)):
            lines = tuple(sentences(found.passage))
            return Recollection(
                words=retold(exchange, message, lines, when=exchange.as_heard),
                sources=(exchange.heard(message, "told"),),
                lines=lines,
                covered=1.0,
                is_own=message.speaker_id == exchange.npc_id,
                is_nearest=found.chance < model.sure,
            )
    return None


def wanted_of(exchange: Exchange, question: str, report: Report | None) -> Wanted:
    """Return whose words may answer a question, and what it is about without naming them."""
    text = question.strip(QUOTES)[:LONGEST]
    about = report.about if report is not None and words(report.about) else text
    who, people = report.who if report is not None else "", everybody(exchange.state)
    named = named_in(who or text, people)
    if not exchange.as_heard and who in word_set("person"):
        named = [person for person in people if person.id == exchange.npc_id]
    if about == text:
        for person in named:
            about = _without_names(about, person)
    pronouns = pronouns_in(name_words(who or text))
    if not named and pronouns:
        people = [each for each in people if each.pronouns in (None, *pronouns) or Pronouns.THEY in pronouns]
    meant = named or [each for each in people if exchange.as_heard or each.id != exchange.npc_id]
    return Wanted(frozenset(each.id for each in meant), about, bool(named or pronouns))


def _without_names(text: str, person: Thing) -> str:
    """Return a text with "I" for the names of a person, as that person asks for its own words."""
    known = {word for name in (name_words(person.name), *person.names) for word in name}
    kept = list[str]()
    for word in text.split():
        is_name = bool(folded := name_words(word)) and known.issuperset(folded)
        kept += [word] if not is_name else ["I"] if kept[-1:] != ["I"] else []
    return " ".join(kept)


def _is_searched(exchange: Exchange, message: Message, wanted: Wanted) -> bool:
    if message.speaker_id not in wanted.speakers:
        return False
    if exchange.as_heard:
        return was_heard(exchange, message)
    return exchange.npc_id in {message.speaker_id, *message.witness_ids}
