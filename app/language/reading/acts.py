"""The speech acts of a message: those recorded with it, else those that its words perform."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.language.analysis.mentions import mentions_for
from app.language.analysis.text import sentences
from app.language.language import Language, language_of
from app.language.reading.aloud import said
from app.language.reading.hearing import whole
from app.language.reading.reader import reader_of
from app.models.message import Message, Role
from app.models.scenario import ScenarioSheet
from app.models.speech import ActKind, SpeechAct


@dataclass(frozen=True)
class Clause:
    """An act, the words that perform it, the sentence they stand in, to quote it, and their matter.

    The matter is all of the words where none was found in them.
    """

    act: SpeechAct
    words: str
    sentence: str
    matter: str

    @property
    def kind(self) -> ActKind:
        return self.act.kind


def acts_of(message: Message, sheet: ScenarioSheet) -> tuple[Clause, ...]:
    """What is done by saying this, in order, but for what is quoted from memory.

    Messages without recorded acts (made by hand, or of an old save) are read now; of what a player typed, what is
    said aloud, and an order to ask.
    """
    language, typed = language_of(sheet), message.fresh_content
    if message.acts:
        return tuple(_clauses(typed, message.fresh_acts, language))
    if message.role not in (Role.PLAYER, Role.NPC):
        return ()
    words = said(typed, mentions_for(sheet)) if message.role is Role.PLAYER else typed
    if words:
        return tuple(_clauses(words, reader_of(language).read(words), language))
    is_question = language.pattern("speech.question").search(typed) is not None
    return tuple(_clauses(typed, (whole(typed, ActKind.QUESTION),) if is_question else (), language))


def _clauses(text: str, acts: Sequence[SpeechAct], language: Language) -> Iterator[Clause]:
    for act in acts:
        words = text[slice(*act.span)]
        sentence = next((each for each in sentences(text) if words in each), words)
        about = language.pattern("speech.matter").search(words) if act.kind is ActKind.QUESTION else None
        matter = text[slice(*act.what)] if act.what else about["what"] if about else words
        yield Clause(act, words, sentence, matter)
