"""The server, with each step of its event loop timed: what `benchmarks.service --steps` runs in place of `app serve`.

    python -m benchmarks.service_steps REPORT serve --port 0

Where a step takes longer than `LONG`, a second thread notes where its thread stands, every few milliseconds. SIGUSR1
begins anew; at the end ``REPORT`` gets the longest steps in ms (wall, CPU) with what was seen.
"""

import asyncio
import gc
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.main import run

LONG = 0.012  # seconds of wall time after which a step is looked at
SHOWN = 60  # of the longest steps
SAMPLE = 0.003
DEPTH = 18  # frames shown of a stack, the innermost


@dataclass
class Step:
    wall: float = 0.0
    cpu: float = 0.0
    collecting: float = 0.0
    what: str = ""
    seen: list[str] = field(default_factory=list)


class Watch:
    """Times the steps of the loop of the thread that makes it."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._began: float | None = None
        self._step = Step()
        self.long: list[Step] = []
        self.walls: Counter[int] = Counter()
        self.cpu = 0.0
        self.collections: list[list[float]] = [[], [], []]
        self.collected = 0
        self._collecting = 0.0
        self._process = 0.0
        run_step = asyncio.Handle._run  # noqa: SLF001  # what a loop calls for each step
        watch = self

        def timed(handle: asyncio.Handle) -> None:
            if threading.get_ident() != watch._thread:
                run_step(handle)
                return
            watch._step = step = Step()
            watch._began, cpu = time.perf_counter(), time.thread_time()
            run_step(handle)
            wall = time.perf_counter() - (watch._began or 0.0)
            watch._began = None
            step.wall, step.cpu = wall * 1000, (time.thread_time() - cpu) * 1000
            watch.cpu += step.cpu
            watch.walls[int(step.wall // 5) * 5] += 1
            if wall > LONG:
                step.what = repr(handle)[:200]
                watch.long.append(step)

        asyncio.Handle._run = timed  # type: ignore[method-assign, assignment]  # noqa: SLF001
        gc.callbacks.append(self._collected)
        threading.Thread(target=self._look, daemon=True).start()

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            took = (time.perf_counter() - self._collecting) * 1000
            self.collections[info["generation"]].append(took)
            self.collected += info["collected"] if info["generation"] == 2 else 0  # the oldest
            if threading.get_ident() == self._thread:
                self._step.collecting += took

    def _look(self) -> None:
        while True:
            time.sleep(SAMPLE)
            began, step = self._began, self._step
            if began is None or time.perf_counter() - began < LONG:
                continue
            frame = sys._current_frames().get(self._thread)  # noqa: SLF001  # there is no other way
            if frame is not None:
                lines = [one for one in traceback.extract_stack(frame) if "asyncio" not in one.filename][-DEPTH:]
                step.seen.append(
                    " < ".join(f"{Path(one.filename).stem}.{one.name}:{one.lineno}" for one in lines[::-1])
                )

    def begin(self, *_: object) -> None:
        self.long, self.walls, self.cpu, self.collections = [], Counter(), 0.0, [[], [], []]
        self._process = time.process_time()

    def report(self) -> str:
        lines = [f"CPU of the loop {self.cpu:.0f} ms; steps by wall ms {sorted(self.walls.items())}"]
        lines.append(f"CPU of the process {(time.process_time() - self._process) * 1000:.0f} ms")
        for generation, each in enumerate(self.collections):
            lines.append(
                f"collections of {generation}: {len(each)}, {sum(each):.0f} ms, longest {max(each, default=0):.0f}"
            )
        lines.append(f"collected of the oldest generation: {self.collected}")
        for step in sorted(self.long, key=lambda step: -step.cpu)[:SHOWN]:
            lines.append(
                f"\n{step.wall:.1f} ms, CPU {step.cpu:.1f} ms, collecting {step.collecting:.1f} ms: {step.what}"
            )
            lines += [f"    {count} x {seen}" for seen, count in Counter(step.seen).most_common(6)]
        return "\n".join(lines) + "\n"


def main() -> int:
    report, *arguments = sys.argv[1:]
    watch = Watch()
    signal.signal(signal.SIGUSR1, watch.begin)
    try:
        return run(arguments)
    finally:
        Path(report).write_text(watch.report(), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
