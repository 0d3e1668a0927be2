"""Names of the story in a typed text, and the text with masks in their place."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, TypedWord, word_set
from app.language.analysis.lexicon import lexicon, may_be_mistyped
from app.language.kinds.features import MASKS
from app.language.language import current_language
from app.models.state.game_state import GameState

_LONGEST = 6
_SHORTEST_SLIP = 5
"""Letters of a word from which on it may be a slip of a name."""
_PERSON, _THING, _PLACE, _WAY, _, _ = MASKS
_MASK_OF = {
    ThingKind.PERSON: _PERSON,
    ThingKind.ITEM: _THING,
    ThingKind.FEATURE: _THING,
    ThingKind.ENCOUNTER: _THING,
    ThingKind.EXIT: _WAY,
    ThingKind.PLACE: _PLACE,
}
_KNOWN_SCENES = 64
_KNOWN_TEXTS = 64


@dataclass(frozen=True)
class Mention:
    """A name in a text.

    Attributes:
        start: Where it begins, in characters.
        end: Where it ends.
        things: What it may mean; things that are here come first.
        is_whole: Whether it is a whole name or alias, and no part or slip of one.
        is_here: Whether any of the things is here.
    """

    start: int
    end: int
    things: tuple[Thing, ...]
    is_whole: bool
    is_here: bool

    @property
    def mask(self) -> str:
        """The mask in its place. A topic is masked as a person where it has a name of its own, else as a thing."""
        thing = self.things[0]
        if thing.kind is ThingKind.TOPIC:
            return _PERSON if thing.name[:1].isupper() else _THING
        return _MASK_OF[thing.kind]


class _Names:
    """Names by their words.

    Args:
        things: What has names; what comes first is meant first.
    """

    def __init__(self, things: Iterable[Thing]) -> None:
        self.whole: dict[tuple[str, ...], list[Thing]] = {}
        self.parts: dict[str, list[Thing]] = {}
        for thing in things:
            for name in thing.names:
                singular = tuple(map(naming.singular, name))
                for words in {name, singular}:
                    self.whole.setdefault(words, []).append(thing)
                for word in {*name, *singular} if len(name) > 1 else ():
                    self.parts.setdefault(word, []).append(thing)
        self.words = sorted({word for name in self.whole for word in name if len(word) >= _SHORTEST_SLIP})


@lru_cache(maxsize=_KNOWN_SCENES)
def _names_of(things: tuple[Thing, ...]) -> _Names:
    return _Names(things)


def mentions_in(state: GameState, phrase: Phrase) -> list[Mention]:
    """List the names in a text, from its first to its last, none within another.

    Args:
        state: The game.
        phrase: The text.
    """
    here = tuple(dict.fromkeys((*naming.everything_here(state), *naming.place_here(state))))
    known = tuple(dict.fromkeys(_elsewhere(state)))
    return [*_mentions(phrase, _names_of(here), _names_of(known))]


def masked(text: str, mentions: Sequence[Mention], start: int = 0) -> str:
    """Return a text with masks in the place of names.

    Args:
        text: The text, or a part of it.
        mentions: The names in the whole text.
        start: Where the part begins in the whole text.
    """
    done, at = "", 0
    for each in mentions:
        if each.start - start >= at and each.end - start <= len(text):
            done += text[at : each.start - start] + each.mask
            at = each.end - start
    return done + text[at:]


def _elsewhere(state: GameState) -> Iterator[Thing]:
    """Yield what else the story has names for."""
    yield from naming.spoken_of(state)
    yield from naming.places(state, state.sheets.locations)
    yield from naming.items(state, state.sheets.items)
    yield from chain.from_iterable(naming.topics_of(state, npc.instance_id) for npc in state.present())


@lru_cache(maxsize=_KNOWN_TEXTS)
def _mentions(phrase: Phrase, here: _Names, known: _Names) -> tuple[Mention, ...]:
    """Return the names in a text. A line is read whole, and each part of it again where it is carried out and heard."""
    return tuple(_found(phrase, here, known))


def _found(phrase: Phrase, here: _Names, known: _Names) -> Iterator[Mention]:
    at = 0
    plain = [_plain(word) for word in phrase.words]
    while at < len(phrase):
        if mention := _whole(phrase, plain, at, here, known) or _part(phrase, plain, at, here):
            yield mention
            at = next(
                (later for later in range(at + 1, len(phrase)) if phrase.words[later].start >= mention.end), len(phrase)
            )
        else:
            at += 1


def _plain(word: TypedWord) -> str:
    return current_language().pattern("narrator.possessive").sub("", word.norm).replace("'", "")


def _whole(phrase: Phrase, plain: Sequence[str], at: int, here: _Names, known: _Names) -> Mention | None:
    for count in range(min(_LONGEST, len(plain) - at), 0, -1):
        words = tuple(plain[at : at + count])
        for spelled in (words, tuple(map(naming.singular, words))):
            near, far = here.whole.get(spelled, ()), known.whole.get(spelled, ())
            if not (near or far) or (count == 1 and spelled[0] in lexicon().stop):
                continue
            end = phrase.words[at + count - 1].end
            things = tuple(dict.fromkeys((*near, *far)))
            return Mention(phrase.words[at].start, end, things, is_whole=True, is_here=bool(near))
    return None


def _part(phrase: Phrase, plain: Sequence[str], at: int, here: _Names) -> Mention | None:
    """Return a word of a longer name of a thing here, or a slip of a name."""
    word, place = plain[at], phrase.words[at]
    is_word = word in lexicon().stop or word in word_set("common")
    found = None if is_word else here.parts.get(word) or here.parts.get(naming.singular(word))
    if not found and len(word) >= _SHORTEST_SLIP and may_be_mistyped(word):
        slips = {each: naming.word_slips(word, each) for each in here.words}
        best = min(slips, key=lambda each: slips[each], default="")
        if best and slips[best] < _SHORTEST_SLIP:
            found = here.whole.get((best,)) or here.parts.get(best)
    if at and found and _is_possessive(phrase.words[at - 1].norm):  # "the judge's table" is not the kitchen table
        found = [thing for thing in found if any(plain[at - 1] in name for name in thing.names)]
    if not found:
        return None
    return Mention(place.start, place.end, tuple(dict.fromkeys(found)), is_whole=False, is_here=True)


def _is_possessive(norm: str) -> bool:
    return current_language().pattern("narrator.possessive").search(norm) is not None
