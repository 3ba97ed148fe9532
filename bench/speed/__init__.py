"""What pages, crawls, builds and screens take."""
