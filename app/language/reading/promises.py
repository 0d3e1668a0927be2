"""What a player says that gives its word, here and now: the one predicate for whoever asks that."""

import re

from app.language.analysis.text import sentences

_VOW = r"(?:promise|swear|vow|pledge)"
_WORD = r"(?:my|our)\s+(?:word|oath|promise)"
_ADVERB = r"(?:(?:\w+ly|do|hereby|also|still|now|here)\s+)?"
_GIVEN = re.compile(
    rf"\b(?:i|we)\s+{_ADVERB}{_VOW}\b(?!\s+(?:me|us)\b)"
    rf"|(?:^|[.!,;]\s*){_VOW}\s+(?!(?:me|us|not|nothing)\b)\w"
    rf"|\b(?:i|we)\s+{_ADVERB}give\s+(?:\w+\s+){{1,4}}{_WORD}\b|\byou\s+have\s+{_WORD}\b|\bmy\s+word\s+on\s+it\b"
    r"|\b(?:up)?on\s+my\s+(?:life|hono[u]?r|word|soul)\b"
    r"|\b(?:i|we)(?:\s+(?:will|shall)|['’]ll|\s+(?:am|are)\s+going\s+to|['’](?:m|re)\s+going\s+to)\s+"
    r"(?P<plan>[^.!?]{0,80}?\b(?:never\s+forget\b|(?:be|come|get)\s+(?:right\s+)?back\b"
    r"|(?:return|bring|find|help|repay|avenge|protect|save)\b(?!\s+(?:my|me|us|out|nothing)\b)))",
    re.IGNORECASE,
)
_DENIED = re.compile(
    rf"[?？؟]|(?:\b(?:never|not|cannot|cant|dont|wont|no|could|might|may|would|should)|n['’]t)\s+(?:\w+\s+)?"
    rf"(?:{_VOW}|g[ai]ve\s+(?:\w+\s+){{1,4}}{_WORD})\b|\b{_VOW}\s+(?:(?:to\s+)?\w+\s+)?nothing\b",
    re.IGNORECASE,
)
_NOT_PLANNED = re.compile(r"\b(?:not|never(?!\s+forget))\b|n['’]t\b", re.IGNORECASE)
_OF_OTHER = re.compile(
    r"\b(?:as|if|unless|when|what|whether|though|although|that|said|says?|told|tells?|thinks?|thought|hears?|heard"
    r"|knows?|knew|believes?|hopes?|wonders?|doubts?|claims?|how|why|who|where|but)\b",
    re.IGNORECASE,
)


def given_promise(text: str) -> bool:
    """Whether the text gives the speaker's word, also as an order to the game ("promise to find the whistle").

    Not a question, a report ("as I promised"), a refusal ("I can't promise"), a condition or a promise of nothing.
    """
    return bool(promises(text))


def promises(text: str) -> list[str]:
    """The sentences of a speech that give one's word."""
    return [sentence for sentence in sentences(text) if _gives(sentence)]


def _gives(sentence: str) -> bool:
    found = _GIVEN.search(sentence)
    if found is None or _DENIED.search(sentence) or _OF_OTHER.search(sentence, 0, found.start()):
        return False
    return found["plan"] is None or _NOT_PLANNED.search(found["plan"]) is None
