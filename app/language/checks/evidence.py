"""Evidence for the names and numbers of a text: another text, and ids of things that it may name."""

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

from app.language.analysis.lexicon import lexicon
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


def numbers_in(text: str) -> frozenset[str]:
    """Return the numbers of a text, without "one" where it is a pronoun."""
    return numbers(current_language().pattern("checks.summary_pronoun_one").sub(" ", text))


_DIVIDERS = str.maketrans("'’-", "   ")
