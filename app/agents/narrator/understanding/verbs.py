"""The verbs that the offline narrator knows, and what each makes of the words that follow it."""

from functools import lru_cache

from app.agents.narrator.understanding import grammar as to
from app.agents.narrator.understanding import intents
from app.agents.narrator.understanding.durations import wait_for
from app.agents.narrator.understanding.grammar import Build, directions
from app.agents.narrator.understanding.typed_words import LONGEST_OPTION, Phrase, word_set
from app.language.language import Language, current_language


def _forbear(rest: Phrase) -> intents.Intent | None:
    """Only before something that could be done otherwise."""
    undone = rest.without_first(word_set("before_undone"))
    done = None if undone.starts(*current_language().words("verbs.forbear")) else intent_of(undone)
    return None if done is None or isinstance(done, intents.Say) else intents.Forbear(rest.tail)


_BUILDS: dict[str, Build] = {
    "greet": to.greet,
    "say": to.say,
    "wait": lambda rest: wait_for(rest.norms, intents.Wait(minutes=10)),
    "rest": lambda rest: wait_for(rest.norms, intents.Wait(minutes=60)),
    "sleep": lambda rest: wait_for(rest.norms, intents.Wait(until=6 * 60)),
    "forbear": _forbear,
}
"""What is made of the words after a verb that no rule of the pack is for, by its list of verbs in the pack."""


@lru_cache(maxsize=4)
def _verbs(language: Language) -> dict[tuple[str, ...], Build]:
    lists = {**to.builds_by_rule(language), **_BUILDS}
    builds = {verb: build for name, build in lists.items() for verb in language.words(f"verbs.{name}")}
    builds |= {verb: to.vow(verb) for verb in language.words("verbs.vow")}
    return {tuple(verb.split()): build for verb, build in builds.items()}


def single_verbs() -> list[str]:
    """The verbs of one word and no abbreviations, in the order of the alphabet."""
    return sorted(verb[0] for verb in _verbs(current_language()) if len(verb) == 1 and len(verb[0]) >= 3)


def intent_of(phrase: Phrase) -> intents.Intent | None:
    """What a phrase that begins with a verb wants; None if it does not, or the verb cannot stand so."""
    norms = phrase.norms
    if len(norms) == 1 and norms[0] in directions():
        return intents.Go(norms[0])
    verbs = _verbs(current_language())
    for length in range(min(LONGEST_OPTION, len(norms)), 0, -1):
        if (build := verbs.get(norms[:length])) and (intent := build(phrase.after(length))):
            return intent
    return None
