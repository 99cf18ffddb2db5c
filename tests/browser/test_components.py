"""Every component, drawn by a browser: readable on each screen, by day, by night, on paper and aloud."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.gallery import gallery
from tests.browser.hands import LOOK, SIZES, THEMES, complaints_of_axe, is_accessible, low_targets, resize

# Words of a drawing that are cut, too small, or lie on each other.
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

# Contrast of the number in each coloured cell, with its hatching as well.
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


@pytest.fixture
def opens(live_server: LiveServer) -> Callable[[Page], Page]:
    """Return what shows the gallery on a page of this server, under its own content security policy."""
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


LEFT = "one => one.getBoundingClientRect().left"


def test_components_fit_on_every_screen(
    phone: Page, big_letters: Page, opens: Callable[[Page], Page]
) -> None:
    page = opens(phone)
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(LOOK) == []
        assert page.evaluate(LETTERS) == []
    assert opens(big_letters).evaluate(LOOK) == []


def test_components_can_be_read_tapped_moved_and_printed(phone: Page, opens: Callable[[Page], Page]) -> None:
    page = opens(phone)
    is_accessible(page)
    course = page.get_by_role("img", name="A season of six")
    expect(course).to_have_accessible_name(re.compile("After 45 nights: Fritz leads with "))
    expect(
        page.get_by_role("img", name="62%, 28 of 45; in the long run between 48% and 75%.").first
    ).to_be_visible()
    expect(page.get_by_role("table", name="Points from each other")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"^\d+ January: \d+ hands$")).first).to_be_visible()

    assert low_targets(page) == []
    low = page.locator(".chart a").evaluate_all(
        "all => all.filter((one) => one.getBoundingClientRect().height < 47.9).map((one) => one.outerHTML)"
    )
    assert low == []

    table = page.get_by_role("table", name="Fourteen")
    head = table.get_by_role("rowheader", name="Ann", exact=True)
    before = head.evaluate(LEFT)
    table.locator("..").evaluate("one => { one.scrollLeft = 300 }")
    assert table.locator("..").evaluate("one => one.scrollLeft") > 200
    assert 0 <= before - head.evaluate(LEFT) <= 2

    page.emulate_media(media="print")
    expect(page.locator("details.beside").first).to_be_hidden()
    expect(course).to_be_visible()


def test_numbers_and_lines_stand_out_by_day_by_night_and_in_the_readers_own_colours(
    phone: Page, opens: Callable[[Page], Page]
) -> None:
    page = opens(phone)
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        cells = page.evaluate(CONTRASTS)
        assert {f"heat-{side}{step}" for side in "pm" for step in range(1, 5)} <= {
            one["name"] for one in cells
        }
        assert [one for one in cells if one["contrast"] < 4.5] == []
        assert all(one["isHatched"] == one["name"].startswith("heat-m") for one in cells)
    page.emulate_media(forced_colors="active")
    seen = page.locator("figure polyline, .chart-grid, .chart-bar rect, .chart-bar circle").evaluate_all(
        "all => all.map((one) => getComputedStyle(one)).filter((style) => style.stroke !== 'none')"
        ".map((style) => [style.stroke, getComputedStyle(document.body).backgroundColor])"
    )
    assert seen
    assert [one for one in seen if one[0] == one[1]] == []
    assert complaints_of_axe(page, {}).violations_count == 0
