"""Italy in 1499 as the map page tells it: 42 areas, 24 cities, the strait, 18 starting units."""

from __future__ import annotations

AREAS = """
# code | name | kind | city: its home power, neutral or none | land neighbours | seas touched
TUR | Turin | inland | neutral | SAV PAV GEN MIL | -
SAV | Savoy | inland | - | TUR GEN PAV | -
COM | Como | inland | MILAN | MIL TRE | -
MIL | Milan | inland | MILAN | TUR COM PAV MAN | -
PAV | Pavia | inland | MILAN | TUR SAV MIL GEN MAN MOD | -
GEN | Genoa | coastal | neutral | TUR SAV PAV MOD PIS | LIG
TRE | Trent | inland | - | COM VER MAN | -
MAN | Mantua | inland | - | MIL PAV TRE VER MOD FER | -
VER | Verona | inland | VENICE | TRE MAN PAD FER | -
PAD | Padua | inland | VENICE | VER VEN FER FRI | -
VEN | Venice | coastal | VENICE | PAD FRI FER | UAD
FRI | Friuli | coastal | - | PAD VEN TRI | UAD
TRI | Trieste | coastal | neutral | FRI BOS | UAD
FER | Ferrara | coastal | neutral | MAN VER PAD VEN BOL RMG | UAD
MOD | Modena | inland | - | GEN PAV MAN BOL PIS | -
BOL | Bologna | inland | neutral | FER MOD RMG FLO | -
RMG | Romagna | coastal | - | FER BOL FLO URB | UAD
PIS | Pisa | coastal | FLORENCE | GEN MOD FLO SIE | LIG UTS
FLO | Florence | inland | FLORENCE | BOL RMG PIS SIE URB | -
SIE | Siena | inland | FLORENCE | PIS FLO PER ROM | -
URB | Urbino | inland | - | RMG FLO PER ANC | -
ANC | Ancona | coastal | PAPACY | URB PER ABR | LAD
PER | Perugia | inland | PAPACY | SIE URB ANC ROM ABR | -
ROM | Rome | coastal | PAPACY | SIE PER ABR NAP | UTS LTS
ABR | Abruzzi | coastal | - | ANC PER ROM NAP APU | LAD
NAP | Naples | coastal | NAPLES | ROM ABR APU CAL | LTS
APU | Apulia | coastal | - | ABR NAP BAR CAL | LAD
BAR | Bari | coastal | NAPLES | APU CAL | LAD
CAL | Calabria | coastal | - | NAP APU BAR | LTS ION
MES | Messina | coastal | neutral | PAL | LTS ION
PAL | Palermo | coastal | NAPLES | MES | LTS
BOS | Bosnia | inland | - | TRI RAG ALB | -
RAG | Ragusa | coastal | TURK | BOS ALB | LAD
ALB | Albania | inland | - | BOS RAG DUR AVL | -
DUR | Durazzo | coastal | TURK | ALB AVL | LAD
AVL | Avlona | coastal | TURK | ALB DUR | LAD ION
LIG | Ligurian Sea | sea | - | - | UTS
UTS | Upper Tyrrhenian Sea | sea | - | - | LIG LTS
LTS | Lower Tyrrhenian Sea | sea | - | - | UTS ION
ION | Ionian Sea | sea | - | - | LTS LAD
LAD | Lower Adriatic Sea | sea | - | - | ION UAD
UAD | Upper Adriatic Sea | sea | - | - | LAD
"""

STRAIT = ("CAL", "MES")
"""The one edge for fleets alone: the strait of Messina."""

STARTING_UNITS = {
    "VENICE": ("A VER", "A PAD", "F VEN"),
    "MILAN": ("A MIL", "A PAV", "A COM"),
    "FLORENCE": ("A FLO", "A SIE", "F PIS"),
    "PAPACY": ("A ROM", "A PER", "F ANC"),
    "NAPLES": ("A NAP", "A BAR", "F PAL"),
    "TURK": ("A DUR", "A AVL", "F RAG"),
}
"""What every power starts with."""
