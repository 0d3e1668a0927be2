"""A folder of Markdown and YAML is read as a scenario, and each problem names file, line and field."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.models.sheets.narration import NarrationStyle, NarrationTense
from app.scenarios.folders.reading import FolderContent, inspect_folder
from app.scenarios.folders.source_values import MAX_VALUES
from app.scenarios.folders.yaml_reading import MAX_DEPTH
from app.settings import PROJECT
from tests.unit.scenarios.folders import FILES, QUAY, SCENARIO, SHED, THINGS, content, inspected, problems

BREAD = PROJECT / "examples" / "night-bread.json"


def test_a_folder_is_a_scenario_whose_parts_are_called_as_their_files() -> None:
    found = inspected()
    sheet = found.sheet

    assert found.problems == ()
    assert sheet is not None
    assert (sheet.id, sheet.title, sheet.opening) == ("last-boat", "The Last Boat", "You have missed it.")
    assert (sheet.summary, sheet.premise) == ("A quay and a shed.", "Quiet and small.")
    assert [(place.id, place.name) for place in sheet.locations] == [("quay", "The Quay"), ("shed", "The Shed")]
    assert sheet.locations[0].description == "Stones, and a ring in one of them."
    assert [(thing.id, thing.name) for thing in sheet.items] == [("rope", "rope")]


def test_an_id_that_is_given_counts_and_not_the_name_of_the_file() -> None:
    found = inspected(
        scenario=SCENARIO.replace("---\nstart", "---\nid: boat\nstart"),
        places__shed=None,
        places__b=SHED.replace("---\nexits", "---\nid: shed\nexits"),
    )
    assert found.sheet is not None
    assert (found.sheet.id, [place.id for place in found.sheet.locations]) == ("boat", ["shed", "quay"])
    ordered = SCENARIO.replace("---\nstart", "---\nplaces: [quay, shed]\nstart")
    found = inspected(scenario=ordered, places__shed=None, places__b=SHED.replace("---\nexits", "---\nid: shed\nexits"))
    assert found.sheet is not None
    assert [place.id for place in found.sheet.locations] == ["quay", "shed"]


def test_fields_can_be_texts_under_headings() -> None:
    place = f"{QUAY}\n## Revisit\n\nThe quay again.\n\n## Search\n\nSand.\n"
    person = "---\nstart_location: quay\n---\n# Tove\n\nA ferrywoman.\n\n## Communication style\n\nDry.\n"
    found = inspected(places__quay=place, people__tove=person)
    assert found.sheet is not None
    assert (found.sheet.locations[0].revisit, found.sheet.locations[0].search) == ("The quay again.", "Sand.")
    assert (found.sheet.npcs[0].description, found.sheet.npcs[0].communication_style) == ("A ferrywoman.", "Dry.")


def test_how_a_model_tells_is_said_in_the_front_matter() -> None:
    said = "narration:\n  style: Like a sea shanty.\n  tense: past\n"
    found = inspected(scenario=SCENARIO.replace("---\nstart", f"---\n{said}start", 1))
    assert found.sheet is not None, found.problems
    assert found.sheet.narration == NarrationStyle(style="Like a sea shanty.", tense=NarrationTense.PAST)
    bad = inspected(scenario=SCENARIO.replace("---\nstart", "---\nnarration: {tense: future}\nstart", 1))
    assert list(map(str, bad.problems)) == ["scenario.md:2: narration.tense: 'future' is none of 'present' or 'past'."]


def test_parts_come_in_the_order_of_the_list_and_then_by_the_names_of_their_files() -> None:
    def order(listed: str) -> list[str]:
        changed = SCENARIO.replace("---\nstart", f"---\n{listed}start", 1)
        found = inspected(scenario=changed, places__alley=QUAY.replace("name: the shed door", "name: a gate"))
        assert found.sheet is not None, found.problems
        return [place.id for place in found.sheet.locations]

    assert order("") == ["alley", "quay", "shed"]
    assert order("places: [shed]\n") == ["shed", "alley", "quay"]
    assert order("places:\n  - quay\n  - shed\n  - alley\n") == ["quay", "shed", "alley"]


def test_an_order_that_names_what_is_not_there_says_where_and_what_is_near() -> None:
    changed = SCENARIO.replace("---\nstart", "---\nplaces:\n  - quai\n  - shed\n  - shed\nstart", 1)
    assert problems(scenario=changed) == [
        "scenario.md:3: places[0]: there is no places/quai.md; did you mean 'quay'?",
        "scenario.md:5: places[2]: it is in the list already.",
    ]


def test_parts_can_stand_in_the_scenarios_file_in_a_file_of_their_kind_or_in_files_of_their_own() -> None:
    hill = "{id: hill, name: The Hill, description: Grass., exits: [{to: quay, name: down}]}"
    found = inspected(
        scenario=SCENARIO.replace("---\nstart", f"---\nplaces: [quay, {hill}]\nstart", 1),
        things="- id: rope\n  name: rope\n  description: Long.\n",
        things__tar="---\n---\n# tar\n\nBlack.",
        places__shed=SHED.replace("[rope]", "[rope, tar]"),
        places__quay=QUAY.replace("exits:\n", "exits:\n  - {to: hill, name: up}\n"),
    )
    assert found.sheet is not None, found.problems
    assert found.problems == ()
    assert [place.id for place in found.sheet.locations] == ["quay", "hill", "shed"]
    assert [thing.description for thing in found.sheet.items] == ["Long.", "Black."]


def test_folders_in_the_folder_of_a_kind_only_order_its_files() -> None:
    found = inspected(places__shed=None, places__harbour__shed=SHED)
    assert found.sheet is not None
    assert [place.id for place in found.sheet.locations] == ["shed", "quay"]


def test_a_walkthrough_is_a_text_of_lines() -> None:
    files = {**FILES, "walkthrough.txt": "# to the shed\ngo east\r\n\n  take rope\n"}
    sheet = inspect_folder(content(files)).sheet
    assert sheet is not None
    assert sheet.walkthrough == ("go east", "take rope")


def test_a_text_stays_a_text_whatever_it_looks_like() -> None:
    texts = "[no, On, yes, 12:30, 007, 1984, true, 1.10, 2026-11-29, 0x1f, 1_000, null, ~, 1e3, .5, off]"
    found = inspected(places__quay=QUAY.replace("---\nexits", f"---\naliases: {texts}\nexits"))
    assert found.sheet is not None, found.problems
    assert found.sheet.locations[0].aliases == tuple(texts.strip("[]").split(", "))


def test_numbers_flags_and_words_of_states_are_what_they_look_like() -> None:
    states = """\
    - {name: lit, first: true}
    - {name: oil, kind: number, first: 3}
    - {name: mood, kind: word, words: [no, yes], first: yes, texts: {no: "No.", yes: 12:30}}
    """
    found = inspected(states=states)
    assert found.sheet is not None, found.problems
    assert [state.first for state in found.sheet.states] == [True, 3, "yes"]
    assert dict(found.sheet.states[2].texts) == {"no": "No.", "yes": "12:30"}


def test_a_field_without_a_value_is_as_one_that_is_not_written() -> None:
    found = inspected(places__quay=QUAY.replace("---\nexits", "---\naliases:\nitems:\nexits"))
    assert found.sheet is not None, found.problems
    assert found.sheet.locations[0].aliases == ()


def test_every_problem_names_file_line_and_field_at_once() -> None:
    assert problems(
        places__quay=QUAY.replace("to: shed", "to: sheds").replace("---\nexits", "---\natmosfere: x\nexits"),
        things=THINGS + "  descripton: y\n",
    ) == [
        "places/quay.md:2: atmosfere: there is no field 'atmosfere'; did you mean 'atmosphere'?",
        "things.yaml:4: rope.descripton: there is no field 'descripton'; did you mean 'description'?",
        "places/quay.md:4: exits[0].to: 'sheds' names no place of this scenario; did you mean 'shed'?",
        "places/shed.md:1: no way leads to 'shed' from the start.",
    ]


def test_problems_that_name_another_part_name_its_file() -> None:
    found = problems(places__shed=SHED.replace("---\nexits", "---\nid: quay\nexits"))
    assert "places/shed.md:2: id: 'quay' is already the id of places/quay.md:1." in found


def test_what_is_missing_is_named_where_it_would_be() -> None:
    assert problems(scenario=SCENARIO.replace("# The Last Boat", "")) == ["scenario.md:1: title: this is missing."]
    assert problems(places__quay=None, places__shed=None) == ["places/: this is missing."]
    assert problems(places__quay=QUAY.partition("# The")[0]) == [
        "places/quay.md:1: name: this is missing.",
        "places/quay.md:1: description: this is missing.",
    ]


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("## Atmosfere\n\nx", "places/quay.md:9: no field is called 'Atmosfere'; did you mean 'atmosphere'?"),
        ("## Nothing of it\n\nx", "places/quay.md:9: no field is called 'Nothing of it'; there are ## Search, "),
        ("### Search\n\nx", "places/quay.md:9: a heading with ### has no meaning here; fields are headings with ##."),
        ("## Description\n\nx", "places/quay.md:9: description: it is written twice, first in line 8."),
        ("# Again\n", "places/quay.md:9: name: it is written twice, first in line 6."),
        ("<!-- not\nended", "places/quay.md:9: the note that begins here has no end: '-->'."),
    ],
)
def test_headings_that_name_no_field_are_no_text(written: str, problem: str) -> None:
    found = problems(places__quay=QUAY + written)
    assert [one[: len(problem)] for one in found] == [problem]


@pytest.mark.parametrize(
    ("front", "problem"),
    [
        ("name: The Bell: a story", "places/quay.md:2: this is not YAML: mapping values are not allowed"),
        ("items:\n\t- rope", "places/quay.md:3: this is not YAML: found character that cannot start any token"),
        ("name: 'open", "places/quay.md:"),
        ("name: !!python/object:os.system x", "places/quay.md:2: tags such as"),
        ("name: &x [*x]", "places/quay.md:2: no complete value before this is marked &x."),
        ("a: " + "[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2), "places/quay.md:2: it is nested too deeply."),
        ("- a\n- b", "places/quay.md:2: fields are written as 'name: value', each on a line."),
        ("? [a]\n: b", "places/quay.md:2: the name of a field is a word"),
        ("a: b\n--- c", "places/quay.md:3: "),
    ],
)
def test_front_matter_that_cannot_be_read_says_in_which_line(front: str, problem: str) -> None:
    found = problems(places__quay=f"---\n{front}\n---\nA quay.\n")
    assert [one for one in found if one.startswith(problem)], found
    assert not [one for one in found if "names no" in one or "leads to" in one], "what follows is not listed"


def test_a_name_that_is_written_twice_keeps_nothing_else_from_being_found() -> None:
    assert problems(places__quay=QUAY.replace("---\nexits", "---\ntags: [a]\nitems: [oar]\ntags: [b]\nexits")) == [
        "places/quay.md:4: tags: it is written twice in one mapping, first in line 2.",
        "places/quay.md:3: items[0]: 'oar' names no thing of this scenario.",
    ]


def test_names_of_fields_are_shown_without_control_characters() -> None:
    found = problems(
        places__quay=QUAY.replace("---\nexits", '---\n"\\e[2J": x\n"\\e[2J": y\nexits'), things='"\\e[2J": {name: x}\n'
    )
    assert len(found) >= 3
    assert all(one.isprintable() for one in found)


def test_front_matter_without_an_end_is_named() -> None:
    [found] = problems(places__quay="---\nname: x\n# The Quay\n")
    assert found == "places/quay.md:1: the front matter that begins here has no end: a line with '---' alone."


def test_aliases_are_read_up_to_a_number_of_values() -> None:
    shared = "---\naliases: &names [pier, jetty]\ntags: *names\n"
    found = inspected(places__quay=QUAY.replace("---\n", shared, 1))
    assert found.sheet is not None
    assert found.sheet.locations[0].tags == ("pier", "jetty")

    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 9))
    [bomb] = problems(places__quay=f"---\nl0: &l0 [x, x]\n{levels}\n---\n# Quay\n")
    assert bomb == "folder: it has too many values: its aliases repeat too much."
    assert MAX_VALUES <= 1_000_000


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("place/attic.md", "place/: no folder of a scenario is called so; did you mean 'places'? What is no part"),
        ("thing.yaml", "thing.yaml: no file of a scenario is called so; did you mean 'things.yaml'? What is no part"),
        ("notes.md", "notes.md: no file of a scenario is called so. What is no part of the scenario has a name that"),
        ("places.md", "places.md: no file of a scenario is called so; did you mean 'places.yaml'? What is no part"),
    ],
)
def test_files_that_are_no_part_of_a_scenario_are_named_and_what_they_may_mean(path: str, problem: str) -> None:
    [found] = [str(one) for one in inspect_folder(content({**FILES, path: "x: y\n"})).problems]
    assert found.startswith(problem)


def test_a_readme_is_no_part_of_the_scenario() -> None:
    assert inspect_folder(content({**FILES, "README.md": "# Mine\n\n### Yours"})).problems == ()


def test_a_folder_has_one_file_of_the_scenario_itself() -> None:
    both = {**FILES, "scenario.yaml": "title: x\n"}
    assert (
        str(inspect_folder(content(both)).problems[0])
        == "folder: there are scenario.md and scenario.yaml; remove one of them."
    )
    none = {path: text for path, text in FILES.items() if path != "scenario.md"}
    assert [str(one) for one in inspect_folder(content(none)).problems] == ["folder: there is no scenario.md."]


def test_the_scenarios_file_can_be_yaml_and_has_the_names_of_a_folder() -> None:
    fields = SCENARIO.partition("\n---")[0].removeprefix("---\n")
    texts = "\ntitle: A\nopening: B\nsummary: C\npremise: D\n"
    files = {path: text for path, text in FILES.items() if path != "scenario.md"}
    assert inspect_folder(content({**files, "scenario.yaml": fields + texts})).problems == ()
    found = inspect_folder(content({**files, "scenario.yaml": f"{fields}{texts}npcs: []\n"})).problems
    assert [str(one) for one in found] == [
        "scenario.yaml:11: there is no field 'npcs' in a folder; did you mean 'people'?"
    ]


def test_what_the_disk_refuses_and_what_is_no_text_are_problems_of_their_files() -> None:
    files = (*content(FILES).files, ("people/a.md", b"# Caf\xe9\n"))
    found = inspect_folder(FolderContent("last-boat", files, (("places/link.md", "it is a link out of the folder."),)))
    assert [str(one) for one in found.problems] == [
        "places/link.md: it is a link out of the folder.",
        "people/a.md:1: it is not UTF-8 text.",
    ]
    assert found.sheet is None


def test_windows_lines_and_a_byte_order_mark_are_read() -> None:
    files = {path: "\ufeff" + text.replace("\n", "\r\n") for path, text in FILES.items()}
    assert inspect_folder(content(files)).sheet == inspected().sheet


def test_a_schema_can_be_named_in_every_file() -> None:
    files = {
        path: text.replace("---\n", "---\n$schema: ../x.json\n", 1) if path.endswith(".md") else f"$schema: x\n{text}"
        for path, text in FILES.items()
    }
    assert inspect_folder(content(files)).sheet == inspected().sheet


def test_a_json_scenario_is_read_without_the_parser_of_yaml(tmp_path: Path) -> None:
    code = (
        "import sys; from app.services.game.games.scenario_library import ScenarioLibrary; from pathlib import Path;"
        f"ScenarioLibrary([Path({str(tmp_path)!r})]).list(); ScenarioLibrary([]).load(Path({str(BREAD)!r}));"
        "assert 'yaml' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
