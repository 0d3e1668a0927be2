"""Lines that go on from the last answer: why, who, where, when, and then; by the state of the player's talk."""

from collections.abc import Sequence
from enum import StrEnum

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.passages import Known, known_place, of_person
from app.agents.narrator.knowledge.wanted import SPECIFIC, AnswerKind, answer_words, holds_kind, wanted_kind
from app.agents.narrator.understanding.naming import everybody, mentions
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.language.analysis.terms import term_set
from app.language.analysis.text import sentences
from app.models.state.dialogue import Dialogue
from app.models.state.game_state import GameState

_MOST_SENTENCES = 2
_LONGEST_ANSWER = 6
"""Words of an answer that need not hold what was asked for."""
_STATING = frozenset({"tell", "confess", "correct"})
_ANSWERING = _STATING | {"ask", "agree", "decline", "introduce", "aside"}
"""Kinds of lines that may answer a question, where they are none by their form."""


class Follow(StrEnum):
    """How a line goes on from the last answer."""

    REASON = "reason"
    ON = "on"
    PERSON = "person"
    PLACE = "place"
    TIME = "time"


_KINDS = {
    Follow.REASON: AnswerKind.REASON,
    Follow.PERSON: AnswerKind.PERSON,
    Follow.PLACE: AnswerKind.PLACE,
    Follow.TIME: AnswerKind.TIME,
}


_FEW = 3
"""Words up to which a statement is a bare answer: ``in the cellar``."""


def follows(text: str) -> Follow | None:
    """Return how a line goes on from the last answer; None where it says more than that."""
    said = " ".join(Phrase.of(text).without_first(word_set("fillers")).norms)
    whole = " ".join(Phrase.of(text).norms)
    return next((each for each in Follow if {said, whole} & answer_words(f"follow_{each}")), None)


def answers(question: str, words: str, kind: str | None) -> bool:
    """Return whether words that follow a person's question, and say neither yes nor no, answer it: a few bare words do,
    and a statement that points at its matter, shares a word with it, or holds what it asks for.

    Args:
        question: The question.
        words: What is said after it, which is no question.
        kind: The kind of that, where it is known.
    """
    phrase, wanted = Phrase.of(words), wanted_kind(question)
    if (kind and kind not in _ANSWERING) or phrase.starts(*word_set("matter_follows")):
        return False
    if wanted in SPECIFIC and holds_kind(wanted, words):
        return True
    if len(phrase) > _LONGEST_ANSWER:
        return False
    is_pointing = any(map(phrase.has, ("for_people", "for_things", "for_either")))
    is_bare = len(phrase) <= _FEW
    return kind not in _STATING or is_bare or is_pointing or not term_set(words).isdisjoint(term_set(question))


def talk_of(state: GameState, player_id: str, npc_id: str) -> Dialogue | None:
    """Return the state of a player's talk, if it is with this person."""
    talk = state.dialogues.get(player_id)
    return talk if talk is not None and talk.speaker_id == npc_id else None


def followed(exchange: Exchange, follow: Follow, talk: Dialogue, passages: Sequence[Known]) -> str:
    """Return what the person says to a line that goes on from its last answer; "" where it has nothing for that.

    Args:
        exchange: The person and the player.
        follow: How the line goes on.
        talk: The state of the talk.
        passages: What the person may say.
    """
    if follow is Follow.PERSON and (named := _person_named(exchange, talk)):
        return named
    own = [each for each in passages if each.topic is not None and each.topic.id == talk.topic_id]
    if follow is Follow.ON:
        return _what_comes_next(own, talk)
    facts = (each for each in own if each.is_fact and each.text != talk.answer)
    return next((each.text for each in facts if _KINDS[follow] in map(wanted_kind, each.asks)), "")


def _person_named(exchange: Exchange, talk: Dialogue) -> str:
    """Return who was named in the last answer, the last one that anything is known of."""
    state = exchange.state
    for npc_id in filter(state.npcs.__contains__, talk.meant):
        sheet = state.sheets.npc(npc_id)
        place = known_place(state, sheet.work_location) or known_place(state, sheet.home_location)
        if known := of_person(exchange.language, sheet, place):
            return known
    return ""


def _what_comes_next(own: Sequence[Known], talk: Dialogue) -> str:
    """Return the sentences of the topic after those of the last answer, else the first fact that was not it."""
    if not own or (topic := own[0].topic) is None:
        return ""
    lines = sentences(topic.text)
    said = [at for at, line in enumerate(lines) if line in talk.answer]
    if said and lines[said[-1] + 1 :]:
        return " ".join(lines[said[-1] + 1 :][:_MOST_SENTENCES])
    facts = (each.text for each in own if each.is_fact and each.is_told)
    return next((text for text in facts if text not in talk.answer), "")


def talk_after(state: GameState, npc_id: str, answer: str, topic_id: str | None, offered: Sequence[str]) -> Dialogue:
    """Return the state of a player's talk after an answer.

    Args:
        state: The game.
        npc_id: The person that answered.
        answer: What it said.
        topic_id: The topic that it is of.
        offered: The topics that it named as ones to ask about.
    """
    others = [thing for thing in everybody(state) if thing.id != npc_id]
    named = sorted(mentions(answer, others), key=lambda found: -found[1].index("_"))
    meant = tuple(dict.fromkeys(thing.id for thing, _, _ in named))
    return Dialogue(
        speaker_id=npc_id, answer=answer, topic_id=topic_id, offered=tuple(offered), meant=meant, turn=state.turn
    )
