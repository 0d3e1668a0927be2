"""Reading the files of a scenario's folder, and listing every problem in them with file, line and field."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath

from app.models.base import is_id, short_input
from app.scenarios.folders.layout import (
    BY_NAME,
    FOLDER_NAMES,
    KINDS,
    MARKDOWN,
    SCENARIO,
    SCHEMA_KEY,
    WALKTHROUGH,
    WALKTHROUGH_FILE,
    WHOLE,
    YAML,
    Kind,
)
from app.scenarios.folders.markdown import OpenEnd, Section, read_markdown
from app.scenarios.folders.source_values import Flattened, SourceValue, TooManyValues, flattened
from app.scenarios.folders.yaml_reading import YamlProblem, read_yaml
from app.scenarios.nearest import did_you_mean
from app.scenarios.scenario_check import Inspection, inspect_object, path_step, texts_expected
from app.scenarios.scenario_rules import ScenarioProblem
from app.scenarios.sources import Spot

_README = "readme.md"


@dataclass(frozen=True)
class FolderContent:
    """The files of a folder.

    Attributes:
        name: The name of the folder, which is the scenario's id where its files give none.
        files: The files by their path from the folder.
        refused: What cannot be read, by path, with the reason.
    """

    name: str
    files: tuple[tuple[str, bytes], ...]
    refused: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=8)
def inspect_folder(content: FolderContent) -> Inspection:
    """Read a scenario's folder and find every problem in it; never raises. The results of the last 8 are cached."""
    reading = _Reading([ScenarioProblem(where=path, what=what) for path, what in content.refused])
    reading.is_damaged = bool(content.refused)
    for path, data in content.files:
        reading.take(path, data)
    try:
        flat = flattened(reading.assembled(content.name))
    except TooManyValues:
        problem = ScenarioProblem(where="folder", what="it has too many values: its aliases repeat too much.")
        return Inspection(problems=(*reading.problems, problem))
    for kind in KINDS:
        flat.sources.spots.setdefault(kind.field, Spot(f"{kind.name}/", 0, ""))
    return _inspected(flat, reading)


def _inspected(flat: Flattened, reading: "_Reading") -> Inspection:
    for path in texts_expected(flat.raw):
        flat.as_text(path)
    found = inspect_object(flat.raw, form_only=reading.is_damaged)
    problems = found.problems
    if reading.is_damaged:  # what could not be read seems to be missing from the scenario itself
        problems = tuple(problem for problem in problems if "." in problem.where)
    whole = (*reading.problems, *(flat.sources.located(problem) for problem in problems))
    return Inspection(sheet=None if reading.is_damaged else found.sheet, problems=whole, sources=flat.sources)


