"""The report of a simulation as one HTML file."""

import re
from pathlib import Path

import pytest

from app.cli.main import run
from app.cli.rendering.chronicle import chronicle_page
from app.cli.rendering.minds import JOBS, OTHER_WORK
from app.embeddings.vectors import WORDS
from app.models.minds.mind_state import JobKind
from app.models.records.folding import fold_journal
from app.services.game.games.chronicle import Chronicle, Moment, News, Telling
from app.services.game.reports import CAPTURE, OTHER, TURN, spending
from tests.integration.cli.tables import begin_small_game, container_in

pytestmark = pytest.mark.long

_HOSTILE = '<script>alert("1")</script>&'


@pytest.fixture(autouse=True)
def _by_words_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", WORDS)
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path / "saves"))


def test_simulate_writes_a_report_with_four_pictures_that_loads_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "report.html"
    assert run(("simulate", "tide-bell", "--days", "1", "--npcs", "4", "--report", str(target))) == 0
    assert "No model was called." in capsys.readouterr().out
    page = target.read_text("utf-8")
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page
    assert "url(" not in page
    assert "<script" not in page
    assert page.count("<h2>") == 5
    assert page.count('<svg role="img"') >= 2
    assert page.count("<table>") >= 2


def test_what_each_kind_of_work_cost_a_person_day_is_printed_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "report.html"
    given = ("simulate", "tide-bell", "--days", "1", "--npcs", "2", "--model", "test", "--report", str(target))
    assert run(given) == 0
    container = container_in(tmp_path / "saves")
    [game] = container.library().list()
    journal = container.library().read(game.game_id)
    spent = spending(journal)
    assert spent.by_work.keys() == {"plan"}  # whoever is alone has nothing to decide
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    page = target.read_text("utf-8")
    named = {"plan": "plan the day"}
    for name, spend in (*((name, spent.by_work[work]) for work, name in named.items()), ("all", spent.total)):
        cells = [f"{spend.calls:,}", f"{spend.tokens:,}", f"{spend.calls / 2:,.1f}", f"{spend.tokens / 2:,.1f}"]
        assert [*name.split(), *cells] in printed
        assert "".join(f"<td>{cell}</td>" for cell in (name, *cells)) in page


def test_every_kind_of_work_has_a_name() -> None:
    assert {*JOBS, *OTHER_WORK} == {*JobKind, TURN, CAPTURE, OTHER}


def test_whoever_was_told_stands_under_the_one_who_told_it(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    container = container_in(saves)
    state = fold_journal(container.library().read(begin_small_game(container)))
    told = Chronicle()
    tellings = [Telling(1, "a", "b"), Telling(2, "a", "c"), Telling(3, "b", "d"), Telling(4, "x", "y")]
    told.news.append(News("a", "The bell rings.", False, [*tellings, Telling(5, "y", "x")]))
    page = chronicle_page(state, told, [])
    lines = re.findall(r'<li style="margin-left: (\d)rem">(\w) to (\w),', page)
    assert lines == [("0", *"ab"), ("1", *"bd"), ("0", *"ac"), ("0", *"xy"), ("1", *"yx")]


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
    state = fold_journal(container.library().read(begin_small_game(container)))
    told = Chronicle()
    told.news.append(News(_HOSTILE, _HOSTILE, True, [Telling(5, _HOSTILE, _HOSTILE + "2")]))
    told.feelings[_HOSTILE, _HOSTILE].append(Moment(5, _HOSTILE, 3))
    for day in range(3):
        told.days[_HOSTILE, day].changes.append(Moment(5, _HOSTILE))
    page = chronicle_page(state, told, [[_HOSTILE] * 5] * 2)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
