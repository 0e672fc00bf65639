"""pictures of what people bring"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("room", sa.String(length=8), nullable=False),
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("large", sa.LargeBinary(), nullable=False),
        sa.Column("small", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["room", "id"], ["brought.room", "brought.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "id"),
    )


def downgrade() -> None:
    op.drop_table("pictures")
