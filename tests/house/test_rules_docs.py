"""docs/rules/ says what the engine declares, word for word."""

from pathlib import Path

import pytest
from django.core.management import call_command

from ledger.scoring import GAMES
from ledger.scoring.option import options
from scorekeeper.text.handbook import pages, stale


def test_the_handbook_is_as_the_engine_declares_with_every_option_and_preset() -> None:
    call_command("rules_docs", "--check")
    found = pages()
    for game in GAMES.values():
        page = found[f"{game.key}.md"]
        said = [f"**{one.label}** `{one.name}`\n\n{one.help}" for one in options(game.rules)]
        assert [one for one in [*said, *(preset.help for preset in game.presets)] if one not in page] == []
        assert f"[{game.name}]({game.key}.md)" in found["README.md"]


def test_a_stale_handbook_is_seen_and_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bridge.md").write_text("A game we no longer play.")
    with pytest.raises(SystemExit) as stopped:
        call_command("rules_docs", "--check", folder=tmp_path)
    assert stopped.value.code == 1
    assert "bridge.md" in capsys.readouterr().err
    call_command("rules_docs", folder=tmp_path)
    assert stale({file.name: file.read_text() for file in tmp_path.iterdir()}) == []
    call_command("rules_docs", "--check", folder=tmp_path)
