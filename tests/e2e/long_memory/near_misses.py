"""Talk of the same kinds of things as the planted facts: other relatives, prices, promises and hiding places."""

from tests.e2e.long_memory.talk import exchanges

NEAR_MISSES = {
    "name": exchanges("""
> Have you any family outside the valley?
There's {relative}, {woman}, who went off to {town} and {trade} there.
Writes at {feast}, and asks whether we are all still alive.
I answer that we are, and that takes care of the year.

> Who was that you were speaking of, a relation?
Of {woman}, {relative}, and no great loss.
Sat in my house for {n} winters and ate like a threshing crew.
Now the whole of {town} may have the pleasure.

> Who taught you your trade?
An old body by the name of {woman}, {n} years in the same apron.
Went to {town} in the end to be near a daughter who {trade}.
I got the tools and the bad back.

> Is there somebody in {town} I should ask for, if I ever go there?
Ask for {woman}, next to the well, the one who {trade}.
Say that you come from me and you will get a bed.
Say that you come from the reeve and you'll get the same bed and pay for it.

> They say that somebody has gone away from here lately.
You mean {woman}, and lately is {n} years ago.
There was talk of a wedding in {town}, and then there was no more talk.
One hears that she {trade}, and does it badly.
"""),
    "price": exchanges("""
> What would you want for {goods}?
For {goods}? I'd say {price}, and I'd say it twice.
My father paid {price2} for one, and complained of it until he died.
You may look, looking is free until the thaw.

> Is there anything here that one could buy?
You could have {goods} for {price}, if you carry it away yourself.
The {n} others are spoken for.
And if it breaks on the pass you never had it from me.

> How dear is a thing like that, up here?
In autumn one gives {price}, and in March one gives {price2} for the same, and says thank you.
That is for {goods}, sound and dry.
What the snow shuts in gets dear, as people do.

> I heard there was an auction at the toll house.
They put up {goods}, and it went for {price} to a man who only wanted to sit down.
Then {goods2}, for {price2}, and there was nearly a fight.
I bought nothing, and I regret two things.
"""),
    "promise": exchanges("""
> I promise you, {you}, that I will bring {goods} with me the next time I cross the pass.
You promise as young dogs bark.
But I have heard it, and I have a nail to hang it on.
Before {feast}, then, or not at all.

> You have my word, {you}. Before {feast} I shall speak to {name} for you.
That will be a short talk, for {name} listens like a fence.
But it is well meant, and I will hold you to it.
Take {sum} with you, and don't come back with it.

> I swear to mend {tool} before I go, {you}. I broke it and I will make it good.
You didn't break it, it was born like that.
Swear to leave it alone and we are friends.
Well. Since you've sworn, it lies where it always lies.

> I will help you with the roof as soon as {feast} is over, {you}, I promise.
You and {n} others, and when it leaks I stand there with the bowl.
But I'll set a place for you.
There'll be {dish}, so come hungry or don't come.
"""),
    "hiding place": exchanges("""
> Where do people here keep what they don't want found?
Where everyone keeps it: {nook}.
I once found {treasure} there, and put it back, and said good morning to the owner for {n} years.
A village is a thing in which everybody knows where not to look.

> I am looking for {treasure}. Somebody has put it away too well.
Then try {nook}.
That is where {name} had {treasure}, the whole of the great frost, and forgot it.
If it isn't there, it was never lost, it was lent.

> You have hidden something. I saw your sleeve.
And if I had? {Treasure}, and it goes {nook}, as it does every winter.
It is not the thing that matters, it's that there is one.
Now you know, and now I shall have to move it.

> Is it safe to leave my bag here?
Put it {nook}, and nobody will fall over it.
{N} years ago a pedlar left {treasure} there and found it again at {feast}.
He said a prayer, and then he counted.
"""),
    "meeting": exchanges("""
> When do they meet, the ones from the ice and the ones from the village?
On {feast}, at {hour}, and both come early so as to have been waiting.
The last time it was put off until {feast2}.
There's soup, and there is a vote, and the soup is better.

> When can I speak to you without all these ears?
Come on {feast}, {hour}, when they are all at the other end.
Knock, and if there is no answer go round.
I won't say more standing here.

> When does the post go out, if it goes?
If it goes, then on {feast} at {hour}, with {beast} in front.
It has gone {n} times this winter, and come back four.
Give your letter to {name}, who at least doesn't read them.

> When did all this begin, do you think?
On {feast}, and I could tell you the hour, it was {hour}.
I was carrying {goods}, and I put it down, and I never found out what had made me.
After that one noticed things.
"""),
    "password": exchanges("""
> How do I know that somebody comes from you?
There'll be {sign}.
If it's only {sign2}, shut the door, that is just {name} wanting to borrow something.
We had another one last year, but the children got hold of it.

> What was that, just now? I heard something outside.
That was {sign}.
It means that the coast is clear, or that somebody's supper is ready, it depends on who.
In my mother's time they used {sign2}, and nobody was ever caught.

> The crew have a word among themselves, haven't they?
They've had {n}, and they change them when one gets drunk.
At {feast} it was {sign}.
Don't try it, you say your R like a lowlander.
"""),
    "allergy": exchanges("""
> You aren't eating?
Not that. {Dish}, and I'm ill for {n} days.
My whole family is so, {name} swelled up like a bolster from it.
Give me bread and leave me in peace.

> What shall I bring if I'm asked to supper at yours?
Anything but {dish}.
I don't hate it, it hates me.
{Dish2} I would eat out of a boot.

> I was given {dish} at the last house. Was that an honour?
That was revenge.
They gave it to {man} at {feast}, and he had to be carried home by {n} men.
Say next time that you have taken a vow.
"""),
    "debt": exchanges("""
> Does anyone here owe you money?
{name} does, {sum}, for {cause}, since {feast}.
I say nothing, and each time we meet we talk about it by not talking about it.
It has become a sort of friendship.

> Let me pay you. How much is it, for {cause}?
{Sum}, and I'll take half now and the rest when the road is open.
{name} paid me with {beast} once, and I am still feeding it.
Put it on the table, I have flour on my hands.

> I believe I still owe somebody {sum} for {cause}.
Then it will have been {name}, who never says a word and writes it all down.
Pay before {feast}, or there will be interest in the shape of {dish}.
I would lend it to you, but then you'd owe two of us.
"""),
}
"""By the kind of fact."""