@dataclass
class _Reading:
    """The parts that were read so far, and what was wrong with their files."""

    problems: list[ScenarioProblem]
    is_damaged: bool = False
    whole: list[SourceValue] = field(default_factory=list)
    walkthrough: SourceValue | None = None
    parts: dict[str, list[tuple[str, SourceValue]]] = field(default_factory=dict)
    """By kind its parts with their names, those of one file first."""

    def report(self, path: str, line: int, what: str) -> None:
        """Note what is wrong with a file that cannot be used as it is."""
        self.problems.append(ScenarioProblem(where=str(Spot(path, line, "")), what=what))
        self.is_damaged = True

    def take(self, path: str, data: bytes) -> None:
        """Read one file."""
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            self.report(path, data.count(b"\n", 0, error.start) + 1, "it is not UTF-8 text.")
            return
        try:
            self._take_text(PurePosixPath(path), text)
        except (YamlProblem, OpenEnd) as error:
            self.report(path, error.line, error.what)

    def _take_text(self, path: PurePosixPath, text: str) -> None:
        top, *inner = path.parts
        if inner and top in BY_NAME:
            part = _with_id(self._part(path, text, BY_NAME[top]), path.stem, BY_NAME[top])
            self.parts.setdefault(top, []).append((part.text_of("id") or path.stem, part))
        elif inner:
            near = did_you_mean(top, BY_NAME)
            self.report(f"{top}/", 0, f"no folder of a scenario is called so{near} {_LEFT_OUT}")
        elif top == WALKTHROUGH_FILE:
            self.walkthrough = _lines(top, text)
        elif path.stem == SCENARIO:
            self.whole.append(self._part(path, text, WHOLE))
        elif path.stem in BY_NAME and path.suffix in YAML:
            self._take_list(path, text, BY_NAME[path.stem])
        elif top.casefold() != _README:
            known = [SCENARIO + MARKDOWN[0], WALKTHROUGH_FILE, *(f"{name}{YAML[0]}" for name in BY_NAME)]
            self.report(top, 0, f"no file of a scenario is called so{did_you_mean(top, known)} {_LEFT_OUT}")

    def _part(self, path: PurePosixPath, text: str, kind: Kind) -> SourceValue:
        """Read a file that holds one part, or the scenario itself."""
        file = str(path)
        if path.suffix in YAML:
            return self._fields(read_yaml(text, file, 1, self.problems), file)
        written = read_markdown(text)
        part = self._fields(read_yaml(written.front_matter, file, 2, self.problems), file)
        for section in written.sections:
            self._add_section(part, section, kind)
        return part

    def _fields(self, value: SourceValue | None, file: str) -> SourceValue:
        if value is None or value.fields is None:
            if value is not None and value.plain != "":
                self.report(file, value.line, "fields are written as 'name: value', each on a line.")
            value = SourceValue({}, file, 1)
        value.value.pop(SCHEMA_KEY, None)
        return SourceValue(value.value, file, 1, begins="")

    def _add_section(self, part: SourceValue, section: Section, kind: Kind) -> None:
        """Add the text of a section, and of a first heading the name, to the fields of its part."""
        if section.level == 1 and kind.title:
            self._add_text(part, kind.title, section.heading, section.line)
        elif section.level:
            name = kind.headings.get(section.heading.casefold()) if section.level == 2 else None
            if name is None:
                self.report(part.file, section.line, _no_heading(section, kind))
            else:
                self._add_text(part, name, section.text, section.line)
            return
        if section.text and not kind.main:
            self.report(part.file, section.first_line, "there is no text here: all fields are in the front matter.")
        elif section.text:
            self._add_text(part, kind.main, section.text, section.first_line)

    def _add_text(self, part: SourceValue, name: str, text: str, line: int) -> None:
        if name in part.value:
            first = part.value[name].line
            what = f"it is written twice, first in line {first}."
            self.problems.append(ScenarioProblem(where=str(Spot(part.file, line, name)), what=what))
        part.value.setdefault(name, SourceValue(text, part.file, line))

    def _take_list(self, path: PurePosixPath, text: str, kind: Kind) -> None:
        """Read a file that holds all parts of a kind, or some: a list of them, or each under its id."""
        whole = read_yaml(text, str(path), 1, self.problems)
        named = self.parts.setdefault(kind.name, [])
        if whole is None or whole.plain == "":
            return
        found: list[tuple[str, SourceValue]] = []
        if isinstance(whole.value, list):
            found = [(part.text_of("id") or "", part.named(f"[{at}]")) for at, part in enumerate(whole.value)]
        elif isinstance(whole.value, dict) and kind.has_id:
            whole.value.pop(SCHEMA_KEY, None)
            parts = (_with_id(part.named(_shown(key)), key, kind) for key, part in whole.value.items())
            found = [(part.text_of("id") or "", part) for part in parts]
        else:
            how = "a list of parts, or each part under its id" if kind.has_id else "a list, each entry after a '-'"
            self.report(str(path), whole.line, f"it holds {how}.")
        named[:0] = found

    def assembled(self, folder: str) -> SourceValue:
        """Return the whole scenario."""
        if len(self.whole) != 1:
            files = " and ".join(one.file for one in self.whole)
            what = f"there are {files}; remove one of them." if files else f"there is no {SCENARIO}{MARKDOWN[0]}."
            self.problems.insert(0, ScenarioProblem(where="folder", what=what))
            self.is_damaged = True
        root = self.whole[0] if self.whole else SourceValue({}, f"{SCENARIO}{MARKDOWN[0]}", 1, begins="")
        fields = _with_id(root, folder, WHOLE).value
        for name in [name for name in fields if name in FOLDER_NAMES]:
            what = f"there is no field {name!r} in a folder; did you mean {FOLDER_NAMES[name]!r}?"
            self.report(root.file, fields.pop(name).line, what)
        for kind in KINDS:
            listed = fields.pop(kind.name, None)
            if listed is not None and not isinstance(listed.value, list):
                fields[kind.field] = listed.named(kind.name)
            elif listed is not None or kind.name in self.parts:
                fields[kind.field] = self._ordered(kind, listed or SourceValue([], root.file, 1))
        if self.walkthrough is not None:
            if WALKTHROUGH in fields:
                self.report(WALKTHROUGH_FILE, 0, f"{root.file} has a walkthrough, too; remove one of them.")
            fields[WALKTHROUGH] = self.walkthrough
        return SourceValue(fields, root.file, 1, begins="")

    def _ordered(self, kind: Kind, listed: SourceValue) -> SourceValue:
        """Return the parts of a kind in the order of a list, which may hold parts of its own, and then all others."""
        left = list(self.parts.get(kind.name, ()))
        ordered = list[SourceValue]()
        for number, entry in enumerate(listed.value):
            shown = f"{kind.name}[{number}]"
            if isinstance(entry.value, dict | list):
                ordered.append(entry.named(shown))
                continue
            wanted = entry.plain if entry.plain is not None else str(entry.value)
            found = next((pair for pair in left if pair[0] == wanted), None)
            if found is None:
                again = any(name == wanted for name, _ in self.parts.get(kind.name, ()))
                near = did_you_mean(wanted, (name for name, _ in left))
                missing = f"there is no {kind.name}/{short_input(wanted)}{MARKDOWN[0]}{near}"
                what = "it is in the list already." if again else missing
                self.problems.append(ScenarioProblem(where=str(Spot(entry.file, entry.line, shown)), what=what))
                continue
            left.remove(found)
            ordered.append(found[1])
        return SourceValue([*ordered, *(part for _, part in left)], listed.file, listed.line, begins=kind.name)


