"""The portal's archive walked, its articles fetched. Read ``crawl.py`` first."""
