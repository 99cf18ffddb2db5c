"""docs/rules/ says what the engine declares, word for word."""

from django.core.management import call_command

from ledger.scoring import GAMES
from ledger.scoring.option import options
from scorekeeper.text.handbook import pages


def test_the_handbook_is_as_the_engine_declares_with_every_option_and_preset() -> None:
    call_command("rules_docs", "--check")
    found = pages()
    for game in GAMES.values():
        page = found[f"{game.key}.md"]
        said = [f"**{one.label}** `{one.name}`\n\n{one.help}" for one in options(game.rules)]
        assert [one for one in [*said, *(preset.help for preset in game.presets)] if one not in page] == []
        assert f"[{game.name}]({game.key}.md)" in found["README.md"]
