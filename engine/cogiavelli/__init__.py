"""Cogiavelli: six powers, Italy 1499, one exchange of letters and one set of sealed orders a season.

The steps of a season stand in `payments`, `assassinations`, `bribes`, `repair`,
`movement` and `ownership`, Winter's in `winter`, the draws in `shocks`; `season`
plays them in order and `game` is the contract.
"""
