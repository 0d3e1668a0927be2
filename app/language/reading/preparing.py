"""Getting a language ready: what the texts that first need it would compile and read otherwise."""

from app.language.language import Language
from app.language.reading.line_kinds import line_kinds_of
from app.language.reading.reader import reader_of
from app.scheduling import Slices


def preparing(language: Language) -> Slices[None]:
    """Read the weights and compile all expressions of a language, some .5 s of CPU, up to 8 ms at a time once its
    reader is made. What is ready is passed over."""
    reader = reader_of(language)
    yield
    line_kinds_of(language)
    yield
    yield from reader.preparing()
    yield from language.preparing()
