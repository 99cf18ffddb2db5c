"""Whatever the engine says of a hand has its words in the catalogue of its game."""

import ast
import json
import re
from collections.abc import Iterator
from itertools import product
from string import Formatter
from typing import Any

import pytest
from django.utils.translation import override

from ledger.scoring import GAMES, HandRefused, score
from ledger.scoring.examples import examples
from ledger.scoring.mehrkopf.rules import WORDING, MehrkopfRules
from ledger.scoring.option import options, read_rules
from ledger.scoring.scored import Reason
from ledger.words.messages import message
from scorekeeper.text.games import card_words, words_of
from scorekeeper.text.receipts import label_words, line_detail, line_text, title_words
from scorekeeper.text.refusals import sentence
from tests.each import check_each
from tests.house.sources import ROOT, python_files

DATA = ROOT / "tests" / "ledger" / "scoring" / "data"
CASES = [case for name in ("vectors", "invalid") for case in json.loads((DATA / f"{name}.json").read_text())]
PEOPLE = ("Ann", "Ben", "Cleo", "Dave", "Edith", "Frank", "Gus", "Hanna", "Ivo", "Jo")
PLAYERS = frozenset({"who", "row", "one", "other", "others"})
SEATED = frozenset({"first", "second", "third", "last"})
MARKS = frozenset({"_", "gettext_noop"})


def whole(words: str) -> bool:
    """Return whether no placeholder waits to be replaced."""
    return bool(words) and not re.search(r"[{}]", words)


@pytest.mark.parametrize("game", sorted({case["game"] for case in CASES}))
def test_receipts_and_refusals_of_the_documents_hands_are_whole_sentences(game: str) -> None:
    def check(case: dict[str, Any]) -> None:
        try:
            scored = score(game, case["players"], case["rules"], case["hand"])
        except HandRefused as refused:
            said = sentence(refused)
            assert whole(said)
            assert said.endswith(".")
            return
        assert whole(label_words(game, scored.label))
        for line in scored.reasons:
            names = [PEOPLE[seat] for seat in line.seats]
            assert whole(line_text(game, line, names))
            assert not line.why or whole(line_detail(game, line, names))

    check_each({case["id"]: case for case in CASES if case["game"] == game}, check)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_has_a_title_and_a_receipt_in_words(game: str) -> None:
    kept = GAMES[game]
    sheets = [{}, *(preset.values for preset in kept.presets)]
    sheets += [
        {one.name: [choice.value] if one.kind == "several" else choice.value}
        for one in options(kept.rules)
        for choice in one.choices
    ]
    for values, players in product(sheets, range(kept.least_active, kept.most_active + 1)):
        for example in examples(kept, read_rules(kept.rules, values), players):
            assert whole(title_words(game, example.title, PEOPLE[:players]))
            for line in example.scored.reasons:
                assert whole(line_text(game, line, [PEOPLE[seat] for seat in line.seats]))


