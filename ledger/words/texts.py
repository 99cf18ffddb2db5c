"""Characters that a text may hold: a name, a note, a label, a way to pay. Pure.

People write as they write: no-break spaces, joiners (علی‌رضا), families and flags of several characters,
soft hyphens and accents on top of each other all stay. What cannot be written down is refused where it is
typed. Old books may hold some of it, and a group has to be able to move: what comes from a file is only asked
whether it can be kept.
"""

import re

# Characters that turn around the line they stand in, with whatever stands beside them: amounts, too.
TURNS_AROUND = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

_LINE_ENDS = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_BREAKS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]")
_TURNS_AROUND = re.compile(f"[{TURNS_AROUND}]")
# The last two are no characters at all, and no XML (so no spreadsheet) holds them.
_UNFIT = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_NOT_KEPT = re.compile("[\x00\ud800-\udfff]")
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# A text that a spreadsheet would take for a formula leaves this program with an apostrophe in front.
_MADE_HARMLESS = re.compile("^'(?=[-=+@＝＋－＠])")


def as_in_files(text: str) -> str:
    """Return a text as it is compared with the one in a file: white space folded, no apostrophe of ours."""
    return _MADE_HARMLESS.sub("", " ".join(text.split()))


def is_fit(text: str) -> bool:
    """Check whether a text may be written down as it was typed.

    It may not with control characters (but white space among them), halves of characters, and U+FFFE and
    U+FFFF, which are none.
    """
    return _UNFIT.search(text) is None


def clean(text: str) -> str:
    """Return a fit text as it is written down: on one line, and without what would turn that line around."""
    return _TURNS_AROUND.sub("", _BREAKS.sub(" ", text)).strip()


def clean_lines(text: str) -> str:
    """Return a fit text of several lines: each as it is written down, at most one empty line between two."""
    lines = "\n".join(clean(line) for line in _LINE_ENDS.split(text))
    return re.sub("\n{3,}", "\n\n", lines).strip("\n")


def can_be_kept(text: str) -> bool:
    """Return whether every database can hold a text, as old books may: anything but NUL and halves of
    characters.
    """
    return _NOT_KEPT.search(text) is None


def for_xml(text: str) -> str:
    return _NOT_IN_XML.sub("", text)
