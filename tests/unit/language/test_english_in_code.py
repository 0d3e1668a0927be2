"""Code holds no English that a player or the story would read: it is in the language pack."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.language.asked_keys import APP

OUTSIDE = {"api", "cli", "mcp", "stores", "interchange", "embeddings", "testing"}
"""Doors, files and vectors: they speak of the program, in English. Their errors are looked at by `raised_in`."""
TOLD = {"NotPossible", "NotFound", "Recollection", "RecalledMemory", "MemoryContext", "intend", "remark", "refuse"}
"""Whatever is made of these, a player reads it, or somebody remembers it."""
NAMED = {"why", "reason", "summary", "content", "note", "told", "story", "words"}
"""Names whose values are such texts, given as an argument, a variable or a key."""
EXCEPTIONS = {
    "durable_files.py": "why a disk refused, in the words of the operating system",
    "settings_file.py": "why the file of settings cannot be read, for whoever runs the program",
    "models/records/folding.py": "the damage of a save, as below",
    "services/game/games/scenario_files.py": "the files of an author, as below",
    "services/ai/context_builders/memory_sections.py": "why a line stands in a prompt, for whoever looks into it",
}
RAISED = {
    *("NotPossible", "NotFound", "InvalidInput", "Conflict", "Moved", "ChatModelUnknown"),
    *("NotAllowed", "NotSignedIn", "TooManyRequests", "PreconditionFailed"),
}
"""Errors that players and clients are shown, whose reasons are values."""
_OF_FORMATS = "the form of a save, an export or a backup, for whoever keeps it"
_OF_AUTHORS = "the files of an author, which the check of a scenario names"
_OF_OPERATORS = "settings, packages and servers of models, for whoever runs the program"
_OF_PROGRAMS = "a number or vector that only a program gives"
RAISED_IN_WORDS = {
    "cli": "the command line is in English",
    "interchange": "files of other programs: how they are broken, for whoever made them",
    "importing": "files of other programs, as above",
    "embeddings": _OF_OPERATORS,
    "agents/character/agent.py": _OF_OPERATORS,
    "agents/factory.py": _OF_OPERATORS,
    "agents/models.py": _OF_OPERATORS,
    "api/listening.py": _OF_OPERATORS,
    "container.py": _OF_OPERATORS,
    "server_model.py": _OF_OPERATORS,
    "trials.py": _OF_OPERATORS,
    "memory/index/vectors.py": _OF_PROGRAMS,
    "memory/recall/query.py": _OF_PROGRAMS,
    "memory/recall/recaller.py": _OF_PROGRAMS,
    "models/records": _OF_FORMATS,
    "stores": _OF_FORMATS,
    "testing/store.py": _OF_FORMATS,
    "scenarios/scenario_writing.py": _OF_AUTHORS,
    "services/game/games/scenario_files.py": _OF_AUTHORS,
}
"""Rooms and modules that raise such errors in words, and why."""
_WORDS = re.compile(r"[A-Za-z]{2,}[ ,.:;']+[A-Za-z]{2,}")
_KEY = re.compile(r"[a-z_.-]+")

Found = tuple[str, str]
"""A module, and English in it."""


@pytest.fixture(scope="module")
def modules() -> list[tuple[str, ast.Module]]:
    return [
        (path.relative_to(APP).as_posix(), ast.parse(path.read_text("utf-8"))) for path in sorted(APP.rglob("*.py"))
    ]


def english_in(tree: ast.AST) -> Iterator[str]:
    """Literals of two or more words in what is told, remembered or given as a reason."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            told = node.args if name in TOLD else []
            yield from _texts([*told, *(one.value for one in node.keywords if one.arg in NAMED)])
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {part.id for one in targets for part in ast.walk(one) if isinstance(part, ast.Name)}
            yield from _texts([node.value] if names & NAMED and node.value is not None else [])
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield from _texts([value] if isinstance(key, ast.Constant) and key.value in NAMED else [])


def _texts(values: list[ast.expr]) -> Iterator[str]:
    """What an expression says: the literals in it that have words, those of an f-string as one."""
    for value in values:
        if isinstance(value, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in value.values]
            text = "".join(map(str, parts))
            words = re.findall(r"[A-Za-z]{2,}", text)
            if len(words) > 1 and not _KEY.fullmatch(text.replace("{}", "x")):
                yield text
        elif isinstance(value, ast.Constant) and isinstance(value.value, str):
            if _WORDS.search(value.value) and not _KEY.fullmatch(value.value):
                yield value.value
        elif isinstance(value, ast.BoolOp | ast.IfExp | ast.BinOp | ast.Tuple | ast.List):
            yield from _texts([part for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr)])


def raised_in(tree: ast.AST) -> Iterator[str]:
    """The texts that errors are raised with, in place of values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            yield from _texts(node.args[:1] if name in RAISED else [])


def _room_of(name: str) -> str:
    """Return the room or module of `RAISED_IN_WORDS` that a module belongs to; the module itself where it has none."""
    return next((room for room in RAISED_IN_WORDS if f"{name}/".startswith(f"{room}/")), name)


@pytest.fixture(scope="module")
def raised(modules: list[tuple[str, ast.Module]]) -> list[Found]:
    return [(name, text) for name, tree in modules for text in raised_in(tree)]


def test_errors_that_players_and_clients_see_are_raised_with_values(raised: list[Found]) -> None:
    assert [(name, text) for name, text in raised if _room_of(name) not in RAISED_IN_WORDS] == []


def test_each_room_that_raises_errors_in_words_does_so(raised: list[Found]) -> None:
    assert {_room_of(name) for name, _ in raised} == RAISED_IN_WORDS.keys()


@pytest.fixture(scope="module")
def found(modules: list[tuple[str, ast.Module]]) -> list[Found]:
    told = [(name, tree) for name, tree in modules if name.partition("/")[0] not in OUTSIDE]
    return [(name, text) for name, tree in told for text in english_in(tree)]


def test_no_code_holds_english_that_is_told_or_remembered(found: list[Found]) -> None:
    assert [(name, text) for name, text in found if name not in EXCEPTIONS] == []


def test_each_exception_is_one(found: list[Found]) -> None:
    assert {name for name, _ in found} == EXCEPTIONS.keys()


@pytest.mark.parametrize(
    "code",
    [
        'raise NotPossible("There is no way there.")',
        'raise NotFound(f"{name} has no goal {goal}.") from None',
        'told = reason or "It seemed right."',
        'note = "All is well." if known else f"You know nobody called {name}."',
        'add(MemoryContext(content=f"{who} went away.", importance=2.0))',
        'answer = {"memories": [], "note": "Nothing comes to mind."}',
        'intend(state, npc_id, [order], "A new day has begun.")',
    ],
)
def test_english_is_found(code: str) -> None:
    assert list(english_in(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "raise NotPossible(ItemFixed(item_id=sheet.id))",
        'why = language.render("recall.why-named")',
        'words = f"refusals.{name}"',
        'content = f"{first}: {second}"',
        'logger.debug("a person could not do it: {}", error)',
    ],
)
def test_names_of_templates_and_logs_are_no_english(code: str) -> None:
    assert list(english_in(ast.parse(code))) == []


def test_the_folders_outside_are_there() -> None:
    assert all((APP / name).is_dir() for name in OUTSIDE)
    assert all(Path(APP / name).is_file() for name in EXCEPTIONS)
