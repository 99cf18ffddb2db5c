"""The house-rule sheet as a page draws it: options in their order, the chart, examples, what differs.

Words and classes, no rules: everything comes from the options' declarations and from the engine.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.models import HouseRules
from ledger.scoring import GAMES
from ledger.scoring.differences import differences, preset_like
from ledger.scoring.examples import Example, examples, moving_first, touched_first, usual_players
from ledger.scoring.game import Game, PriceCell, Tiles
from ledger.scoring.option import Option, by_name, differing, options, read_rules
from scorekeeper.pages.group.rules_form import RuleSheet, asked, field_of, preset_called
from scorekeeper.presenters.receipt import example_receipt
from scorekeeper.presenters.rule_chart import changed_view, chart_view
from scorekeeper.text.figures import signed
from scorekeeper.text.games import card_words, optional_words
from scorekeeper.text.lists import either, listed
from scorekeeper.text.receipts import title_words
from scorekeeper.text.rules import changes, read_aloud

APART = gettext_lazy("What tells tables apart")
DISAGREE = gettext_lazy("Where tables disagree")
# People at the table of the examples.
PEOPLE = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Gus", "Hanna", "Ivo", "Jo")
MOST_EXAMPLES = 4
OFF = (False, None, "off", (), "")


@dataclass(frozen=True, kw_only=True)
class OptionView:
    """An option on the sheet; `words` is what a search looks through.

    `needs` is what must be chosen or it is not asked ("rule-contracts=wenz"), one of these at least; `found`
    is whether it is in sight; `asleep` says why it does nothing now, "" where it does. As a row of tiles it
    has a question, `title`, and `more` answers besides those on tiles.
    """

    option: Option
    field: str
    # Each with its value, its label, and whether it is the one (`is_on`).
    choices: tuple[dict[str, Any], ...]
    typed: str
    wrong: str
    source: str
    words: str
    found: bool
    needs: str = ""
    is_asked: bool = True
    asleep: str = ""
    title: str = ""
    more: tuple[dict[str, Any], ...] = ()

    @property
    def is_on(self) -> bool:
        return bool(self.choices[0]["is_on"])


@dataclass(frozen=True, kw_only=True)
class PriceRowView:
    """A game in the table of prices, in sight where its price is asked and one of its options is found.

    A cell has its column, what counts in words, and the option that is asked there, if any.
    """

    name: str
    cells: tuple[dict[str, Any], ...]
    is_unusual: bool

    @property
    def options(self) -> tuple[OptionView, ...]:
        return tuple(cell["option"] for cell in self.cells if cell["option"])

    @property
    def words(self) -> str:
        return " ".join(option.words for option in self.options)

    @property
    def needs(self) -> str:
        return self.options[0].needs if self.options else ""

    @property
    def found(self) -> bool:
        is_asked = bool(self.options) and self.options[0].is_asked
        return self.wrong or (is_asked and any(option.found for option in self.options))

    @property
    def wrong(self) -> bool:
        return any(option.wrong for option in self.options)


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading with its options; the rare ones are folded away. `prices` is a table of some of them."""

    title: str | Promise
    options: tuple[OptionView, ...]
    rare: tuple[OptionView, ...]
    prices: dict[str, Any] | None = None

    @property
    def all(self) -> tuple[OptionView, ...]:
        return self.options + self.rare + (tuple(self.prices["options"]) if self.prices else ())

    @property
    def found(self) -> bool:
        return any(option.found for option in self.all)

    @property
    def rarer(self) -> int:
        return sum(option.found for option in self.rare)

    @property
    def is_open(self) -> bool:
        return any(option.wrong for option in self.rare)


