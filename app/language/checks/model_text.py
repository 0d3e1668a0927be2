"""Filter of a model's text while it is streamed: reasoning, chat-template markers, tags and words on behalf of players
are removed."""

import re
from collections.abc import Sequence
from enum import Enum, auto

MAX_PART = 8_000  # characters shown of one section of a model's text
MAX_HEARD = 20 * MAX_PART  # characters read of one section, reasoning included
_MARK = re.compile(
    r"<\s{0,3}(?P<closes>/?)\s{0,3}(?i:think|thinking|thought|reasoning)\s{0,3}>"
    r"|<[|｜](?P<token>[^<>|｜\n]{1,40})[|｜]>"
    r"|<(?P<plain>/?s|eos|bos|pad|unk|(?:start|end)_of_turn)>"
    r"|\[(?P<turn>/?INST)\]|<<(?P<system>/?SYS)>>"
    r"|<\s{0,3}/?\s{0,3}(?!(?:SYS|(?i:tool_call|function|invoke)))(?P<tag>[^\W\d_][\w-]{0,30})\s{0,3}/?>"
)
"""Reasoning tags, the markers by which chat templates separate turns, and tags of one word, as those around the data of
a prompt: prose has none of them. Those of tool calls stay, by which an answer is known as one."""
_MARK_BEGUN = re.compile(
    r"(?:<\s{0,3}/?\s{0,3}(?:[^\W\d_][\w-]{0,30})?\s{0,3}/?|<[|｜][^<>|｜\n]{0,40}[|｜]?"
    r"|<(?:start|end)_[a-z_]{0,7}|\[/?[INST]{0,4}|<</?[SY]{0,3}>?)$"
)
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters except line break and tab, which could control a terminal, and lone surrogates."""
_LONGEST_MARK = 48
_BEGINS = frozenset({"start", "im_start", "start_header_id", "start_of_role", "start_of_turn", "start_of_turn_token"})
_HEADER_ENDS = frozenset({"end_header_id", "end_of_role"})
_OTHERS = ("user", "human", "system", "observation", "developer", "tool", "inst", "sys")
"""Prefixes of turns of other roles than the model's."""
_ROLE = re.compile(r"\s*(assistant|model|bot|chatbot|user|human|system|developer|tool)\b[ \t]*\n?")
_LONGEST_ROLE = 16
_BARE_CHANNEL = re.compile(r"\s*(?:analysis|commentary)(?=[A-Z])")
_BARE_FINAL = "assistantfinal"
"""Channel names that remain where a server drops the markers around them."""
_CHANNELS = ("analysis", "commentary")
_LABELS = ("User", "Human", "Player")
_HEADINGS = ("Instruction", "Instructions", "Input", *_LABELS)
STOPS = ("\nUser:", "\n### Instruction")
"""Stop sequences for a server, in addition to the players' names."""


def without_chat_signs(text: str) -> str:
    """Return a model's text, for example an argument, without reasoning, tags and chat-template markers."""
    if _MARK.search(text) is None:
        return text
    cleaned_text = ModelText(most=len(text))
    cleaned_text.feed(text)
    cleaned_text.close()
    return cleaned_text.text


class _State(Enum):
    SAYING = auto()
    HEADER = auto()  # in the name of the role
    CHANNEL = auto()  # in the name of the channel
    HIDDEN = auto()  # in a channel that is not shown
    OVER = auto()


