"""The rules of every game as pages of a handbook, written from the engine's own declarations.

`manage.py rules_docs` puts them into docs/rules/, so that the words there cannot contradict the score.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.scoring import GAMES, HandRefused
from ledger.scoring.game import Game
from ledger.scoring.option import Option, options, read_rules
from scorekeeper.text.rules import said

WRITTEN = "<!-- Written by `make rules-docs` from what the engine declares: change that, not this. -->"

SOURCES = (
    "“Sources” are the ids of the sentences in the documents that the rules were read from. Where they end "
    "in “convention”, the documents are silent or say two things, and this is how the score keeper reads "
    "them; “custom of some tables” is what no document has, but tables play."
)

CELLS = "Without any change, at factor 1, in points: who picks / each partner / each opponent."


def pages() -> dict[str, str]:
    lines = [
        WRITTEN,
        "",
        "# The rules",
        "",
        "Every game the score keeper scores, with all its house rules.",
        "",
    ]
    lines += _table(
        ("game", "who plays", "house rules", "presets"),
        [
            (
                f"[{game.name}]({game.key}.md): {game.help}",
                _players(game),
                str(len(options(game.rules))),
                str(len(game.presets)),
            )
            for game in GAMES.values()
        ],
    )
    contents = "\n".join([*lines, "", SOURCES]) + "\n"
    return {"README.md": contents, **{f"{game.key}.md": _page(game) for game in GAMES.values()}}


def _page(game: Game[Any]) -> str:
    lines = [
        WRITTEN,
        "",
        f"# {game.name}",
        "",
        game.help,
        "",
        f"{_players(game).capitalize()} play a hand.",
        "",
    ]
    rows = []
    for preset in game.presets:
        read = read_rules(game.rules, preset.values)
        differs = [
            f"{option.label}: {said(option, value)}"
            for option in options(game.rules)
            if (value := getattr(read, option.name)) != option.default
        ]
        rows.append((f"**{preset.name}** `{preset.key}`", preset.help, "; ".join(differs) or "nothing"))
    presets = _table(("preset", "what it is", "differs in"), rows)
    lines += ["## Presets", "", *presets, "", "## House rules", ""]
    for title in dict.fromkeys(option.section for option in options(game.rules)):
        lines += [f"### {title}", ""]
        for option in options(game.rules):
            if option.section == title:
                lines += [*_option(option), ""]
    lines += ["## Score charts", "", CELLS, ""]
    for players in range(game.least_active, game.most_active + 1):
        lines += _chart(game, players)
    return "\n".join(lines).rstrip() + "\n"


def _players(game: Game[Any]) -> str:
    if game.least_active == game.most_active:
        return f"{game.least_active} players"
    return f"{game.least_active} to {game.most_active} players"


def _option(option: Option) -> list[str]:
    if option.kind == "number":
        off = ", or none" if option.may_be_off else ""
        answers = f"A number from {option.low} to {option.high}{off}"
    elif option.kind == "text":
        answers = f"A text of up to {option.longest} characters, or none"
    else:
        choices = [
            (one.label, str(one.value).lower() if isinstance(one.value, bool) else one.value)
            for one in option.choices
        ]
        first = "Any of" if option.kind == "several" else "One of"
        answers = f"{first}: " + "; ".join(f"{label} (`{value}`)" for label, value in choices)
    lines = [f"**{option.label}** `{option.name}`", "", option.help, ""]
    lines += [f"- {answers}", f"- Usually: {said(option, option.default)}"]
    if option.contested:
        lines.append(f"- Tables disagree: number {option.contested} of the list")
    if option.nicknames:
        lines.append(f"- Also called: {', '.join(option.nicknames)}")
    if option.elsewhere:
        lines.append(f"- Not on the sheet of rules: {option.elsewhere}")
    return [*lines, f"- Sources: {option.source}"]


def _chart(game: Game[Any], players: int) -> list[str]:
    try:
        chart = game.chart(game.rules(), players)
    except HandRefused:
        return []
    if not chart.cells:
        return []
    named = {0: "alone", 1: "with a partner"}
    partners = sorted({count for _, count in chart.cells})
    head = ("result", *(named.get(count, f"with {count} partners") for count in partners))
    rows = []
    for row in chart.rows:
        bracket = f" ({row.bracket})" if row.bracket and row.bracket != row.label else ""
        rows.append([row.label + bracket])
        for count in partners:
            cell, worths = chart.cells.get((row.code, count)), []
            if cell:
                worths = [cell.picker, *[cell.partner][:count], cell.opponent]
            words = (f"{'+' if worth > 0 else ''}{worth}".replace("-", "−") for worth in worths)
            rows[-1].append(" / ".join(words))
    return [f"### {players} play", "", *_table(head, rows), ""]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]


def stale(written: Mapping[str, str]) -> list[str]:
    """Return the names of pages that are missing, old, or about no game any more."""
    wanted = pages()
    return sorted(name for name in wanted.keys() | written.keys() if wanted.get(name) != written.get(name))
