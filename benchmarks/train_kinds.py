"""Train the classifier of typed lines, and measure it on writers that it was not trained on.

    python -m benchmarks.train_kinds [--measure] [--without NAME …]

Reads ``tests/data/kinds``: ``phrasings_*.jsonl`` (a kind and a masked line each) and ``lines_*.jsonl`` (lines with
their parts, each with its kind and masked words). ``--measure`` leaves out each file of lines in turn and prints the
accuracy by kind and by group, masked and as typed; else ``app/language/en/kinds.npz`` is written.

Both classifiers are scikit-learn's logistic regression: over TF-IDF of word n-grams (1 to 3) and character n-grams (3
and 4) within words, and over the sentence vector of the embedded model.
"""

import argparse
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.agents.narrator.understanding.tokens import tokens_of
from app.embeddings.minilm import LocalMiniLM
from app.language.kinds.classifier import WEIGHT_OF_MEANING
from app.language.kinds.features import MASKS, line_features
from app.language.kinds.kinds import Group, group_of
from app.settings import PROJECT

DATA = PROJECT / "tests" / "data" / "kinds"
TARGET = PROJECT / "app" / "language" / "en" / "kinds.npz"
MOST_FEATURES = 14_000
_FIRST_PERSON = 0.3
"""How much an order in the first person counts beside what a writer typed."""
_MASK = re.compile(rf"\b({'|'.join(MASKS)})\b")
_NAMES = {
    "PERSON": ("Anna", "old Brandt", "the miller", "Kestrel", "my sister", "the guard", "Mrs Holt", "that boy"),
    "THING": ("lantern", "brass key", "the old chest", "rope", "a loaf of bread", "statue", "that box", "cup", "apple"),
    "PLACE": ("the mill", "cellar", "market square", "the old tower", "church", "upstairs", "the woods", "harbour"),
    "WAY": ("the door", "north", "stairs", "the gate", "left passage", "ladder", "path"),
    "TOPIC": ("the fire", "what happened", "that night", "the murder", "her brother", "the old war", "your job"),
    "TIME": ("an hour", "tomorrow", "ten minutes", "the morning", "tonight", "noon"),
}


class Sample(NamedTuple):
    """A part of a line: its ``text``, the ``kind``, whether there is ``company``, and how much it counts."""

    text: str
    kind: str
    company: bool | None
    weight: float


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def in_first_person(samples: Iterable[Sample]) -> Iterator[Sample]:
    """Yield samples, and deeds that are typed as orders once more in the first person, as a phrase and as a sentence:
    ``I take the lamp.``"""
    for each in samples:
        yield each
        first = each.text.partition(" ")[0]
        if group_of(each.kind) is Group.DEED and first.isalpha() and first.casefold() != "i" and first not in MASKS:
            text = f"I {each.text[:1].lower()}{each.text[1:]}"
            for form in dict.fromkeys((text, f"{text.rstrip('.!')}.")):
                yield each._replace(text=form, weight=each.weight * _FIRST_PERSON)


def phrasings(paths: Iterable[Path]) -> Iterator[Sample]:
    """Yield phrasings, and each that has masks once more with names in their place."""
    draw = random.Random(1)
    for path in paths:
        for row in _rows(path):
            yield Sample(row["line"], row["kind"], None, 1.0)
            if _MASK.search(row["line"]):
                filled = _MASK.sub(lambda mask: draw.choice(_NAMES[mask[0]]), row["line"])
                yield Sample(filled, row["kind"], None, 0.5)


def parts(path: Path) -> Iterator[tuple[Sample, Sample]]:
    """Yield each part of the lines of a writer: masked, and as it was typed."""
    for row in _rows(path):
        for part in row["parts"]:
            masked = part.get("masked") or part["text"]
            yield (
                Sample(masked, part["kind"], row["company"], 1.5),
                Sample(part["text"], part["kind"], row["company"], 0.8 if masked != part["text"] else 0.0),
            )


