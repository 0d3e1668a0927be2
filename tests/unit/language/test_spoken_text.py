"""What a player says aloud, and what of it is worth remembering."""

import pytest

from app.language.analysis.informativeness import is_statement
from app.language.analysis.mentions import MentionService
from app.language.language import default_language
from app.language.reading.hearing import acts_of
from app.language.reading.spoken_text import spoken_text
from app.models.messages.message import Role
from app.models.messages.speech import ActKind, SpeechAct
from tests.worlds import message, small_sheet

MENTIONS = MentionService(small_sheet())
ENGLISH = default_language()


@pytest.mark.parametrize(
    ("typed", "spoken"),
    [
        ("tell mara I promise to bring your lantern back", "I promise to bring your lantern back"),
        ("say I will be back", "I will be back"),
        ("say to Mara: I am tired.", "I am tired."),
        ("say Mara, I am tired.", "I am tired."),
        ("say Mara borrowed my kettle", "Mara borrowed my kettle"),
        ("say Mara has borrowed my lantern", "Mara has borrowed my lantern"),
        ("whisper to Mara that I am tired", "I am tired"),
        ("promise mara to bring the lantern back", "I promise to bring the lantern back"),
        ('"I will be back," I say to Mara. "Do not wait."', "I will be back. Do not wait."),
        ("go to Mara and tell her that I am here", "I am here"),
        ("I am tired.", "I am tired."),
        ("Promise me you will wait.", "Promise me you will wait."),
        ("ask mara about the owl", ""),
        ("tell mara about the owl", ""),
        ("go north", ""),
        ("i", ""),
    ],
)
def test_what_a_player_says_aloud_is_told_from_what_it_orders(typed: str, spoken: str) -> None:
    assert spoken_text(typed, MENTIONS) == spoken


@pytest.mark.parametrize(
    ("typed", "spoken"),
    [
        ("say I promise to ring it then go east", "I promise to ring it"),
        ("tell mara I lost my sister, and then take the lantern", "I lost my sister"),
        ("take the lantern then tell mara I am back", "I am back"),
        ("take the lantern then go east then talk to mara", ""),
        ("If you go, then I am glad.", "If you go, then I am glad."),
    ],
)
def test_orders_chained_to_a_speech_are_not_part_of_it(typed: str, spoken: str) -> None:
    assert spoken_text(typed, MENTIONS) == spoken


@pytest.mark.parametrize(
    "text",
    ["My sister drowned off the Skerries.", "There are forty of them.", "Nobody saw the owl.", "Jorun's ring is here."],
)
def test_statements_are_told_from_other_words(text: str) -> None:
    assert is_statement(text, ENGLISH)


@pytest.mark.parametrize(
    "text",
    [
        "I am sorry to hear about your husband.",
        "I'm so very sorry for your brother.",
        "Thank you for the lantern.",
        "Please help me.",
        "It is nice to meet you.",
        "I would like the key.",
        "Dig in the ash heap.",
        "Is it far?",
    ],
)
def test_politeness_orders_and_questions_are_no_statements(text: str) -> None:
    assert not is_statement(text, ENGLISH)


def done_by(words: str) -> list[tuple[ActKind, str]]:
    spoken = message(0, words, role=Role.NPC, speaker_id="mara")
    return [(clause.kind, clause.words) for clause in acts_of(spoken, small_sheet())]


@pytest.mark.parametrize(
    ("words", "acts"),
    [
        ("I will kill you, Mara.", [ActKind.THREAT]),
        ("You will die?", [ActKind.QUESTION]),
        ("You shall have my key.", [ActKind.PROMISE]),
        ("You shall have to wait. I cannot promise it.", [ActKind.STATEMENT, ActKind.STATEMENT]),
        ("I promise it. Do you know the owl?", [ActKind.PROMISE, ActKind.QUESTION]),
        ("I know about the owl.", [ActKind.STATEMENT]),
        ("", []),
    ],
)
def test_a_threat_is_no_question_and_a_vow_no_duty(words: str, acts: list[ActKind]) -> None:
    assert [kind for kind, _ in done_by(words)] == acts


def test_an_act_stands_where_its_words_stand_also_across_lines() -> None:
    words = "Good  day.\nI promise to bring\nyour lantern back. What of it?"
    assert done_by(words)[-2:] == [
        (ActKind.PROMISE, "I promise to bring\nyour lantern back."),
        (ActKind.QUESTION, "What of it?"),
    ]


# -- the acts of a message -----------------------------------------------------------------------------------------


def test_the_acts_recorded_with_a_message_are_its_acts() -> None:
    kept = SpeechAct(kind=ActKind.KEPT, span=(0, 9), what=(3, 9))
    [clause] = acts_of(message(0, "It is done, I promise.", acts=(kept,)), small_sheet())
    assert (clause.kind, clause.words, clause.matter) == (ActKind.KEPT, "It is don", "is don")


def test_a_message_without_recorded_acts_is_read_as_far_as_it_is_said_aloud() -> None:
    [clause] = acts_of(message(0, "promise mara to bring the lantern back"), small_sheet())
    assert (clause.kind, clause.words) == (ActKind.PROMISE, "I promise to bring the lantern back")
    assert acts_of(message(0, "go north"), small_sheet()) == ()


def test_an_order_to_ask_is_a_question_about_its_matter() -> None:
    [clause] = acts_of(message(0, "ask Mara about the owl"), small_sheet())
    assert (clause.kind, clause.matter) == (ActKind.QUESTION, "the owl")


@pytest.mark.parametrize("role", [Role.NARRATOR, Role.SYSTEM])
def test_whoever_only_tells_does_nothing_by_it(role: Role) -> None:
    assert acts_of(message(0, "I promise it.", role=role), small_sheet()) == ()
