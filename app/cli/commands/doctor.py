"""Checks that everything a game needs is there. It never shows a key, or a path that the user did not give."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from app.cli.rendering.text import one_line
from app.cli.setup import make_container
from app.errors import InvalidInput, StorageFailed, TalekeeperError
from app.language.rendering.phrases import listed
from app.settings import OFFLINE, Settings, is_checkout
from app.trials import answer_of, narrator_answers


@dataclass(frozen=True)
class Finding:
    what: str
    found: str
    good: bool = True
    warns: bool = False


async def diagnose(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings one by one. Checks that need a place for saved games are left out without one."""
    try:
        container = make_container(settings)
        upkeep = container.stores().upkeep
    except (StorageFailed, InvalidInput) as error:  # the latter: no address, or no driver
        yield Finding("Saves folder" if settings.database is None else "Database", str(error), good=False)
        return
    if upkeep is None:
        yield _saves_folder(container.settings())
    else:
        for fact in await asyncio.to_thread(list, upkeep.facts()):
            yield Finding("Database", fact.text, good=fact.good and not fact.warns, warns=fact.warns)
    async for finding in _models(settings):
        yield finding
    async with aclosing(container.vectors()) as vectors:
        yield await _tried("Recall", vectors.start())


async def _tried(what: str, work: Awaitable[str]) -> Finding:
    try:
        return Finding(what, await work)
    except TalekeeperError as error:
        return Finding(what, str(error), good=False)


def _saves_folder(settings: Settings) -> Finding:
    """Write, sync and remove a file in the saves folder."""
    named = os.environ.get("TALEKEEPER_SAVES")
    here = "the project" if is_checkout() else "your data folder"
    where = one_line(named) if named else f"{settings.saves.name}/ of {here}"
    try:
        with tempfile.NamedTemporaryFile(dir=settings.saves, prefix=".doctor-") as file:
            file.write(b"ready\n")
            file.flush()
            os.fsync(file.fileno())
            if Path(file.name).read_bytes() != b"ready\n":
                return Finding("Saves folder", f"{where} does not keep what is written", good=False)
    except OSError as error:
        return Finding("Saves folder", f"{where} cannot be written: {error.strerror or 'unknown reason'}", good=False)
    return Finding("Saves folder", f"{where} can be written")


async def _models(settings: Settings) -> AsyncIterator[Finding]:
    """Make one small call to each configured model, as the game does: a narrator's is streamed."""
    narrates = settings.narrator_model or settings.model
    jobs = {
        "Narrator": (narrates, narrates != OFFLINE),
        "Summarizer": (settings.summarizer_model or settings.model, False),
        "Minds": (settings.mind_model or settings.model, False),
    }
    for name, is_narrator in dict.fromkeys(jobs.values()):
        what = listed([job for job, asked in jobs.items() if asked == (name, is_narrator)])
        if name == OFFLINE:
            yield Finding(what, "offline: needs no model, no key and no network")
        else:
            yield await _tried(
                what, _answer(name, narrator_answers(settings) if is_narrator else answer_of(name, settings))
            )


async def _answer(name: str, answer: Awaitable[str]) -> str:
    return f"{one_line(name, 80)} answers: {one_line(await answer, 80)}"
