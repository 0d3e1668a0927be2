"""What a text may name and count, judged by another text and by things that are known."""

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

from app.language.analysis.lexicon import lexicon
from app.language.analysis.mentions import MentionService
from app.language.analysis.text import numbers, words
from app.language.language import current_language


@dataclass
class Evidence:
    """All that stands in ``text``, and the things with ``ids``."""

    text: str
    mentions: MentionService
    ids: Set[str] = frozenset()

    def prepare(self) -> None:
        """Read the text now: some 35 ms for a whole prompt, in any thread."""
        _ = self._numbers, self._known_ids, self._stems

    def unknown_number(self, text: str) -> str | None:
        """The least number of a text for which there is no evidence."""
        return min(counted(text) - self._numbers, default=None)

    def unknown_thing(self, text: str) -> str | None:
        """A name of the scenario for which there is no evidence, as it is written in a text."""
        for found in self.mentions.claims(text):
            known = any(key in self._known_ids for key in found.ids)
            if not known and not self.mentions.names_one_of(found.ids, self.text):
                return found.written
        return None

    def unknown_name(self, text: str) -> str | None:
        """A word that is written as a name and stands nowhere in the evidence, in no other form either."""
        found = current_language().pattern("checks.prose_name").findall(text)
        return next((name for name in found if name[0].isupper() and not self._terms(name) & self._stems), None)

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
        """Words without regard to case, also the parts of those with hyphens and apostrophes, and their stems."""
        plain = set(words(text.casefold().translate(_DIVIDERS)))
        return frozenset(plain.union(map(lexicon().stem, plain)))


def counted(text: str) -> frozenset[str]:
    """The numbers of a text; "one" may stand for somebody."""
    return numbers(current_language().pattern("checks.summary_pronoun_one").sub(" ", text))


_DIVIDERS = str.maketrans("'’-", "   ")
