"""Cogplomacy: seven powers on the 1901 board."""
