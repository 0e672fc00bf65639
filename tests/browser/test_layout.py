"""Everything fits: the longest names, a language that is 40 % longer, small phones and two TVs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page

from app.draw.texts import content
from games.soulmates.table import Options
from tests.browser.phones import STILL, Devices, await_news, resize, settle, told
from tests.browser.walk import ALIKE, PHASES, hurry_all
from tests.every_game import ISLANDS, room_of
from tests.gallery import phases
from tests.visitors import Visitor

SIZES = ((320, 454), (320, 568), (390, 844), (568, 320))
STAGES = ((1280, 720), (1920, 1080))
WIDE = ("WWWWWWWWWWWW", "MMMMMMMMMMMM", "WMWMWMWMWMWM", "MWMWMWMWMWMW", "WWWWWWMMMMMM")
PHONE_FAULTS = """([width, height]) => {
    scrollTo(0, 0);
    const faults = [], inside = box => box.left >= 0 && box.right <= width + .5
        && box.top >= 0 && box.bottom <= height + .5;
    const sideways = document.scrollingElement.scrollWidth;
    if (sideways > width) faults.push(`scrolls sideways: ${sideways} px`);
    for (const button of document.querySelectorAll(".foot .button:not(.quiet)")) {
        if (button.closest("noscript")) continue;
        const box = button.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (!inside(box) || !button.contains(top)) faults.push(`not in sight: ${button.outerHTML}`);
    }
    const controls = "a, button, input, select, textarea, summary";
    for (const control of document.querySelectorAll(controls)) {
        const small = control.matches(".visually-hidden, [type=checkbox], [type=radio]");
        const target = small ? control.closest("label") : control;
        if (control.matches("[type=hidden], .skip") || !target.checkVisibility()) continue;
        const box = target.getBoundingClientRect(), least = control.matches("p a") ? 23.5 : 43.5;
        if (box.width < least || box.height < least)
            faults.push(`${box.width.toFixed(1)} x ${box.height.toFixed(1)}: ${control.outerHTML}`);
    }
    return faults;
}"""
TV_FAULTS = """() => {
    const faults = [], {width, height} = document.querySelector(".stage").getBoundingClientRect();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), read = [];
    for (let node; (node = walker.nextNode());) {
        const holder = node.parentElement, text = node.data.trim();
        if (!text || holder.closest(".visually-hidden") || holder.offsetWidth === 1) continue;
        if (!holder.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
        const {x, y, width: w, height: h} = holder.getBoundingClientRect();
        const over = document.elementFromPoint(x + w / 2, y + h / 2);
        const veil = over?.closest(".sa-end");
        if (veil && !veil.contains(holder)) continue;
        const scale = holder.getScreenCTM ? holder.getScreenCTM().a : 1;
        const size = parseFloat(getComputedStyle(holder).fontSize) * scale / width * 100;
        if (size < 1.695) faults.push(`${size.toFixed(2)} % of the width: ${text}`);
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            const middle = box.y + box.height / 2, half = size * width / 200;  // the em
            const {left, right} = box, top = middle - half, bottom = middle + half;
            const upper = document.elementFromPoint((left + right) / 2, middle);
            if (upper?.closest(".print-it, img") && !upper.contains(holder)
                && !upper.closest(".print-it")?.contains(holder))
                faults.push(`a picture lies on it: ${text}`);
            const ems = {left, right, top, bottom};
            for (const {other, said} of read) {
                const across = Math.min(ems.right, other.right) - Math.max(ems.left, other.left);
                const down = Math.min(ems.bottom, other.bottom) - Math.max(ems.top, other.top);
                if (across > 2 && down > 2 && said !== text) faults.push(`${text} lies on ${said}`);
            }
            read.push({other: ems, said: text});
            if (box.left < .05 * width - 1 || box.right > .95 * width + 1
                || middle - half < .049 * height - 1 || middle + half > .951 * height + 1)
                faults.push(`outside, x ${box.left.toFixed()} to ${box.right.toFixed()}, y ${
                    (middle - half).toFixed()} to ${(middle + half).toFixed()}: ${text}`);
        }
    }
    for (const card of document.querySelectorAll(".pick, .truth > *, .ask, .band"))
        if (card.checkVisibility({visibilityProperty: true})
            && (card.scrollHeight > card.clientHeight + 1
                || card.scrollWidth > card.clientWidth + 1))
            faults.push(`card of ${card.clientWidth} x ${card.clientHeight} px overflows: ${
                card.scrollWidth} x ${card.scrollHeight}`);
    return faults;
}"""


LOBBY_OVERLAPS = """() => {
    const boxes = one => {  // pictures whole, of words the em of each line
        if (one.matches("img, button, .poster")) return [one.getBoundingClientRect()];
        const words = document.createRange(), found = [];
        const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
            if (node.parentElement.closest(".visually-hidden")) continue;
            const half = parseFloat(getComputedStyle(node.parentElement).fontSize) / 2;
            words.selectNodeContents(node);
            for (const {left, right, y, height} of words.getClientRects()) {
                const middle = y + height / 2;
                found.push({left, right, top: middle - half, bottom: middle + half});
            }
        }
        return found;
    };
    const all = [...document.querySelectorAll([
        ".lobby .qr", ".wifi img", ".wifi figcaption", ".how p", ".how h1", ".poster", ".bill h2",
        ".bill p", ".teams li", "#sound", ".cast .tag", ".cast .benched",
    ].join())].filter(one => !one.closest(".lessons")).map(one => [one, boxes(one)]);
    return all.flatMap(([one, here], n) => all.slice(n + 1).filter(([, there]) =>
        here.some(a => there.some(b => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1))
    ).map(([other]) => `${one.outerHTML} and ${other.outerHTML}`));
}"""


def seated_wide(table: list[Visitor]) -> str:
    """The longest names there are; the first one is host and has not begun yet."""
    code = table[0].open_room()
    for guest, name in zip(table, WIDE, strict=True):
        guest.join(code, name)
    table[0].post("choose", game="soulmates")
    return code


def begin(table: list[Visitor]) -> None:
    assert table[0].post("matches", game="soulmates", first=table[0].member).status_code == 201


def phone_faults(where: str, page: Page) -> dict[str, list[str]]:
    found = {}
    for width, height in SIZES:
        resize(page, width, height)
        found[f"{where} {width}x{height}"] = page.evaluate(PHONE_FAULTS, [width, height])
    return found


def tvs(code: str, devices: Devices, language: str = "en") -> list[Page]:
    """One of each size."""
    found = [devices.tv(stage, locale=language, **STILL) for stage in STAGES]
    for tv in found:
        tv.goto(f"/tv/{code}")
    return found


def tv_faults(where: str, screens: list[Page]) -> dict[str, list[str]]:
    found = {}
    for (width, height), tv in zip(STAGES, screens, strict=True):
        settle(tv)
        found[f"{where} {width}x{height}"] = tv.evaluate(TV_FAULTS)
    return found


@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_a_match_fits_on_phones(language: str, table: list[Visitor], devices: Devices) -> None:
    seated_wide(table)
    phones = [devices.sit(guest, locale=language, **STILL) for guest in table[:2]]
    begin(table)
    faults: dict[str, list[str]] = {}
    for phase in PHASES:
        hurry_all(table, phase, phones)
        for who, page in zip(("host", "guest"), phones, strict=True):
            faults |= phone_faults(f"{phase}, {who}", page)
    table[0].post("replay", step=9, eyes=table[1].member)
    await_news(phones[0])
    faults |= phone_faults("looking back", phones[0])
    assert not told(faults), told(faults)


@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_a_match_fits_on_tvs(language: str, table: list[Visitor], devices: Devices) -> None:
    screens = tvs(seated_wide(table), devices, language)
    devices.sit(table[0])  # a host who is here
    faults = tv_faults("lobby", screens)
    begin(table)
    for phase in PHASES:
        hurry_all(table, phase, screens)
        faults |= tv_faults(phase, screens)
    table[0].post("replay", step=9, eyes=table[1].member)
    for screen in screens:
        await_news(screen)
    faults |= tv_faults("looking back", screens)
    assert not told(faults), told(faults)


@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_nothing_of_a_lobby_lies_on_anything_else(
    language: str, table: list[Visitor], devices: Devices
) -> None:
    ann = table[0]
    screens = tvs(ann.open_room(), devices, language)
    faults = lobby_faults("empty", screens)
    for guest, name in zip(table, WIDE, strict=True):
        guest.join(ann.code, name)
    ann.post("choose", game="soulmates")
    faults |= lobby_faults("five", screens)
    for name in ("MMMMMMWWWWWW", "WWMMWWMMWWMM", "MMMWWWMMMWWW"):
        ann.post("guests", name=name)
    faults |= lobby_faults("eight, of whom three sit out", screens)
    ann.post("choose", game="soulaween")
    faults |= lobby_faults("eight, of whom six sit out", screens)
    ann.post("choose", game="matchy_matchy")
    faults |= lobby_faults("four teams", screens)
    ann.post("hide", on=True)
    faults |= lobby_faults("the code is hidden", screens)
    assert not told(faults), told(faults)


def lobby_faults(where: str, screens: list[Page]) -> dict[str, list[str]]:
    for screen in screens:
        await_news(screen)
    found = tv_faults(where, screens)
    for (width, height), tv in zip(STAGES, screens, strict=True):
        found[f"{where} {width}x{height}"] += tv.evaluate(LOBBY_OVERLAPS)
    return found


def test_every_card_of_soulmates_fits_on_tvs(table: list[Visitor], devices: Devices) -> None:
    """Put where the board is, on screens that show a match."""
    screens = tvs(seated_wide(table), devices)
    begin(table)
    for screen in screens:
        await_news(screen)
    state = phases("soulmates", 5, Options())["ego first"]
    faults: dict[str, list[str]] = {}
    for card in content("soulmates", "en")["scenarios"]:
        room = room_of("soulmates", replace(state, scenario=card), 5)
        board = ISLANDS.draw(room, None, "en", board=True)["board"].html
        for screen in screens:
            screen.evaluate("html => document.getElementById('board').outerHTML = html", board)
        faults |= tv_faults(card, screens)
    assert not told(faults), told(faults)


def test_ten_pairs_of_soulmates_fit_on_a_tv(table: list[Visitor], devices: Devices) -> None:
    screens = tvs(seated_wide(table), devices)
    begin(table)
    hurry_all(table, "over", screens, ALIKE)
    faults = tv_faults("over", screens)
    assert not told(faults), told(faults)


@pytest.mark.parametrize("language", ["en", "en-XA"])
def test_the_pages_around_a_match_fit_on_phones(
    language: str, table: list[Visitor], devices: Devices
) -> None:
    code = seated_wide(table)
    newcomer, host = devices.phone(locale=language), devices.sit(table[0], locale=language, **STILL)
    guest = devices.sit(table[1], locale=language, **STILL)
    faults = phone_faults("lobby, host", host) | phone_faults("lobby, guest", guest)
    for page in (host, guest):
        page.evaluate("document.querySelectorAll('.drawers details').forEach(d => d.open = true)")
    faults |= phone_faults("drawers, host", host) | phone_faults("drawers, guest", guest)
    for path in ("/", f"/rooms/{code}", "/credits", "/rules/soulmates", "/rules/soulaween"):
        newcomer.goto(path)
        faults |= phone_faults(path, newcomer)
    for sheet in ("menu", "help"):
        host.goto(f"/rooms/{code}/{sheet}")
        faults |= phone_faults(sheet, host)
    assert not told(faults), told(faults)
