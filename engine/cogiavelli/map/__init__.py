"""The map of Cogiavelli: `board` is the data, `italy` the tables made of it."""
