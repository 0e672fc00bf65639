"""``python -m app``. Processes that think import this too, and need nothing of it."""

from __future__ import annotations

if __name__ == "__main__":
    from app.serve import main

    main()
