"""What of a typed line is said aloud where a model carries it out, and no rule."""

import pytest

from app.agents.narrator.reading.aloud import said_aloud
from tests.unit.agents.narrator_offline.playing import at, line_vectors
from tests.worlds import at_once, new_game

SAID = [
    ("I warm my hands at the oven and eat the bun.", []),
    ("I set the pole down and shake the snow off. Is it far to the weir?", ["Is it far to the weir?"]),
    ("I kneel and look under the bench. Have you seen my ring?", ["Have you seen my ring?"]),
    ("I nod. My name is Élan.", ["My name is Élan."]),
    ('I set the bucket down. "Who made this, Mara?" Then I take the lamp.', ["Who made this, Mara?"]),
    ("tell Mara that the bell is silent", ["the bell is silent"]),
    ("I promise to bring you the lantern, Mara.", ["I promise to bring you the lantern, Mara."]),
    ("ask Mara about the owl", []),
    ("go to the market", []),
    ("take the lantern", []),
    ('The sign says "owl", so I walk on.', []),
]


@pytest.mark.parametrize(("line", "said"), SAID)
@pytest.mark.parametrize("vectors_of", [None, line_vectors], ids=["by words", "by vectors"])
async def test_speech_is_told_from_deeds(line: str, said: list[str], vectors_of: object) -> None:
    spans = await said_aloud(at(new_game(), "inn"), line, vectors_of)  # type: ignore[arg-type]  # one of the two
    assert [line[start:end] for start, end in spans or ()] == said


def test_an_empty_line_and_one_in_a_language_without_a_classifier_are_not_read() -> None:
    state = new_game()
    assert at_once(said_aloud(state, " ")) is None
    sheet = state.sheet.model_copy(update={"language": "de"})
    state.scenario = state.scenario.model_copy(update={"sheet": sheet})
    assert at_once(said_aloud(state, "Ich nehme die Lampe.")) is None
