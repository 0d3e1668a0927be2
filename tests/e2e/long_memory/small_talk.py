"""Talk about nothing that matters: with anybody, and with each person in its own manner."""

from tests.e2e.long_memory.talk import exchanges

PLAIN = exchanges("""
> What was the worst winter that you remember?
The one with {n} weeks of {weather}, when we burned the fences.
{Beast} walked over the roofs and looked down the chimneys.
In spring we found out whose fences they had been.

> Do you ever dream of the lake?
I dream that I pull the plug out of it, and it's a plug like the one in a washtub.
Then I stand there with it in my hand and look for somebody to give it to.
{N} times this winter, the same one.

> Whose animal is that, {beast}?
Nobody's, and it knows it.
It came over the pass behind a pedlar, and the pedlar went on.
Everyone feeds it, and everyone says that he doesn't.

> Have you seen {tool} anywhere?
{name} has it. Whatever one is looking for, {name} has it.
Lent for a day, {n} years ago, and we are still on good terms.
You could use {tool2} instead, if you aren't particular.

> What do you do here when the road is shut?
What we do when it's open, only with less hurry.
There's cards, there's mending, there is {name} who sings.
After {n} weeks of that you look forward to the shovelling.

> Is the weather going to hold?
It'll hold until it lets go.
My knee says {weather}, and the smoke says the same.
When the {bird} comes down to the pump you may take your washing in.

> Do you play cards?
For matches, and I have {n} boxes of them.
{man} plays for buttons and goes home holding up his trousers.
Sit in if you like, but don't hum, it's against the rules.

> What is that tune that everyone whistles?
It has {n} verses, and the decent ones are soon sung.
It's about a girl and {beast}, and in the end it is about the weather.
My mother hummed it when there was no flour.

> How old is this house?
Older than the weir, and it has had {n} roofs.
The beams come from a church, and the church from a robber, so they say.
It creaks before {weather}, and otherwise it behaves.

> Has anybody ever gone through the ice?
Every few years, and always somebody who knew better.
{man} came up {n} yards from where he went down, with his pipe still in his mouth.
He never would say what he saw, he only said it was clean.

> What do you think of the people in the capital?
They send a form, we fill in the form, they send it back.
Once one of them came himself, with {n} boxes, and left with a cold.
He had very good gloves.

> Would you leave here, if you could?
And who would see to all this?
I packed once, I got as far as the milestone, and there was {weather}.
I turned round and nobody had noticed, and that decided me.

> What is the first thing you remember?
A window, and {weather} behind it, and somebody holding me up to see.
I don't know who it was, I know the sleeve, it smelled of {wood}.
One keeps the oddest things.

> Is it true, what they say about the echo?
Shout your name at the wall of the weir and it gives you back somebody else's.
{name} shouted, and for {n} days answered to Frederik.
It is a story for strangers, but I wouldn't shout.

> Can you tell by the smoke whose house it is?
Anybody can. That one is {wood}, and lazy, so that is {name}.
The thin one there counts every stick.
And where there's none, one sends a child round with a plate.

> Who mends things here, when they break?
Whoever is nearest, and then somebody else undoes it and does it properly.
I've {tool} and {n} nails, and with those one gets to be sixty.
The rest is string.

> What are you making?
I'll know when it's finished.
It was going to be for {feast}, but then there was {weather} and my fingers were no use.
If it turns out too small, {beast} can have it.

> Did you sleep well?
As one sleeps with that thing over one's head.
I woke {n} times, and each time it was still there.
Towards morning it was {weather}, and then one sleeps, because one can't hear it.
""")

