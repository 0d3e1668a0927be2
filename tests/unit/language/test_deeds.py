"""Deeds that lie in the doing, and those that change something."""

import numpy as np
import pytest

from app.agents.narrator.understanding.tokens import tokens_of
from app.language.kinds.deeds import DeedClassifier, deeds_of
from app.language.language import default_language


@pytest.fixture(scope="module")
def classifier() -> DeedClassifier:
    found = deeds_of(default_language())
    assert found is not None
    return found


@pytest.mark.parametrize(
    "deed", ["climb onto THING", "*leans against WAY and closes his eyes*", "I hold my breath", "hum a tune to myself"]
)
def test_a_deed_that_lies_in_the_doing_is_enacted(classifier: DeedClassifier, deed: str) -> None:
    assert classifier.is_enacted(tokens_of(deed), None)


@pytest.mark.parametrize(
    "deed", ["open WAY", "take THING", "I cut THING with THING", "*pours THING into THING*", "pick the lock of WAY"]
)
def test_a_deed_that_changes_something_is_not(classifier: DeedClassifier, deed: str) -> None:
    assert not classifier.is_enacted(tokens_of(deed), None)


def test_the_vector_of_another_model_does_not_count(classifier: DeedClassifier) -> None:
    tokens = tokens_of("open WAY")
    assert classifier.is_enacted(tokens, np.ones(7)) == classifier.is_enacted(tokens, None)
