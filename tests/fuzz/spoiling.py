"""Files with something wrong in them: real ones that were changed a little, and bytes that never were one."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from tests.fuzz import nonsense
from tests.fuzz.cases import say

Path = tuple[Any, ...]

VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    3,
    7,
    120,
    2**31,
    2**63,
    2**64,
    -(2**63) - 1,
    10**400,
    0.5,
    1e308,
    "",
    "x",
    "0",
    [],
    {},
    [[]],
    [None],
    [1, 1, 1],
    {"": 0},
    {"a": 1},
    "x" * 5000,
    "\x00",
    "\ud800",
    "2026-01-01",
    "9999-12-31",
    "2026-01-01T00:00:00+00:00",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "2026-01-01T00:00:00",
    "00000000-0000-4000-8000-000000000001",
    "ended",
    "hand",
    "corrected",
    "voided",
    "opened",
    "paid",
    "1/3",
    "-1/0",
    "NaN",
    [0, 1, 2, 3, 4],
    [1, 2, 3, 4, 5],
)
WHOLE = (
    b"",
    b"null",
    b"[]",
    b"{}",
    b"0",
    b'""',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"\xff\xfe{\x00}\x00",
    b"\x00" * 20,
    b"\xef\xbb\xbf{}",
    b'{"group": {"group": {}}}',
    b"1" * 10_000,
    b'{"a": 1' + b"0" * 5000 + b"}",
    b"NaN",
    b"{'a': 1}",
    b'{"format": "score keeper group", "version": 1}',
    b"-Infinity",
    b'"\\ud800"',
    b"{}{}",
    b"PK\x03\x04",
    b"\x1f\x8b",
)


def places(tree: Any, here: Path = ()) -> list[Path]:
    """The way to every value in it, itself first."""
    found = [here]
    inside = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for name, one in inside:
        found += places(one, (*here, name))
    return found


def at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def spoil(data: st.DataObject, tree: Any) -> Any:
    """The same with one value dropped, doubled, exchanged with another, or replaced."""
    ways = places(tree)[1:]
    path = ways[data.draw(st.integers(0, len(ways) - 1))]
    holder, last = at(tree, path[:-1]), path[-1]
    how = data.draw(
        st.sampled_from(("value", "value", "near", "near", "text", "other", "drop", "double", "swap"))
    )
    if how == "drop":
        del holder[last]
    elif how == "double" and isinstance(holder, list):
        holder.insert(data.draw(st.integers(0, len(holder))), deepcopy(holder[last]))
    elif how == "swap" and isinstance(holder, list):
        other = data.draw(st.integers(0, len(holder) - 1))
        holder[last], holder[other] = holder[other], holder[last]
    elif how == "other":
        holder[last] = deepcopy(at(tree, ways[data.draw(st.integers(0, len(ways) - 1))]))
    elif how == "near" and isinstance(holder[last], int):
        holder[last] += data.draw(st.sampled_from((-1, 1, 2, -100, 100)))
    elif how == "text":
        holder[last] = data.draw(nonsense.texts)
    else:
        holder[last] = deepcopy(data.draw(st.sampled_from(VALUES)))
    say(f"{how} {path}: {str(holder)[:300]}")
    return tree


def spoilt_json(data: st.DataObject, text: str) -> bytes:
    tree = json.loads(text)
    for _ in range(data.draw(st.integers(1, 3))):
        tree = spoil(data, tree)
        if not places(tree)[1:]:
            break
    return json.dumps(tree, ensure_ascii=data.draw(st.booleans())).encode("utf-8", "surrogatepass")


def spoilt_bytes(data: st.DataObject, file: bytes) -> bytes:
    how = data.draw(st.sampled_from(("cut", "put", "end", "utf-16", "latin-1", "twice")))
    place = data.draw(st.integers(0, max(0, len(file) - 1)))
    if how == "cut":
        return file[:place] + file[place + data.draw(st.integers(1, 40)) :]
    if how == "put":
        return file[:place] + data.draw(st.binary(min_size=1, max_size=8)) + file[place:]
    if how == "end":
        return file[:place]
    if how == "twice":
        return file + file
    return file.decode("utf-8", "replace").encode(how, "replace")


CELLS = st.one_of(
    nonsense.texts,
    st.sampled_from(
        (
            "2004-01-02",
            "1/2/04",
            "31.12.2005",
            "29.2.2005",
            "12",
            "-12",
            "+3",
            "−4",
            "0",
            "x",
            "Ann",
            "Total",
            "3 - 1",
        )
    ),
)


def spoilt_table(data: st.DataObject, text: str) -> bytes:
    """A notebook with one to four things wrong in it: cells, rows, columns, what divides them."""
    rows = [row.split(",") for row in text.splitlines()]
    for _ in range(data.draw(st.integers(1, 4))):
        row = data.draw(st.sampled_from(rows))
        how = data.draw(st.sampled_from(("cell", "cell", "cell", "drop", "double", "shift", "column")))
        place = data.draw(st.integers(0, max(0, len(row) - 1)))
        if how == "cell" and row:
            row[place] = data.draw(CELLS)
        elif how == "drop" and len(rows) > 1:
            rows.remove(row)
        elif how == "double":
            rows.insert(data.draw(st.integers(0, len(rows))), list(row))
        elif how == "shift":
            row.insert(place, data.draw(CELLS))
        else:
            for one in rows:
                one.insert(min(place, len(one)), data.draw(CELLS))
    lines = data.draw(st.sampled_from(("\n", "\r\n", "\r", "\n\n")))
    between = data.draw(st.sampled_from((",", ",", ";", "\t", "|")))
    written = lines.join(between.join(row) for row in rows).encode("utf-8", "surrogatepass")
    return spoilt_bytes(data, written) if data.draw(st.integers(0, 5)) == 0 else written


def as_upload(fields: list[tuple[str, str]], field: str, name: str, file: bytes) -> tuple[bytes, str]:
    mark = b"boundary-of-the-fuzz"
    parts = [
        b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (key.encode(), nonsense.encoded(value))
        for key, value in fields
    ]
    head = b'Content-Disposition: form-data; name="%s"; filename="%s"\r\nContent-Type: text/plain\r\n\r\n'
    parts.append(head % (field.encode(), nonsense.encoded(name)) + file)
    body = b"".join(b"--" + mark + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + mark + b"--\r\n"
    return body, f"multipart/form-data; boundary={mark.decode()}"
