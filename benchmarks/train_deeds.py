"""Train the classifier of deeds that lie in the doing, and measure it on writers that it was not trained on.

    python -m benchmarks.train_deeds [--measure]

Reads the deeds of ``tests/data/kinds`` that say whether they are ``enacted``. ``--measure`` leaves out each file in
turn (the phrasings together) and prints precision and recall from several scores on; else ``deeds.npz`` is
written. Both classifiers are scikit-learn's logistic regression: over TF-IDF of the n-grams of typed lines, and over
the sentence vector of the embedded model.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from app.agents.narrator.understanding.tokens import tokens_of
from app.embeddings.minilm import LocalMiniLM
from app.language.kinds.deeds import ENACTED_FROM, WEIGHT_OF_MEANING
from app.language.kinds.features import line_features
from app.settings import PROJECT

DATA = PROJECT / "tests" / "data" / "kinds"
TARGET = PROJECT / "app" / "language" / "en" / "deeds.npz"
_FLOORS = (0.0, 0.5, 1.0, ENACTED_FROM, 2.0)


class Deed(NamedTuple):
    """A masked deed: its ``text``, the ``writer``, and whether it is ``enacted``."""

    text: str
    writer: str
    enacted: bool


def deeds() -> Iterator[Deed]:
    """Yield the labelled deeds."""
    for path in sorted(DATA.glob("*.jsonl")):
        writer = path.stem.partition("_")[0] if path.stem.startswith("phrasings") else path.stem
        for line in path.read_text(encoding="utf-8").splitlines():
            row: dict[str, Any] = json.loads(line)
            for part in row.get("parts", [row]):
                if "enacted" in part:
                    yield Deed(part.get("masked") or part.get("text") or part["line"], writer, part["enacted"])


def _both_forms(every: Sequence[Deed]) -> list[Deed]:
    """List deeds, and those typed as orders once more in the first person."""
    orders = (each for each in every if each.text.split()[0].isalpha() and each.text.split()[0].casefold() != "i")
    return [*every, *(each._replace(text=f"I {each.text[:1].lower()}{each.text[1:]}") for each in orders)]


def _features(text: str) -> list[str]:
    return line_features(tokens_of(text), company=None)


class Trained:
    """Both classifiers, trained on deeds."""

    def __init__(self, every: Sequence[Deed], embedder: LocalMiniLM) -> None:
        self._embedder = embedder
        typed = _both_forms(every)
        self.ngrams = TfidfVectorizer(analyzer=_features, sublinear_tf=True, min_df=2)
        rows = self.ngrams.fit_transform([each.text for each in typed])
        self.of_words = LogisticRegression(C=8, max_iter=1000).fit(rows, [each.enacted for each in typed])
        vectors = np.asarray(embedder.embed([each.text for each in every]))
        self.of_meaning = LogisticRegression(C=10, max_iter=1000).fit(vectors, [each.enacted for each in every])

    def scores(self, every: Sequence[Deed]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the scores of deeds by words, and by both."""
        texts = [each.text for each in every]
        by_words = self.of_words.decision_function(self.ngrams.transform(texts))
        by_meaning = self.of_meaning.decision_function(np.asarray(self._embedder.embed(texts)))
        return by_words, by_words + WEIGHT_OF_MEANING * by_meaning

    def save(self, target: Path) -> None:
        """Write both as small integers with their scales."""
        rows, vector = self.of_words.coef_.T, self.of_meaning.coef_[0]
        scale, vector_scale = np.abs(rows).max(0) / 127, np.abs(vector).max() / 127
        np.savez_compressed(
            target,
            features=np.array("\n".join(self.ngrams.get_feature_names_out())),
            idf=self.ngrams.idf_.astype(np.float16),
            rows=np.round(rows / scale).astype(np.int8),
            scale=scale.astype(np.float32),
            bias=self.of_words.intercept_.astype(np.float32),
            of_vector=np.round(vector / vector_scale).astype(np.int8),
            scale_of_vector=np.float32(vector_scale),
            bias_of_vector=np.float32(self.of_meaning.intercept_[0]),
        )


def main() -> None:
    """Train, and measure or save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true")
    every, embedder = list(deeds()), LocalMiniLM()
    if not parser.parse_args().measure:
        Trained(every, embedder).save(TARGET)
        return
    tried, found = list[Deed](), list[tuple[NDArray[np.float64], NDArray[np.float64]]]()
    for writer in sorted({each.writer for each in every}):
        mine = [each for each in every if each.writer == writer]
        found.append(Trained([each for each in every if each.writer != writer], embedder).scores(mine))
        tried += mine
    enacted = np.array([each.enacted for each in tried])
    print(f"{len(tried)} deeds, {enacted.sum()} enacted")
    print("score from | words: precision, recall | both: precision, recall")
    for floor in _FLOORS:
        figures = list[str]()
        for at in (0, 1):
            chosen = np.concatenate([scores[at] for scores in found]) >= floor
            figures.append(f"{enacted[chosen].mean():.3f} {chosen[enacted].mean():.3f}")
        print(f"{floor} | {' | '.join(figures)}")


if __name__ == "__main__":
    main()
