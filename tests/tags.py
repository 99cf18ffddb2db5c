"""The tags of a page in their order, as a browser reads them: each with its form, and what is in it."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser


@dataclass(kw_only=True, slots=True, eq=False)
class Tag:
    """A start tag: its attributes, the form and select around it, and the text of a script or text area."""

    name: str
    has: dict[str, str]
    form: Tag | None
    select: Tag | None
    text: str = ""

    def __getitem__(self, attribute: str) -> str:
        return self.has.get(attribute, "")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self.around: dict[str, Tag] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        around = self.around
        self.tags.append(Tag(name=tag, has=has, form=around.get("form"), select=around.get("select")))
        if tag in ("form", "select", "script", "textarea"):
            around[tag] = self.tags[-1]

    def handle_endtag(self, tag: str) -> None:
        self.around.pop(tag, None)

    def handle_data(self, data: str) -> None:
        for name in ("script", "textarea"):
            if name in self.around:
                self.around[name].text += data


def tags_of(html: str) -> list[Tag]:
    """Return every start tag; a field that names another form by its id belongs to that one."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    forms = {tag["id"]: tag for tag in reader.tags if tag.name == "form"}
    for tag in reader.tags:
        if owner := tag["form"] or (tag.select and tag.select["form"]):
            tag.form = forms.get(owner)
    return reader.tags
