"""Work in the background: look how far it is, take along what it made, or give it up."""

import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from ledger.standings.nights import import_called
from scorekeeper.access import anyone, guest_of
from scorekeeper.http.downloads import download
from scorekeeper.http.htmx import go_to, show
from scorekeeper.models import Task
from scorekeeper.tasks import find_task, give_up
from scorekeeper.tasks.files import BROUGHT, MADE
from scorekeeper.tasks.files import fetched as file_of
from scorekeeper.tasks.telling import differences_of, how_far, name_of, percent, refusal_of
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, decimal

State, Kind = Task.State, Task.Kind

FAILED = gettext_lazy(
    "Something went wrong on our side. Nothing was changed. Try it once more; "
    "if it happens again, tell whoever runs this score keeper."
)
UNDOES = frozenset({Kind.UNDO_NOTEBOOK, Kind.UNDO_SHARED})
OF_NOTEBOOKS = frozenset({Kind.COPY_NOTEBOOK, Kind.UNDO_NOTEBOOK})
MEGABYTE = 1_000_000
EXPORTS = frozenset({Kind.EXPORT_GROUP, Kind.EXPORT_TABLE})


def _in_words(task: Task) -> tuple[str, str]:
    # (headline, sentence) of a task that goes on, or of how it ended.
    match task.state, task.kind:
        case State.WAITING, _:
            return gettext("Waiting"), gettext("It begins in a moment.")
        case State.RUNNING, _:
            return gettext("Under way"), ""
        case State.FAILED, _:
            return gettext("This did not work"), str(FAILED)
        case State.REFUSED, kind if kind in UNDOES and task.answer.get("is_stopped") and task.done:
            return gettext("Stopped"), gettext(
                "You stopped it. What was taken out by then stays out; undo the import again for the rest."
            )
        case State.REFUSED, Kind.COPY_NOTEBOOK if task.answer.get("is_stopped") and _has_written(task):
            return gettext("Stopped"), gettext(
                "You stopped it. What came in by then stays, and can be undone."
            )
        case State.REFUSED, _ if task.answer.get("is_stopped"):
            return gettext("Stopped"), gettext("You stopped it. Nothing was changed.")
        case State.REFUSED, _:
            return gettext("This did not work"), refusal_of(task) or str(FAILED)
        case _, Kind.BRING_SHARED | Kind.UNDO_SHARED:
            return _of_shared(task)
    return _of_notebook(task) if task.kind in OF_NOTEBOOKS else _done(task)


def _of_shared(task: Task) -> tuple[str, str]:
    entries = task.answer["entries"]
    if task.kind == Kind.BRING_SHARED and not entries:
        return gettext("Nothing new"), gettext("Every entry of this file is here already.")
    if task.kind == Kind.BRING_SHARED:
        headline = ngettext("{entries} entry added", "{entries} entries added", entries)
        sentence = gettext("The balances have them now. Bringing the same file again adds nothing.")
        return headline.format(entries=count(entries)), sentence
    headline = gettext("Nothing was left to undo")
    if entries:
        headline = ngettext("{entries} entry undone", "{entries} entries undone", entries)
    return headline.format(entries=count(entries)), gettext("The money history still has them, taken back.")


def _done(task: Task) -> tuple[str, str]:
    answer = task.answer
    match task.kind:
        case Kind.IMPORT_GROUP:
            sentence = ngettext(
                "With {nights} night, every hand and every balance. You own it here.",
                "With {nights} nights, every hand and every balance. You own it here.",
                answer["nights"],
            )
            return gettext("The group is here"), sentence.format(nights=count(answer["nights"]))
        case Kind.AUDIT if answer["differences"]:
            return gettext("Something differs"), gettext(
                "Nothing was changed. Show this to whoever runs this score keeper:"
            )
        case Kind.AUDIT:
            return gettext("All is well"), gettext(
                "Every night and every balance was counted again, and all of it is right."
            )
        case Kind.REMOVE_GROUP:
            return gettext("The group is gone"), ""
    size = gettext("{kilobytes} kB").format(kilobytes=max(1, round(answer["bytes"] / 1000)))
    if answer["bytes"] >= MEGABYTE:
        size = gettext("{megabytes} MB").format(megabytes=decimal(f"{answer['bytes'] / MEGABYTE:.1f}"))
    time = when(task.ended_at or task.asked_at, "day_time")
    sentence = gettext("{size}, as of {time}. It is kept here for a day.").format(size=size, time=time)
    return gettext("Ready"), sentence


def _has_written(task: Task) -> bool:
    # New nights come in all at once, and corrected ones after them one by one.
    return task.group is not None and import_called(task.group, task.key) is not None


def _of_notebook(task: Task) -> tuple[str, str]:
    nights, has_money = task.answer["nights"], bool(task.group and task.group.currency)
    changed = _changed(task)
    if changed and not nights:
        return changed
    if task.kind == Kind.COPY_NOTEBOOK and not nights:
        return gettext("Nothing new"), gettext("Every night of this notebook was here already.")
    headline, sentence = _added_or_taken_out(task, nights, has_money=has_money)
    return (headline, f"{sentence} {changed[1]}") if changed else (headline, sentence)


def _changed(task: Task) -> tuple[str, str] | None:
    # Nights that were here and got the points of the file, or got theirs back.
    if replaced := task.answer.get("replaced"):
        headline = ngettext("{nights} night replaced", "{nights} nights replaced", replaced)
        sentence = ngettext(
            "{nights} night that was here has the numbers of the file now.",
            "{nights} nights that were here have the numbers of the file now.",
            replaced,
        )
        return headline.format(nights=count(replaced)), sentence.format(nights=count(replaced))
    if restored := task.answer.get("restored"):
        sentence = ngettext(
            "{nights} night has the numbers back that it had before.",
            "{nights} nights have the numbers back that they had before.",
            restored,
        )
        return gettext("The import is undone"), sentence.format(nights=count(restored))
    return None


