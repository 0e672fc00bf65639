"""Photos of people's own: sent, seen by this room alone, taken out, and gone with the room (F55 to
F60, F63, F71). What a decoder makes of a file is tried in test_pictures."""

from __future__ import annotations

import re
import secrets
import sqlite3
from contextlib import closing
from io import BytesIO

import httpx
import pytest

from app.core import brought
from app.core.errors import RoomFull
from app.core.values import Room
from tests.server import Server
from tests.visitors import Visitor

pytest.importorskip("PIL", reason="Pillow is not installed: no photos of one's own")

from PIL import Image  # where there is none, all of this is skipped

WEBP = "image/webp"


def photo(colour: str = "teal", kind: str = "JPEG") -> bytes:
    written = BytesIO()
    Image.new("RGB", (800, 600), colour).save(written, kind)
    return written.getvalue()


def send(who: Visitor, content: bytes, **query: str) -> httpx.Response:
    headers = {"Accept": "application/json", "Content-Type": "application/octet-stream"}
    return who.http.post(
        f"/rooms/{who.code}/photos", params=query, content=content, headers=headers
    )


def photos(who: Visitor) -> list[str]:
    return [one["id"] for one in who.look()["brought"] if one["kind"] == "photo"]


def rows(server: Server, code: str) -> int:
    with closing(sqlite3.connect(server.database)) as db:
        [(count,)] = db.execute("SELECT count(*) FROM pictures WHERE room = ?", (code,))
        return int(count)


@pytest.fixture
def sent(party: list[Visitor]) -> str:
    """The address of a photo that Bob has sent."""
    answer = send(party[1], photo(), caption="A teal wall")
    assert answer.status_code == 204, answer.text
    [id] = photos(party[1])
    return f"/rooms/{party[0].code}/photos/{id}"


def test_everybody_in_the_room_sees_it_in_two_sizes(party: list[Visitor], sent: str) -> None:
    for who in party[:3]:
        for address, size in ((sent, (800, 600)), (f"{sent}/small", (560, 420))):
            answer = who.http.get(address)
            assert answer.status_code == 200
            assert Image.open(BytesIO(answer.content)).size == size
    [one] = party[0].look()["brought"]
    assert one["caption"] == "A teal wall"
    assert one["author"] == party[1].member


def test_its_headers_let_nothing_run_and_nothing_be_kept(party: list[Visitor], sent: str) -> None:
    headers = party[0].http.get(sent).headers  # F57
    assert headers["content-type"] == WEBP
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["cache-control"] == "private, no-store"
    assert headers["content-disposition"] == 'inline; filename="photo.webp"'
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_its_address_cannot_be_guessed(party: list[Visitor], sent: str) -> None:
    id = sent.rpartition("/")[2]
    assert re.fullmatch(r"[\w-]{22}", id)  # 128 bits, F36
    send(party[1], photo())
    assert len({one[:6] for one in photos(party[1])}) == 2
    for wrong in (id[:-1], id[::-1], "x" * 5000):
        assert party[0].http.get(f"/rooms/{party[0].code}/photos/{wrong}").status_code == 404


def test_the_tv_sees_it_and_another_room_does_not(party: list[Visitor], sent: str) -> None:
    tv, elsewhere = party[3], party[4]
    assert tv.http.get(f"{sent}/small").status_code == 200
    code = elsewhere.open_room()
    assert elsewhere.http.get(sent.replace(party[0].code, code)).status_code == 404


def test_who_was_removed_sees_it_no_more(party: list[Visitor], sent: str) -> None:
    assert party[0].post("remove", member=party[2].member).status_code == 204
    assert party[2].http.get(sent).status_code == 403
    assert send(party[2], photo()).status_code == 403


def test_only_whoever_is_in_the_room_sends(party: list[Visitor]) -> None:
    party[4].code = party[0].code
    assert send(party[4], photo()).status_code in (403, 404)
    assert photos(party[0]) == []


def test_its_author_and_the_host_take_it_out(
    party: list[Visitor], sent: str, server: Server
) -> None:
    id = sent.rpartition("/")[2]
    assert rows(server, party[0].code) == 1
    assert party[2].post("brought/drop", id=id).status_code == 403
    assert party[1].post("brought/drop", id=id).status_code == 204
    send(party[1], photo())
    assert party[0].post("brought/drop", id=photos(party[0])[0]).status_code == 204
    assert party[0].http.get(sent).status_code == 404
    assert rows(server, party[0].code) == 0


