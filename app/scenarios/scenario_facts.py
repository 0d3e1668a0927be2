"""The facts of a scenario: each answers, and no question is asked twice of the same part under the same condition."""

from collections.abc import Iterator, Sequence

from app.models.sheets.fact import FactSheet, letters_of
from app.scenarios.scenario_scope import SheetPart


def check_facts(parts: Sequence[SheetPart]) -> Iterator[tuple[str, str]]:
    """Find facts without an answer, questions without a word, and questions that two facts of a part answer at the same
    time.

    Args:
        parts: The parts of the scenario with their paths.

    Yields:
        The path of each text in the file, and what is wrong with it.
    """
    first: dict[tuple[str, str, str], str] = {}
    for where, fact in parts:
        if not isinstance(fact, FactSheet):
            continue
        if not fact.text.strip():
            yield f"{where}.text", "this must not be blank."
        owner, _, number = where.rpartition("facts[")
        for at, asked in enumerate(fact.asks):
            path, words = f"{where}.asks[{at}]", letters_of(asked)
            if not words:
                yield path, "this must not be blank."
                continue
            key = (owner, words, repr(fact.condition))
            if key in first:
                yield path, f"{asked!r} is already asked in {first[key]}."
            first.setdefault(key, f"facts[{number}.asks[{at}]")
