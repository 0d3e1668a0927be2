"""Language packs: every file is read, every key that is asked for is there, and every key is asked for."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from app.language.language import Language, default_language
from tests.unit.language.asked_keys import Asked, asked

pytestmark = pytest.mark.long

EN = Path(__file__).parents[3] / "app/language/en"
PAGE = Path(__file__).parents[3] / "docs/how-to/translate.md"
PACK = default_language()
TABLES = ("words", "forms", "numbers", "patterns", "lines")
TABLE_OF = {"words": "words", "forms": "forms", "numbers": "numbers", "pattern": "patterns", "lines": "lines"}


@pytest.fixture(scope="module")
def code() -> Asked:
    return asked()


def keys(pack: Language) -> Iterator[tuple[str, str, str]]:
    """(table, section, key) of everything in a pack but its templates."""
    for name, section in pack.sections.items():
        yield from ((table, name, key) for table in TABLES for key in getattr(section, table))


def messages(pack: Language) -> Iterator[tuple[str, ast.Message]]:
    """Every template with its section."""
    for section, source in pack.templates.items():
        for entry in FluentParser().parse(source).body:
            assert not isinstance(entry, ast.Junk), f"{section}.ftl: {entry.content}"
            if isinstance(entry, ast.Message):
                yield section, entry


def used_within(pack: Language) -> set[tuple[str, str]]:
    """(section, key) of what patterns, and lines that are rules, name of the pack itself."""
    found: set[tuple[str, str]] = set()
    for name, section in pack.sections.items():
        for pattern in section.patterns.values():
            for inner in re.findall(r"<<([a-z_.]+)>>", pattern):
                of, _, key = inner.rpartition(".")
                found.add((of or name, key))
        for lines in section.lines.values():
            rows = lines if isinstance(lines, tuple) else [row for variant in lines.values() for row in variant]
            found |= {(name, word) for row in rows for word in re.findall(r"[a-z_0-9]+", row)}
            found |= {pair for row in rows for pair in re.findall(r"([a-z_]+)\.([a-z_]+)", row)}
    return found


def test_every_file_of_the_pack_is_read() -> None:
    files = {path.name for path in EN.iterdir() if path.suffix in {".toml", ".ftl", ".json", ".npz", ".txt"}}
    read = {f"{name}.toml" for name in PACK.sections} | {f"{name}.ftl" for name in PACK.templates}
    assert {name for name in files if name.endswith((".toml", ".ftl"))} == read
    assert {name.rpartition(".")[0] for name in files - read} == PACK.files.keys()


def test_every_name_that_is_written_out_in_the_code_is_in_the_pack(code: Asked) -> None:
    there = {(table, f"{section}.{key}") for table, section, key in keys(PACK)}
    templates = {f"{section}.{message.id.name}" for section, message in messages(PACK)}
    sections = PACK.sections.keys() | PACK.templates.keys()
    for method, name in code.calls:
        if method in TABLE_OF and name.partition(".")[0] in sections:
            assert (TABLE_OF[method], name) in there, name
        elif method in {"render", "has"}:
            assert name in templates, name


def test_everything_in_the_pack_is_asked_for(code: Asked) -> None:
    within = used_within(PACK)
    unused = [
        f"{section}.{key} ({table})"
        for table, section, key in keys(PACK)
        if (section, key) not in within and not code.has(section, key)
    ]
    assert unused == []


def test_every_template_is_asked_for(code: Asked) -> None:
    unused = [f"{section}.{entry.id.name}" for section, entry in messages(PACK) if not code.has(section, entry.id.name)]
    assert unused == []


def test_every_data_file_is_asked_for(code: Asked) -> None:
    assert PACK.files.keys() <= code.texts


# One test for all names of a table: there are more than a thousand, and a test of each takes longer than what it tests.


def names(wanted: str) -> list[str]:
    """``section.key`` of all in a table."""
    return [f"{section}.{key}" for table, section, key in keys(PACK) if table == wanted]


def test_every_pattern_can_be_compiled() -> None:
    broken = {}
    for name in names("patterns"):
        try:
            PACK.pattern(name)
        except re.error as error:
            broken[name] = str(error)
    assert broken == {}


def test_no_list_of_words_is_empty() -> None:
    assert [name for name in names("words") if not PACK.words(name)] == []


def test_forms_lead_to_a_word_that_is_none_of_them() -> None:
    themselves = [(name, form) for name in names("forms") for form, base in PACK.forms(name).items() if form == base]
    assert themselves == []


def test_the_page_names_every_file_and_every_kind_of_table() -> None:
    page = PAGE.read_text("utf-8")
    for path in EN.iterdir():
        if path.suffix in {".toml", ".ftl", ".json", ".npz", ".txt"}:
            assert f"`{path.name}`" in page, path.name
    for table in TABLES:
        assert f"`{table}`" in page, table
