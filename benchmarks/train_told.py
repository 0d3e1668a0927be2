"""Train the classifier of what a narrator's clauses say to have happened.

    python -m benchmarks.train_told [--measure]

Reads the clauses of ``tests/data/narration/claims`` (its README describes the files), and whole texts of game masters
that may be shown: a clause of theirs for which the guard asks the classifier makes no claim. ``--measure`` leaves out
each voice in turn and prints which share of the claims is found where 1, 2, 3 and 5 % of the clauses without the claim
are taken for one, then for the clauses of other hands in ``claims_measured`` which share of each is taken for one; else
``app/language/en/told.npz`` is written. The floor of a claim is the highest score that all but `MOST_HELD` of the texts
reach, each by a classifier that has not seen it, at least that of an even chance.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from app.agents.narrator.model import told_changes
from app.agents.narrator.understanding.typed_words import Phrase
from app.language.kinds.told import ToldClassifier
from app.language.kinds.told_features import OTHERS, POSSESSIVE, SPEECH, TARGET, told_features
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from benchmarks.guard import USUAL_STORY, fault

DATA = PROJECT / "tests" / "data" / "narration" / "claims"
GOOD = [DATA.with_name(name) for name in ("good.jsonl", "answers.jsonl", "answers_2.jsonl")]
"""Texts of which the good ones are trained on."""
MOST_HELD = 1
"""How many of these texts a claim may hold back."""
_FOLDS = 5
MEASURED = DATA.with_name("claims_measured")
TARGET_FILE = PROJECT / "app" / "language" / "en" / "told.npz"
MOST_FEATURES = 24_000
_YOU = "you"
_MARKS = frozenset((TARGET, *OTHERS, SPEECH))


class Claim(NamedTuple):
    """A claim, the kind of its target, and the sections of the files with and without it."""

    name: str
    target: str
    made: frozenset[str]
    not_made: frozenset[str]


def _claim(name: str, target: str, made: str, not_made: str) -> Claim:
    return Claim(name, target, frozenset(made.split()), frozenset(not_made.split()))


CLAIMS = (
    _claim("taken", "item", "taken", "gone none"),
    _claim("gone", "item", "gone", "taken none"),
    _claim("came", "person", "came here", "none"),
    _claim("left", "person", "left", "came here died none"),
    _claim("died", "person", "died", "came here left none"),
    _claim("opened", "way", "opened", "none"),
    _claim("arrived", "place", "arrived", "departed none"),
    _claim("departed", "place", "departed", "arrived none"),
    _claim("willed", "player", "speaks decides", "none"),
)


class Row(NamedTuple):
    """A clause: its ``voice``, the kind of its ``target``, the ``section`` and its features."""

    voice: str
    target: str
    section: str
    features: list[str]


def rows(folder: Path = DATA) -> Iterator[Row]:
    """Yield the clauses of all voices of a folder."""
    for path in sorted(folder.glob("*.txt")):
        target = section = ""
        for line in filter(None, map(str.strip, path.read_text(encoding="utf-8").splitlines())):
            if line.startswith("["):
                target, _, section = line.strip("[]").partition(".")
            else:
                yield Row(path.stem, target, section, told_features(tokens_of(line), target, _YOU))


class Asked(NamedTuple):
    """A clause of a good text for which the guard asks whether it makes a ``claim``, the number of its ``text`` and its
    features."""

    text: int
    claim: str
    features: list[str]


class _Asked(ToldClassifier):
    """A classifier that finds no claim, and keeps for which clauses it was asked."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        super().__init__(weights)
        self.asked = dict[tuple[str, tuple[str, ...]], None]()

    def margin(self, tokens: Sequence[str], claim: str, you: str) -> float:
        """Note a clause; no claim is found in it."""
        del you  # it is the same for every clause
        self.asked[claim, tuple(tokens)] = None
        return -1.0


