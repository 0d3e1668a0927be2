"""Reading what a model answered: JSON somewhere in a text, and the little liberties that models take with it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from app.agents.mind.wording import plain
from app.interfaces.agents.mind import BadAnswer
from app.language.checks.prose import clean_model_text
from app.language.language import current_language
from app.models.base import first_problem

MOST_READ = 40_000  # characters of an answer that are looked at
_MOST_OBJECTS = 8
_MOST_REASON = 120

_NAMED_TIMES = {"noon": 12 * 60, "midnight": 0}


class ModelAnswer(BaseModel):
    """A model's answer: fields it adds are ignored, numbers may be strings, no number is endless."""

    model_config = ConfigDict(extra="ignore", allow_inf_nan=False, coerce_numbers_to_str=True)


Form = TypeVar("Form", bound=ModelAnswer)
Value = TypeVar("Value", bound=BaseModel)


def visible(text: str) -> str:
    """An answer without thinking and control characters. BadAnswer if nothing is left."""
    said = clean_model_text(text[:MOST_READ])
    if not said:
        raise BadAnswer("it was empty")
    return said


def read(text: str, form: type[Form], of_list: str = "") -> Form:
    """The first JSON object of an answer that fits the form. BadAnswer with what was wrong with the first one.
    ``of_list`` is the field for a list without an object around it."""
    reason = ""
    for value in _values(visible(text), lists=bool(of_list)):
        try:
            return form.model_validate({of_list: value} if isinstance(value, list) else value)
        except ValidationError as error:
            reason = reason or plain(first_problem(error), _MOST_REASON)
    raise BadAnswer(reason or "it held no JSON object")


def _values(text: str, *, lists: bool) -> Iterator[Any]:
    """The objects (and lists) of JSON in a text, none inside of another."""
    decoder = json.JSONDecoder(strict=False)
    position, found = 0, 0
    while found < _MOST_OBJECTS:
        starts = [at for sign in ("{[" if lists else "{") if (at := text.find(sign, position)) >= 0]
        if not starts:
            return
        try:
            value, position = decoder.raw_decode(text, min(starts))
        except (ValueError, RecursionError):
            position = min(starts) + 1
            continue
        found += 1
        yield value


def made_value(form: type[Value], **values: Any) -> Value:
    """A value of one of our own types. BadAnswer where it does not fit."""
    try:
        return form(**values)
    except ValidationError as error:
        raise BadAnswer(plain(first_problem(error), _MOST_REASON)) from None


def offered(written: object, options: Mapping[str, str], what: str) -> str:
    """The same as `one_offered`, where nothing else will do. BadAnswer for what was not offered; ``what`` says what it
    is ("a place")."""
    if (found := one_offered(written, options)) is None:
        raise BadAnswer(f"it named {what} that was not offered: {plain(str(written).strip(), 60)}")
    return found


def all_offered(written: Iterable[object], options: Mapping[str, str]) -> tuple[str, ...]:
    """Those of the ids that were offered, each once, in order."""
    found = (one_offered(each, options) for each in written)
    return tuple(dict.fromkeys(each for each in found if each is not None))


def one_offered(written: object, options: Mapping[str, str]) -> str | None:
    """The id that an answer names, in any case, or by a name that means one only; None for any other. ``options`` are
    names by id."""
    wanted = str(written).strip()
    if wanted in options:
        return wanted
    folded = wanted.strip("\"'`“”<>[]. ").casefold()
    for texts in (options.keys(), options.values()) if folded else ():
        found = [key for key, text in zip(options, texts, strict=True) if text.strip().casefold() == folded]
        if len(found) == 1:
            return found[0]
    return None


def is_nothing(written: object) -> bool:
    """Whether an answer leaves something out by saying so."""
    text = "" if written is None else str(written).strip().casefold()
    return not text or text in current_language().words("minds.nothing")


def minute_of_day(written: object) -> int:
    """Minutes after midnight, else BadAnswer: ``07:30``, ``7 pm``, ``19h30``, ``noon``; a number alone is the hour."""
    text = str(written).strip().casefold()
    language = current_language()
    for name, minute in _NAMED_TIMES.items():
        if text in language.words(f"minds.{name}"):
            return minute
    found = language.pattern("minds.time_of_day").fullmatch(text)
    if found is None:
        raise BadAnswer(f"that is no time of day: {plain(text, 40)}")
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"] and 1 <= hour <= 12:
        hour = hour % 12 + 12 * (found["half"][0] in language.words("minds.second_half"))
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59:
        raise BadAnswer(f"that is no time of day: {plain(text, 40)}")
    return hour * 60 + minute
