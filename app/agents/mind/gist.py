"""What is left of several memories in one or two sentences: who, about what, and what came of it."""

import re
from collections import Counter
from collections.abc import Sequence

from app.agents.mind.statements import Statement, is_same, speakers, statements
from app.agents.mind.wording import plain
from app.interfaces.agents.mind import BadAnswer, CondenseAsked
from app.language.analysis.ranking import most_telling
from app.language.en.words import STOP_WORDS
from app.language.rendering.phrases import listed

_MOST_PEOPLE = 4
_MOST_WEIGHED = 120
_LONGEST_OUTCOME = 240
_READ = 2_000
_PLAIN_QUOTES = str.maketrans(dict.fromkeys('"“”„«»', "'"))
_OWN_WORDS = 0.5
"""What the person's own words count beside those of others, which are news to it."""
_THING = re.compile(r"\b(?:the|a|an|his|her|their|my|your|our|some)\s+([^\W\d_]{3,30})(?=\W|$)", re.IGNORECASE)
_NO_MATTER = frozenset(
    "day time way while bit lot morning afternoon evening night moment first last good same one word words".split()  # noqa: SIM905  # a list of words is read best as text
)


def condensed(asked: CondenseAsked) -> str:
    """One or two sentences in the third person and the past. BadAnswer without any memory."""
    if not asked.memories:
        raise BadAnswer("there are no memories to condense")
    name = plain(asked.person.name, 120) or "Somebody"
    said = statements(asked.memories)
    return " ".join(part for part in (_who_and_what(asked, name), _outcome(said, name)) if part)


def _who_and_what(asked: CondenseAsked, name: str) -> str:
    people = [who for who in speakers(asked.memories) if not is_same(who, asked.person.name)]
    matters = _matters(asked)
    about = f" about {listed([f'the {matter}' for matter in matters])}" if matters else ""
    if people:
        shown = [*people[: _MOST_PEOPLE - 1], "others"] if len(people) > _MOST_PEOPLE else people
        return f"{name} spoke with {listed(shown)}{about}."
    return f"What {name} kept of it was{about.replace(' about', '')}." if matters else f"{name} had a quiet while."


def _matters(asked: CondenseAsked) -> list[str]:
    """The things that most memories name."""
    counts: Counter[str] = Counter()
    for memory in asked.memories:
        counts.update({word.casefold(): 1 for word in _THING.findall(memory.text[:_READ])})
    often = [word for word, count in counts.most_common() if count > 1 and word not in STOP_WORDS | _NO_MATTER]
    return often[:2]


def _outcome(said: Sequence[Statement], name: str) -> str:
    """The sentence that says most; of equals the last one tells how it ended."""
    weighed = list(said[-_MOST_WEIGHED:])[::-1]
    weights = [each.weight * (_OWN_WORDS if is_same(each.by, name) else 1) for each in weighed]
    best = most_telling([each.text for each in weighed], weights, 1)
    if not best:
        return ""
    chosen = weighed[best[0]]
    text = plain(chosen.text, _LONGEST_OUTCOME)
    if not chosen.who:
        return text
    verb = "said" if chosen.by != chosen.who or is_same(chosen.who, name) else f"told {name}"
    return f'{chosen.who} {verb}: "{text.translate(_PLAIN_QUOTES)}"'
