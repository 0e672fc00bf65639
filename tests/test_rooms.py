"""A room over HTTP: people come, play, go, and come back."""

from __future__ import annotations

from tests.visitors import Visitor, answer_all, seated


def test_five_friends_play_to_the_soulmates(table: list[Visitor]) -> None:
    seated(table)
    for _ in range(200):
        if table[0].look()["match"]["over"]:
            break
        answer_all(table)
    match = table[0].look()["match"]
    assert match["over"]
    assert match["result"] == {"winners": [0, 1, 2, 3, 4]}  # all always chose A
