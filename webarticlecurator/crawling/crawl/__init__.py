"""Walk the archive of a portal and fetch its articles. Read ``crawl.py`` first."""
