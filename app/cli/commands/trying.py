"""The command ``try-model``: what a model is fit for, found in ten situations, and the setting for it."""

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.errors import EXIT_PROBLEMS
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.cli.setup import configure_log, load_settings
from app.settings_file import line_of, read_settings, with_settings, write_settings

if TYPE_CHECKING:
    from app.models.model_trial import TrialReport, TriedSituation

_FIT_FOR = {
    "tools": "It suits the mode tools: it can be the game master.",
    "guided": "It suits the mode guided: the rules act, and it narrates.",
    "summaries": "It suits neither mode: let it only condense what has happened, and the rules narrate.",
    "offline": "It suits neither mode: play offline.",
}


def try_model(
    name: Annotated[str, typer.Argument(metavar="NAME", help="a model's name, such as openai:gpt-5-mini")],
    base_url: Annotated[
        str | None, typer.Option("--base-url", help="an OpenAI-compatible server, as http://localhost:11434/v1")
    ] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="print the report as JSON")] = False,
    write: Annotated[bool, typer.Option("--write", help="write the settings that suit it to the file .env")] = False,
) -> None:
    """Put ten situations to a model, and say which mode of narration suits it.

    Exits with 1 where it suits neither mode, and with 6 where it does not answer.
    """
    from app.trials import try_out

    screen = Screen()
    configure_log(screen)
    settings = load_settings(name)
    if base_url is not None:
        settings = settings.model_copy(update={"base_url": base_url})
    report = asyncio.run(try_out(settings, lambda tried: None if as_json else _show(screen, tried)))
    if as_json:
        screen.line(json.dumps(_as_json(report), ensure_ascii=False))
    else:
        _conclude(screen, report)
    if write:
        at = {"TALEKEEPER_BASE_URL": base_url} if base_url is not None else {}
        _write(Screen(out=screen.err) if as_json else screen, report.settings | at)
    if report.suits in ("summaries", "offline"):
        raise typer.Exit(EXIT_PROBLEMS)


def _as_json(report: "TrialReport") -> dict[str, Any]:
    concluded = ("suits", "why", "picks_well", "settings", "first_token", "tokens_a_second")
    return {**report.model_dump(mode="json"), **{name: getattr(report, name) for name in concluded}}


def _show(screen: Screen, tried: "TriedSituation") -> None:
    """Show one situation, with the first answer where something was wrong."""
    found = "obeyed" if tried.is_obeyed else tried.failure or ", ".join(fault.value for fault in tried.faults)
    screen.say(
        f"{'ok' if tried.is_obeyed else '!!'}  {tried.title}: {one_line(found)}", "" if tried.is_obeyed else "red"
    )
    if not tried.is_obeyed and tried.answer:
        screen.note(f"    {one_line(tried.answer)}")


def _conclude(screen: Screen, report: "TrialReport") -> None:
    first, speed, spend = report.first_token, report.tokens_a_second, report.spend
    figures = [f"{first:.1f} s to the first token" if first is not None else "no time to the first token is known"]
    figures += [f"{speed:.0f} tokens a second"] if speed is not None else []
    figures += [count(spend.calls, "call"), f"{spend.tokens:,} tokens"]
    figures += ["no price is known" if spend.cost is None else f"US$ {spend.cost:.4f}"]
    screen.gap()
    screen.say("; ".join(figures) + ".")
    screen.say(_FIT_FOR[report.suits], "bold")
    screen.say(report.why)
    if report.suits == "guided" and report.picks_well:
        screen.say("It also chose well between a deed and speech: TALEKEEPER_GUIDED_PICKS=true lets it do so in play.")


def _write(screen: Screen, wanted: dict[str, str]) -> None:
    """Write settings to the file; ask before a value that is there is replaced. All its other lines stay."""
    from app.settings import settings_file

    file = settings_file()
    text = read_settings(file)
    replaced = {name: old for name, value in wanted.items() if (old := line_of(name, text)) not in (None, value)}
    for name, old in replaced.items():
        screen.say(f"{file.name} has {name}={one_line(old)}; it would become {wanted[name]}.")
    if replaced and not typer.confirm("Replace?", default=False, err=True):
        screen.note(f"{file.name} is as it was.")
        return
    write_settings(file, with_settings(text, wanted))
    screen.note(f"Written to {file.name}: {', '.join(f'{name}={value}' for name, value in wanted.items())}.")
