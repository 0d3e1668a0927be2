"""The command ``try-model``: what it shows, writes and exits with."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pydantic_ai import models

from app.models.model_trial import SituationKind, TrialFault, TrialReport, TriedSituation
from app.models.spend import Spend
from app.settings import Settings
from tests.integration.cli.conftest import RunCommand
from tests.integration.wire.acting_models import Endless, model
from tests.integration.wire.server import FakeServer, fails

pytestmark = pytest.mark.long


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """A server with a good model."""
    with models.override_allow_model_requests(True):
        started = FakeServer()
        started.steps = model()
        yield started
    started.stop()


@pytest.fixture
def file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file of settings."""
    kept = tmp_path / ".env"
    monkeypatch.setattr("app.settings.settings_file", lambda: kept)
    return kept


def report(*, acts: bool = True, tells: bool = True) -> TrialReport:
    """The report on a model that was tried before."""
    telling = SituationKind.TELLING, tells
    kinds = {"act": (SituationKind.ACTING, acts), "take": telling, "walk": telling}
    tried = (
        TriedSituation(
            id=name,
            title=f"does {name}",
            kind=kind,
            faults=() if good else (TrialFault.LEAKED,),
            is_usable=good,
            answer=f"An answer to {name}.",
        )
        for name, (kind, good) in kinds.items()
    )
    return TrialReport(model="fake", tried=tuple(tried), spend=Spend(calls=2, input_tokens=900, cost=0.0123))


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Callable[[TrialReport], None]:
    """Let a trial find this."""

    def let(made: TrialReport) -> None:
        async def try_out(_: Settings, on_tried: Callable[[TriedSituation], None]) -> TrialReport:
            for each in made.tried:
                on_tried(each)
            return made

        monkeypatch.setattr("app.trials.try_out", try_out)

    return let


Found = Callable[[TrialReport], None]


def test_a_model_is_tried_at_its_server(command: RunCommand, server: FakeServer) -> None:
    ran = command("try-model", "fake", "--base-url", server.url)
    assert ran.code == 0, ran.err
    assert ran.out.count("ok  ") == 10
    assert "It suits the mode tools" in ran.out
    assert "to the first token" in ran.out
    assert "no price is known" in " ".join(ran.out.split())


def test_what_a_model_did_wrong_is_shown_with_its_words(command: RunCommand, found: Found) -> None:
    found(report(acts=False))
    ran = command("try-model", "fake")
    assert ran.code == 0
    assert "!!  does act: gave a secret away" in ran.out
    assert "An answer to act." in ran.out
    assert "An answer to take." not in ran.out
    assert "It suits the mode guided" in ran.out
    assert "US$ 0.0123" in ran.out


def test_the_report_as_json(command: RunCommand, found: Found) -> None:
    found(report())
    printed = json.loads(command("try-model", "fake", "--json").out)
    assert (printed["suits"], len(printed["tried"])) == ("tools", 3)
    assert printed["settings"]["TALEKEEPER_NARRATOR_MODE"] == "tools"


def test_a_model_that_suits_neither_mode_exits_with_1(command: RunCommand, found: Found) -> None:
    found(report(acts=False, tells=False))
    ran = command("try-model", "fake")
    assert ran.code == 1
    assert "neither mode" in ran.out


def test_a_bad_key_exits_with_6_and_does_not_show_it(
    command: RunCommand, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_API_KEY", "secret-key")
    server.steps = Endless(fails(401, "the key secret-key is wrong"))
    ran = command("try-model", "fake", "--base-url", server.url)
    assert ran.code == 6
    assert "refuses the key" in ran.err
    assert "secret" not in ran.out + ran.err


def test_the_settings_are_written_beside_what_the_file_has(command: RunCommand, found: Found, file: Path) -> None:
    found(report())
    file.write_text("# mine\nTALEKEEPER_MAX_ENTRIES=5\nOTHER=1\n", "utf-8")
    ran = command("try-model", "fake", "--base-url", "http://localhost:1/v1", "--write")
    assert ran.code == 0, ran.err
    assert file.read_text("utf-8").splitlines() == [
        "# mine",
        "TALEKEEPER_MAX_ENTRIES=5",
        "OTHER=1",
        "TALEKEEPER_MODEL=fake",
        "TALEKEEPER_NARRATOR_MODEL=fake",
        "TALEKEEPER_NARRATOR_MODE=tools",
        "TALEKEEPER_BASE_URL=http://localhost:1/v1",
    ]


@pytest.mark.parametrize(("answer", "mode"), [("y\n", "tools"), ("n\n", "guided"), ("", "guided")])
def test_another_value_is_replaced_only_on_a_yes(
    command: RunCommand, found: Found, file: Path, answer: str, mode: str
) -> None:
    found(report())
    file.write_text("TALEKEEPER_NARRATOR_MODE=guided\nTALEKEEPER_MODEL=fake\n", "utf-8")
    command("try-model", "fake", "--write", typed=answer)
    assert file.read_text("utf-8").splitlines()[:2] == [f"TALEKEEPER_NARRATOR_MODE={mode}", "TALEKEEPER_MODEL=fake"]


def test_commands_read_the_file_and_the_environment_before_it(
    command: RunCommand, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text("TALEKEEPER_MAX_ENTRIES=none\n", "utf-8")
    assert "TALEKEEPER_MAX_ENTRIES cannot be used" in command("scenarios").err
    monkeypatch.setenv("TALEKEEPER_MAX_ENTRIES", "2")
    assert command("scenarios").code == 0
