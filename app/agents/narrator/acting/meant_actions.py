"""Finding the action that a typed step means: an author's first, then a generic one, with its target and thing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.meaning import find, find_at_place, plain_name
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import (
    SLOTS,
    TARGET,
    WITH,
    Match,
    action_words,
    begins_name,
    first_token,
    first_verbs,
    generic_matches,
    literal_parts,
    name_chunks,
    tool_in,
    words_fit,
)
from app.agents.narrator.understanding.deeds import plain_step
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, name_words, word_set
from app.agents.narrator.understanding.verbs import single_verbs
from app.errors import NotPossible
from app.events.actions.generic import GenericAction, SpecialRule, TargetKind, generic_actions
from app.events.actions.generic_effects import GenericDeed
from app.events.actions.possible import (
    KnownAction,
    Scene,
    actor_of,
    authored_actions,
    refusal_of,
    scene_of,
    wares_at,
)
from app.language.analysis.terms import analyse
from app.language.language import current_language
from app.language.rendering.phrases import the
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.models.state.things import carried, is_open_container, lying_at
from app.models.state.values import declared

_KINDS = {
    TargetKind.THING: ThingKind.ITEM,
    TargetKind.DETAIL: ThingKind.FEATURE,
    TargetKind.PERSON: ThingKind.PERSON,
    TargetKind.PLACE: ThingKind.PLACE,
    TargetKind.ENCOUNTER: ThingKind.ENCOUNTER,
    TargetKind.WAY: ThingKind.EXIT,
}
_MOVED = "moved"
"""The mark of a thing that is moved."""
_WHOLE_PLACE = 3
"""Words of a typed name up to which it can mean the place itself."""


@dataclass(frozen=True)
class Meant:
    """A possible reading of an action.

    Attributes:
        action_id: Its id.
        targets: Its possible targets: several where the name does not tell them apart; none for nothing.
        thing: The thing that it is done with.
        generic: The generic action; None for one of the author.
        mentioned: The typed name of a target that a description only mentions.
        does_something: Whether it would change anything now, or has words of the author.
        is_made_for: Whether the author has made the target for it: a flag, a tag, a price, a container.
        match: The words of a generic action in the line.
        is_loose: Whether something that is not here comes between the verb and the target.
    """

    action_id: str
    targets: tuple[Thing, ...] = ()
    thing: Thing | None = None
    generic: GenericAction | None = None
    mentioned: str = ""
    does_something: bool = True
    is_made_for: bool = False
    match: Match | None = None
    is_loose: bool = False

    @property
    def slots(self) -> dict[str, Phrase]:
        """By slot what was typed in its place."""
        return {} if self.match is None else self.match.slots

    @property
    def parts(self) -> tuple[str, ...]:
        """The words of the phrase as they were typed."""
        return () if self.match is None else self.match.parts


def actor_id(turn: TurnBuilder) -> str | None:
    """Return the player who acts: who speaks, as far as it belongs to the party."""
    speaker = turn.context.speaker.id
    return speaker if any(player.id == speaker for player in turn.state.party.players) else None


def authored_action(turn: TurnBuilder, text: str) -> Meant | None:
    """Return the author's action whose words a step is; one that is possible before one that is refused."""
    return turn.once(("authored action", text), lambda: _find_authored_action(turn, text))


def _find_authored_action(turn: TurnBuilder, text: str) -> Meant | None:
    lines = _with_and_without_tool(plain_step(text))
    beginnings = turn.state.sheet.derived.of(_Beginnings, current_language())
    ids = {action_id for line, _ in lines for action_id in beginnings.fitting(turn.state, line)}
    known = authored_actions(turn.state, actor_id(turn), among=ids) if ids else ()
    found = [meant for action in known for meant in _of_author(turn, action, lines)]
    if len(found) < 2:
        return found[0] if found else None
    scene = scene_of(turn.state, actor_of(turn.state, actor_id(turn)))
    return next((meant for meant in found if not _is_refused(scene, meant)), found[0])


class _Beginnings:
    """The first words of the author's actions of a scenario, in one language."""

    def __init__(self) -> None:
        self._ids: dict[str, set[str]] | None = None
        """By first word, or slot, the ids of actions."""

    def fitting(self, state: GameState, line: Phrase) -> Iterator[str]:
        """Yield the ids of the actions that begin as a line does, or with a slot. Articles do not count."""
        if self._ids is None:
            ids: dict[str, set[str]] = {}
            for action in state.sheets.actions.values():
                for words in action.words:
                    ids.setdefault(first_token(words), set()).add(action.id)
            self._ids = ids
        articles = word_set("articles")
        begin = next((at for at, word in enumerate(line.norms, 1) if word not in articles), len(line))
        for token in (*SLOTS, *line.norms[:begin]):
            yield from self._ids.get(token, ())


