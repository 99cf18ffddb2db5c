"""What a page offers: its links, and its forms as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]


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


class Page(HTMLParser):
    """The links and the forms of a page; fields that name another form by its id belong to that one."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._select: dict[str, str] | None = None
        self._typed: tuple[dict[str, str], list[str]] | None = None
        self._open: Form | None = None
        self._strays: list[tuple[str, str, dict[str, str]]] = []
        self.feed(html)
        self.close()
        for owner, tag, stray in self._strays:
            for form in self.forms:
                if form.name == owner:
                    self._belongs(form, tag, stray)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "a" and has.get("href", "").startswith(("/", "?")):
            self.links.append(has["href"])
        elif tag == "form":
            self._open = self._form(has)
            self.forms.append(self._open)
        elif tag == "select":
            self._select = has
        elif tag == "option" and self._select is not None:
            named = {
                "name": self._select.get("name", ""),
                "value": has.get("value", ""),
                "form": self._select.get("form", ""),
            }
            self._meets("option", {**named, **({"selected": ""} if "selected" in has else {})})
        elif tag == "textarea":
            self._typed = (has, [])
        elif tag in ("input", "button"):
            self._meets(tag, has)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._typed is not None:
            has, typed = self._typed
            self._typed = None
            self._meets(tag, {**has, "value": "".join(typed).removeprefix("\n")})

    def handle_data(self, data: str) -> None:
        if self._typed is not None:
            self._typed[1].append(data)

    def _form(self, has: dict[str, str]) -> Form:
        return Form(
            action=has.get("action") or self.address,
            method=has.get("method", "get").upper(),
            takes_files="multipart" in has.get("enctype", ""),
            name=has.get("id", ""),
        )

    def _meets(self, tag: str, has: dict[str, str]) -> None:
        if has.get("form"):
            self._strays.append((has["form"], tag, has))
        elif self._open is not None:
            self._belongs(self._open, tag, has)

    def _belongs(self, form: Form, tag: str, has: dict[str, str]) -> None:
        name, value, kind = has.get("name", ""), has.get("value", ""), has.get("type", "text")
        if tag == "button" or kind == "submit":
            form.buttons.append((name, value, has.get("formaction", "")))
        elif not name:
            return
        elif kind == "file":
            form.files.append(name)
        elif tag == "option" or kind in ("checkbox", "radio"):
            form.choices.append((name, value or ("on" if kind == "checkbox" else "")))
            if "selected" in has or "checked" in has:
                form.fields.append((name, value or ("on" if kind == "checkbox" else "")))
        else:
            form.fields.append((name, value))
