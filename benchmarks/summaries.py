"""How close summaries of scenes without a model come to references written beforehand.

    python -m benchmarks.summaries [--show N] [--draws N] [--scenes N]

The scenes of tests/data/remembering/scenes.json, each with two references; every figure is the mean over scenes of the
mean over references. A row of sentences drawn at random says what any choice would reach, one of the references
against each other what people reach. ``--show N`` prints the first N summaries of places.
"""

import argparse
import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import mean

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.language.analysis.text import sentences
from app.language.checks.summary_form import MAX_SUMMARY_CHARACTERS
from app.models.messages.message import Role
from benchmarks.scenes import PLACE, Scene, load

MOST_WORDS = 90
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_NAME = re.compile(r"(?<=[\w,;’'] )[A-Z][\w’'-]*")

Summarize = Callable[[Scene], str]


def words(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]


def rouge_1(summary: str, reference: str) -> float:
    """F1 of the words that both have, each as often as both have it (Lin 2004, ROUGE-N with N = 1)."""
    return _f1((Counter(words(summary)) & Counter(words(reference))).total(), summary, reference)


def rouge_l(summary: str, reference: str) -> float:
    """F1 of the longest common subsequence of words (Lin 2004, ROUGE-L with beta = 1)."""
    others = words(reference)
    longest = [0] * (len(others) + 1)
    for word in words(summary):
        before = 0
        for n, other in enumerate(others, start=1):
            before, longest[n] = longest[n], before + 1 if word == other else max(longest[n], longest[n - 1])
    return _f1(longest[-1], summary, reference)


def names(summary: str, reference: str) -> float:
    """The share of the reference's names that the summary has: words with a capital within a sentence."""
    wanted = _names(reference)
    return len(wanted & set(words(summary))) / len(wanted) if wanted else 1.0


def _names(text: str) -> set[str]:
    return {word.removesuffix("'s") for found in _NAME.findall(text) for word in words(found)}


def _f1(common: int, summary: str, reference: str) -> float:
    total = len(words(summary)) + len(words(reference))
    return 2 * common / total if total else 0.0


def of_place(scene: Scene) -> str:
    return asyncio.run(ExtractiveSummarizer().summarize_location_session(scene.state, PLACE, scene.messages))


def of_person(scene: Scene) -> str:
    """What the person who speaks most remembers; of the place where nobody speaks but players."""
    if not scene.people:
        return of_place(scene)
    npc = scene.state.npc(scene.people[0])
    return asyncio.run(ExtractiveSummarizer().summarize_npc_interactions(scene.state, npc, scene.messages))


def at_random(seed: int) -> Summarize:
    """Sentences drawn while they fit, however many, each with who said it, in the order of the scene."""

    def drawn(scene: Scene) -> str:
        said = [
            f'{message.speaker_name or "Narrator"} said: "{sentence}"'
            for message in scene.messages
            if message.role is not Role.SYSTEM
            for sentence in sentences(message.content.replace('"', ""))
        ]
        kept: list[int] = []
        for number in random.Random(f"{seed}:{scene.title}").sample(range(len(said)), len(said)):
            text = " ".join(said[n] for n in (*kept, number))
            kept += [number] if len(text) <= MAX_SUMMARY_CHARACTERS and len(words(text)) <= MOST_WORDS else []
        return " ".join(said[n] for n in sorted(kept))

    return drawn


def figures(scenes: Iterable[Scene], summarize: Summarize) -> list[float]:
    """ROUGE-1, ROUGE-L, share of names, words and sentences of the summaries."""
    return _means(_row(summarize(scene), scene.references) for scene in scenes)


def of_references(scenes: Iterable[Scene]) -> list[float]:
    """The same of each first reference against the second."""
    return _means(_row(scene.references[0], scene.references[1:]) for scene in scenes)


def _row(text: str, references: Sequence[str]) -> list[float]:
    scores = [mean(score(text, reference) for reference in references) for score in (rouge_1, rouge_l, names)]
    return [*scores, float(len(words(text))), float(len(sentences(text)))]


def _means(rows: Iterable[Sequence[float]]) -> list[float]:
    return [mean(column) for column in zip(*rows, strict=True)]


def table(rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    lines = ["| summary | ROUGE-1 | ROUGE-L | names | words | sentences |", "| --- | --- | --- | --- | --- | --- |"]
    for name, (one, longest, named, length, count) in rows:
        lines.append(f"| {name} | {one:.3f} | {longest:.3f} | {named:.2f} | {length:.0f} | {count:.1f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.summaries", description=__doc__)
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N summaries of places")
    parser.add_argument("--draws", type=int, default=20, metavar="N", help="how often sentences are drawn at random")
    parser.add_argument("--scenes", type=int, default=None, metavar="N", help="only the first N scenes")
    arguments = parser.parse_args()
    scenes = load()[: arguments.scenes]
    drawn = [figures(scenes, at_random(seed)) for seed in range(arguments.draws)]
    rows = [
        ("of a place", figures(scenes, of_place)),
        ("of the person who speaks most", figures(scenes, of_person)),
        ("sentences at random", _means(drawn)),
        ("first reference against the second", of_references(scenes)),
    ]
    print(table(rows))
    for scene in scenes[: arguments.show]:
        print(f"\n{scene.title}: {of_place(scene)}")


if __name__ == "__main__":
    main()
