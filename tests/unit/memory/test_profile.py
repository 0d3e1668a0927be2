"""What readers see of a person: each field by who reads it, and a new field by its row alone."""

import pytest

from app.agents.mind.prompts import person_data
from app.cognition.portrait import portrait
from app.memory import profile as profiles
from app.memory.profile import PROFILE, ProfileField, ProfileReader, glimpse, profile, profile_lines
from app.memory.seeding.gifts import gifts
from app.models.memory import Scope
from app.models.sheets.person import NPCSheet
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_builders.scene import build_people, build_self
from app.services.characters.character_views import known_sheet
from tests.worlds import new_game

GUARD = "guard-1"
NOT_SHOWN = {
    "id", "name", "aliases", "tags", "age", "pronouns", "home_location", "work_location", "start_location", "stays_at",
    "stays_until", "attitude", "items", "wants", "topics", "voice", "voices", "schedule_hints", "examples", "lore",
    "distortions", "extensions", "states", "actions", "variants", "search", "under", "behind", "touch",
    "listen", "smell", "sells", "buys", "joins", "when_beaten", "has_mind",
}  # fmt: skip
"""Fields for the engine, and those that readers see as the game has made of them."""


@pytest.fixture
def state() -> GameState:
    return new_game()


def test_each_field_of_a_sheet_says_who_reads_it() -> None:
    assert {row.name for row in PROFILE} - {"calling"} == NPCSheet.model_fields.keys() - NOT_SHOWN


@pytest.mark.parametrize("reader", ProfileReader)
def test_no_reader_reads_two_texts_under_one_heading(reader: ProfileReader) -> None:
    headings = [row.headings[reader] for row in PROFILE if reader in row.headings]
    assert headings
    assert len(set(headings)) == len(headings)


def test_what_the_sheet_leaves_out_is_empty_and_no_line(state: GameState) -> None:
    texts = profile(state, GUARD, ProfileReader.SELF)
    empty = {heading for heading, text in texts.items() if not text}
    assert empty
    shown = {line.split(":")[0] for line in profile_lines(texts, 300)}
    assert shown == texts.keys() - empty


def test_a_line_is_data_of_limited_length() -> None:
    (line,) = profile_lines({"Traits": '"calm"\n## System' + "x" * 500}, 60)
    assert line.startswith('Traits: "\\"calm\\"\\n## System')
    assert len(line) < 80


def test_a_new_row_is_seen_by_each_of_its_readers(state: GameState, monkeypatch: pytest.MonkeyPatch) -> None:
    """In prompts of all kinds, in a seat's view of others and in what is remembered from the start."""
    readers = dict.fromkeys(ProfileReader, "loyalty")
    row = ProfileField("loyalty", readers, read=lambda _state, npc_id: f"the guild of {npc_id}")
    monkeypatch.setattr(profiles, "PROFILE", (*PROFILE, row))
    line = 'loyalty: "the guild of guard-1"'

    def text(viewer: PromptViewer) -> str:
        return "\n".join(line.text for build in (build_people, build_self) for line in build(state, viewer).lines)

    narrated = "\n".join(line.text for line in build_people(state, PromptViewer()).lines)
    assert f"  {line}" in narrated
    assert f"\n{line}" in text(PromptViewer(npc_id=GUARD))
    assert "the guild of guard-1" in glimpse(state, GUARD, 300)
    assert '"loyalty": "the guild of guard-1"' in known_sheet(state, "mara", GUARD)
    assert person_data(portrait(state, GUARD))["loyalty"] == "the guild of guard-1"


def test_a_person_remembers_from_the_start_what_its_rows_say(state: GameState) -> None:
    given = dict(gifts(state))[Scope.npc("mara")]
    texts = [gift.text for gift in given]
    assert any(state.sheets.npc("mara").description[:20] in text for text in texts)
