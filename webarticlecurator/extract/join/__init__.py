"""Make one article of its pages: its address and id, its joined blocks, its account."""
