"""The tables. Times are seconds since 1970; a room is deleted with all that hangs on it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

rooms = Table(
    "rooms",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("closed", Float),
    Column("host", String(22)),
    Column("match", String(22)),
    Column("opener", LargeBinary(32)),
    Column("options", Text, nullable=False),
    Column("seen", Text, nullable=False),
    Column("knocks", Text, nullable=False),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("due", Float, index=True),
)

members = Table(
    "members",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("room", ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("mark", Integer, nullable=False),
    Column("role", String(8), nullable=False),
    Column("bot", String(16)),
    Column("device", LargeBinary(32)),
    Column("keeper", String(22)),
    Column("hands", String(22)),
    Column("epoch", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("joined", Float, nullable=False),
    Column("away", Float),
    Column("line", String(22)),
    Column("signs", Boolean, nullable=False, server_default="0"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("room", ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", String(32), nullable=False),
    Column("format", Integer, nullable=False, server_default="1"),
    Column("options", Text, nullable=False),
    Column("memory", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("state", Text, nullable=False),
    Column("made", Integer, nullable=False),
    Column("stand_ins", Text, nullable=False),
    Column("paused", String(22)),
    Column("due", Float),
    Column("started", Float, nullable=False),
    Column("ended", Float),
    Column("result", Text),
    Index("ix_matches_room_number", "room", "number", unique=True),
)

moves = Table(
    "moves",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("time", Float, nullable=False),
    sqlite_with_rowid=False,
)

brought = Table(
    "brought",
    metadata,
    Column("room", ForeignKey("rooms.code", ondelete="CASCADE"), primary_key=True),
    Column("id", String(22), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("author", String(22), nullable=False),
    Column("tag", String(32), nullable=False),
    Column("content", Text, nullable=False),
)

pictures = Table(
    "pictures",
    metadata,
    Column("room", String(8), primary_key=True),
    Column("id", String(22), primary_key=True),
    Column("large", LargeBinary, nullable=False),
    Column("small", LargeBinary, nullable=False),
    ForeignKeyConstraint(["room", "id"], ["brought.room", "brought.id"], ondelete="CASCADE"),
)
"""What is seen of something that was brought, as WebP."""

keys = Table(
    "keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),
)
