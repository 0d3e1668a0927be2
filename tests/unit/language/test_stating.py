"""Whether a sentence states a claim: only if it says all of it, in the same sense."""

import pytest

from app.language.reading.stating import claimed, statements


def states(said: str, claim: str, speaker: str = "Corin", listeners: str = "Ada Venn") -> bool:
    return any(each.states(claimed(claim)) for each in statements(said, speaker, listeners))


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("Ada, the north millstone is cracked right through.", "The north millstone is cracked."),
        ("I sold my horse.", "Corin sold his horse."),
        ("I’ve sold my horse to the smith.", "Corin sold his horse."),
        ("You keep your pearls in the piano.", "Ada Venn keeps her pearls in the piano."),
        ("I was wrong about the carts. They leave on Friday, not Thursday.", "The carts leave on Friday."),
        ("It's twenty riders the bishop brings, not forty.", "The bishop brings twenty riders."),
        ("There's a rockfall. It blocks the pass.", "The pass is blocked by a rockfall."),
        ("For the house I can pay a hundred and fifty florins.", "Corin can pay 150 florins for the house."),
        ("There are eight hundred spears at the ford.", "800 spears stand at the ford."),
        ("They are giving a white falcon as the prize.", "The prize is a white falcon."),
        ("I never went to the mill.", "Corin never went to the mill."),
        ("The dance will be held on the green.", "The dance is held on the green."),
        ("If you need Nadia: she lodges at the cooper's.", "Nadia lodges at the cooper's."),
    ],
)
def test_a_claim_is_stated_in_other_words(said: str, claim: str) -> None:
    assert states(said, claim)


@pytest.mark.parametrize(
    ("said", "claim"),
    [
        ("Is the north millstone cracked?", "The north millstone is cracked."),
        ("Is the north millstone cracked? It looks so.", "The north millstone is cracked."),
        ("The north millstone isn't cracked.", "The north millstone is cracked."),
        ("The north millstone is cracked.", "The north millstone is not cracked."),
        ("If the inspector finds rats, he will close the brewery.", "The inspector closes the brewery."),
        ("I want to sell my horse.", "Corin sold his horse."),
        ("I'll sell my horse.", "Corin sold his horse."),
        ("Perhaps I sold my horse.", "Corin sold his horse."),
        ("I sold my horse.", "Ada sold her horse."),
        ("I owe Davor twelve crowns.", "Davor owes Corin twelve crowns."),
        ("Davor owes me twelve crowns.", "Corin owes Davor twelve crowns."),
        ("The guild pays the mayor.", "The mayor pays the guild."),
        ("Pia sold her cow and Timo bought the mill.", "Pia bought the mill."),
        ("The baker sold his cow, and the smith bought the mill.", "The baker bought the mill."),
        ("The carts leave on Friday, not Thursday.", "The carts leave on Thursday."),
        ("The gate cost ninety crowns.", "The gate cost sixty crowns."),
        ("The northern envoy was poisoned.", "The southern envoy was poisoned."),
        ("A vein of silver was found.", "A vein of copper was found."),
        ("", "The mill burns."),
    ],
)
def test_what_only_resembles_a_claim_does_not_state_it(said: str, claim: str) -> None:
    assert not states(said, claim)


def is_other_version(said: str, put_right: str) -> bool:
    earlier, newer = statements(said, "Corin", "Ada Venn"), statements(put_right, "Corin", "Ada Venn")
    return any(one.is_other_version(other) for one in newer for other in earlier)


@pytest.mark.parametrize(
    ("said", "put_right"),
    [
        ("The Heron sails at six.", "The Heron sails at nine."),
        ("The carts leave on Thursday.", "I was wrong about the carts. They leave on Friday."),
        ("I lodge at the chandler's.", "I don't lodge at the chandler's now. I lodge at the cooper's."),
        ("The midsummer dance is in the barn.", "Not in the barn after all. The midsummer dance is on the green."),
        ("Our scouts count three hundred spears at the ford.", "They err. There are eight hundred spears at the ford."),
    ],
)
def test_another_version_has_another_value_or_what_was_put_right_beside_it(said: str, put_right: str) -> None:
    assert is_other_version(said, put_right)


@pytest.mark.parametrize(
    ("said", "put_right"),
    [
        ("The southern envoy was poisoned.", "The northern envoy was poisoned."),
        ("The cart sails at six.", "The Heron sails at nine."),
        ("Eight years, and he still lays out her gloves.", "Seven years you've been carrying that about."),
        ("He did that on Friday.", "There's Tuesday."),
        ("Does the Heron sail at six?", "The Heron sails at nine."),
        ("If the Heron sails at six, I shall miss it.", "The Heron sails at nine."),
    ],
)
def test_another_matter_is_no_version(said: str, put_right: str) -> None:
    assert not is_other_version(said, put_right)
