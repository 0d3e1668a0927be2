"""How well the reader finds the acts of labelled lines, and how many lines it reads a second.

    python -m benchmarks.reading             # the lines that rules and weights were made with
    python -m benchmarks.reading --held-out  # and those that they were not

An act counts as found where one of its kind is read in a span that overlaps. ``n`` are the labelled acts, precision
is the part of the acts read that are labelled, recall the part of those labelled that are read. Statements are
labelled only where a line has nothing else, so their precision says little. Only the tables of lines held out say how
well the reader reads what it was not made for, and each measurement spends some of their worth. Speed is CPU time, on
the lines of ``development`` read ten times, after a first reading of them.
"""

import json
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.language.acts.reader import Reader, reader_of
from app.language.language import default_language
from app.models.messages.speech import ActKind, Span

DATA = Path(__file__).parents[1] / "tests" / "data" / "reader"
TUNED = ("development", *(f"development_{writer}" for writer in "abcefgkmnpqrstu"))
"""What rules and weights were made with: lines of sixteen writers."""
HELD_OUT = ("held_out", "held_out_2", "held_out_3")
LINES_MORE = 10


@dataclass(frozen=True)
class Line:
    """A labelled line: its text, and the kind and place of each of its acts."""

    text: str
    acts: tuple[tuple[ActKind, Span], ...]


@dataclass
class Tally:
    """Counts of one kind of act."""

    labelled: int = 0
    found: int = 0
    read: int = 0
    right: int = 0

    @property
    def precision(self) -> float:
        """1 where nothing was read."""
        return self.right / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        """1 where nothing is labelled."""
        return self.found / self.labelled if self.labelled else 1.0


def lines_of(part: str) -> Iterator[Line]:
    """The lines of one file, in order."""
    for row in (DATA / f"{part}.jsonl").read_text("utf-8").splitlines():
        line = json.loads(row)
        starts = [(act, line["text"].index(act["text"])) for act in line["acts"]]
        acts = tuple((ActKind(act["kind"]), (start, start + len(act["text"]))) for act, start in starts)
        yield Line(line["text"], acts)


def tallied(reader: Reader, lines: Iterable[Line]) -> dict[ActKind, Tally]:
    """What of the lines was read rightly, by kind."""
    tallies = {kind: Tally() for kind in ActKind}
    for line in lines:
        read = [(act.kind, act.span) for act in reader.read(line.text)]
        for kind, span in line.acts:
            tallies[kind].labelled += 1
            tallies[kind].found += stands_in(kind, span, read)
        for kind, span in read:
            tallies[kind].read += 1
            tallies[kind].right += stands_in(kind, span, line.acts)
    return tallies


def stands_in(kind: ActKind, span: Span, acts: Iterable[tuple[ActKind, Span]]) -> bool:
    """Whether an act of the kind overlaps the span."""
    return any(kind is other and span[0] < end and start < span[1] for other, (start, end) in acts)


def main(parts: Iterable[str] = TUNED) -> None:
    """Print the tables."""
    reader = reader_of(default_language())
    for part in parts:
        print(f"\n| {part} | n | precision | recall |\n| --- | --- | --- | --- |")
        for kind, tally in tallied(reader, lines_of(part)).items():
            print(f"| {kind.value} | {tally.labelled} | {tally.precision:.2f} | {tally.recall:.2f} |")
    texts = [line.text for line in lines_of(TUNED[0])]
    for text in texts:
        reader.read(text)
    begin = time.process_time()
    for text in texts * LINES_MORE:
        reader.read(text)
    print(f"\n{len(texts) * LINES_MORE / (time.process_time() - begin):.0f} lines a second")


if __name__ == "__main__":
    main((*TUNED, *HELD_OUT) if "--held-out" in sys.argv else TUNED)
