"""One phone for two, and looking back together."""

from __future__ import annotations

from random import Random

import pytest

from tests.visitors import Visitor, answer_all, seated


@pytest.fixture
def pair(table: list[Visitor]) -> tuple[Visitor, str]:
    """Ann's phone, which also plays for Bob: the phone, and Bob's id."""
    ann = table[0]
    ann.join(ann.open_room(), "Ann")
    assert ann.post("guests", name="Bob").status_code == 204
    bob = next(person for person in ann.look()["members"] if person["name"] == "Bob")
    return ann, bob["id"]


def begin(ann: Visitor, game: str, first: str) -> None:
    answer = ann.post("matches", game=game, first=first)
    assert answer.status_code == 201, answer.text


def test_a_phone_plays_both_seats_of_an_open_game(pair: tuple[Visitor, str]) -> None:
    ann, _ = pair
    begin(ann, "soulaween", ann.member)
    for seat, cell in enumerate((0, 15, 5)):
        ask = ann.look()["match"]["ask"]["id"]
        put = {"ask": ask, "kind": "put", "cell": cell, "side": "tamed", "seat": seat % 2}
        assert ann.post("moves", **put).status_code == 204
    match = ann.look()["match"]
    assert match["view"]["turn"] == 4
    assert match["seat"] == 1  # the phone shows whoever is asked
    assert "turned" in ann.page()  # and lies the right way round for them


def test_only_ones_own_seats_can_be_named(pair: tuple[Visitor, str], table: list[Visitor]) -> None:
    ann, bob = pair
    cid = table[1].join(ann.code, "Cid")
    ann.post("role", member=bob, role="watcher")
    begin(ann, "soulaween", ann.member)
    put = {"ask": "turn-1/put", "kind": "put", "cell": 0, "side": "tamed"}
    for guest, seat in ((cid, 0), (ann, 1), (ann, "x"), (ann, -1), (ann, [0])):
        assert guest.post("moves", **put, seat=seat).status_code == 403
    assert ann.look()["match"]["view"]["turn"] == 1


def test_secrets_of_two_on_one_phone_wait_behind_a_curtain(
    pair: tuple[Visitor, str], table: list[Visitor]
) -> None:
    ann, bob = pair
    table[1].join(ann.code, "Cid")
    begin(ann, "soulmates", bob)
    veiled = ann.look()["match"]
    assert (veiled["seat"], veiled["ask"], veiled["view"]["offer"]) == (None, None, [])
    assert "I am" in ann.page()
    assert ann.post("hands", member=bob).status_code == 204
    shown = ann.look()["match"]
    assert (shown["seat"], len(shown["view"]["offer"])) == (0, 2)
    ann.post("moves", ask="round-1/pick", kind="pick", card=shown["view"]["offer"][0], seat=0)
    ann.post("moves", ask="round-1/ego", kind="ego", letter="A", seat=0)
    assert ann.look()["match"]["seat"] is None  # Bob has locked in: the curtain falls for Ann


def test_two_first_hats_on_one_phone_are_chosen_behind_a_curtain(
    pair: tuple[Visitor, str],
) -> None:  # SW-Q11
    ann, bob = pair
    cards = {"first_card": "wuchang_1", "second_card": "wuchang_2"}
    settings = {"game": "soulaween", "first": ann.member, "mode": "standard", **cards}
    assert ann.post("matches", **settings).status_code == 201
    for seat, (who, hat) in enumerate(((ann.member, "bai"), (bob, "hei"))):
        veiled = ann.look()["match"]
        assert (veiled["seat"], veiled["ask"]) == (None, None)
        assert [guide["hat"] for guide in veiled["view"]["guides"]] == [None, None]
        assert "I am" in ann.page()
        assert ann.post("hands", member=who).status_code == 204
        assert ann.look()["match"]["seat"] == seat
        assert ann.post("moves", ask="hats", kind="hat", side=hat, seat=seat).status_code == 204
    shown = ann.look()["match"]
    assert [guide["hat"] for guide in shown["view"]["guides"]] == ["bai", "hei"]
    assert shown["ask"]["id"] == "turn-1/put"  # Ann's, and nobody has to pass the phone for it
    assert ann.post("moves", ask="turn-1/put", kind="put", cell=0, side="tamed").status_code == 204
    assert ann.post("moves", ask="turn-1/hat", kind="hat", side="hei").status_code == 204
    assert ann.look()["match"]["ask"]["id"] == "turn-2/put"


