"""The scenarios that can be played: JSON files, and folders of Markdown and YAML, in one or more folders."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from types import MappingProxyType

from pydantic import Field

from app.durable_files import make_folder, replace_file, storage_errors
from app.errors import Conflict, InvalidInput, NotFound
from app.language.rendering.plain_reasons import in_words, worded_plainly
from app.models.base import MAX_ID_LENGTH, View, is_id
from app.models.picture import Picture, picture_of
from app.models.plain_reasons import Clash, Clashes, Sought, Unknown, ValueFault, ValueUnfit
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import SCHEMA_FILE, Inspection, inspect_scenario, problem_report
from app.scenarios.scenario_rules import ScenarioProblem
from app.services.game.games.scenario_files import (
    files_of,
    inspect_path,
    is_scenario_folder,
    picture_files,
    read_picture_file,
    shown_name,
    write_folder,
    write_pictures,
)

_FILE = ".json"


class ScenarioInfo(View):
    """A scenario; ``problem`` says why it cannot be played, if so."""

    id: str = Field(examples=["tide-bell"])
    title: str = Field(default="", examples=["The Bell on the Sands"])
    summary: str = Field(default="", examples=["A tide bell has been silent for three nights."])
    places: int = Field(default=0, examples=[4])
    people: int = Field(default=0, examples=[2])
    quests: int = Field(default=0, examples=[1])
    acts: int = Field(default=0, examples=[1])
    problem: str | None = None


class ScenarioLibrary:
    """Finds, lists and loads scenarios, each in ``<id>.json`` or in a folder ``<id>``.

    Earlier folders take precedence; a missing folder holds none. New scenarios go into ``own``, the last of the
    folders; without it none can be added."""

    def __init__(self, folders: Sequence[Path], own: Path | None = None) -> None:
        self._folders = tuple(folders)
        self._own = own
        self._adding = Lock()

    def list(self) -> Sequence[ScenarioInfo]:
        """List every scenario by folder and file name; a broken one is listed with its problem."""
        return [_info(path) for path in self._files().values()]

    def load(self, id_or_path: str | Path) -> ScenarioSheet:
        """Load a scenario.

        Args:
            id_or_path: A scenario's id; or the path of a ``.json`` file, as text too, or of a folder anywhere: never
                pass on a path of a stranger.

        Raises:
            NotFound: There is none; the error lists the ids.
            InvalidInput: The id or the file is wrong; the error says how.
        """
        path, scenario_id = self._find(id_or_path)
        return _inspect(path, scenario_id).playable(shown_name(path))

    def check(self, id_or_path: str | Path) -> Sequence[ScenarioProblem]:
        """List all problems of a scenario; empty if it can be played. NotFound and InvalidInput as `load`."""
        return self.inspect(id_or_path).problems

    def inspect(self, id_or_path: str | Path) -> Inspection:
        """Read a scenario with all its problems, and with where its parts are written. NotFound and InvalidInput as
        `load`."""
        return _inspect(*self._find(id_or_path))

    def path_of(self, id_or_path: str | Path) -> Path:
        """Return the file or folder of a scenario. NotFound and InvalidInput as `load`."""
        return self._find(id_or_path)[0]

    def is_own(self, scenario_id: str) -> bool:
        """Return whether a scenario is a file that was added, which `add` may replace."""
        return self._own is not None and self._files().get(scenario_id) == self._own / f"{scenario_id}{_FILE}"

    def has(self, scenario_id: str) -> bool:
        """Return whether there is a scenario of this id."""
        return scenario_id in self._files()

    def pictured(self, scenario_id: str) -> Sequence[str]:
        """Return the ids of the people and places of a scenario that have a picture; none for an unknown scenario."""
        return [*self._pictures(scenario_id)]

    def picture(self, scenario_id: str, of: str) -> Picture:
        """Return the picture of a person or place.

        Raises:
            NotFound: There is none, or it cannot be read.
            InvalidInput: The file is no picture that can be shown.
        """
        path = self._pictures(scenario_id).get(of)
        if path is None:
            raise NotFound(Unknown(what=Sought.PICTURE, name=of[:MAX_ID_LENGTH]))
        return picture_of(read_picture_file(path))

    def _pictures(self, scenario_id: str) -> Mapping[str, Path]:
        path = self._files().get(scenario_id) if is_id(scenario_id) else None
        return {} if path is None else picture_files(path.with_name(scenario_id))

    def add(self, data: bytes, pictures: Mapping[str, Picture] = MappingProxyType({})) -> ScenarioInfo:
        """Store a scenario file, replacing one of the same id that was added before.

        Args:
            data: The file, of at most `MAX_FILE_BYTES` bytes.
            pictures: Pictures of its people and places, by their ids; earlier ones of others stay.

        Raises:
            InvalidInput: It cannot be played.
            Conflict: A bundled scenario has the id, or one that is a folder; or there is no folder for added ones.
            StorageFailed: It could not be written.
        """
        sheet = inspect_scenario(data).playable("The scenario")
        own = self._own_folder()
        path = own / f"{sheet.id}{_FILE}"
        with self._adding, storage_errors("The scenario cannot be stored"):
            self._check_place(path)
            make_folder(own)
            replace_file(path, [data])
            write_pictures(own / sheet.id, pictures)
        return _info(path)

    def add_folder(
        self, scenario_id: str, texts: Sequence[tuple[str, bytes]], pictures: Mapping[str, Picture]
    ) -> Path | None:
        """Store a scenario as the folder of files that it is. One of the same id that was there, if it differs, is kept
        beside it as ``.<id>.before``.

        Args:
            scenario_id: The id that its files give, or that of the folder where they give none.
            texts: Its files, by their paths in it; they were found to be playable.
            pictures: Pictures of its people and places, by their ids.

        Returns:
            Where the one before is now; None where there was none, or the same.

        Raises:
            Conflict: A bundled scenario has the id, or one that is a file; or there is no folder for added ones.
            StorageFailed: It could not be written.
        """
        path = self._own_folder() / scenario_id
        with self._adding, storage_errors("The scenario cannot be stored"):
            self._check_place(path)
            if path.exists() and _holds(path, texts, pictures):
                return None
            return write_folder(path, texts, pictures)

    def _own_folder(self) -> Path:
        if self._own is None:
            raise Conflict(Clashes(clash=Clash.SCENARIO_FOLDER_UNSET))
        return self._own

    def _check_place(self, path: Path) -> None:
        """Raise Conflict where another scenario than the one at this path has its id."""
        scenario_id = _id_of(path)
        if (there := self._files().get(scenario_id, path)) == path:
            return
        clash = Clash.SCENARIO_SHIPPED
        if there.parent == self._own:
            clash = Clash.SCENARIO_IS_FOLDER if there.is_dir() else Clash.SCENARIO_IS_FILE
        raise Conflict(Clashes(clash=clash, name=scenario_id))

    def _files(self) -> dict[str, Path]:
        files: dict[str, Path] = {}
        for path in (path for folder in self._folders for path in sorted(folder.glob("*"))):
            if path.suffix == _FILE and path.name != SCHEMA_FILE:
                files.setdefault(path.stem, path)
            elif is_scenario_folder(path) and not path.name.startswith((".", "_")):
                files.setdefault(path.name, path)
        return files

    def _find(self, id_or_path: str | Path) -> tuple[Path, str | None]:
        """Return the file, and the id that it must hold if it was looked up by id."""
        if isinstance(id_or_path, Path) or id_or_path.casefold().endswith(".json"):
            return Path(id_or_path), None
        with worded_plainly():
            if not is_id(id_or_path):
                shown = ascii(id_or_path[:MAX_ID_LENGTH])
                raise InvalidInput(ValueUnfit(fault=ValueFault.SCENARIO_ID, name=shown))
            files = self._files()
            if id_or_path not in files:
                there = tuple(filter(is_id, files)) or ("none",)
                raise NotFound(Unknown(what=Sought.SCENARIO, name=id_or_path, there=there))
            return files[id_or_path], id_or_path


def _inspect(path: Path, scenario_id: str | None) -> Inspection:
    inspection = inspect_path(path)
    if scenario_id is None:
        return inspection
    wrong = list[ScenarioProblem]()
    if inspection.sheet is not None and inspection.sheet.id != scenario_id:
        what = (
            f"it is {inspection.sheet.id!r}, but the {'folder' if path.is_dir() else 'file'} is called {path.name!r}."
        )
        wrong.append(ScenarioProblem(where=inspection.place_of("id"), what=what))
    file, folder = path.with_name(f"{scenario_id}{_FILE}"), path.with_name(scenario_id)
    if file.is_file() and is_scenario_folder(folder):
        what = f"there are a file {file.name!r} and a folder {folder.name!r}; remove one of them."
        wrong.append(ScenarioProblem(where="id", what=what))
    return inspection.model_copy(update={"problems": (*wrong, *inspection.problems)}) if wrong else inspection


def _holds(folder: Path, texts: Sequence[tuple[str, bytes]], pictures: Mapping[str, Picture]) -> bool:
    """Return whether a scenario's folder has these files and pictures, and no others."""
    return files_of(folder) == tuple(sorted(texts)) and {
        of: read_picture_file(path) for of, path in picture_files(folder).items()
    } == {of: picture.data for of, picture in pictures.items()}


def _id_of(path: Path) -> str:
    return path.stem if path.suffix == _FILE and not path.is_dir() else path.name


def _info(path: Path) -> ScenarioInfo:
    called = _id_of(path)
    if not is_id(called):
        return ScenarioInfo(id=ascii(called), problem="The file's name is no scenario id.")
    try:
        inspection = _inspect(path, called)
    except (NotFound, InvalidInput) as error:
        return ScenarioInfo(id=called, problem=in_words(error))
    problem = problem_report(inspection.problems, path.name) if inspection.problems else None
    if (sheet := inspection.sheet) is None:
        return ScenarioInfo(id=called, problem=problem)
    parts = {"places": sheet.locations, "people": sheet.npcs, "quests": sheet.quests, "acts": sheet.acts}
    counts = {name: len(things) for name, things in parts.items()}
    return ScenarioInfo(id=called, title=sheet.title, summary=sheet.summary, problem=problem, **counts)
