"""The application that the server runs.

Pages are plain synchronous Django in a few threads of their own, on SQLite in one: three times faster than
Django's own way through asyncio, and on SQLite exactly one thread writes. Phones that watch are served beside
them, in the event loop.
"""

import os

from scorekeeper.serving.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
wsgi = get_wsgi_application()

from django.conf import settings  # noqa: E402  (only now are the settings certain to be ready)

from scorekeeper.live.hub import Hub, book_in  # noqa: E402
from scorekeeper.live.streams import Streams  # noqa: E402
from scorekeeper.serving import metrics  # noqa: E402
from scorekeeper.serving.application import Application  # noqa: E402
from scorekeeper.serving.pages import Pages  # noqa: E402
from scorekeeper.serving.pool import PagePool  # noqa: E402
from scorekeeper.tasks.worker import Runner  # noqa: E402

pool = PagePool(settings.PAGE_THREADS)
streams = Streams(Hub(book_in(settings.DATABASES["default"])), settings.BOUNDS)
metrics.watch(pool, lambda: len(streams.hub.watches))
runner = Runner(pool)
application = Application(
    Pages(wsgi, pool, settings.BOUNDS, streams),
    pool,
    start=runner.start,
    stop=runner.stop,
    hang_up=streams.stop,
    site_path=settings.SITE_PATH,
)
