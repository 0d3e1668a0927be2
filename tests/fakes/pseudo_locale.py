"""A language pack whose every own letter is another one: what still reads English is not from the pack.

Each Latin letter of the English pack becomes a Cyrillic one, by number (a → а, b → б … z → щ), in cue words
and patterns as in templates. Slots, groups and numbers stay. So a Latin letter in a text is one of an author, a player
or a model, or one that the code wrote itself.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import numpy as np
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from app.language import language as languages
from app.language.language import Language, PackSection, load_language
from app.models.sheets.scenario import ScenarioSheet

TAG = "xx"
AS_THEY_ARE = {"verbs.rules", "words.stemmer", "acts.valued", "stating.kinds"}
"""Lines that are names of algorithms, of patterns, or of lists of words."""
_LETTERS = {65 + n: 0x410 + n for n in range(26)} | {97 + n: 0x430 + n for n in range(26)}
_LETTERS |= {ord("J"): ord("Э"), ord("j"): ord("э")}  # й is и with an accent, which is taken off what a player types
_BACK = {other: letter for letter, other in _LETTERS.items()}
_IDS = {
    *("id", "kind", "type", "direction", "attitude", "danger_level", "level", "sets_attitude", "tags", "items", "on"),
    *("start_items", "start_location", "home_location", "work_location", "to", "wants", "gives_item", "starts_quest"),
    *("reveals_secret", "pronouns", "places", "stays_at", "sells", "buys", "at", "with", "of", "way", "value", "dice"),
    *("attribute", "opposed_by", "fight_attribute", "fallen_ending", "heard_at", "when_beaten", "by", "canon"),
}
"""Fields of a scenario that hold ids and enums; so does whatever ends with ``_id``."""
_SLOT = re.compile(r"(\{\w+\})")
_TOKEN = re.compile(
    r"(?P<kept>\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|<<[a-z_.]+>>|\(\?P<\w+>|\(\?P=\w+\)|\(\?-?[imsx]+(?:-[imsx]+)?[:)]|\{\d*,?\d*\})"
    r"|(?P<range>[A-Za-z]-[A-Za-z](?=[^\[]*\]))|(?P<text>.)",
    re.DOTALL,
)


def scrambled(text: str) -> str:
    """The text with every Latin letter replaced."""
    return text.translate(_LETTERS)


def unscrambled(value: Any) -> Any:
    """Plain data with every text in it led back to English, keys too."""
    if isinstance(value, str):
        return value.translate(_BACK)
    if isinstance(value, dict):
        return {unscrambled(key): unscrambled(one) for key, one in value.items()}
    return [unscrambled(one) for one in value] if isinstance(value, list | tuple) else value


def scrambled_sheet(sheet: ScenarioSheet) -> ScenarioSheet:
    """The scenario as an author of the pack's language would write it: every text and name, but no id or enum."""

    def written(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            ids = {"ending"} if "lines" in value else set()  # of a walkthrough
            ids |= {"name"} if not {"of", "first", "shown", "most"}.isdisjoint(value) else set()  # of a state
            return {name: one if name in ids else written(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [written(one, key) for one in value]
        return _line(value) if isinstance(value, str) and key not in _IDS and not key.endswith("_id") else value

    data = written(sheet.model_dump(mode="json", exclude_unset=True))
    return ScenarioSheet.model_validate(data | {"language": TAG})


@cache
def pseudo_pack(tag: str = TAG) -> Language:
    """The English pack, scrambled."""
    english = load_language("en")
    assert english is not None
    return Language(
        tag,
        {name: _section(name, section) for name, section in english.sections.items()},
        {name: _templates(source) for name, source in english.templates.items()},
        {name: partial(_data, name, read()) for name, read in english.files.items()},
    )


@contextmanager
def pseudo_locale() -> Iterator[Language]:
    """Make a copy of the pack the language of the tag ``xx``; English stays the default."""
    pack = pseudo_pack()
    try:
        languages.loaded[TAG] = Language(pack.tag, pack.sections, pack.templates, dict(pack.files))
        yield languages.loaded[TAG]
    finally:
        del languages.loaded[TAG]


def latin(text: str, *names: str) -> list[str]:
    """The Latin words of a text, without the ``names`` in it and without what stands in quotation marks."""
    bare = re.sub(r"[\"“„«][^\"“”»]*[\"”“»]", " ", text)
    for name in sorted(names, key=len, reverse=True):
        bare = re.sub(re.escape(name), " ", bare, flags=re.IGNORECASE)
    return re.findall(r"[A-Za-z]+", bare)


def _section(name: str, section: PackSection) -> PackSection:
    return PackSection(
        words={key: scrambled(words) for key, words in section.words.items()},
        forms={key: scrambled(words) for key, words in section.forms.items()},
        numbers={key: _keys(table) for key, table in section.numbers.items()},
        patterns={key: _pattern(pattern) for key, pattern in section.patterns.items()},
        lines={
            key: lines if f"{name}.{key}" in AS_THEY_ARE else _mapped(_rule if key == "rules" else _line, lines)
            for key, lines in section.lines.items()
        },
    )


def _pattern(pattern: str) -> str:
    """An expression for the scrambled texts; a range of letters holds both kinds, for names stay as they are."""

    def other(found: re.Match[str]) -> str:
        if found["range"]:
            return found["range"] + scrambled(found["range"])
        return scrambled(found["text"]) if found["text"] else found["kept"]

    return _TOKEN.sub(other, pattern)


def _line(line: str) -> str:
    return "".join(part if _SLOT.fullmatch(part) else scrambled(part) for part in _SLOT.split(line))


def _rule(row: str) -> str:
    """A row of rules: kind and pattern : words of which one must stand there : vetoes and marks."""
    parts = row.split(" :")
    return " :".join(scrambled(part) if place == 1 else part for place, part in enumerate(parts))


class _Scrambling(Transformer):
    """Only what is shown: no names of slots, no keys of variants."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802  # the visitor's name
        return ast.TextElement(scrambled(node.value))

    def visit_Placeable(self, node: ast.Placeable) -> ast.Placeable:  # noqa: N802  # the visitor's name
        if isinstance(node.expression, ast.StringLiteral):
            return ast.Placeable(ast.StringLiteral(scrambled(node.expression.value)))
        return self.generic_visit(node)


def _templates(source: str) -> str:
    return FluentSerializer().serialize(_Scrambling().visit(FluentParser().parse(source)))


def _data(name: str, data: Any) -> Any:
    match name:
        case "emotions":
            return _keys(data)
        case "canonical_queries":
            texts = ("queries", "also")
            return {key: one | {part: _mapped(_query, one[part]) for part in texts} for key, one in data.items()}
        case "synonyms":
            return _mapped(_line, data) | {"narrower": _keys(_mapped(_line, data["narrower"]))}
        case "acts_weights":
            return data | {"weights": {_feature(feature): weights for feature, weights in data["weights"].items()}}
        case "answer_weights" | "change_weights":
            return {}  # of the vectors of English texts
        case "passage_weights":
            return data  # signals, which are of no language
        case "kinds":
            return data | {"features": np.array("\n".join(map(_ngram, str(data["features"]).split("\n"))))}
        case "vocabulary":
            return [scrambled(word) for word in data]
        case "cast":
            names = {part: data[part] for part in ("given", "family")}
            trades = [_mapped(_line, one) | {"at": one["at"]} for one in data["trades"]]
            return _mapped(_line, data) | names | {"trades": trades}
    found = _mapped(_line, data)
    return found | {"depressed": found["depressed"] | {"toned": _keys(found["depressed"]["toned"])}}


def _feature(feature: str) -> str:
    """A feature of a sentence: classes of words are in capitals."""
    return re.sub("[a-z]+", lambda found: scrambled(found.group()), feature)


def _ngram(feature: str) -> str:
    """A feature of a typed line: masks are in capitals, and what says whether there is company begins with ``@``."""
    side, space, rest = feature.partition(" ") if feature.startswith("@") else ("", "", feature)
    return side + space + _feature(rest)


def _query(query: str) -> str:
    return "NAME".join(map(scrambled, query.split("NAME")))


def _keys(table: dict[str, Any]) -> dict[str, Any]:
    return {scrambled(key): value for key, value in table.items()}


def _mapped(change: Callable[[str], str], data: Any) -> Any:
    """Data of the same form with every text in it changed, keys excepted."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: _mapped(change, value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return type(data)(_mapped(change, one) for one in data)
    return data
