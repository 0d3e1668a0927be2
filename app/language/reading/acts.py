"""The speech acts of a message: those recorded with it, else those that its words perform."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.language.analysis.mentions import mentions_for
from app.language.language import language_of
from app.language.reading import interim
from app.language.reading.aloud import said
from app.models.message import Message, Role
from app.models.scenario import ScenarioSheet
from app.models.speech import ActKind, SpeechAct


@dataclass(frozen=True)
class Clause:
    """An act, the words that perform it, and its matter: all of the words where none was found in them."""

    act: SpeechAct
    words: str
    matter: str

    @property
    def kind(self) -> ActKind:
        return self.act.kind


def acts_of(message: Message, sheet: ScenarioSheet) -> tuple[Clause, ...]:
    """What is done by saying this, in order, but for what is quoted from memory.

    Messages without recorded acts (made by hand, or of an old save) are read now; of what a player typed, what is
    said aloud, and an order to ask.
    """
    if message.fresh_acts:
        return tuple(_clauses(message.fresh_content, message.fresh_acts))
    if message.role not in (Role.PLAYER, Role.NPC) or message.acts:
        return ()
    language, typed = language_of(sheet), message.fresh_content
    words = said(typed, mentions_for(sheet)) if message.role is Role.PLAYER else typed
    if words:
        return tuple(_clauses(words, interim.read(words, language)))
    question = interim.question_of(typed, (0, len(typed)), language)
    return tuple(_clauses(typed, (question,) if question else ()))


def _clauses(text: str, acts: tuple[SpeechAct, ...]) -> Iterator[Clause]:
    for act in acts:
        words = text[slice(*act.span)]
        yield Clause(act, words, text[slice(*act.what)] if act.what else words)
