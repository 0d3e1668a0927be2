"""What the player asks and what people answer: exchanges with slots, for anybody and for each person.

An exchange is a block: the player's words after ``>``, then the answer.
"""

from dataclasses import dataclass

from tests.e2e.long_memory.prose import listed


@dataclass(frozen=True)
class Exchange:
    """One thing said and what is said to it; both hold slots."""

    said: str
    answer: str


def exchanges(text: str) -> tuple[Exchange, ...]:
    """The blocks of a text."""
    blocks = [listed(block) for block in text.strip().split("\n\n")]
    return tuple(Exchange(block[0].removeprefix("> "), " ".join(block[1:])) for block in blocks)


OPENERS = {
    "nils": listed("""
        Did you know that already?
        And it's true, I was there.
        I know about that.
        I'm not supposed to say, and I will.
        And then, wait.
        You have to listen from the beginning.
        Everybody thinks I don't hear things.
    """),
    "hedda": listed("""
        Sit down, you make the room look untidy.
        Mouth shut, ears open.
        You ask like a tax collector.
        Hold this bowl while I tell you.
        Don't lean on that, it's clean.
        What a question, on an empty stomach.
        Stir that. To the left.
    """),
    "jorun": listed("""
        First this, then that, then the end of it.
        I will say it once, I will say it slowly, I will not say it again.
        Take the end of this and hold it level.
        Three things.
        You ask, I answer, and then I work.
        Stand out of the light.
        That is a question with a knot in it.
    """),
    "teodor": listed("""
        Item.
        The undersigned can speak to that.
        Let it be noted, then.
        There is an entry, though not a long one.
        One moment, the ink.
        With a date, or without.
        From memory, and so without a witness.
    """),
    "talle": listed("""
        We should not like to be quoted.
        In a manner of speaking, yes.
        One is asked that now and then.
        Between ourselves, so far as there is such a thing.
        It depends, naturally.
        We have a view upon it.
        Shall we say that it is known.
    """),
    "wenzel": listed("""
        Oh, there you are, you see, you see!
        Now that is a lovely question.
        Wait, I had it a moment ago.
        Mind the springs.
        She reminds me of that, you see, the small one there.
        Yes, and no, and chiefly yes.
        How delightful, somebody.
    """),
    "sunniva": listed("""
        Ha!
        By my thumbs, lowlander.
        Say that again and louder, the saw was talking.
        You'll freeze standing there asking things.
        Ask the lake, she's better informed.
        All right, since you brought your own boots.
        Well now.
    """),
}

LEADS = listed("""
    I stamp the snow off my boots and come nearer. {you}, one thing.
    {you}, a word, if you have one to spare.
    I wait until we are alone, or nearly.
    While we stand there I ask what I have been carrying about. {you}?
    I blow on my hands.
    {you}, may I ask you something?
    I lend a hand with whatever is being lifted, and talk meanwhile.
    I look about me first. Nobody is listening.
    I offer {you} half of my bread.
    I lean against the wall as if I had nothing to do today.
    {you}, help me with this.
    I take my hat off, and put it on again, for the draught.
""")

FAREWELLS = listed("""
    Go, then. You let the warm out in any case.
    Mind the step. It minds nobody.
    Come again when you have something to carry.
    If you see {name}, say that I have not forgotten the {sum}.
    Tell whoever asks that I was working.
    That was {n} questions. I counted.
    Shut it behind you, all the way.
    You will be back. People come back here, there is nowhere else.
    Bring {goods} next time, and I might even sit down.
    Watch the eaves. They have been dropping things since {hour}.
    If it's {dish} again tonight, you may have mine.
    Good. I had begun to like it, and I have work.
    Not a word of that in the square.
    Look after your ears, they go first.
""")

AFTERTHOUGHTS = listed("""
    That's the whole of it, and a little more than the whole.
    Ask {name}, who has it from somebody who was there.
    I've said so since {feast}, and nobody writes it down.
    My mother would have put it in {n} words, and one of them a bad one.
    You can believe that or you can have {weather} explained to you by the neighbours.
    It was different before the ice trade, but so was I.
    And the next day {beast} stood in front of the door as if nothing had happened.
    There are {n} people in this village who'd tell you otherwise, and all of them are cousins.
    One gets used to it, or one moves to {town}.
    I would not say so in front of {name}.
    If it's still so at {feast}, I'll begin to wonder.
    You have a face that people tell things to. You should see to that.
    But what do I know, I have never been further than {town}.
    They laughed at {name} for saying the same, and look where the laughing got us.
    And don't look at me like that, I was young, and there was {weather}.
    I could show you, if {tool} were where it ought to be.
    It cost {name} {sum} to find that out, and I give it to you for nothing.
    Some say it was {hour}, some say it was later, and I had no clock.
    That's a thing I only think of when it snows.
    After that there was {dish} for {n} days, and one forgave a good deal.
    You'd have laughed. I did, later, {nook} as it were.
    I had a coat then, a real one, I'd give {price} to have it back.
    Well, and now you know as much as the {bird}.
    When I'm gone they can put it on a board, next to the prices.
    It's no use to you, but it's true.
    Go on, eat something, you look like {feast}.
""")

PARTINGS = listed("""
    I say goodbye for now and go to the {target}.
    Enough for this time. I button my coat and walk over to the {target}.
    I leave them to their work and go on to the {target}.
    I thank whoever is to be thanked and make for the {target}.
    Before it gets any colder I go to the {target}.
    I have somebody else to see. To the {target}, then.
    I take the long way round the pump, and end at the {target} all the same.
    I pull my hat down and head for the {target}.
    I have heard what I came for, or nothing at all. I try the {target}.
""")

LOOKS = listed("""
    I stand still for a while and look down at the roofs I have come for.
    I climb up to the milestone again, only to see all of it from above.
""")
