"""An evening in which anything happens: whatever a page shows is accepted, and something leads on.

Random people come, go, knock, press whatever their pages show, lose their phones and their server.
`make model` does the same for hours.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from tempfile import mkdtemp
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from app.core import people, play
from app.core.errors import NoSuchRoom, Refused, Unavailable
from app.core.settings import Settings
from app.core.values import HOST_PATIENCE, Member, Room
from app.draw.eyes import look_at
from app.live import steady
from app.live.clock import LIFETIME, Clock
from app.live.thinking import Thinking
from app.main import create_app
from app.web import host
from app.web.cookies import device_of
from games import GAMES
from tests.forms import Form, Pairs, forms
from tests.inside import Answer, Phone
from tests.loop import aside

RUNS = int(os.environ.get("SOULROOM_MODEL_RUNS", "100"))
STEPS, PARTS = 50, 5
DEVICES = st.integers(0, 4)
SEEDS = st.integers(0, 2**32)
HAPPENS = (
    *("enter", "press_on_the_page", "go_on", "go_on", "go_on") * 3,
    *("open_page", "press_in_the_menu", "wait") * 2,
    *("close_page", "send_an_old_form", "computers_fail", "the_disk_is_full_once"),
    *("the_server_starts_again", "a_day_passes"),
)
ONWARD = ("hands", "moves", "matches", "again", "bots")
LEADS = {"moves", "matches", "again", "end", "take-over", "stand-in", "pause", "hands", "choose"}
T = TypeVar("T")
IDS = count()


class Computers(Thinking):
    """They think here and now, and fail when they are told to."""

    failing = 0

    async def answer(self, turn: play.BotTurn) -> Any:
        if self.failing:
            self.failing -= 1
            raise RuntimeError("a computer player that fails")
        return GAMES[turn.game].bots[turn.strength].play(turn.view, turn.ask, Random(turn.seed))


class House:
    """One server without a network, whose time passes when it is told."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        self.real = (steady.now, secrets.token_hex, SystemRandom)
        self.begin()
        self.loop = asyncio.new_event_loop()
        path = Path(mkdtemp()) / "soulroom.db"
        self.app = create_app(Settings(database_url=f"sqlite:///{path}", rooms_per_hour=1_000_000))
        services = self.app.state.services
        self.rooms, self.islands, self.pages = services.rooms, services.islands, services.pages
        self.rooms.changed.clear()
        self.computers = Computers()
        self.clock = Clock(self.rooms, self.computers)
        self.rooms.changed.clear()
        self.full_disks = 0
        commit = self.rooms.records.commit

        async def commit_or_fail(code: str, *what: Any) -> Room:
            if self.full_disks:
                self.full_disks -= 1
                raise Unavailable("The disk is full.")
            room: Room = await commit(code, *what)
            return room

        self.rooms.records.commit = commit_or_fail

    def begin(self) -> None:
        """From now on its time is the only one."""
        steady.now = lambda: self.now
        vars(host)["SystemRandom"] = lambda: Random(0)

    def end(self) -> None:
        steady.now, secrets.token_hex, vars(host)["SystemRandom"] = self.real

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, 20))

    def newest(self, code: str) -> Room:
        room: Room = self.run(self.rooms.newest(code))
        return room


@cache
def house() -> House:
    return House()


