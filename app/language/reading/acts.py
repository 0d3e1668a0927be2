"""The speech acts of a message: those recorded with it, else those that its words perform."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.language.analysis.mentions import mentions_for
from app.language.language import Language, language_of
from app.language.reading.hearing import whole
from app.language.reading.reader import reader_of
from app.language.reading.spoken_text import spoken_text
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind, SpeechAct
from app.models.sheets.scenario import ScenarioSheet


@dataclass(frozen=True)
class Clause:
    """An act, the words that perform it, and their matter: all of them if none is found."""

    act: SpeechAct
    words: str
    matter: str

    @property
    def kind(self) -> ActKind:
        return self.act.kind


def acts_of(message: Message, sheet: ScenarioSheet) -> tuple[Clause, ...]:
    """What is done by saying this, in order, but for what is quoted from memory. Messages without recorded acts (made
    by hand, or of an old save) are read now; of what a player typed, what is said aloud, and an order to ask."""
    language, content = language_of(sheet), message.fresh_content
    if message.acts:
        return tuple(_clauses(content, message.fresh_acts, language))
    if message.role not in (Role.PLAYER, Role.NPC):
        return ()
    if spoken := spoken_text(content, mentions_for(sheet)) if message.role is Role.PLAYER else content:
        return tuple(_clauses(spoken, reader_of(language).read(spoken), language))
    is_question = language.pattern("speech.question").search(content) is not None
    return tuple(_clauses(content, (whole(content, ActKind.QUESTION),) if is_question else (), language))


def _clauses(text: str, acts: Sequence[SpeechAct], language: Language) -> Iterator[Clause]:
    for act in acts:
        words = text[slice(*act.span)]
        about = language.pattern("speech.matter").search(words) if act.kind is ActKind.QUESTION else None
        matter = text[slice(*act.what)] if act.what else about["what"] if about else words
        yield Clause(act, words, matter)
