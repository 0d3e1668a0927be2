"""A person's answers about its day (what it has done and seen, what is new), and about itself and others where its
topics say nothing: names, trades, homes, ages, wishes, things that it has, and topics that it can tell."""

from dataclasses import replace
from enum import StrEnum
from functools import reduce

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.questions import without_signs
from app.agents.narrator.knowledge.ranking import asked_terms
from app.agents.narrator.knowledge.recalling import Recollection
from app.agents.narrator.knowledge.relative_time import relative_time
from app.agents.narrator.knowledge.wanted import AnswerKind, wanted_kind
from app.agents.narrator.telling.variants import pick_variant
from app.agents.narrator.understanding.naming import everybody, named_in, resolve
from app.agents.narrator.understanding.typed_words import is_pronoun, recall_pattern, word_set
from app.language.analysis.terms import term_set
from app.language.analysis.text import quote_spans, sentences
from app.language.language import language_of
from app.language.reading.sayable import asks
from app.language.rendering.filling import quotable, sentence
from app.language.rendering.naming import Naming, sentence_with_name
from app.language.rendering.phrases import as_asked, listed, named_place, the
from app.language.times.time import Span
from app.language.times.when import question_hints
from app.memory.recall.current_facts import own_matters
from app.models.clock import MINUTES_PER_DAY
from app.models.events.play import BeingsSeen, NPCMoved
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.messages.payload import events_in
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.state.conditions import holds
from app.models.state.game_state import GameState

_OVER = (PlanStatus.COMPLETED, PlanStatus.ACTIVE)
_NEWS_FOR = 2 * MINUTES_PER_DAY
_MATTERS = 4.0
_LOOKED_BACK = 400
"""Newest entries that are looked through."""


class Daily(StrEnum):
    """What a question asks of a person's day."""

    DONE = "done"
    WHO = "who"
    NEWS = "news"


def about_day(text: str) -> Daily | None:
    question = without_signs(text)
    return next((matter for matter in Daily if recall_pattern(f"day_{matter}").search(question)), None)


def of_the_day(exchange: Exchange, text: str) -> Recollection | None:
    """Return what a person says of its day, from what it has seen, heard and done; None if the text does not ask for
    it, or there is nothing to say."""
    question, now = without_signs(text), exchange.state.clock.minutes
    today = now - now % MINUTES_PER_DAY, now
    span = question_hints(text, now).span or today
    match about_day(text):
        case Daily.DONE:
            return _done(exchange, span)
        case Daily.WHO:
            return _company(exchange, span, is_here=recall_pattern("day_who_here").search(question) is not None)
        case Daily.NEWS:
            if (news := _news(exchange)) or not (seen := _company(exchange, today, is_here=False, is_away=True)):
                return news
            return replace(seen, words=exchange.language.render("answers.little-news", saw=seen.words))
        case _:
            sought = recall_pattern("day_seen").search(question)
            return _last_seen(exchange, sought["who"]) if sought else None


def _done(exchange: Exchange, span: Span) -> Recollection | None:
    first, last = span
    plan = sorted(exchange.state.npc(exchange.npc_id).plan, key=lambda item: item.time)
    done = [item.description.rstrip(" .!") for item in plan if item.status in _OVER and first <= item.time <= last]
    if not done:
        return None
    render = exchange.language.render
    each = dict.fromkeys(words[:1].lower() + words[1:] for words in done)
    deeds = reduce(lambda before, then: render("answers.deeds", first=before, next=then), each)
    return Recollection(render("answers.my-day", deeds=deeds), ())


def _seen(exchange: Exchange) -> list[MemoryEntry]:
    """What it has noticed itself, by the time when it was noticed, the newest first."""
    newest, stream = exchange.state.memories(exchange.scope)[-_LOOKED_BACK:], exchange.stream
    seen = (entry for entry in newest if entry.kind is MemoryKind.OBSERVATION and stream.is_active(entry))
    return sorted(seen, key=lambda entry: entry.game_time or 0, reverse=True)


