"""The sentences of errors that need no game, from section ``plain_reasons`` of a language pack."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from app.errors import TalekeeperError, Wording
from app.language.language import current_language
from app.language.rendering.phrases import listed
from app.models.plain_reasons import Malformed, PlainReason


def word_plainly(error: TalekeeperError) -> None:
    """Give an error its sentence in the current language, which is English outside of a game.

    Args:
        error: Any error. One whose reason is no `PlainReason`, and one that has its sentence already, stays as it is.
    """
    if isinstance(error.reason, PlainReason) and error.wording.text == str(error.reason):
        error.word(Wording(render_plain(error.reason)))


def in_words(error: TalekeeperError) -> str:
    """Return the text of an error, of which `word_plainly` makes the sentence where it has none yet."""
    word_plainly(error)
    return str(error)


@contextmanager
def worded_plainly() -> Iterator[None]:
    """Run a block without a game; plain errors that leave it get their sentences."""
    try:
        yield
    except TalekeeperError as error:
        word_plainly(error)
        raise


def render_plain(reason: PlainReason) -> str:
    """Return the sentence of a reason in the current language."""
    slots = dict[str, str | int]()
    for field in type(reason).model_fields:
        match getattr(reason, field):
            case StrEnum() as value:
                slots[field] = value.value
            case str() as value:
                slots |= {field: value, f"quoted_{field}": repr(value), f"has_{field}": "yes" if value else "no"}
            case int() as value:
                slots |= {field: value, f"{field}_number": str(value)}
            case tuple() as values:
                all_quoted = listed([f"'{value}'" for value in values])
                slots |= {field: ", ".join(values), f"all_{field}": all_quoted, f"{field}_count": len(values)}
    language = current_language()
    if isinstance(reason, Malformed):
        slots["problem_words"] = language.render("plain_reasons.malformed-problem", **slots)
    return language.render(f"plain_reasons.{reason.kind.replace('_', '-')}", **slots)