def _is_refused(scene: Scene, meant: Meant) -> bool:
    action = scene.state.sheets.actions[meant.action_id]
    target, thing = next((each.id for each in meant.targets), None), meant.thing and meant.thing.id
    thing = thing or next((one for one in action.with_ if one in scene.held), None)
    return refusal_of(scene, action, target, thing if thing in scene.held else None) is not None


def _with_and_without_tool(phrase: Phrase) -> list[tuple[Phrase, Phrase | None]]:
    """Return a step as it is, and without the tool at its end, with that tool."""
    short, tool = tool_in(phrase)
    return [(phrase, None)] if tool is None else [(phrase, None), (short, tool)]


def _of_author(turn: TurnBuilder, action: KnownAction, lines: list[tuple[Phrase, Phrase | None]]) -> Iterator[Meant]:
    for line, with_tool in lines:
        for words in action.words:
            for match in words_fit(words, line):
                meant = _bound_by_author(turn, action, match, with_tool)
                if meant is not None:
                    yield meant
                    return
            if (meant := _otherwise_named(turn, action, words, line, with_tool)) is not None:
                yield meant
                return


def _otherwise_named(
    turn: TurnBuilder, action: KnownAction, words: str, line: Phrase, tool: Phrase | None
) -> Meant | None:
    """Return the action where a line has another name of the target than the author's words: its whole name, an alias,
    a pronoun."""
    for part, template in literal_parts(words, line) if action.targets else ():
        of_words = {each.id for each in _named(turn, part)}.intersection(action.targets)
        if not of_words:
            continue
        for match in words_fit(template, line):
            meant = _bound_by_author(turn, action, match, tool)
            if meant is not None and of_words.issuperset(each.id for each in meant.targets):
                return meant
        return None
    return None


def _bound_by_author(turn: TurnBuilder, action: KnownAction, match: Match, tool: Phrase | None) -> Meant | None:
    state, sheet = turn.state, turn.state.sheets.actions[action.id]
    targets, thing = tuple[Thing, ...](), None
    if (typed := match.slots.get(TARGET)) is not None:
        targets = tuple(each for each in _named(turn, typed.text) if each.id in action.targets)
        if not targets:
            return None
    elif action.targets and len(action.targets) > 1:
        targets = tuple(each for each in _at_hand(turn) if each.id == action.targets[0])
    typed = match.slots.get(WITH) or tool
    if typed is not None:
        named = find(turn, typed.text, naming.items(state, sheet.with_ or carried(state)), typos=False)
        is_bare = tool is not None and " ".join(typed.norms) in action_words("hands")
        if not named and not is_bare:
            return None
        thing = named[0] if named and sheet.with_ else None
    return Meant(action.id, targets, thing)


def _named(turn: TurnBuilder, typed: str) -> list[Thing]:
    """Return what typed words name; a pronoun is never the place itself."""
    things = turn.things_here if is_pronoun(typed) else _at_hand(turn)
    return find(turn, typed, things, typos=False)


def _at_hand(turn: TurnBuilder) -> list[Thing]:
    return [*turn.things_here, *naming.place_here(turn.state)]


def generic_action(turn: TurnBuilder, text: str) -> Meant | None:
    """Return the generic action that a step means: one that the author has made the target for, before one that changes
    something, before one that does not; None where no verb fits, or what it is done to is not here."""
    return turn.once(("generic action", text), lambda: _find_generic_action(turn, text))


def _find_generic_action(turn: TurnBuilder, text: str) -> Meant | None:
    state = turn.state
    phrase = plain_step(text, company=bool(state.present()))
    matches = generic_matches(phrase) if phrase else []
    of_body = {match.action_id for match in matches if match.takes_body_off}
    matches = [match for match in matches if match.action_id not in of_body and not _brings_nothing(match)]
    if not matches or state.world.ending is not None:
        return None
    try:
        scene = scene_of(state, actor_of(state, actor_id(turn)))
    except NotPossible:
        return None
    found = [meant for match in matches if (meant := _bound(turn, scene, match)) is not None]
    if any(_lacks_thing(turn, match) for match in matches) and not any(WITH in meant.slots for meant in found):
        # what is to be put somewhere is not at hand: nothing is done to the place, or to what has it as a part
        found = [meant for meant in found if meant.slots.keys() - {TARGET} or meant.is_made_for]
        matches = []
    if found:
        return min(
            found, key=lambda meant: (not meant.is_made_for, not _is_in_hand(turn, meant), not meant.does_something)
        )
    return next((meant for match in matches if (meant := _of_mentioned(turn, match)) is not None), None)


