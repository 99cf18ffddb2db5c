"""The door for the server. Pages are plain synchronous Django in their own few threads: three times
faster than Django's own way through asyncio, and on SQLite exactly one thread writes."""

import os
from typing import Any

from a2wsgi import WSGIMiddleware

from scorekeeper.serving.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
pages: Any = get_wsgi_application()

from django.conf import settings  # noqa: E402  (only now are the settings certain to be ready)

application = WSGIMiddleware(pages, workers=settings.PAGE_THREADS)
