"""who agrees that their name stands in a picture to keep"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("signs", sa.Boolean(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("members", "signs")
