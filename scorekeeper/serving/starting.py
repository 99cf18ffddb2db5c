"""Checks before anything is served: a book of this version, and a clock that can be right."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from ledger.management.fitness import book_file, gone, unfit
from ledger.management.safety import dangers, doubts, unguarded
from ledger.models import Entry
from scorekeeper.serving.private_files import files_of, make_private

# The year this was made in.
BUILT = 2026

EARLIEST = 2025
A_DAY = timedelta(days=1)

# A group may rest for so long.
YEARS = timedelta(days=3 * 366)

# Number of the last written entries among which the newest of each group is found.
#
# An imported group may be of any time, past or future. Therefore the book counts as ahead of the clock only
# if the newest entries of all these groups are, and as behind it if all are.
LOOKED_AT = 100


def before_serving() -> Iterator[str]:
    """Yield warnings for the operator. Raise CommandError when this must not be served."""
    now = timezone.localtime()
    if now.year < EARLIEST:
        raise CommandError(
            f"This machine's clock says {_day(now)}. Set it first: every night would have a wrong date, and"
            " the phones would be let in for a time that has long passed."
        )
    if trouble := unfit():
        raise CommandError(trouble.sentence)
    if away := gone():
        raise CommandError(away)
    # Hands that a phone was told are recorded could be lost, or changed.
    try:
        danger = next(chain(dangers(), unguarded()), "")
    except DatabaseError as problem:
        danger = f"The database does not answer: {' '.join(str(problem).split())}."
    if danger:
        raise CommandError(danger)
    # Every page fails without its styles and scripts; only hashed ones are collected beforehand.
    manifest: str | None = getattr(staticfiles_storage, "manifest_name", None)
    if manifest is not None and not staticfiles_storage.exists(manifest):
        raise CommandError(
            "The pages' styles and scripts are not there yet."
            f" `{settings.PLACES.setup_command}` puts them there."
        )
    try:
        is_own_folder = settings.PLACES.usual_data == settings.DATA_DIR
        book = book_file(connection.settings_dict)
        files = files_of(book, settings.DATA_DIR, settings.ENV_FILES, is_own_folder=is_own_folder)
        yield from make_private(files)
        yield from doubts()
        newest = _newest()
        if doubt := doubtful(now, min(newest, default=None), max(newest, default=None)):
            yield doubt
    finally:
        if not connection.in_atomic_block:
            connection.close()  # on SQLite the one thread of the pages is the only one that holds the book


def doubtful(now: datetime, least: datetime | None, newest: datetime | None) -> str:
    """Why the clock is probably wrong; "" when it may well be right.

    Of the newest lines of some groups, `least` is the oldest and `newest` the newest; None without any.
    """
    said = f"This machine's clock says {_day(now)}"
    if least is not None and now < least - A_DAY:
        return f"{said}, but the book's newest line is of {_day(least)}. Is the clock right?"
    if now.year < BUILT:
        return f"{said}, and this program was made in {BUILT}. Is the clock right?"
    if newest is not None and now > newest + YEARS:
        return f"{said}, years after the book's newest line, of {_day(newest)}. Is the clock right?"
    if newest is None and now.year > BUILT + 20:
        return f"{said}. Is the clock right?"
    return ""


def _newest() -> list[datetime]:
    # When the newest line of each group was written, of the groups that were written in last.
    newest: dict[int, datetime] = {}
    try:
        for group, at in Entry.objects.order_by("-pk").values_list("session__group", "at")[:LOOKED_AT]:
            newest[group] = max(at, newest.get(group, at))
    except DatabaseError:  # `audit` says what is wrong there
        return []
    return list(newest.values())


def _day(at: datetime) -> str:
    at = timezone.localtime(at)
    return f"{at.day} {at:%B %Y}"
