"""Condensing several memories to one or two sentences: the people, the matter, and the outcome."""

from collections import Counter
from collections.abc import Sequence

from app.agents.mind.statements import MemoryStatement, speaker, statements_worth_telling, teller
from app.agents.mind.wording import display_name, plain
from app.interfaces.agents.mind import BadAnswer, CondenseRequest
from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.ranking import rank_sentences
from app.language.language import Language, language_of
from app.language.rendering.phrases import listed
from app.models.messages.payload import Utterance, utterances_in

_MOST_PEOPLE = 4
_MOST_WEIGHED = 120
_READ = 2_000
_LONGEST_OUTCOME = 240
_PLAIN_QUOTES = str.maketrans(dict.fromkeys('"“”„«»', "'"))
_OWN_WORDS = 0.5  # the weight of the person's own words; others' words are news to it and count 1


def condensed_text(request: CondenseRequest) -> str:
    """One or two sentences in the third person and the past. BadAnswer without any memory."""
    if not request.memories:
        raise BadAnswer("there are no memories to condense")
    language = language_of(request.person)
    outcome = _outcome(request, statements_worth_telling(request.memories, language), language)
    return " ".join(part for part in (_who_and_what(request, language), outcome) if part)


def _who_and_what(request: CondenseRequest, language: Language) -> str:
    said = [(memory, each) for memory in request.memories for each in utterances_in(memory.payload)]
    voices = {teller(each): memory.names.get(teller(each)) or speaker(each, memory) for memory, each in said}
    people = [plain(called, 120) for key, called in voices.items() if called and key != request.person.npc_id]
    matters = listed(language.render("minds.the-matter", matter=each) for each in _matters(request, language))
    name = display_name(request.person)
    if not people:
        return language.render("minds.gist-kept" if matters else "minds.gist-quiet", name=name, matters=matters)
    many = len(people) > _MOST_PEOPLE
    shown = listed([*people[: _MOST_PEOPLE - 1], language.render("minds.others")] if many else people)
    key = "minds.gist-spoke-about" if matters else "minds.gist-spoke"
    return language.render(key, name=name, people=shown, matters=matters)


def _matters(request: CondenseRequest, language: Language) -> list[str]:
    counts: Counter[str] = Counter()
    for memory in request.memories:
        words = memory.payload.words if isinstance(memory.payload, Utterance) else ""
        text = words or memory.text[:_READ]
        counts.update({word.casefold(): 1 for word in language.pattern("minds.thing").findall(text)})
    empty = lexicon_of(language).stop | language.words("minds.no_matter")
    return [word for word, count in counts.most_common() if count > 1 and word not in empty][:2]


def _outcome(request: CondenseRequest, said: Sequence[MemoryStatement], language: Language) -> str:
    """The sentence that says most; of equals the last one tells how it ended."""
    person = request.person
    weighed = list(said[-_MOST_WEIGHED:])[::-1]
    weights = [each.weight * (_OWN_WORDS if each.teller == person.npc_id else 1) for each in weighed]
    best = rank_sentences([each.text for each in weighed], weights, 1)
    if not best:
        return ""
    chosen = weighed[best[0]]
    text = plain(chosen.text, _LONGEST_OUTCOME)
    if chosen.said is None or not (who := speaker(chosen.said, chosen.memory)):
        return text
    is_hearsay = bool(chosen.said.chain) or chosen.said.speaker_id == person.npc_id
    key, words = "minds.gist-said" if is_hearsay else "minds.gist-told", text.translate(_PLAIN_QUOTES)
    return language.render(key, who=who, name=display_name(person), words=words)
