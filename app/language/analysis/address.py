"""Whom a player's words are for: reading "ask X about …", "X, …", "Hello X" and "…, X?" in a text."""

import re
from collections.abc import Sequence

from app.language.analysis.names import Found
from app.language.analysis.text import quote_spans

_LOOK_BACK = 200
"""How many characters before a name are read: a clause, not a speech."""

_MOST_NAMES = 64
"""Names after these are not read: nobody addresses more people in one breath."""

_LEAD = (
    r"(?:(?:i|i'd|i'll|i'm|i am|we|we'd|we'll|want|wanna|would|like|love|to|need|have|try|trying|will|let|me|us|let's"
    r"|lets|now|please|just|first|also|again|go|going|gonna|come|over|so|ok|okay|well|can|could|may|back|\w+ly)[ ,]+)*"
)
_TO_VERBS = (
    "say|talk|speak|chat|converse|whisper|shout|call|yell|reply|respond|answer|explain|apologi[sz]e|swear|vow|promise"
    "|introduce|mutter|murmur|sing|lie|confess|report|turn|listen|haggle|bargain|argue|gossip|joke|flirt|complain|plead"
)
_VERBS = (
    "ask|tell|greet|address|question|answer|thank|promise|warn|beg|assure|inform|interrogate|call|hail|remind|welcome"
    "|implore|press|quiz|interview|salute|consult|compliment|insult|accuse|threaten|comfort|console|confront|persuade"
    "|convince|order|command"
)
_BEFORE_NAME = r"(?: (?:the|my|our|dear|good|old|this|that))*"
_ASKED = re.compile(rf"^{_LEAD}(?:{_VERBS})(?: again)?{_BEFORE_NAME}$", re.IGNORECASE)
_SPOKEN_TO = re.compile(rf"^{_LEAD}(?:{_TO_VERBS})(?P<between>\b.*) (?:to|with|at){_BEFORE_NAME}$", re.IGNORECASE)
_CLAUSE = re.compile(r".*(?:,|\band\b|\bthen\b|\bbut\b)", re.DOTALL | re.IGNORECASE)
_SENTENCE = re.compile(r".*[.!?…\n;\"“”«»「」『』]", re.DOTALL)

_GREETING = (
    "hello|hi|hey|hullo|hail|greetings|salutations|good (?:morning|day|evening|afternoon|night)|welcome(?: back)?"
    "|well met|farewell|goodbye|good bye|bye|thanks|thank you|cheers|hallo|hola|bonjour|salut|ciao|guten tag|привет"
)
_PARTICLE = (
    "excuse me|pardon(?: me)?|sorry|please|yes|no|aye|nay|well|listen|look|oh|ah|ok|okay|all right|alright|now|so|but"
    "|and|come|wait|dear|my dear|my friend|my|good|old|there|again|ho|psst|tell me|to|@"
)
_CALL = re.compile(
    rf"^(?:{_LEAD}(?:say|shout|whisper|call|yell)[ ,:]*)?(?:(?:{_PARTICLE})(?:[ ,!]+|(?<=@)))*$", re.IGNORECASE
)
_HELLO = re.compile(
    rf"(?:^|[\s,:])(?:{_GREETING})[ ,!]+(?:(?:there|again|to you|dear|my dear|old|good)[ ,]+)*$", re.IGNORECASE
)
_PAUSE = re.compile(r"\s*(?:$|[,!?:.…\n;\"”»」』]|[-–—]{1,2}\s)")
_END = re.compile(r"\s*(?:$|[.!?…\n;\"”»」』])")
_AND = re.compile(r",? (?:and|&) (?:the )?", re.IGNORECASE)
_ASIDE = re.compile(r".*,\s*(?:(?:dear|my dear|my friend|good|old)[ ,]+)?$", re.DOTALL | re.IGNORECASE)
_LIST_GOES_ON = re.compile(r",\s*(?:and|or)\b", re.IGNORECASE)


class Addressing:
    """Finds which of the names in a text are spoken to; orders to speak ("ask X") win over names in the speech."""

    def of(self, text: str, names: Sequence[Found]) -> list[Found]:
        """Those of the ``names`` (in order, of the tidy ``text``) that the words are for, in order."""
        names = names[:_MOST_NAMES]
        quotes = quote_spans(text)
        outside = [name for name in names if not any(start < name.start < end for start, end in quotes)]
        ordered = self._with_companions(text, names, [name for name in outside if _is_ordered(text, name, quotes)])
        if ordered:
            return ordered
        called = [name for n, name in enumerate(names) if _is_called(text, names, n)]
        return self._with_companions(text, names, called)

    @staticmethod
    def _with_companions(text: str, names: Sequence[Found], chosen: list[Found]) -> list[Found]:
        """The chosen, and whoever is joined to one of them by "and"."""
        result: list[Found] = []
        for name in names:
            joined = bool(result) and _AND.fullmatch(text, result[-1].end, name.start) is not None
            if name in chosen or joined:
                result.append(name)
        return result


def _is_ordered(text: str, name: Found, quotes: Sequence[tuple[int, int]]) -> bool:
    """Whether "ask", "talk to" and the like stand before the name."""
    begin = max(0, name.start - _LOOK_BACK)
    before = text[begin : name.start]
    for start, end in reversed(quotes):
        if end <= name.start and end > begin:
            # What is quoted between "say" and "to X" may be long and hold anything; it counts as nothing here.
            begin = max(0, start - _LOOK_BACK)
            before = text[begin:start] + before[end - name.start :]
            break
    sentence = _SENTENCE.sub("", before).strip()
    clause = _CLAUSE.sub("", sentence).strip()
    if _ASKED.match(clause):
        return True
    spoken = _SPOKEN_TO.match(clause) or _SPOKEN_TO.match(sentence)
    return spoken is not None and not re.search(r"\bthat\b", spoken["between"])


def _is_called(text: str, names: Sequence[Found], n: int) -> bool:
    """Whether the name is a call: "X, …", "Hello X", "…, X?" or "…, X, …"."""
    name = names[n]
    before = _SENTENCE.sub("", text[max(0, name.start - _LOOK_BACK) : name.start]).lstrip()
    if text.startswith("'", name.end):
        return False
    if _HELLO.search(before):
        return True
    last = n
    while last + 1 < len(names) and _AND.fullmatch(text, names[last].end, names[last + 1].start):
        last += 1
    if _CALL.match(before):
        return _PAUSE.match(text, names[last].end) is not None
    after_name = n > 0 and not text[names[n - 1].end : name.start].strip(" ,")
    if after_name or not _ASIDE.match(before):
        return False
    if _END.match(text, names[last].end):
        return True
    return text.startswith(",", name.end) and not _LIST_GOES_ON.match(text, name.end)
