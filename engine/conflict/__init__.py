"""Simultaneous movement, shared by every game of the Diplomacy family.

`orders` interns what can be ordered on a map, `notation` reads and `legal` lists
it, `resolve` adjudicates a phase by a `rulebook`, `retreats` says where the
dislodged may go, `events` tells what happened.
"""
