"""How the powers of all scenarios are called."""

from __future__ import annotations

from collections.abc import Mapping

TITLES: Mapping[str, str] = {
    "ARAGON": "Aragon",
    "AUSTRIA": "Austria",
    "BYZANTIUM": "Byzantium",
    "EMPIRE": "the Empire",
    "FLORENCE": "Florence",
    "FRANCE": "France",
    "GENOA": "Genoa",
    "LOMBARDY": "Lombardy",
    "MILAN": "Milan",
    "MONGOLS": "the Mongols",
    "NAPLES": "Naples",
    "NORMAN": "the Normans",
    "PAPACY": "the Papacy",
    "PISA": "Pisa",
    "TURKEY": "Turkey",
    "VENICE": "Venice",
}
"""Their names in a sentence."""

ALIASES: Mapping[str, tuple[str, ...]] = {
    "ARAGON": ("Aragonese", "Kingdom of Aragon"),
    "AUSTRIA": ("Austrian", "Austrians", "Habsburg", "Habsburgs"),
    "BYZANTIUM": ("Byzantine", "Byzantines", "Byzantine Empire"),
    "EMPIRE": ("Imperial", "Holy Roman Empire", "Emperor"),
    "FLORENCE": ("Florentine", "Florentines", "Republic of Florence"),
    "FRANCE": ("French", "Franks", "Kingdom of France"),
    "GENOA": ("Genoese", "Republic of Genoa"),
    "LOMBARDY": ("Lombard", "Lombards"),
    "MILAN": ("Milanese", "Duchy of Milan"),
    "MONGOLS": ("Mongol", "Mongolian"),
    "NAPLES": ("Neapolitan", "Neapolitans", "Kingdom of Naples"),
    "NORMAN": ("Normans", "Normandy"),
    "PAPACY": ("Papal", "Papal States", "Pope", "Papal State"),
    "PISA": ("Pisan", "Pisans", "Republic of Pisa"),
    "TURKEY": ("Turk", "Turks", "Turkish", "Ottoman", "Ottomans"),
    "VENICE": ("Venetian", "Venetians", "Republic of Venice"),
}
"""Other words by which a power is addressed: adjectives, peoples, states."""
