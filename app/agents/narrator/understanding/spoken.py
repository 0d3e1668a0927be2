"""What a player said aloud in what it typed, and which sentences of a speech say something."""

from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.intents import Say, Tell, Vow
from app.agents.narrator.understanding.typed_words import Phrase, name_words, recall_pattern, word_set
from app.agents.narrator.understanding.verbs import intent_of
from app.language.analysis.text import quote_spans, sentences
from app.language.reading.sayable import asks
from app.language.rendering.filling import sentence
from app.models.state.game_state import GameState

_FEWEST_WORDS = 3
_LONGEST_NAME = 4
_MOST = 2000
_MARKS = frozenset('"“”')
LONGEST = 200
"""Characters of a sentence that are repeated."""


def spoken(state: GameState, typed: str) -> str:
    """The words alone, without "tell Mara that"; "" for an order to the game, or for the mere name of a matter."""
    text = typed[:_MOST].strip()
    if aloud := [text[start + 1 : end - 1] for start, end in quote_spans(text) if _is_aloud(text, start, end)]:
        return " ".join(sentence(part.strip(" ,")) for part in aloud if part.strip(" ,"))
    if speaks := recall_pattern("speaks").match(text):
        return _without_hearer(state, text[speaks.end() :])
    match intent_of(Phrase.of(text)):
        case Say(said) | Vow(said):
            return said
        case Tell(_, said):
            return _without_hearer(state, said)
        case None:
            return text
    return ""


def _is_aloud(text: str, start: int, end: int) -> bool:
    """Whether a quotation is what is said, and not only a name or word in it: ``the password is "swordfish"``."""
    if len(text[start + 1 : end - 1].split()) < _FEWEST_WORDS - 1:
        return False
    before = text[:start].rstrip()
    if not before or before[-1] in ",:.!?" or text[end - 2] in ",.!?…":
        return True
    return recall_pattern("speaks").fullmatch(before) is not None


def _without_hearer(state: GameState, text: str) -> str:
    rest = text[hearer.end() :] if (hearer := recall_pattern("hearers").match(text)) else _without_name(state, text)
    rest = rest[recall_pattern("that").match(rest).end() :]  # type: ignore[union-attr]  # every part of it is optional
    return "" if recall_pattern("matter_only").match(rest) else rest.strip()


def _without_name(state: GameState, text: str) -> str:
    """Without a name at the beginning, known or before a "that"."""
    pieces = text.split()
    names = {name for person in naming.everybody(state) for name in person.names}
    for count in range(min(len(pieces), _LONGEST_NAME), 0, -1):
        name = name_words(" ".join(pieces[:count]))
        if name in names and pieces[count - 1].casefold() not in word_set("name_articles"):
            return " ".join(pieces[count:])
    joint = recall_pattern("between").search(text)
    return text[joint.end() :] if joint and len(text[: joint.start()].split()) < _LONGEST_NAME else text


def statements(speech: str) -> list[str]:
    """The sentences that say something: no questions, and no cries of a word or two."""
    return [line for line in sentences(speech) if not asks(line) and len(line.split()) >= _FEWEST_WORDS]


def quotation(*lines: str) -> str:
    """Sentences between quotation marks, each a sentence of its own and not endless."""
    return f"“{' '.join(_closed(line) for line in lines)}”"


def _closed(line: str) -> str:
    line = " ".join(line.split())
    if len(line) > LONGEST:
        line = f"{line[:LONGEST].rsplit(' ', 1)[0].rstrip(',;:')}…"
    if line[:1] in _MARKS and line[-1:] in _MARKS and _MARKS.isdisjoint(line[1:-1]):
        line = line[1:-1]
    return sentence(line.replace("“", "‘").replace("”", "’").replace('"', "'"))
