"""Years of made portals in one process: the real code with clock, network and ids handed in."""
