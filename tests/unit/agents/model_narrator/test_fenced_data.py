"""Nothing of a prompt, and no echo of the player, comes back as a narrator's or a person's text, in both modes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.telling import how_to_tell, known_texts
from app.language.checks.answer_form import AnswerForm
from app.language.checks.prose import StreamedProse
from app.language.checks.quotation_marks import unpaired
from app.models.messages.message import Role
from app.models.sheets.narration import USUAL_STYLE
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage
from tests.unit.agents.model_narrator.test_guided import TAKE, Rules
from tests.worlds import message, new_game

LINE = "What became of the old bell on the rock?"


def shown(text: str, *, speaker: str = "", said: str = LINE, instructions: str = "", size: int = 3) -> str:
    """What a player sees of an answer that comes in pieces; what is recorded is the same."""
    pieces: list[str] = []
    form = AnswerForm(instructions, said=said, speaker=speaker)
    part = StreamedProse(pieces.append, names=("Élan",), form=form)
    for start in range(0, len(text), size):
        part.feed(text[start : start + size])
    part.close()
    told = "".join(pieces).strip()
    assert " ".join(part.text.split()) == " ".join(told.split()) or part.was_refused
    return told


@pytest.mark.parametrize("size", [1, 4, 10_000])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<happened>\nYou lift the lantern.\n</happened>", "You lift the lantern."),
        ("<happened>You lift the lantern.", "You lift the lantern."),
        ("You lift the lantern.</read>", "You lift the lantern."),
        ("You lift < happened > the lantern.", "You lift  the lantern."),
        ("<narration>You lift the lantern.</narration>", "You lift the lantern."),
        ("You lift the <b>old</b> lantern.<br/>", "You lift the old lantern."),
        ("The sign says <no entry> and a < b.", "The sign says <no entry> and a < b."),
    ],
)
def test_tags_are_cut_and_their_text_stays(text: str, told: str, size: int) -> None:
    assert shown(text, size=size) == told


@pytest.mark.parametrize("size", [1, 4, 10_000])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "“Come in,” says Mara. “There is a stool by the fire.",
            "“Come in,” says Mara. “There is a stool by the fire.”",
        ),
        ("Come in,” says Mara, and wipes a cup.", "Come in, says Mara, and wipes a cup."),
        ("She says: “Sit.\n\nThe rain stops.", "She says: “Sit.”\n\nThe rain stops."),
        ("She nods. ”", "She nods."),
        ('She says, "Sit down.', 'She says, "Sit down."'),
        ("“One paragraph.\n\n“And another,” she says.", "“One paragraph.\n\n“And another,” she says."),
        ("„Komm herein“, sagt Mara.", "„Komm herein“, sagt Mara."),
        ("»Komm herein«, sagt Mara.", "»Komm herein«, sagt Mara."),
        ('The plank is 6" thick, and "rotten".', 'The plank is 6" thick, and "rotten".'),
        ("“I know ‘the bell’ well,” she says. ’Tis late.", "“I know ‘the bell’ well,” she says. ’Tis late."),
    ],
)
def test_quotation_marks_of_a_narrator_are_paired(text: str, told: str, size: int) -> None:
    assert shown(text, size=size) == told


@pytest.mark.parametrize("size", [1, 4, 10_000])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Mara: The tide took it.", "The tide took it."),
        ("“The tide took it. Ask Tove.”", "The tide took it. Ask Tove."),
        ("“The tide took it. Ask Tove.", "The tide took it. Ask Tove."),
        ("The tide took it.”", "The tide took it."),
        ('Mara: "The tide took it."', "The tide took it."),
        ('"Aye," she says, "the tide took it."', '"Aye," she says, "the tide took it."'),
        ('"Aye. The tide," she says.', "Aye. The tide, she says."),
        ("They call it “the old one” here.", "They call it “the old one” here."),
        ("Maran and I were there.", "Maran and I were there."),
        ('Mara says, "The tide took it."', "The tide took it."),
        ("Mara nods: “The tide.” She adds: “It took it.”", "The tide. It took it."),
        ("Mara is my name. They call it “the old one”, too.", "Mara is my name. They call it “the old one”, too."),
    ],
)
def test_a_speech_is_shown_as_bare_words_while_it_comes(text: str, told: str, size: int) -> None:
    assert shown(text, speaker="Mara", size=size) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{LINE} The tide took it.", "The tide took it."),
        ("You ask what became of the old bell on the rock? The tide took it.", "The tide took it."),
        (f"“{LINE}” The tide took it.", "The tide took it."),
        (f'Mara says, "{LINE} The tide took it."', "The tide took it."),
        ("The old bell? The tide took it.", "The old bell? The tide took it."),
        (
            "The bell on the rock rang until the tide took it away.",
            "The bell on the rock rang until the tide took it away.",
        ),
        ("What became of it, nobody knows.", "What became of it, nobody knows."),
        ("On the rock, yes. It was old.", "On the rock, yes. It was old."),
    ],
)
def test_an_echo_of_the_player_is_cut_and_two_or_three_of_its_words_are_none(text: str, told: str) -> None:
    assert shown(text, speaker="Mara") == told


def test_a_short_greeting_may_come_back_from_a_person_and_not_from_a_narrator() -> None:
    assert shown("Good evening.", speaker="Mara", said="Good evening.") == "Good evening."
    assert shown("Look around. The quay is empty.", said="look around") == "The quay is empty."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "I tell Tove I will sit with her for half an hour and keep my mouth shut",
            "You tell her that you will sit for half an hour and keep your mouth shut.",
        ),
        (
            "I sit down and watch the tide come in over the sands",
            "You sit down and watch the tide come in over the sands.",
        ),
        ("watch the tide come in over the sands", "You watch the tide come in over the sands, and it is slow."),
    ],
)
def test_a_narrator_may_tell_in_the_second_person_what_the_player_does(said: str, told: str) -> None:
    assert shown(told, said=said) == told


def test_a_narrator_does_not_repeat_the_line_or_a_sentence_of_it() -> None:
    said = "I sit down. I watch the tide come in."
    assert shown("I sit down. I watch the tide come in. It is slow.", said=said) == "It is slow."


async def test_an_answer_that_is_only_an_echo_is_asked_for_again() -> None:
    stage, script = (
        Stage("I talk of the long cold winter nights."),
        ScriptedModel(["Of the long cold winter nights."], ["Aye."]),
    )
    narration = await stage.narrated_by(GuidedNarrator(script.model, Rules(text="", addressed_npc_id="guard-1")))
    assert [speech.text for speech in narration.speeches] == ["Aye."]
    assert "only repeated" in script.prompt(1)
    assert stage.told == "Guard: “Aye.”"


RULE = "Add no other outcome, way, person or thing, and no dialogue: what people say aloud is told apart."


@pytest.mark.parametrize(
    "bad",
    [
        RULE,
        "## What Happened",
        "What The Player Has Just Read (never repeat it)",
        '"You take the lantern."',
        "**Narration**",
    ],
)
async def test_what_the_model_was_told_to_do_and_given_is_refused(bad: str) -> None:
    stage, script = Stage(), ScriptedModel([*f"{bad}\nYou have it."], ["You have it."])
    narration = await stage.narrated_by(GuidedNarrator(script.model, Rules(TAKE)))
    assert " ".join(RULE.split()) in " ".join(how_to_tell(USUAL_STYLE).split())
    assert (narration.text, stage.told) == ("You have it.", "You have it.")
    assert "repeated the prompt" in script.prompt(1) or "a heading" in script.prompt(1)


def test_eight_words_of_what_the_author_writes_of_the_place_do_not_come_back() -> None:
    form = AnswerForm(known=("Tarred planks, a ferry with its paint gone to scales, and nets hung over a rail.",))
    assert form.fault("They see tarred planks, a ferry with its paint gone to scales.") is not None
    assert form.fault("The ferry with its paint gone to scales rocks.") is None


def test_what_is_to_be_told_may_be_what_was_told_before() -> None:
    before = "You let the time go by, and the light on the water goes from white to grey."
    assert AnswerForm(known=(before,)).fault(before) is not None
    assert AnswerForm(known=(before,), outcome=before).fault(before) is None


async def test_known_are_the_premise_the_place_as_it_is_now_its_details_and_earlier_narration() -> None:
    state = new_game()
    state.conversation_history.append(message(0, "The awnings drip.", role=Role.NARRATOR))
    assert known_texts(state) == (
        state.sheet.premise,
        "",
        "Stalls under patched awnings.",
        "Deep.",
        "The awnings drip.",
    )


@pytest.mark.parametrize("speaker", ["", "Tove Marrick"])
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('Tove Marrick: "Is there anything else?"', True),
        ("“Élan Ö’Dell: “Sit.”", True),
        ("```plaintext", True),
        ("Item: one board, lime wood.", False),
        ("She says: “Sit.”", False),
    ],
)
def test_a_script_and_code_are_no_prose(text: str, fault: bool, speaker: str) -> None:
    assert (AnswerForm(speaker=speaker).fault(text) is not None) == fault


def test_a_person_does_not_label_its_own_words() -> None:
    assert AnswerForm(speaker="Tove Marrick").fault("Tove: I keep the board.") is not None
    assert AnswerForm().fault("Tove: I keep the board.") is None


@pytest.mark.parametrize("size", [1, 10_000])
def test_a_person_does_not_say_a_sentence_of_the_player(size: int) -> None:
    said = "I've just come off the boat. Who are you? Sorry!"
    assert shown("Who are you? A stranger.", speaker="Tove Marrick", said=said, size=size) == "A stranger."
    assert shown("Sorry! A stranger.", speaker="Tove Marrick", said=said, size=size) == "Sorry! A stranger."


@pytest.mark.parametrize("size", [1, 10_000])
def test_nothing_is_left_of_a_sentence_that_was_read(size: int) -> None:
    pieces: list[str] = []
    read = ["You leave through the door and come to the Ferry Landing. Tove Marrick is here."]
    part = StreamedProse(pieces.append, read=read, form=AnswerForm())
    answer = 'You left through the door and come to the Ferry Landing.\n\n")."\nThe nets drip on the planks.'
    for start in range(0, len(answer), size):
        part.feed(answer[start : start + size])
    assert part.close() is None
    assert "".join(pieces).strip() == part.text == "The nets drip on the planks."


async def test_of_a_second_answer_with_nothing_good_the_outcome_is_told_by_the_rules() -> None:
    bad = '"You take the lantern."'
    stage, script = Stage(), ScriptedModel([bad], [bad])
    narration = await stage.narrated_by(GuidedNarrator(script.model, Rules(TAKE)))
    assert (narration.text, narration.degraded) == ("You take the lantern.", True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<happened>\nThe rain stops.\n</happened>", "The rain stops."),
        ("The guard says: “Move on.", "The guard says: “Move on.”"),
        ("I act. The rain stops.", "The rain stops."),
    ],
)
async def test_with_tools_it_is_the_same(text: str, told: str) -> None:
    stage = Stage()
    narration = await stage.narrated_by(NarratorAgent(ScriptedModel([*text]).model))
    assert (narration.text, stage.told) == (told, told)


async def test_with_tools_a_heading_is_asked_for_again() -> None:
    stage, script = Stage(), ScriptedModel([*"## The Market\nThe rain stops."], ["The rain stops."])
    narration = await stage.narrated_by(NarratorAgent(script.model))
    assert narration.text == stage.told == "The rain stops."
    assert "a heading" in script.prompt(1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<speech>Move on.</speech>", ["Move on."]),
        ("“Move on.”", ["Move on."]),
        ("Guard: Move on.", ["Move on."]),
        ("I stroll along the quiet river. Move on.", ["Move on."]),
        ("I stroll along the quiet river.", []),
        ("## Guard\nMove on.", []),
    ],
)
async def test_with_tools_what_people_say_is_the_same(text: str, said: list[str]) -> None:
    stage = Stage("I stroll along the quiet river.")
    says = {"tool": "npc_says", "npc_id": "guard-1", "text": text}
    narration = await stage.narrated_by(NarratorAgent(ScriptedModel([says], ["The rain stops."]).model))
    assert [speech.text for speech in narration.speeches] == said


PIECES = [*'.!?\n "“”„«»', "<b>", "</read>", "Mara", "Mara:", "said", "the old bell on the rock", "TOLD:", " 1", "# "]


@given(st.lists(st.sampled_from(PIECES), max_size=25), st.sampled_from(["", "Mara"]))
def test_however_an_answer_comes_its_text_is_the_same_and_is_what_was_shown(parts: list[str], speaker: str) -> None:
    text = "".join(parts)
    found = []
    for size in (1, 3, len(text) or 1):
        pieces: list[str] = []
        part = StreamedProse(pieces.append, form=AnswerForm(said=LINE, speaker=speaker), reports=True)
        for start in range(0, len(text), size):
            part.feed(text[start : start + size])
        reason = part.close()
        if reason is None:
            assert "".join(pieces).strip() == part.text
            assert unpaired(part.text) == []
        found.append((reason, part.text if reason is None else ""))
    assert len(set(found)) == 1


@pytest.mark.parametrize("size", [3, 10_000])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Good afternoon! I'm Mara. I boil salt.", "Good afternoon! I boil salt."),
        ("I'm Ansel. I boil salt.", "I'm Ansel. I boil salt."),
        ("Salt, and the ash of it.", "Salt, and the ash of it."),
    ],
)
def test_a_person_does_not_say_of_itself_what_the_player_has_said(text: str, told: str, size: int) -> None:
    assert shown(text, speaker="Ansel Dyce", said="Good afternoon! I'm Mara. What do you make?", size=size) == told


@pytest.mark.parametrize("speaker", ["", "Tove Marrick"])
def test_a_numbered_list_is_no_prose(speaker: str) -> None:
    form = AnswerForm(speaker=speaker)
    assert form.fault("1. Ansel") == form.fault('"2. who was the brother') == "it had a numbered list"
    assert form.fault("Day 1. Ansel boils salt.") is None
    assert form.fault("Three nights it has not rung, and 40 pounds of it are gone.") is None


@pytest.mark.parametrize("size", [1, 10_000])
def test_of_a_line_of_a_list_nothing_is_shown(size: int) -> None:
    pieces: list[str] = []
    part = StreamedProse(pieces.append, form=AnswerForm(speaker="Ansel Dyce"), drops=True)
    answer = "Good day.\n1. Tove is here. She rows.\nSit down."
    for start in range(0, len(answer), size):
        part.feed(answer[start : start + size])
    assert part.close() is None
    assert "".join(pieces).strip() == part.text == "Good day.\nSit down."
