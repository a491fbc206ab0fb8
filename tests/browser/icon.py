"""Draws `web/public/icon.png`, for home screens, of `icon.svg`: `python tests/browser/icon.py` after changing that.

Home screens round the corners themselves, and may show no more than a circle of four fifths: it is drawn smaller there.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.serving import chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
SIZE = 512
ROUND, WHOLE = ' rx="14"', 'viewBox="0 0 64 64"'
GROUND = "#262e35"


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    assert ROUND in drawing
    assert WHOLE in drawing
    smaller = drawing.replace(ROUND, "").replace(WHOLE, 'viewBox="-7 -7 78 78"')
    with chromium() as browser:
        page = browser.new_page(viewport={"width": SIZE, "height": SIZE})
        page.set_content(f"<style>body {{ margin: 0; background: {GROUND} }} svg {{ display: block }}</style>{smaller}")
        page.screenshot(path=PUBLIC / "icon.png")


if __name__ == "__main__":
    main()
