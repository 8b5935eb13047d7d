"""Cogiavelli: six powers, Italy 1499, one exchange of letters and one set of sealed orders a season.

The numbered steps stand in `shocks` (1, 11), `reading` (2, 3), `payments` (4),
`assassinations` (5), `bribes` (6), `repair` (7), `retreats` (9), `ownership` (10)
and `winter` (W1 to W5); `season` plays them in order, `game` is the contract.
"""