class ModelText:
    """The text of one answer, fed in pieces of any size.

    It ends at a marker of the end of a turn, and where the model begins to speak for a player: at a line that begins
    with a name and a colon, or with another format's marker of the user's turn.

    Args:
        names: The players' names; without any, such lines are not detected.
        most: Characters that are stored.
    """

    def __init__(self, names: Sequence[str] = (), most: int = MAX_PART) -> None:
        self.restarts = 0
        """How often all previous text turned out to be reasoning."""
        self._ends = _Ends(names) if names else None
        self._most = most
        self._state = _State.SAYING
        self._thinking = False
        self._raw = self._header = self._lead = self._said = ""
        self._leads = True
        self._heard = self._line = self._sure = 0

    @property
    def text(self) -> str:
        """The text for the reader so far, without an end that may still turn out to be something else."""
        return self._said[: self._sure]

    @property
    def is_over(self) -> bool:
        """Whether further text is not part of the answer."""
        return self._state is _State.OVER

    def feed(self, delta: str) -> None:
        """Add a piece of the answer."""
        self._take(delta, final=False)

    def close(self) -> None:
        """End the answer: no piece follows."""
        self._take("", final=True)
        if self._state is _State.HEADER:
            self._end_header()
        self._lead_on("", final=True)
        if self._ends is not None:
            self._judge_lines(final=True)

    def _take(self, delta: str, *, final: bool) -> None:
        delta = delta[: MAX_HEARD - self._heard]
        self._heard += len(delta)
        raw, position = self._raw + delta, 0
        for match in _MARK.finditer(raw):
            self._say(raw[position : match.start()])
            self._meet(match)
            position = match.end()
        raw = raw[position:]
        begun = None if final else _MARK_BEGUN.search(raw, max(0, len(raw) - _LONGEST_MARK))
        cut = begun.start() if begun else len(raw)
        self._say(raw[:cut])
        self._raw = "" if self.is_over else raw[cut:]

    def _meet(self, match: re.Match[str]) -> None:
        if match["closes"] is not None:
            if match["closes"] and not self._thinking:
                self._restart()
            self._thinking = not match["closes"]
            return
        if match["tag"] is not None:
            return
        name = (match["token"] or match["plain"] or match["turn"] or match["system"]).strip().casefold()
        match self._state:
            case _State.OVER:
                return
            case _State.HEADER if name != "channel":
                self._end_header()
        if name == "message":
            header = self._header.strip()
            self._state = _State.SAYING if not header or header.startswith("final") else _State.HIDDEN
        elif name == "channel":
            self._state, self._header = _State.CHANNEL, ""
        elif name == "constrain" or name in _HEADER_ENDS:
            pass
        elif self._state in (_State.HIDDEN, _State.CHANNEL):
            self._state = _State.HIDDEN
        elif self._has_said() or name.startswith(_OTHERS):
            self._state = _State.OVER
        elif name in _BEGINS:
            self._state, self._header = _State.HEADER, ""

    def _end_header(self) -> None:
        """Continue with the text after the role's name."""
        role = _ROLE.match(self._header)
        rest = self._header[role.end() :] if role else self._header
        self._header = ""
        self._state = _State.OVER if role and role[1] in _OTHERS else _State.SAYING
        self._say(rest)

    def _has_said(self) -> bool:
        return bool(self._said.strip() or self._lead.strip())

    def _restart(self) -> None:
        self._said = self._lead = ""
        self._line = self._sure = 0
        self._leads = True
        self.restarts += 1

    def _say(self, text: str) -> None:
        if not text or self._thinking:
            return
        match self._state:
            case _State.SAYING:
                self._lead_on(_UNFIT.sub("", text))
            case _State.HEADER:
                self._header += text
                if len(self._header) > _LONGEST_ROLE or "\n" in self._header.lstrip():
                    self._end_header()
            case _State.CHANNEL:
                self._header = (self._header + text)[:_LONGEST_MARK]

    def _lead_on(self, text: str, *, final: bool = False) -> None:
        """Add text unless it belongs to a channel whose markers are missing."""
        if not self._leads:
            self._keep(text)
            return
        self._lead = (self._lead + text)[-MAX_HEARD:]
        if _BARE_CHANNEL.match(self._lead):
            if (final_at := self._lead.find(_BARE_FINAL)) < 0:
                if final:
                    self._lead = ""
                return
            self._lead = self._lead[final_at + len(_BARE_FINAL) :]
        elif not final and any(channel.startswith(self._lead.lstrip()) for channel in _CHANNELS):
            return
        self._leads = False
        text, self._lead = self._lead, ""
        self._keep(text)

    def _keep(self, text: str) -> None:
        if len(self._said) < self._most:
            self._said = (self._said + text)[: self._most]
        self._sure = len(self._said)
        if self._ends is not None:
            self._judge_lines(final=False)

    def _judge_lines(self, *, final: bool) -> None:
        """End the answer at the first line in which the model speaks for a player; hold back a line that may become
        one."""
        assert self._ends is not None
        while self._line <= len(self._said):
            end = self._said.find("\n", self._line)
            line = self._said[self._line : end if end >= 0 else len(self._said)]
            if self._ends.is_one(line):
                self._said = self._said[: self._line]
                self._sure = len(self._said)
                self._state = _State.OVER
                return
            if end < 0:
                self._sure = self._line if not final and self._ends.may_become_one(line) else len(self._said)
                return
            self._line = end + 1


class _Ends:
    """Detection of lines in which a model begins to speak for a player."""

    def __init__(self, names: Sequence[str]) -> None:
        labels = [name.strip() for name in (*names, *_LABELS) if name.strip()]
        self._labels = [label.casefold() for label in labels]
        either = "|".join(re.escape(label) for label in sorted(self._labels, key=len, reverse=True))
        self._labels += [f"{label} says or does" for label in self._labels]  # as a prompt has it
        self._is = re.compile(
            rf"[ \t>*_]{{0,6}}(?:(?:{either})|[\"“]?(?:{either})[\"”])(?: says(?: or does)?)?[*_]{{0,3}}[ \t]{{0,2}}:"
            rf"|[ \t]{{0,3}}#{{1,6}}[ \t]*(?:{'|'.join(_HEADINGS)})\b",
            re.IGNORECASE,
        )
        self._heading = re.compile(r"#{1,6}[ \t]*[a-z]{0,12}", re.IGNORECASE)
        self._longest = 16 + max(len(label) for label in self._labels)

    def is_one(self, line: str) -> bool:
        return self._is.match(line) is not None

    def may_become_one(self, line: str) -> bool:
        if len(line) > self._longest:
            return False
        bare = line.lstrip(" \t>*_").casefold().replace('"', "").replace("“", "").replace("”", "")
        for label in self._labels:
            if label.startswith(bare) or (bare.startswith(label) and not bare[len(label) :].strip(" \t*_")):
                return True
        return self._heading.fullmatch(line.strip(" \t")) is not None
