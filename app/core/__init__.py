"""What a room is and what may happen in it: pure functions, without clock, luck or disk."""
