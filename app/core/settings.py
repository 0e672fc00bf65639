"""What a deployment may change, read once from the environment: SOULROOM_PORT and so on."""

from __future__ import annotations

from urllib.parse import urlsplit

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="SOULROOM_", frozen=True)

    database_url: str = "sqlite:///var/soulroom.db"
    redis_url: str | None = None
    base_url: str | None = None
    """How people reach us from outside, when a proxy stands before us: ``https://play.example.org``.
    Decides the QR code, the cookie's name and flags, and which Host and Origin are ours."""
    host: str = "0.0.0.0"
    port: int = Field(8000, ge=1, le=65535)
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For is believed, comma-separated."""
    wifi: str | None = None
    """``name:password`` of the network that phones should join; the TV shows it as a QR code."""
    rooms_per_hour: int = Field(120, ge=1)
    """How many rooms one address may open."""

    @field_validator("base_url")
    @classmethod
    def _is_web_address(cls, value: str | None) -> str | None:
        if value is not None:
            parts = urlsplit(value)
            parts.port  # noqa: B018  raises where it is none
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise ValueError("must look like https://play.example.org")
            if parts.path.strip("/") or parts.query or parts.fragment:
                raise ValueError("must end after the name or port: we serve no folder of a site")
        return value

    @field_validator("wifi")
    @classmethod
    def _names_a_network(cls, value: str | None) -> str | None:
        if value is not None and not value.partition(":")[0].strip():
            raise ValueError("must look like name:password")
        return value

    @property
    def secure(self) -> bool:
        return (self.base_url or "").startswith("https://")
