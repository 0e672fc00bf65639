"""What a drill measured, and what it may be."""

from __future__ import annotations

from math import inf
from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    measured: float
    unit: str = ""
    most: float = inf
    least: float = -inf

    @property
    def holds(self) -> bool:
        return self.least <= self.measured <= self.most

    def __str__(self) -> str:
        bounds = ((self.most, "at most"), (self.least, "at least"))
        allowed = [f"{word} {bound:g}" for bound, word in bounds if abs(bound) != inf]
        mark = "ok" if self.holds else "FAILED"
        return (
            f"  {mark:<7}{self.what}: {self.measured:,.2f} {self.unit} {' '.join(allowed)}".rstrip()
        )


def p95(values: list[float]) -> float:
    return sorted(values)[len(values) * 95 // 100]
