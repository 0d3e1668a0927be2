"""Train the classifier of what a narrator's clauses say to have happened.

    python -m benchmarks.train_told [--measure]

Reads ``tests/data/narration/claims`` (its README describes the files). ``--measure`` leaves out each voice in turn and
prints which share of the claims is found where 1, 2, 3 and 5 % of the clauses without the claim are taken for one;
else ``app/language/en/told.npz`` is written. The floor of a claim is the score that its ``false_share`` of the
clauses without it exceed when their voice is left out: less where a story names more that it may be said of.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from app.agents.narrator.understanding.typed_words import Phrase
from app.language.kinds.told_features import OTHERS, POSSESSIVE, SPEECH, TARGET, told_features
from app.settings import PROJECT

DATA = PROJECT / "tests" / "data" / "narration" / "claims"
TARGET_FILE = PROJECT / "app" / "language" / "en" / "told.npz"
MOST_FEATURES = 24_000
_YOU = "you"
_MARKS = frozenset((TARGET, *OTHERS, SPEECH))


class Claim(NamedTuple):
    """A claim, the kind of its target, the sections of the files with and without it, and the share of the clauses
    without it that may be taken for it."""

    name: str
    target: str
    made: frozenset[str]
    not_made: frozenset[str]
    false_share: float


def _claim(name: str, target: str, made: str, not_made: str, false_share: float) -> Claim:
    return Claim(name, target, frozenset(made.split()), frozenset(not_made.split()), false_share)


CLAIMS = (
    _claim("taken", "item", "taken", "gone none", 0.03),
    _claim("gone", "item", "gone", "taken none", 0.03),
    _claim("came", "person", "came here", "none", 0.05),
    _claim("left", "person", "left", "came here died none", 0.02),
    _claim("died", "person", "died", "came here left none", 0.02),
    _claim("opened", "way", "opened", "none", 0.03),
    _claim("arrived", "place", "arrived", "departed none", 0.03),
    _claim("departed", "place", "departed", "arrived none", 0.02),
    _claim("willed", "player", "speaks decides", "none", 0.02),
)


class Row(NamedTuple):
    """A clause: its ``voice``, the kind of its ``target``, the ``section`` and its features."""

    voice: str
    target: str
    section: str
    features: list[str]


def rows() -> Iterator[Row]:
    """Yield the clauses of all voices."""
    for path in sorted(DATA.glob("*.txt")):
        target = section = ""
        for line in filter(None, map(str.strip, path.read_text(encoding="utf-8").splitlines())):
            if line.startswith("["):
                target, _, section = line.strip("[]").partition(".")
            else:
                yield Row(path.stem, target, section, told_features(tokens_of(line), target, _YOU))


def tokens_of(line: str) -> list[str]:
    """List the tokens of a clause as it is written in the files."""
    phrase, found, last = Phrase.of(line), list[str](), -1
    for word in phrase.words:
        written = line[word.start : word.end].replace("’", "'")
        mark, _, ending = written.partition("'")
        if mark not in _MARKS:
            found.append(word.norm)
        elif word.start != last:
            found.append(mark)
            found += [POSSESSIVE] if ending else []
        last = word.start
    return found


def _same(features: list[str]) -> list[str]:
    return features


def _trained(features: Sequence[list[str]], made: Sequence[bool], ngrams: TfidfVectorizer) -> LogisticRegression:
    model = LogisticRegression(C=10, solver="liblinear", class_weight="balanced")
    return model.fit(ngrams.transform(features), made)


def _ngrams(features: Sequence[list[str]]) -> TfidfVectorizer:
    return TfidfVectorizer(analyzer=_same, sublinear_tf=True, min_df=2).fit(features)


def left_out(claim: Claim, every: list[Row]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the scores of the clauses of each voice by a classifier of the others, and which make the claim."""
    own = [row for row in every if row.target == claim.target and row.section in claim.made | claim.not_made]
    scores, made = list[float](), list[bool]()
    for voice in sorted({row.voice for row in own}):
        others, tried = [r for r in own if r.voice != voice], [r for r in own if r.voice == voice]
        ngrams = _ngrams([row.features for row in others])
        model = _trained([row.features for row in others], [row.section in claim.made for row in others], ngrams)
        scores += list(model.decision_function(ngrams.transform([row.features for row in tried])))
        made += [row.section in claim.made for row in tried]
    return np.array(scores), np.array(made)


def floor_at(share: float, scores: NDArray[np.float64], made: NDArray[np.bool_]) -> float:
    """Return the score that a share of the clauses without a claim exceed."""
    return float(np.quantile(scores[~made], 1 - share))


def save(every: list[Row], floors: dict[str, float], path: Path) -> None:
    """Write the classifier as small integers with their scales, the features that matter most alone."""
    names, idf, blocks, bias = list[str](), list[float](), list[NDArray[np.float64]](), list[float]()
    for target in dict.fromkeys(claim.target for claim in CLAIMS):
        own = [row for row in every if row.target == target]
        ngrams = _ngrams([row.features for row in own])
        block = np.zeros((len(ngrams.idf_), len(CLAIMS)))
        for at, claim in enumerate(CLAIMS):
            if claim.target == target:
                used = [row for row in own if row.section in claim.made | claim.not_made]
                model = _trained([row.features for row in used], [row.section in claim.made for row in used], ngrams)
                block[:, at] = model.coef_[0]
                bias.append(float(model.intercept_[0]))
        names += list(ngrams.get_feature_names_out())
        idf += list(ngrams.idf_)
        blocks.append(block)
    rows_of = np.vstack(blocks)
    matter = np.argsort(-np.abs(rows_of).max(1) * np.array(idf))[:MOST_FEATURES]
    scale = np.maximum(np.abs(rows_of[matter]).max(0), 1e-9) / 127
    np.savez_compressed(
        path,
        claims=np.array(" ".join(f"{claim.name}:{claim.target}" for claim in CLAIMS)),
        features=np.array("\n".join(np.array(names)[matter])),
        idf=np.array(idf)[matter].astype(np.float16),
        rows=np.round(rows_of[matter] / scale).astype(np.int8),
        scale=scale.astype(np.float32),
        bias=np.array(bias, np.float32),
        floors=np.array([floors[claim.name] for claim in CLAIMS], np.float32),
    )


def main() -> None:
    """Train, and measure or save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true")
    options = parser.parse_args()
    every, floors = list(rows()), dict[str, float]()
    print("claim | with | without | found where 1, 2, 3, 5 % are taken for it")
    for claim in CLAIMS:
        scores, made = left_out(claim, every)
        floors[claim.name] = floor_at(claim.false_share, scores, made)
        found = (float((scores[made] > floor_at(share, scores, made)).mean()) for share in (0.01, 0.02, 0.03, 0.05))
        shares = " ".join(f"{share:.2f}" for share in found)
        print(f"{claim.name} | {made.sum()} | {(~made).sum()} | {shares}", flush=True)
    if not options.measure:
        save(every, floors, TARGET_FILE)


if __name__ == "__main__":
    main()
