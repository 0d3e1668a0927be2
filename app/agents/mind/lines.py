"""How people speak with each other where no model is there: plain lines, by the tone of their manner."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from app.agents.narrator import manners
from app.interfaces.agents.mind import Portrait
from app.language.analysis.text import sentences
from app.language.en.words import ARTICLES, STOP_WORDS, TITLES


class Tone(StrEnum):
    """A manner of speaking, as far as plain lines can have one."""

    COLD = "cold"
    TERSE = "terse"
    GRUFF = "gruff"
    FORMAL = "formal"
    WARM = "warm"
    PLAIN = "plain"


_COLD_BELOW = -0.3
_MARKS = tuple(
    (mark, re.compile(rf"\b(?:{words})", re.IGNORECASE))
    for mark, words in (
        (
            Tone.TERSE,
            r"few words|short|terse|curt|laconic|clipped|silent|drops every|long gaps|flat|taciturn|brief",
        ),
        (Tone.GRUFF, r"blunt|rude|gruff|loud|bossy|orders|insult|grumbl|growl|swear|rough|impatient|harsh|scold"),
        (Tone.FORMAL, r"formal|polite|courteous|entries|proper|precise|exact|scrupulous|pompous|dignified|says we"),
        (Tone.WARM, r"warm|friendly|kind|gentle|cheer|delight|jok|laugh|feeds|sweet|motherly|talkative|generous"),
    )
)

GREETING: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("You, {other}.", "{other}. I had not meant to meet anybody.", "I see you, {other}."),
    Tone.TERSE: ("{other}.", "{part}, {other}.", "{other}. {part}."),
    Tone.GRUFF: ("There you are, {other}.", "{other}! Mind where you stand.", "Ha, {other}. Still about, then."),
    Tone.FORMAL: ("Good {part} to you, {other}.", "{other}, I wish you a good {part}.", "A good {part}, {other}."),
    Tone.WARM: (
        "{other}! It does me good to see you.",
        "Ah, {other}! Good {part}, good {part}.",
        "Come here, {other}, and let me look at you.",
    ),
    Tone.PLAIN: ("Good {part}, {other}.", "{other}, good {part}.", "Well met, {other}."),
}
REPLY: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("What do you want, {other}?", "Say what you have to say, {other}."),
    Tone.TERSE: ("And you, {other}.", "{other}.", "Hm. {other}."),
    Tone.GRUFF: ("What is it now, {other}?", "Out with it, {other}.", "And here comes {other}."),
    Tone.FORMAL: ("{other}. I hope I find you well.", "{other}. I trust all is as it should be."),
    Tone.WARM: ("{other}, my dear, what is new?", "{other}! Sit a moment, and tell me everything."),
    Tone.PLAIN: ("{other}. What is new?", "{other}. How goes it?", "Good to see you, {other}."),
}
NEWS: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("You may as well know this. {news}", "Others will tell you if I do not. {news}"),
    Tone.TERSE: ("I hear {news}", "One thing. {news}", "{news}"),
    Tone.GRUFF: ("Listen. {news}", "I hear {news}", "Now this you will not like. {news}"),
    Tone.FORMAL: ("I am told that {news}", "It has come to my ears that {news}", "I thought you should know. {news}"),
    Tone.WARM: ("Oh, and I hear {news}", "You will never guess. {news}", "Let me tell you something. {news}"),
    Tone.PLAIN: ("I hear {news}", "There is news. {news}", "They say {news}", "Here is something. {news}"),
}
"""{news} begins with a capital only where it begins a sentence."""
OWN_NEWS: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("If you must know. {news}",),
    Tone.TERSE: ("{news}", "This. {news}"),
    Tone.GRUFF: ("Listen. {news}", "I will say it once. {news}"),
    Tone.FORMAL: ("I thought you should know. {news}", "There is a thing I would tell you. {news}"),
    Tone.WARM: ("Let me tell you something. {news}", "It has been on my mind. {news}"),
    Tone.PLAIN: ("Here is something. {news}", "It is still on my mind. {news}", "You may want to know this. {news}"),
}
SHARED: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("{news} I have not forgotten it.", "I still have it before me. {news}"),
    Tone.TERSE: ("I remember. {news}", "{news} I know it still."),
    Tone.GRUFF: ("{news} Do not think I forget such things.", "I keep count. {news}"),
    Tone.FORMAL: ("I have it well in mind. {news}", "{news} I have kept it in mind."),
    Tone.WARM: ("I was just thinking of it. {news}", "{news} I think of it often."),
    Tone.PLAIN: ("I have not forgotten. {news}", "{news} I still think of it."),
}
"""A memory that speaks of the listener."""
ANSWER: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("Is that all.", "What is that to me.", "I had no need to know that."),
    Tone.TERSE: ("Hm.", "So.", "I see.", "That is something."),
    Tone.GRUFF: ("It would be so, would it not.", "I might have known.", "That is just what was missing."),
    Tone.FORMAL: ("I am obliged to you for telling me.", "Indeed. I shall bear it in mind.", "That is worth knowing."),
    Tone.WARM: ("No! You don't say so.", "Well, I never. Thank you for telling me.", "Oh, the things one hears."),
    Tone.PLAIN: ("I did not know that.", "Is that so. I will think about it.", "That is news to me."),
}
KNEW: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("I knew that before you did.", "That is old."),
    Tone.TERSE: ("I heard.", "I know."),
    Tone.GRUFF: ("Tell me something I don't know.", "Old news, {other}."),
    Tone.FORMAL: ("It had reached me already.", "So I was given to understand."),
    Tone.WARM: ("Yes, I heard it too! Think of that.", "So I heard, and I could hardly believe it."),
    Tone.PLAIN: ("So I heard.", "Yes, I know about it."),
}
SMALL: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: (
        "I have things to do.",
        "There is nothing I want to talk about.",
        "We need not talk.",
        "I did not come here for talk.",
    ),
    Tone.TERSE: (
        "Not much to say.",
        "Quiet {part}.",
        "All as ever.",
        "Nothing new.",
        "The same as yesterday.",
        "One day like another.",
    ),
    Tone.GRUFF: (
        "Nothing happens here, and too much of it.",
        "No news, and no time for it either.",
        "Work, work, and then more work.",
        "Ask me again when something happens.",
        "The same as always, and you know how that is.",
    ),
    Tone.FORMAL: (
        "There is nothing to report, I am glad to say.",
        "All is in order, so far as I know.",
        "I have nothing to add to what is known.",
        "Everything takes its course.",
        "This {part} has no particulars.",
    ),
    Tone.WARM: (
        "I have nothing new to tell, but it is good to talk.",
        "No news at all. Is it not a fine {part}?",
        "Nothing but the usual, and I am thankful for it.",
        "Oh, this and that, and nothing of it matters.",
        "I was only thinking how the days go by.",
    ),
    Tone.PLAIN: (
        "Nothing new with me.",
        "This {part} is like any other.",
        "I have heard nothing new.",
        "Things go on as they do.",
        "I can't complain.",
        "Not much has happened, that I know of.",
    ),
}
SEEN: Sequence[str] = (
    "I saw {who} {doing}.",
    "I came by {who}, {doing}.",
    "I passed {who} a while ago, {doing}.",
)
"""Somebody else whom one has seen, where there is nothing else to tell."""
FAREWELL: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("That will do, then.", "Good day."),
    Tone.TERSE: ("Well. Until later.", "I have to go on."),
    Tone.GRUFF: ("Off with you, I have work.", "Enough talk, {other}."),
    Tone.FORMAL: ("I will not keep you, {other}.", "Until we meet again, {other}."),
    Tone.WARM: ("Look after yourself, {other}.", "Come and see me soon, {other}."),
    Tone.PLAIN: ("Until next time, {other}.", "Well, I must be on my way."),
}
STATES = {
    "exhausted": ("I can hardly keep my eyes open.", "I could sleep where I stand."),
    "starving": ("I have not eaten in too long.", "I must find something to eat."),
    "in low spirits": ("I have had better days.", "I am not at my best today."),
    "tired": ("I could do with a rest.", "I am getting tired."),
    "hungry": ("I could eat something.", "I should see about a meal."),
}
"""What somebody says of itself who has nothing else to tell, by what its portrait says."""
DO_NOT_KNOW: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("I would not tell you if I knew.", "Ask somebody else."),
    Tone.TERSE: ("Don't know.", "Couldn't say.", "That I don't know."),
    Tone.GRUFF: ("How should I know?", "Do I look as if I knew that?"),
    Tone.FORMAL: ("I regret that I cannot tell you that.", "That lies beyond what I know."),
    Tone.WARM: ("I wish I knew, {other}, I do.", "Now that I can't tell you, I'm sorry to say."),
    Tone.PLAIN: manners.UNKNOWN_SILENT[:2],
}
REMARK: Mapping[Tone, Sequence[str]] = {
    Tone.COLD: ("If you say so.", "As you like."),
    Tone.TERSE: ("Hm.", "May be."),
    Tone.GRUFF: ("So you say.", "I'll believe it when I see it."),
    Tone.FORMAL: ("I take note of it.", "I hear what you say."),
    Tone.WARM: ("It's good of you to tell me.", "I like to hear you talk, {other}."),
    Tone.PLAIN: ("Hm. I hear you.", "That may be.", "I'll bear that in mind."),
}
NEWS_OPENINGS = re.compile(
    r"^(?:(?:oh, and )?I hear(?: that)?|they say(?: that)?|I am told that|it has come to my ears that)\s+(?=\S)",
    re.IGNORECASE,
)
"""What may stand before news within its sentence: stripped when it is told on."""

_SLOT = re.compile(r"\\\{\w+\\\}")


def _stock() -> re.Pattern[str]:
    tables = (GREETING, REPLY, NEWS, OWN_NEWS, SHARED, ANSWER, KNEW, SMALL, FAREWELL, DO_NOT_KNOW, REMARK)
    written = [line for table in tables for lines in table.values() for line in lines]
    written += [*(line for lines in STATES.values() for line in lines), *SEEN]
    parts = {part for line in written for part in sentences(line) if not re.search(r"\{news\}", part)}
    patterns = {_SLOT.sub(".{1,80}?", re.escape(part)) for part in parts if re.search(r"[^\W\d_]{2}", _bare(part))}
    return re.compile("|".join(sorted(patterns)))


def _bare(line: str) -> str:
    return re.sub(r"\{\w+\}", "", line)


_STOCK = _stock()


def is_stock(sentence: str) -> bool:
    """Whether a sentence is one of the lines above, which nobody needs to hear of again."""
    return _STOCK.fullmatch(sentence) is not None


def tone(person: Portrait, feeling: float | None = None) -> Tone:
    """How somebody speaks to one for whom it has this feeling (-1 to +1): by its manner, else by its traits."""
    if feeling is not None and feeling < _COLD_BELOW:
        return Tone.COLD
    for text in (person.manner, " ".join(person.traits)):
        places = [(found.start(), mark) for mark, words in _MARKS if (found := words.search(text))]
        if places:
            return min(places)[1]
    return Tone.PLAIN


def short_name(name: str) -> str:
    """What people call each other: the first word of a display name that is no title or article."""
    for word in name.split():
        if word[0].isupper() and word.casefold() not in ARTICLES | TITLES | STOP_WORDS:
            return word.rstrip(",;:")
    return name