class Evening(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.house = house()
        self.house.begin()
        self.phones = [Phone(self.house.app) for _ in range(5)]
        self.lines: dict[int, str] = {}
        """The open page of each device."""
        self.kept: list[tuple[int, Form, Pairs]] = []
        """Forms of pages that are old by now."""
        self.gone = False
        self.names = count()
        luck = Random(0)  # so that a failure comes again; only ids must differ from run to run

        def token(size: int | None = None) -> str:
            return f"{next(IDS):016x}" if size == 8 else luck.randbytes(size or 32).hex()

        secrets.token_hex = token  # type: ignore[assignment]  # its argument is never named

    def teardown(self) -> None:
        self.house.end()

    @initialize(by_tv=st.booleans())
    def somebody_opens_a_room(self, by_tv: bool) -> None:
        opened = self.post(0, "/rooms", [("tv", "1")] if by_tv else [])
        self.code = opened.headers["location"].rsplit("/", 1)[1]
        self.enter(0, 0)

    # --- what happens ---

    @rule(what=st.sampled_from(HAPPENS), device=DEVICES, seed=SEEDS)
    def something_happens(self, what: str, device: int, seed: int) -> None:
        """One rule for all, because hypothesis leaves whole rules out of a run."""
        getattr(self, what)(device, seed)

    def enter(self, device: int, seed: int) -> None:
        """By the link: join, watch, knock or come back, whatever the page offers."""
        if self.me(device) is None:
            self.press(device, seed, self.page(device))
        self.open_page(device, seed)

    def open_page(self, device: int, _: int) -> None:
        if me := self.me(device):
            line = self.lines[device] = secrets.token_hex(4)
            self.change(lambda room: people.arrive(room, me.id, line))

    def close_page(self, device: int, _: int) -> None:
        line, me = self.lines.pop(device, None), self.me(device)
        if line and me:
            now = self.house.now
            self.change(lambda room: people.vanish(room, me.id, line, now))

    def press_on_the_page(self, _: int, seed: int) -> None:
        for device in self.somebody(seed):
            self.press(device, seed, self.page(device))

    def press_in_the_menu(self, _: int, seed: int) -> None:
        for device in self.somebody(seed):
            self.press(device, seed, self.get(device, f"/rooms/{self.code}/menu"))

    def go_on(self, _: int, seed: int) -> None:
        """Whoever can brings the evening forward; without this matches would be rare."""
        pages = {device: self.page(device) for device in self.lines if self.me(device)}
        for verb in ONWARD:
            for device in Random(seed).sample([*pages], len(pages)):
                if self.press(device, seed, pages[device], verb):
                    return

    def send_an_old_form(self, _: int, seed: int) -> None:
        if self.kept:
            device, form, pairs = Random(seed).choice(self.kept)
            assert self.post(device, form.address, pairs).status < 500

    def wait(self, _: int, seed: int) -> None:
        """Time passes, and what is due happens, late or early."""
        until = self.house.now + Random(seed).choice((1, 7, 21, 61, 200))
        for _ in range(12):
            due = self.room.due if self.room else None
            if due is None or due > until:
                break
            self.house.now = max(self.house.now, due) + 0.01
            self.house.run(self.house.clock.strike(self.code))
        self.house.now = max(self.house.now, until)

    def computers_fail(self, device: int, seed: int) -> None:
        self.house.computers.failing = 1 + device
        self.wait(device, seed)
        self.house.computers.failing = 0

    def the_disk_is_full_once(self, device: int, seed: int) -> None:
        self.house.full_disks = 1
        self.wait(device, seed)
        self.house.full_disks = 0

    def the_server_starts_again(self, _: int, __: int) -> None:
        self.lines.clear()
        self.house.run(self.house.rooms.records.wake(self.house.now, play.READING))

    def a_day_passes(self, _: int, seed: int) -> None:
        if seed % 50 == 1:
            self.house.now += LIFETIME + 1
            while self.house.run(self.house.rooms.sweep(self.house.now - LIFETIME)):
                pass
            self.gone = True

    # --- what always holds ---

    @invariant()
    def whoever_is_waited_for_is_named_and_can_be_stood_in_for(self) -> None:
        room = self.room
        look = look_at(room, None, "en") if room else None
        if room is None or look is None or look.match is None or look.match.over:
            return
        screen = self.house.islands.draw(room, None, "en", board=True)["people"].html
        for who in look.match.awaited:
            assert f">{who.name}<" in screen
            them = room.member(who.id)
            away = not who.here and not who.bot and not who.stood_in
            if away and them and look.host and look.host.here and not look.match.paused:
                offered = self.shown(room, self.hosting(room))
                assert who.id in {
                    dict(pairs).get("member")
                    for form in offered
                    if form.verb == "stand-in"
                    for pairs in form.ways()
                }

    @invariant()
    def something_leads_on(self) -> None:
        room = self.room
        if room is None or room.closed:
            return
        here = [one for one in room.people if one.has_device and room.is_here(one)]
        if here and room.due is None:
            assert any(form.verb in LEADS for one in here for form in self.shown(room, one)), room
        host = room.member(room.host)
        if here and host and not room.is_here(host) and not room.options.free:
            assert room.due
            assert room.due <= self.house.now + HOST_PATIENCE + 1

    @invariant()
    def a_room_that_has_gone_says_so(self) -> None:
        if self.gone:
            with suppress(NoSuchRoom):
                self.house.newest(self.code)
                raise AssertionError("it is still there")

    # --- how ---

    @property
    def room(self) -> Room | None:
        try:
            return None if self.gone else self.house.newest(self.code)
        except NoSuchRoom:
            return None

    def somebody(self, seed: int) -> list[int]:
        """One of those who have a page open; nobody when there is none."""
        here = [device for device in self.lines if self.me(device)]
        return [here[seed % len(here)]] if here else []

    def me(self, device: int) -> Member | None:
        [*cookies] = self.phones[device].cookies.values()
        room = self.room
        if not cookies or room is None or room.closed:
            return None
        mine = room.of_device(device_of(cookies[0]))
        return mine if mine and mine.present else None

    def hosting(self, room: Room) -> Member:
        host = room.member(room.host)
        assert host
        return host

    def shown(self, room: Room, me: Member) -> list[Form]:
        """All that can be pressed in front of them."""
        drawn = self.house.islands.draw(room, me, "en", board=False)
        pages = (str(drawn[name].html) for name in ("panel", "door"))
        return [form for page in pages for form in forms(page) if form.buttons]

    def change(self, decide: Any) -> None:
        with suppress(Refused):
            self.house.run(self.house.rooms.change(self.code, decide))

    def page(self, device: int) -> str:
        return self.get(device, f"/rooms/{self.code}")

    def get(self, device: int, path: str) -> str:
        answer = self.house.run(self.phones[device].get(path))
        assert answer.status < 500, answer.text
        return answer.text

    def press(self, device: int, seed: int, page: str, verb: str = "") -> bool:
        """Some form of the page, or one with that verb. Whatever is shown must be accepted."""
        luck = Random(seed)
        offered = [f for f in forms(page) if f.buttons and f.verb not in ("rooms", "close")]
        offered = [form for form in offered if verb in ("", form.verb)]
        if not offered:
            return False
        form = luck.choice(offered)
        pairs = luck.choice([*form.ways()])
        pairs = [(n, f"N{next(self.names)}" if n == "name" and v else v) for n, v in pairs]
        self.kept = [*self.kept[-20:], (device, form, pairs)]
        answer = self.post(device, form.address, pairs)
        assert answer.status in (201, 204, 303), (form.address, pairs, answer.text)
        return True

    def post(self, device: int, path: str, pairs: Pairs) -> Answer:
        return self.house.run(self.phones[device].post(path, urlencode(pairs)))


AT_RANDOM = settings(
    max_examples=RUNS // PARTS,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    phases=(Phase.generate,),
)


@pytest.mark.timeout(0)
@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_happens_something_leads_on(part: int) -> None:
    """In parts, so that they can run side by side; each has evenings of its own."""
    evening = type(f"Evening{part}", (Evening,), {})
    aside(run_state_machine_as_test, evening, settings=AT_RANDOM)