def _brings_nothing(match: Match) -> bool:
    """Return whether an action brings something to its target, and what was typed for that does not stay there."""
    return generic_actions()[match.action_id].brings and not match.leaves_something


def _lacks_thing(turn: TurnBuilder, match: Match) -> bool:
    """Return whether something is to be put somewhere that is not here, by all that was typed for it."""
    if (typed := _brought(match)) is None:
        return False
    found = find(turn, typed.text, turn.things_here, typos=False)
    return not found or naming.holds_more(typed.text, found)


def _is_in_hand(turn: TurnBuilder, meant: Meant) -> bool:
    """Return whether the thing to be put somewhere is surely one that the player has, by all words that were typed for
    it."""
    typed = None if meant.match is None else _brought(meant.match)
    if typed is None or meant.thing is None:
        return False
    is_last = turn.last_thing == meant.thing.id
    return is_last if is_pronoun(typed.text) else not naming.holds_more(typed.text, [meant.thing])


def _brought(match: Match) -> Phrase | None:
    """Return what was typed for the thing to be put somewhere, without how much of it."""
    typed = match.slots.get(WITH)
    return None if typed is None else typed.without_first(action_words("quantities")) or typed


def _bound(turn: TurnBuilder, scene: Scene, match: Match) -> Meant | None:
    state, action = turn.state, generic_actions()[match.action_id]
    typed, targets = match.slots.get(TARGET), tuple[Thing, ...]()
    if typed is not None:
        targets = tuple(_targets(turn, action, typed))
        if not targets:
            return None
    elif action.on:
        targets = tuple(naming.place_here(state)) if TargetKind.PLACE in action.on else ()
        if not targets:
            return None
    thing = _thing(turn, match, typed)
    if action.needs_thing and thing is None:
        return None
    target = targets[0].id if targets else None
    if thing is not None and thing.id not in scene.held:
        return (
            Meant(action.id, targets, thing, action, match=match) if action.needs_thing and target != thing.id else None
        )
    if thing is not None and target == thing.id:
        return None
    try:
        deed = GenericDeed.of(scene, action, target, None if thing is None else thing.id)
    except NotPossible:
        return Meant(action.id, targets, thing, action, does_something=action.trade is not None, match=match)
    does = bool(deed.effects or deed.check or deed.text)
    is_made = does and target is not None and _is_made_for(state, action, target)
    is_loose = typed is not None and not _is_first(turn, typed, targets)
    if is_loose and action.mark == _MOVED and not is_made:
        does = False  # what is moved is the first thing named: "kick loose the snow around the block"
    return Meant(
        action.id, targets, thing, action, does_something=does, is_made_for=is_made, match=match, is_loose=is_loose
    )


def _is_first(turn: TurnBuilder, typed: Phrase, targets: Sequence[Thing]) -> bool:
    """Return whether the first name that was typed for a target is one of these."""
    first = next(name_chunks(typed, whole=False), typed)
    return bool({*find(turn, first.text, targets, typos=False)})


def _is_made_for(state: GameState, action: GenericAction, target_id: str) -> bool:
    is_held = action.puts and is_open_container(state, target_id)
    has_flag = action.flag is not None and declared(state, target_id, action.flag) is not None
    return is_held or has_flag or bool(action.tags) or action.trade is not None


def _targets(turn: TurnBuilder, action: GenericAction, typed: Phrase) -> Sequence[Thing]:
    """Return what is named first that the action can be done to; nothing where a way is named first, or what it cannot
    be done to."""
    state = turn.state
    kinds = {_KINDS[kind] for kind in action.on}
    here = turn.things_here
    if action.trade is SpecialRule.BUY:  # of what is sold here, before anything else of that name
        here = naming.items(state, wares_at(state, state.here.id)) or here
    elif action.trade is SpecialRule.SELL:
        here = naming.items_held(state)
    first = next(name_chunks(typed, whole=False), typed)
    if not word_set("body").isdisjoint(first.norms) and not find(turn, first.text, here, typos=False):
        return []  # "move both feet onto the straw" does nothing to the straw
    for chunk in name_chunks(without_clause(typed)):
        found = find_at_place(turn, chunk.text, here)
        if not found and ThingKind.PLACE in kinds and len(chunk) <= _WHOLE_PLACE:
            found = find(turn, chunk.text, naming.place_here(state), typos=False)
        if not found and (is_pronoun(chunk.text) or chunk.norms[0] in action_words("own")):
            return []
        if not found:
            continue
        fitting = [thing for thing in found if thing.kind in kinds]
        return [thing for thing in fitting if thing.kind is not ThingKind.EXIT] or fitting
    return []


