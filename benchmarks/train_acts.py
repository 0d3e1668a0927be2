"""Train the scorer of speech acts on the labelled lines of `tests/data/reader`, with scikit-learn.

    python -m benchmarks.train_acts            # cross-validate over writers, then write the weights
    python -m benchmarks.train_acts --measure  # cross-validate alone

TF-IDF over the evidence of sentences and a logistic regression for each kind. An act of several sentences need not show
in each: a second round leaves out those of its sentences that the first scored below 0, but for the best. Only the
features that weigh most are kept, and the model is fitted again with these. No chance is in it: the same lines give the
same weights.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import app.language.en
from app.language.acts.evidence import ActEvidence, EvidenceReader
from app.language.acts.reader import Reader
from app.language.acts.scorer import BLOCK_WEIGHTS, SCALE, ActScorer
from app.language.language import default_language
from app.models.messages.speech import ActKind
from benchmarks.reading import DATA, TUNED, Line, lines_of

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix
    from sklearn.feature_extraction.text import TfidfVectorizer

WEIGHTS = Path(app.language.en.__path__[0]) / "acts_weights.json"
NOT_OF_WORDS = (ActKind.STATEMENT, ActKind.ANSWER)
"""What no words alone do: an answer is one by what it answers."""
KINDS = tuple(kind for kind in ActKind if kind not in NOT_OF_WORDS)
FRAMES = "frames"
ALSO = ("negatives_authored", "plain", "development_v", FRAMES)
NEAR_MISSES = tuple(f"development_{writer}" for writer in "wxyz")
"""Lines of four more writers, half of them near misses of the kinds in `NINE`, of which every act is labelled."""
LINE_WEIGHTS = {"plain": 4.0, "development_v": 4.0, FRAMES: 0.7}
"""How much lines count, if not once: those that are written for the program's own sake."""
PRECISION = 0.95
"""Of the acts read of each kind, by a model of other writers."""
FOUR = (ActKind.PROMISE, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION)
NINE = (*FOUR, ActKind.THREAT, ActKind.APOLOGY, ActKind.REQUEST, ActKind.OFFER, ActKind.CLAIM)
PRECISIONS = {
    **dict.fromkeys(FOUR, 0.92),
    ActKind.PROMISE: 0.9,
    ActKind.THREAT: 0.9,
    ActKind.APOLOGY: 0.9,
    ActKind.REQUEST: 0.85,
    ActKind.OFFER: 0.78,
    ActKind.QUESTION: 0.85,
    **dict.fromkeys((ActKind.THANKS, ActKind.GREETING), 0.9),
}
"""The same for single kinds: lower where half of the lines are near misses, and where not all that are such an act are
labelled."""
ONLY_FOUR = ("plain", "negatives_authored")
"""Files in which no other kinds are labelled."""
TAKEN_ALONG = (*(ActKind.REQUEST, ActKind.QUESTION, ActKind.CLAIM, ActKind.APOLOGY, ActKind.THANKS, ActKind.GREETING),)
"""Kinds that are labelled where they are clear, and not where they go with another act."""
LABELS_OFFERS = ("development_v", FRAMES, *NEAR_MISSES)
"""Files in which offers are labelled; in others, what looks like one is left out."""
KEPT = 16_000
"""Features that are written."""
LIGHTEST = 7
"""The least weight that is written, in stored units."""
_REGULARIZATION, _FEWEST = 30.0, 2
_FOLDS = 4
FILLED, _STRIDE = 12, 7
"""How often each frame is filled, and how far fillers move on each time."""
_NEVER = -10.0
"""The bias of a kind that no line shows."""
_LOWEST, _HIGHEST = -20, 40

Floats = NDArray[np.float64]


class Sample(NamedTuple):
    """A sentence: its file and line, what it shows, and the acts of the line that it performs, by number."""

    part: str
    line: int
    evidence: ActEvidence
    acts: tuple[tuple[int, ActKind], ...]


class Model(NamedTuple):
    """Weights by kind and feature, a bias by kind, the features in order and their inverse document frequencies."""

    weights: Floats
    bias: Floats
    features: list[str]
    frequencies: Floats
    vectorizers: "list[TfidfVectorizer]"

    def scores(self, samples: Sequence[Sample]) -> Floats:
        """Return the logits of sentences, as the library finds them."""
        found: Floats = _table(samples, self.vectorizers, is_new=False) @ self.weights.T + self.bias
        return found

    def written(self, least: Sequence[int], lightest: int = LIGHTEST) -> dict[str, Any]:
        """Return the model as it is stored, without weights below ``lightest``."""
        rows: dict[str, list[int]] = {}
        whole = np.rint(self.weights * SCALE).astype(int)
        for at, feature in enumerate(self.features):
            pairs = [(kind, int(each)) for kind, each in enumerate(whole[:, at]) if abs(each) >= lightest]
            if pairs or whole[:, at].any():
                rows[feature] = [round(self.frequencies[at] * SCALE), *(one for pair in pairs for one in pair)]
        bias = np.rint(self.bias * SCALE).astype(int).tolist()
        return {"kinds": [kind.value for kind in KINDS], "bias": bias, "least": [*least], "weights": rows}


