"""What questions to large corpora take."""
