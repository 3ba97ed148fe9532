"""What ``curator new`` makes of portals, and how far shipped portal files are tried."""
