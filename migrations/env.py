"""Alembic's entry point: migrates the connection it is given, or the database the settings name."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, create_engine

from app.core.settings import Settings
from app.store.tables import metadata


def migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


if given := context.config.attributes.get("connection"):
    migrate(given)
else:
    with create_engine(Settings().database_url).connect() as connection:
        migrate(connection)
