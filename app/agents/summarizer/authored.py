"""The texts of a scenario's author: those that describe events, and sentences that only describe."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.language.analysis.informativeness import sentence_key
from app.language.analysis.text import sentences, words
from app.language.rendering.filling import MAX_AUTHORED_QUOTE
from app.models.sheets.scenario import ScenarioSheet

_FEWEST_WORDS = 5


@dataclass(frozen=True)
class Authored:
    """The texts of a sheet.

    Attributes:
        moments: Texts of events, with their weights.

    The other fields hold keys of descriptive sentences and of stock lines.
    """

    moments: tuple[tuple[str, float], ...]
    scenery: frozenset[str]
    manners: frozenset[str]


def closing_quotation(text: str) -> str:
    """Return the last sentences of a text that fit into one quotation; "" where they have too few words to be quoted
    alone."""
    kept: list[str] = []
    for sentence in reversed(sentences(text)):
        if kept and len(" ".join((sentence, *kept))) > MAX_AUTHORED_QUOTE:
            break
        kept.insert(0, sentence)
    ending = " ".join(kept)
    return ending if len(words(ending)) >= _FEWEST_WORDS else ""


def authored_texts(sheet: ScenarioSheet) -> Authored:
    """Return the texts of a sheet, which are read once and kept with it."""
    return sheet.derived.get(Authored) or sheet.derived.hold(_read(sheet))


def _read(sheet: ScenarioSheet) -> Authored:
    scenery = [sheet.opening, sheet.premise, *(item.description for item in sheet.items)]
    scenery += [use.adds_effect or "" for item in sheet.items for use in item.uses]
    scenery += [act.opening for act in sheet.acts]
    for quest in sheet.quests:
        scenery += [quest.description, *(step.description for step in quest.objectives)]
    for place in sheet.locations:
        scenery += [place.description, place.revisit, place.atmosphere, place.time_of_day]
        scenery += [way.description for way in place.exits] + [way.locked_text for way in place.exits]
        scenery += [detail.description for detail in place.features] + [found.description for found in place.encounters]
    manners: list[str] = []
    for npc in sheet.npcs:
        scenery += [npc.description, npc.background]
        for voice in (npc.voice, *npc.voices):
            scenery += voice.gestures
            manners += [*voice.greeting, *voice.unknown, *voice.thanks, *voice.small_talk]
    moments = tuple(moment for moment in _moments(sheet) if moment[0])
    return Authored(moments, _keys(scenery), _keys(manners))


def _keys(texts: list[str]) -> frozenset[str]:
    return frozenset(sentence_key(sentence) for text in texts for sentence in sentences(text))


def _moments(sheet: ScenarioSheet) -> Iterator[tuple[str, float]]:
    """Yield each text of an event with its weight: the more memorable the event, the larger."""
    yield sheet.ending, 2.6
    for act in sheet.acts:
        yield act.closing, 2.8
    for quest in sheet.quests:
        yield quest.done_text, 3.0
        for step in quest.objectives:
            yield step.done_text, 1.6
    for place in sheet.locations:
        for found in place.encounters:
            yield found.cleared_text, 2.5
            yield found.failed_text, 2.0
        for secret in place.secrets:
            yield secret.text, 2.1
    for item in sheet.items:
        for use in item.uses:
            yield use.text, 2.0
