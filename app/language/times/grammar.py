"""A small grammar of times as people say them: days, parts of a day, clock times and durations, joined to game times.

A text is a string of one letter a word (`tokens`), and the rules are regular expressions over such strings.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.language.language import Language
from app.language.times.time import Side, Time, joined_times
from app.language.times.tokens import EVENING, NOON, PARTS, Part, Token, amount, minute_of_four, time_tokens
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR

JUST_NOW = 30
"""Minutes before now that "just now" covers."""
RECENTLY = 2 * MINUTES_PER_DAY
OTHER_DAY = 6
"""Days before today that "the other day" and "this week" cover."""
_WEEK = 7
_SHIFT = 120  # minutes by which "early" and "late" move an appointment
_GAP = 6  # most words between two parts of one time
_FEWEST = 5  # minutes that are named without their unit: "back in ten"
_SIDES: dict[str, Side] = {"b": "before", "f": "after", "S": "since"}

_END = "(?![xhUDEHjr0])"  # what follows is no thing that is counted, or of which a time is said
_BARE = "[~@]{0,3}a#?[UDE]~{0,2}"
_AMOUNT = (
    r"[~@]{0,3}(?:H[at]?[UDE]|aH[UDE]|[aN]?,?Q0?[at]?[UDE]|a?N0?(?:/N)?(?:&a?[HQ])?#?[UDE](?:&a?[HQ]|/N|&?N[UDE])?"
    r"|a?[UDE](?:&a?[HQ]|/N|&N[UDE]))~{0,2}"
)
_LEAD = "!?[iobcfSy>@~,]{0,4}[kK]?t?[kK]?"
_NAMES_TIME = re.compile("[pmBVdDTWwNCrULYE]")
_DURATION = re.compile(rf"(?:^|(?<=[^@])){_AMOUNT}{_END}|{_BARE}{_END}")
_RULES = re.compile(
    "|".join(
        f"(?P<{name}>{expression})"
        for name, expression in {
            "none": "[e#][pDUEW]",
            "just_now": "L",
            "lately": "Y",
            "other": "[io]?t?j[Dp]",
            "lasting": r"[io]t[l+]a?N?0?[UDE]|[ts]?[l+]a?N0?[UDE]|s\+[UDE]",
            "nights_ago": "[io]?a?N0?pg|[io]?tpbl",
            "ago": f"(?:{_AMOUNT}|{_BARE})g",
            "nights_hence": "a?N0?pF|i~{0,2}Np",
            "hence": f"[iG](?:{_AMOUNT}h?F?|tU{_END}|{_BARE}(?:hF?|F|{_END}))|(?:{_AMOUNT}|{_BARE})F"
            "|i~{0,2}N(?=[.,]|$)",
            "shifted": f"(?:{_AMOUNT}|{_BARE})[bf+]t?[NpmB]O?",
            "same_time": "[@byo]{0,2}I[dW]",
            "days_after": "[oi]?trDF|[oi]?a?N?0?(?:[DE][f>]|Eo)t?[dTW]|aE[dT]|[oncby>]{0,3}[dW]E",
            "minutes_past": f"(?<!>)!?[iobcfSy@~,]{{0,4}}t?(?:[NH]U?[-+f]|a?QU?[-+f0b]|Nb)[Np]O?{_END}",
            "clock": f"{_LEAD}(?:[NC][-,&/b])?(?:C[PA]?O?|N[PA]|NO|NN{_END})",
            "half_hour": f"(?:!?o?[@bcfSy>]{{1,3}}~{{0,2}}|(?<=[dTWwp])|^)HN{_END}",
            "hour": f"(?:!?o?[@bcfSy>]{{1,3}}~{{0,2}}|(?<=[dTWwp]),?)N(?:[-&/b]N)?(?:(?=[dTWw])|(?!\\+){_END})"
            "|N(?=T|@p|itp)",
            "day": f"{_LEAD}[dT](?!h)",
            "next_day": f"[iobcfy]{{0,3}}(?:t?n[Dp]{_END}|t[Dp]f(?=[.,]|$)|t[Dp]f[nd]{_END})",
            "weekday": f"[oSbf]{{0,2}}t?W(?:fn|bl)"
            f"|!?[@obcfSy>]{{1,3}}t?[nls]?Wl?|(?:[nls]|t[nl])W|(?<![tae])W(?:l|{_END})",
            "short_weekday": "!?[ocsbynl]{1,3}w|w(?=[,@~]{0,3}(?:C|N[PAO]|p)|@N(?![xUDEHjr0]))",
            "last_part": "[kKiobfS]{0,3}lp",
            "numbered": f"!?[iobfScy>]{{0,3}}(?:DN(?![DU])|tv?r[Dp](?!0){_END})",
            "week": f"[obfS]{{0,2}}(?:[nls]E|tnE|tlE|tEfn|tEbl){_END}",
            "part": "(?:!?o?[i@bcfSy>~]{1,3}t?[kK]?|!?[oi]t[kK]?|!?[o@bfSy]{0,2}[kK]?s[kK]?|(?<=[dWw]),?|[kK])"
            f"(?:p|mh?){_END}"
            f"|om{_END}|[@bcfSy]B|V|[io]?t[pm]0(?=t?[dDWTr])|[pm](?=o?t?[dTWn])|(?:^|(?<=[.,]))p(?=[.,]|$)",
        }.items()
    )
)


def times_in(language: Language, text: str, now: int, *, ahead: bool) -> Iterator[Time]:
    """Yield the times that a text names, in order. The first day is a Monday.

    Args:
        language: The language of the text.
        text: The text.
        now: Game minutes.
        ahead: Whether a day of the week, or an hour, is the next one; else it is the last one.
    """
    yield from _Reader(language, text, now, ahead=ahead).times()


def duration_in(language: Language, text: str) -> int | None:
    """Return the first duration that a text names in minutes ("for half an hour"); None if there is none."""
    tokens = time_tokens(text, language)
    match = _DURATION.search("".join(token.letter for token in tokens))
    return (amount(tokens[match.start() : match.end()]) or None) if match else None


def minute_named(language: Language, words: str) -> int | None:
    """Return the minute of the day that words name which name nothing else ("first light", "four", "16:30"); None if
    they do not. A number alone is an hour of 24."""
    tokens = time_tokens(words, language)
    letters = "".join(token.letter for token in tokens)
    if re.fullmatch("t?[pmT]", letters) and (part := tokens[-1].part):
        return part.at % MINUTES_PER_DAY
    time = _clock(letters, tokens) if re.fullmatch("[CN][AP]?O?", letters) else None
    return None if time is None else time.minute


class _Reader:
    """What finds the times of one text, those to come if ``ahead``, else those that have been."""

    def __init__(self, language: Language, text: str, now: int, *, ahead: bool) -> None:
        self.now, self.today, self.ahead = now, now // MINUTES_PER_DAY, ahead
        self.text, self.tokens = text, time_tokens(text, language)
        self.letters = "".join(token.letter for token in self.tokens)
        meals = (token.value for token in self.tokens if token.letter == "m")
        self.is_of_evening = max(meals, default=0) * MINUTES_PER_HOUR >= EVENING
        self.is_ahead_said = not ahead and language.pattern("time.ahead").search(text) is not None

    def times(self) -> Iterator[Time]:
        """Yield the times, each joined of the parts that belong together, in order."""
        time, end, recurs = Time(), 0, False
        for match in _RULES.finditer(self.letters) if _NAMES_TIME.search(self.letters) else ():
            words, gap = match.group(), self.letters[end : match.start()]
            is_apart = "." in gap or len(gap) > _GAP
            if words[0] == "e":  # "every day at noon" is no time
                recurs, end = True, match.end()
                continue
            recurs = recurs and not is_apart
            if recurs or (words[0] == "!" and "b" not in words) or (found := self._found(match)) is None:
                continue
            whole = None if is_apart else joined_times(time, found)
            if whole is None and time.places:
                yield time
            time, end = whole or found, match.end()
        if time.places:
            yield time

    def _found(self, match: re.Match[str]) -> Time | None:
        """Return the part of a time that a rule has found, with what its words say of it; None if it is none."""
        words, tokens = match.group(), self.tokens[match.start() : match.end()]
        if (found := self._time(match, tokens)) is None:
            return None
        lead = words[: re.search("[pmBVdDTWwNCrE]|$", words).start()]  # type: ignore[union-attr]  # "$" always matches
        return replace(
            found,
            places=((tokens[0].start, tokens[-1].end),),
            side=next((_SIDES[letter] for letter in lead if letter in _SIDES), None),
            moved=_SHIFT * (("K" in words) - ("k" in words)),
            is_of_evening=self.is_of_evening,
            is_name=not self.text.isupper() and any(map(self._is_name, range(*match.span()))),
        )

    def _is_name(self, at: int) -> bool:
        """Return whether a word is written as in a name: with an inner capital, or with one that begins no sentence."""
        token = self.tokens[at]
        first, *others = self.text[token.start : token.end].split()
        begins = self.letters[max(0, at - 2) : at].strip(",") in ("", ".") or self.letters[at - 1] == "."
        is_inner = any(word[0].isupper() for word in others)
        return token.letter not in "WwD" and (is_inner or (first[0].isupper() and not begins))

    def _is_alone(self, match: re.Match[str]) -> bool:
        before, after = self.letters[: match.start()][-1:], self.letters[match.end() :][:1]
        return before in ("", ".", ",") and after in ("", ".", ",")

    def _time(self, match: re.Match[str], tokens: Sequence[Token]) -> Time | None:
        """Return what a rule has found; None if it is no time after all."""
        numbers = [token for token in tokens if token.letter in "NC"]
        part = next((token.part for token in reversed(tokens) if token.part), None)
        match match.lastgroup:
            case "just_now" | "lately" | "other" | "lasting" | "ago" | "week":
                return self._span(str(match.lastgroup), match.group(), tokens)
            case "hence":
                return self._hence(match.group(), tokens)
            case "nights_ago":
                return self._nights_ago(part or PARTS["night"], numbers[0].value if numbers else 2)
            case "last_part":
                return Time(day=self.today - 1, part=part, is_past=True)
            case "nights_hence":
                return Time(day=self.today + numbers[0].value, part=part, is_coming=True)
            case "same_time":
                return Time(day=self._of(tokens[-1], match.group()), minute=self.now % MINUTES_PER_DAY, is_sure=True)
            case "shifted":
                return self._shifted(match.group(), tokens, part)
            case "minutes_past":
                return _minutes_past(match.group(), tokens, part)
            case "clock":
                return _clock(match.group(), tokens)
            case "half_hour":
                return Time(minute=numbers[0].value * 60 + 30) if numbers[0].value <= 12 else None
            case "hour":
                is_number = numbers[0].is_digits and self.letters[match.end() : match.end() + 1] == "X"
                is_number |= numbers[0].value >= 100 and set("@by").isdisjoint(match.group())
                return None if is_number else _clock(match.group(), tokens)
            case "part":
                is_greeting = match.group() == "p" and part and not part.is_point and self._is_alone(match)
                return None if is_greeting else Time(day=self.today if "s" in match.group() else None, part=part)
            case "day" | "next_day" | "weekday" | "short_weekday" | "numbered" | "days_after":
                return self._day(match, tokens, part)
        return None

    def _span(self, name: str, letters: str, tokens: Sequence[Token]) -> Time | None:
        now, begin = self.now, self.today * MINUTES_PER_DAY
        many, unit = amount(tokens), max((token.value for token in tokens if token.letter in "UDE"), default=0)
        match name:
            case "just_now":
                span = now - JUST_NOW, now
            case "lately":
                span = now - RECENTLY, now
            case "other":
                span = begin - OTHER_DAY * MINUTES_PER_DAY, begin - 1
            case "lasting":
                span = now - many, now
            case "ago" if unit < MINUTES_PER_DAY:
                slack = max(10, many // 2) if unit < MINUTES_PER_HOUR or many < MINUTES_PER_HOUR else 45
                span = now - many - slack, now - many + slack
            case "ago":
                first = (now - many) // MINUTES_PER_DAY
                slack = 0 if unit == MINUTES_PER_DAY else 3
                span = (first - slack) * MINUTES_PER_DAY, (first + slack + 1) * MINUTES_PER_DAY - 1
            case _ if "n" in letters:
                monday = self.today - self.today % _WEEK + _WEEK * (1 + ("f" in letters))
                first = monday if unit == _WEEK * MINUTES_PER_DAY else self.today + unit // MINUTES_PER_DAY
                return Time(day=first) if self.ahead else None
            case _ if "s" in letters:
                span = begin - max(unit - MINUTES_PER_DAY, 0), now
            case _:
                span = begin - unit * (1 + ("b" in letters)), begin - 1 - unit * ("b" in letters)
        is_loose = name in ("just_now", "lately", "other", "lasting") or "s" in letters
        return Time(span=span, is_past=True, is_loose=is_loose)

    def _nights_ago(self, part: Part, many: int) -> Time:
        begin = (self.today - many) * MINUTES_PER_DAY
        return Time(span=(begin + part.first, begin + part.last), is_past=True)

    def _hence(self, letters: str, tokens: Sequence[Token]) -> Time | None:
        if not self.ahead:
            return None
        at = amount(tokens)
        if not at and letters[-1] == "N":  # "back in ten"
            at = tokens[-1].value if _FEWEST <= tokens[-1].value < 100 else 0
        day = None if at % MINUTES_PER_DAY else self.today + at // MINUTES_PER_DAY
        return Time(span=(self.now + at, self.now + at), day=day) if at else None

    def _shifted(self, letters: str, tokens: Sequence[Token], part: Part | None) -> Time | None:
        """Return the time of "an hour before dusk"."""
        border = re.search("[bf+]", letters)
        at = border.start() if border else 0
        many = amount(tokens[:at]) * (-1 if letters[at] == "b" else 1)
        hour = part.at if part else tokens[-1].value * MINUTES_PER_HOUR
        if not 0 < abs(many) < MINUTES_PER_DAY or (part and not part.is_point):
            return None
        return Time(minute=hour + many, is_sure=part is not None)

    def _day(self, match: re.Match[str], tokens: Sequence[Token], part: Part | None) -> Time | None:
        letters, last = match.group(), tokens[-1]
        named = next((token for token in reversed(tokens) if token.letter in "dTWw"), last)
        match match.lastgroup:
            case "numbered" if "r" in letters:
                day = next(token.value for token in tokens if token.letter == "r") - 1
            case "numbered":
                is_led = last.is_digits or letters[0] != "D" or self.letters[match.end() :][:1] in ("", ".", ",")
                return Time(day=last.value - 1) if is_led else None
            case "next_day":
                day = self.today + 1 + ("f" in letters and "n" in letters) + ("d" in letters) * named.value
            case "days_after" if "r" in letters:
                day = self.today + next(token.value for token in tokens if token.letter == "r")
            case "days_after":
                weeks = [token for token in tokens if token.letter == "E"]
                if weeks and weeks[0].value % (_WEEK * MINUTES_PER_DAY):
                    return None
                day = self._of(named, letters) + amount(tokens) // MINUTES_PER_DAY
            case _:
                day = self._of(named, letters) + _WEEK * (("fn" in letters) - ("bl" in letters))
        is_past = "l" in letters or (named.letter == "d" and named.value < 0)
        is_coming = day > self.today and match.lastgroup != "numbered"
        is_coming |= named.letter in "Ww" and not is_past and (self.is_ahead_said or "n" in letters)
        return Time(day=day, part=part, is_past=is_past, is_coming=is_coming)

    def _of(self, token: Token, letters: str) -> int:
        """Return the day of a word: "tomorrow", or the next or last day of that name."""
        if token.letter not in "Ww":
            return self.today + token.value
        if self.ahead and "l" not in letters:
            return self.today + ((token.value - self.today) % _WEEK or _WEEK)
        return self.today - ((self.today - token.value) % _WEEK or _WEEK)


def _minutes_past(letters: str, tokens: Sequence[Token], part: Part | None) -> Time | None:
    """Return the time of "half past seven", "quarter to nine", "ten past midnight"."""
    border = next(
        at for at, letter in enumerate(letters) if letter in "-+b0f" and at and set(letters[:at]) & set("NHQ")
    )
    first = next(token for token in tokens if token.letter in "NHQ")
    minutes = {"H": 30, "Q": 15}.get(first.letter, first.value)
    hour = part.at if part else tokens[border + 1].value * MINUTES_PER_HOUR
    is_count = first.letter == "N" and minutes % 5 and not any(token.letter == "U" for token in tokens)
    if not 0 < minutes <= 30 or hour > MINUTES_PER_DAY or is_count or (part and not part.is_point):
        return None
    return Time(minute=hour + (minutes if letters[border] in "+f" else -minutes), is_sure=part is not None)


def _clock(letters: str, tokens: Sequence[Token]) -> Time | None:
    """Return the time of "7:30 pm", "0300", "eighteen o'clock", "six thirty"; of two times the first."""
    number, *others = [token for token in tokens if token.letter in "NC"]
    minute = number.value if number.letter == "C" else number.value * MINUTES_PER_HOUR
    if number.value > 100 and number.letter == "N":
        minute = minute_of_four(number.value)
    if letters.endswith("NN"):
        minute += others[-1].value
        if not 10 <= others[-1].value < MINUTES_PER_HOUR:
            return None
    is_sure = minute >= NOON + MINUTES_PER_HOUR or number.is_sure
    if "P" in letters and minute < NOON:
        minute, is_sure = minute + NOON, True
    elif "A" in letters:
        minute, is_sure = minute % NOON, True
    return Time(minute=minute, is_sure=is_sure) if minute <= MINUTES_PER_DAY else None