def sections(sheet: RuleSheet, find: str = "") -> tuple[Section, ...]:
    """Return the options: what tells tables apart, where tables disagree, then section by section."""
    rules = sheet.rules
    drawn = [_option(option, sheet, find, rules) for option in asked(sheet.game)]
    tiles = tuple(_tiles(tiles, drawn) for tiles in sheet.game.tiles)
    named = {tiles.option for tiles in sheet.game.tiles}
    drawn = [one for one in drawn if one.option.name not in named]
    prices = price_table_view(sheet, drawn)
    drawn = [one for one in drawn if prices is None or one not in prices["options"]]
    chief = Section(title=APART, options=tiles, rare=())
    first = sorted(
        (one for one in drawn if one.option.contested and not one.option.rare),
        key=lambda one: one.option.contested or 0,
    )
    found = [chief, Section(title=DISAGREE, options=tuple(first), rare=())]
    for title in dict.fromkeys(one.option.section for one in drawn):
        here = [one for one in drawn if one.option.section == title and one not in first]
        # Rare rules are folded away, unless tables disagree about them.
        folded = tuple(one for one in here if one.option.rare and not one.option.contested)
        found.append(
            Section(
                title=title,
                options=tuple(one for one in here if one not in folded),
                rare=folded,
                prices=prices if prices and prices["section"] == title else None,
            )
        )
    return tuple(section for section in found if section.all)


def price_table_view(sheet: RuleSheet, drawn: Sequence[OptionView] = ()) -> dict[str, Any] | None:
    """Return the table of prices with the options `drawn` in it, None for a game without one."""
    if sheet.game.prices is None:
        return None
    rules, known = sheet.rules, {one.option.name: one for one in drawn}
    table = sheet.game.prices(rules, sheet.players)
    unusual = differing(rules)
    # The words of the table where it has chosen others: a row "Sauspiel", a column "Leger".
    usual, chosen = card_words(sheet.game.key), card_words(sheet.game.key, rules)
    named = {str(word): str(chosen[key]) for key, word in usual.items()}
    columns = [named.get(column, column) for column in table.columns]
    # The rule card has a row for what is played; the sheet hides others as it hides options not asked.
    rows = [
        PriceRowView(
            name=named.get(row.name, row.name),
            is_unusual=any(cell.option in unusual for cell in row.cells),
            cells=tuple(
                {
                    "key": f"price-{number}-{place}",
                    "column": columns[place],
                    "counts": _counts(cell),
                    "option": known.get(cell.option),
                }
                for place, cell in enumerate(row.cells)
            ),
        )
        for number, row in enumerate(table.rows)
        if drawn or row.is_played
    ]
    return {
        "section": table.section,
        "help": table.help,
        "columns": columns,
        "rows": rows,
        "options": [option for row in rows for option in row.options],
    }


def _counts(cell: PriceCell) -> str:
    if cell.counts is None or cell.counts is False:
        return "–"
    return "✓" if cell.counts is True else str(cell.counts)


def _tiles(tiles: Tiles, drawn: Sequence[OptionView]) -> OptionView:
    # The option as a row of tiles: what most tables say, and what this one does; the others besides. A part
    # is a set of answers at the start of a group alone, where the sheet asks each of them.
    found = next(one for one in drawn if one.option.name == tiles.option)
    if tiles.is_part:
        return found
    labels = {str(value): label for value, label in tiles.labels.items()}
    choices = [{**one, "label": labels.get(one["value"], one["label"])} for one in found.choices]
    shown = tuple(one for one in choices if one["value"] in labels or one["is_on"])
    words = _words(found.words, _(tiles.title), *map(_, labels.values()))
    more = tuple(one for one in choices if one not in shown)
    return replace(found, title=tiles.title, choices=shown, more=more, words=words)


def _words(*said: str) -> str:
    # A search also looks through words without hyphens, as many write "recrack".
    words = " ".join(said).casefold()
    return f"{words} {words.replace('-', '')}" if "-" in words else words


def _has(words: str, find: str) -> bool:
    return all(word in words for word in find.casefold().split())


def _said_of(option: Option, *values: str) -> str:
    # A table reads one language and may have learnt its words in another, so both are looked through.
    choices = (choice.label for choice in option.choices)
    texts = (option.label, option.help, *option.nicknames, *choices)
    said = dict.fromkeys((*map(_, texts), *texts))
    return _words(option.name.replace("_", " "), *said, *values)


def answers(game: Game[Any], find: str) -> tuple[dict[str, Any], ...]:
    """Return what is decided elsewhere than on the sheet, and what changes no score, for a search."""
    away = [option for option in options(game.rules) if option.elsewhere]
    elsewhere = [(_said_of(option), _(option.elsewhere)) for option in away]
    quiet = [
        (_words(str(what), str(names)), _("This changes no score: {what}.").format(what=what))
        for what, names in optional_words(game.key, "QUIET")
    ]
    return tuple(
        {
            "said": said,
            "words": words,
            "found": bool(find.strip()) and _has(words, find),
        }
        for words, said in (*elsewhere, *quiet)
    )


