"""The numbers of Machiavelli 2, each once. Money is in whole ducats."""

from __future__ import annotations

YEARS_DEFAULT, YEARS_LEAST, YEARS_MOST = 5, 1, 20

CITIES_TO_WIN = 15
CITIES_LEAST, CITIES_MOST = 1, 44
"""What a league may ask for instead."""

DIE = 6

EXPENSES_CAP = 4
"""Expenditures of a power in one campaign."""
PAYMENTS_CAP = 6
STEP = 3
"""Ducats are spent in threes; what is over is lost."""

RELIEF_COST, PACIFY_COST = 3, 12
FREE_DISBAND_COST, FREE_BUY_COST = 6, 9
"""Bribes of an autonomous garrison."""
AUTONOMY_COST, DISBAND_COST, BUY_COST = 9, 12, 18
REBELLION_AT_HOME_COST, REBELLION_COST = 15, 9
ASSASSIN_COST, ASSASSIN_CHANCES = 12, 3
"""Each 12 ducats, up to three times, win one side of the die."""

LOAN_MOST = 25
"""Principal a power can owe in all."""
SEASONS = 3
LOAN_YEARS = 2

UPKEEP = (3, 6, 6, 9)
"""Of an ordinary unit, militia, mercenary, professional: what it costs to build, and each Winter to keep."""
STRENGTH = (1, 1, 2, 2)
BRIBE_FACTOR = (1, 2, 1, 2)
MAJOR_CITY_FACTOR = 2

REBEL_HOME_UNIT, REBEL_HOME, REBEL_CONQUEST_UNIT, REBEL_CONQUEST = 1, 2, 3, 5
"""A province of an assassinated power rebels when its die is not above this."""

SEVERITY_ROW, SEVERITY_COLUMN, SEVERITY_BOTH = 2, 4, 6
"""A disaster's die: from here on it strikes a row, a column, both."""
PLAGUE_FROM = 1348
"""No plague in the years before."""

SEA_INCOME = PROVINCE_INCOME = 1
STEADY_DIE = (3, 4)
"""Without dice every one of variable income shows this in even and in odd years."""
