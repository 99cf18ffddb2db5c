"""Check templates: nothing that the content security policy blocks, htmx guesses, or loads from elsewhere."""

import re

from tests.house.sources import ROOT
from tests.tags import Tag, tags_of

REQUESTS = {"hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete"}
LOADS = {"src", "href", "srcset", "action", "data", "poster"}


def faults_of(tag: Tag) -> list[str]:
    given = {name.removeprefix("data-hx-"): value for name, value in tag.has.items()}
    checks = {
        "<style> is blocked": tag.name == "style",
        "a script in the page is blocked": tag.name == "script" and "src" not in given,
        "style= is ignored": "style" in given,
        "on…= is blocked": any(re.match(r"on[a-z]+$", name) for name in given),
        "hx-on is blocked": any(name.startswith("hx-on") for name in given),
        "js: values are not sent": any(
            given.get(name, "").strip().startswith(("js:", "javascript:"))
            for name in ("hx-vals", "hx-headers", "hx-vars", "href")
        ),
        "trigger filters are ignored": "[" in given.get("hx-trigger", ""),
        "hx-target is missing": bool(REQUESTS & given.keys()) and "hx-target" not in given,
        "it loads from elsewhere": any(
            re.match(r"\s*(https?:)?//", given[name]) for name in LOADS & given.keys()
        ),
    }
    return [f"<{tag.name}>: {what}" for what, is_wrong in checks.items() if is_wrong]


def faults(template: str) -> list[str]:
    found = []
    plain = re.sub(r"\{#.*?#\}|\{%\s*comment\b.*?endcomment\s*%\}", "", template, flags=re.DOTALL)
    if re.search(r"\|\s*safe(seq)?\b|autoescape\s+off", plain):
        found.append("something is not escaped")
    # Django's own marks stand for text and may hold quotes, which an HTML reader would trip over.
    bare = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " x ", plain, flags=re.DOTALL)
    return found + [fault for tag in tags_of(bare) for fault in faults_of(tag)]


def test_templates_are_clean() -> None:
    paths = [path for path in sorted((ROOT / "templates").rglob("*.*")) if path.suffix in (".html", ".svg")]
    found = [f"{path.relative_to(ROOT)} {fault}" for path in paths for fault in faults(path.read_text())]
    assert found == []
