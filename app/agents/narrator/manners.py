"""How people speak where their VoiceSheet is silent."""

from app.models.condition import Attitude

GREETING = {
    Attitude.HOSTILE: (
        "You have some nerve, coming here.",
        "Say it quickly, and then be gone.",
        "I have nothing for you. Well?",
    ),
    Attitude.WARY: (
        "That's close enough. What is it you want?",
        "I don't know you well. Speak your piece.",
        "Yes? Keep your hands where I can see them.",
    ),
    Attitude.NEUTRAL: (
        "Good {part}. What can I do for you?",
        "Yes? You look like someone with a question.",
        "Good {part} to you. Something on your mind?",
    ),
    Attitude.FRIENDLY: (
        "{player}! Good {part}. What brings you?",
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
    "You again, {player}. I have not forgotten: {memory}",
    "I know that face. {memory}",
    "{player}. It comes back to me now. {memory}",
    "Back, are you? I still think of last time. {memory}",
)
PROMISE = (
    "{player}. I keep count of promises. {memory}",
    "There is something between us still, {player}. {memory}",
    "A word given is a word given, {player}. {memory}",
)
RECALLED = (
    "This much I remember. {memory}",
    "I can only tell you what I saw and heard. {memory}",
    "Let me think. {memory} More I can't say.",
    "That? Yes. {memory}",
)
UNKNOWN = (
    "That I can't tell you. But ask me about {topics}, and we can talk.",
    "I wouldn't know. What I do know something about: {topics}.",
    "You are asking the wrong one, {player}. Try me on {topics}.",
)
UNKNOWN_SILENT = (
    "That I can't tell you.",
    "I wouldn't know anything about that.",
    "You are asking the wrong one, {player}.",
)
THANKS = (
    "{Item}. I won't forget this, {player}.",
    "You brought it. Thank you, {player}.",
    "For me? Well. My thanks, {player}.",
)
SMALL_TALK = (
    "Hm. I hear you.",
    "Is that so.",
    "If you say so, {player}.",
    "I'll bear that in mind.",
)
WORD_GIVEN = (
    "Then I have your word, {player}. I'll hold you to it.",
    "I heard that, {player}, and I'll remember it.",
    "Good. I don't take a promise lightly.",
)
MET_BEFORE = (
    "{player}. You again.",
    "Back so soon? What is it, {player}?",
    "Yes, {player}? What do you need?",
    "Good {part}, {player}.",
)
THANKED = ("No need for thanks.", "You're welcome, {player}.", "It was little enough.")
FAREWELL = ("Go well, {player}.", "Until next time, then.", "Mind how you go.")
STILL_HERE = ("What else is it?", "Yes, {player}?", "Go on, I'm listening.", "Something more?")
GESTURES = (
    "{name} looks up at you.",
    "{name} turns to you.",
    "{name} takes a moment before answering.",
    "{name} meets your eyes.",
    "{name} considers you for a moment.",
)
