"""Names in text become ids: whom a text names, whom it addresses, what of the scenario it knows."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.language.analysis import names
from app.language.analysis.mentions import MentionService, mentions_for
from app.language.analysis.text import MARKS, UNSPACED
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import FigureSheet, NPCSheet
from tests.worlds import small_sheet

SMALL = MentionService(small_sheet())


def service(*people: tuple[str, tuple[str, ...]], places: tuple[str, ...] = ()) -> MentionService:
    """The small world with these people (name, aliases) of ids p0, p1 … instead of its own."""
    npcs = tuple(
        NPCSheet(id=f"p{n}", name=name, aliases=other, description="-") for n, (name, other) in enumerate(people)
    )
    spots = tuple(LocationSheet(id=f"spot-{n}", name=name, description="-") for n, name in enumerate(places))
    sheet = small_sheet()
    return MentionService(sheet.model_copy(update={"npcs": npcs, "locations": (*sheet.locations, *spots)}))


@pytest.mark.parametrize(
    "text", ["mara", "MARA!", "Mara's cup", "Mara’s", "(Ironhand)", "_Mara_", "*Mara*", "The innkeeper", "innkeeper"]
)
def test_a_person_is_found_by_alias_single_word_and_possessive(text: str) -> None:
    assert SMALL.people(text) == ("mara",)


@pytest.mark.parametrize("text", ["marathon", "samara", "Marah", "ironhanded", "", "mara2"])
def test_a_name_inside_another_word_is_not_found(text: str) -> None:
    assert SMALL.people(text) == ()


def test_al_is_not_in_also() -> None:
    mentions = service(("Al", ()))
    assert mentions.people("also, already, Alan") == ()
    assert mentions.people("I like al.") == ("p0",)


def test_people_come_in_order_of_appearance_and_once() -> None:
    assert SMALL.people("The guard saw Mara, and Mara saw the guard.", ["guard-2"]) == ("guard-2", "mara")


def test_of_two_people_of_one_name_the_one_who_is_present_is_meant() -> None:
    assert SMALL.people("a guard", ["guard-2", "mara"]) == ("guard-2",)
    assert SMALL.people("a guard", ["guard-1", "guard-2"]) == ("guard-1", "guard-2")
    assert SMALL.people("a guard") == ("guard-1", "guard-2")


def test_the_longest_name_wins() -> None:
    mentions = service(("Mara Ironhand", ()), ("Mara", ()))
    assert mentions.people("Mara Ironhand is here") == ("p0",)
    assert mentions.people("Mara is here") == ("p1",)


def test_a_word_that_two_people_share_names_neither() -> None:
    mentions = service(("Mara Ironhand", ()), ("Tom Ironhand", ()))
    assert mentions.people("Ironhand") == ()
    assert mentions.people("Tom met Mara") == ("p1", "p0")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Haldane is away.",
            "Ask Haldane.",
            "ask Haldane",
            "ASK HALDANE",
            "Jorun Haldane",
            "Dr. Haldane",
            "Mr Haldane",
        ),
        *("Ropemaker Haldane", "the ropemaker Haldane", "Poor Haldane!", "Where is Haldane?", "Haldane, Haldane!"),
    ],
)
def test_a_family_name_means_the_one_known_by_it(text: str) -> None:
    assert set(service(("Jorun Haldane", ("Jorun", "the ropemaker")), ("Hedda Brask", ())).people(text)) == {"p0"}


@pytest.mark.parametrize(
    "text",
    ["Ivo Haldane", "who is Ivo Haldane?", "Old Haldane built it.", "Dr Ivo Haldane's mill"],
)
def test_a_family_name_after_a_first_name_of_nobody_names_nobody(text: str) -> None:
    people = service(("Jorun Haldane", ("Jorun",)), ("Hedda Brask", ()))
    assert (people.people(text), people.known_names(text), people.claims(text)) == ((), frozenset(), ())


CAST = service(
    ("Jorun Haldane", ("Jorun", "the ropemaker")), ("Hedda Brask", ("the baker",)), ("Al", ()), places=("Varnholt",)
)


@pytest.mark.parametrize(
    "text",
    [
        *("Hedda Haldane", "is Hedda Haldane's oven hot?", "Jorun Brask", "who is Hedda Brandt?"),
        *("hedda haldane", "who is jorun brask?", "who is rurik haldane?", "do you know rurik haldane"),
        *("hedda brandt", "ask hedda brandt about the bread", "who is hedda kethelow?", "tell hedda kethelow's dog"),
    ],
)
def test_a_first_and_a_family_name_that_nobody_has_together_name_nobody(text: str) -> None:
    assert (CAST.people(text), CAST.known_names(text), CAST.claims(text)) == ((), frozenset(), ())


@pytest.mark.parametrize(
    ("text", "named"),
    [
        *(("Hedda Brask", ("p1",)), ("hedda brask", ("p1",)), ("Hedda, Haldane is here", ("p1", "p0"))),
        *(("tell Hedda Jorun is here", ("p1", "p0")), ("ask Hedda Where", ("p1",))),
        *(("Hedda Baker", ("p1",)), ("the baker Hedda", ("p1",)), ("Ropemaker Haldane", ("p0",))),
        *(("Did Hedda Monday?", ("p1",)), ("tell Hedda Varnholt burns", ("p1",)), ("HEDDA WAS HERE", ("p1",))),
        *(("ask hedda about haldane", ("p1", "p0")), ("aks haldane", ("p0",)), ("please find haldane", ("p0",))),
        *(("is haldane trusting hedda", ("p0", "p1")), ("Al Brandt", ("p2",))),
        *(("hedda please", ("p1",)), ("ask hedda about the bread", ("p1",)), ("give hedda barley", ("p1",))),
        *(("hedda pleese", ("p1",)), ("ask hedda abuot bread", ("p1",)), ("give hedda loaves", ("p1",))),
        *(("hedda brusk", ("p1",)), ("ask hedda varnhold", ("p1",)), ("hedda kneaded it", ("p1",))),
    ],
)
def test_what_stands_beside_a_name_and_is_no_name_leaves_it_what_it_is(text: str, named: tuple[str, ...]) -> None:
    assert CAST.people(text) == named


def test_a_figure_whose_full_name_it_is_takes_a_family_name_along() -> None:
    sheet = small_sheet()
    people = (NPCSheet(id="jorun", name="Jorun Haldane", description="-"),)
    figures = (FigureSheet(id="ivo", name="Ivo Haldane", aliases=("Ivo",)),)
    mentions = MentionService(sheet.model_copy(update={"npcs": people, "figures": figures}))
    assert [found.ids for found in mentions.names("ivo haldane, Ivo, Jorun and Haldane")] == [
        *(("ivo",), ("ivo",), ("jorun",), ("jorun",))
    ]
    assert mentions.people("ivo haldane") == mentions.people("Ivo Brandt") == ()
    assert mentions.known_names("Ivo Brandt") == frozenset()


def test_names_of_strangers_are_joined() -> None:
    assert CAST.with_strangers_joined("ask Hedda about Hedda Haldane") == "ask Hedda about Hedda\u00a0Haldane"
    assert CAST.with_strangers_joined("Hello\u00a0Hedda") == "Hello Hedda"


def test_titles_small_words_and_names_of_things_are_no_names_of_people() -> None:
    mentions = service(("Old Brother Anselm of the Tower", ()), ("Captain Vane", ()))
    assert mentions.people("an old brother of the captain in the tower") == ()
    assert mentions.people("Anselm and vane") == ("p0", "p1")


def test_a_name_that_is_an_ordinary_word_needs_its_capital() -> None:
    mentions = service(("Will", ()), ("Will Scarlet", ()))
    assert mentions.people("I will go") == ()
    assert mentions.people("then Will came") == ("p0",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("玛拉", "我见到玛拉了"),
        ("マラ", "昨日マラに会った"),
        ("มารา", "ฉันพบมาราเมื่อวาน"),
        ("마라", "어제 마라를 만났다"),
        ("Élan", "ÉLAN"),
        ("Élan", "E\u0301lan"),
        ("O'Brien", "o’brien’s boat"),
        ("Straße", "STRASSE"),
        ("Мара", "мара ушла"),
        ("राम", "राम आया"),
        ("Ｍａｒａ", "Mara"),
        ("Mara", "我见到Mara了"),
        ("Jean-Luc", "jean-luc!"),
        ("Dr. No", "met Dr. No."),
        ("Mara  Vale", "Mara\nVale"),
    ],
)
def test_names_are_found_in_every_script_and_spelling(name: str, text: str) -> None:
    assert service((name, ())).people(text) == ("p0",)


def test_a_name_does_not_end_before_a_vowel_sign() -> None:
    assert service(("राम", ())).people("रामायण पढ़ो, रामा") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("talk to mara", ("mara",)),
        ("I want to talk with Mara about the guard.", ("mara",)),
        ("ask Mara about the guard", ("mara",)),
        ("tell the guard about Mara", ("guard-1",)),
        ("I tell the innkeeper that the guard is drunk", ("mara",)),
        ("Tell Mara, Guard is drunk", ("mara",)),
        ("say to Mara: I promise", ("mara",)),
        ("say hello to Mara", ("mara",)),
        ('I say "hello there, guard" to Mara', ("mara",)),
        ("greet the innkeeper", ("mara",)),
        ("go over and speak with Ironhand", ("mara",)),
        ("ask Mara and the guard about it", ("mara", "guard-1")),
        ("Mara, where is the key?", ("mara",)),
        ('"Mara, listen," I say.', ("mara",)),
        ("Good. Mara, listen.", ("mara",)),
        ("Guard and Mara, come here!", ("guard-1", "mara")),
        ("Hello Mara how are you", ("mara",)),
        ("good evening, Mara Ironhand!", ("mara",)),
        ("What troubles you, Mara?", ("mara",)),
        ("Tell me, Mara, what is it?", ("mara",)),
        ("mara", ("mara",)),
        ("Mara！你好", ("mara",)),
        ("promise mara to come back", ("mara",)),
        ("keep this between us, Mara: the bell is cracked", ("mara",)),
    ],
)
def test_whoever_is_spoken_to_is_addressed(text: str, expected: tuple[str, ...]) -> None:
    assert SMALL.addressed(text, ["mara", "guard-1"], ["guard-1"]) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I saw Mara yesterday",
        "say I saw Mara yesterday",
        "Where is Mara?",
        "Mara's key?",
        "Did you tell Mara?",
        "He told me to ask Mara.",
        "I look at Mara.",
        "Mara also said so.",
        "I met the guard, Mara.",
        "give the lantern to Mara",
        "hello",
        "",
    ],
)
def test_a_mere_mention_does_not_change_the_addressee(text: str) -> None:
    assert SMALL.addressed(text, ["mara", "guard-1"], ["guard-1"]) == ("guard-1",)


def test_nobody_absent_is_addressed() -> None:
    assert SMALL.addressed("ask Mara", ["guard-1"], ["guard-1", "mara"]) == ("guard-1",)
    assert SMALL.addressed("Hello Guard!", ["guard-2"]) == ("guard-2",)
    assert SMALL.addressed("hello", [], ["mara"]) == ()


def test_known_names_are_those_of_everything_in_the_scenario() -> None:
    text = "At the broken oar Mara lost her lamp; the great owl took a light for mara, and night fell on a prison cell."
    assert SMALL.known_names(text) == {"inn", "mara", "lantern", "owl", "light", "act-2", "cell-1", "cell-2"}


def test_claims_are_only_what_is_written_as_a_name() -> None:
    claims = SMALL.claims("Night fell. They found an inn, not the Inn; Mara lit a lamp at Dusk.")
    assert [(found.written, found.ids) for found in claims] == [
        ("Inn", ("inn",)),
        ("Mara", ("mara",)),
        ("lamp", ("lantern",)),
        ("Dusk", ("act-1",)),
    ]


def test_a_thing_is_found_by_its_name_inside_a_longer_one() -> None:
    mentions = service(places=("Tower Stair",))
    assert not mentions.known_names("the Tower Stair") & {"tower"}
    assert mentions.names_one_of(["tower"], "the Tower Stair")
    assert not mentions.names_one_of(["tower"], "the towers")


def test_the_service_of_a_sheet_is_built_once() -> None:
    sheet = small_sheet()
    assert mentions_for(sheet) is mentions_for(sheet)
    assert mentions_for(small_sheet()) is not mentions_for(sheet)


@pytest.mark.parametrize(
    "text",
    [
        "mara " * 2_000,
        "mara" * 2_500,
        "talk to " * 1_250,
        "please " * 1_400 + "mara",
        ", mara" * 1_600,
        '"mara' * 2_000,
        'say "" to mara and ' * 500,
        "m" * 10_000,
        " " * 10_000,
        "\n" * 10_000,
        "the " * 2_500,
        "mara, and " * 1_000,
        "ŉ" * 10_000,
    ],
)
def test_ten_thousand_hostile_characters_are_read(text: str) -> None:
    everyone = ["mara", "guard-1", "guard-2"]
    assert set(SMALL.people(text, everyone)) <= {"mara"}
    assert set(SMALL.addressed(text, everyone)) <= {"mara"}
    assert "tower" not in SMALL.known_names(text)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_gives_known_ids(text: str) -> None:
    ids = {"mara", "guard-1", "guard-2"}
    assert set(SMALL.people(text)) <= ids
    assert set(SMALL.addressed(text, ids)) <= ids


NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=40)


@settings(deadline=None)
@given(NAMES.filter(lambda name: any(c.isalnum() for c in name)))
def test_any_name_is_found_where_it_stands_alone(name: str) -> None:
    assert "p0" in service((name, ())).people(f"so {name} came")


@pytest.mark.parametrize("text", ["Mara and the guard", "Élan saw Mara, the 2nd.", "mara—MARA’s “mara” — mara"])
def test_a_text_without_scripts_that_lack_blanks_needs_no_class_of_their_signs(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An expression that has one takes 8 ms to compile, and a scenario has six tables of names."""
    compiled: list[str] = []
    compile_one = re.compile

    def listed(expression: str, *flags: int) -> re.Pattern[str]:
        compiled.append(expression)
        return compile_one(expression, *flags)

    monkeypatch.setattr(re, "compile", listed)
    of_its_own = f"Ny Elan {'x' * len(text)}"  # tables of the same names share an expression
    assert service(("Mara", ()), (of_its_own, ())).people(text) == ("p0",)
    assert compiled
    assert not any(UNSPACED in each or MARKS in each for each in compiled)


TABLE = names.NameTable({"Al": ("al",), "x2": ("x",), "(O)": ("o",), "Bo-": ("bo",), "李": ("li",), "Δ": ("d",)})


@given(st.text(st.sampled_from("alxo2(-b)δ '\n.,é—\"_"), max_size=24))
@settings(deadline=None)
def test_names_are_found_alike_whether_or_not_such_a_sign_stands_elsewhere(text: str) -> None:
    plain = [(found.start, found.end, found.ids) for found in TABLE.find(names.Folded.of(text + " ."))]
    mixed = [(found.start, found.end, found.ids) for found in TABLE.find(names.Folded.of(text + " . 𠀀"))]
    assert plain == mixed
