"""Being oneself on every device: by a personal link, by a passkey; and what the front page tells by itself."""

from playwright.sync_api import Page, Route

from browser.conftest import Visit
from browser.passkeys import Keys
from browser.playing import TURN, sit
from browser.seeing import check
from browser.visitors import DESKTOP, PHONE, Visitor

NOT_FOUND = r"status of 40[04]"


def front(visitor: Visitor) -> Page:
    visitor.page.goto("/")
    visitor.page.get_by_role("heading", name="You", exact=True).wait_for()
    return visitor.page


def call_oneself(visitor: Visitor, name: str) -> None:
    page = front(visitor)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


def link(visitor: Visitor) -> str:
    """The path of the personal link, as the page shows it."""
    page = visitor.page
    page.get_by_role("button", name="Show my personal link").click()
    shown = page.get_by_role("dialog").locator(".link").inner_text()
    check(page)
    page.get_by_role("button", name="Close", exact=True).click()
    return shown.removeprefix(visitor.address)


def tables(page: Page) -> list[str]:
    """The addresses of one's tables."""
    page.get_by_role("region", name="My tables").get_by_role("link").first.wait_for()
    found = page.get_by_role("region", name="My tables").get_by_role("link").all()
    return [str(one.get_attribute("href")) for one in found]


def name(page: Page) -> str:
    return page.get_by_label("Your name").input_value()


def test_by_a_passkey(visit: Visit) -> None:
    marjun, elsewhere = visit(DESKTOP), visit(PHONE)
    call_oneself(marjun, "Marjun")
    marjun.open(game="sjavs")
    here, there = Keys(marjun), Keys(elsewhere)
    page, other = marjun.page, front(elsewhere)
    page.get_by_role("button", name="Make a passkey").click()
    page.get_by_text("The passkey is made").wait_for()
    page.get_by_text("made on").wait_for()
    check(page)
    (credential,) = here.kept
    there.take_over(credential)
    other.get_by_role("button", name="I have a passkey").click()
    other.get_by_text("You are yourself on this device too").wait_for()
    assert name(other) == "Marjun"
    assert tables(other) == tables(page)
    check(other)
    # There is one already.
    page.get_by_role("button", name="Make a passkey").click()
    page.get_by_text("This device has a passkey of yours already").wait_for()
    # Once it is removed it is nobody's.
    elsewhere.excuse(NOT_FOUND)
    other.get_by_role("button", name="Remove").click()
    other.get_by_role("button", name="Yes").click()
    other.get_by_text("Removed.").wait_for()
    other.get_by_role("button", name="I have a passkey").click()
    other.get_by_role("button", name="Yes").click()
    other.get_by_text("This passkey belongs to nobody here").wait_for()


def test_a_passkey_that_is_put_off(visit: Visit) -> None:
    visitor = visit(DESKTOP)
    page = front(visitor)
    page.evaluate(
        "() => { navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError')) }"
    )
    page.get_by_role("button", name="Make a passkey").click()
    page.get_by_text("Nothing was done").wait_for()


