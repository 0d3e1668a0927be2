"""What a line asks of a person: its parts, the topics that each is about, the sentence of a topic that answers it, and
what a remark does that its words show."""

from collections.abc import Sequence, Set

from app.agents.narrator.knowledge.questions import Question
from app.agents.narrator.knowledge.wanted import AnswerKind, answer_words, wanted_kind
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, mentions, resolve
from app.agents.narrator.understanding.typed_words import Phrase, name_words, recall_pattern, word_set
from app.language.analysis.terms import term_set, terms_of
from app.language.analysis.text import sentences
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import holds
from app.models.state.game_state import GameState

LONGEST_NAME = 3
"""Words up to which a text may be the name of a topic and nothing else."""
_TELLING_WORDS = 4
"""Words of a sentence from which on it is known for a topic's own."""
_BY_WORDS = ("condolence", "insult", "wellbeing", "kindness", "feeling", "farewell")
"""What a remark does that its own words show."""


def parts_of_line(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a line in order and whether each asks something: each question by itself, the text between
    them together. A tag ("right?") is no question where there are others; a line with no more than one part is whole.
    """
    pieces = [piece.strip(" ,;") for piece in recall_pattern("between_parts").split(text)]
    parts: list[tuple[str, bool]] = []
    for piece in filter(None, pieces):
        phrase = Phrase.of(piece)
        is_tag = len(phrase) <= LONGEST_NAME and not phrase.holds(*word_set("asking_words")) and not term_set(piece)
        asks = phrase.asks and not is_tag
        if parts and not parts[-1][1] and (not asks or len(Phrase.of(parts[-1][0])) == 1):
            parts[-1] = f"{parts[-1][0]} {piece}", asks
        else:
            parts.append((piece, asks))
    return parts if len(parts) > 1 and any(asks for _, asks in parts) else [(text, Phrase.of(text).asks)]


def topics_about(state: GameState, npc_id: str, text: str) -> list[Thing]:
    """Return the topics that a text is about, without those that it names in passing ("in the village"). Of those that
    share a name one that can be told, and one that is untold, wins, then one by its first name. Several only where a
    bare name fits them all."""
    told = state.npc(npc_id).topics_told

    def rank(topic: Thing) -> tuple[bool, bool]:
        return not holds(state.sheets.topic(topic.id)[1].condition, state), topic.id in told

    known = sorted(naming.topics_of(state, npc_id), key=rank)
    named = topics_named(text, known)
    found = (resolve(text, known) if len(Phrase.of(text)) <= LONGEST_NAME else []) or named[:1]
    found = [topic for topic in found if rank(topic) == min(map(rank, found))]
    found = [topic for topic in found if topic.names[:1] == (name_words(text),)] or found
    if found and rank(found[0])[0]:
        names = set(found[0].names)
        found = [topic for topic in named if not rank(topic)[0] and names & set(topic.names)][:1] or found
    return found


def topics_named(text: str, topics: Sequence[Thing]) -> list[Thing]:
    """Return the topics that a text names, not in passing: first those it asks for ("about the bell"), then by
    position, the longer name before the shorter."""
    found: dict[Thing, tuple[bool, int, int]] = {}
    for topic, around, words in mentions(text, topics):
        is_asked = recall_pattern("asked_of").search(around) is not None
        if is_asked or topic.name[:1].isupper() or not recall_pattern("in_passing").search(around):
            key = (not is_asked, around.index("_"), -words)
            found[topic] = min(key, found.get(topic, key))
    return sorted(found, key=lambda topic: found[topic])


def topic_told(state: GameState, npc_id: str, said: Sequence[str]) -> str:
    """The id of the topic of the latest of these speeches (newest first) that is of one; "" for none."""
    for text in said:
        for topic in state.sheets.npc(npc_id).topics:
            own = (line for line in sentences(topic.text) if len(line.split()) >= _TELLING_WORDS)
            if any(line and line in text for line in (*own, topic.text, topic.again, topic.refusal, topic.elsewhere)):
                return topic.id
    return ""


def points_back(text: str) -> bool:
    """Whether a question points at what was named before it: ``what happened to them?``"""
    return any(map(Phrase.of(text).has, ("for_people", "for_things", "for_either")))


def leaves_out_matter(text: str, what: Question) -> bool:
    """Whether a question names no matter of its own, nor one of the two who are talking: ``and why?``"""
    if points_back(text):
        return what.weights.keys() <= terms_of("narrator.everyday_deeds")
    two = word_set("players").union(word_set("person"))
    return not (what.weights or what.is_open) and two.isdisjoint(Phrase.of(text).norms)


def is_asked_of(text: str, topics: Sequence[Thing]) -> bool:
    """Return whether one of these topics is named as what a line is about: "what is wrong with the bell"."""
    return any(recall_pattern("asked_of").search(around) is not None for _, around, _ in mentions(text, topics))


def is_wish_or_name(text: str, topics: Sequence[Thing]) -> bool:
    """Return whether words that are no question wish to hear something, or are no more than a name."""
    return is_asked_of(text, topics) or is_opened(text) or len(Phrase.of(text)) <= LONGEST_NAME


def is_opened(text: str) -> bool:
    """Return whether a line opens a matter as a whole: "tell me about the bell"."""
    return Phrase.of(text).without_first(word_set("fillers")).starts(*answer_words("openers")) > 0


def is_of_whole(text: str, what: Question, topics: Sequence[TopicSheet]) -> bool:
    """Return whether a question is about topics as a whole: it asks for nothing in particular of them."""
    names = term_set(" ".join(" ".join((topic.name, *topic.aliases)) for topic in topics))
    is_name = len(Phrase.of(text)) < LONGEST_NAME or wanted_kind(text) is AnswerKind.NOTHING
    return bool(is_name or is_opened(text) or what.weights.keys() - terms_of("answering.frame") <= names)


def is_pointer(text: str) -> bool:
    """Return whether words only point at an earlier matter, such as "it" or "this one"."""
    return points_back(text) and len(Phrase.of(text)) < LONGEST_NAME and wanted_kind(text) is AnswerKind.NOTHING


def marked_kinds(text: str) -> Set[str]:
    """Return what the words of a remark themselves show that it does: takes leave, insults, comforts …

    Args:
        text: The remark.

    Returns:
        Names of lists of the pack without their ``to_``, in the order in which they are replied to.
    """
    said = " ".join(Phrase.of(text).norms)
    return {kind: None for kind in _BY_WORDS if recall_pattern(f"heard_{kind}").search(said)}.keys()