def _asleep(option: Option, rules: Any, *, is_asked: bool) -> str:
    # Why a rule does nothing beside the others, "" where it does something, or is as usual. A rule that is
    # not asked always says why, as a search brings it into sight.
    if not _sleeps(option, rules) or (is_asked and getattr(rules, option.name) == option.default):
        return ""
    # The rule to switch on is the highest that is off: "laufende" of "laufende_min" of "laufende_min_wenz".
    needs, chief = option.needs, _chief(option, type(rules))
    while chief and not _is_met(chief.name, (), rules, (option,)):
        needs, chief = ((chief.name, ()),), _chief(chief, type(rules))
    needed = [_needed(by_name(type(rules))[name], values) for name, values in needs if name != option.name]
    return _("This does nothing yet. It needs {rules}.").format(rules=either(needed))


def _needed(option: Option, values: Sequence[Any]) -> str:
    named = [_(choice.label) for choice in option.choices if choice.value in values]
    words = {"rule": _(option.label), "values": ", ".join(named)}
    if not named or option.kind == "switch":
        return _("“{rule}”").format(**words)
    return _("“{rule}: {values}”").format(**words)


def _option(option: Option, sheet: RuleSheet, find: str, rules: Any) -> OptionView:
    value = sheet.values[option.name]
    given = _given(value)
    words = _said_of(option, str(value) if option.kind in ("number", "text") and value else "")
    # Options one of which must be ticked or chosen for this one: the price of a Wenz is asked of who plays
    # one, that of a Muss also where one is played if nobody bids.
    ticks = [(name, value) for name, values in option.needs for value in values]
    known = by_name(sheet.game.rules)
    if not any(known[name].kind == "several" for name, _value in ticks):
        ticks = []
    # The options of a game of the table's own are asked as soon as it has a name.
    named = [name for name, _values in option.needs if known[name].kind == "text"]
    is_ticked = any(value in _given(sheet.values[name]) for name, value in ticks)
    is_asked = not (ticks or named) or is_ticked or any(sheet.values[name] for name in named)
    wrong = sheet.wrong.get(option.name, "")
    return OptionView(
        option=option,
        field=field_of(option),
        choices=tuple(
            {"value": str(one.value), "label": one.label, "is_on": one.value in given}
            for one in option.choices
        ),
        typed=sheet.typed.get(option.name, "" if value is None else str(value)),
        wrong=wrong,
        source=whose(option.source),
        words=words,
        found=bool(wrong) or ((is_asked or bool(find.strip())) and _has(words, find)),
        needs=" ".join(
            [
                *(f"{field_of(known[name])}={value}" for name, value in ticks),
                *(f"rule-{name}" for name in named),
            ]
        ),
        is_asked=is_asked or bool(find.strip()),
        asleep=_asleep(option, rules, is_asked=is_asked),
    )