def test_where_there_are_no_passkeys(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.address = visitor.address.replace("localhost", "127.0.0.1")
    visitor.page.goto(f"{visitor.address}/")
    visitor.page.get_by_text("There are no passkeys at this address").wait_for()
    assert not visitor.page.get_by_role("button", name="Make a passkey").count()


def test_an_invitation_for_this_machine_alone(visit: Visit) -> None:
    """A link that begins with localhost opens nothing elsewhere, and says so."""
    visitor = visit(PHONE)
    visitor.page.goto(visitor.open(game="sjavs"))
    visitor.page.get_by_text("“localhost” is this machine alone").wait_for()
    command = visitor.page.get_by_text("stova serve --host 0.0.0.0", exact=True)
    assert command.evaluate("element => element.getClientRects().length") == 1
    check(visitor.page)


def test_by_the_personal_link(visit: Visit) -> None:
    marjun, elsewhere = visit(DESKTOP), visit(PHONE)
    call_oneself(marjun, "Marjun")
    marjun.open(game="sjavs")
    page, other = front(marjun), elsewhere.page
    other.goto(link(marjun))
    other.get_by_role("heading", name="You", exact=True).wait_for()
    assert other.url == f"{elsewhere.address}/"
    assert (name(other), tables(other)) == ("Marjun", tables(page))


def test_a_link_takes_no_tables_from_anybody_unasked(visit: Visit) -> None:
    marjun, bo = visit(DESKTOP), visit(PHONE)
    call_oneself(marjun, "Marjun")
    marjun.open(game="sjavs")
    bo.open(game="klaverjas")
    page = front(bo)
    mine, own = tables(page), link(bo)
    sent = link(marjun)
    page.goto(sent)
    page.get_by_role("heading", name="Be Marjun on this device?").wait_for()
    check(page)
    assert page.locator(".link").inner_text() == bo.address + own
    page.get_by_role("link", name="Stay who I am").click()
    assert tables(page) == mine
    page.goto(sent)
    page.get_by_role("button", name="Be Marjun").click()
    page.get_by_role("heading", name="You", exact=True).wait_for()
    assert tables(page) == tables(marjun.page)
    # One's own link, which was shown, is the way back.
    page.goto(own)
    page.get_by_role("button", name="Be somebody").click()
    page.get_by_role("heading", name="You", exact=True).wait_for()
    assert tables(page) == mine


def test_nothing_moves_under_the_finger_of_who_changes(visit: Visit) -> None:
    """What one may press comes with the link above it, and not before."""
    marjun, bo = visit(DESKTOP), visit(PHONE)
    call_oneself(marjun, "Marjun")
    bo.open(game="klaverjas")
    page, held = front(bo), list[Route]()
    page.route("**/api/me", lambda route: held.append(route))
    page.goto(link(marjun))
    page.get_by_role("heading", name="Be Marjun on this device?").wait_for()
    assert page.get_by_role("button", name="Be Marjun").count() == 0
    held.pop().continue_()
    page.get_by_role("button", name="Be Marjun").wait_for()
    assert page.locator(".link").is_visible()


def test_a_new_link(visit: Visit) -> None:
    marjun, elsewhere = visit(DESKTOP), visit(PHONE)
    call_oneself(marjun, "Marjun")
    old, page = link(marjun), marjun.page
    page.get_by_role("button", name="Show my personal link").click()
    page.get_by_role("button", name="Make a new link").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_text("This is your new link").wait_for()
    new = page.get_by_role("dialog").locator(".link").inner_text()
    elsewhere.excuse(NOT_FOUND)
    elsewhere.page.goto(old)
    elsewhere.page.get_by_text("belongs to nobody here").wait_for()
    check(elsewhere.page)
    elsewhere.page.goto(new)
    elsewhere.page.get_by_role("heading", name="You", exact=True).wait_for()
    assert name(elsewhere.page) == "Marjun"


def test_one_person_at_a_table_on_two_devices(visit: Visit) -> None:
    desk, phone = visit(DESKTOP), visit(PHONE)
    call_oneself(desk, "Marjun")
    desk.page.goto(desk.open(game="klaverjas"))  # where nobody has to cut before there are hands
    sit(desk, "Marjun")
    address = desk.page.url
    phone.page.goto(link_of(desk))
    phone.page.get_by_role("heading", name="You", exact=True).wait_for()
    phone.page.goto(address)
    phone.page.locator(".seats .mine").get_by_text("Marjun").wait_for()
    phone.page.get_by_role("button", name="Begin").click()
    for visitor in (desk, phone):
        visitor.page.locator(TURN).wait_for()  # until then the trumps may be chosen, and the hand be sorted anew
    assert len(hand(desk.page)) == 8
    assert hand(desk.page) == hand(phone.page)
    desk.page.get_by_text("Did another device of yours add them?").wait_for()
    for visitor in (desk, phone):
        assert visitor.page.get_by_text("The cards may have been chosen").count() == 0


def link_of(visitor: Visitor) -> str:
    """The path of the personal link, asked for without going to the front page."""
    return str(visitor.context.request.get("/api/me").json()["link"])


def hand(page: Page) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator(".mine .held").all()]


