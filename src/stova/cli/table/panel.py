"""Panels: something laid over the table, read, and put away again."""

from collections.abc import Callable, Collection, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region, Size

from stova.cli.signs import Signs
from stova.cli.table.canvas import Canvas
from stova.cli.table.choices import Choice, Choices
from stova.cli.table.drawing import Drawing
from stova.cli.table.facts import Facts
from stova.cli.table.laid import EVERYWHERE, Laid, pressed
from stova.cli.table.window import laid_for

Page = Callable[[int, int], Canvas]
"""Draws what a panel says within a width and a height."""

FRAME = Size(6, 6)
"""Columns and rows a panel needs round its page: border, padding, buttons."""
AROUND = FRAME + Size(2, 2)
"""The same with a margin."""
ASIDE = Size(28, 12)
"""The least part of the table a panel can lie on."""
SCRAPS = 20
"""Columns beside a panel that have no room for anything whole."""
OVERHANG = 3
"""Rows by which it may hang over beneath that part. That hides the right end of what is asked, but not the trick."""
ROOMY = Size(34, 20)
"""The least part on which there is air inside the frame."""
CLOSE = Size(4, 3)
"""Columns and rows it needs round its page without."""

LOOKED_UP = ("l", "r", "?")
"""Keys that work over the result of a deal as they do at the table."""


class Leaf(Drawing):
    """A page drawn beforehand."""

    page: Canvas | None = None

    def lay(self, canvas: Canvas) -> None:
        self.page = canvas
        self.styles.width, self.styles.height = canvas.width, canvas.height
        self.refresh(layout=True)

    def draw(self, canvas: Canvas) -> None:
        if self.page is not None:
            canvas.paste(self.page)


class Panel(Laid[object]):
    """A page with a title and buttons. It gives back what the button chosen stands for.

    Escape is the last button, if that goes on or back: by no other is anything lost that was to be read.
    """

    def __init__(
        self,
        title: str,
        page: Page,
        choices: Sequence[Choice],
        signs: Signs,
        *,
        closers: Sequence[str] = (),
        pointed: int = 0,
        aside: Facts | None = None,
        look_up: Callable[[str], None] | None = None,
        through: Collection[str] = (),
    ) -> None:
        """`aside` is where on the table the panel is to lie, if there is room; the rest stays in sight.

        `look_up` is told of keys that look something up; those that go `through` put the panel away and are given back.
        """
        super().__init__()
        self.aside, self.look_up, self.through, self.moat = aside, look_up, through, Vertical(id="moat")
        self.panel_title, self.page, self.offered, self.closers = title, page, choices, closers
        self.leaf, self.buttons = Leaf(signs, id="leaf"), Choices(signs, id="panel-choices")
        self.buttons.show(choices, pointed=pointed)

    def compose(self) -> ComposeResult:
        self._lay()
        with self.moat, Vertical(id="box") as box:
            box.border_title = self.leaf.signs.text(self.panel_title)
            yield self.leaf
            yield self.buttons

    def on_mount(self) -> None:
        # The table beneath takes a new size when it comes to it, before this panel or after.
        for beneath in self.app.screen_stack[:-1]:
            beneath.screen_layout_refresh_signal.subscribe(self, lambda _: self._lay())

    def on_resize(self) -> None:
        self._lay()

    def on_screen_suspend(self) -> None:
        """Something smaller may lie over it: what would be seen beside that is cut off."""
        self.moat.visible = False

    def on_screen_resume(self) -> None:
        self.moat.visible = True

    def _lay(self) -> None:
        part = self._part()
        self.set_class(part is not None, "-aside")
        if part is None:
            self._lay_in_the_middle()
        else:
            self._lay_on(part)

    def _lay_in_the_middle(self) -> None:
        window = laid_for(self.app.size)
        room = window - AROUND
        page = self.page(*room)
        self.leaf.lay(page)
        buttons = self.buttons.width_in(room.width)
        self.leaf.styles.min_width = buttons
        width = max(page.width, buttons) + AROUND.width
        # Rows are kept free too where the head and the foot of the table stay in sight.
        above = int(page.height + 2 <= room.height)
        left, top = self._free()
        # Where there is room it lies between the head of the table and what is asked.
        spare = top - page.height - AROUND.height
        lower, upper = (window.height - top, 1) if spare >= 0 else (0, 0)
        # What would be cut off is hidden to the edge: numbers without their labels say nothing, nor do ends of names.
        over = width > left or spare < 0
        around = (window.width if over else left) - width
        before = around // 2 if around // 2 < SCRAPS else 0
        beyond = around - around // 2 if before or over else 0
        self.styles.align_horizontal = "right" if beyond > before + 1 else "center"
        self.moat.styles.padding = (0 if spare == 0 else above, 1 + beyond, above, 1 + before)
        self.moat.styles.margin = (upper, 0 if over else window.width - left, lower, 0)

    def _free(self) -> tuple[int, int]:
        """The columns of the window left of what stands beside the table, and the rows above what is asked."""
        facts, prompt = (
            next((found for screen in self.app.screen_stack for found in screen.query(part)), None)
            for part in ("#facts", "#prompt")
        )
        left = facts.region.x if facts and facts.region else self.app.size.width
        return left, prompt.region.y if prompt and prompt.region else self.app.size.height

    def _lay_on(self, part: Region) -> None:
        roomy = part.width >= ROOMY.width and part.height >= ROOMY.height
        self.set_class(not roomy, "-close")
        frame, overhang = FRAME if roomy else CLOSE, max(0, ASIDE.height - part.height)
        room = part.size - frame
        page = self.page(room.width, room.height + overhang)
        self.leaf.lay(page)
        self.styles.align_horizontal = "right"
        self.leaf.styles.min_width = room.width
        bottom = part.bottom + max(0, page.height - room.height)
        self.moat.styles.padding, self.moat.styles.margin = 0, (0, 0, self.app.size.height - bottom, 0)

    def _part(self) -> Region | None:
        """Where the panel lies, unless it is in the middle of the window."""
        if self.aside is None or not self.aside.region:
            return None
        region = self.aside.region.shrink((self.aside.kept, 0, 0, 0))
        return region if region.width >= ASIDE.width and region.height >= ASIDE.height - OVERHANG else None

    def on_drawing_picked(self, event: Drawing.Picked) -> None:
        if isinstance(event.means, Choice):
            self.dismiss(event.means.means)

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        key = pressed(event)
        if found := self._chosen(key):
            self.dismiss(found.means)
        elif key in self.through:
            self.dismiss(key)
        elif key in ("left", "up", "right", "down"):
            self.buttons.point(-1 if key in ("left", "up") else 1)
        elif key in EVERYWHERE:
            await self.run_action(EVERYWHERE[key])
        elif self.look_up is not None and key in LOOKED_UP and self.is_active:
            self.look_up(key)

    def works(self, key: str) -> bool:
        """Whether a key of the table's foot does here what it does there."""
        looked_up = self.look_up is not None and key in LOOKED_UP
        return (looked_up or key in EVERYWHERE) and key not in self.through and self._chosen(key) is None

    def _chosen(self, key: str) -> Choice | None:
        """The button a key chooses."""
        last = self.offered[-1]
        if key in self.closers or (key == "escape" and last.key in ("enter", "escape")):
            return last
        return self.buttons.chosen(key)
