"""The log: strangers get one short escaped line, our own faults a traceback, and nobody fills the disk."""

import io
import logging
from collections.abc import Callable, Iterator

import pytest
from django.test import Client, override_settings

from scorekeeper.serving.logs import AT_ONCE, LONGEST_LINE, OneLine, SummingHandler, escaped

NASTY = "a\nb\r\x1b[31mred\x07\u202eback\u2028next\ud800\x9b"
SECRET_PAGES = ("key", "join", "address", "forgotten")


class Log:
    """A handler as the server has it, its clock (seconds) and what it wrote."""

    def __init__(self) -> None:
        self.now = 0.0
        self.handler = SummingHandler(clock=lambda: self.now)
        self.handler.setFormatter(OneLine())
        self.handler.setStream(io.StringIO())

    def lines(self) -> list[str]:
        written = self.handler.stream
        assert isinstance(written, io.StringIO)
        return written.getvalue().splitlines()


@pytest.fixture
def log() -> Iterator[Log]:
    log, root = Log(), logging.getLogger()
    root.addHandler(log.handler)
    yield log
    root.removeHandler(log.handler)


def fault(doing: Callable[[], object]) -> None:
    try:
        doing()
    except Exception:
        logging.getLogger("django.request").exception("Internal Server Error: %s", "/g/x\x1b[2J/")


@pytest.mark.parametrize("text", [NASTY, *NASTY])
def test_nothing_a_stranger_wrote_leaves_its_line_or_reaches_the_terminal(text: str) -> None:
    assert escaped(text).isprintable()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Zoë علی 🃏 a\\b", "Zoë علی 🃏 a\\b"),
        ("a\n\x1b[0m\u202e\ud800", r"a\n\x1b[0m\u202e\ud800"),
        ("x" * LONGEST_LINE, "x" * LONGEST_LINE),
        ("x" * 10**6, "x" * LONGEST_LINE + "…"),
        *((f"GET /{page}/s3cr3t:abc/ HTTP", f"GET /{page}/…/ HTTP") for page in SECRET_PAGES),
        ("x" * (LONGEST_LINE - 10) + "/key/s3cr3t/", "x" * (LONGEST_LINE - 10) + "/key/…"),
    ],
)
def test_names_stay_control_signs_are_escaped_long_lines_cut_and_keys_left_out(
    text: str, written: str
) -> None:
    assert escaped(text) == written
    assert len(escaped("\x1b" * 10**6)) == LONGEST_LINE + 1


def test_our_own_fault_keeps_its_traceback_and_no_line_of_it_can_be_taken_for_another(log: Log) -> None:
    def fails() -> None:
        raise ValueError("2026-01-01 00:00:00,000 ERROR forged\nnext\x1b[2J")

    fault(fails)
    first, *others = log.lines()
    assert "Traceback" in others[0]
    assert any("in fails" in line for line in others)
    assert first.isprintable()
    assert all(line.isprintable() and line.startswith("    ") for line in others)


def test_a_traceback_is_bounded_and_its_end_is_kept(log: Log) -> None:
    fault(lambda: int("x" * 10**6 + "\n") and None)
    fault(lambda: exec("(" * 90 + "1/0" + ")" * 90))
    assert sum(map(len, log.lines())) < 10_000
    assert "ZeroDivisionError" in log.lines()[-1]


def test_a_flood_is_summed_up_after_a_minute_or_when_the_server_stops(log: Log) -> None:
    stranger = logging.getLogger("django.security.DisallowedHost")
    for number in range(312 + AT_ONCE):
        stranger.error("Invalid HTTP_HOST header: 'host-%s'.", number)
    log.now = 59.0
    stranger.error("once more")
    assert len(log.lines()) == AT_ONCE
    log.now = 60.0
    logging.getLogger("other").warning("something else")
    for _ in range(AT_ONCE + 2):
        stranger.error("again")
    log.handler.close()
    assert [line.partition("WARNING ")[2] for line in log.lines()[AT_ONCE:]] == [
        "django.security.DisallowedHost: … and 313 more like it within a minute",
        "other: something else",
        *["django.security.DisallowedHost: again"] * AT_ONCE,
        "django.security.DisallowedHost: … and 2 more like it within a minute",
    ]


def test_one_kind_does_not_drown_another(log: Log) -> None:
    for _ in range(50):
        logging.getLogger("django.security.csrf").warning("Forbidden")
        fault(lambda: list[int]()[1])
    logging.getLogger("django.security.SuspiciousOperation").error("odd")
    fault(lambda: dict[int, int]()[1])
    access = logging.getLogger("uvicorn.access")
    access.setLevel(logging.INFO)
    for _ in range(20):
        access.info("%s", "GET /")  # asked for, and so never summed up
    access.setLevel(logging.NOTSET)
    text = "\n".join(log.lines())
    kinds = ("IndexError:", "KeyError:", ": odd", ": GET /")
    assert [text.count(kind) for kind in kinds] == [AT_ONCE, 1, 1, 20]


@override_settings(ALLOWED_HOSTS=["cards.example.org"])
def test_a_wrong_host_is_one_line_and_no_traceback(log: Log) -> None:
    assert Client(raise_request_exception=False).get("/", HTTP_HOST="evil\x1b[2J").status_code == 400
    (line,) = log.lines()
    assert "WARNING django.security.DisallowedHost: Invalid HTTP_HOST header" in line
    assert line.isprintable()


def test_a_form_from_elsewhere_is_one_line_that_says_why(log: Log) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/start/\x1b[2J%0a", {}).status_code in (403, 404)
    assert client.post("/start/", {}).status_code == 403
    assert "CSRF cookie not set" in log.lines()[-1]
    assert all(line.isprintable() for line in log.lines())
