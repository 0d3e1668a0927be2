"""Turning a summary about a person and a player into that person's words to the player."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import name_words
from app.language.analysis.text import quote_spans

PARTY_NAME = "The party"
"""What a summary calls the players when no player spoke; it becomes "you" like their names."""

_ADVERB = r"(?:(?:\w+ly|also|never|always|still|then|now|once|already|just|soon|even)\s+)?"
_NEXT_WORD = re.compile(rf"\s+{_ADVERB}([^\W\d_]+(?:['’]t)?)")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)?)\s*$")
_AUXILIARY = re.compile(
    rf"(\s+{_ADVERB})(wasn['’]t|was|hasn['’]t|has|isn['’]t|is|doesn['’]t|does)(?![\w'’])", re.IGNORECASE
)
_SECOND_AUXILIARY = re.compile(r"(\b(?:and|but|then|or),?\s+(?:then\s+)?)(wasn['’]t|was|hasn['’]t|has|isn['’]t|is)\b")
_OTHER_SUBJECT = re.compile(r"[.;!?]|\b(?:he|she|it|they|who|which|that|there)\b|(?<=\s)[A-Z]")
_REFLEXIVE = re.compile(r"\b(?:himself|herself|themselves|themself)\b")
_AFTER_QUOTE = re.compile(r"\s*(?:said|asked|answered|replied|added|whispered|shouted|promised)\s+")
_OPENS_CLAUSE = {"that", "because", "when", "while", "as", "if", "though", "although", "but", "then", "so"} | {
    *("until", "since", "before", "after", "whether", "where", "why", "how", "what")
}
_YOU_TWICE = re.compile(r"\b([Yy]ou)(?:(?:, you)* and you\b)+")
_I_FIRST = re.compile(r"\bI and (you\b|[A-Z][\w'’]*(?: [A-Z][\w'’]*)*)")
_FORMS = {
    "I": {"is": "am", "isn't": "am not", "has": "have", "hasn't": "haven't", "does": "do", "doesn't": "don't"},
    "you": {
        "was": "were",
        "wasn't": "weren't",
        "is": "are",
        "isn't": "aren't",
        "has": "have",
        "hasn't": "haven't",
        "does": "do",
        "doesn't": "don't",
    },
}
_REFLEXIVES = {"I": "myself", "you": "yourself"}


def in_own_words(summary: str, own_names: Sequence[str], player_names: Sequence[str]) -> str:
    """A third-person summary as the person would tell it: itself "I", "me", "my", the player "you", "your".

    Made for simple past sentences that name people instead of using pronouns; what stands in quotation marks is left
    alone. Names are matched as they are written, so that a player called Rain is not the rain.
    """
    return _Teller(unicodedata.normalize("NFC", summary), own_names, player_names).tell()


class _Teller:
    """One summary on its way; ``_done`` is the text so far in its new words."""

    def __init__(self, text: str, own_names: Sequence[str], player_names: Sequence[str]) -> None:
        self._own = _forms(own_names)
        self._players = {**_forms(player_names), PARTY_NAME: PARTY_NAME, PARTY_NAME.lower(): PARTY_NAME}
        pattern = _pattern((*self._own, *self._players))
        self._text = _without_appositions(text, pattern, self._own)
        shaded = pattern.sub(lambda match: "x" * len(match.group()), self._text)
        self._quotes = quote_spans(shaded, open_ended=True)
        self._names = [match for match in pattern.finditer(self._text) if not self._is_quoted(match.start())]
        self._done = ""
        self._subject: str | None = None

    def tell(self) -> str:
        position = 0
        for match in self._names:
            self._copy(position, match.start())
            position = match.end()
            told = self._told(match)
            self._done += _capitalised(told) if self._starts_sentence() else told
            if told in _FORMS and self._subject == told:
                position = self._agree(position, told)
        self._copy(position, len(self._text))
        return _in_order(self._done)

    def _is_quoted(self, position: int) -> bool:
        n = bisect_right(self._quotes, (position, len(self._text)))
        return n > 0 and position < self._quotes[n - 1][1]

    def _copy(self, start: int, end: int) -> None:
        """Take over what stands between two names; a second verb of the subject before it agrees with it too."""
        chunk = self._text[start:end]
        subject = self._subject
        if subject is None or not chunk:
            self._done += chunk
            return
        quote = next((q for q, _ in self._quotes if start <= q < end), end)
        stop = _OTHER_SUBJECT.search(chunk, 0, quote - start)
        reach = stop.start() if stop else quote - start
        own = _SECOND_AUXILIARY.sub(lambda m: m[1] + _agreeing(m[2], subject), chunk[:reach])
        self._done += _REFLEXIVE.sub(_REFLEXIVES[subject], own) + chunk[reach:]
        if stop or quote < end:
            self._subject = None

    def _told(self, match: re.Match[str]) -> str:
        name = _name(match)
        is_own = name in self._own
        if self._is_part_of_other(match, name, is_own=is_own):
            self._subject = None
            return match.group()
        if match["possessive"]:
            stands_alone = not self._text[match.end() : match.end() + 2].strip(" .,;:!?")
            whose = ("mine", "yours") if stands_alone else ("my", "your")
            return whose[0] if is_own else whose[1]
        if match["article"] and not is_own:
            return match.group()
        before = _LAST_WORD.search(self._done)
        previous = before[1].lower() if before else ""
        is_subject = self._is_subject(match.end(), previous)
        if is_subject:
            self._subject = "I" if is_own else "you"
        if not is_own:
            return "you"
        quote_end = max((end for _, end in self._quotes if end <= match.start()), default=match.start())
        inverted = _AFTER_QUOTE.fullmatch(self._text, quote_end, match.start()) is not None
        return "I" if is_subject or inverted else "me"

    def _is_part_of_other(self, match: re.Match[str], name: str, *, is_own: bool) -> bool:
        """A noun that only looks like the name ("the rain"), or a word shared with another's name ("Tom Ironhand")."""
        before = _LAST_WORD.search(self._text, max(0, match.start() - 40), match.start())
        previous = before[1] if before else ""
        following = _NEXT_WORD.match(self._text, match.end())
        next_word = following[1] if following else ""
        if name.lower() in lexicon().stop and name not in (PARTY_NAME, PARTY_NAME.lower()):
            return not lexicon().is_verb_like(next_word) and not lexicon().is_verb_like(previous)
        if not is_own and previous.lower() in lexicon().articles | {"his", "her", "their", "its", "this"}:
            return not name.lower().startswith("the ")
        is_word_only = (self._own if is_own else self._players)[name] != name
        adjacent = self._text[match.start() - 1 : match.start()] == " "
        joined = adjacent and previous[:1].isupper() and previous.lower() not in lexicon().stop
        return is_word_only and " " not in name and (next_word[:1].isupper() or joined)

    def _is_subject(self, end: int, previous: str) -> bool:
        following = _NEXT_WORD.match(self._text, end)
        acts = following is not None and lexicon().is_verb_like(following[1])
        if self._starts_sentence():
            return True
        if self._is_right_after_quote(end) or self._done.rstrip()[-1:] in ',;:)"”»':
            return acts
        if previous in _OPENS_CLAUSE or previous == "and":
            return acts
        return acts and not lexicon().is_verb_like(previous) and previous not in lexicon().prepositions

    def _is_right_after_quote(self, position: int) -> bool:
        ends = [end for _, end in self._quotes if end <= position]
        return bool(ends) and not re.search(r"[.!?;]", self._text[ends[-1] : position])

    def _starts_sentence(self) -> bool:
        before = self._done.rstrip()
        return not before or before.rstrip("\"”»'’)").endswith((".", "!", "?", "…"))

    def _agree(self, position: int, subject: str) -> int:
        match = _AUXILIARY.match(self._text, position)
        if match is None:
            return position
        self._done += match[1] + _agreeing(match[2], subject)
        return match.end()


