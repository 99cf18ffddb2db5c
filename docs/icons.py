"""`make icons`: static/icon.svg as the PNG files that phones ask for, into static/icons/.

Drawn by headless Chromium. Look at each one before you commit it.
"""

import base64
from dataclasses import dataclass
from pathlib import Path

from pictures import chromium
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
DRAWING = ROOT / "static" / "icon.svg"
ICONS = ROOT / "static" / "icons"

# The ground of the drawing, which goes to the edge where a phone cuts the corners by itself.
GREEN = "#1f5c45"


@dataclass(frozen=True, kw_only=True)
class Icon:
    """A file: pixels of each side, what stands behind the drawing, and how much of the side it takes."""

    side: int
    ground: str = "transparent"
    percent: int = 100


ICON_FILES = {
    "48": Icon(side=48),
    "180": Icon(side=180, ground=GREEN),  # iOS rounds it, and shows black where nothing is drawn
    "192": Icon(side=192),
    "512": Icon(side=512),
    "maskable-512": Icon(side=512, ground=GREEN, percent=90),  # a circle of 80 % of the side is always seen
}


def drawn(page: Page, icon: Icon) -> bytes:
    drawing = base64.b64encode(DRAWING.read_bytes()).decode()
    page.set_viewport_size({"width": icon.side, "height": icon.side})
    page.set_content(
        f"<body style='margin:0;height:100vh;display:grid;place-items:center;background:{icon.ground}'>"
        f"<img style='width:{icon.percent}%' src='data:image/svg+xml;base64,{drawing}'>"
    )
    page.locator("img").evaluate("image => image.decode()")
    return page.screenshot(omit_background=True)


def main() -> None:
    ICONS.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, icon in ICON_FILES.items():
            (ICONS / f"{name}.png").write_bytes(drawn(browser.new_page(), icon))
        browser.close()


if __name__ == "__main__":
    main()
