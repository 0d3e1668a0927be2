"""The eight facts, the turns in which they are said, and how they are asked for at the end."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """Something said once, in ``planted_turn``; ``words`` is the exact span that a prompt must hold in the end.

    ``person`` was there. ``question`` asks for it in other words, at the place ``asked_at``.
    """

    kind: str
    planted_turn: int
    person: str
    words: str
    question: str
    asked_at: str


@dataclass(frozen=True)
class Planted:
    """A turn that was written whole: what the player says, what is answered, what is told."""

    said: str
    speaker: str | None
    speech: str
    narration: str


FACTS = (
    Fact(
        kind="password",
        planted_turn=4,
        person="nils",
        words="the heron has lost its hat",
        question="Nils, remind me of the secret phrase for getting up into your den.",
        asked_at="varnholt-square",
    ),
    Fact(
        kind="name",
        planted_turn=9,
        person="hedda",
        words="Petronel Aske",
        question="Hedda, what was your niece's name?",
        asked_at="bakehouse",
    ),
    Fact(
        kind="hiding place",
        planted_turn=14,
        person="jorun",
        words="behind the loose board at the foot of the ninth post",
        question="I try to remember where Jorun tucked away the ledger with the wages.",
        asked_at="ropewalk",
    ),
    Fact(
        kind="meeting",
        planted_turn=18,
        person="teodor",
        words="Saint Agnes' eve, a quarter past nine",
        question="When does Teodor want to see me at the vestry?",
        asked_at="varnholt-square",
    ),
    Fact(
        kind="debt",
        planted_turn=20,
        person="teodor",
        words="nineteen pence for the lamp oil",
        question="How much do I still owe Teodor's church?",
        asked_at="chapel",
    ),
    Fact(
        kind="allergy",
        planted_turn=23,
        person="talle",
        words="a single hazelnut",
        question="What would make Emeric Talle fall ill if it were in his cake?",
        asked_at="bakehouse",
    ),
    Fact(
        kind="promise",
        planted_turn=26,
        person="nils",
        words="your mother's thimble",
        question="What did I promise Nils to do at his mother's grave?",
        asked_at="idle-mill",
    ),
    Fact(
        kind="price",
        planted_turn=29,
        person="sunniva",
        words="seventeen crowns and a side of bacon",
        question="What was Sunniva asking for the sledge with the flowers on it?",
        asked_at="toll-house",
    ),
)

PLANTED = {
    4: Planted(
        said="I crouch down so that we are of a height. And where do you all go, Nils, when it gets dark?",
        speaker="nils",
        speech=(
            "Behind the oven, mostly, and that's no secret, Hedda knows. But there's the hayloft over the smithy as"
            " well, and it's ours, and grown people think it's empty. You can't just knock, because then we blow out"
            " the candle and hold our breath. You have to whistle two notes and say that the heron has lost its hat,"
            " and then Britt lets the ladder down. And she won't for anybody else, and she bites. And bring an apple if"
            " you come."
        ),
        narration=(
            "Nils says it to the pump rather than to you, and his ears go red under the cap. A woman passes with a"
            " bucket and he is silent until she has gone, which costs him something. From the roof of the smithy a"
            " little smoke goes up that has no chimney under it. He has begun to walk along the edge of the trough."
        ),
    ),
    9: Planted(
        said="Hedda, do you do all of this alone? Six dozen loaves, and the fire, and the scolding?",
        speaker="hedda",
        speech=(
            "Who else? Elbows off. I had help once, two winters of it, my sister's girl, quick hands and a mouth to"
            " match. Petronel Aske she's called, and now she sits in Orsenne stitching gloves for ladies who never lift"
            " anything. Left on a Tuesday with my second-best apron. Since then it's me and whoever is cold enough to"
            " come in and carry wood. There, that one's burnt at the edge, so you can eat it with a good conscience."
        ),
        narration=(
            "She says all this into the oven, and the oven answers with a breath that turns one side of her face a"
            " deeper red. On a nail beside the peels hangs an apron much too narrow for her, washed and ironed. Nobody"
            " has touched it for a good while. The bread is hot, and it takes the skin off your tongue, and it is"
            " worth it."
        ),
    ),
    14: Planted(
        said="I hold the end of the yarn as I was told, and ask Jorun what the reeve pays her for a sledge rope.",
        speaker="jorun",
        speech=(
            "He pays late, he pays short, he pays in front of people so that they see him pay. I write down what he"
            " gives and I write down what he owes. They are not the same book. The first one he may look at whenever he"
            " likes. Hold it level. Level is not where you think it is, it is where the yarn thinks it is."
        ),
        narration=(
            "The crank stops by itself. While she talks Jorun ties the second pay-book into a rag, kneels, and slides"
            " it behind the loose board at the foot of the ninth post; then she dusts her knees, and it has not"
            " happened. The yarns hang still and straight. Somewhere at the dim end a drop falls into a bucket, and she"
            " counts under her breath until the next."
        ),
    ),
    18: Planted(
        said="I keep my voice down, for the stone carries it. Is there more in the book, Teodor, than you read out?",
        speaker="teodor",
        speech=(
            "Item: walls. Item: a window that gives on the square, and persons with nothing to do but pass it. The"
            " undersigned cannot go into that here. He will expect you at the small door of the vestry on Saint Agnes'"
            " eve, a quarter past nine, without a lamp, and he would be obliged if you wore other boots, since those"
            " announce you. Until then we have spoken of the apples. They are going soft on the north side."
        ),
        narration=(
            "He has taken one of the apples from the sill, and turns it about as he speaks, like a man considering an"
            " apple. Outside a shadow crosses the window and does not stop. The pen lies in the gutter of the book and"
            " has dried. When you look at the page there is nothing on it but a ruled line and the beginning of an H."
        ),
    ),
    20: Planted(
        said=(
            "Then put me down in your book, Teodor, and spell it as you like. I owe the chapel nineteen pence for the"
            " lamp oil, and I'll settle it before I leave this valley. I don't want to be a line with nothing after it."
        ),
        speaker="teodor",
        speech=(
            "So entered. The undersigned spells it with one L, having seen the letter. You will find that there is no"
            " hurry, the oil is burnt in either case. Most persons who pass through here do not care to be written"
            " down; they look at the pen as at a dentist. It is a comfort to meet the other kind. Mind the second"
            " bench, it tips."
        ),
        narration=(
            "He writes it small, blots it, and turns the book round so that you can see. Above your own line there is"
            " one for a goat and one for a pane of glass. The cold has reached the place between your shoulders and"
            " makes itself comfortable there. He shuts the book, which he has not done since you came in."
        ),
    ),
    23: Planted(
        said="I take the low chair, since it is the only one. I hope I do not keep you from your breakfast, sir.",
        speaker="talle",
        speech=(
            "Not at all. One breakfasts, so to speak, when one can. They mean it kindly. One has spoken to the kitchen,"
            " more than once, and the kitchen is new. We were in bed for a week the last time, and the doctor had to be"
            " fetched over the pass, at a price one would rather not name. But you came about a letter. People do not,"
            " as a rule, come about nothing."
        ),
        narration=(
            "A girl has brought a plate with a slice of cake on it, brown and crumbling. Emeric Talle moves it with one"
            " finger to the far end of the desk: a single hazelnut, he remarks to the ink-pot, and his throat shuts"
            " like a sluice. Then he brushes the finger off. The clock strikes the quarter, and he checks it against"
            " the one in his waistcoat, and both are relieved."
        ),
    ),
    26: Planted(
        said=(
            "Listen, Nils. I give you my word on it: I'll carry your mother's thimble down to Orsenne and lay it on her"
            " stone myself, the day the road is open. You needn't give me anything for it, and you needn't tell the"
            " others."
        ),
        speaker="nils",
        speech=(
            "And you won't lose it? It's got a dent, there, and it fits over my thumb by now. It's the third row, and"
            " there's a bird on the one next to it, and the man there lets you in if you say who it is for. I was going"
            " to go myself, and then there was the snow, and then there was the gauge to do. Don't put it with the"
            " letter. Put it somewhere by itself."
        ),
        narration=(
            "You put it where he says, by itself, and button the pocket while he watches. For once nothing on his belt"
            " makes a sound. A barrel comes rolling across the square with three children after it, and he does not"
            " turn his head. Then he wipes his nose on four inches of sleeve and is ten years old again."
        ),
    ),
    29: Planted(
        said="I walk along the row of them, tapping the runners with my boot. Are any of these your own, Sunniva?",
        speaker="sunniva",
        speech=(
            "The two at the end, and the rest belong to the toll house, like everything else with a nail in it. See the"
            " long sledge with the green sides and the roses? My old man did those the winter he couldn't walk. I'd"
            " part with her for seventeen crowns and a side of bacon, seeing it's you, and I'd cry for a day. She"
            " tracks to the left, mind. She wants somebody who leans. Now off that ramp before the next block comes."
        ),
        narration=(
            "She slaps the wood as one slaps a horse, and snow falls off it in one piece. Under the snow the roses are"
            " red, or have been. A block comes down the ramp behind you with a noise like a drawer, and the men who"
            " sent it shout a word that you are not meant to know. Straw blows over the ice toward the channel."
        ),
    ),
}
