"""Cogplomacy: seven powers on the board of 1901, seven phases a year, letters before every movement.

The numbered steps of the rules stand in `reading` (1, 2), the shared kernel
`engine.conflict` (3 to 9), `ownership` (10, 12) and `adjustments` (11);
`year` plays the phases in order, `game` is the contract.
"""
