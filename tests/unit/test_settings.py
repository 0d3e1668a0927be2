"""Where games are saved when nobody says where."""

from pathlib import Path

import pytest

from app import settings
from app.settings import Settings


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
