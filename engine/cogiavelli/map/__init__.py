"""The board of Cogiavelli: `italy` reads it from `italy1499.txt`."""
