"""Rooms on disk: what differs is written, in one transaction with whatever else waits."""