def test_the_front_page_keeps_up(visit: Visit) -> None:
    """A table opened elsewhere shows, a turn that came shows, and what began is gone from the lobby."""
    marjun, bo = visit(DESKTOP), visit(PHONE)
    page = front(marjun)
    marjun.page = marjun.context.new_page()
    bo.page.goto("/")
    marjun.page.goto(bo.address + marjun.open(game="klaverjas", listed="yes"))
    marjun.page.wait_for_url("**/table/*")
    path = marjun.page.url.removeprefix(marjun.address)
    bo.page.locator(f'a[href="{path}"]').wait_for()
    marjun.page.get_by_label("Your name").fill("Marjun")
    marjun.page.get_by_role("button", name="Sit here").first.click()
    bo.page.get_by_text("Marjun · gathering · 3 seats free").wait_for()
    page.get_by_text("Marjun · gathering · 3 seats free").first.wait_for()
    assert page.locator(f'a[href="{path}"]').count() == 1, "one's own table isn't offered as a stranger's"
    marjun.page.get_by_role("button", name="Begin").click()
    bo.page.locator(f'a[href="{path}"]').wait_for(state="detached")
    page.get_by_text("your turn", exact=True).wait_for()
    assert page.title().startswith("●")


def test_the_rules_in_play(visit: Visit) -> None:
    """Single options are agreed by their names, what differs from the way of playing is marked, all can be read."""
    visitor = visit(PHONE)
    page = visitor.page
    page.goto(visitor.open(game="styrivolt"))
    page.get_by_role("button", name="Change").click()
    page.get_by_label("Way of playing").select_option(label="With cutting")
    page.get_by_text("Single rules").click()
    page.get_by_label("Duty to beat").select_option(label="yes")
    page.get_by_label("Crosses to win").fill("5")
    page.get_by_label("Deals in a match").fill("12")
    check(page)
    page.get_by_role("button", name="Play by these").click()
    shown = page.locator(".rules dl").first
    shown.get_by_text("With cutting").wait_for()
    for rule in ("Duty to beat yes changed", "Crosses to win 5 changed", "Deals in a match 12 changed"):
        assert rule in " ".join(shown.inner_text().split())
    page.get_by_text("All rules").click()
    page.get_by_text("at up to four cards").wait_for()
    check(page)
    assert page.locator(".rules details .changed").count() == 3


def test_who_comes_to_a_table_and_cannot_be_made_somebody_is_told_why(visit: Visit) -> None:
    visitor = visit(PHONE)
    refused = {"code": "flood", "why": "Too much at once from your address: wait a moment.", "rule": ""}
    visitor.page.route("**/api/me", lambda call: call.fulfill(status=429, json=refused))
    visitor.page.goto("/table/any")
    visitor.page.get_by_text("Too much at once from your address").wait_for()
    visitor.excuse(r"status of 429")
    check(visitor.page)


def test_there_is_no_such_page(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.excuse(r"status of 404")
    visitor.page.goto("/jion/us")
    visitor.page.get_by_text("There is no such page").wait_for()
    check(visitor.page)


def test_it_can_be_put_on_a_home_screen(visit: Visit) -> None:
    visitor = visit(PHONE)
    page = front(visitor)
    session = visitor.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert (manifest["url"], manifest["errors"]) == (f"{visitor.address}/manifest.webmanifest", [])
    hindrances = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # All visitors are; the headless shell, which installs nothing, doesn't say so.
    assert {hindrance["errorId"] for hindrance in hindrances} <= {"in-incognito"}
