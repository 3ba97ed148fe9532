"""What web archives know of a portal, and its corpus does not. Read ``coverage.py`` first."""
