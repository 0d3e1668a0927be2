"""What a trial finds a model fit for."""

from collections.abc import Mapping

import pytest

from app.models.model_trial import SituationKind, SuitedMode, TrialFault, TrialReport, TriedSituation

KINDS = {
    **dict.fromkeys(("take", "walk", "wait"), SituationKind.TELLING),
    "answer": SituationKind.ANSWERING,
    **dict.fromkeys(("act", "ask", "bait"), SituationKind.ACTING),
    "summary": SituationKind.SUMMARIZING,
}
UNUSABLE = {"is_usable": False, "faults": (TrialFault.UNUSABLE,)}
LEAKED = {"faults": (TrialFault.LEAKED,)}
ECHOED = {"faults": (TrialFault.ECHOED,)}
NO_TOOLS = {"act": {"failure": "It cannot call tools.", "is_usable": False}}


def report(wrong: Mapping[str, Mapping[str, object]]) -> TrialReport:
    """The report on a model that was good but for these situations."""
    tried = (
        TriedSituation.model_validate({"id": name, "title": name, "kind": kind, **wrong.get(name, {})})
        for name, kind in KINDS.items()
    )
    return TrialReport(model="fake", tried=tuple(tried))


@pytest.mark.parametrize(
    ("wrong", "suits"),
    [
        ({}, "tools"),
        ({"act": ECHOED}, "tools"),
        ({"bait": LEAKED}, "guided"),
        (NO_TOOLS, "guided"),
        ({**NO_TOOLS, "walk": UNUSABLE}, "guided"),
        ({**NO_TOOLS, "walk": UNUSABLE, "answer": LEAKED}, "summaries"),
        ({**NO_TOOLS, "walk": UNUSABLE, "answer": LEAKED, "summary": UNUSABLE}, "offline"),
    ],
)
def test_the_mode_is_the_most_that_a_model_does_rightly(
    wrong: Mapping[str, Mapping[str, object]], suits: SuitedMode
) -> None:
    made = report(wrong)
    assert made.suits == suits
    assert made.why


@pytest.mark.parametrize(
    ("wrong", "model", "narrator", "mode"),
    [
        ({}, "fake", "fake", "tools"),
        (NO_TOOLS, "fake", "fake", "guided"),
        ({**NO_TOOLS, "walk": UNUSABLE, "answer": LEAKED}, "fake", "offline", None),
        (dict.fromkeys(KINDS, UNUSABLE), "offline", "offline", None),
    ],
)
def test_settings_use_the_model_for_what_it_is_fit_for(
    wrong: Mapping[str, Mapping[str, object]], model: str, narrator: str, mode: str | None
) -> None:
    settings = report(wrong).settings
    assert settings["TALEKEEPER_MODEL"] == model
    assert settings["TALEKEEPER_NARRATOR_MODEL"] == narrator
    assert settings.get("TALEKEEPER_NARRATOR_MODE") == mode


def test_without_figures_no_speed_is_known() -> None:
    assert report({}).first_token is None
    assert report({}).tokens_a_second is None
    assert not report({}).picks_well


@pytest.mark.parametrize(
    ("first_token", "writing", "told"),
    [
        (1.0, 2.0, ""),
        (20.0, 2.0, "It is slow: 20 s pass before an answer begins. A smaller model"),
        (1.0, 20.0, "It is slow: it writes 5 tokens a second. A smaller model"),
        (None, 0.0, ""),
    ],
)
def test_a_slow_model_is_told_with_what_would_help(first_token: float | None, writing: float, told: str) -> None:
    tried = TriedSituation(
        id="take",
        title="take",
        kind=SituationKind.TELLING,
        first_token=first_token,
        writing=writing,
        written=100 if writing else 0,
    )
    slowness = TrialReport(model="fake", tried=(tried,)).slowness
    assert slowness.startswith(told)
    assert bool(slowness) is bool(told)
