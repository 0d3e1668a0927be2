"""How conclusions are worded: in the third person and the simple past, with names."""

import re

MINIMAL = ("Little happened to {name}.", "{name} had a quiet time of it.", "Not much had changed for {name}.")
WHO = (
    "{name} had {who} around a good deal.",
    "Whatever happened, {who} was mostly part of it, {name} noticed.",
    "{name} noticed how often {who} came up.",
)
WHO_TWO = (
    "{name} saw more of {who} and {other} than of anybody else.",
    "{who} and {other} were much in {name}'s thoughts.",
)
WHERE = (
    "Much of {name}'s time went by at {where}.",
    "{name} was mostly to be found at {where}.",
    "{where} was where most of it happened, {name} noticed.",
)
WELL = (
    "{name} came to think better of {who}: {reason}",
    "{name} saw that {who} could be relied on: {reason}",
    "{name} felt grateful towards {who}: {reason}",
)
ILL = (
    "{name} came to think worse of {who}: {reason}",
    "{name} grew wary of {who}: {reason}",
    "{name} did not forget what {who} had done: {reason}",
)
LEARNED = (
    "What stayed with {name} most was this: {what}",
    "{name} kept thinking of one thing: {what}",
    "{name} took this away from it: {what}",
)
LOW = ("It had all been wearing on {name}.", "{name} felt low, and knew it.")
HIGH = ("{name} felt at ease with how things went.", "{name} was in good heart about it all.")

_SLOT = re.compile(r"\\\{\w+\\\}")
_ANY = re.compile(
    "|".join(
        _SLOT.sub(".{1,300}", re.escape(text))
        for texts in (MINIMAL, WHO, WHO_TWO, WHERE, WELL, ILL, LEARNED, LOW, HIGH)
        for text in texts
    )
)


def is_thought(sentence: str) -> bool:
    """Whether a sentence is one of these: what somebody thinks is no news, and nothing to think about again."""
    return _ANY.fullmatch(sentence) is not None
