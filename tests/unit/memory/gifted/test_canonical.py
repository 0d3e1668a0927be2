"""The questions that are asked for word for word."""

import pytest

from app.language.analysis.canonical import NAME, categories, normalised, queries_of

TABLE = {
    "identity": ("who am I?", "what is my identity?", "describe myself"),
    "background": ("what is my background?", "what is my history?"),
    "communication": ("how do I communicate?", "how do I speak?", "what is my communication style?"),
    "decision": ("how do I make decisions?", "what is my decision style?"),
    "traits": ("what are my traits?", "describe my personality"),
    "skills": ("what am I good at?", "what are my skills?"),
    "values": ("what do I value?", "what are my principles?"),
    "goals": ("what do I want?", "what are my goals?"),
    "belongings": ("what am I carrying?", "what do I have with me?"),
    "topics": ("what can I tell?", "what can I talk about?"),
    "location": ("where am I?", "what is the location?", "describe the scene"),
    "atmosphere": ("what's the atmosphere?", "what's the mood?", "describe the atmosphere"),
    "time": ("what time is it?", "when is this happening?"),
    "context": ("what is happening?", "what's the situation?"),
    "character_knowledge": ("who is NAME?", "what do I know about NAME?", "describe NAME"),
}


def test_the_table_is_as_the_reference_has_it_and_asks_for_goals_belongings_and_topics_too() -> None:
    assert {name: category.queries for name, category in categories().items()} == TABLE


def test_types_are_character_scene_and_knowledge() -> None:
    types = [category.type for category in categories().values()]
    assert types == ["character"] * 10 + ["scene"] * 4 + ["character_knowledge"]


def test_no_wording_means_two_categories_or_nothing() -> None:
    wordings = [normalised(wording) for category in categories().values() for wording in category.wordings]
    assert len(wordings) == len(set(wordings))
    assert all(wordings)


def test_only_knowledge_of_others_names_anybody() -> None:
    for category in categories().values():
        for wording in category.wordings:
            assert (NAME in wording) is (category.name == "character_knowledge"), wording


def test_queries_are_made_for_a_name() -> None:
    assert queries_of("character_knowledge", "Old Tam") == (
        "who is Old Tam?",
        "what do I know about Old Tam?",
        "describe Old Tam",
    )


@pytest.mark.parametrize(
    "asked",
    ["What's the mood?", "whats the MOOD", "  What is   the\nmood ?!", "What’s — the mood…", "what is mood"],
)
def test_case_punctuation_apostrophes_blanks_and_articles_do_not_matter(asked: str) -> None:
    assert normalised(asked) == normalised("what's the mood?")


@pytest.mark.parametrize(("asked", "same"), [("I’m who?", "i am who"), ("THE A", "the a"), ("?!", ""), ("", "")])
def test_what_little_is_asked_is_kept(asked: str, same: str) -> None:
    assert normalised(asked) == same


def test_questions_of_other_scripts_are_told_apart() -> None:
    assert normalised("Кто я?") == "кто я"
    assert normalised("我是谁？") != normalised("我在哪里？")