def test_the_host_takes_one_out_of_a_running_match(party: list[Visitor]) -> None:
    for colour in ("red", "green", "blue", "teal", "pink"):
        assert send(party[1], photo(colour)).status_code == 204
    started = party[0].post("matches", game="sympathie", themes=["own"], first=party[0].member)
    assert started.status_code == 201, started.text
    assert party[0].move("theme", theme="own").status_code == 204
    ids = party[0].look()["match"]["view"]["photos"]
    assert party[0].post("brought/drop", id=ids[0]).status_code == 204
    assert "A photo that was taken out" in party[0].page()
    assert f"photos/{ids[0]}" not in party[0].http.get(f"/tv/{party[0].code}").text
    for who in party[:3]:
        assert who.move("rank", photos=ids).status_code == 204
    assert party[0].look()["match"]["view"]["phase"] == "compare"


def test_it_is_gone_when_the_room_closes(party: list[Visitor], sent: str, server: Server) -> None:
    assert party[0].post("close").status_code == 204  # F71
    assert party[1].http.get(sent).status_code in (404, 410)
    assert rows(server, party[0].code) == 0


def test_the_sixty_first_finds_no_place(room: Room) -> None:  # F63
    """And is refused before anything is decoded: the route asks `check_place` first."""
    for n in range(60):
        brought.check_place(room, "photo")
        room = brought.bring(room, b"ann", "photo", "", {}, id=f"photo-{n}", picture=True)
    with pytest.raises(RoomFull) as why:
        brought.check_place(room, "photo")
    assert why.value.values == {"count": 60}
    with pytest.raises(RoomFull):
        brought.bring(room, b"ann", "photo", "", {}, id="photo-60", picture=True)


def test_sent_again_it_is_still_one(party: list[Visitor], server: Server) -> None:
    """Whoever does not know whether it arrived sends it once more."""
    for _ in range(3):
        assert send(party[1], photo(), key="same").status_code == 204
    assert len(photos(party[1])) == rows(server, party[0].code) == 1
    assert send(party[2], photo(), key="same").status_code == 204
    assert len(photos(party[1])) == 2


BAD = {
    "nothing": b"",
    "a page": b"<!doctype html><script>alert(1)</script>",
    "a drawing": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "half a photo": photo()[:900],
    "a film": b"GIF89a" + bytes(100),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_photo_is_refused_in_a_sentence(party: list[Visitor], what: str) -> None:
    answer = send(party[0], BAD[what])
    assert answer.status_code == 422  # F57
    assert answer.json()["detail"].startswith("That ")
    assert photos(party[0]) == []


def test_more_than_the_limit_is_cut_off(party: list[Visitor]) -> None:  # F58
    answer = send(party[0], photo() + secrets.token_bytes(10_100_000))
    assert answer.status_code == 413
    assert "10 MB" in answer.json()["detail"]
    answer = send(party[0], photo() + bytes(10_010_000))
    assert answer.status_code == 422
    assert photos(party[0]) == []


def test_other_routes_still_read_a_little_only(party: list[Visitor]) -> None:
    for route in ("moves", "brought", "photos/x"):
        answer = party[0].http.post(
            f"/rooms/{party[0].code}/{route}",
            content=bytes(200_000),
            headers={"Content-Type": "application/octet-stream"},
        )
        assert answer.status_code in (405, 413), route


def test_a_plain_form_sends_one_too(party: list[Visitor]) -> None:
    """Its name is nobody's business (F59)."""
    name = "../../x\0.php" + "a" * 300
    answer = party[0].http.post(
        f"/rooms/{party[0].code}/photos", files={"photo": (name, photo(kind="PNG"), "image/png")}
    )
    assert answer.status_code == 303
    assert len(photos(party[0])) == 1
    assert "php" not in str(party[0].look())


@pytest.mark.parametrize(
    "body",
    [
        b"--x\r\nContent-Disposition: form-data\r\n\r\nno file\r\n--x--",
        b"preamble" * 1000 + b"--x\r\n",
        b"--x\r\n" + b"A: b\r\n" * 10_000,
        b"--x\r\n\r\n--x\r\n" * 10_000,
    ],
)
def test_a_form_that_makes_no_sense_is_refused(party: list[Visitor], body: bytes) -> None:  # F58
    answer = party[0].http.post(
        f"/rooms/{party[0].code}/photos",
        content=body,
        headers={"Content-Type": "multipart/form-data; boundary=x", "Accept": "application/json"},
    )
    assert answer.status_code == 400
    assert photos(party[0]) == []


def test_a_photo_comes_by_its_own_route_only(party: list[Visitor]) -> None:
    assert party[0].post("brought", kind="photo", caption="none").status_code == 404


def test_a_caption_is_cleaned_and_may_not_be_long(party: list[Visitor]) -> None:
    assert send(party[0], photo(), caption="a" * 81).status_code == 422
    assert send(party[0], photo(), caption=" a\u202eb ").status_code == 204
    [one] = party[0].look()["brought"]
    assert one["caption"] == "ab"
