"""The words of a text as tokens of the grammar of times: each has the letter of its class, by a language's
``time.toml``, and a number."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.language.language import Language
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR

AROUND = 90
"""Minutes before and after a clock time that a question about it covers."""
NIGHT_ENDS = 30 * MINUTES_PER_HOUR
NOON, EVENING = 12 * MINUTES_PER_HOUR, 18 * MINUTES_PER_HOUR
_DIGITS = 4
_TENS = range(20, 100, 10)


class Part(NamedTuple):
    """A part of a day: the first and last minute after midnight, that of an appointment, and whether it is a point."""

    first: int
    last: int
    at: int
    is_point: bool = True


def _point(hour: int) -> Part:
    at = hour * MINUTES_PER_HOUR
    return Part(at - AROUND, at + AROUND, at)


PARTS: Mapping[str, Part] = {
    "dawn": _point(6),
    "noon": _point(12),
    "dusk": _point(18),
    "midnight": _point(24),
    "dark": _point(19),
    "morning": Part(6 * 60, NOON - 1, 8 * 60, is_point=False),
    "afternoon": Part(NOON, EVENING - 1, 15 * 60, is_point=False),
    "evening": Part(EVENING, MINUTES_PER_DAY - 1, EVENING, is_point=False),
    "night": Part(22 * 60, NIGHT_ENDS - 1, 21 * 60, is_point=False),
    "tonight": Part(EVENING, NIGHT_ENDS - 1, 19 * 60, is_point=False),
}
_LETTERS = {
    "half": "H", "quarter": "Q", "o_clock": "O", "am": "A", "pm": "P", "inside": "i", "near": "@", "until": "b",
    "by": "y", "come": "c", "after": "f", "since": "S", "on": "o", "of": "0", "from": ">", "past": "+", "to": "-",
    "and": "&", "or": "/", "ago": "g", "hence": "F", "time": "h", "this": "s", "next": "n", "last": "l", "other": "j",
    "article": "a", "the": "t", "very": "v", "every": "e", "some": "#", "counted": "x", "not": "!", "about": "~",
    "early": "k", "late": "K", "just_now": "L", "give": "G", "same_time": "I", "lately": "Y",
}  # fmt: skip
"""The letter of each list of words. Others: N a number, C a clock time, U D E units below, of and above a day, d a day,
T tonight, W w a weekday, p a part of a day, m a meal, B the dark, V a part by itself, r a number in order; ``.`` and
``,`` signs, z a word without a meaning of its own, X one with a capital, x any other."""
_TOKEN = re.compile(
    r"\d+[.,]5(?!\d)|\d{1,2}[:.][0-5]\d(?!\d)|\d+|[^\W\d_](?:\.[^\W\d_])+\b\.?|[^\W\d_]+(?:['’][^\W\d_]+)*|\n|[^\w\s]"
)


class Token(NamedTuple):
    """A word: the letter of its class, its number or part of a day, where it is in the text, whether it is written in
    digits, and whether these are of a clock of 24 hours ("05:30")."""

    letter: str
    value: int = 0
    part: Part | None = None
    start: int = 0
    end: int = 0
    is_digits: bool = False
    is_sure: bool = False


@lru_cache(maxsize=8)
def _vocabulary(language: Language) -> tuple[dict[tuple[str, ...], Token], dict[str, int]]:
    """Return the token of each word or sequence of words, and the length of the longest by its first word."""
    found: dict[tuple[str, ...], Token] = {}

    def add(words: str, token: Token) -> None:
        found[tuple(_TOKEN.findall(words.replace("_", " ").casefold()))] = token

    for word in (*language.words("words.stop"), *language.words("time.follows")):
        add(word, Token("z"))
    numbers = {
        "words.numbers": "N", "time.amounts": "N", "time.nths": "r", "time.days": "d", "time.weekdays": "W",
        "time.weekdays_in_short": "w",
    }  # fmt: skip
    for table, letter in numbers.items():
        for word, value in language.numbers(table).items():
            add(word, Token(letter, value))
    for name, letter in _LETTERS.items():
        for word in language.words(f"time.{name}"):
            add(word, Token(letter))
    for word, value in language.numbers("time.units").items():
        add(word, Token("UDE"[(value >= MINUTES_PER_DAY) + (value > MINUTES_PER_DAY)], value))
    for word, hour in language.numbers("time.meals").items():
        add(word, Token("m", hour, _point(hour)))
    for name in ("dawn", "dusk"):
        for word in language.words(f"time.at_{name}"):
            add(word, Token("V", 0, PARTS[name]))
    for name, part in PARTS.items():
        for word in language.words(f"time.{name}"):
            add(word, Token({"tonight": "T", "dark": "B"}.get(name, "p"), 0, part))
    return found, {words[0]: len(words) for words in sorted(found, key=len)}


def time_tokens(text: str, language: Language) -> list[Token]:
    vocabulary, longest = _vocabulary(language)
    pieces = list(_TOKEN.finditer(text))
    words = [piece.group().casefold().replace("’", "'") for piece in pieces]
    masked = [match.span() for match in language.pattern("time.no_time").finditer(text)]
    found: list[Token] = []
    at = 0
    while at < len(pieces):
        length = min(longest.get(words[at], 1), len(words) - at)
        while length > 1 and tuple(words[at : at + length]) not in vocabulary:
            length -= 1
        token = vocabulary.get(tuple(words[at : at + length])) or _unlisted(words, at, pieces[at].group(), language)
        if length == 1 and token.letter == "N" and at + 1 < len(words) and pieces[at].end() == pieces[at + 1].start():
            if words[at + 1] in language.words("time.ordinal_ends"):
                token, length = token._replace(letter="r"), 2
            elif words[at + 1] in language.words("time.clock_ends"):
                token, length = Token("C", token.value * MINUTES_PER_HOUR), 2
        if token.letter == "N" and token.value in _TENS and not token.is_digits:
            joint = at + length + (words[at + length : at + length + 1] == ["-"])
            unit = vocabulary.get(tuple(words[joint : joint + 1]), Token("x"))
            if unit.letter == "N" and 0 < unit.value < 10:
                token, length = token._replace(value=token.value + unit.value), joint + 1 - at
        start, end = pieces[at].start(), pieces[at + length - 1].end()
        if words[at][-2:] in (".5", ",5") and token.letter == "N":  # one and a half
            half = Token("H", 0, None, start, end)
            found += (token._replace(start=start, end=end), half._replace(letter="&"), half) if token.value else (half,)
            at += 1
            continue
        if masked and any(first <= start < last for first, last in masked):
            token = Token("x")
        found.append(token._replace(start=start, end=end))
        at += length
    return found


def _unlisted(words: Sequence[str], at: int, written: str, language: Language) -> Token:
    word = words[at]
    if word[-2:] in (".5", ",5"):
        is_short = len(word) <= _DIGITS + len(".5")
        return Token("N", int(word[:-2]), is_digits=True) if is_short else Token("x")
    if word[0].isdecimal() and not word.isdecimal():
        return Token("C", int(word[:-3]) * MINUTES_PER_HOUR + int(word[-2:]), is_digits=True, is_sure=word[0] == "0")
    if word.isdecimal():
        value = int(word) if len(word) <= _DIGITS else 0
        if len(word) == _DIGITS and word[0] == "0":
            return Token("C", minute_of_four(value), is_digits=True, is_sure=True)
        return Token("N" if value else "x", value, is_digits=True)
    if not word[0].isalpha():
        return Token("." if word in ".!?;:…\n" else "," if word in ",()-–—\"'“”‘’*" else "x")
    vocabulary, _ = _vocabulary(language)
    following = vocabulary.get(tuple(words[at + 1 : at + 2]), Token("x")).letter
    of_day = "dTW" if following in "pm" else ""  # "tomorrow's dusk"
    for name, letters in (("clock_ends", "Np"), ("time", "mp"), ("unit_ends", "UDE" + of_day)):
        for ends in language.words(f"time.{name}"):
            if (
                word.endswith(ends)
                and (token := vocabulary.get((word.removesuffix(ends),)))
                and token.letter in letters
            ):
                return Token("C", token.value * MINUTES_PER_HOUR) if token.letter == "N" else token
    plain = word.replace(".", "")
    if "." in word and (plain in language.words("time.pm") or plain in language.words("time.am")):
        return Token("P" if plain in language.words("time.pm") else "A")
    if word.split("'")[0] in language.words("words.stop"):
        return Token("z")
    return Token("X" if written[0].isupper() and not written.isupper() else "x")


def minute_of_four(value: int) -> int:
    return value // 100 * MINUTES_PER_HOUR + value % 100


def amount(tokens: Sequence[Token]) -> int:
    """Return a duration in minutes: "two and a half hours", "three quarters of an hour", "an hour or two"."""
    total, unit, number, share, before = 0.0, 0, 0, 0.0, ""
    for token in tokens:
        match token.letter:
            case "N" if before != "/":
                number = token.value
            case "H":
                share = 0.5
            case "Q":
                share, number = (0.25, number) if before == "&" or not number else (0.25 * number, 0)
            case "U" | "D" | "E":
                unit = token.value
                total += unit * ((number or (0 if share else 1)) + share)
                number, share = 0, 0.0
        before = token.letter if token.letter != "a" else before
    return int(total + share * unit)
