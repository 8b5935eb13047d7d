"""What people see: the live console of a run, tables, chronicles, and a terminal to play at."""
