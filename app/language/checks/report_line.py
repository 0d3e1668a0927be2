"""The last line of an answer, in which a model lists by number what its text contains. It is read and never shown."""

import re

WORD = "TOLD"
"""The word that begins it."""
_SIGNS = r"\s*_`>#\[(-"
"""Signs that a model sets before it."""
_LINE = re.compile(rf"(?:(?:^|\n)[{_SIGNS}]*(?i:{WORD})[ \t*_`\])]*:|[{_SIGNS}]*\b{WORD}[ \t*_`\])]*(?::|(?=\d)|\Z))")
_BEGUN = re.compile(rf"[{_SIGNS}]*(?:\b(?i:t|to|tol|told)[ \t*_`\])]*)?\Z")
_NUMBER = re.compile(r"\d{1,2}(?!\d)")


def without_report(text: str, *, is_whole: bool = True) -> str:
    """Return a text without its report.

    Args:
        text: All of the text so far.
        is_whole: Whether nothing follows; otherwise an end that may become a report is left out.
    """
    found = _LINE.search(text)
    if found is not None and (is_whole or found.end() < len(text) or text.endswith(":")):
        return text[: found.start()]
    return text if is_whole else text[: _BEGUN.search(text).start()]  # type: ignore[union-attr]  # it finds the end


def reported_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a text's report, each once; none where it has none."""
    found = _LINE.search(text)
    numbers = _NUMBER.findall(text, found.end()) if found is not None else []
    return tuple(dict.fromkeys(map(int, numbers)))
