"""The board, the tables of disasters and the scenarios as data; `theatre` makes tables of them."""
