"""What a deployment may change, read once from the environment: SOULROOM_PORT and so on."""

from __future__ import annotations

from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="SOULROOM_", frozen=True)

    database_url: str = "sqlite:///var/soulroom.db"
    redis_url: str | None = None
    base_url: str | None = None
    """How people reach us from outside, when a proxy stands before us: ``https://play.example.org``.
    Decides the QR code, the cookie's name and flags, and which Host and Origin are ours."""
    host: str = "0.0.0.0"
    port: int = 8000
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For is believed, comma-separated."""
    rooms_per_hour: int = 120
    """How many rooms one address may open."""
    allow_old_sqlite: bool = False
    """Serve although this SQLite has the WAL-reset bug (before 3.51.3)."""

    @property
    def secure(self) -> bool:
        return (self.base_url or "").startswith("https://")
