"""a move dirties fewer pages: no index that changes each time, and one tree for the log"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_rooms_touched", table_name="rooms")
    _rebuild_moves(sqlite_with_rowid=False)


def downgrade() -> None:
    _rebuild_moves()
    op.create_index("ix_rooms_touched", "rooms", ["touched"])


def _rebuild_moves(**options: bool) -> None:
    op.rename_table("moves", "moves_before")
    op.create_table(
        "moves",
        sa.Column("match", sa.String(length=22), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "number"),
        **options,
    )
    op.execute("INSERT INTO moves SELECT * FROM moves_before")
    op.drop_table("moves_before")
