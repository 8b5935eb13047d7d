"""Boards as drawings: coordinates in degrees, woven into a mesh in which neighbours share their border."""
