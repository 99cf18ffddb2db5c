"""Texts stay as they were typed, or are refused where they are typed."""

import sys
import unicodedata
import uuid
from collections.abc import Callable

import pytest

from ledger.models import Group, Transaction
from ledger.recording import Refused, WriteContext
from ledger.recording.journal import adjust, pay, put_in_box, undo
from ledger.words.texts import can_be_kept, clean, clean_lines, for_xml, is_fit
from tests.cast import ids, thursday_table
from tests.steady import SOAK

EVERY_ONE = [chr(number) for number in range(sys.maxunicode + 1)]
# Every letter of the usual scripts, and of the rest every one in `make soak`.
SOME = EVERY_ONE[:0x3100] + EVERY_ONE[0x3100 :: 1 if SOAK else 31]
STAYS = (
    "12\u00a0€", "12\u202f€", "علی\u200cرضا", "👨\u200d👩\u200d👧", "🇩🇪", "❤\ufe0f",
    "Schaf\u00adkopf", "e\u0301", "\ue000", "\U0010ffff", "\u2060", "\u200b", "\u061c",
    "\ufeffx", "🏴\U000e0067\U000e0062\U000e007f", "\u0378",
)  # fmt: skip


@pytest.mark.parametrize("text", STAYS)
def test_what_people_write_stays(text: str) -> None:
    assert (is_fit(text), clean(text), can_be_kept(text)) == (True, text, True)


def test_of_all_characters_only_those_are_refused_that_no_file_holds() -> None:
    refused = {one for one in EVERY_ONE if not is_fit(one)}
    assert refused == {
        one
        for one in EVERY_ONE
        if (unicodedata.category(one) == "Cc" and not one.isspace())
        or unicodedata.category(one) == "Cs"
        or one in "\ufffe\uffff"
    }


def test_what_is_written_down_is_fit_and_stays_as_it_is() -> None:
    for one in filter(is_fit, SOME):
        said = clean(f"a{one}b")
        assert clean(said) == for_xml(said) == said
        assert "\n" not in said
        assert can_be_kept(said)
        lines = clean_lines(f"a{one}b\nc")
        assert clean_lines(lines) == lines
        assert lines.endswith("b\nc")


def test_text_is_written_on_one_line_or_keeps_its_lines_and_nothing_turns_it_around() -> None:
    assert clean(" a\r\nb\tc\u2028d\x85e ") == "a  b c d e"
    assert clean("12\u202e34\u2066") == "1234"
    assert clean_lines("\r\n a\tb \r\n\r\n\n\x0b\u202ec\u2028 \x85") == "a b\n\nc"


def test_old_texts_can_be_kept_unless_no_database_holds_them() -> None:
    assert [can_be_kept(text) for text in ("a\x07b\ufffe\n", "a\0", "a\ud800")] == [True, False, False]


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["a\x07", "a\0b", "\ud83d", "\uffff"])
def test_money_is_not_written_with_what_cannot_be_written_down(text: str) -> None:
    group = thursday_table()
    ann, ben = ids(group, "Ann", "Ben")
    paid = pay(group, ann, ben, 5, a_pen(), note=" \u00a0for\nbeer ").number
    assert group.transactions.get().note == "for beer"
    writes: tuple[Callable[[], Transaction], ...] = (
        lambda: pay(group, ann, ben, 1, a_pen(), note=text),
        lambda: pay(group, ann, ben, 1, a_pen(), method=text),
        lambda: put_in_box(group, (ann,), 1, a_pen(), note=text),
        lambda: adjust(group, {ann: 1, ben: -1}, a_pen(), reason=text),
        lambda: undo(group, paid, a_pen(), reason=text),
    )
    for write in writes:
        with pytest.raises(Refused, match="unfit"):
            write()
    assert Group.objects.get().transactions.count() == 1


def a_pen() -> WriteContext:
    return WriteContext(key=uuid.uuid4(), after=0)
