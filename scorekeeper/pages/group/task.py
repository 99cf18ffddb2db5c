"""Work in the background: look how far it is, take along what it made, or give it up."""

import uuid
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import anyone, guest_of
from scorekeeper.http.downloads import download
from scorekeeper.http.htmx import go_to, show
from scorekeeper.models import Task
from scorekeeper.tasks import find_task, give_up
from scorekeeper.tasks.files import BROUGHT, MADE, fetched
from scorekeeper.tasks.files import fetched as file_of
from scorekeeper.tasks.telling import differences_of, how_far, name_of, percent, refusal_of
from scorekeeper.text.dates import when
from scorekeeper.text.figures import count, decimal

State, Kind = Task.State, Task.Kind

FAILED = gettext_lazy(
    "Something went wrong on our side. Nothing was changed. Try it once more; "
    "if it happens again, tell whoever runs this score keeper."
)
OF_NOTEBOOKS = frozenset({Kind.COPY_NOTEBOOK, Kind.UNDO_NOTEBOOK})
EXPORTS = frozenset({Kind.EXPORT_GROUP, Kind.EXPORT_TABLE})


def is_ready(task: Task) -> bool:
    return task.kind in EXPORTS and task.state == State.DONE


def _said(task: Task) -> tuple[str, str]:
    if task.state == State.WAITING:
        return _("Waiting"), _("It begins in a moment.")
    if task.state == State.RUNNING:
        return _("Under way"), ""
    if task.state == State.FAILED:
        return _("This did not work"), str(FAILED)
    if task.state == State.REFUSED and task.answer.get("is_stopped", False):
        return _("Stopped"), _stopped(task)
    if task.state == State.REFUSED:
        return _("This did not work"), refusal_of(task) or str(FAILED)
    return _done(task)


def _done(task: Task) -> tuple[str, str]:
    answer = task.answer
    match task.kind:
        case Kind.IMPORT_GROUP:
            nights = answer["nights"]
            return _("The group is here"), ngettext(
                "With {nights} night, every hand and every balance. You own it here.",
                "With {nights} nights, every hand and every balance. You own it here.",
                nights,
            ).format(nights=count(nights))
        case Kind.COPY_NOTEBOOK if answer["nights"]:
            return _copied(answer["nights"]), _written(task)
        case Kind.COPY_NOTEBOOK:
            return _("Nothing new"), _("Every night of this notebook was here already.")
        case Kind.UNDO_NOTEBOOK:
            return _taken_out(answer["nights"]), _gone(task)
        case Kind.AUDIT if answer["differences"]:
            return (
                _("Something differs"),
                _("Nothing was changed. Show this to whoever runs this score keeper:"),
            )
        case Kind.AUDIT:
            return (
                _("All is well"),
                _("Every night and every balance was counted again, and all of it is right."),
            )
        case Kind.REMOVE_GROUP:
            return _("The group is gone"), ""
        case _:
            words = _("{size}, as of {time}. It is kept here for a day.")
            made = when(task.ended_at or task.asked_at, "day_time")
            return _("Ready"), words.format(size=_size(answer["bytes"]), time=made)


def _stopped(task: Task) -> str:
    if task.kind == Kind.UNDO_NOTEBOOK and task.done:
        return _("You stopped it. What was taken out by then stays out; undo the import again for the rest.")
    return _("You stopped it. Nothing was changed.")


def _taken_out(nights: int) -> str:
    if not nights:
        return _("Nothing was left to take out")
    words = ngettext("{nights} night taken out", "{nights} nights taken out", nights)
    return words.format(nights=count(nights))


def _gone(task: Task) -> str:
    if task.group and task.group.currency:
        return _(
            "They no longer count, neither in the standings nor in the balances. You can still read them."
        )
    return _("They no longer count in the standings. You can still read them.")


def _copied(nights: int) -> str:
    return ngettext("{nights} night added", "{nights} nights added", nights).format(nights=count(nights))


def _written(task: Task) -> str:
    nights = task.answer["nights"]
    if task.group and task.group.currency:
        return ngettext(
            "It counts now, in the standings and in the balances. Bringing the same notebook again adds "
            "nothing.",
            "They count now, in the standings and in the balances. Bringing the same notebook again "
            "adds nothing.",
            nights,
        )
    return ngettext(
        "It counts now, in the standings. Bringing the same notebook again adds nothing.",
        "They count now, in the standings. Bringing the same notebook again adds nothing.",
        nights,
    )


def _size(many: int) -> str:
    if many < 1_000_000:
        return _("{kilobytes} kB").format(kilobytes=max(1, round(many / 1000)))
    return _("{megabytes} MB").format(megabytes=decimal(f"{many / 1_000_000:.1f}"))


def _way(task: Task) -> dict[str, Any] | None:
    if task.state != State.DONE:
        return None
    if task.kind == Kind.IMPORT_GROUP:
        return {
            "address": reverse("group", args=[task.answer["code"]]),
            "label": _("Open the group"),
        }
    if task.kind in OF_NOTEBOOKS and task.group:
        return {
            "address": reverse("standings", args=[task.group.code]),
            "label": _("See how everybody stands"),
        }
    return None


def _undo(task: Task) -> dict[str, Any] | None:
    is_there = task.kind == Kind.COPY_NOTEBOOK and task.state == State.DONE and "owed_from" in task.facts
    if not is_there or not task.group or not task.answer["nights"]:
        return None
    address = reverse("imported", args=[task.group.code, task.key])
    return {
        "address": address,
        "label": _("Look at these nights, or undo the import"),
    }


def _back(task: Task) -> dict[str, Any]:
    if task.kind == Kind.IMPORT_GROUP and task.state in (State.REFUSED, State.FAILED):
        return {
            "address": reverse("from_file"),
            "label": _("Choose another file"),
        }
    if task.group is None:
        return {
            "address": reverse("home"),
            "label": _("To your groups"),
        }
    if task.kind in OF_NOTEBOOKS:
        return {
            "address": reverse("notebook", args=[task.group.code]),
            "label": _("To the old notebook"),
        }
    return {
        "address": reverse("exchange", args=[task.group.code]),
        "label": _("To the files"),
    }


def _kept(task: Task) -> str:
    # The notebook as its page sends it, where nothing came of it.
    if task.kind != Kind.COPY_NOTEBOOK or task.state not in (State.REFUSED, State.FAILED):
        return ""
    try:
        return fetched(task.key, BROUGHT).read_text()
    except OSError:
        return ""


@anyone
@require_safe
def task(request: HttpRequest, *, key: uuid.UUID) -> HttpResponse:
    found = _found(request, key)
    headline, sentence = _said(found)
    lines = differences_of(found)
    is_going = found.state in (State.WAITING, State.RUNNING)
    context = {
        "task": {
            "name": name_of(found),
            "about": found.group.name if found.group else "",
            "headline": headline,
            "sentence": sentence,
            "is_going": is_going,
            "is_wrong": found.state in (State.REFUSED, State.FAILED) and not found.answer.get("is_stopped"),
            "percent": percent(found) if found.state == State.RUNNING and found.of else None,
            "how_far": how_far(found) if found.state == State.RUNNING else "",
            "is_file": is_ready(found),
            "lines": lines,
            "more_lines": max(0, found.answer.get("differences", 0) - len(lines)),
            "way": _way(found),
            "undo": _undo(found),
            "back": _back(found),
            # A notebook of which nothing came, to be looked at again.
            "kept": _kept(found),
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
    if not is_ready(found) or not path.is_file():
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
