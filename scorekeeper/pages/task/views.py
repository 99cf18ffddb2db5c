"""Work in the background: look how far it is, take along what it made, or give it up."""

import uuid
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import anyone, guest_of
from scorekeeper.http.downloads import download
from scorekeeper.http.htmx import go_to, show
from scorekeeper.models import Task
from scorekeeper.pages.task.presenter import is_ready, task_page
from scorekeeper.tasks import find_task, give_up
from scorekeeper.tasks.files import MADE
from scorekeeper.tasks.files import fetched as file_of


@anyone
@require_safe
def task(request: HttpRequest, *, key: uuid.UUID) -> HttpResponse:
    """How far it is, or what came of it."""
    found = _found(request, key)
    context = {"task": task_page(found), "key": key}
    response = show(request, "task/page.html", context, fragment="task/piece.html")
    response["Cache-Control"] = "private, no-store"
    return response


@anyone
@require_safe
def task_file(request: HttpRequest, *, key: uuid.UUID) -> HttpResponse:
    """The file it made."""
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
    """This guest's task; 404 for anybody else's."""
    found = find_task(key, guest_of(request))
    if found is None:
        raise Http404("There is no such task.")
    return found
