"""The book and the secret are read by their owner only: names are in it, and who owes whom."""

import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO

# Endings of a book and of SQLite's files beside it, which hold the newest hands.
BESIDE = ("", "-wal", "-shm", "-journal")


def files_of(
    book: Path | None, data: Path, env_files: Iterable[Path], *, is_own_folder: bool = True
) -> list[Path]:
    """Return the files and folders that are nobody else's business, of those that are there.

    A folder that somebody else has made for more than this book (/var/lib, /tmp) stays as it is; so does the
    data folder unless it is our own.
    """
    wanted = [*env_files, *([data] if is_own_folder else []), data / "tasks"]
    if book is not None:
        wanted += [book.with_name(book.name + suffix) for suffix in BESIDE]
    return [one for one in wanted if one.exists()]


def make_private(files: Iterable[Path]) -> Iterator[str]:
    """Take everybody else's rights away, and say so; say as well where that is not possible."""
    for file in files:
        try:
            mode = stat.S_IMODE(file.stat().st_mode)
            if not mode & OTHERS:
                continue
            file.chmod(mode & ~OTHERS)
        except FileNotFoundError:  # SQLite takes its log away when nobody reads the book any more
            continue
        except OSError as problem:
            yield f"Others on this machine may read {file}, and it stays so: {problem.strerror}."
        else:
            yield f"{file} could be read by others on this machine: now by its owner only."