def _in_order(text: str) -> str:
    """Outside quotations: "I and you" as "you and I", "I and Guard" as "Guard and I", "you and you" as "you"."""
    pieces, position = [], 0
    for start, end in [*quote_spans(text, open_ended=True), (len(text), len(text))]:
        part = _YOU_TWICE.sub(r"\1", text[position:start])
        part = _I_FIRST.sub(r"\1 and I", part.replace("me and you", "you and me"))
        opens = position == 0 or text[:position].rstrip('"”»」』').endswith((".", "!", "?", "…"))
        part = re.sub(r"(?<=[.!?] )you\b", "You", part)
        pieces.append(re.sub(r"^(\s*)you\b", r"\1You", part) if opens else part)
        pieces.append(text[start:end])
        position = end
    return "".join(pieces)


def _name(match: re.Match[str]) -> str:
    return " ".join(match["name"].split()).replace("’", "'")


def _agreeing(verb: str, subject: str) -> str:
    return _FORMS[subject].get(verb.replace("’", "'"), verb)


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _forms(names: Sequence[str]) -> dict[str, str]:
    """Every way to write the names, and the whole name each stands for; plain apostrophes."""
    forms: dict[str, str] = {}
    for given in names:
        whole = unicodedata.normalize("NFC", " ".join(given.split())).replace("’", "'")
        if whole:
            forms.setdefault(whole, whole)
            first, _, rest = whole.partition(" ")
            if rest and first.lower() == "the":
                forms.update({f"The {rest}": f"The {rest}", f"the {rest}": f"the {rest}", rest: rest})
    for whole in list(forms):
        for word in name_words(whole):
            forms.setdefault(word, whole)
    return forms


def _pattern(names: Sequence[str]) -> re.Pattern[str]:
    ordered = sorted(dict.fromkeys(names), key=lambda name: (-len(name), name))
    written = "|".join(re.escape(name).replace("'", "['’]").replace(r"\ ", r"\s") for name in ordered)
    return re.compile(
        rf"(?<![\w’'-])(?P<article>[Tt]he\s)?(?P<name>{written})(?P<possessive>['’]s|(?<=[sxz])['’])?(?![\w])"
    )


def _without_appositions(text: str, pattern: re.Pattern[str], own: dict[str, str]) -> str:
    """``Mara Ironhand, the innkeeper, gave`` as ``Mara Ironhand gave``: both name the same person."""
    pieces, position, last = [], 0, None
    for match in pattern.finditer(text):
        between = text[last.end() : match.start()] if last is not None else ""
        if last is not None and between == ", " and _name(last) in own and _name(match) in own:
            pieces.append(text[position : last.end()])
            position = match.end() + (1 if text.startswith(", ", match.end()) else 0)
        last = match
    return "".join(pieces) + text[position:]
