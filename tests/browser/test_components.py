"""Every component, drawn by a browser: readable on each screen, by day, by night, on paper and aloud."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.gallery import gallery
from tests.browser.hands import LOOK, complaints_of_axe, is_accessible, low_targets

pytestmark = pytest.mark.django_db(transaction=True)

Opens = Callable[..., Page]

LETTERS = """() => {
  const found = new Set();
  const width = document.documentElement.clientWidth;
  const plots = [...document.querySelectorAll(".chart :is(.chart-plot, .chart-axis, .chart-usual)")];
  const over = (one, other) => {
    const a = one.getBoundingClientRect();
    const b = other.getBoundingClientRect();
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  };
  for (const plot of plots) {
    const figure = plot.closest("figure");
    const texts = [...plot.querySelectorAll("text")].filter((one) => one.checkVisibility());
    for (const [place, one] of texts.entries()) {
      const box = one.getBoundingClientRect();
      const said = `${figure.querySelector("figcaption").textContent}: ${one.textContent.trim()}`;
      if (!box.width) continue;
      if (box.left < -1 || box.right > width + 1) found.add(`${said} is cut`);
      if (parseFloat(getComputedStyle(one).fontSize) < 12) found.add(`${said} is small`);
      for (const other of texts.slice(place + 1)) {
        if (over(one, other)) found.add(`${said} lies on ${other.textContent.trim()}`);
      }
    }
  }
  return [...found];
}"""
"""Words of a drawing that are cut, too small, or lie on each other."""

CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const seen = (...colours) => {
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const part = (value) => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b) + .05;
  const paper = getComputedStyle(document.body).backgroundColor;
  const cells = ".chart-heat td:not(.heat-none, .heat-self), .chart-year .spot";
  return [...document.querySelectorAll(cells)].map((one) => {
    const style = getComputedStyle(one);
    const hatch = style.backgroundImage.match(/(?:color|rgba?)\\([^)]*\\)/gu)?.at(-1);
    const grounds = [[paper, style.backgroundColor]];
    if (hatch) grounds.push([...grounds[0], hatch]);
    const ink = light(seen(style.color));
    const worst = Math.min(...grounds.map((layers) => {
      const ground = light(seen(...layers));
      return Math.max(ink, ground) / Math.min(ink, ground);
    }));
    return { name: one.className, contrast: worst, isHatched: Boolean(hatch) };
  });
}"""
"""How well the number in each coloured cell stands out, from its hatching as well."""


@pytest.fixture
def opens(live_server: LiveServer) -> Callable[[Page], Page]:
    """Shows the gallery on a page of this server, under its own content security policy."""
    policy = "; ".join(f"{what} {' '.join(where)}" for what, where in settings.SECURE_CSP.items())
    html, address = gallery(), f"{live_server.url}/gallery/"

    def shown(page: Page) -> Page:
        page.route(
            "**/gallery/",
            lambda route: route.fulfill(
                body=html, content_type="text/html", headers={"Content-Security-Policy": policy}
            ),
        )
        page.goto(address)
        return page

    return shown


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_components_fit_on_every_screen(new_phone: Opens, opens: Callable[[Page], Page], width: int) -> None:
    page = opens(new_phone(viewport={"width": width, "height": 800}))
    assert page.evaluate(LOOK) == []
    assert page.evaluate(LETTERS) == []


def test_components_fit_with_letters_twice_as_big(big_letters: Page, opens: Callable[[Page], Page]) -> None:
    assert opens(big_letters).evaluate(LOOK) == []


def test_components_say_all_they_show(phone: Page, opens: Callable[[Page], Page]) -> None:
    page = opens(phone)
    is_accessible(page)
    course = page.get_by_role("img", name="A season of six")
    expect(course).to_have_accessible_name(re.compile("After 45 nights: Fritz leads with "))
    expect(
        page.get_by_role("img", name="62%, 28 of 45; in the long run between 48% and 75%.").first
    ).to_be_visible()
    expect(page.get_by_role("table", name="Points from each other")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"^\d+ January: \d+ hands$")).first).to_be_visible()


def test_what_leads_to_hands_is_easy_to_tap(phone: Page, opens: Callable[[Page], Page]) -> None:
    page = opens(phone)
    assert low_targets(page) == []
    low = page.locator(".chart a").evaluate_all(
        "all => all.filter((one) => one.getBoundingClientRect().height < 47.9).map((one) => one.outerHTML)"
    )
    assert low == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_on_colours_stand_out(new_phone: Opens, opens: Callable[[Page], Page], scheme: str) -> None:
    cells = opens(new_phone(color_scheme=scheme)).evaluate(CONTRASTS)
    assert {f"heat-{side}{step}" for side in "pm" for step in range(1, 5)} <= {one["name"] for one in cells}
    assert [one for one in cells if one["contrast"] < 4.5] == []
    assert all(one["isHatched"] == one["name"].startswith("heat-m") for one in cells)


def test_the_first_column_of_a_wide_table_stays(phone: Page, opens: Callable[[Page], Page]) -> None:
    page = opens(phone)
    table = page.get_by_role("table", name="Fourteen")
    head = table.get_by_role("rowheader", name="Ann", exact=True)
    left = "one => one.getBoundingClientRect().left"
    before = head.evaluate(left)
    table.locator("..").evaluate("one => { one.scrollLeft = 300 }")
    assert table.locator("..").evaluate("one => one.scrollLeft") > 200
    assert 0 <= before - head.evaluate(left) <= 2


def test_with_colours_of_the_readers_own_lines_are_still_seen(
    new_phone: Opens, opens: Callable[[Page], Page]
) -> None:
    page = opens(new_phone(forced_colors="active"))
    seen = page.locator("figure polyline, .chart-grid, .chart-bar rect, .chart-bar circle").evaluate_all(
        "all => all.map((one) => getComputedStyle(one)).filter((style) => style.stroke !== 'none')"
        ".map((style) => [style.stroke, getComputedStyle(document.body).backgroundColor])"
    )
    assert seen
    assert [one for one in seen if one[0] == one[1]] == []
    assert complaints_of_axe(page, {}).violations_count == 0


def test_on_paper_tables_that_are_folded_take_no_room(phone: Page, opens: Callable[[Page], Page]) -> None:
    page = opens(phone)
    page.emulate_media(media="print")
    expect(page.locator("details.beside").first).to_be_hidden()
    expect(page.get_by_role("img", name="A season of six")).to_be_visible()
