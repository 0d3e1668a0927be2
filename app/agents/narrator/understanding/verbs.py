"""The verbs that the offline narrator knows, and what the words after each make of it: by the rules of the language, or
by a builder where a rule does not do."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.typed_words import LONGEST_OPTION, Phrase, word_set
from app.language.language import cached_by_language, current_language
from app.language.times.grammar import duration_in
from app.models.sheets.location import Direction

Build = Callable[[Phrase], Intent | None]
"""Words after the verb -> intent; None if they cannot follow it."""
_Rule = tuple[list[str], Wish | None, list[str]]
"""What must fit the words after the verb, what is wanted then, if anything, and the texts of that."""
_MORNING = 6 * 60
_DIGITS = 10
"""Those of a number that are read: what has more is refused as too long a wait anyway."""


def _builds_by_rule() -> dict[str, Build]:
    """What is made of the words after a verb by the rules of the pack, by the name of the list of verbs. ValueError for
    a rule that names no wish."""
    rules: dict[str, list[_Rule]] = {}
    for row in current_language().lines("verbs.rules"):
        (verb, *pattern), (name, *values) = (part.split() for part in row.split(":"))
        wish = None if name == "nothing" else Wish(name)
        rules.setdefault(verb, []).append((pattern, wish, values))
    return {name: partial(_by_rule, of_verb) for name, of_verb in rules.items()}


def _by_rule(rules: Iterable[_Rule], rest: Phrase) -> Intent | None:
    for pattern, wish, values in rules:
        found: dict[str, str] = {}
        if _fits(pattern, rest, found):
            return None if wish is None else Intent(wish, *(found.get(value, value) for value in values))
    return None


def _fits(pattern: list[str], rest: Phrase, found: dict[str, str]) -> bool:
    """Whether a rule fits all of the words; the names go into ``found``."""
    if not pattern:
        return not rest
    token, *then = pattern
    if not _is_name(token):
        taken = rest.starts(*_word_list(token))
        return (taken > 0 or token.endswith("?")) and _fits(then, rest.after(taken), found)
    second = next((at for at, other in enumerate(then) if _is_name(other)), 0)
    if second:
        parts = rest.divided(*_word_list(then[second - 1]), last=then[second - 1].endswith(">"))
        if parts is None or not _fits(then[second:], parts[1], found):
            return False
        rest, then = parts[0], then[: second - 1]
    for behind in then:
        name = rest.without_last(_word_list(behind))
        if name is rest and not behind.endswith("?"):
            return False
        rest = name
    found[token] = rest.tail if token.endswith("~") else rest.text
    return _word_list(token).issuperset(rest.norms) if token.endswith("*") else token == "_" or bool(rest)


def _is_name(token: str) -> bool:
    return token[0] != "(" or token[-1] == "*"


def _word_list(token: str) -> frozenset[str]:
    name = token.strip("()?*>")
    return current_language().words(name) if "." in name else verb_words(name)


def verb_words(name: str) -> frozenset[str]:
    """The words of this name in the section ``verbs`` of the pack."""
    return current_language().words(f"verbs.{name}")


@cached_by_language()
def directions() -> dict[str, str]:
    """Each direction as it is typed, long or short, and its value."""
    ways = (way.value for way in Direction if way not in (Direction.IN, Direction.OUT))
    return {word: way for way in ways for word in word_set(f"direction_{way}")}


def _greet(rest: Phrase) -> Intent | None:
    greeted = next((at for at, norm in enumerate(rest.norms) if norm not in word_set("greeted")), len(rest))
    rest = rest.after(greeted)
    if " ".join(rest.norms) in word_set("pleasantries"):
        return Intent(Wish.TALK)
    if rest.starts(*word_set("anybody")):
        return Intent(Wish.TALK) if len(rest) <= 6 else None
    is_one_name = not any(sign in rest.text for sign in ".!?,;") and not rest.asks
    return Intent(Wish.TALK, rest.text) if len(rest) <= 4 and is_one_name else None


def _say(rest: Phrase) -> Intent | None:
    if not rest:
        return None
    if greeting := rest.starts(*word_set("said_greetings")):
        return _greet(rest.after(greeting))
    if rest.starts(*word_set("to")) and len(rest) > 1:
        return _said_to(rest.after(1))
    return Intent(Wish.SAY, rest.without_first(word_set("that")).tail)


def _said_to(rest: Phrase) -> Intent:
    """``mara: I'll be back`` or ``mara that I'll be back``; without a sign the name is found later."""
    for at in range(1, min(len(rest), 6)):
        gap = rest.gap_before(at)
        is_that = rest.norms[at] in word_set("that")
        if is_that or any(sign in gap for sign in ':,;"“'):
            return Intent(Wish.SAY, rest.after(at + is_that).tail.strip('"“”'), rest.before(at).text)
    return Intent(Wish.TELL, rest.tail)


def _vow(verb: str, rest: Phrase) -> Intent | None:
    if not rest or rest.norms[0] in word_set("self"):
        return None
    words_said = current_language().render("narrator.vow", verb=verb, rest=rest.tail)
    return Intent(Wish.VOW, words_said, rest.without_first(word_set("to")).text)


def _forbear(rest: Phrase) -> Intent | None:
    """Only before something that could be done otherwise."""
    undone = rest.without_first(word_set("before_undone"))
    done = None if undone.starts(*verb_words("forbear")) else intent_of(undone)
    return None if done is None or done.wish is Wish.SAY else Intent(Wish.FORBEAR, rest.tail)


def _wait_for(words: Sequence[str], usual: Intent) -> Intent:
    """How long the words after "wait" say ("two hours", "until 14:30"); ``usual`` if no time in them is understood."""
    language, text = current_language(), " ".join(words)
    hours = language.numbers("narrator.hours")
    named = [hours[word] * 60 for word in words if word in hours]
    clock = language.pattern("narrator.wait_until").search(text)
    if clock and clock["hour"] and int(clock["hour"]) <= 24:
        later = 12 if clock["pm"] and int(clock["hour"]) < 12 else 0
        return Intent(Wish.WAIT_UNTIL, minutes=(int(clock["hour"]) + later) * 60 + int(clock["minute"] or 0))
    if not clock and (minutes := duration_in(language, text)):
        return Intent(Wish.WAIT, minutes=minutes)
    if " ".join(words[-3:]) in word_set("for_the_night"):
        return Intent(Wish.WAIT_UNTIL, minutes=_MORNING)
    if named:
        return Intent(Wish.WAIT_UNTIL, minutes=named[-1])
    bare = [int(word[:_DIGITS]) for word in words if word.isdecimal()]
    return Intent(Wish.WAIT, minutes=bare[0]) if bare and not clock else usual


_BUILDS: dict[str, Build] = {
    "greet": _greet,
    "say": _say,
    "wait": lambda rest: _wait_for(rest.norms, Intent(Wish.WAIT, minutes=10)),
    "rest": lambda rest: _wait_for(rest.norms, Intent(Wish.WAIT, minutes=60)),
    "sleep": lambda rest: _wait_for(rest.norms, Intent(Wish.WAIT_UNTIL, minutes=_MORNING)),
    "forbear": _forbear,
}
"""What is made of the words after a verb that no rule of the pack is for, by its list of verbs in the pack."""


@cached_by_language()
def _verbs() -> dict[tuple[str, ...], Build]:
    language, lists = current_language(), {**_builds_by_rule(), **_BUILDS}
    builds = {verb: build for name, build in lists.items() for verb in language.words(f"verbs.{name}")}
    builds |= {verb: partial(_vow, verb) for verb in language.words("verbs.vow")}
    return {tuple(verb.split()): build for verb, build in builds.items()}


def single_verbs() -> list[str]:
    """The verbs of one word and no abbreviations, in the order of the alphabet."""
    return sorted(verb[0] for verb in _verbs() if len(verb) == 1 and len(verb[0]) >= 3)


@cached_by_language(256)
def intent_of(phrase: Phrase) -> Intent | None:
    """Return the wish of a phrase that begins with a verb; None if it does not, or the verb has no such use."""
    norms = phrase.norms
    if len(norms) == 1 and norms[0] in directions():
        return Intent(Wish.GO, norms[0])
    verbs = _verbs()
    for length in range(min(LONGEST_OPTION, len(norms)), 0, -1):
        if (build := verbs.get(norms[:length])) and (intent := build(phrase.after(length))):
            return intent
    return None
