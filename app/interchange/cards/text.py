"""Imported texts adapted to a sheet: macros, lengths, names, ids; traits and lines of speech in prose."""

import hashlib
import re
import unicodedata
from collections.abc import Container

from app.language.language import current_language
from app.models.slugs import free_slug, slug_of
from app.scenarios.scenario_references import RESERVED_IDS

MAX_PROSE = 4000  # characters that a `Prose` of a sheet takes
MAX_NAME = 120  # characters that a `Name` of a sheet takes
ANYBODY = "the traveller"  # replaces ``{{user}}`` before there is a player
PLAYER_SLOT = "{player}"
_MARK = "\x00"
_NESTED_MACROS = 4

_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufeff]"  # controls, halves, reversed lines
)
_MACRO = re.compile(r"\{\{([^{}]*)\}\}|<(user|char|bot)>", re.IGNORECASE)
_CHOICE = re.compile(r"(?:random|pick)\s*::?(.*)", re.IGNORECASE | re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]\n]{0,300}\]\([^)\n]{0,1000}\)")
_TAG = re.compile(r"</?[a-z!][^<>\n]{0,500}>", re.IGNORECASE)
_STOP = re.compile(r"[.!?…。！？][\"'”’»)\]]*\s")
MAX_TRAITS = 24
MAX_SPOKEN = 300  # characters of a greeting that is one line of speech
_LONGEST_TRAIT = 40
_MOST_WORDS = 4
_TRAIT_BREAK = re.compile(r"[,;\n•·|/]+")
_TRAIT_MARKS = " \t-*+."
_SENTENCE = re.compile(r"[.!?][ \t]+\S")
_WHO = re.compile(r"\{\{\s*char\s*\}\}|<(?:char|bot)>", re.IGNORECASE)
_QUOTED = re.compile(r"""["“„«]([^"“”„«»]*)["”“»]""")


def clean_text(text: str) -> str:
    """Return the text with plain line breaks, without control characters, bidirectional overrides and outer blanks."""
    for line_break in ("\r\n", "\r", "\u2028", "\u2029"):
        text = text.replace(line_break, "\n")
    return _UNFIT.sub("", text).strip()


def expand_macros(text: str, called: str, user: str | None = None) -> str:
    """Clean the text and replace its macros: ``{{char}}`` by ``called``, ``{{user}}`` by ``user`` or a neutral word.

    Of a choice the first option is taken; notes and macros of other programs are removed."""

    def replaced(macro: re.Match[str]) -> str:
        name = (macro[2] or macro[1]).strip().casefold()
        if name in ("char", "bot"):
            return _in_place(called, macro)
        if name == "user":
            return _anybody(macro) if user is None else user
        choice = _CHOICE.fullmatch((macro[1] or "").strip())
        return re.split(r"(?<!\\),|::", choice[1])[0].replace("\\,", ",").strip() if choice else ""

    text = clean_text(text)
    for _ in range(_NESTED_MACROS):
        text, count = _MACRO.subn(replaced, text)
        if not count:
            break
    return text.strip()


def _anybody(macro: re.Match[str]) -> str:
    """Return the neutral word, without its article in an address."""
    before = macro.string[max(macro.start() - 3, 0) : macro.start()]
    after = macro.string[macro.end() : macro.end() + 1]
    if after in tuple("!?,") or (before.endswith(", ") and after in tuple('.;~"”')):
        return ANYBODY.removeprefix("the ")
    return _in_place(ANYBODY, macro)


def _in_place(words: str, macro: re.Match[str]) -> str:
    """Return the words for a macro, capitalised at the beginning of a sentence."""
    before = macro.string[max(macro.start() - 3, 0) : macro.start()]
    begins = not before.strip(" \"“*'(") or before.rstrip(' "“*').endswith((".", "!", "?", "…", "\n"))
    return words[:1].upper() + words[1:] if begins else words


def without_markup(text: str, called: str) -> str:
    """Return a text for players: `expand_macros`, without emphasis, pictures and tags."""
    plain = without_tags(expand_macros(text, called)).replace("*", "")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in plain.split("\n"))).strip()


def without_tags(text: str) -> str:
    """Return the text without pictures and tags."""
    return _TAG.sub("", _IMAGE.sub("", text))


def line_to_player(text: str, called: str) -> str:
    """Return a line of speech for a `VoiceSheet`, with a slot for the player and no other slot."""
    line = _TAG.sub("", expand_macros(text, called, user=_MARK)).replace("{", "(").replace("}", ")")
    return " ".join(line.replace(_MARK, PLAYER_SLOT).split())


def one_line(text: str, limit: int = MAX_NAME) -> str:
    """Return the cleaned text on one line of at most ``limit`` characters, cut at a blank if one is near."""
    line = " ".join(clean_text(text).split())
    if len(line) <= limit:
        return line
    cut = line.rfind(" ", limit // 2, limit + 1)
    return line[: cut if cut > 0 else limit].rstrip()


def name_in(text: str) -> str:
    """Return a display name; "" if nothing in the text is visible."""
    name = one_line(expand_macros(text, "", user=ANYBODY).replace("{", "").replace("}", ""))
    return name if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else ""


def pieces(text: str, limit: int = MAX_PROSE) -> list[str]:
    """Cut the text into pieces of at most ``limit`` characters, at ends of paragraphs, lines, sentences or words."""
    parts = []
    rest = text.strip()
    while len(rest) > limit:
        window, least = rest[:limit], limit // 3
        stops = [match.end() for match in _STOP.finditer(window, least)]
        ends = (window.rfind("\n\n"), window.rfind("\n"), stops[-1] if stops else 0, window.rfind(" "))
        cut = next((end for end in ends if end > least), limit)
        parts.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*parts, rest] if rest else parts


def free_id(name: str, taken: Container[str] = ()) -> str:
    """Make a free id of a name in any script; without a Latin letter it is ``person-`` and 8 hex digits."""
    base = slug_of(name) or f"person-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return free_slug(f"person-{base}" if base in RESERVED_IDS else base, taken)


def traits_in(text: str) -> tuple[str, ...]:
    """Return the traits that a text lists; none if it is prose."""
    if _SENTENCE.search(text.strip()):
        return ()
    listed = (" ".join(part.strip(_TRAIT_MARKS).split()) for part in _TRAIT_BREAK.split(text))
    traits = list(dict.fromkeys(filter(None, listed)))
    fits = all(len(part) <= _LONGEST_TRAIT and len(part.split()) <= _MOST_WORDS for part in traits)
    return tuple(traits) if fits and 1 <= len(traits) <= MAX_TRAITS else ()


def speech_in(text: str, name: str) -> str | None:
    """Return what a greeting says aloud, if it is one line of speech; None if it narrates, for example about
    ``name``."""
    line = text.strip()
    if not line or len(line) > MAX_SPOKEN or "\n" in line or "*" in line or line.startswith(("(", "[", "<")):
        return None
    quoted = _QUOTED.fullmatch(line)
    if quoted:
        return quoted[1].strip() or None
    is_about_name = _WHO.search(line) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line, re.IGNORECASE)
    language = current_language()
    if is_about_name and not language.pattern("interchange.introduces").search(line):
        return None
    is_quoting = any(mark in line for mark in '"“”„«»')
    return None if is_quoting or not language.pattern("interchange.addressing").search(line) else line