OWN = {
    "nils": exchanges("""
> What have you got in your pockets today?
{N} nails, and a bit of {stuff}, and a tooth, and it's not mine, and a thing that I don't know what it is.
And Wenzel says it's a pinion, and I said finders keepers, and he said quite right.
And you can have one nail.

> Where is the best place to see everything?
The second rung of the flood post, and then you hold on to the notch, and you see all the chimneys.
And once I saw {name} fall off a roof into the snow and get up and bow.
And nobody else saw, and I've told {n} people.

> Can you read well by now?
I can read everything on the pump and most of the milestone, and Teodor lets me read the saints.
And the long words are just short ones holding hands, did you know that?
And I can write {letter} so it looks like a bird.
"""),
    "hedda": exchanges("""
> How many loaves is it today?
{N} dozen, and one that I'm not discussing.
The big ones are for the ice crew, who eat as if somebody were going to stop them.
Turn that tray. The other way. Your other way.

> What is the secret of the crust?
Steam and spite. Throw a cup of water on the floor of the oven and slam the door.
My mother had a prayer for it that lasted exactly as long as it needed.
I use the prayer, I leave out the saint.

> Don't you ever rest?
When I'm dead, and I have told them to put me in warm.
I sat down once on {feast}, and {n} people came in to ask what was the matter.
Here, this one is cracked, it's yours.
"""),
    "jorun": exchanges("""
> What makes a good rope?
Long hemp, dry hands, and nobody talking.
You twist it one way, you lay it the other, and the quarrel holds it together.
I've known marriages like that, I have known {n}.

> What is this length for?
For the crew, for the ramp, for the load that will be too heavy.
They will say that it is too thick, they will hang on it, they will say nothing.
I put a {stuff} thread in it, so that I know it again.

> Does your back not ache?
At the first hundred yes, at the second no, at the third it's somebody else's.
My mother walked to Orsenne and back in this shed, backwards, in {n} years.
She said that she had seen nothing of the way.
"""),
    "teodor": exchanges("""
> What did you write today?
Item: {weather}. Item: {n} persons at prayer, of whom one asleep.
Item: the undersigned lost his spectacles, and found them, hour not noted.
It will interest nobody until it interests somebody.

> Is there much in the book about the old days?
A birth, a death, a birth, the price of nails, a comet.
My predecessor was fond of the weather and could not spell it.
On {feast} of some year he writes only: so it goes on. I have often copied that.

> Why don't you light the stove?
Because of the wood, and because a warm reader turns the pages too fast.
{N} logs remain, and they are entered.
For a funeral one would light it. It has not been a good year for funerals, I mention it without complaint.
"""),
    "talle": exchanges("""
> How does the harvest stand?
Favourably, so far as one can see from a desk. {N} sledges a day, or thereabouts.
Orsenne is pleased, in so far as Orsenne is ever pleased.
One should not wish for thaw. One does not, officially, wish for anything.

> That is a handsome stove.
We had it brought over the pass in {n} pieces, and there was one left over.
It draws very well, when the wind is not in the north.
One is a little ashamed of it, on the coldest days, and sits nearer.

> Why do you keep the curtain drawn?
For the carpet. The sun is, in a manner of speaking, hard on it.
Yes, in winter also. It is a matter of principle, and of {n} crowns a yard.
Was there anything else? We had so hoped that there was something else.
"""),
    "wenzel": exchanges("""
> Which of them is your favourite?
This one, she's late, you see, but with such conviction!
I opened her and there were {n} hairs in the balance, a cat's, and I put one back, she had got used to it.
One mustn't cure a thing of everything.

> What is that part for?
She turns that one, that one stops the other, and the other is only there so that they don't quarrel.
I had a colleague in {town} who left her out, and the thing ran like a hare and burst.
A pawl, you see. A small no, said very often.

> Will you go on in the spring?
I had thought so, and then I thought, who would listen to them all at {hour}?
I have {n} engagements, all of them from last year.
You see how it is, one comes to mend a clock, and one stays to hear it.
"""),
    "sunniva": exchanges("""
> How thick is it today?
Twenty inches at the stake and {n} fewer where I don't tell them.
Black's best, white's a liar, and grey you leave to the {bird}s.
Come here, put your ear to it. That's her stomach.

> What happens if a block breaks?
Then it's two blocks, and somebody gets half a day's pay and a whole day's opinion from me.
{name} broke {n} in a morning and took up religion.
It's the frost in them, they remember where the saw has been.

> You have strong people.
I've one strong one, {n} willing ones, and a cousin of {name}'s.
The strong one's afraid of the horse, so don't tell the horse.
We manage. Ice is light, once you've decided that it has to move.
"""),
}
