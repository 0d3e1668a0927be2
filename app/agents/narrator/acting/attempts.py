"""Deeds that no rule and no action answers: they are tried, and the player reads what there is to them."""

from collections.abc import Iterator

from app.agents.narrator.acting.meant_actions import actor_id, in_second_person, without_clause
from app.agents.narrator.acting.places import catching_eye
from app.agents.narrator.answering.gestures import notice
from app.agents.narrator.company import recent_narrations
from app.agents.narrator.telling import descriptions
from app.agents.narrator.telling.variants import aside
from app.agents.narrator.turn.meaning import find_at_place, is_like_name, named_or_not, plain_name, spoken_to
from app.agents.narrator.turn.turn_builder import OWN_THING, TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import action_words, name_chunks
from app.agents.narrator.understanding.deeds import description, ordered, terms_of_names, things_described
from app.agents.narrator.understanding.mood import begins_with_verb
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, name_words, word_set
from app.agents.narrator.understanding.verbs import directions
from app.events.actions.possible import possible_actions
from app.events.commands.actions import PerformActionCommand
from app.language.analysis.lexicon import is_adverb, lexicon
from app.language.analysis.names import without_article
from app.language.analysis.terms import term_set
from app.language.analysis.text import sentences
from app.language.language import language_of
from app.language.rendering.filling import fill_slots
from app.language.rendering.phrases import listed, plural_number, typed_phrase
from app.models.sheets.described import SENSES
from app.models.state.game_state import GameState

ATTEMPT = "attempt"
"""The generic action of what nothing else answers."""
ENACTED = "enact"
"""The kind of a deed that lies in the doing: it is done, and changes nothing."""
SENSING = frozenset({"look", "examine", "search"})
"""The kinds of deeds that are only to sense something."""
_LONGEST_DEED = 30
"""Words of a deed that are repeated."""
_MOST_HINTS = 2


async def attempt(turn: TurnBuilder, text: str, kind: str = "") -> bool:
    """Try a deed that nothing answers.

    Args:
        turn: The turn.
        text: The deed, as it was typed.
        kind: Its kind: one of `SENSING` or `ENACTED` is done, and changes nothing; any other is only tried.

    Returns:
        False if what it names is not here, and nothing that is here or that a description mentions is named instead.
    """
    state, whole = turn.state, ordered(text)
    phrase = without_clause(whole)
    if turn.has_told and _is_of_before(whole):
        return True
    named = list(_named(turn, phrase)) or list(things_described(state, phrase.after(1), is_first=True))
    target = named[0] if named else None
    if target is None and not _is_mentioned(state, phrase):
        if own := _own(phrase):
            turn.last_thing = OWN_THING
            return turn.remark(turn.text("own-as-it-is", name=own, number=plural_number(own)))
        if is_like_name(missing := _missing(phrase)):
            turn.last_thing = OWN_THING
            return turn.refuse(named_or_not(turn, "nothing-called", missing, eye=catching_eye(turn)))
    thing = target or naming.place_here(state)[0]
    turn.last_thing = thing.id
    if (kind == ENACTED or kind in SENSING) and (deed := _in_own_words(phrase if len(phrase) > 1 else whole)):
        if not _is_of_before(whole):
            turn.tell(aside(turn.text("gesture", deed=deed)))
        turn.describe(_seen_of(state, thing, phrase, is_known=False))
        if thing.kind is ThingKind.PERSON:
            notice(turn, thing.id)
        return turn.remark(turn.text("no-more")) if kind in SENSING else True
    is_known, tried = ATTEMPT in state.tried.get(thing.id, ()), _tried(turn, phrase if len(phrase) > 1 else whole)
    if not is_known or not any(tried in told for told in recent_narrations(state)):
        if tried:
            turn.tell(aside(tried))
        turn.describe(_seen_of(state, thing, phrase, is_known=is_known))
    command = PerformActionCommand(action_id=ATTEMPT, target_id=thing.id, actor_id=actor_id(turn))
    return await turn.do(command) and (is_known or _hint(turn, thing))


def _named(turn: TurnBuilder, phrase: Phrase) -> Iterator[Thing]:
    """Yield what is here and named by a deed, by a pronoun too; nothing for what is called the player's own, and for
    who it is done for."""
    here, own = naming.everything_here(turn.state), action_words("own")
    for typed in name_chunks(phrase.after(1), whole=False):
        chunk = typed.without_last(directions().keys()) or typed  # "hold the letter up" is not done to the way up
        is_other = is_pronoun(chunk.text) and _is_for(phrase, chunk)
        if is_other or directions().keys() >= {*chunk.norms}:  # "kneel down" is not done to the way down
            continue
        if chunk.norms[0] in word_set("gesture_whose"):
            yield from spoken_to(turn.state, naming.people_here(turn.state))[:1]
        pool = naming.items_held(turn.state) if chunk.norms[0] in own else here
        last = name_words(chunk.text)[-1:]
        found = find_at_place(turn, chunk.text, pool)
        yield from sorted(found, key=lambda thing: not any(last == name[-1:] for name in thing.names))[:1]


def _is_for(phrase: Phrase, chunk: Phrase) -> bool:
    """Return whether a name in a deed is of the person that it is done for: ``turn the crank for her``."""
    at = next((at for at, word in enumerate(phrase.words) if word.start == chunk.words[0].start), 0)
    return at > 0 and phrase.norms[at - 1] in word_set("beneficiary")


