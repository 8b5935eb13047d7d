"""The board of 1901: 75 provinces, 34 supply centres, seven powers and where they start."""

from __future__ import annotations

from engine.conflict.orders import OrderTable
from engine.geography import read_geography

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")

PROVINCES = """
ADR (Adriatic) sea Adriatic Sea / ALB APU ION TRI VEN
AEG (Aegean) sea Aegean Sea / BUL/SC CON EAS GRE ION SMY
ALB coastal Albania : GRE SER TRI / ADR GRE ION TRI
ANK coastal Ankara : ARM CON SMY / ARM BLA CON
APU coastal Apulia : NAP ROM VEN / ADR ION NAP VEN
ARM coastal Armenia : ANK SEV SMY SYR / ANK BLA SEV
BAL (Baltic) sea Baltic Sea / BER BOT DEN KIE LVN PRU SWE
BAR (Barents) sea Barents Sea / NWG NWY STP/NC
BEL coastal Belgium : BUR HOL PIC RUH / ENG HOL NTH PIC
BER coastal Berlin : KIE MUN PRU SIL / BAL KIE PRU
BLA sea Black Sea / ANK ARM BUL/EC CON RUM SEV
BOH inland Bohemia : GAL MUN SIL TYR VIE
BOT (GOB, Bothnia) sea Gulf of Bothnia / BAL FIN LVN STP/SC SWE
BRE coastal Brest : GAS PAR PIC / ENG GAS MAO PIC
BUD inland Budapest : GAL RUM SER TRI VIE
BUL coastal Bulgaria : CON GRE RUM SER
BUL/EC / BLA CON RUM
BUL/SC / AEG CON GRE
BUR inland Burgundy : BEL GAS MAR MUN PAR PIC RUH
CLY coastal Clyde : EDI LVP / EDI LVP NAO NWG
CON coastal Constantinople : ANK BUL SMY / AEG ANK BLA BUL/EC BUL/SC SMY
DEN coastal Denmark : KIE SWE / BAL HEL KIE NTH SKA SWE
EAS (EMED, Eastern Med) sea Eastern Mediterranean / AEG ION SMY SYR
EDI coastal Edinburgh : CLY LVP YOR / CLY NTH NWG YOR
ENG (ECH, Channel) sea English Channel / BEL BRE IRI LON MAO NTH PIC WAL
FIN coastal Finland : NWY STP SWE / BOT STP/SC SWE
GAL inland Galicia : BOH BUD RUM SIL UKR VIE WAR
GAS coastal Gascony : BRE BUR MAR PAR SPA / BRE MAO SPA/NC
GOL (LYO, GLY, Gulf of Lions) sea Gulf of Lyon / MAR PIE SPA/SC TUS TYS WES
GRE coastal Greece : ALB BUL SER / AEG ALB BUL/SC ION
HEL (Helgoland, Heligoland, Helgoland Bight) sea Heligoland Bight / DEN HOL KIE NTH
HOL coastal Holland : BEL KIE RUH / BEL HEL KIE NTH
ION (Ionian) sea Ionian Sea / ADR AEG ALB APU EAS GRE NAP TUN TYS
IRI sea Irish Sea / ENG LVP MAO NAO WAL
KIE coastal Kiel : BER DEN HOL MUN RUH / BAL BER DEN HEL HOL
LON coastal London : WAL YOR / ENG NTH WAL YOR
LVN coastal Livonia : MOS PRU STP WAR / BAL BOT PRU STP/SC
LVP (LPL) coastal Liverpool : CLY EDI WAL YOR / CLY IRI NAO WAL
MAO (MID, Mid Atlantic, Atlantic Ocean) sea Mid-Atlantic Ocean / BRE ENG GAS IRI NAF NAO POR SPA/NC SPA/SC WES
MAR (Marseille) coastal Marseilles : BUR GAS PIE SPA / GOL PIE SPA/SC
MOS inland Moscow : LVN SEV STP UKR WAR
MUN inland Munich : BER BOH BUR KIE RUH SIL TYR
NAF coastal North Africa : TUN / MAO TUN WES
NAO (NAT, North Atlantic) sea North Atlantic Ocean / CLY IRI LVP MAO NWG
NAP coastal Naples : APU ROM / APU ION ROM TYS
NTH sea North Sea / BEL DEN EDI ENG HEL HOL LON NWG NWY SKA YOR
NWG (NRG) sea Norwegian Sea / BAR CLY EDI NAO NTH NWY
NWY coastal Norway : FIN STP SWE / BAR NTH NWG SKA STP/NC SWE
PAR inland Paris : BRE BUR GAS PIC
PIC coastal Picardy : BEL BRE BUR PAR / BEL BRE ENG
PIE coastal Piedmont : MAR TUS TYR VEN / GOL MAR TUS
POR coastal Portugal : SPA / MAO SPA/NC SPA/SC
PRU coastal Prussia : BER LVN SIL WAR / BAL BER LVN
ROM coastal Rome : APU NAP TUS VEN / NAP TUS TYS
RUH inland Ruhr : BEL BUR HOL KIE MUN
RUM (Romania) coastal Rumania : BUD BUL GAL SER SEV UKR / BLA BUL/EC SEV
SER inland Serbia : ALB BUD BUL GRE RUM TRI
SEV coastal Sevastopol : ARM MOS RUM UKR / ARM BLA RUM
SIL inland Silesia : BER BOH GAL MUN PRU WAR
SKA (Skagerak) sea Skagerrak / DEN NTH NWY SWE
SMY coastal Smyrna : ANK ARM CON SYR / AEG CON EAS SYR
SPA coastal Spain : GAS MAR POR
SPA/NC / GAS MAO POR
SPA/SC / GOL MAO MAR POR WES
STP (Saint Petersburg) coastal St Petersburg : FIN LVN MOS NWY
STP/NC / BAR NWY
STP/SC / BOT FIN LVN
SWE coastal Sweden : DEN FIN NWY / BAL BOT DEN FIN NWY SKA
SYR coastal Syria : ARM SMY / EAS SMY
TRI coastal Trieste : ALB BUD SER TYR VEN VIE / ADR ALB VEN
TUN coastal Tunis : NAF / ION NAF TYS WES
TUS coastal Tuscany : PIE ROM VEN / GOL PIE ROM TYS
TYR (Tyrol) inland Tyrolia : BOH MUN PIE TRI VEN VIE
TYS (TYN, Tyrrhenian) sea Tyrrhenian Sea / GOL ION NAP ROM TUN TUS WES
UKR inland Ukraine : GAL MOS RUM SEV WAR
VEN coastal Venice : APU PIE ROM TRI TUS TYR / ADR APU TRI
VIE inland Vienna : BOH BUD GAL TRI TYR
WAL coastal Wales : LON LVP YOR / ENG IRI LON LVP
WAR inland Warsaw : GAL LVN MOS PRU SIL UKR
WES (WMED, Western Med) sea Western Mediterranean / GOL MAO NAF SPA/SC TUN TYS
YOR coastal Yorkshire : EDI LON LVP WAL / EDI LON NTH
"""
"""One province or split coast a line: land neighbours after a colon, fleet neighbours after a slash."""