def _last_seen(exchange: Exchange, who: str) -> Recollection | None:
    state = exchange.state
    ids = {thing.id for thing in resolve(who, everybody(state), typos=False)} - {exchange.npc_id}
    if len(ids) != 1:
        return None
    sought = ids.pop()
    name = Naming(state, exchange.npc_id)
    if state.npc(sought).current_location_id == state.npc(exchange.npc_id).current_location_id:
        person = sentence_with_name(name.person(sought)).rstrip(".")
        return Recollection(exchange.language.render("answers.is-here", person=person), ())
    for entry in _seen(exchange):
        if sought not in entry.subjects or entry.game_time is None:
            continue
        when = relative_time(entry.game_time, state.clock.minutes)
        moves = (event for event in events_in(entry.payload) if isinstance(event, NPCMoved) and event.npc_id == sought)
        if any(event.to_id != entry.location_id for event in moves):
            told = exchange.as_it_seems(entry, exchange.in_first_person(entry.summary))
            words = exchange.language.render("answers.that-was", told=told, when=when)
        else:
            is_here = entry.location_id in (None, state.npc(exchange.npc_id).current_location_id)
            place = "here" if is_here else name.place(entry.location_id or "")
            words = exchange.language.render("answers.saw-at", people=name.person(sought), place=place, when=when)
        return Recollection(words, (exchange.source(entry.id or "", "last-saw"),), lines=(entry.summary,))
    return None


def _company(exchange: Exchange, span: Span, *, is_here: bool, is_away: bool = False) -> Recollection | None:
    """Return the people that it saw in that time; ``is_away``: of those that are not with it now."""
    state, (first, last) = exchange.state, span
    here = state.npc(exchange.npc_id).current_location_id
    people: dict[str, MemoryEntry] = {}
    for entry in _seen(exchange):
        if first <= (entry.game_time or 0) <= last and (not is_here or entry.location_id == here):
            people |= {key: entry for key in entry.subjects if key in state.npcs and key != exchange.npc_id}
    if is_away:
        people = {key: entry for key, entry in people.items() if state.npc(key).current_location_id != here}
    if not people:
        return None
    name = Naming(state, exchange.npc_id)
    earliest = list(reversed(people))
    seen = listed([name.person(person) for person in earliest])
    words = exchange.language.render("answers.saw", people=seen, here="yes" if is_here else "no")
    sources = dict.fromkeys(exchange.source(people[person].id or "", "saw") for person in earliest)
    return Recollection(words, tuple(sources))


def _news(exchange: Exchange) -> Recollection | None:
    """Return the newest memory of another's words, or of an event that mattered; without one the people that were
    around."""
    now, stream = exchange.state.clock.minutes, exchange.stream
    for entry in reversed(exchange.state.memories(exchange.scope)[-_LOOKED_BACK:]):
        is_told = entry.kind is MemoryKind.CONVERSATION and entry.origin is MemoryOrigin.SOCIAL
        is_seen = entry.kind is MemoryKind.OBSERVATION and stream.importance(entry) >= _MATTERS
        if not (is_told or is_seen) or not stream.is_active(entry) or now - (entry.game_time or 0) > _NEWS_FOR:
            continue
        if any(isinstance(event, BeingsSeen) for event in events_in(entry.payload)):
            continue
        words = _hearsay(exchange, entry) if is_told else exchange.in_first_person(entry.summary)
        if words:
            words = exchange.as_it_seems(entry, words)
            return Recollection(words, (exchange.source(entry.id or "", "news"),), lines=(entry.summary,))
    return None


def _hearsay(exchange: Exchange, entry: MemoryEntry) -> str:
    """Return what another person said of others: no courtesies, and not where it went or saw others itself."""
    spans = list(quote_spans(entry.summary))
    if not spans or entry.origin_id not in exchange.state.npcs:
        return ""
    start, end = spans[0]
    others = [thing for thing in everybody(exchange.state) if thing.id not in (exchange.npc_id, entry.origin_id)]
    of_others = (line for line in sentences(entry.summary[start + 1 : end - 1]) if named_in(line, others))
    told = (line for line in of_others if not recall_pattern("of_self").match(line) and not asks(line))
    if (line := next(told, None)) is None:
        return ""
    who = sentence_with_name(Naming(exchange.state, exchange.npc_id).person(entry.origin_id)).rstrip(".")
    return exchange.language.render("answers.hearsay", person=who, quotation=f"‘{quotable(line)}’")


def asks_plans(text: str) -> bool:
    return recall_pattern("doings").search(" ".join(text[:500].split())) is not None


def plans_answer(state: GameState, npc_id: str) -> str:
    """What the person answers, from its plan; "" where it has none that still holds."""
    npc = state.npc(npc_id)
    first = {item.status: item for item in reversed(npc.plan)}
    wanted = {"now": first.get(PlanStatus.ACTIVE), "next": first.get(PlanStatus.PENDING)}
    words = {name: _plan_text(state, npc_id, item) for name, item in wanted.items() if item is not None}
    if npc.mind.plan_until is None or npc.mind.plan_until <= state.clock.minutes or not words:
        return ""
    variants = language_of(state.sheet).lines("manners.doings", "both" if len(words) > 1 else next(iter(words)))
    return sentence(pick_variant(state, f"doings {npc_id}", variants).format(**words))