def samples_of(part: str) -> list[Sample]:
    """Return the sentences of a file."""
    language = default_language()
    reader, evidence, found = Reader(language), EvidenceReader(language), list[Sample]()
    for number, line in enumerate(framed_lines() if part == FRAMES else lines_of(part)):
        sentences = reader.sentences(line.text)
        for sentence, shown in zip(sentences, evidence.of_sentences(sentences), strict=True):
            begin, end = sentence.span
            acts = [(n, kind) for n, (kind, span) in enumerate(line.acts) if span[0] < end and begin < span[1]]
            found.append(Sample(part, number, shown, tuple(acts)))
    return found


def framed_lines() -> Iterator[Line]:
    """Yield the lines that are made of frames; in some the one spoken to is called by name."""
    data = tomllib.loads((DATA / "frames.toml").read_text("utf-8"))
    fillers: dict[str, list[str]] = data.pop("fillers")
    drawn = count()
    for kind, table in data.items():
        for frame in table["frames"]:
            for number in range(FILLED):
                text = _filled(_called(frame, number), fillers, drawn)
                yield Line(text, ((ActKind(kind), (0, len(text))),))


def _called(frame: str, number: int) -> str:
    if number % 6 == 2 and frame.endswith("."):
        return frame[:-1]  # as it is typed
    if "{person}" in frame or frame[0].islower() or not frame.endswith((".", "?")):
        return frame
    if number % 4 == 1:
        return f"{{person}}, {frame if frame[0] in 'I{' else frame[0].lower() + frame[1:]}"
    return f"{frame[:-1]}, {{person}}{frame[-1]}" if number % 4 == 3 else frame


def _filled(frame: str, fillers: Mapping[str, Sequence[str]], drawn: Iterator[int]) -> str:
    used = set[str]()

    def value(slot: re.Match[str]) -> str:
        values = fillers[slot[1]]
        at = next(drawn) * _STRIDE % len(values)
        while values[at] in used:
            at = (at + 1) % len(values)
        used.add(values[at])
        return values[at]

    text = re.sub(r"{(\w+)}", value, frame)
    return text if frame[0].islower() else text[0].upper() + text[1:]


def train(samples: Sequence[Sample], kept: int = KEPT) -> Model:
    """Return a model of these sentences."""
    right = _right(samples)
    counted = _counted(samples)
    vectorizers = [_vectorizer(min_df=_FEWEST) for _ in BLOCK_WEIGHTS]
    table = _table(samples, vectorizers, is_new=True)
    weights, bias = _fitted(table, right, counted)
    _count_what_shows(samples, table @ weights.T + bias, counted)
    heaviest = np.abs(weights).max(axis=0) * np.sqrt(np.asarray((table > 0).sum(axis=0)).ravel())
    best, begin = np.argsort(-heaviest, kind="stable")[:kept], 0
    for at, vectorizer in enumerate(vectorizers):
        names = vectorizer.get_feature_names_out()
        its = [str(names[n - begin]) for n in sorted(best) if begin <= n < begin + len(names)]
        begin += len(names)
        vectorizers[at] = _vectorizer(vocabulary=its)
    weights, bias = _fitted(_table(samples, vectorizers, is_new=True), right, counted)
    features = [str(name) for each in vectorizers for name in each.get_feature_names_out()]
    return Model(weights, bias, features, np.concatenate([each.idf_ for each in vectorizers]), vectorizers)


def _vectorizer(**options: Any) -> "TfidfVectorizer":
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(analyzer=sorted, binary=True, lowercase=False, **options)


def _table(samples: Sequence[Sample], vectorizers: "Sequence[TfidfVectorizer]", *, is_new: bool) -> "csr_matrix":
    from scipy.sparse import hstack

    blocks = []
    for at, (vectorizer, weight) in enumerate(zip(vectorizers, BLOCK_WEIGHTS, strict=True)):
        shown = [sample.evidence[at] for sample in samples]
        blocks.append(weight * (vectorizer.fit_transform(shown) if is_new else vectorizer.transform(shown)))
    return hstack(blocks).tocsr()


def _fitted(table: "csr_matrix", right: NDArray[np.bool_], counted: Floats) -> tuple[Floats, Floats]:
    from sklearn.linear_model import LogisticRegression

    weights, bias = np.zeros((len(KINDS), table.shape[1])), np.full(len(KINDS), _NEVER)
    for at in range(len(KINDS)):
        rows = np.flatnonzero(counted[:, at])
        if 0 < right[rows, at].sum() < len(rows):
            model = LogisticRegression(C=_REGULARIZATION, solver="liblinear")
            model.fit(table[rows], right[rows, at], sample_weight=counted[rows, at])
            weights[at], bias[at] = model.coef_[0], model.intercept_[0]
    return weights, bias


