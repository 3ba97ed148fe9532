"""Text without pages: words in many languages, dates as text, times, characters that are safe where
they go."""
