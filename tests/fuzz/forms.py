"""What a page offers: its links, and its forms as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.tags import Tag, tags_of


@dataclass(kw_only=True)
class Form:
    """A form: where it goes, what stands in it, and its buttons (name, value, where else it goes)."""

    action: str
    method: str
    takes_files: bool
    name: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: list[tuple[str, str]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)

    def take(self, tag: Tag) -> None:
        name = tag.select["name"] if tag.name == "option" and tag.select else tag["name"]
        kind, value = tag["type"] or "text", tag["value"]
        if tag.name == "button" or kind == "submit":
            self.buttons.append((name, value, tag["formaction"]))
        elif not name:
            return
        elif kind == "file":
            self.files.append(name)
        elif tag.name == "option" or kind in ("checkbox", "radio"):
            self.choices.append((name, value or ("on" if kind == "checkbox" else "")))
            self.fields += self.choices[-1:] if {"selected", "checked"} & tag.has.keys() else []
        else:
            self.fields.append((name, tag.text.removeprefix("\n") if tag.name == "textarea" else value))


class Page:
    def __init__(self, html: str, address: str) -> None:
        self.address = address
        tags = tags_of(html)
        self.links = [tag["href"] for tag in tags if tag.name == "a" and tag["href"].startswith(("/", "?"))]
        forms = {
            tag: Form(
                action=tag["action"] or address,
                method=(tag["method"] or "get").upper(),
                takes_files="multipart" in tag["enctype"],
                name=tag["id"],
            )
            for tag in tags
            if tag.name == "form"
        }
        for tag in tags:
            if tag.form and tag.name in ("input", "button", "textarea", "option"):
                forms[tag.form].take(tag)
        self.forms = list(forms.values())
