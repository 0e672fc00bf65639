"""What eyes see: a room becomes a look, a look becomes parts of pages, events and JSON."""
