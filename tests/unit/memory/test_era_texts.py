"""What is said of an era: who and what it was about, out of many memories, in the language of its texts."""

import pytest

from app.agents.mind.offline import HeuristicMind
from app.cognition.remembering.keeping import CondenseWork
from app.language.analysis.ranking import function_words, is_foreign
from app.memory.stream.condensing import condense_and_prune
from app.memory.stream.pruner import MemoryLimits
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.minds.mind_state import Job, JobKind
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import mara_stream

DAY = 1440
GERMAN = (
    "Der Müller hat die Brücke mit neuen Brettern ausgebessert, und die Kinder haben ihm dabei zugesehen.",
    "Am Markt wurde darüber gestritten, wem das Wasser aus dem Brunnen zusteht.",
    "Die Fähre konnte wegen des Sturms nicht fahren, und alle mussten bis zum Abend warten.",
    "Anneliese hat versprochen, dass sie den Schlüssel zum Turm bis Sonntag zurückbringt.",
    "Es war ein Tag, an dem es nur geregnet hat.",
    "Der Schmied will die Glocke erst gießen, wenn die Schulden bezahlt sind.",
    "In der Nacht ist jemand in die Mühle eingebrochen und hat das Mehl gestohlen.",
    "Der Bürgermeister hat gesagt, dass die Brücke im Winter gesperrt wird.",
    "Die Kinder haben am Fluss einen Stiefel gefunden, der dem Fährmann gehört.",
    "Wir haben mit der Wirtin über den Preis für das Zimmer geredet.",
    "Der Brunnen ist trocken, und keiner weiß, woran das liegt.",
    "Die Wirtin hat den Fährmann im Verdacht, weil er in der Nacht am Fluss war.",
    "Der Müller und der Schmied haben sich wegen der Glocke zerstritten.",
)
ENGLISH = (
    "The miller mended the bridge with new planks while the children watched him.",
    "There was a quarrel at the market about who owns the water of the well.",
    "The ferry could not cross because of the storm, and everybody had to wait until evening.",
    "Anneliese promised to bring back the key of the tower by Sunday.",
    "It did nothing but rain all day.",
    "The smith will not cast the bell until the debts are paid.",
    "Somebody broke into the mill at night and stole the flour.",
    "The mayor said that the bridge is going to be closed in winter.",
    "The children found a boot by the river that belongs to the ferryman.",
    "We spoke with the landlady about the price of the room.",
    "The well is dry, and nobody knows why that is.",
    "The landlady suspects the ferryman, because he was by the river that night.",
    "The miller and the smith fell out over the bell.",
)
STOP = {"der", "die", "das", "und", "hat", "dass", "den", "dem", "ist"}


def lived(lines: tuple[str, ...], count: int = 260) -> MemoryStream:
    """Mara's stream, three weeks after a week of so many memories."""
    stream = mara_stream()
    stream.state.clock.minutes = 30 * DAY
    for n in range(count):
        about = ("guard-1", "lantern") if n % 3 else ("guard-1", "guard-2")
        text = f"{lines[n % len(lines)][:-1]} ({n})."
        stream.add(MemoryKind.OBSERVATION, told(text, game_time=n * 30 + 60, subjects=about, importance=5.0))
    return stream


async def era_of(stream: MemoryStream) -> MemoryEntry:
    """What becomes of the first week, by the work and the mind of a game without a model."""
    work, job = CondenseWork(MemoryLimits(observations=20)), Job(kind=JobKind.CONDENSE, npc_id="mara", asked_at=0)
    asked = work.prepare(stream.state, job)
    assert asked is not None
    work.apply(stream.state, job, asked, await work.think(HeuristicMind(), asked), by_model=False)
    [era] = [entry for entry in stream.all() if entry.metadata.get("condensed") == "era"]
    return era


def sources(text: str, lines: tuple[str, ...]) -> int:
    """How many different things a text tells of."""
    return sum(line[:-1] in text for line in lines)