def _thing(turn: TurnBuilder, match: Match, target: Phrase | None) -> Thing | None:
    """Return the thing that is named as what it is done with: one that is carried, or that lies here to be taken."""
    state, typed = turn.state, match.slots.get(WITH)
    if typed is None and target is not None:
        _, typed = tool_in(target)
    if typed is None:
        return None
    lying = [item.id for item in map(state.sheets.item, lying_at(state, state.here.id)) if item.portable]
    pools = (naming.items_held(state), naming.items(state, lying) if WITH in match.slots else [])
    chunk = next(name_chunks(typed), typed)
    return next((found[0] for pool in pools if len(found := find(turn, chunk.text, pool, typos=False)) == 1), None)


def _of_mentioned(turn: TurnBuilder, match: Match) -> Meant | None:
    """Return an action that leaves a mark on what the description of the place only mentions."""
    action, typed = generic_actions()[match.action_id], match.slots.get(TARGET)
    if action.mark is None or typed is None or not begins_name(typed):
        return None
    state, sheet = turn.state, turn.state.here
    around = [description_now(state, sheet), sheet.atmosphere, *state.place(sheet.id).lasting_changes]
    for chunk in name_chunks(typed):
        terms = analyse(chunk.text).terms
        if find(turn, chunk.text, turn.things_here, typos=False):
            return None
        if terms and descriptions.sentences_with(around, terms):
            return Meant(action.id, generic=action, mentioned=chunk.text, match=match)
    return None


def wording(meant: Meant, target: Thing | None) -> str:
    """Return a generic action in the player's own words, in which the names of things replace the words typed for them:
    ``pour the ink over the desk``."""
    if meant.match is None:
        return ""
    names = {TARGET: meant.mentioned and the(plain_name(meant.mentioned))}
    typed_target = meant.match.slots.get(TARGET)
    if target is not None and (typed_target is None or not _says_more(typed_target, target)):
        names[TARGET] = descriptions.display(target)
    if meant.thing is not None:
        names[WITH] = the(meant.thing.name)
    typed = {slot: in_second_person(without_clause(phrase)) for slot, phrase in meant.match.slots.items()}
    words = " ".join(names.get(part) or typed.get(part, part) for part in meant.match.parts)
    is_tool = meant.thing is not None and WITH not in meant.match.slots
    return words + current_language().render("actions.with-tool", tool=names[WITH]) if is_tool else words


def _says_more(typed: Phrase, target: Thing) -> bool:
    """Return whether what was typed for a target is more than a name of it: ``the salt off the beam``."""
    words = name_words(tool_in(without_clause(typed))[0].text)
    return not is_pronoun(typed.text) and words not in target.names and len(words) > 1


def without_clause(phrase: Phrase) -> Phrase:
    """Return a deed without a clause on when or why it is done, and without another deed behind it."""
    end = next((at for at in range(1, len(phrase)) if _ends_deed(phrase, at)), len(phrase))
    return phrase if end == len(phrase) else phrase.before(end).without_last(word_set("to"))


def _ends_deed(phrase: Phrase, at: int) -> bool:
    word, after = phrase.norms[at], phrase.norms[at + 1 : at + 2]
    if word in word_set("between_steps"):
        return after in first_verbs() or bool({*after} & {*single_verbs()})
    subjects = word_set("players") | word_set("for_things") | word_set("for_people") | word_set("between_steps")
    is_sentence = "," in phrase.gap_before(at) and word in subjects | word_set("to")
    return is_sentence or word in action_words("clauses") - word_set("to")


def in_second_person(phrase: Phrase) -> str:
    """Return typed words with ``you`` and ``your`` in place of ``I`` and ``my``, and contractions in full."""
    first, second = (current_language().lines(f"perspective.{who}") for who in ("first", "second"))
    yours = {mine.casefold(): your for mine, your in zip(first, second, strict=True)}
    starts, typed = [word.start for word in phrase.words], ""
    for at, word in enumerate(phrase.words):
        is_contracted, is_second = starts.count(word.start) > 1, at > 0 and starts[at - 1] == word.start
        gap = "" if not at else " " if is_second else phrase.gap_before(at)
        as_typed = word.norm if is_contracted else phrase.source[word.start : word.end]
        typed += gap + yours.get(word.norm, as_typed)
    return " ".join(typed.split())