def test_a_guest_is_away_when_the_phone_is_and_leaves_with_it(
    pair: tuple[Visitor, str], table: list[Visitor]
) -> None:
    ann, _ = pair
    cid = table[1].join(ann.code, "Cid")
    ann.post("leave")
    assert [person["name"] for person in cid.look()["members"]] == ["Cid"]


def test_a_guest_cannot_host_and_only_the_phone_or_the_host_sends_them_away(
    pair: tuple[Visitor, str], table: list[Visitor]
) -> None:
    ann, bob = pair
    cid = table[1].join(ann.code, "Cid")
    assert ann.post("hand-over", member=bob).status_code == 409
    assert cid.post("remove", member=bob).status_code == 403
    assert cid.post("hands", member=bob).status_code == 403
    assert ann.post("remove", member=bob).status_code == 204


def finished(table: list[Visitor]) -> list[Visitor]:
    """Two have played Soulaween to the end, with whatever luck brought."""
    ann, bob = seated(table[:2], "soulaween")
    luck = Random(4)
    while not (match := ann.look()["match"])["over"]:
        for guest in (ann, bob):
            mine = guest.look()["match"]
            if not mine["ask"]:
                continue
            if mine["ask"]["kinds"] == ["put"]:
                put = luck.choice(mine["view"]["previews"])
                guest.move("put", cell=put["cell"], side=put["side"])
            else:
                guest.move("reap", cells=luck.choice(mine["view"]["choices"])["cells"])
    assert match["result"]
    return [ann, bob]


def test_a_finished_match_is_shown_again_to_all_at_any_step(table: list[Visitor]) -> None:
    ann, bob = finished(table)
    assert bob.post("replay", step=3).status_code == 204
    assert ann.look()["match"]["view"]["turn"] == 4
    assert sum(side is not None for side in ann.look()["match"]["view"]["mat"]) == 3
    assert ann.post("replay", step="moments").status_code == 204
    assert bob.look()["match"]["view"]["turn"] > 4
    assert ann.page().count('id="moment-') >= 2
    assert ann.post("replay", step="end").status_code == 204
    assert bob.look()["match"]["over"]


def test_looking_back_shows_only_what_was_public_then(table: list[Visitor]) -> None:
    seated(table[:3])
    for _ in range(200):
        if table[0].look()["match"]["over"]:
            break
        answer_all(table[:3])
    for step in range(6):
        assert table[0].post("replay", step=step).status_code == 204
        view = table[0].look()["match"]["view"]
        assert (view["offer"], view["ego"]) == ([], None)
        assert view["phase"] != "ego" or view["open"] == [None, None, None]


@pytest.mark.parametrize("step", [-1, "soon", 10**30, None])
def test_nonsense_is_no_step(table: list[Visitor], step: object) -> None:
    ann = table[0].join(table[0].open_room(), "Ann")
    assert ann.post("replay", step=step).status_code == 400


def test_nobody_looks_back_while_a_match_is_under_way(table: list[Visitor]) -> None:
    seated(table[:2], "soulaween")
    assert table[0].post("replay", step=0).status_code == 409


def test_when_all_is_over_people_look_back_through_each_others_eyes(table: list[Visitor]) -> None:
    ann, bob, cid, *_ = seated(table[:3])
    for _ in range(200):
        if ann.look()["match"]["over"]:
            break
        answer_all(table[:3])
    assert bob.post("replay", step=0, eyes=ann.member).status_code == 204
    assert len(bob.look()["match"]["view"]["offer"]) == 2  # the first player's two cards
    for step in range(ann.look()["match"]["view"]["rounds"] * 3):
        assert cid.post("replay", step=step, eyes=bob.member).status_code == 204
        for eyes in (ann, bob, cid):
            assert eyes.look()["match"]["seat"] == 1
            assert eyes.http.get(f"/rooms/{ann.code}").is_success
        assert ann.http.get(f"/tv/{ann.code}").is_success
    assert ann.post("replay", step=1, eyes="nobody").status_code == 204
    assert ann.look()["match"]["seat"] is None


def test_two_look_back_through_each_others_eyes(table: list[Visitor]) -> None:
    ann, bob = seated(table[:2])
    for _ in range(200):
        if ann.look()["match"]["over"]:
            break
        answer_all([ann, bob])
    for step in range(12):
        assert ann.post("replay", step=step, eyes=bob.member).status_code == 204
        assert ann.http.get(f"/rooms/{ann.code}").is_success


def test_nobody_looks_through_others_eyes_while_a_match_is_under_way(table: list[Visitor]) -> None:
    ann, bob, *_ = seated(table[:3])
    assert bob.post("replay", step=0, eyes=ann.member).status_code == 409
    assert bob.look()["match"]["view"]["offer"] == []
