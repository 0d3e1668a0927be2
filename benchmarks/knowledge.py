"""Who knows what: scripted games of several people, and questions to each of them.

    python -m benchmarks.knowledge [DATA] [--systems ...] [--wrong N]

A memory system is run by an adapter (`System`): it is told what happens, event by event, with those who hear it, and
asked of each person whether it knows a claim, and from whom. What counts:

- leaks: answers that a person knows what it cannot, or the newest version where it has heard an older one; 0 passes
- told on: of what a person knows from one who was told itself, the part that it is found to know
- corrections: of the questions about what was put right, to those who have heard any version, the part answered right
- known: of all that is known in some version, the part that is not denied
- sources: of the answers that are right and not "cannot know", the part that names from whom it is known

The format of DATA, by default tests/data/knowledge, stands in the README there.
"""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.knowledge_games import OLD, Answer, Game, Question, Standing, System, load
from benchmarks.knowledge_systems import SYSTEMS

DATA = Path(__file__).parents[1] / "tests" / "data" / "knowledge"
TOLD_ON = "told_on"
CORRECTED = frozenset({OLD, "corrected"})
RANK = tuple(Standing)
"""From nothing to all: an answer above the right one is a leak."""


@dataclass(frozen=True)
class Asked:
    """A question and what a system answered."""

    game: str
    question: Question
    answer: Answer

    @property
    def is_right(self) -> bool:
        return self.answer.standing is self.question.right.standing

    @property
    def is_leak(self) -> bool:
        return RANK.index(self.answer.standing) > RANK.index(self.question.right.standing)


async def asked(system: System, games: Sequence[Game]) -> list[Asked]:
    """Every question of the games with the system's answer."""
    found: list[Asked] = []
    for game in games:
        await system.begin(game)
        for event in game.events:
            await system.tell(event)
        found += [Asked(game.id, each, await system.ask(each.person, each.claim)) for each in game.questions]
        await system.end()
    return found


@dataclass(frozen=True)
class Figures:
    """What the table shows; shares from 0 to 1."""

    questions: int
    leaks: int
    told_on: float
    corrections: float
    known: float
    sources: float


def figures(answers: Sequence[Asked]) -> Figures:
    """The figures of a system's answers."""
    told_on = [each for each in answers if each.question.how == TOLD_ON]
    corrections = [each for each in answers if each.question.how in CORRECTED]
    knowable = [each for each in answers if each.question.right.standing is not Standing.CANNOT_KNOW]
    known = [each for each in knowable if each.is_right]
    return Figures(
        questions=len(answers),
        leaks=sum(each.is_leak for each in answers),
        told_on=_share([each.is_right for each in told_on]),
        corrections=_share([each.is_right for each in corrections]),
        known=_share([each.answer.standing is not Standing.CANNOT_KNOW for each in knowable]),
        sources=_share([each.answer.source == each.question.right.source for each in known]),
    )


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 0.0


def _row(name: str, found: Figures) -> str:
    shares = (found.told_on, found.corrections, found.known, found.sources)
    return f"| {name} | {found.questions} | {found.leaks} | {' | '.join(f'{share:.3f}' for share in shares)} |"


async def _run(games: Sequence[Game], systems: Sequence[System], wrong: int) -> None:
    print("| system | questions | leaks | told on | corrections | known | sources |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    answers: list[Asked] = []
    for system in systems:
        answers = await asked(system, games)
        print(_row(system.name, figures(answers)), flush=True)
    bad = [each for each in answers if not each.is_right or each.answer.source != each.question.right.source]
    for each in sorted(bad, key=lambda each: not each.is_leak)[:wrong]:
        q, answer = each.question, each.answer
        mark = "LEAK " if each.is_leak else ""
        print(
            f"{mark}{each.game}, {q.person}: {q.claim} {q.how}: {q.right.standing} {q.right.source}; "
            f"answered: {answer.standing} {answer.source}"
        )


def main() -> None:
    """Play, ask and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", default=DATA, help="a game, or a folder of games")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=["shared", "talekeeper"])
    parser.add_argument("--wrong", type=int, default=0, help="print N wrong answers of the last system, leaks first")
    options = parser.parse_args()
    systems = [SYSTEMS[name]() for name in options.systems]
    asyncio.run(_run(load(options.data), systems, options.wrong))


if __name__ == "__main__":
    main()