def _plan_text(state: GameState, npc_id: str, item: PlanItem) -> str:
    """``have breakfast at the Bakehouse``; the place only where it is another one."""
    words = recall_pattern("in_brackets").sub("", item.description).strip(" .")
    words = words[:1].lower() + words[1:]
    if item.place is None or item.place == state.npc(npc_id).current_location_id:
        return words
    return language_of(state.sheet).render("answers.at-place", words=words, place=named_place(state.name(item.place)))


_OWN = ("goals", "belongings", "topics")


def asked_as_seen(state: GameState, question: str) -> str:
    """Return the person that a question asks to have been seen: a name, or a pronoun as typed; "" for no person."""
    if (sought := recall_pattern("unseen").search(without_signs(question))) is None:
        return ""
    people = resolve(sought["who"], everybody(state))
    after = without_signs(question)[sought.end("who") :].split()[:1]
    is_whole = is_pronoun(sought["who"]) and not (after and sought["who"] in word_set("name_articles"))  # "that night"
    return people[0].name if people else sought["who"] if is_whole else ""


def known_fact(exchange: Exchange, text: str) -> str:
    """Return the answer to a question about where a person lives or works, how old the person is or who another one is;
    "" if it asks for none of these, or the author wrote nothing."""
    state, question = exchange.state, without_signs(text)
    others = [thing for thing in named_in(text, everybody(state)) if thing.id != exchange.npc_id]
    if len(others) > 1 or (not others and recall_pattern("fact_of_self").search(question) is None):
        return ""
    sheet = state.sheets.npc(others[0].id if others else exchange.npc_id)
    kinds = ("who", "home", "work") if others else ("age", "home", "work")
    what = next((kind for kind in kinds if recall_pattern(f"fact_{kind}").search(question)), None)
    names = term_set(" ".join((sheet.name, *sheet.aliases)))
    is_whole = wanted_kind(text) in (AnswerKind.PERSON, AnswerKind.NOTHING)
    if what == "who" and not (is_whole or names.issuperset(asked_terms(exchange, question))):
        return ""  # more is asked than who it is
    places = [_place(exchange, sheet.home_location), _place(exchange, sheet.work_location)]
    place = next(filter(None, places if what == "home" else reversed(places)), "")
    trade, age = " ".join(sheet.occupation.split()).rstrip("."), "" if sheet.age is None else str(sheet.age)
    found = {"who": (("who", trade), ("place", place)), "age": (("age", age),), None: ()}.get(what, (("place", place),))
    slots = {"name": sheet.name, "trade": trade, "place": place, "age": age}
    return " ".join(exchange.language.render(f"answers.fact-{name}", **slots) for name, value in found if value)


def own_matter(exchange: Exchange, text: str) -> str:
    """What the person says it wants, has with it or can tell, without what it keeps back; "" if none of it is asked."""
    words, called = without_signs(text).split(), without_signs(" ".join(exchange.own_names)).split()
    while words and words[-1] in called:
        words.pop()
    what = next((each for each in _OWN if recall_pattern(f"own_{each}").search(" ".join(words))), None)
    if what is None:
        return ""
    name, own = exchange.state.name, own_matters(exchange.state, exchange.npc_id)
    matters = {
        "goals": [_wish(exchange, goal.text) for goal in own.goals if goal.id not in own.kept_back],
        "belongings": [the(name(item)) for item in own.belongings if item not in own.kept_back],
        "topics": [as_asked(topic.name) for topic in own.topics],
    }[what]
    return exchange.language.render(f"answers.own-{what if matters else 'nothing'}", matters=listed(matters))


def _wish(exchange: Exchange, goal: str) -> str:
    """A goal, which an author writes in the third person, as the person says it."""
    words = " ".join(goal.split()).rstrip(".!")
    if named_in(words, everybody(exchange.state)):
        return words
    own = dict(line.split(" > ") for line in exchange.language.lines("perspective.own"))
    return " ".join(own.get(word, word) for word in words.split())


def _place(exchange: Exchange, location_id: str | None) -> str:
    """A place as it is called; "" for one to which no way is known that anybody may see."""
    state = exchange.state
    ways = (way for place in state.sheet.locations for way in place.exits if way.to == location_id)
    is_open = location_id is not None and any(holds(way.hidden_until, state) for way in ways)
    return named_place(state.name(location_id)) if is_open and location_id is not None else ""