HOME_CENTRES = {
    "AUSTRIA": ("BUD", "TRI", "VIE"),
    "ENGLAND": ("EDI", "LON", "LVP"),
    "FRANCE": ("BRE", "MAR", "PAR"),
    "GERMANY": ("BER", "KIE", "MUN"),
    "ITALY": ("NAP", "ROM", "VEN"),
    "RUSSIA": ("MOS", "SEV", "STP", "WAR"),
    "TURKEY": ("ANK", "CON", "SMY"),
}
NEUTRAL_CENTRES = ("BEL", "BUL", "DEN", "GRE", "HOL", "NWY", "POR", "RUM", "SER", "SPA", "SWE", "TUN")

STARTING_UNITS = {
    "AUSTRIA": ("A BUD", "F TRI", "A VIE"),
    "ENGLAND": ("F EDI", "F LON", "A LVP"),
    "FRANCE": ("F BRE", "A MAR", "A PAR"),
    "GERMANY": ("A BER", "F KIE", "A MUN"),
    "ITALY": ("F NAP", "A ROM", "A VEN"),
    "RUSSIA": ("A MOS", "F SEV", "F STP/SC", "A WAR"),
    "TURKEY": ("F ANK", "A CON", "A SMY"),
}

GEOGRAPHY = read_geography(PROVINCES)
TABLE = OrderTable(GEOGRAPHY)