async def test_an_era_names_who_and_what_and_tells_of_many_memories() -> None:
    era = await era_of(lived(ENGLISH))
    assert era.summary.startswith("Days 1 to 7: Much was with Guard")
    assert "Much had to do with the lantern." in era.summary
    assert sources(era.summary, ENGLISH) == 5
    assert "nothing but rain" not in era.summary


async def test_an_era_of_german_memories_is_german_throughout() -> None:
    era = await era_of(lived(GERMAN))
    assert era.summary.startswith("1–7: Guard")
    assert sources(era.summary, GERMAN) == 5
    assert not any(word in era.summary for word in ("Days", "Much", "with", "the "))
    assert "nur geregnet" not in era.summary, "function words alone make no sentence worth keeping"


@pytest.mark.parametrize("count", [5, 6, 30])
@pytest.mark.parametrize("lines", [GERMAN, ENGLISH])
async def test_an_era_of_few_memories_tells_of_several_too(lines: tuple[str, ...], count: int) -> None:
    stream = lived(lines, count)
    work = CondenseWork(MemoryLimits(observations=2))
    asked = work.prepare(stream.state, Job(kind=JobKind.CONDENSE, npc_id="mara", asked_at=0))
    assert asked is not None
    [text] = await work.think(HeuristicMind(), asked)
    assert sources(text or "", lines) == 3


async def test_a_memory_of_many_sentences_does_not_crowd_out_the_others() -> None:
    stream = lived(ENGLISH, 12)
    story = " ".join(ENGLISH)
    stream.add(MemoryKind.OBSERVATION, told(story, game_time=500, importance=6.9, subjects=("guard-1",)))
    era = await _small_era(stream)
    assert sources(era.summary, ENGLISH) == 3


async def _small_era(stream: MemoryStream) -> MemoryEntry:
    work, job = CondenseWork(MemoryLimits(observations=2)), Job(kind=JobKind.CONDENSE, npc_id="mara", asked_at=0)
    asked = work.prepare(stream.state, job)
    assert asked is not None
    work.apply(stream.state, job, asked, await work.think(HeuristicMind(), asked), by_model=False)
    return stream.all()[-1]


async def test_an_era_of_talks_tells_what_was_said_and_not_that_there_were_talks() -> None:
    """Each line was condensed by itself, behind words of the game's language."""
    stream = mara_stream()
    stream.state.clock.minutes = 30 * DAY
    for n, line in enumerate(GERMAN):
        who = {"subjects": ("mara", "guard-1"), "origin": MemoryOrigin.DIALOGUE, "origin_id": "guard-1"}
        stream.add(MemoryKind.CONVERSATION, told(line, game_time=n * 60, importance=4.0, **who))
    condense_and_prune(stream.state, stream.scope, MemoryLimits(observations=100))
    assert len(stream.active()) == len(GERMAN)
    era = await _small_era(stream)
    assert era.summary.startswith("1–7: Guard")
    assert "talked" not in era.summary
    assert sources(era.summary, GERMAN) == 3


async def test_signs_without_spaces_and_texts_without_letters_can_be_told() -> None:
    chinese = ("桥在冬天会被关闭。", "孩子们在河边找到了一只靴子。", "铁匠不肯铸钟。", "磨坊的面粉被偷了。", "…", "!!!")
    era = await _small_era(lived(chinese, 12))
    assert sources(era.summary, chinese) >= 3


def test_function_words_of_an_unknown_language_are_found_by_frequency_and_names_are_none() -> None:
    found = function_words(GERMAN * 4)
    assert {"der", "die", "und", "hat"} <= found
    assert not {"müller", "brücke", "anneliese", "glocke", "fährmann"} & found
    assert function_words(ENGLISH * 4) == frozenset()


@pytest.mark.parametrize(("texts", "expected"), [(GERMAN, True), (ENGLISH, False), (("Hm.",), False), ((), False)])
def test_texts_in_another_language_are_told_by_their_stop_words(texts: tuple[str, ...], expected: bool) -> None:
    assert is_foreign(texts) is expected