def _count_what_shows(samples: Sequence[Sample], scores: Floats, counted: Floats) -> None:
    """Leave out sentences of an act that do not show it, but for the best, and unlabelled sentences like offers."""
    by_act: dict[tuple[str, int, int, ActKind], list[int]] = {}
    for row, sample in enumerate(samples):
        for number, kind in sample.acts:
            if kind in KINDS:
                by_act.setdefault((sample.part, sample.line, number, kind), []).append(row)
    for (*_, kind), rows in by_act.items():
        column = KINDS.index(kind)
        best = max(rows, key=lambda row: scores[row, column])
        for row in rows:
            if row != best and scores[row, column] < 0:
                counted[row, column] = 0
    column = KINDS.index(ActKind.OFFER)
    for row, sample in enumerate(samples):
        if sample.part not in LABELS_OFFERS and scores[row, column] > -1:
            counted[row, column] = 0


def thresholds(samples: Sequence[Sample]) -> list[int]:
    """Return for each kind the least score from which on lines of writers left out are read as precisely as is
    wanted."""
    scores = np.zeros((len(samples), len(KINDS)))
    folds = np.array([_fold(sample) for sample in samples])
    for fold in range(_FOLDS):
        model = train([sample for sample, its in zip(samples, folds, strict=True) if its != fold])
        scorer = ActScorer(model.written([0] * len(KINDS)))
        for row in np.flatnonzero(folds == fold).tolist():
            scores[row] = [*scorer.scores(samples[row].evidence).values()]
    right = _right(samples)
    counted = _counted(samples)
    labelled = np.array([sample.part in LABELS_OFFERS for sample in samples])
    found = list[int]()
    for at, kind in enumerate(KINDS):
        rows = (folds >= 0) & (counted[:, at] > 0) & (labelled | (kind is not ActKind.OFFER))
        found.append(_least(scores[rows, at], right[rows, at], kind))
    return found


def _fold(sample: Sample) -> int:
    """Return the part of the training in which a sentence is left out: with its writer, or else with its line."""
    if sample.part == FRAMES:
        return -1
    if sample.part in ALSO:
        return sample.line % _FOLDS
    return (*NEAR_MISSES, *TUNED).index(sample.part) % _FOLDS


def _counted(samples: Sequence[Sample]) -> Floats:
    """Return how much each sentence says of each kind: nothing where the kind would not have been labelled."""
    counted = np.repeat([[LINE_WEIGHTS.get(sample.part, 1.0)] for sample in samples], len(KINDS), axis=1)
    for row, sample in enumerate(samples):
        kinds = {kind for _, kind in sample.acts}
        for column, kind in enumerate(KINDS):
            is_open = not kinds or not kinds.isdisjoint(FOUR)
            is_open |= sample.part == FRAMES and kind is ActKind.CLAIM
            if sample.part in NEAR_MISSES:
                is_unlabelled = kind not in NINE
            else:
                is_unlabelled = (sample.part in ONLY_FOUR and kind not in FOUR) or (is_open and kind in TAKEN_ALONG)
            if kind not in kinds and is_unlabelled:
                counted[row, column] = 0
    return counted


def _right(samples: Sequence[Sample]) -> NDArray[np.bool_]:
    return np.array([[any(kind is one for _, one in sample.acts) for kind in KINDS] for sample in samples])


def _least(scores: Floats, right: NDArray[np.bool_], kind: ActKind) -> int:
    """Return the lowest threshold, in stored units, from which on enough of what is read is right."""
    steps = range(_LOWEST, _HIGHEST)
    read = [scores >= step / SCALE for step in steps]
    precise = [right[each].mean() if each.any() else 1.0 for each in read]
    wanted = PRECISIONS.get(kind, PRECISION)
    step = next((step for step, part in zip(steps, precise, strict=True) if part >= wanted), _HIGHEST)
    at = scores >= step / SCALE
    found = right[at].sum() / right.sum()
    print(f"{kind.value:12} {step / SCALE:5} {right[at].mean() if at.any() else 1:.2f} {found:.2f}")
    return step


def write(written: Mapping[str, Any], path: Path = WEIGHTS) -> None:
    """Write one feature a line, in order, so that two versions can be compared."""
    rows = [
        f"{json.dumps(feature, ensure_ascii=False)}:{json.dumps(row, separators=(',', ':'))}"
        for feature, row in sorted(written["weights"].items())
    ]
    head = "".join(f'"{name}":{json.dumps(written[name])},\n' for name in ("kinds", "bias", "least"))
    path.write_text(f'{{{head}"weights":{{\n' + ",\n".join(rows) + "\n}}\n", "utf-8")


def main(*, measure_only: bool) -> None:
    """Print how each writer's lines are read by a model of others, and write the weights of all."""
    samples = [sample for part in (*TUNED, *NEAR_MISSES, *ALSO) for sample in samples_of(part)]
    least = thresholds(samples)
    if not measure_only:
        write(train(samples).written(least))
        print(f"{WEIGHTS.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(measure_only="--measure" in sys.argv)
