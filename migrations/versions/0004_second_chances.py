"""what is due lies on the room; lines, settings and whatever is brought; a format's number"""

from __future__ import annotations

import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("rooms", sa.Column("due", sa.Float(), nullable=True))
    op.add_column("rooms", sa.Column("settings", sa.Text(), nullable=False, server_default="{}"))
    op.create_index("ix_rooms_due", "rooms", ["due"])
    op.execute('UPDATE rooms SET due = (SELECT due FROM matches WHERE id = rooms."match")')
    op.drop_index("ix_matches_due", table_name="matches")
    op.drop_index("ix_members_device", table_name="members")
    op.add_column("members", sa.Column("line", sa.String(length=22), nullable=True))
    op.add_column("matches", sa.Column("format", sa.Integer(), nullable=False, server_default="1"))
    keys = op.create_table(
        "keys",
        sa.Column("name", sa.String(length=16), primary_key=True),
        sa.Column("value", sa.LargeBinary(length=32), nullable=False),
    )
    op.bulk_insert(keys, [{"name": "devices", "value": secrets.token_bytes(32)}])
    op.execute("UPDATE rooms SET knocks = '[]'")  # whoever stood at the door knocks again
    _rename_scenarios()
    _name_memories()


def _rename_scenarios() -> None:
    op.create_table(
        "brought",
        sa.Column("room", sa.String(length=8), nullable=False),
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("author", sa.String(length=22), nullable=False),
        sa.Column("tag", sa.String(length=32), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "id"),
    )
    op.execute(
        "INSERT INTO brought SELECT room, id, 'card', author, '', json_object('question',"
        " json_extract(text, '$[0]'), 'answers', json_extract(text, '$[1]')) FROM scenarios"
    )
    op.drop_table("scenarios")


def _name_memories() -> None:
    db = op.get_bind()
    for id, memory in db.execute(sa.text("SELECT id, memory FROM matches")).all():
        seen, brought = json.loads(memory)
        items = [{"id": one, "kind": "card", "tag": ""} for one in brought]
        named = {"memory": json.dumps({"seen": seen, "brought": items}), "id": id}
        db.execute(sa.text("UPDATE matches SET memory = :memory WHERE id = :id"), named)


def downgrade() -> None:
    op.create_table(
        "scenarios",
        sa.Column("room", sa.String(length=8), nullable=False),
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("author", sa.String(length=22), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("room", "id"),
    )
    op.execute(
        "INSERT INTO scenarios SELECT room, id, author, json_array(json_extract(content,"
        " '$.question'), json_extract(content, '$.answers')) FROM brought WHERE kind = 'card'"
    )
    op.drop_table("brought")
    db = op.get_bind()
    for id, memory in db.execute(sa.text("SELECT id, memory FROM matches")).all():
        named = json.loads(memory)
        plain = json.dumps([named["seen"], [item["id"] for item in named["brought"]]])
        values = {"memory": plain, "id": id}
        db.execute(sa.text("UPDATE matches SET memory = :memory WHERE id = :id"), values)
    op.create_index("ix_members_device", "members", ["device"])
    op.drop_table("keys")
    op.drop_column("matches", "format")
    op.drop_column("members", "line")
    op.create_index("ix_matches_due", "matches", ["due"])
    op.drop_index("ix_rooms_due", table_name="rooms")
    op.drop_column("rooms", "settings")
    op.drop_column("rooms", "due")
