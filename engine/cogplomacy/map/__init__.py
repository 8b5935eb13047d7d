"""The 1901 board as data."""
