"""The report of a simulation as one HTML file."""

from pathlib import Path

import pytest

from app.cli.main import run
from app.cli.rendering.chronicle import chronicle_page
from app.embeddings.vectors import WORDS
from app.models.records.folding import fold
from app.services.game.games.chronicle import Chronicle, Feeling, News, PlanChange, Telling
from tests.integration.cli.tables import begin_small_game, container_in

_HOSTILE = '<script>alert("1")</script>&'


@pytest.fixture(autouse=True)
def _by_words_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", WORDS)
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path / "saves"))


def test_simulate_writes_a_report_with_four_pictures_that_loads_nothing(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    assert run(("simulate", "tide-bell", "--days", "1", "--npcs", "4", "--report", str(target))) == 0
    page = target.read_text("utf-8")
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page
    assert "url(" not in page
    assert "<script" not in page
    assert page.count("<h2>") == 4
    assert page.count('<svg role="img"') >= 2
    assert page.count("<table>") >= 2


def test_a_report_is_refused_before_anything_is_simulated_where_it_cannot_be_written(tmp_path: Path) -> None:
    there = tmp_path / "there.html"
    there.write_text("mine")
    for target in (there, tmp_path / "no" / "report.html", tmp_path / "report.txt"):
        assert run(("simulate", "tide-bell", "--days", "1", "--report", str(target))) != 0
    assert there.read_text() == "mine"
    assert not list((tmp_path / "saves").glob("tide-bell-*"))


def test_what_anybody_wrote_stays_text_in_a_report(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    container = container_in(saves)
    state = fold(container.library().read(begin_small_game(container)))
    told = Chronicle()
    told.news.append(News(_HOSTILE, _HOSTILE, True, [Telling(_HOSTILE, _HOSTILE + "2", 5)]))
    told.feelings[_HOSTILE, _HOSTILE].append(Feeling(5, 3, _HOSTILE))
    for day in range(3):
        told.days[_HOSTILE, day].changes.append(PlanChange(5, _HOSTILE))
    page = chronicle_page(state, told)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
