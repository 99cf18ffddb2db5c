"""A phone that is asked to keep the first page on its home screen finds everything it needs."""

import json

from playwright.sync_api import Page


def test_browser_takes_the_manifest_and_every_icon_and_can_install_it(phone: Page) -> None:
    phone.goto("/")
    browser = phone.context.new_cdp_session(phone)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.webmanifest")
    icons = json.loads(found["data"])["icons"]
    shown = phone.evaluate(
        """async (addresses) => {
            const sides = [];
            for (const address of addresses) {
                const image = new Image();
                image.src = address;
                await image.decode();
                sides.push(image.naturalWidth);
            }
            return sides;
        }""",
        [icon["src"] for icon in icons if icon["type"] == "image/png"],
    )
    assert shown == [192, 512, 512]
    found = browser.send("Page.getInstallabilityErrors")
    errors = {one["errorId"] for one in found["installabilityErrors"]}
    assert errors <= {"in-incognito"}  # a page of a test always is
