"""A group's file is parsed as the standard library does, or refused with a sentence."""

import json
import re
from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.exchange import group as exchanging
from ledger.exchange.group import parse, read_group
from ledger.recording import Refused
from scorekeeper.text.refusals import sentence

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
PLAIN = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXTS
VALUES = st.recursive(
    PLAIN,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(TEXTS, inside, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.booleans())
def test_json_of_whole_numbers_is_read(value: Any, ascii_only: bool) -> None:
    assert parse(json.dumps(value, ensure_ascii=ascii_only, indent=1).encode()) == value


def test_the_mark_of_utf8_is_no_part_of_the_file() -> None:
    assert parse(b"\xef\xbb\xbf[7]") == [7]
    assert parse(b"\xef\xbb\xbf 7") == 7


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no file of a group"),
        (b"tea", "no file of a group"),
        (b"tru", "no file of a group"),
        (b"[1,", "no file of a group"),
        (b'{"a" 1}', "no file of a group"),
        (b"01", "no file of a group"),
        (b"[] x", "no file of a group"),
        (b'{"a": 1, "a": 2}', "says “a” twice"),
        (b'{"a": 1, "b": [{"c": 1, "c": 2}]}', "says “c” twice"),
        (b"NaN", "says NaN"),
        (b"[-Infinity]", "says -Infinity"),
        (b"[1.5]", "says 1.5"),
        (b"[1e3]", "says 1e3"),
        (b"9" * 20, "far too large"),
        (b"9" * 10_000, "far too large"),
        (b"[" * 100_000, "nested too deep"),
        (b"[{}," * 600_000, "too big"),
        (b'"\xff"', "not written in UTF-8"),
        (b'"\xed\xa0\x80"', "not written in UTF-8"),
        (b'"caf\xc3', "not written in UTF-8"),
        ("[1]".encode("utf-16"), "not written in UTF-8"),
        ("[1]".encode("utf-16-le"), "not written in UTF-8"),
        ("[1]".encode("utf-32-be"), "not written in UTF-8"),
        (b"\x89PNG\0", "not written in UTF-8"),
    ],
)
def test_a_file_that_will_not_do_is_refused_with_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(data)
    assert re.search(words, sentence(refused.value))


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(Refused):
        assert parse(data) == json.loads(data.decode("utf-8-sig"))


def test_a_file_that_is_too_large_is_refused_and_its_owner_told_about_move_book(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exchanging, "BIGGEST", 2_000_000)
    with pytest.raises(Refused) as refused:
        read_group(BytesIO(b" " * 2_000_001))
    assert "2 MB at most" in sentence(refused.value)
    assert "move_book" in sentence(refused.value)
