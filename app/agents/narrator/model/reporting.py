"""What a person may tell when a model answers for it, and the model's report of what its answer tells: a choice among
the numbers it was given."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.agents.fitting import fitted
from app.language.analysis.terms import term_set
from app.language.checks.report_line import WORD
from app.memory.prompt_data import estimate, fenced
from app.models.state.conditions import can_tell_topic, facts_now
from app.models.state.game_state import GameState
from app.package_data import package_data

HEADING = "What You May Tell Now"
OFFERS_TOKENS = 400
"""The most tokens of the list of what may be told."""
_MOST_OFFERS, _MOST_TOLD = 24, 2
_SHARED_TERMS = 2
"""Terms that an answer has of what it reports as told, where it does not name it."""
HOW_TO_REPORT: str = package_data(__package__, "instructions")["how_to_report"].format(word=WORD)
"""Appended to the instructions of a person's prompt where it may tell something."""


@dataclass(frozen=True)
class Offer:
    """A matter that a person may tell now.

    Attributes:
        topic_id: The topic.
        name: The name of the topic, or the question that a fact of it answers.
        text: The author's words for it.
        is_fact: Whether it is a fact of the topic, which can be told without the topic.
        changes: Whether telling it changes more than the players' knowledge: a quest begins, a thing is given.
    """

    topic_id: str
    name: str
    text: str
    is_fact: bool = False
    changes: bool = False

    def is_in(self, speech: str) -> bool:
        """Return whether a speech can have told it: it names it, or has two of its terms. A matter that changes the
        world needs two terms, not all of its name, as a speech may name what it does not tell."""
        said, name, text = term_set(speech), term_set(self.name), term_set(self.text)
        if self.changes:
            return len(said & (name | text)) >= _SHARED_TERMS and not said.isdisjoint(text - name)
        return not said.isdisjoint(name) or len(said & text) >= _SHARED_TERMS


def offers_of(state: GameState, npc_id: str, said: str = "") -> tuple[Offer, ...]:
    """List the topics that a person has not told and can tell now, then as many of their facts as there is room for.

    Args:
        state: The game.
        npc_id: The person.
        said: The player's line; facts that share more words with it come first.
    """
    told, asked = state.npc(npc_id).topics_told, term_set(said)
    offers: list[Offer] = []
    facts: list[Offer] = []
    for topic in state.sheets.npc(npc_id).topics:
        if topic.id not in told and can_tell_topic(state, npc_id, topic):
            consequences = (topic.starts_quest, topic.gives_item, topic.reveals_secret, topic.sets_attitude)
            offers.append(Offer(topic.id, topic.name, topic.text, changes=any(consequences)))
            facts += [Offer(topic.id, fact.asks[0], fact.text, is_fact=True) for fact in facts_now(state, topic.facts)]
    facts.sort(key=lambda offer: -len(asked & term_set(f"{offer.name} {offer.text}")))
    return tuple([*offers, *facts][:_MOST_OFFERS])


def with_offers(text: str, offers: Sequence[Offer]) -> str:
    """Return a prompt that ends with the offers, numbered from 1 on; facts with their answers, as a person's prompt has
    only the texts of its topics."""
    if not offers:
        return text
    room = OFFERS_TOKENS - estimate(fenced("topics", [""] * len(offers))) - 4 * len(offers)
    lines = fitted([f"{offer.name}: {offer.text}" if offer.is_fact else offer.name for offer in offers], room)
    return f"{text}\n\n## {HEADING}\n{fenced('topics', [f'{at}. {line}' for at, line in enumerate(lines, 1)])}"


def topics_told(offers: Sequence[Offer], numbers: Iterable[int], speech: str) -> list[str]:
    """Return the ids of the topics that a speech has told as it reports, without those that it cannot have told.

    Args:
        offers: The offers of the prompt.
        numbers: The numbers of the report.
        speech: The person's words.
    """
    reported = (offers[number - 1] for number in numbers if 0 < number <= len(offers))
    topics = (offer.topic_id for offer in reported if not offer.is_fact and offer.is_in(speech))
    return list(dict.fromkeys(topics))[:_MOST_TOLD]
