"""Evidence for the names and numbers of a text: another text, and ids of things that it may name."""

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

from app.language.analysis.lexicon import is_adverb, is_verb, lexicon, may_be_mistyped
from app.language.analysis.mentions import MentionService
from app.language.analysis.text import numbers, words
from app.language.language import current_language


@dataclass
class Evidence:
    """The names and numbers of ``text``, and the things with ``ids``."""

    text: str
    mentions: MentionService
    ids: Set[str] = frozenset()

    def prepare(self) -> None:
        """Analyse the text now, which takes some 35 ms for a whole prompt and is thread-safe."""
        _ = self._numbers, self._known_ids, self._stems

    def unknown_number(self, text: str) -> str | None:
        """Return the smallest number of a text without evidence, compared as a string; None if there is none."""
        return next(iter(self.unknown_numbers(text)), None)

    def unknown_numbers(self, text: str) -> list[str]:
        """Return the numbers of a text without evidence, in the order of strings."""
        return sorted(numbers_in(text) - self._numbers)

    def unknown_thing(self, text: str) -> str | None:
        """Return the first name of the scenario without evidence, as written in a text; None if there is none."""
        for mention in self.mentions.claims(text):
            is_known = any(key in self._known_ids for key in mention.ids)
            if not is_known and not self.mentions.names_one_of(mention.ids, self.text):
                return mention.written
        return None

    def unknown_name(self, text: str) -> str | None:
        """Return the first capitalised name that does not occur in the evidence in any form; None if there is none."""
        found = current_language().pattern("checks.prose_name").finditer(text)
        names = (match[0] for match in found if not self.mentions.is_noun(text, match.start()))
        return next((name for name in names if name[0].isupper() and not self._terms(name) & self._stems), None)

    def unknown_actor(self, text: str) -> str | None:
        """Return the first name that says or does something, is of no person of the story, and has no evidence; None if
        there is none."""
        found = current_language().pattern("checks.prose_actor").finditer(text)
        names = (match[0] for match in found if not self.mentions.is_noun(text, match.start()))
        unknown = (name for name in names if not self._terms(name) & self._stems)
        return next((name for name in unknown if not self.mentions.known_names(name)), None)

    def unknown_subject(self, text: str) -> str | None:
        """Return the first name that is the subject of a verb, of nobody in the story, and without evidence; None if
        there is none. Only a word that is none of the language counts as a name: "Gerrit nods", "in sits old Gerrit".

        Args:
            text: A sentence without what is said aloud.
        """
        if lexicon().nouns_have_capitals:
            return None
        found = words(text)
        for at, word in enumerate(found):
            if not (word[0].isupper() and word[1:].islower() and may_be_mistyped(word)) or self._is_known(word):
                continue
            begin = self._begin_of_name(found, at)
            behind = next((each for each in found[at + 1 :] if each[0].islower()), "")
            before = found[begin - 1] if begin else ""
            if before.casefold() not in lexicon().prepositions and (_is_done(behind) or _is_done(before)):
                return word
        return None

    def _is_known(self, name: str) -> bool:
        return bool(self._terms(name) & self._stems) or bool(self.mentions.known_names(name))

    def _begin_of_name(self, found: list[str], at: int) -> int:
        """Return where a name begins of which a word is part: with its titles and its other names."""
        while at and (found[at - 1][0].isupper() or found[at - 1] in lexicon().titles):
            at -= 1
        return at

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return numbers(self.text) | numbers(self.text.replace(":", " "))

    @cached_property
    def _known_ids(self) -> frozenset[str]:
        return self.mentions.known_names(self.text).union(self.ids)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return self._terms(self.text).union(lexicon().stop, lexicon().titles)

    def _terms(self, text: str) -> frozenset[str]:
        """Return case-folded words, the parts of those with hyphens and apostrophes, and their stems."""
        plain = set(words(text.casefold().translate(_DIVIDERS)))
        return frozenset(plain.union(map(lexicon().stem, plain)))


def _is_done(word: str) -> bool:
    """Return whether a word is a verb of what somebody does, in the present or the past tense."""
    words_of = lexicon()
    if word in words_of.stop or word in words_of.prepositions:
        return False
    is_third = words_of.stem(word) != word and not is_adverb(word) and is_verb(words_of.stem(word))
    return is_third or words_of.is_verb_like(word)


def numbers_in(text: str) -> frozenset[str]:
    """Return the numbers of a text, without "one" where it is a pronoun."""
    return numbers(current_language().pattern("checks.summary_pronoun_one").sub(" ", text))


_DIVIDERS = str.maketrans("'’-", "   ")
