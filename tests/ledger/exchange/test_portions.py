"""A file is read in portions as it would be at once, and what will not do is refused with a sentence."""

import json
import re
from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.exchange import portions
from ledger.exchange.portions import LARGEST, Portions
from ledger.recording import Refused
from scorekeeper.text.refusals import sentence

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
PLAIN = st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXTS
VALUES = st.recursive(
    PLAIN,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(TEXTS, inside, max_size=3),
    max_leaves=8,
)
"""Small ones: portions of a few bytes are cut as often within them, and none takes long to draw."""


def read(data: bytes) -> Any:
    found = Portions(BytesIO(data))
    value = found.value()
    found.finish()
    return value


@given(st.lists(VALUES, max_size=4), st.booleans(), st.integers(1, 9))
def test_portions_are_the_whole_file(values: list[Any], ascii_only: bool, chunk: int) -> None:
    data = json.dumps({"a": values, "b": 1}, ensure_ascii=ascii_only, indent=1).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portions, "CHUNK", chunk)
        file = Portions(BytesIO(data))
        names = file.names()
        assert next(names) == "a"
        assert [file.value() for _ in file.elements()] == values
        assert next(names) == "b"
        assert file.value() == 1
        assert list(names) == []
        file.finish()
    assert read(data) == {"a": values, "b": 1}


def test_the_mark_of_utf8_is_no_part_of_the_file() -> None:
    assert read(b"\xef\xbb\xbf[7]") == [7]
    assert read(b"\xef\xbb\xbf 7") == 7


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no file of a group"),
        (b"tea", "no file of a group"),
        (b"tru", "no file of a group"),
        (b"[1,", "no file of a group"),
        (b'{"a" 1}', "no file of a group"),
        (b"01", "goes on where it should end"),
        (b"[] x", "goes on where it should end"),
        (b'{"a": 1, "b": [{"c": 1, "c": 2}]}', "says “c” twice"),
        (b"NaN", "says NaN"),
        (b"[-Infinity]", "says -Infinity"),
        (b"[1.5]", "says 1.5"),
        (b"[1e3]", "says 1e3"),
        (b"9" * 20, "far too large"),
        (b"9" * 10_000, "far too large"),
        (b"[" * 61 + b"]" * 61, "nested too deep"),
        (b'{"a":' * 61 + b"1" + b"}" * 61, "nested too deep"),
        (b"[" * 100_000, "nested too deep"),
        (b'"' + b"x" * (2 * LARGEST) + b'"', "too long"),
        (b'"' + b"x" * (2 * LARGEST), "too long"),
        (b'"' + b"x" * (LARGEST - 1) + b'"', "too long"),
        (b" " * (2 * LARGEST), "no file of a group"),
        (b'"\\ud800"', "cannot be saved"),
        (b'"\\udc00\\ud800"', "cannot be saved"),
        (b'{"\\u0000": 1}', "cannot be saved"),
        (b'"\xff"', "not written in UTF-8"),
        (b'"\xed\xa0\x80"', "not written in UTF-8"),
        (b'"caf\xc3', "not written in UTF-8"),
        ("[1]".encode("utf-16"), "not written in UTF-8"),
        ("[1]".encode("utf-16-le"), "not written in UTF-8"),
        ("[1]".encode("utf-32-be"), "not written in UTF-8"),
        (b"\x89PNG\0", "no file of a group|not written in UTF-8"),
    ],
)
def test_a_file_that_will_not_do_is_refused_with_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(Refused) as refused:
        read(data)
    assert re.search(words, sentence(refused.value))


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"[" * 60 + b"]" * 60, None),
        (b'"' + b"x" * (LARGEST - 2) + b'"', "x" * (LARGEST - 2)),
        (b"-" + b"9" * 18, -(10**18 - 1)),
        (b'"\\ud83d\\ude00\\u0007"', "😀\x07"),
        (b'"' + b"[" * 1000 + b'"', "[" * 1000),
    ],
)
def test_what_is_at_the_edge_is_read(data: bytes, value: Any) -> None:
    found = read(data)
    assert value is None or found == value


@given(st.binary(max_size=60))
def test_no_bytes_are_more_than_a_sentence(data: bytes) -> None:
    with suppress(Refused):
        assert read(data) == json.loads(data.decode("utf-8-sig"))


def test_names_at_the_top_stand_there_once() -> None:
    file = Portions(BytesIO(b'{"a": 1, "a": 2}'))
    with pytest.raises(Refused, match=r"no_file\.twice"):
        [(name, file.value()) for name in file.names()]
