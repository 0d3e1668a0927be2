"""What takes how long here and at an earlier commit, in one run.

    python -m benchmarks.beside COMMIT [--rounds 3] [--only help_shown played ...] [--messages 100000] [--games 200]

The commit is checked out into a temporary folder. Each probe of `benchmarks.probes` runs in processes of its own, in
both trees in turn, as often as there are rounds; a figure is the median of a tree's. Nothing is embedded, no model is
asked, fsync is left out. The calibration loop of `benchmarks.turns` is timed before each probe: where its milliseconds
differ much, something else was at work.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.probes import PROBES, Figures
from benchmarks.turns import calibrate

ROOT = Path(__file__).parents[1]


def run_probe(tree: Path, probe: str, *arguments: str) -> Figures:
    """What a probe finds in a tree."""
    with TemporaryDirectory() as saves:
        settings = {"TALEKEEPER_SAVES": saves, "TALEKEEPER_EMBEDDER": "words", "TALEKEEPER_MODEL": "offline"}
        ran = subprocess.run(
            [sys.executable, ROOT / "benchmarks" / "probes.py", probe, *arguments],
            cwd=tree,
            env={**os.environ, **settings, "PYTHONPATH": str(tree)},
            capture_output=True,
            text=True,
            check=False,
        )
    if ran.returncode:
        sys.exit(f"{probe} in {tree}:\n{ran.stderr}")
    figures: Figures = json.loads(ran.stdout.splitlines()[-1])
    return figures


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The tree of a commit, in a temporary folder."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=PROBES, default=PROBES)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    found: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    loop: list[float] = []
    with checked_out(options.commit) as earlier:
        for _ in range(options.rounds):
            for probe in options.only:
                loop.append(calibrate())
                for place, tree in enumerate((earlier, ROOT)):
                    figures = run_probe(tree, probe, f"--messages={options.messages}", f"--games={options.games}")
                    for name, figure in figures.items():
                        found[name][place].append(figure)
    print(f"Calibration loop {min(loop):.1f}-{max(loop):.1f} ms, {options.rounds} rounds; ms of CPU unless noted.\n")
    print(f"| | {options.commit} | here | ratio |\n| --- | --- | --- | --- |")
    for name, each in found.items():
        before, now = map(statistics.median, each)
        print(f"| {name} | {before:.4g} | {now:.4g} | {f'{now / before:.2f}' if before else ''} |")


if __name__ == "__main__":
    main()
