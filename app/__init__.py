"""The shell round the games: HTTP, storage, time and luck. Start reading in `app/main.py`."""
