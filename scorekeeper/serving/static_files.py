"""Styles and scripts as they are served: hashed names, so that a browser may keep each for good."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTED = (r"""(?P<matched>from "(?P<url>\./\w+\.js)";)""", """from "%(url)s";""")


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """A script of ours that imports another asks for it by its hashed name, or it would get an old one.

    Django's `support_js_module_import_aggregation` does the same for scripts of everybody, and trips over
    those of a package here, which import what is not there.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", (IMPORTED,)))
