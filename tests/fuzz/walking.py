"""Somebody who taps, types and sends whatever comes to mind: draws a request, and looks at the answer."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import unquote_to_bytes

from django.urls import reverse
from hypothesis import strategies as st

from ledger.models import Entry, Session
from tests.fuzz import nonsense
from tests.fuzz.cases import say
from tests.fuzz.forms import Form, Page
from tests.fuzz.wire import FORM, Browser, Got, Sent
from tests.fuzz.world import World, routes

NUMBERED = re.compile(r"\d+")
PART = re.compile(r"<(?:(\w+):)?(\w+)>")
# Ways to go on, and their weights.
WAYS = {"open": 3, "link": 2, "button": 7, "form": 7, "hand": 6, "made_up": 3, "odd": 2}
PADS = ("/tell/", "/correct/")
PAD = ("picker", "picker", "partners", "result", "mode", "winners", "points")
# Names of the addresses that forms of a night go to.
AT_TABLE = (
    "tell", "tell", "tap", "take_back", "restore", "correct", "remark", "seats", "seats", "another",
    "undo_change", "redo_change", "going_pay", "end", "divide_pot", "reopen", "night_pay", "unpaid",
    "take_out", "put_back", "amend",
)  # fmt: skip
ABOUT_A_LINE = ("take_back", "restore", "correct", "remark", "undo_change", "redo_change")
PEOPLE = ("player", "dealer", "sits", "skip", "who-0")
TAPS = [("tap", tap, "") for tap in ("", "deal", "fresh", "alone", "1", "mode:leaster")]
# Every form carries these besides its questions; without them hardly anything is read at all.
ALIKE = ("key", "after", "csrfmiddlewaretoken")


@dataclass(frozen=True, kw_only=True)
class Known:
    """What was ever seen of the pages: addresses that open, fields with what stood in one, and forms."""

    pages: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    forms: list[Form] = field(default_factory=list)

    def look_at(self, page: Page) -> None:
        """Remember what is on this page; of forms that go to the same place the newest four."""
        for form in page.forms:
            self.names.update(form.choices)
            self.names.update(form.fields)
            alike = [one for one in self.forms if one.action == form.action]
            if len(alike) > 3:
                self.forms.remove(alike[0])
            self.forms.append(form)

    def copy(self) -> Known:
        return Known(pages=list(self.pages), names=dict(self.names), forms=list(self.forms))


class Walker:
    """Goes from page to page with one browser; two of them may share what they know."""

    def __init__(self, data: st.DataObject, world: World, browser: Browser, known: Known) -> None:
        self.data, self.world, self.browser, self.known = data, world, browser, known
        self.page: Page | None = None

    def one(self, of: list[str] | tuple[str, ...]) -> str:
        return str(self.data.draw(st.sampled_from(of)))

    def step(self) -> Got:
        """Do one thing; where the page offers no such thing, open another."""
        way = self.one([way for way, often in WAYS.items() for _ in range(often)])
        sent = {
            "open": self.opened,
            "link": self.link,
            "button": self.button,
            "form": self.form,
            "hand": self.hand,
            "made_up": self.made_up,
            "odd": self.odd,
        }[way]()
        return self.send(sent or self.opened())

    def send(self, sent: Sent) -> Got:
        say(sent)
        got = self.browser.ask(sent)
        place = sent.path.decode("latin-1")
        if got.status in (301, 302, 303, 307, 308) or "HX-Redirect" in got.headers:
            place = got.headers.get("Location") or got.headers["HX-Redirect"]
            if place.startswith("/"):
                got = self.browser.ask(at(place))
        if got.html:
            self.page = Page(got.html, place)
            self.known.look_at(self.page)
        return got

    def opened(self) -> Sent:
        """Mostly a page that is there, else any address; sometimes with a query that nobody asked for."""
        if self.data.draw(st.integers(0, 3)):
            return replace(at(self.one(self.known.pages)), query=self.query())
        return Sent(path=self.path(), query=self.query())

    def link(self) -> Sent | None:
        if not self.page or not self.page.links:
            return None
        link = self.one(self.page.links)
        return at(self.page.address.split("?")[0] + link if link.startswith("?") else link)

    def button(self) -> Sent | None:
        form = self.some_form()
        return self.sent(form, list(form.fields), self.some_button(form)) if form else None

    def form(self) -> Sent | None:
        form = self.some_form()
        if form is None:
            return None
        fields = list(form.fields)
        for _ in range(self.data.draw(st.integers(1, 3))):
            fields = self.spoilt(form, fields)
        return self.sent(form, fields, self.some_button(form))

    def hand(self) -> Sent | None:
        """A pad with some of its questions answered: people at the table, modes, results, numbers."""
        pads = [form for form in self.known.forms if form.action.endswith(PADS)]
        if not pads:
            return None
        form = pads[self.data.draw(st.integers(-min(3, len(pads)), -1))]
        return self.sent(form, self.answered(form), self.some_button(form))

    def at_table(self, night: Session) -> Sent | None:
        """A form of the table, sent to a night as if that were played now, of which everything was seen."""
        pads = [form for form in self.known.forms if form.action.endswith(PADS[0])]
        if not pads:
            return None
        form = pads[-1]
        fields = [one for one in self.answered(form) if one[0] not in ("after", "key")]
        seen = Entry.objects.filter(session=night).count()
        fields += [("after", str(seen)), ("key", str(uuid.uuid4())), ("version", str(1 + self.few(seen)))]
        fields += [(name, self.one(self.world.ids)) for name in PEOPLE]
        name = self.one(AT_TABLE)
        line = 1 + self.few(seen)
        where = {"code": night.group.code, "number": night.number}
        if name in ABOUT_A_LINE:
            where |= {"entry": line}
        if name == "going_pay":
            where |= {"player": self.one(list(map(str, self.world.players)))}
        action = reverse(name, kwargs=where)
        return self.sent(replace(form, action=action), fields, self.some_button(replace(form, buttons=TAPS)))

    def few(self, many: int) -> int:
        return int(self.data.draw(st.integers(0, max(0, many - 1))))

    def answered(self, form: Form) -> list[tuple[str, str]]:
        taps = [value for name, value, _ in form.buttons if name == "tap"]
        people = [tap for tap in taps if tap.isdigit()] or self.world.ids
        modes = ["", *(tap.removeprefix("mode:") for tap in taps if tap.startswith("mode:"))]
        fields = dict(form.fields)
        for name in self.data.draw(st.lists(st.sampled_from([*PAD, *sorted(fields)]), max_size=6)):
            chosen = [value for other, value in form.choices if other == name]
            answers = {"mode": modes, "picker": people, "winners": people, "partners": people}.get(
                name, chosen
            )
            if name not in ALIKE:
                fields[name] = self.one(answers) if answers else str(self.data.draw(st.integers(-1, 130)))
        out = self.data.draw(st.lists(st.sampled_from(people), max_size=8)) if self.few(4) == 0 else []
        return [*fields.items(), *[("out", one) for one in out]]

    def made_up(self) -> Sent:
        """Fields that forms of this house have, sent anywhere."""
        fields = [(name, self.known.names[name]) for name in ALIKE if name in self.known.names]
        for _ in range(self.data.draw(st.integers(0, 4))):
            fields.append((self.one(sorted(self.known.names) or ["key"]), self.value()))
        body = nonsense.as_form(fields)
        return Sent(method="POST", path=self.path(), body=body, headers={"CONTENT_TYPE": FORM})

    def odd(self) -> Sent:
        return Sent(
            method=self.one(nonsense.METHODS),
            path=self.path(),
            query=self.query(),
            headers=self.data.draw(nonsense.headers),
            body=self.data.draw(nonsense.bodies),
        )

    def path(self) -> bytes:
        """An address of the house with its blanks filled in; or one that is not there."""
        route = self.one([*ROUTES, "nowhere"])
        if route == "nowhere":
            return b"/" + nonsense.encoded(str(self.data.draw(nonsense.texts)))
        is_true = self.data.draw(st.integers(0, 3)) > 0
        path = PART.sub(lambda blank: self.blank(blank[2], is_true=is_true), route)
        return b"/" + nonsense.encoded(path)

    def blank(self, name: str, *, is_true: bool) -> str:
        if not is_true:
            return str(self.data.draw(nonsense.texts))
        known = {
            "code": self.world.codes[:1],
            "key": [self.world.key],
            "kind": ["csv", "xlsx", "json"],
            "number": ["2", "1"],
            "what": ["pay", "kitty", "spend", "carry", "adjust"],
        }
        return self.one(known.get(name) or self.world.ids)

    def query(self) -> bytes:
        """Mostly none; else names that forms have, or none that there is."""
        if self.data.draw(st.integers(0, 2)):
            return b""
        if self.data.draw(st.booleans()):
            return bytes(self.data.draw(st.binary(max_size=30)))
        names = sorted({*self.known.names, "page", "written", "seat", "picked", "from", "until"})
        return nonsense.as_form([(self.one(names), self.value())])

    def value(self) -> str:
        ids = st.sampled_from([*self.world.ids, *self.known.names.values()])
        return str(self.data.draw(st.one_of(ids, nonsense.texts)))

    def some_form(self) -> Form | None:
        on_page = self.page.forms if self.page else []
        is_stale = self.data.draw(st.integers(0, 2)) == 0
        forms = self.known.forms if is_stale or not on_page else on_page
        if not forms:
            return None
        # Sixty forms that rename somebody are one way to go.
        kinds = {NUMBERED.sub("#", form.action): form for form in forms}
        kind = self.one(list(kinds))
        return self.data.draw(
            st.sampled_from([one for one in forms if NUMBERED.sub("#", one.action) == kind])
        )

    def some_button(self, form: Form) -> tuple[str, str, str]:
        return self.data.draw(st.sampled_from(form.buttons)) if form.buttons else ("", "", "")

    def spoilt(self, form: Form, fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The fields with one thing dropped, doubled, exchanged, chosen or filled with nonsense."""
        how = self.one(("fill", "fill", "fill", "choose", "choose", "drop", "double", "add", "mix"))
        if how == "choose" and form.choices:
            return [*fields, self.data.draw(st.sampled_from(form.choices))]
        if how == "add":
            return [*fields, (self.one(sorted(self.known.names) or ["key"]), self.value())]
        if not fields:
            return fields
        place = self.data.draw(st.integers(0, len(fields) - 1))
        name = fields[place][0]
        if how == "drop":
            return fields[:place] + fields[place + 1 :]
        if how == "double":
            return [*fields, (name, self.value())]
        if how == "mix":
            return [*fields[:place], (name, fields[place - 1][1]), *fields[place + 1 :]]
        return [*fields[:place], (name, self.value()), *fields[place + 1 :]]

    def sent(self, form: Form, fields: list[tuple[str, str]], button: tuple[str, str, str]) -> Sent:
        name, value, elsewhere = button
        kind, waited = {"CONTENT_TYPE": FORM}, list[tuple[str, str]]()
        how = self.data.draw(st.integers(0, 7))
        if how in (0, 1):
            kind["HTTP_HX_REQUEST"] = "true"
        elif how == 2:  # as a phone sends what waited for a signal
            kind["HTTP_ACCEPT"] = "application/json"
            waited = [("mine", self.value()), ("told", str(self.data.draw(st.integers(-(10**20), 10**20))))]
        said = nonsense.as_form([*fields, *waited, *([(name, value)] if name else [])])
        where = at(elsewhere or form.action or "/")
        if form.method == "GET":
            return Sent(path=where.path, query=said)
        return Sent(method="POST", path=where.path, query=where.query, body=said, headers=kind)


def crawl(world: World, browser: Browser) -> Known:
    known = Known()
    blanks = {"code": world.group.code, "number": "2", "entry": "2", "kind": "csv", "key": "x", "what": "pay"}
    for route in ROUTES:
        for line in ("1", "2") if "number" in route else ("1",):
            blank = {**blanks, "number": line, "player": str(world.players[0])}
            address = "/" + fill(route, blank)
            got = browser.ask(at(address))
            if got.status == 200:
                known.pages.append(address)
                known.look_at(Page(got.html, address))
    return known


def fill(route: str, blanks: Mapping[str, str]) -> str:
    """An address with its blanks filled in; with 1 where nothing is known."""
    return PART.sub(lambda found: blanks.get(found[2], "1"), route)


def at(address: str) -> Sent:
    path, _, query = address.partition("#")[0].partition("?")
    return Sent(path=unquote_to_bytes(path), query=query.encode())


ROUTES = tuple(routes())