def _given(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _chief(option: Option, rules: type[Any]) -> Option | None:
    # The rule that another one is a part of: "laufende" of "laufende_min"; unless it needs it anyway.
    name = option.name.rpartition("_")[0]
    is_named = any(needed == name for needed, _values in option.needs)
    return None if is_named else by_name(rules).get(name)


def whose(source: str) -> str:
    """Return the source of a rule, in words.

    What it was read in stands in docs/rules/ alone: the name of a program or of a page, and the number of a
    sentence in a document, say nothing to a table. Such a name is one word, as convention is.
    """
    parts = (part.strip() for part in source.split(","))
    return ", ".join(_(part) for part in parts if " " in part)


def sheet_view(sheet: RuleSheet, now: HouseRules, *, find: str = "") -> dict[str, Any]:
    """Return the whole sheet: the choices, the chart and the examples under them, and what changes.

    `own` says whether the table has rules of its own to go back to; `shown` are the options as this page
    shows them; `changes` are from what is played now, `since_preset` counts them from the preset.
    """
    game, rules, before = sheet.game, sheet.rules, None
    chart = chart_view(game, rules, sheet.players)
    if game.key == now.game:
        # Differences from the rules that are played now are marked.
        before = read_rules(game.rules, now.options)
        chart = changed_view(game, rules, sheet.players, before=before)
    preset = preset_called(game, sheet.preset)
    since = differences((game.key, preset.values), (game.key, sheet.options)) if preset else ()
    drawn, answered = sections(sheet, find), answers(game, find)
    return {
        "sheet": sheet,
        "games": tuple(GAMES.values()),
        "own": not sheet.preset or (game.key == now.game and not preset_like(now.game, now.options)),
        "sections": drawn,
        "found": any(section.found for section in drawn),
        "answers": answered,
        "is_answered": any(answer["found"] for answer in answered),
        "shown": json.dumps(sheet.options),
        "chart": chart,
        "examples": example_views(game, rules, sheet.players, before=before, touched=sheet.touched),
        "changes": changes(now.says, (game.key, sheet.options)),
        "since_preset": len(since),
        "tables": tuple(one for one in game.presets if one in game.named_tables or one is preset),
        "sizes": range(game.least_active, game.most_active + 1),
    }


def example_views(
    game: Game[Any], rules: Any, players: int, *, before: Any = None, touched: Sequence[Option] = ()
) -> tuple[dict[str, Any], ...]:
    """Return some example hands with their receipts.

    First those that a touched option moves, then those that move from the rules before.
    """
    found = examples(game, rules, players)
    if before is not None and before != rules:
        found = moving_first(game, found, before)
    for option in touched:
        found = touched_first(found, game, rules, option)
    return tuple(
        {
            "title": title_words(game.key, one.title, PEOPLE[: len(one.scored.points)], rules),
            "worths": tuple(_worths(one)),
            "receipt": example_receipt(game, one.scored, one.seat, PEOPLE, rules),
        }
        for one in found[:MOST_EXAMPLES]
    )


def _worths(example: Example) -> Iterator[tuple[str, str]]:
    # Players next to each other who got the same are named together.
    points = example.scored.points
    pot = example.scored.pot_delta
    for worth, places in groupby(range(len(points)), key=lambda place: points[place]):
        names = [PEOPLE[place] for place in places]
        together = listed(names)
        if len(names) >= 3:
            together = _("{first} to {last}").format(first=names[0], last=names[-1])
        yield together, signed(worth)
    if pot:
        yield _("the pot"), signed(pot)


def rule_lines(game: Game[Any], rules: Any) -> list[tuple[str, list[tuple[Option, str, bool]]]]:
    """Return the rule card as it is read aloud, by section: (option, sentence, is it unusual).

    Rare rules are on it only if they are unusual, and what is not played only where that is.
    """
    found = []
    priced = game.prices(rules, usual_players(game)).options if game.prices else ()
    awake = [option for option in asked(game) if option.name not in priced and not _sleeps(option, rules)]
    for title in dict.fromkeys(option.section for option in awake):
        here = [(option, getattr(rules, option.name)) for option in awake if option.section == title]
        # A rule that is off has no line where it is alone in its section.
        nothing = (None, (), "off") if len(here) == 1 else (None, ())
        lines = [
            (option, read_aloud(game.key, option, rules), value != option.default)
            for option, value in here
            if value != option.default or not (option.rare or value in nothing)
        ]
        if lines:
            found.append((title, lines))
    return found


def _sleeps(option: Option, rules: Any, asking: tuple[Option, ...] = ()) -> bool:
    # A rule sleeps if others are off: those it needs, or "laufende" for "laufende_min".
    # Rules may need each other: those `asking` are awake as far as this one goes.
    chief, asking = _chief(option, type(rules)), (*asking, option)
    if chief and not _is_met(chief.name, (), rules, asking):
        return True
    met = [_is_met(name, values, rules, asking) for name, values in option.needs]
    return bool(met) and not any(met)


def _is_met(name: str, values: Sequence[Any], rules: Any, asking: tuple[Option, ...]) -> bool:
    # A needed option must have such a value, and not sleep itself.
    needed = by_name(type(rules))[name]
    value = getattr(rules, name)
    if needed.kind == "several" and values:
        return any(one in value for one in values)
    has_value = value in values if values else value not in OFF
    return has_value and (needed in asking or not _sleeps(needed, rules, asking))
