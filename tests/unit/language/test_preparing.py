"""Getting a language ready ahead of the texts that need it."""

import re
from unittest.mock import patch

from fluent.runtime import FluentBundle

from app.language.language import Language, default_language
from app.language.reading.preparing import preparing


def test_preparing_a_language_compiles_all_its_expressions_and_templates_in_slices() -> None:
    pack = default_language()
    language = Language(pack.tag, pack.sections, pack.templates, pack.files)
    slices = len([*preparing(language)])
    patterns = {f"{name}.{key}" for name, section in pack.sections.items() for key in section.patterns}
    templates = {(name, key) for name, text in pack.templates.items() for key in re.findall(r"(?m)^[a-z][\w-]*", text)}
    assert slices == len(patterns) + len(templates) + 2
    bundles = {name: bundle for name, (bundle, *_) in language._bundles.items()}
    with patch.object(FluentBundle, "add_resource", side_effect=AssertionError("parsed again")):
        assert all(key in bundles[name]._compiled and language.has(f"{name}.{key}") for name, key in templates)
    assert language._compiled.keys() >= patterns
    assert [*preparing(language)] == [], "what is ready takes no time of other work"