def _is_of_before(phrase: Phrase) -> bool:
    """Return whether a deed is only to see what comes of the one before it, which was told with that: ``see if it
    holds``."""
    finds, follows = word_set("finds_out"), word_set("found_out")
    return len(phrase) > 1 and phrase.norms[0] in finds and phrase.norms[1] in follows


def _tried(turn: TurnBuilder, phrase: Phrase) -> str:
    """Return that a deed is tried; "" for no verb."""
    deed = _in_own_words(phrase)
    return turn.text("tried", deed=deed) if deed else ""


def _in_own_words(phrase: Phrase) -> str:
    """Return a deed in the player's own words, if it begins with the plain form of a verb; "" for no verb."""
    if not begins_with_verb(phrase) or len(phrase) > _LONGEST_DEED:
        return ""
    deed = in_second_person(phrase)
    return deed.lower() if deed.isupper() else deed[:1].lower() + deed[1:]


def _is_mentioned(state: GameState, phrase: Phrase) -> bool:
    named = phrase.after(1)
    is_told = any(descriptions.described_with(state, terms) for terms in terms_of_names(named))
    return is_told or any(True for _ in things_described(state, named))


def _seen_of(state: GameState, thing: Thing, phrase: Phrase, *, is_known: bool) -> str:
    """Return the sentence of a description that has most in common with a deed, apart from the name of the thing.

    Args:
        state: The game.
        thing: The thing that the deed is done to.
        phrase: The deed.
        is_known: Whether another deed was tried with it: the sentence is then repeated only if it was not read lately.

    Returns:
        Where no sentence has anything in common, the first of the description; "" if it was read lately.
    """
    texts = sentences(description(state, thing))
    wanted = term_set(phrase.text) - term_set(thing.name)
    common = [len(wanted & term_set(each)) for each in texts]
    if any(common) and not (is_known and _is_read(state, texts[common.index(max(common))])):
        return texts[common.index(max(common))].strip()
    is_new = texts and thing.kind in (ThingKind.FEATURE, ThingKind.ITEM, ThingKind.ENCOUNTER)
    return texts[0].strip() if is_new and not _is_read(state, texts[0]) else ""


def _is_read(state: GameState, text: str) -> bool:
    return any(text.strip() in told for told in recent_narrations(state))


def _own(phrase: Phrase) -> str:
    """Return what is called the player's own, in the second person; "" for nothing."""
    own, body = action_words("own"), word_set("body")
    for chunk in name_chunks(phrase.after(1), whole=False):
        if chunk.norms[-1] in body:
            continue
        at = next((at for at, word in enumerate(chunk.norms[:-1]) if word in own), None)
        if at is not None:
            named = _first_of_two(chunk.after(at))
            how = lexicon().stop | {word for word in named.norms if is_adverb(word)}
            return in_second_person(named.without_last(how) or named)
    return ""


def _first_of_two(name: Phrase) -> Phrase:
    """Return a name without a further deed behind it; ``boots and stockings`` is one."""
    parts = name.divided(*word_set("between_steps"))
    return parts[0] if parts and len(parts[1]) > 1 else name


def _missing(phrase: Phrase) -> str:
    """Return the first name of a deed; "" for none."""
    stop = lexicon().stop
    chunks = (chunk.without_last(stop) for chunk in name_chunks(phrase.after(1), whole=False))
    chunks = (chunk for chunk in chunks if action_words("own").isdisjoint(chunk.norms))
    named = next((chunk for chunk in chunks if not stop.issuperset(chunk.norms)), None)
    is_new = named is not None and named.norms[0] in action_words("indefinite")  # what is made, and not what is here
    return "" if named is None or is_new else plain_name(named.text)


def _hint(turn: TurnBuilder, thing: Thing) -> bool:
    """Say what can be done with a thing: what its author has made for it and has not been tried."""
    state = turn.state
    possible = () if thing.kind is ThingKind.ENCOUNTER else _possible(turn, thing)
    deeds = list({name_words(line): line for line in possible}.values())[:_MOST_HINTS]
    if deeds:
        return turn.remark(turn.lists(turn.text("could", things=listed(deeds, "or"))))
    if thing.kind in (ThingKind.ENCOUNTER, ThingKind.FEATURE, ThingKind.ITEM):
        turn.remark(turn.lists(descriptions.dealing_with(state, thing)))
    return True


def _possible(turn: TurnBuilder, thing: Thing) -> Iterator[str]:
    state, language = turn.state, language_of(turn.state.sheet)
    tried, slots = state.tried.get(thing.id, ()), {"target": without_article(thing.name)}
    for action in possible_actions(state, actor_id(turn)):
        if thing.id in action.targets and action.refusal is None and action.id not in tried:
            phrase = typed_phrase(language, action.id) if action.is_generic else action.words[0]
            if "{with}" not in phrase:
                yield fill_slots(phrase, slots)[0]
    sheet = state.sheets.features.get(thing.id, (None, state.sheets.items.get(thing.id)))[1]
    for sense in SENSES:
        if getattr(sheet, sense, "") and sense not in tried:
            yield fill_slots(typed_phrase(language, sense), slots)[0]
