"""What kind a typed line is: its parts, the weights of the pack, and how well lines of new players are read."""

import json
from pathlib import Path

import pytest

from app.language.language import default_language
from app.language.reading.line_kinds import LineKind, LineKinds, line_kinds_of
from app.language.reading.linear import NO_WEIGHTS
from benchmarks.linear import write
from benchmarks.train_lines import FITTING, HELD_OUT, KINDS, WEIGHTS, lines_of, train

READER = line_kinds_of(default_language())
WRITTEN = json.loads(WEIGHTS.read_text("utf-8"))


def kinds(text: str, *, company: bool = True) -> list[str]:
    return [part.kind.value for part in READER.parts(text, company=company)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I crouch and look behind the barrels", "deed"),
        ("I don't think he did it", "said"),
        ("can I see what is in the box from here?", "asks"),
        ("I wonder what he's hiding", "aside"),
        ("I will climb up there for you", "said"),
        ("Otto, the old sow bit the farrier in the hand.", "said"),
        ("And the salt carts leave on Wednesday.", "said"),
        ("This is for your ears only, Otto: I salt the beer.", "said"),
    ],
)
def test_a_line_is_of_one_kind(text: str, kind: str) -> None:
    assert kinds(text) == [kind]


def test_a_line_of_two_kinds_is_divided_where_one_ends() -> None:
    text = "thank you for the soup. I get up and walk to the door"
    first, second = READER.parts(text, company=True)
    assert (first.kind, second.kind) == (LineKind.SAID, LineKind.DEED)
    assert text[slice(*second.span)] == "I get up and walk to the door"


def test_of_the_lines_of_new_players_few_are_wrongly_not_said() -> None:
    lines = [line for line in lines_of(HELD_OUT) if line.company and line.kind]
    deeds = [line for line in lines if kinds(line.text) == ["deed"]]
    assert sum(line.kind is LineKind.DEED for line in deeds) / len(deeds) >= 0.95
    assert len(deeds) / sum(line.kind is LineKind.DEED for line in lines) >= 0.7
    said = [line for line in lines if line.kind is LineKind.SAID]
    assert sum(kinds(line.text) == ["said"] for line in said) / len(said) >= 0.85


def test_without_weights_no_line_has_parts() -> None:
    assert LineKinds(default_language(), NO_WEIGHTS).parts("I sit down", company=True) == ()


@pytest.mark.parametrize("text", ["", "...", "?!", "  ", "*", "漢字"])
def test_lines_without_known_words_are_read(text: str) -> None:
    assert len(READER.parts(text, company=True)) <= 1


def test_the_weights_of_the_pack_are_as_they_are_written(tmp_path: Path) -> None:
    write(WRITTEN, tmp_path / WEIGHTS.name)
    assert (tmp_path / WEIGHTS.name).read_bytes() == WEIGHTS.read_bytes()
    assert len(WRITTEN["weights"]) == FITTING.kept
    assert all(len(each) == len(KINDS) == len(WRITTEN["least"]) for each in WRITTEN["weights"].values())


def test_the_same_lines_teach_the_same() -> None:
    lines = lines_of("plain")[:200]
    found = train(lines, READER)
    assert found == train(lines, READER)
    reader = LineKinds(default_language(), found)
    read = [{part.kind for part in reader.parts(line.text, company=True)} == {line.kind} for line in lines]
    assert sum(read) / len(read) >= 0.9


def test_the_spans_of_mixed_lines_stand_in_them_in_order() -> None:
    for name in ("w1", "w2", "plain", HELD_OUT):
        for line in lines_of(name):
            spans = [span for _, span in line.parts]
            assert spans == sorted(spans)
