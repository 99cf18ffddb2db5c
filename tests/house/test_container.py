"""The image is read, as nothing here builds one: who runs in it, what is kept, and what goes into it."""

import importlib.util
import json
import os
import re
import subprocess
import sys
import tomllib

import pytest
from packaging.specifiers import SpecifierSet
from pytest_django.live_server_helper import LiveServer

from tests.house.sources import ROOT
from tests.serving import free_port

CONTAINERFILE = (ROOT / "Containerfile").read_text()
IGNORED = (ROOT / ".containerignore").read_text()


def instructions(text: str) -> list[tuple[str, str]]:
    """Return (word, arguments) of each instruction of a Containerfile, in order."""
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines if line.strip())]


def said(word: str, text: str = CONTAINERFILE) -> list[str]:
    return [rest for found, rest in instructions(text) if found == word]


def faults(text: str) -> list[str]:
    """Return what is wrong with who runs in the image, what is installed in it, and where its data lies."""
    variables = dict(re.findall(r"(\w+)=(\S+)", " ".join(said("ENV", text))))
    installs = [run for run in said("RUN", text) if "pip" in run]
    checks = {
        "it runs as root": re.match(r"(root|0)?(:|$)", (said("USER", text) or ["root"])[-1]),
        "its data lies in no volume": variables.get("DATA_DIR", "") not in said("VOLUME", text),
        "something is installed that nobody has checked": not installs
        or not all("--require-hashes -r requirements.txt" in run for run in installs),
        "it names where packages come from": re.search(r"://|index-url|find-links|pypi", text),
        "its base may be another one tomorrow": any("@sha256:" not in image for image in said("FROM", text)),
    }
    return [fault for fault, is_wrong in checks.items() if is_wrong]


def test_the_image_runs_as_nobody_special_with_its_data_in_a_volume() -> None:
    assert faults(CONTAINERFILE) == []


def test_its_python_is_one_that_we_run_on() -> None:
    version = re.fullmatch(r"python:(\d+\.\d+)-slim@sha256:[0-9a-f]{64}", said("FROM")[0])
    assert version
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert SpecifierSet(wanted).contains(version[1])


def test_what_is_copied_is_there_and_nothing_else_comes_near_it() -> None:
    beside = (ROOT / "deploy/postgres/Containerfile").read_text()  # it is built in the same folder
    copies = [*said("COPY"), *said("COPY", beside)]
    copied = {source.rstrip("/") for copy in copies for source in copy.split()[:-1]}
    assert {path for path in copied if not (ROOT / path).exists()} == set()
    first, *lines = [line for line in IGNORED.splitlines() if not line.startswith("#")]
    assert first == "*"
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == {
        re.sub("^deploy/postgres/.*", "deploy/postgres", one) for one in copied
    }
    assert (ROOT / ".dockerignore").read_text() == IGNORED


def test_wheel_and_image_hold_every_folder_that_the_settings_read() -> None:
    settings = (ROOT / "scorekeeper/settings.py").read_text()
    read = set(re.findall(r'PLACES\.files / "(\w+)"', settings))
    assert {"templates", "static"} <= read
    assert 'BASE_DIR / "' not in settings  # installed, it is where somebody happens to be
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {folder: f"scorekeeper/{folder}" for folder in read}
    assert {f"{folder}/" for folder in read} <= {copy.split()[0] for copy in said("COPY")}


def test_it_starts_the_command_that_serves() -> None:
    *python, module = json.loads(said("ENTRYPOINT")[0])
    assert (python, json.loads(said("CMD")[0])[0]) == (["python", "-m"], "serve")
    assert importlib.util.find_spec(module)


@pytest.mark.django_db(transaction=True)
def test_its_watchdog_sees_who_answers_and_who_does_not(live_server: LiveServer) -> None:
    words = said("HEALTHCHECK")[0].partition(" CMD ")[2]
    command = [sys.executable, *json.loads(words)[1:]]
    statuses = [
        subprocess.run(command, env={**os.environ, "PORT": port}, capture_output=True, check=False).returncode
        for port in (live_server.url.rpartition(":")[2], str(free_port()))
    ]
    assert statuses[0] == 0 != statuses[1]
