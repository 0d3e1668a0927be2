"""Term numbers of an index, cached by the words as written."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from sys import intern

from app.language.analysis.terms import LONGEST_KEPT, marks_of, months_and_marks, terms_and_marks
from app.language.analysis.text import words

Known = int | tuple[int, ...]


class Vocabulary(dict[str, Known]):
    """The numbered terms of one index. As a dictionary it caches what stands between two blanks (``keys,``): the number
    of its one term, else its marks and then the numbers of its terms, empty for none."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[str, int] = {}
        self._marks: list[int] = []
        self.spellings: dict[str, None] = {}
        """The words read in lower case, also of documents that were cut off."""

    @property
    def size(self) -> int:
        return len(self._marks)

    def read(self, text: str) -> tuple[list[int], int]:
        """The numbers of a text's terms, with repeats, and its marks, as `terms.analyse` has them."""
        numbers: list[int] = []
        marks = 0
        for known in [self[piece] for piece in text.split()]:  # no word reaches over a blank
            if isinstance(known, int):
                numbers.append(known)
            elif known:
                marks |= known[0]
                numbers += known[1:]
        months, more = months_and_marks(text)
        if months:
            numbers += map(self._number, months)
        return numbers, reduce(or_, map(self._marks.__getitem__, numbers), marks | more)

    def known(self, terms: Iterable[str]) -> dict[str, int]:
        """The number of each term that has one."""
        numbers = self._numbers
        return {term: numbers[term] for term in terms if term in numbers}

    def _number(self, term: str) -> int:
        number = self._numbers.setdefault(term, len(self._marks))
        if number == len(self._marks):
            self._marks.append(marks_of(term))
        return number

    def __missing__(self, piece: str) -> Known:
        terms, marks = terms_and_marks(piece)
        numbers = tuple(map(self._number, terms))
        is_plain = len(numbers) == 1 and marks == self._marks[numbers[0]]
        known: Known = numbers[0] if is_plain else (marks, *numbers) if marks else ()
        if len(piece) <= LONGEST_KEPT:
            self[intern(piece)] = known
            self.spellings.update(dict.fromkeys(words(piece.lower())))
        return known
