"""Getting a language and a scenario ready: what the texts that first need it would compile and read otherwise."""

from itertools import chain, islice
from weakref import WeakSet

from app.language.acts.reader import reader_of
from app.language.analysis.mentions import mentions_for
from app.language.analysis.terms import analyse
from app.language.kinds.classifier import classifier_of
from app.language.language import Language
from app.language.reading.hearing import Hearing
from app.models.sheets.scenario import ScenarioSheet
from app.scheduling import Slices

_MOST_TOLD = 500
"""Topics of a scenario that are read ahead: fewer than the texts whose acts are kept, for a server has several."""

_ready: WeakSet[Language] = WeakSet()
"""Languages of which all is compiled."""


def preparing(language: Language) -> Slices[None]:
    """Read the weights and compile all expressions of a language, some .5 s of CPU, up to 8 ms at a time once its
    reader is made. A language that is ready has no slices: each of the thousand takes its turn of the event loop."""
    if language in _ready:
        return
    reader_of(language)
    yield
    classifier_of(language)
    yield
    yield from language.preparing()
    _ready.add(language)


class _Read:
    """Is held by a sheet whose texts are read."""


def preparing_scenario(sheet: ScenarioSheet) -> Slices[None]:
    """Compile the names of a scenario, and read what its people can tell, in the language of the sheet, which is to be
    the current one: 2 to 6 ms a text, which the turn that tells it would take otherwise. A sheet that is read has no
    slices."""
    if sheet.derived.get(_Read) is not None:
        return
    yield from mentions_for(sheet).preparing()
    hearing = Hearing(sheet)
    for topic in islice(chain.from_iterable(npc.topics for npc in sheet.npcs), _MOST_TOLD):
        analyse(topic.text)
        hearing.read_speech(topic.text)
        yield
    sheet.derived.hold(_Read())
