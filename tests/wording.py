"""Errors in words, for tests of rooms that raise them with values."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from app.errors import TalekeeperError
from app.language.rendering.plain_reasons import word_plainly

Raised = TypeVar("Raised", bound=TalekeeperError)


@contextmanager
def raises_in_words(
    kind: type[Raised] | tuple[type[Raised], ...], match: str = ""
) -> Iterator[pytest.ExceptionInfo[Raised]]:
    """Expect an error, and give it its sentence as a door does.

    Args:
        kind: The class of the error, or several.
        match: A regular expression that the sentence must match somewhere.

    Yields:
        The error, after the block with its sentence.
    """
    with pytest.raises(kind) as raised:
        yield raised
    word_plainly(raised.value)
    assert re.search(match, str(raised.value)), f"{match!r} is not in {raised.value}"
