"""An article made of its pages: its address and id, its pages joined, its account."""
