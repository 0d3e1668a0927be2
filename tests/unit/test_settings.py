"""Where games are saved when nobody says where; how often people think, and how fast memories fade."""

from pathlib import Path

import pytest
from dependency_injector import providers
from pydantic import ValidationError

from app import settings
from app.container import Container, new_recaller, pace
from app.embeddings.vectors import NoVectors
from app.memory.entries.ageing import HalfLives
from app.memory.recall.genagents import GenagentsWeights
from app.memory.recall.hybrid import HybridWeights
from app.models.memory_kinds import KIND_ROWS, MemoryKind
from app.models.state.cadence import Cadence, CondensingRules, ReflectionRules
from app.scenarios.folders.starter_files import starter_files
from app.services.game.games.pace import Pace
from app.settings import HalfLifeSettings, Settings

SHIPPED = {"before-the-thaw", "last-boat", "tide-bell"}


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, project: str | None = None) -> Path:
    """Let the package lie in a folder, beside a ``pyproject.toml`` of this content or none; the user's data folder."""
    monkeypatch.setattr(settings, "PROJECT", folder)
    data = folder / "data"
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, **_: data / name)
    if project is not None:
        (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    return data


def test_a_checkout_saves_in_its_own_folder() -> None:
    assert Settings().saves == Path(__file__).parents[2] / "saves"


@pytest.mark.parametrize("project", [None, '[project]\nname = "mine"\n', "[tool.black]\n", "no toml [", ""])
def test_an_installed_package_saves_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: str | None
) -> None:
    data = installed(tmp_path, monkeypatch, project)
    assert Settings().saves == data / "talekeeper" / "saves"


def test_a_package_beside_this_projects_file_is_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, '[project]\nname = "talekeeper"\n')
    assert Settings().saves == tmp_path / "saves"


def test_the_setting_wins_over_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch)
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path / "mine"))
    assert Settings().saves == tmp_path / "mine"


@pytest.fixture
def no_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TALEKEEPER_SCENARIOS")


@pytest.mark.usefixtures("no_scenarios")
def test_own_scenarios_lie_beside_the_saves_in_a_folder_that_need_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Settings().scenarios == Path(__file__).parents[2] / "scenarios"
    data = installed(tmp_path, monkeypatch)
    assert Settings().scenarios == data / "talekeeper" / "scenarios"
    assert not data.exists()
    assert {info.id for info in Container(settings=providers.Object(Settings())).scenarios().list()} == SHIPPED


@pytest.mark.usefixtures("no_scenarios")
def test_scenarios_of_the_default_folder_are_listed_after_those_that_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = installed(tmp_path, monkeypatch) / "talekeeper" / "scenarios" / "mine"
    for name, text in starter_files("Mine").items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text, encoding="utf-8")
    infos = Container(settings=providers.Object(Settings())).scenarios().list()
    assert {info.id for info in infos[:-1]} == SHIPPED
    assert (infos[-1].id, infos[-1].title, infos[-1].problem) == ("mine", "Mine", None)


def test_a_folder_of_scenarios_that_is_named_must_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_SCENARIOS", str(tmp_path / "none"))
    with pytest.raises(ValidationError, match="Path does not point to a directory"):
        Settings()


# -- the pace of games ---------------------------------------------------------------------------------------------


def test_without_settings_games_have_the_usual_cadence_and_half_lives() -> None:
    assert pace(Settings()) == Pace()
    assert {kind: HalfLives().of_kind(kind) for kind in MemoryKind} == {
        kind: row.half_life for kind, row in KIND_ROWS.items()
    }


def test_each_kind_of_memory_has_a_setting_that_names_its_usual_half_life() -> None:
    described = {name: field.description or "" for name, field in HalfLifeSettings.model_fields.items()}
    assert described.keys() == {*(kind.value for kind in MemoryKind), "message"}
    assert all(f"usually {row.half_life or 0:g}" in described[kind.value] for kind, row in KIND_ROWS.items())


def test_each_part_of_the_cadence_is_a_variable_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "TICK": "20",
        "FORGETTING_TICKS": "50",
        "PLAN_HOUR": "5",
        "REFLECTION_HOURS": "8",
        "REFLECTION_THRESHOLD": "60",
        "REFLECTIONS_PER_DAY": "3",
        "EVENING_HOUR": "20",
        "TALK_LINES": "4",
        "TALK_GAP": "45",
        "TALK_HOURS": "12",
        "SHORT_TALK_HOURS": "36",
        "ERA_DAYS": "30",
        "ERA_AGE_DAYS": "5",
    }
    for name, value in values.items():
        monkeypatch.setenv(f"TALEKEEPER_CADENCE__{name}", value)
    assert {name.lower() for name in values} == {*settings.CadenceSettings.model_fields}
    assert pace(Settings()).cadence == Cadence(
        tick=20,
        forgetting=50,
        plan_hour=300,
        reflections=ReflectionRules(interval=480, threshold=60, per_day=3, evening=1200),
        condensing=CondensingRules(group_size=4, gap=45, group_age=720, talk_age=2160, era=30 * 1440, era_age=5 * 1440),
    )


def test_half_lives_are_set_by_kind_and_nought_is_no_decay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_HALF_LIVES__PLAN", "0")
    monkeypatch.setenv("TALEKEEPER_HALF_LIVES__OBSERVATION", "90")
    monkeypatch.setenv("TALEKEEPER_HALF_LIVES__MESSAGE", "60")
    found = pace(Settings()).half_lives
    assert found == HalfLives({MemoryKind.PLAN: None, MemoryKind.OBSERVATION: 90}, message=60)
    assert found.of_kind(MemoryKind.REFLECTION) == 1440
    assert {*HalfLifeSettings.model_fields} == {*(kind.value for kind in MemoryKind), "message"}


def test_without_settings_recall_has_the_usual_weights_which_are_described() -> None:
    usual = {f"genagents_{name}": value for name, value in vars(GenagentsWeights()).items()} | vars(HybridWeights())
    fields = settings.RecallSettings.model_fields
    described = {name: (field.description or "").partition("; ") for name, field in fields.items()}
    assert {name: value for name, (_, _, value) in described.items()} == {
        name: f"usually {value:g}" for name, value in usual.items()
    }
    assert all(term for term, _, _ in described.values())
    assert weights_of(Settings()) == (HybridWeights(), GenagentsWeights())


def test_weights_of_recall_are_variables_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_RECALL__IMPORTANCE", "0.4")
    monkeypatch.setenv("TALEKEEPER_RECALL__GENAGENTS_RECENCY", "0.5")
    assert weights_of(Settings()) == (HybridWeights(importance=0.4), GenagentsWeights(recency=0.5))


def weights_of(given: Settings) -> tuple[HybridWeights, GenagentsWeights]:
    found = new_recaller(given, NoVectors())
    return found.hybrid, found.genagents


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CADENCE__TICK", "0"),
        ("CADENCE__TICKS", "5"),
        ("CADENCE__PLAN_HOUR", "13"),
        ("CADENCE__REFLECTION_HOURS", "inf"),
        ("CADENCE__TALK_HOURS", "inf"),
        ("CADENCE__SHORT_TALK_HOURS", "inf"),
        ("HALF_LIVES__PLAN", "-1"),
        ("RECALL__WHO", "nan"),
        ("RECALL__GENAGENTS_DECAY", "-0.5"),
        ("RECALL__GENAGENTS_DECAY", "1.01"),
    ],
)
def test_a_cadence_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"TALEKEEPER_{name}", value)
    with pytest.raises(ValidationError):
        Settings()