def texts_in(node: ast.expr | None) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*texts_in(node.body), *texts_in(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def clauses(game: str) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield (place, key, parameters) of the messages in a game’s files whose case can be read there."""
    for path in python_files("ledger/scoring"):
        if game in (path.parent.name, path.stem):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "message":
                    keywords = {one.arg: one.value for one in node.keywords}
                    names = frozenset(name or "*" for name in keywords) - {"case"}
                    for code, case in product(texts_in(node.args[0]), texts_in(keywords.get("case"))):
                        yield f"{path.name}:{node.lineno}", f"{code}.{case}", names


@pytest.mark.parametrize("game", GAMES)
def test_a_clause_names_what_it_is_given(game: str) -> None:
    said, given_by_the_pages = words_of(game).SAID, PLAYERS | SEATED | set(card_words(game))
    found = list(clauses(game))
    assert found
    for where, key, names in found:
        assert key in said, where
        wanted = {name for _, name, _, _ in Formatter().parse(str(said[key])) if name} - given_by_the_pages
        assert wanted <= names or "*" in names, (where, key, wanted, names)


def sentences_in(source: str) -> list[str]:
    """Return words in a file of the engine that are no docstring and not marked for translation."""
    allowed, texts = set(), []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKS:
            allowed |= {id(one) for one in ast.walk(node)}
        if isinstance(node, ast.Expr):
            allowed.add(id(node.value))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.append(node)
    return [
        str(one.value)
        for one in texts
        if id(one) not in allowed
        and BESIDE_A_SPACE.search(str(one.value))
        and not SOURCE.match(str(one.value))
    ]


# A letter beside a space: words.
BESIDE_A_SPACE = re.compile(r"[^\W\d_] | [^\W\d_]")
# The numbers of a documented rule are no sentence: "SH-050, SH-051".
SOURCE = re.compile(r"(?:, )?[A-Z]{2}-\d{3}(?:, |$)")


def test_the_engine_builds_no_sentence() -> None:
    found = {
        str(path.relative_to(ROOT)): words
        for path in python_files("ledger/scoring")
        if (words := sentences_in(path.read_text()))
    }
    assert found == {}


CHOSEN = {
    "word_rufspiel": "sauspiel",
    "word_klopfer": "leger",
    "word_kontra": "spritz",
    "word_re": "retour",
    "word_supra": "sub",
    "word_stock": "henn",
}


def test_card_words_that_a_group_has_chosen_stay_in_every_language() -> None:
    rules, hand = read_rules(MehrkopfRules, CHOSEN), message("won", contract="rufspiel")
    for language, usual, chosen, stock in (
        ("en", "Rufspiel won", "Sauspiel won", "The Henn is won"),
        ("de", "Rufspiel gewonnen", "Sauspiel gewonnen", "Die Henn ist gewonnen"),
    ):
        with override(language):
            assert label_words("mehrkopf", hand) == usual
            assert label_words("mehrkopf", hand, rules) == chosen
            for code, words in (
                ("kontra", "Spritz"),
                ("re", "Retour"),
                ("resupra", "Hirsch"),
                ("stock_won", stock),
            ):
                assert line_text("mehrkopf", Reason(code=code, points=()), (), rules) == words
            assert card_words("mehrkopf", rules)["klopfer"] == "Leger"


@pytest.mark.parametrize(
    ("hand", "usual", "chosen"),
    [
        ({"klopfer": 1}, "No Klopfer are played at this table.", "No Leger are played at this table."),
        ({"stoss": 1}, "No Kontra is played here.", "No Spritz is played here."),
        (
            {"klopfer": "x"},
            "“Klopfer” is a whole number, not “x”.",
            "“Leger” is a whole number, not “x”.",
        ),
    ],
)
def test_refusals_are_told_in_the_words_that_the_group_has_chosen(
    hand: dict[str, Any], usual: str, chosen: str
) -> None:
    told = {"kind": "played", "contract": "rufspiel", "declarer": 0, "partners": [1], "result": "won"}
    options = {"klopfer": hand.get("klopfer") == "x", "stoss": "off"}
    for rules, words in ((options, usual), (options | CHOSEN, chosen)):
        with pytest.raises(HandRefused) as refused:
            score("mehrkopf", 4, rules, told | hand)
        later = HandRefused("later_hand", hand=3, refused=refused.value)
        with override("en"):
            assert sentence(refused.value) == words
            assert sentence(later).endswith(f" {words}")


def test_every_word_that_a_group_may_choose_takes_the_place_of_another() -> None:
    for option in (one for one in options(MehrkopfRules) if one.section == WORDING):
        for value in option.others(option.default):
            chosen = card_words("mehrkopf", read_rules(MehrkopfRules, {option.name: value}))
            usual = card_words("mehrkopf", None)
            assert {key for key, word in usual.items() if chosen[key] != word}


def test_a_player_called_like_a_placeholder_is_called_so() -> None:
    line = Reason(code="renege", points=(), seats=(0,))
    assert line_text("sheepshead", line, ["{one}"]) == "Renege by {one}"
