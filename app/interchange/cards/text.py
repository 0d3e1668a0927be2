"""Texts of strangers made fit for a sheet: macros, lengths, names, ids; traits and lines of speech in prose."""

import hashlib
import re
import unicodedata
from collections.abc import Container

from app.language.language import current_language
from app.scenarios.scenario_rules import RESERVED_IDS

MAX_PROSE = 4000  # characters that a `Prose` of a sheet takes
MAX_NAME = 120  # characters that a `Name` of a sheet takes
ANYBODY = "the traveller"  # whom a text means by ``{{user}}`` before there is a player
PLAYER_SLOT = "{player}"
_MARK = "\x00"
_MAX_ID = 40
_WORDS_OF_ID = 3  # an id stands in prompts as it is: too few to say anything
_NESTED_MACROS = 4

_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufeff]"  # controls, halves, reversed lines
)
_MACRO = re.compile(r"\{\{([^{}]*)\}\}|<(user|char|bot)>", re.IGNORECASE)
_CHOICE = re.compile(r"(?:random|pick)\s*::?(.*)", re.IGNORECASE | re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)")
_TAG = re.compile(r"</?[a-z!][^<>\n]{0,500}>", re.IGNORECASE)
_STOP = re.compile(r"[.!?…。！？][\"'”’»)\]]*\s")
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
MAX_TRAITS = 24
MAX_SPOKEN = 300  # characters of a greeting that is one line of speech
_LONGEST_TRAIT = 40
_MOST_WORDS = 4
_TRAIT_BREAK = re.compile(r"[,;\n•·|/]+")
_TRAIT_MARKS = " \t-*+."
_SENTENCE = re.compile(r"[.!?][ \t]+\S")
_WHO = re.compile(r"\{\{\s*char\s*\}\}|<(?:char|bot)>", re.IGNORECASE)
_QUOTED = re.compile(r"""["“„«]([^"“”„«»]*)["”“»]""")


def cleaned(text: str) -> str:
    """The text with plain line breaks, without control characters, what turns lines around, and outer blanks."""
    for line_break in ("\r\n", "\r", "\u2028", "\u2029"):
        text = text.replace(line_break, "\n")
    return _UNFIT.sub("", text).strip()


def expand_macros(text: str, called: str, user: str | None = None) -> str:
    """The text cleaned, its macros replaced: ``{{char}}`` by ``called``, ``{{user}}`` by ``user`` or a neutral word. Of
    a choice the first is taken; notes and macros of other programs are removed."""

    def replaced(macro: re.Match[str]) -> str:
        name = (macro[2] or macro[1]).strip().casefold()
        if name in ("char", "bot"):
            return _in_place(called, macro)
        if name == "user":
            return _anybody(macro) if user is None else user
        choice = _CHOICE.fullmatch((macro[1] or "").strip())
        return re.split(r"(?<!\\),|::", choice[1])[0].replace("\\,", ",").strip() if choice else ""

    text = cleaned(text)
    for _ in range(_NESTED_MACROS):
        text, count = _MACRO.subn(replaced, text)
        if not count:
            break
    return text.strip()


def _anybody(macro: re.Match[str]) -> str:
    """The neutral word, without its article where somebody is addressed."""
    before = macro.string[max(macro.start() - 3, 0) : macro.start()]
    after = macro.string[macro.end() : macro.end() + 1]
    if after in tuple("!?,") or (before.endswith(", ") and after in tuple('.;~"”')):
        return ANYBODY.removeprefix("the ")
    return _in_place(ANYBODY, macro)


def _in_place(words: str, macro: re.Match[str]) -> str:
    """The words for a macro, with a capital where they begin a sentence."""
    before = macro.string[max(macro.start() - 3, 0) : macro.start()]
    begins = not before.strip(" \"“*'(") or before.rstrip(' "“*').endswith((".", "!", "?", "…", "\n"))
    return words[:1].upper() + words[1:] if begins else words


def without_markup(text: str, called: str) -> str:
    """A text that a player is to read: `expand_macros`, without marks for emphasis, pictures and tags."""
    plain = _TAG.sub("", _IMAGE.sub("", expand_macros(text, called))).replace("*", "")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in plain.split("\n"))).strip()


def line_to_player(text: str, called: str) -> str:
    """A line of speech as a `VoiceSheet` has it: the player is its slot, and no other slot is left in it."""
    line = _TAG.sub("", expand_macros(text, called, user=_MARK)).replace("{", "(").replace("}", ")")
    return " ".join(line.replace(_MARK, PLAYER_SLOT).split())


def one_line(text: str, limit: int = MAX_NAME) -> str:
    """The text, cleaned, on one line of at most so many characters, cut at a blank where that is near."""
    line = " ".join(cleaned(text).split())
    if len(line) <= limit:
        return line
    cut = line.rfind(" ", limit // 2, limit + 1)
    return line[: cut if cut > 0 else limit].rstrip()


def name_in(text: str) -> str:
    """A display name, "" if nothing in the text can be seen."""
    name = one_line(expand_macros(text, "", user=ANYBODY).replace("{", "").replace("}", ""))
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""


def pieces(text: str, limit: int = MAX_PROSE) -> list[str]:
    """The text in pieces of at most so many characters, cut at ends of paragraphs, lines, sentences or words."""
    found = []
    rest = text.strip()
    while len(rest) > limit:
        window, least = rest[:limit], limit // 3
        stops = [match.end() for match in _STOP.finditer(window, least)]
        ends = (window.rfind("\n\n"), window.rfind("\n"), stops[-1] if stops else 0, window.rfind(" "))
        cut = next((end for end in ends if end > least), limit)
        found.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*found, rest] if rest else found


def id_of(name: str, taken: Container[str] = ()) -> str:
    """A free id made of a name of any script; one that has no Latin letter becomes ``person-`` and 8 hex digits."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS)).encode("ascii", "ignore").decode()
    base = "-".join(re.findall(r"[a-z0-9]+", plain)[:_WORDS_OF_ID])[:_MAX_ID].strip("-")
    base = base or f"person-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    base = f"person-{base}" if base in RESERVED_IDS else base
    found, number = base, 2
    while found in taken:
        found, number = f"{base}-{number}", number + 1
    return found


def traits_in(text: str) -> tuple[str, ...]:
    """The traits that a text lists; nothing if it is prose."""
    if _SENTENCE.search(text.strip()):
        return ()
    listed = (" ".join(part.strip(_TRAIT_MARKS).split()) for part in _TRAIT_BREAK.split(text))
    found = list(dict.fromkeys(filter(None, listed)))
    fits = all(len(part) <= _LONGEST_TRAIT and len(part.split()) <= _MOST_WORDS for part in found)
    return tuple(found) if fits and 1 <= len(found) <= MAX_TRAITS else ()


def speech_in(text: str, name: str) -> str | None:
    """What a greeting says aloud, if it is one line of speech; None if it tells a story, as of ``name``."""
    line = text.strip()
    if not line or len(line) > MAX_SPOKEN or "\n" in line or "*" in line or line.startswith(("(", "[", "<")):
        return None
    quoted = _QUOTED.fullmatch(line)
    if quoted:
        return quoted[1].strip() or None
    tells_of = _WHO.search(line) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line, re.IGNORECASE)
    language = current_language()
    if tells_of and not language.pattern("interchange.introduces").search(line):
        return None
    is_quoting = any(mark in line for mark in '"“”„«»')
    return None if is_quoting or not language.pattern("interchange.addressing").search(line) else line
