"""The versions of a group's house rules, and what differs between any two of them."""

from itertools import pairwise

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from ledger.standings import RulesVersion, nights_in_progress, rule_versions
from scorekeeper.access import GroupAccess, watcher
from scorekeeper.http.htmx import show
from scorekeeper.pages.rules.forms import VersionsForm
from scorekeeper.text.rules import changes, words_changed

NO_SUCH = gettext_lazy("There is no such version. Choose two from the list.")


@watcher
@require_safe
def versions(request: HttpRequest, access: GroupAccess) -> HttpResponse:
    """Every version with what it changed; with ?a=1&b=3, what differs between the two."""
    found = rule_versions(access.group)
    form = VersionsForm(request.GET) if request.GET.keys() & {"a", "b"} else None
    two = _two(form, found)
    context = {
        "access": access,
        "versions": _told(found),
        "two": two,
        "differs": changes(two[0].says, two[1].says) if two else (),
        "trouble": NO_SUCH if form and not two else "",
        "is_new": two is not None and two[1] is found[0] and "new" in request.GET,
        "tonight": nights_in_progress(access.group) if "new" in request.GET else (),
    }
    return show(request, "rules/versions.html", context, status=422 if context["trouble"] else 200)


def _two(
    form: VersionsForm | None, found: tuple[RulesVersion, ...]
) -> tuple[RulesVersion, RulesVersion] | None:
    """The two versions to compare, None unless both are there."""
    if form is None or not form.is_valid():
        return None
    numbered = {one.version: one for one in found}
    before, after = numbered.get(form.cleaned_data["a"]), numbered.get(form.cleaned_data["b"])
    return (before, after) if before and after else None


def _told(found: tuple[RulesVersion, ...]) -> list[tuple[RulesVersion, tuple[str, ...]]]:
    """Each version with what it changed in words, the newest first."""
    return [*((new, _changed(old, new)) for new, old in pairwise(found)), (found[-1], ())]


def _changed(old: RulesVersion, new: RulesVersion) -> tuple[str, ...]:
    words = words_changed(old.words, new.words)
    return ((words,) if words else ()) + tuple(map(str, changes(old.says, new.says)))
