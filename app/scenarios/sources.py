"""Where the values of a scenario of several files are written."""

from dataclasses import dataclass, field, replace

from app.scenarios.scenario_rules import ScenarioProblem

_ENDS = ".,;:"


@dataclass(frozen=True)
class Spot:
    """Where a value is written: its file, its line (0: the whole file or folder), its path there."""

    file: str
    line: int
    path: str

    def __str__(self) -> str:
        at = f"{self.file}:{self.line}" if self.line else self.file
        return f"{at}: {self.path}" if self.path else at


@dataclass(frozen=True)
class Sources:
    """Where the values of a scenario are written, by their path in the scenario."""

    spots: dict[str, Spot] = field(default_factory=dict)

    def located(self, problem: ScenarioProblem) -> ScenarioProblem:
        """Return a problem with files and lines in place of paths in the scenario."""
        words = (self._located_word(word) for word in problem.what.split(" "))
        return ScenarioProblem(where=self.place_of(problem.where), what=" ".join(words))

    def place_of(self, path: str) -> str:
        """Return file, line and path of a value; of one that is not written, of the part that would hold it."""
        known = "" if path == "file" else path
        while known and known not in self.spots:
            known = known[: max(known.rfind("."), known.rfind("["), 0)]
        if known not in self.spots:
            return path
        spot, rest = self.spots[known], "" if path == "file" else path[len(known) :]
        return str(replace(spot, path=f"{spot.path}{rest}" if spot.path else rest.removeprefix(".")))

    def _located_word(self, word: str) -> str:
        path = word.rstrip(_ENDS)
        spot = self.spots.get(path) if "[" in path else None
        return word if spot is None else f"{spot}{word[len(path) :]}"
