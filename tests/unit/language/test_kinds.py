"""The classifier of typed lines: its features, its file, its trainer, and the lines that it is trained on."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.agents.narrator.understanding.tokens import tokens_of
from app.embeddings.minilm import LocalMiniLM
from app.language.kinds.classifier import KindClassifier, classifier_of
from app.language.kinds.features import MASKS, line_features
from app.language.kinds.kinds import KINDS, Group, group_of
from app.language.language import default_language, find_language
from app.settings import PROJECT
from benchmarks.train_kinds import DATA, TARGET, Sample, Trained, parts, phrasings

FREE_LINES = PROJECT / "tests" / "data" / "free_lines"
PHRASINGS = sorted(DATA.glob("phrasings_*.jsonl"))
LINES = sorted(DATA.glob("lines_*.jsonl"))
MOST_BYTES = 400_000
DIMENSION = 8
_MASK = re.compile(rf"\b(?:{'|'.join(MASKS)})\b")
_JOINED_MASK = re.compile(rf"\b(?:{'|'.join(MASKS)})[sd]?\b")
"""A mask, perhaps with an ending that its writer joined to it: ``PERSONs``."""
_COPIED = 4
"""Words of a line from which on two writers do not type the same by chance."""


@cache
def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def of_file(path: Path) -> KindClassifier:
    with np.load(path) as arrays:
        return KindClassifier({name: arrays[name] for name in arrays.files})


def test_every_kind_of_the_file_is_a_known_one_and_every_known_one_is_in_the_file() -> None:
    classifier = classifier_of(default_language())
    assert classifier is not None
    assert sorted(classifier.kinds) == sorted(KINDS)
    assert len(set(KINDS)) == len(KINDS) == 66


def test_every_group_has_kinds_and_no_other_word_is_one() -> None:
    assert {group_of(kind) for kind in KINDS} == set(Group)
    with pytest.raises(KeyError):
        group_of("")


def test_the_file_is_small() -> None:
    assert TARGET.stat().st_size < MOST_BYTES


def test_the_classifier_is_that_of_the_file_and_made_once() -> None:
    language = default_language()
    assert classifier_of(language) is classifier_of(language)
    assert find_language("en") is language


# --- features ---


def test_words_are_features_in_runs_of_one_to_three_with_the_ends_of_the_line() -> None:
    found = line_features(["go", "up"], company=None)
    assert [each for each in found if not each.startswith("#")] == [
        *("<", "go", "up", ">"),
        *("< go", "go up", "up >"),
        *("< go up", "go up >"),
    ]


def test_characters_are_features_in_runs_of_three_and_four_within_words() -> None:
    pieces = [each for each in line_features(["go", "inn"], company=None) if each.startswith("#")]
    assert pieces == ["# go", "#go ", "# go ", "# in", "#inn", "#nn ", "# inn", "#inn "]


@pytest.mark.parametrize("token", [*MASKS, *".,?!;:", "a"])
def test_masks_signs_and_single_letters_have_no_features_of_characters(token: str) -> None:
    assert not any(each.startswith("#") for each in line_features([token], company=None))


@pytest.mark.parametrize(("company", "side"), [(True, "@company"), (False, "@alone")])
def test_whether_another_person_is_there_is_a_feature_with_the_first_words_and_the_question(
    company: bool, side: str
) -> None:
    def sides(*tokens: str) -> list[str]:
        return [each for each in line_features(tokens, company=company) if each.startswith("@")]

    assert sides("go", "up", "now") == [side, f"{side} go", f"{side} go up", f"{side} ."]
    assert sides("who", "?")[-1] == f"{side} ?"
    assert not any(each.startswith("@") for each in line_features(["go", "up"], company=None))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Put THING on the Table!", ["put", "THING", "on", "the", "table", "!"]),
        ("who, me?!", ["who", ",", "me", "?"]),
        ("don't stop", ["don't", "stop"]),
        ("what is this thing", ["what", "is", "this", "thing"]),
        ("...", ["."]),
        ("", []),
    ],
)
def test_tokens_are_folded_words_masks_and_signs(text: str, tokens: list[str]) -> None:
    assert tokens_of(text) == tokens


@given(st.text(max_size=60), st.sampled_from([True, False, None]))
def test_any_text_has_a_chance_of_each_kind(text: str, company: bool | None) -> None:
    classifier = classifier_of(default_language())
    assert classifier is not None
    chances = np.exp(classifier.by_words(tokens_of(text), company=company))
    assert chances.shape == (len(KINDS),)
    assert chances.sum() == pytest.approx(1)


# --- the trainer and its file ---


class FakeEmbedder:
    """Makes of each text a unit vector of the characters in it."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float64]:
        counts = np.array(
            [[1 + sum(ord(char) % DIMENSION == at for char in text) for at in range(DIMENSION)] for text in texts]
        )
        return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True))


SAMPLES = [
    Sample(text, kind, company, weight)
    for kind, texts in {
        "go": ("go WAY", "walk to PLACE", "go to PLACE", "head WAY now", "walk WAY"),
        "take": ("take THING", "take the THING now", "grab THING", "pick up THING", "take all"),
        "ask": ("where is PERSON?", "who is PERSON?", "where is THING?", "what is that?", "who took THING?"),
        "greet": ("hello PERSON", "hello there", "good day, PERSON", "hello!", "good day"),
    }.items()
    for text in texts
    for company, weight in ((None, 1.0), (True, 1.5), (False, 0.8))
]
UNSEEN = ["go and take THING", "who is there?", "hello, where is PLACE?", "grab PERSON", "zzz", "?", ""]


