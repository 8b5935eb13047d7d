"""Results as tables and transcripts for other programs."""
