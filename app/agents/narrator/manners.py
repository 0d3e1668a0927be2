"""How people speak where their VoiceSheet is silent: plainly, and without questions."""

from app.models.condition import Attitude

GREETING = {
    Attitude.HOSTILE: (
        "You have some nerve, coming here.",
        "Say it quickly, and then be gone.",
        "I have nothing for you.",
    ),
    Attitude.WARY: (
        "That's close enough.",
        "I don't know you well. Speak your piece.",
        "Keep your hands where I can see them.",
    ),
    Attitude.NEUTRAL: ("Good {part}.", "Good {part} to you.", "A good {part}, then."),
    Attitude.FRIENDLY: (
        "{player}! Good {part}.",
        "Ah, {player}. Come closer, talk to me.",
        "It's good to see a friendly face, {player}.",
    ),
    Attitude.LOYAL: (
        "{player}. Whatever it is, I'm with you.",
        "There you are, {player}. Say the word.",
        "I hoped it would be you, {player}.",
    ),
}
RETURNING = (
    "You again, {player}. I have not forgotten. {memory}",
    "I know that face. {memory}",
    "{player}. It comes back to me now. {memory}",
    "I still think of last time. {memory}",
)
PROMISE = (
    "{player}. I keep count of promises. {memory}",
    "There is something between us still, {player}. {memory}",
    "A word given is a word given, {player}. {memory}",
)
RECALLED = (
    "This much I remember. {memory}",
    "I can only tell you what I saw and heard. {memory}",
    "Let me think. {memory}",
    "{memory} That much I have kept.",
)
RECITED = ("{memory}", "{memory} I have not forgotten it.", "I have it still. {memory}")
NO_PROMISE = ("I know of no promise between us.", "You have promised me nothing that I remember.")
OTHER_PROMISE = (
    "Of that you promised me nothing. But this I have kept. {memory}",
    "Not that, no. What I have is this. {memory}",
)
LAST_MET = ("We last spoke {when}.", "It was {when} that you spoke to me.")
NEVER_MET = ("Never before now, that I remember.", "This is the first time, as far as I know.")
NAME_KNOWN = ("You are {player}.", "{player}. I have not forgotten it.")
NAME_UNKNOWN = ("You have not told me your name.", "Nobody has told me your name yet.")
NOTHING_KNOWN = ("Nothing yet that is worth the telling.", "I know little of you so far.")
NOTHING_ABOUT = ("Of that I remember nothing.", "You have told me nothing of that, or I have lost it.")
NOTHING_SAID = ("I do not think I have said anything of that.", "Of that I have not spoken, not to you.")
NOTHING_HEARD = ("I never heard {who} speak of that.", "Not in my hearing. {who} said nothing of that to me.")
UNKNOWN = (
    "That I can't tell you. But ask me about {topics}, and we can talk.",
    "I wouldn't know. What I do know something about is {topics}.",
    "You are asking the wrong one, {player}. Try me on {topics}.",
)
UNKNOWN_SILENT = (
    "That I can't tell you.",
    "I wouldn't know anything about that.",
    "You are asking the wrong one, {player}.",
)
INTRODUCTION = (
    "{name} is what they call me. {Trade}, as you see.",
    "I'm {name}. {Trade}, these days.",
    "My name is {name}. {Trade}, if you want to know.",
)
INTRODUCTION_WITHOUT_TRADE = (
    "{name} is what they call me.",
    "I'm {name}. There is little more to tell.",
    "My name is {name}, {player}.",
)
THANKS = (
    "{Item}. I won't forget this, {player}.",
    "You brought it. Thank you, {player}.",
    "For me. My thanks, {player}.",
)
SMALL_TALK = ("Hm. I hear you.", "That may be.", "If you say so, {player}.", "I'll bear that in mind.")
WORD_GIVEN = ("I heard that, {player}.", "That is said, then.", "I will remember it.")
MET_BEFORE = {
    Attitude.HOSTILE: ("You again.", "Back already, {player}?", "I had hoped not to see you, {player}."),
    Attitude.WARY: ("{player}.", "You again, {player}.", "Well, {player}?"),
    Attitude.NEUTRAL: ("{player}.", "Good {part}, {player}.", "You again, {player}.", "{player}. Good {part}."),
    Attitude.FRIENDLY: ("{player}! Good {part}.", "Good to see you, {player}.", "Ah, {player}."),
    Attitude.LOYAL: ("{player}, my friend.", "There you are, {player}.", "{player}! I am glad it is you."),
}
THANKED = ("No need for thanks.", "It was little enough.", "That is all right, {player}.")
_FAREWELL = ("Go well, {player}.", "Until next time, then.", "Mind how you go.")
FAREWELL = {
    Attitude.HOSTILE: ("Good.", "Go, then.", "And stay away."),
    Attitude.WARY: ("Until next time, then.", "Mind how you go."),
    Attitude.NEUTRAL: _FAREWELL,
    Attitude.FRIENDLY: (*_FAREWELL, "Come back soon, {player}."),
    Attitude.LOYAL: ("Go well, {player}.", "Come back to us, {player}.", "Until then, {player}."),
}
STILL_HERE = ("I am listening.", "Go on.", "I am still here, {player}.")
GESTURES = (
    "{name} looks up at you.",
    "{name} turns to you.",
    "{name} takes a moment before answering.",
    "{name} meets your eyes.",
    "{name} considers you for a moment.",
)
