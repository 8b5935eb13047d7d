"""That this file is here puts the folder on the path of the games' tests, which share `playing`."""