@pytest.fixture(scope="module")
def trained() -> Trained:
    return Trained(SAMPLES, cast("LocalMiniLM", FakeEmbedder()))


@pytest.fixture(scope="module")
def saved(trained: Trained, tmp_path_factory: pytest.TempPathFactory) -> KindClassifier:
    target = tmp_path_factory.mktemp("kinds") / "kinds.npz"
    trained.save(target)
    return of_file(target)


def test_a_saved_classifier_has_the_kinds_of_its_samples(trained: Trained, saved: KindClassifier) -> None:
    assert list(saved.kinds) == trained.kinds == ["ask", "go", "greet", "take"]


@pytest.mark.parametrize("company", [None, True, False])
@pytest.mark.parametrize("text", [*UNSEEN, "go WAY", "hello PERSON"])
def test_by_words_a_saved_classifier_scores_as_the_library_within_rounding(
    trained: Trained, saved: KindClassifier, text: str, company: bool | None
) -> None:
    rows_of_text = trained.ngrams.transform([Sample(text, "", company, 1.0)])
    expected = trained.of_words.predict_log_proba(rows_of_text)[0]
    found = saved.by_words(tokens_of(text), company=company)
    rounding = np.abs(trained.of_words.coef_).max() / 254 * float(abs(rows_of_text).sum())
    assert np.abs(found - expected).max() <= 2 * rounding + 0.01


@pytest.mark.parametrize("company", [None, True, False])
@pytest.mark.parametrize("text", UNSEEN)
def test_by_meaning_a_saved_classifier_scores_as_the_library_within_rounding(
    trained: Trained, saved: KindClassifier, text: str, company: bool | None
) -> None:
    vector = FakeEmbedder().embed([text])[0]
    flags = [0.5 * (company is True), 0.5 * (company is False)]
    expected = trained.of_meaning.predict_log_proba([[*vector, *flags]])[0]
    rounding = np.abs(trained.of_meaning.coef_).max() / 254 * float(vector.sum() + 0.5)
    assert np.abs(saved.by_meaning(vector, company=company) - expected).max() <= 2 * rounding + 0.01


def test_a_saved_classifier_finds_the_kinds_of_its_samples(trained: Trained, saved: KindClassifier) -> None:
    found = [saved.kinds[int(saved.by_words(tokens_of(each.text), company=each.company).argmax())] for each in SAMPLES]
    assert found == [each.kind for each in SAMPLES]
    assert trained.accuracy(SAMPLES)[0] == 1


@pytest.mark.parametrize(
    ("size", "fits"), [(DIMENSION, True), (DIMENSION + 2, False), (DIMENSION - 1, False), (0, False)]
)
def test_a_vector_fits_that_has_the_dimension_of_training(saved: KindClassifier, size: int, fits: bool) -> None:
    assert saved.fits(np.zeros(size)) is fits


# --- the lines to train on ---


def test_phrasings_are_filled_once_more_where_they_have_masks() -> None:
    samples = list(phrasings(PHRASINGS[:1]))
    masked = [each for each in samples if _MASK.search(each.text)]
    assert masked
    assert len(samples) == len(rows(PHRASINGS[0])) + len(masked)
    assert {each.weight for each in masked} == {1.0}


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_a_part_that_has_no_name_counts_once_in_training(path: Path) -> None:
    for masked, typed in parts(path):
        assert (typed.weight == 0) is (masked.text == typed.text)


@pytest.mark.parametrize("path", PHRASINGS, ids=lambda path: path.stem)
def test_a_writer_of_phrasings_has_ten_or_more_for_each_kind(path: Path) -> None:
    counts = Counter(row["kind"] for row in rows(path))
    assert set(counts) == set(KINDS)
    assert min(counts.values()) >= 10
    assert all(row["line"].strip() for row in rows(path))


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_each_part_of_a_line_stands_in_it_in_order_and_has_a_known_kind(path: Path) -> None:
    for row in rows(path):
        assert isinstance(row["company"], bool)
        assert row["parts"], row["line"]
        at = 0
        for part in row["parts"]:
            assert part["kind"] in KINDS, row["line"]
            place = row["line"].find(part["text"], at)
            assert place >= 0, row["line"]
            assert part["text"].strip(), row["line"]
            at = place + len(part["text"])


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_the_masked_text_of_a_part_is_its_text_with_masks_in_the_place_of_names(path: Path) -> None:
    for part in (part for row in rows(path) for part in row["parts"]):
        kept = map(re.escape, _JOINED_MASK.split(part.get("masked") or part["text"]))
        assert re.fullmatch(".+?".join(kept), part["text"], re.DOTALL), part


def _typed(path: Path) -> set[str]:
    norms = (tokens_of(row["line"]) for row in rows(path))
    return {" ".join(each) for each in norms if len(each) >= _COPIED}


def test_the_labelled_lines_of_free_lines_are_those_to_be_worked_with() -> None:
    assert _typed(DATA / "lines_worked.jsonl") <= _typed(FREE_LINES / "worked.jsonl")


def test_no_line_that_is_held_back_is_trained_on() -> None:
    held = {line for path in FREE_LINES.glob("held*.jsonl") for line in _typed(path)}
    shared = sum(len(held & _typed(path)) for path in (*LINES, *PHRASINGS))
    assert shared == 0  # a count alone: nobody who builds reads these lines
