"""Machiavelli, second edition, as the old judge plays it: sieges, bribes, famine and conquest in Italy.

`battle` puts a campaign's orders to the shared adjudicator (`engine.conflict`),
`game` keeps the contract. The map and its nine scenarios are data in `map`.
"""
