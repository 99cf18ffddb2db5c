"""Styles and scripts as they are served: hashed names, so that a browser may keep each for good."""

from __future__ import annotations

import re

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTED = (r"""(?P<matched>from "(?P<url>\./\w+\.js)";)""", """from "%(url)s";""")
IMPORTED_LATER = (r"""(?P<matched>import\("(?P<url>\./\w+\.js)"\))""", """import("%(url)s")""")
OURS = re.compile(r"(css|js)/\w+(\.[0-9a-f]{12})?\.(css|js)")
LEFT_OUT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n|^[ \t]+|^\n", re.DOTALL | re.MULTILINE)


def bare(text: str) -> str:
    """Return a style or a script of ours without comments on lines of their own, empty lines and indents."""
    return LEFT_OUT.sub("", text)


def release() -> str:
    """Return the version of all styles and scripts that the pages of this server ask for."""
    return getattr(staticfiles_storage, "manifest_hash", "") or "unhashed"


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A script of ours that imports another asks for it by its hashed name, or it would get an old one.

    Django's `support_js_module_import_aggregation` does the same for scripts of everybody, and trips over
    those of a package here, which import what is not there.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", (IMPORTED, IMPORTED_LATER)))

    def _save(self, name: str, content: File[bytes]) -> str:
        if OURS.fullmatch(name):
            content.seek(0)
            content = ContentFile(bare(content.read().decode()).encode())
        saved: str = super()._save(name, content)
        return saved
