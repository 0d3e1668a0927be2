"""Conversion of a third-person summary to the first person, addressed to the player."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.names import short_forms
from app.language.analysis.text import quote_spans
from app.language.language import Language, current_language
from app.language.rendering.filling import capital

_CLAUSE_END = re.compile(r"[.!?;]")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)?)\s*$")


class _Person(NamedTuple):
    """Pronouns of a grammatical person: subject, object, possessive determiner, possessive pronoun, reflexive."""

    subject: str
    object: str
    whose: str
    alone: str
    reflexive: str


class _Grammar:
    def __init__(self, language: Language) -> None:
        self.lexicon = lexicon_of(language)
        self.first, self.second = (_Person(*language.lines(f"perspective.{who}")) for who in ("first", "second"))
        self.persons = {self.first.subject: self.first, self.second.subject: self.second}
        self.agrees = {
            person.subject: dict(line.split(" > ") for line in language.lines(f"perspective.{who}_agrees"))
            for who, person in (("first", self.first), ("second", self.second))
        }
        self.party = language.render("phrases.party")
        self.opens_clause = language.words("perspective.opens_clause")
        self.determiners = self.lexicon.articles | language.words("perspective.determiners")
        self.expression = language.expression
        self.pattern = language.pattern
        self._you = re.compile(rf"(?<=[.!?] ){self.second.subject}\b")
        self._you_opens = re.compile(rf"^(\s*){self.second.subject}\b")
        self.render = language.render

    def agreeing(self, verb: str, subject: str) -> str:
        """Return the form of a third-person auxiliary that agrees with "I" or "you"."""
        return self.agrees[subject].get(verb.replace("’", "'"), verb)

    def in_order(self, text: str) -> str:
        """Outside quotations, replace "I and you" by "you and I", "I and Guard" by "Guard and I", "you and you" by
        "you"."""
        me, you = self.first.object, self.second.object
        pieces, position = [], 0
        for start, end in [*quote_spans(text, open_ended=True), (len(text), len(text))]:
            part = self.pattern("perspective.you_twice").sub(r"\1", text[position:start])
            part = part.replace(self._both(me, you), self._both(you, me))
            part = self.pattern("perspective.i_first").sub(lambda found: self._both(found[1], self.first.subject), part)
            opens = position == 0 or text[:position].rstrip('"”»」』').endswith((".", "!", "?", "…"))
            part = self._you.sub(capital(self.second.subject), part)
            pieces.append(self._you_opens.sub(rf"\1{capital(self.second.subject)}", part) if opens else part)
            pieces.append(text[start:end])
            position = end
        return "".join(pieces)

    def _both(self, one: str, other: str) -> str:
        return self.render("phrases.joined-and", first=one, name=other)


_grammar_of = lru_cache(maxsize=8)(_Grammar)


def in_own_words(summary: str, own_names: Sequence[str], player_names: Sequence[str]) -> str:
    """Convert a third-person summary to a person's own words: itself as "I", "me", "my", the player as "you", "your".

    It handles simple past sentences with names, not pronouns. Quotations are unchanged. Names match as written: Rain is
    not the rain.

    Args:
        summary: The text.
        own_names: Names of the person.
        player_names: Names of the player.
    """
    grammar = _grammar_of(current_language())
    return _Rewriter(unicodedata.normalize("NFC", summary), own_names, player_names, grammar).rewrite()


class _Rewriter:
    """The conversion of one summary; ``_done`` is the converted text so far."""

    def __init__(self, text: str, own_names: Sequence[str], player_names: Sequence[str], grammar: _Grammar) -> None:
        party = capital(grammar.party)
        self._grammar, self._pattern = grammar, grammar.pattern
        self._own = _forms(own_names, grammar)
        self._players = {**_forms(player_names, grammar), party: party, grammar.party: party}
        pattern = _pattern((*self._own, *self._players), grammar)
        self._text = _without_appositions(text, pattern, self._own)
        shaded = pattern.sub(lambda match: "x" * len(match.group()), self._text)
        self._quotes = quote_spans(shaded, open_ended=True)
        self._names = [match for match in pattern.finditer(self._text) if not self._is_quoted(match.start())]
        self._done = ""
        self._subject: str | None = None

    def rewrite(self) -> str:
        position = 0
        for match in self._names:
            self._copy(position, match.start())
            position = match.end()
            pronoun = self._replacement(match)
            self._done += capital(pronoun) if self._starts_sentence() else pronoun
            if pronoun in self._grammar.persons and self._subject == pronoun:
                position = self._agree(position, pronoun)
        self._copy(position, len(self._text))
        return self._grammar.in_order(self._done)

    def _is_quoted(self, position: int) -> bool:
        n = bisect_right(self._quotes, (position, len(self._text)))
        return n > 0 and position < self._quotes[n - 1][1]

    def _copy(self, start: int, end: int) -> None:
        """Copy the text between two names, with further verbs of the preceding subject made to agree."""
        chunk = self._text[start:end]
        subject = self._subject
        if subject is None or not chunk:
            self._done += chunk
            return
        quote = next((q for q, _ in self._quotes if start <= q < end), end)
        stop = self._pattern("perspective.other_subject").search(chunk, 0, quote - start)
        reach = stop.start() if stop else quote - start
        agreeing = self._pattern("perspective.second_auxiliary").sub(
            lambda m: m[1] + self._grammar.agreeing(m[2], subject), chunk[:reach]
        )
        reflexive = self._grammar.persons[subject].reflexive
        self._done += self._pattern("perspective.reflexive").sub(reflexive, agreeing) + chunk[reach:]
        if stop or quote < end:
            self._subject = None

    def _replacement(self, match: re.Match[str]) -> str:
        name = _name(match)
        is_own = name in self._own
        person = self._grammar.first if is_own else self._grammar.second
        if self._is_part_of_other(match, name, is_own=is_own):
            self._subject = None
            return match.group()
        if match["possessive"]:
            stands_alone = not self._text[match.end() : match.end() + 2].strip(" .,;:!?")
            return person.alone if stands_alone else person.whose
        if match["article"] and not is_own:
            return match.group()
        before = _LAST_WORD.search(self._done)
        is_subject = self._is_subject(match.end(), before[1].lower() if before else "")
        if is_subject:
            self._subject = person.subject
        if not is_own:
            return person.subject if is_subject else person.object
        quote_end = max((end for _, end in self._quotes if end <= match.start()), default=match.start())
        inverted = self._pattern("perspective.after_quote").fullmatch(self._text, quote_end, match.start())
        return person.subject if is_subject or inverted else person.object

    def _is_part_of_other(self, match: re.Match[str], name: str, *, is_own: bool) -> bool:
        """Return whether this is a noun that only resembles the name ("the rain"), or part of another's name ("Tom
        Ironhand")."""
        before = _LAST_WORD.search(self._text, max(0, match.start() - 40), match.start())
        previous = before[1] if before else ""
        lexicon = self._grammar.lexicon
        following = self._pattern("perspective.next_word").match(self._text, match.end())
        next_word = following[1] if following else ""
        if name.lower() in lexicon.stop and name.lower() != self._grammar.party:
            return not lexicon.is_verb_like(next_word) and not lexicon.is_verb_like(previous)
        if not is_own and previous.lower() in self._grammar.determiners:
            return self._pattern("perspective.article").match(name) is None
        is_word_only = (self._own if is_own else self._players)[name] != name
        adjacent = self._text[match.start() - 1 : match.start()] == " "
        joined = adjacent and previous[:1].isupper() and previous.lower() not in lexicon.stop
        return is_word_only and " " not in name and (next_word[:1].isupper() or joined)

    def _is_subject(self, end: int, previous: str) -> bool:
        lexicon = self._grammar.lexicon
        following = self._pattern("perspective.next_word").match(self._text, end)
        acts = following is not None and lexicon.is_verb_like(following[1])
        if self._starts_sentence():
            return True
        if self._is_right_after_quote(end) or self._done.rstrip()[-1:] in ',;:)"”»':
            return acts
        if previous in self._grammar.opens_clause:
            return acts
        return acts and not lexicon.is_verb_like(previous) and previous not in lexicon.prepositions

    def _is_right_after_quote(self, position: int) -> bool:
        ends = [end for _, end in self._quotes if end <= position]
        return bool(ends) and not _CLAUSE_END.search(self._text, ends[-1], position)

    def _starts_sentence(self) -> bool:
        before = self._done.rstrip()
        return not before or before.rstrip("\"”»'’)").endswith((".", "!", "?", "…"))

    def _agree(self, position: int, subject: str) -> int:
        if (match := self._pattern("perspective.auxiliary").match(self._text, position)) is None:
            return position
        self._done += match[1] + self._grammar.agreeing(match[2], subject)
        return match.end()


