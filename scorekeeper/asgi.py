"""What the server runs. Pages are plain synchronous Django in a few threads of their own, on SQLite in one:
three times faster than Django's own way through asyncio, and on SQLite exactly one thread writes."""

import os

from scorekeeper.serving.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
wsgi = get_wsgi_application()

from django.conf import settings  # noqa: E402  (only now are the settings certain to be ready)

from scorekeeper.serving.application import Application  # noqa: E402
from scorekeeper.serving.pages import Pages  # noqa: E402
from scorekeeper.serving.pool import PagePool  # noqa: E402
from scorekeeper.tasks import runner  # noqa: E402

pool = PagePool(settings.PAGE_THREADS)
application = Application(Pages(wsgi, pool, settings.BOUNDS), pool, runner)
