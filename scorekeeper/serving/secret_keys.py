"""Is a secret key one that nobody guesses? Whoever has it can make himself the owner of every group."""

import re

SHORTEST = 32

# Different characters that a key drawn at random has at least.
DIFFERENT = 8

WORDS = (
    "secret", "changeme", "change-me", "change_me", "change me", "django", "insecure", "password", "passwort",
    "letmein", "default", "example", "development", "production", "scorekeeper", "replace",
    "your", "key", "test",
)  # fmt: skip
ROWS = (
    "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "wxcvbn",
    "abcdefghijklmnopqrstuvwxyz", "01234567890",
)  # fmt: skip

# Neighbours on a keyboard, or in the alphabet, that are no accident in a row.
IN_A_ROW = 4


def weakness(key: str) -> str:
    """Why this key will not do, to be read after its name; "" when it will.

    What anybody would try first is taken away: words, rows of the keyboard, what repeats. The rest has to be
    long enough by itself.
    """
    if len(key) < SHORTEST:
        return f"has {len(key)} characters: it needs {SHORTEST} at least"
    if key.startswith("django-insecure-"):
        return "was made for development, and may have been seen by others"
    if key in (key + key)[1:-1]:
        return "repeats itself, so it can be guessed"
    rest = key.lower()
    for word in WORDS:
        rest = rest.replace(word, "")
    for row in ROWS:
        for line in (row, row[::-1]):
            for size in range(len(line), IN_A_ROW - 1, -1):
                for start in range(len(line) - size + 1):
                    rest = rest.replace(line[start : start + size], "")
    rest = re.sub(r"(.)\1{2,}", r"\1", rest)
    if len(rest) < SHORTEST // 2 or len(set(rest)) < DIFFERENT:
        return "can be guessed"
    return ""