class Trained:
    """Both classifiers, trained on samples."""

    def __init__(self, samples: list[Sample], embedder: LocalMiniLM) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression

        self._embedder = embedder
        samples = list(in_first_person(samples))
        kinds, weights = [each.kind for each in samples], [each.weight for each in samples]
        self.ngrams = TfidfVectorizer(analyzer=_features, sublinear_tf=True, min_df=2)
        rows = self.ngrams.fit_transform(samples)
        self.of_words = LogisticRegression(C=8, max_iter=400).fit(rows, kinds, sample_weight=weights)
        self.of_meaning = LogisticRegression(C=20, max_iter=400).fit(
            self._vectors(samples), kinds, sample_weight=weights
        )
        self.kinds = list(self.of_words.classes_)

    def _vectors(self, samples: list[Sample]) -> NDArray[np.float64]:
        flags = [(0.5 * (each.company is True), 0.5 * (each.company is False)) for each in samples]
        return np.hstack([np.asarray(self._embedder.embed([each.text for each in samples])), np.array(flags)])

    def accuracy(self, samples: list[Sample]) -> tuple[float, ...]:
        """Return the shares of right kinds, then of right groups: by words, by meaning, by both."""
        by_words = self.of_words.predict_log_proba(self.ngrams.transform(samples))
        by_meaning = self.of_meaning.predict_log_proba(self._vectors(samples))
        found = []
        for scores in (by_words, by_meaning, by_words + WEIGHT_OF_MEANING * by_meaning):
            named = [self.kinds[at] for at in scores.argmax(1)]
            pairs = list(zip(named, samples, strict=True))
            found.append(float(np.mean([kind == each.kind for kind, each in pairs])))
            found.append(float(np.mean([group_of(kind) is group_of(each.kind) for kind, each in pairs])))
        return tuple(found[at] for at in (0, 2, 4, 1, 3, 5))

    def save(self, target: Path) -> None:
        """Write both as small integers with their scales, the features that matter most alone."""
        idf = self.ngrams.idf_
        coefficients = self.of_words.coef_.T  # a row for each feature
        matter = np.argsort(-np.abs(coefficients).max(1) * idf)[:MOST_FEATURES]
        names = self.ngrams.get_feature_names_out()
        rows, scale = _small(coefficients[matter], axis=0)
        vector_rows, vector_scale = _small(self.of_meaning.coef_, axis=1)
        np.savez_compressed(
            target,
            kinds=np.array(" ".join(self.kinds)),
            features=np.array("\n".join(names[matter])),
            idf=idf[matter].astype(np.float16),
            rows=rows,
            scale=scale.astype(np.float32),
            bias=self.of_words.intercept_.astype(np.float32),
            of_vector=vector_rows,
            scale_of_vector=vector_scale.astype(np.float32),
            bias_of_vector=self.of_meaning.intercept_.astype(np.float32),
        )


def _small(weights: NDArray[np.float64], axis: int) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    scale = np.maximum(np.abs(weights).max(axis), 1e-9) / 127
    return np.round(weights / (scale if axis == 0 else scale[:, None])).astype(np.int8), scale


def _features(sample: Sample) -> list[str]:
    return line_features(tokens_of(sample.text), company=sample.company)


def main() -> None:
    """Train, and measure or save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--without", nargs="*", default=[])
    options = parser.parse_args()
    embedder = LocalMiniLM()
    fixed = list(phrasings(sorted(DATA.glob("phrasings_*.jsonl"))))
    writers = {path.stem: list(parts(path)) for path in sorted(DATA.glob("lines_*.jsonl"))}
    writers = {name: pairs for name, pairs in writers.items() if name not in options.without}
    if not options.measure:
        mine = [each for pairs in writers.values() for pair in pairs for each in pair if each.weight]
        Trained([*fixed, *mine], embedder).save(TARGET)
        return
    print("writer | parts | kinds: words, meaning, both | groups: words, meaning, both")
    for name, pairs in writers.items():
        others = [each for other in writers if other != name for pair in writers[other] for each in pair if each.weight]
        trained = Trained([*fixed, *others], embedder)
        for form, at in (("masked", 0), ("typed", 1)):
            figures = trained.accuracy([pair[at] for pair in pairs])
            print(f"{name} {form} | {len(pairs)} | {' '.join(f'{figure:.3f}' for figure in figures)}", flush=True)


if __name__ == "__main__":
    main()