def _added_or_taken_out(task: Task, nights: int, *, has_money: bool) -> tuple[str, str]:
    if task.kind == Kind.COPY_NOTEBOOK:
        headline = ngettext("{nights} night added", "{nights} nights added", nights)
        sentence = ngettext(
            "It counts now, in the standings. Bringing the same notebook again adds nothing.",
            "They count now, in the standings. Bringing the same notebook again adds nothing.",
            nights,
        )
        if has_money:
            sentence = ngettext(
                "It counts now, in the standings and in the balances. Bringing the same notebook again adds "
                "nothing.",
                "They count now, in the standings and in the balances. Bringing the same notebook again "
                "adds nothing.",
                nights,
            )
        return headline.format(nights=count(nights)), sentence
    headline = gettext("Nothing was left to take out")
    if nights:
        headline = ngettext("{nights} night taken out", "{nights} nights taken out", nights)
    sentence = ngettext(
        "It no longer counts in the standings. You can still read it.",
        "They no longer count in the standings. You can still read them.",
        nights,
    )
    if has_money:
        sentence = ngettext(
            "It no longer counts, neither in the standings nor in the balances. You can still read it.",
            "They no longer count, neither in the standings nor in the balances. You can still read them.",
            nights,
        )
    return headline.format(nights=count(nights)), sentence


def _ways(task: Task) -> Iterator[tuple[str, str, str]]:
    # (kind of way, address, label): on to what the task made, to its undoing, and back.
    code = [task.group.code] if task.group else []
    done, failed = task.state == State.DONE, task.state in (State.REFUSED, State.FAILED)
    of_notebook = bool(code) and task.kind in OF_NOTEBOOKS
    if done and task.kind == Kind.IMPORT_GROUP:
        yield "way", reverse("group", args=[task.answer["code"]]), gettext("Open the group")
    elif of_notebook and failed and task.kind == Kind.COPY_NOTEBOOK and _has_written(task):
        label = gettext("Look at these nights, or undo the import")
        yield "undo", reverse("imported", args=[*code, task.key]), label
    elif done and of_notebook:
        yield "way", reverse("standings", args=code), gettext("See how everybody stands")
        if task.kind == Kind.COPY_NOTEBOOK and "owed_from" in task.facts and _has_written(task):
            label = gettext("Look at these nights, or undo the import")
            yield "undo", reverse("imported", args=[*code, task.key]), label
    elif done and task.kind in (Kind.BRING_SHARED, Kind.UNDO_SHARED):
        yield "way", reverse("money", args=code), gettext("See who owes what")
        if "number" in task.answer:
            address = reverse("brought_program", args=[*code, task.answer["number"]])
            yield "undo", address, gettext("Look at this import, or undo it")
    if task.kind == Kind.IMPORT_GROUP and failed:
        yield "back", reverse("from_file"), gettext("Choose another file")
    elif not code:
        yield "back", reverse("home"), gettext("To your groups")
    elif of_notebook:
        yield "back", reverse("notebook", args=code), gettext("To the old notebook")
    else:
        yield "back", reverse("exchange", args=code), gettext("To the files")


@anyone
@require_safe
def task(request: HttpRequest, *, key: uuid.UUID) -> HttpResponse:
    found = _found(request, key)
    headline, sentence = _in_words(found)
    lines, kept = differences_of(found), ""
    has_failed = found.state in (State.REFUSED, State.FAILED)
    if has_failed and found.kind == Kind.COPY_NOTEBOOK:
        # A notebook of which nothing came, to be looked at again, unless its file is gone by now.
        with suppress(OSError):
            kept = file_of(found.key, BROUGHT).read_text()
    is_going = found.state in (State.WAITING, State.RUNNING)
    context = {
        "task": {
            "name": name_of(found),
            "about": found.group.name if found.group else "",
            "headline": headline,
            "sentence": sentence,
            "is_going": is_going,
            "is_wrong": has_failed and not found.answer.get("is_stopped"),
            "percent": percent(found) if found.state == State.RUNNING and found.of else None,
            "how_far": how_far(found) if found.state == State.RUNNING else "",
            "is_file": found.kind in EXPORTS and found.state == State.DONE,
            "lines": lines,
            "more_lines": max(0, found.answer.get("differences", 0) - len(lines)),
            **{way: {"address": address, "label": label} for way, address, label in _ways(found)},
            "kept": kept,
        },
        "key": key,
    }
    response = show(request, "group/task/page.html", context, fragment="group/task/piece.html")
    response["Cache-Control"] = "private, no-store"
    return response


@anyone
@require_safe
def task_file(request: HttpRequest, *, key: uuid.UUID) -> HttpResponse:
    found = _found(request, key)
    path, answer = file_of(key, MADE), found.answer
    if found.kind not in EXPORTS or found.state != State.DONE or not path.is_file():
        raise Http404("There is no such file.")
    # Django counts what is sent in pieces as an answer of another class.
    return cast("HttpResponse", download(request, path.open("rb"), answer["file"], kind=answer["kind"]))


@anyone
@require_POST
def stop_task(request: HttpRequest, *, key: uuid.UUID) -> HttpResponse:
    """Give it up; what is over already stays as it is."""
    give_up(_found(request, key))
    return go_to(request, resolve_url("task", key=key))


def _found(request: HttpRequest, key: uuid.UUID) -> Task:
    found = find_task(key, guest_of(request))
    if found is None:
        raise Http404("There is no such task.")
    return found
