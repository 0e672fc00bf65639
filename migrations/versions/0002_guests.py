"""one phone for two"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("keeper", sa.String(length=22), nullable=True))
    op.add_column("members", sa.Column("hands", sa.String(length=22), nullable=True))


def downgrade() -> None:
    op.drop_column("members", "hands")
    op.drop_column("members", "keeper")
