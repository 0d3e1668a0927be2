"""Packs that lack something: what they have fits what the code asks for, and English stands in for the rest."""

import re
import tomllib
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from app.language.kinds.classifier import classifier_of
from app.language.language import Language, PackSection, default_language, load_language

PACKS = Path(__file__).parents[3] / "app/language"
ENGLISH = default_language()
PARTIAL = [path.name for path in sorted(PACKS.iterdir()) if (path / "engine.ftl").exists() and path.name != "en"]
SECTIONS = [path for tag in PARTIAL for path in sorted((PACKS / tag).glob("*.toml"))]
TEMPLATES = [path for tag in PARTIAL for path in sorted((PACKS / tag).glob("*.ftl"))]

by_name = pytest.mark.parametrize("path", SECTIONS, ids=lambda path: f"{path.parent.name}/{path.name}")


class Slots(Visitor):
    """The slots of templates."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802  # the library names it so
        self.found.add(node.id.name)


def slots_of(source: str) -> dict[str, set[str]]:
    """The slots of each template by its name."""
    found = dict[str, set[str]]()
    for entry in FluentParser().parse(source).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            visitor = Slots()
            visitor.visit(entry)
            found[entry.id.name] = visitor.found
    return found


def pack(tag: str) -> Language:
    found = load_language(tag)
    assert found is not None
    return found


@by_name
def test_a_section_has_only_what_the_english_one_has(path: Path) -> None:
    own, english = PackSection.model_validate(tomllib.loads(path.read_text("utf-8"))), ENGLISH.sections[path.stem]
    for table in ("words", "forms", "numbers", "patterns", "lines"):
        assert getattr(own, table).keys() <= getattr(english, table).keys(), table


@by_name
def test_patterns_can_be_compiled_and_have_the_groups_of_the_english_ones(path: Path) -> None:
    tag, section = path.parent.name, path.stem
    for key in tomllib.loads(path.read_text("utf-8")).get("patterns", {}):
        name = f"{section}.{key}"
        assert pack(tag).pattern(name).groupindex.keys() == ENGLISH.pattern(name).groupindex.keys(), name


@by_name
def test_lines_have_no_slots_that_the_english_ones_have_not(path: Path) -> None:
    def slots(lines: object) -> set[str]:
        return set(re.findall(r"\{\w*\}", str(lines).casefold()))

    for key, lines in tomllib.loads(path.read_text("utf-8")).get("lines", {}).items():
        english = ENGLISH.sections[path.stem].lines[key]
        assert slots(list(lines.values()) if isinstance(lines, dict) else lines) <= slots(english), key
        assert not isinstance(english, dict) or lines.keys() <= english.keys(), key


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_templates_are_those_of_the_english_section_and_ask_for_no_other_slots(path: Path) -> None:
    own, english = slots_of(path.read_text("utf-8")), slots_of(ENGLISH.templates[path.stem])
    assert own.keys() <= english.keys()
    assert {name for name in own if not own[name] <= english[name]} == set()


def test_english_stands_in_for_what_a_pack_lacks() -> None:
    german = pack("de")
    assert german.is_partial
    assert not ENGLISH.is_partial
    assert german.render("engine.line-quest-started", quest_id="Licht") == "! neue Aufgabe: Licht"
    assert german.render("engine.line-item-taken", item_id="Laterne") == "+ Laterne"
    assert german.lines("verbs.rules") == ENGLISH.lines("verbs.rules")
    assert "nimm" in german.words("verbs.take")
    assert "take" not in german.words("verbs.take")


def test_what_was_learned_of_english_texts_does_not_stand_in() -> None:
    assert classifier_of(pack("de")) is None
    assert pack("de").data("acts_weights") is None
    assert pack("de").data("emotions") == ENGLISH.data("emotions")