def _name(match: re.Match[str]) -> str:
    return " ".join(match["name"].split()).replace("’", "'")


def _forms(names: Sequence[str], grammar: _Grammar) -> dict[str, str]:
    """Return every written form of the names and the full name of each, with plain apostrophes."""
    forms: dict[str, str] = {}
    for given in names:
        whole = unicodedata.normalize("NFC", " ".join(given.split())).replace("’", "'")
        if whole:
            forms.setdefault(whole, whole)
            if article := grammar.pattern("perspective.article").match(whole):
                rest = whole[article.end() :]
                definite = grammar.render("phrases.definite", name=rest)
                forms.update({name: name for name in (capital(definite), definite, rest)})
    for whole in list(forms):
        for word in short_forms(whole):
            forms.setdefault(word, whole)
    return forms


def _pattern(names: Sequence[str], grammar: _Grammar) -> re.Pattern[str]:
    ordered = sorted(dict.fromkeys(names), key=lambda name: (-len(name), name))
    written = "|".join(re.escape(name).replace("'", "['’]").replace(r"\ ", r"\s") for name in ordered)
    return re.compile(
        rf"(?<![\w’'-])(?P<article>{grammar.expression('perspective.article')})?(?P<name>{written})"
        rf"(?P<possessive>{grammar.expression('perspective.possessive')})?(?![\w])"
    )


def _without_appositions(text: str, pattern: re.Pattern[str], own: dict[str, str]) -> str:
    """Return ``Mara Ironhand, the innkeeper, gave`` as ``Mara Ironhand gave``: both name the same person."""
    pieces, position, last = [], 0, None
    for match in pattern.finditer(text):
        between = text[last.end() : match.start()] if last is not None else ""
        if last is not None and between == ", " and _name(last) in own and _name(match) in own:
            pieces.append(text[position : last.end()])
            position = match.end() + (1 if text.startswith(", ", match.end()) else 0)
        last = match
    return "".join(pieces) + text[position:]
