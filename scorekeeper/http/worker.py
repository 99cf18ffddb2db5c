"""The service worker: which files a phone keeps, so that the tables it has shown open without a signal.

Its version is made of what it keeps. A new release, or another language, is another script to the browser,
which then keeps anew.
"""

import json
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.access import anyone
from scorekeeper.http.htmx import SCRIPT, release
from scorekeeper.http.middleware import SAME_FOR_ALL
from scorekeeper.serving.static_files import bare

SOURCE = Path(settings.STATICFILES_DIRS[0]) / "js/worker.js"
STYLES = ("group/home", "house", "table/table")
SCRIPTS = (
    "awake", "codes", "copy", "fresh", "house", "invite", "kept", "keys", "laid", "left", "lines", "live",
    "memory", "news", "offline", "outbox", "pad", "pencil", "qr", "store", "table", "unsent",
)  # fmt: skip

# The files of the table page and of the page of a phone without a signal.
FILES = (
    *(f"css/{name}.css" for name in STYLES),
    *(f"js/{name}.js" for name in SCRIPTS),
    SCRIPT,
    "icon.svg",
    "icons/180.png",
)


@anyone
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the script behind the list of its files; at the root, as it may only see what lies below it.

    It is the same for everybody of one language, and sets no cookie.
    """
    source = bare(SOURCE.read_text(encoding="utf-8"))
    files = [static(name) for name in FILES]
    offline = render_to_string("table/offline/page.html", {}, request)
    house = {
        "release": release(),
        "version": sha256("\n".join([source, offline, *files]).encode()).hexdigest()[:12],
        "files": files,
        "files_under": settings.STATIC_URL,
        "offline": reverse("offline"),
        "first_page": reverse("home"),
    }
    script = f"const HOUSE = {json.dumps(house)};\n{source}"
    answer = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = SAME_FOR_ALL
    return answer