def asked_of_good_texts() -> list[Asked]:
    """List the clauses of the good texts for which the guard asks the classifier, in their games."""
    with np.load(TARGET_FILE) as file:
        weights = dict(file)
    library, targets, found = ScenarioLibrary([PROJECT / "app" / "content"]), {c.name: c.target for c in CLAIMS}, []
    texts = [json.loads(line) for path in GOOD for line in path.read_text(encoding="utf-8").splitlines()]
    for number, row in enumerate(row for row in texts if row["good"]):
        classifier = _Asked(weights)
        with patch.object(told_changes, "told_classifier_of", lambda _, kept=classifier: kept):
            asyncio.run(fault(row, library.load(row.get("story", USUAL_STORY)), "tools"))
        for claim, tokens in classifier.asked:
            found.append(Asked(number, claim, told_features(list(tokens), targets[claim], _YOU)))
    return found


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


def _samples(claim: Claim, every: Sequence[Row], asked: Sequence[Asked]) -> tuple[list[list[str]], list[bool]]:
    """Return the features of the clauses of a claim, and whether each makes it."""
    own = [row for row in every if row.target == claim.target and row.section in claim.made | claim.not_made]
    good = [each.features for each in asked if each.claim == claim.name]
    return [row.features for row in own] + good, [row.section in claim.made for row in own] + [False] * len(good)


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


def floor_of(claim: Claim, every: list[Row], asked: list[Asked]) -> float:
    """Return the score that all but `MOST_HELD` of the good texts reach, each by a classifier that has not seen it, at
    least that of an even chance."""
    highest = dict[int, float]()
    for fold in range(_FOLDS):
        features, made = _samples(claim, every, [each for each in asked if each.text % _FOLDS != fold])
        ngrams = _ngrams(features)
        model = _trained(features, made, ngrams)
        for each in asked:
            if each.text % _FOLDS == fold and each.claim == claim.name:
                score = float(model.decision_function(ngrams.transform([each.features]))[0])
                highest[each.text] = max(score, highest.get(each.text, score))
    return max(0.0, *sorted(highest.values(), reverse=True)[MOST_HELD : MOST_HELD + 1])


def save(every: list[Row], asked: list[Asked], floors: dict[str, float], path: Path) -> None:
    """Write the classifier as small integers with their scales, the features that matter most alone."""
    names, idf, blocks, bias = list[str](), list[float](), list[NDArray[np.float64]](), list[float]()
    for target in dict.fromkeys(claim.target for claim in CLAIMS):
        claims = {claim.name for claim in CLAIMS if claim.target == target}
        ngrams = _ngrams(
            [row.features for row in every if row.target == target]
            + [each.features for each in asked if each.claim in claims]
        )
        block = np.zeros((len(ngrams.idf_), len(CLAIMS)))
        for at, claim in enumerate(CLAIMS):
            if claim.target == target:
                model = _trained(*_samples(claim, every, asked), ngrams)
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
    every, asked = list(rows()), asked_of_good_texts()
    floors = {claim.name: floor_of(claim, every, asked) for claim in CLAIMS}
    if not options.measure:
        save(every, asked, floors, TARGET_FILE)
        return
    print("claim | with | without | found where 1, 2, 3, 5 % are taken for it")
    for claim in CLAIMS:
        scores, made = left_out(claim, every)
        found = (float((scores[made] > floor_at(share, scores, made)).mean()) for share in (0.01, 0.02, 0.03, 0.05))
        shares = " ".join(f"{share:.2f}" for share in found)
        print(f"{claim.name} | {made.sum()} | {(~made).sum()} | {shares}", flush=True)
    print("claim, by other hands | taken for it of those with it | of those without it")
    others = list(rows(MEASURED))
    for claim in CLAIMS:
        features, made_by_voices = _samples(claim, every, asked)
        ngrams = _ngrams(features)
        model = _trained(features, made_by_voices, ngrams)
        tried, is_made = _samples(claim, others, [])
        is_taken = model.decision_function(ngrams.transform(tried)) > floors[claim.name]
        made = np.array(is_made)
        print(f"{claim.name} | {is_taken[made].mean():.2f} | {is_taken[~made].mean():.3f}", flush=True)


if __name__ == "__main__":
    main()