_LEFT_OUT = "What is no part of the scenario has a name that begins with '_'."


def _with_id(part: SourceValue, name: str, kind: Kind) -> SourceValue:
    """Return a part with the name of its file, or its key, as its id, if it gives none."""
    if not kind.has_id or part.fields is None or "id" in part.fields:
        return part
    named = SourceValue(name, part.file, part.line)
    return SourceValue({"id": named, **part.fields}, part.file, part.line, begins=part.begins)


def _shown(key: str) -> str:
    return key if is_id(key) else path_step(key)


def _no_heading(section: Section, kind: Kind) -> str:
    if section.level != 2:
        return f"a heading with {'#' * section.level} has no meaning here; fields are headings with ##."
    near = did_you_mean(section.heading.casefold(), kind.headings)
    known = ", ".join(f"## {heading.capitalize()}" for heading in kind.headings)
    return f"no field is called {section.heading[:60]!r}" + (f"; there are {known}." if near == "." else near)


def _lines(file: str, text: str) -> SourceValue:
    """Return the lines of a walkthrough: those that are not blank and do not begin with ``#``."""
    return SourceValue([*_typed(file, text.split("\n"))], file, 1, begins="")


def _typed(file: str, lines: Sequence[str]) -> Iterator[SourceValue]:
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield SourceValue(line.strip(), file, number)
