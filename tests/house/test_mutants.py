"""What `make mutants` is told about this house exists: a name that does not lets it end before it begins."""

import tomllib

from tests.house.sources import ROOT

TOLD = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutmut"]


def test_every_test_that_looks_for_planted_faults_is_there() -> None:
    asked = TOLD["pytest_add_cli_args_test_selection"]
    assert [name for name in asked if not (ROOT / name).exists()] == []


def test_faults_are_planted_in_files_that_are_there() -> None:
    assert [pattern for pattern in TOLD["only_mutate"] if not any(ROOT.glob(pattern))] == []
