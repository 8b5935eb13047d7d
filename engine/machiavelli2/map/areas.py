"""The board: 63 provinces, 9 seas, and Venice, a sea that holds a fortified port."""

from __future__ import annotations

AREAS = """
# code | name | other spellings | kind | city: ducats, walls, port | an army's neighbours | a fleet's neighbours
ALB | Albania | ALBAN | land | 1 | DUR HER RAG | DUR LAS RAG
ANC | Ancona | ANCON | land | 1 walls port | AQU SPO URB | AQU LAS UAS URB
AQU | Aquila | AQUIL | land | - | ANC BAR CAP NAP SLR SPO | ANC BAR LAS
ARE | Arezzo | AREZZ | land | 1 walls | FLO PER SIE URB | -
AUS | Austria | AUSTR | land | 1 walls | CRI HUN SLA TYR | -
AVI | Avignon | AVIGN | land | 1 walls | MAR PRO SWI TUR | GOL MAR
BAR | Bari | - | land | 1 walls port | AQU OTR SLR | AQU LAS OTR
BER | Bergamo | BERGA | land | - | CRE MAN MIL TRT VER | -
BOL | Bologna | BOLOG | land | 1 walls | FER FLO LUC MAN MOD PST URB | FER UAS URB
BOS | Bosnia | BOSNI | land | - | CRO DAL HER | -
CAP | Capua | - | land | - | AQU NAP RME SPO | NAP RME TYN
CMS | Central Mediterranean | BOT CMED CM | sea | - | - | ION PAL TUN TYN WMS
COM | Como | - | land | - | MIL PAV TUR TYR | -
COR | Corsica | CORSI | land | 1 | SAR | GOL LIG SAR TYN
CRE | Cremona | CREMO | land | 1 walls | BER MAN MIL PAR | -
CRI | Carinthia | CARIN | land | - | AUS CRN FRI MIL SLA TRT TYR VER | -
CRN | Carniola | CARNI | land | 1 | CRI CRO FRI IST SLA | FRI IST UAS
CRO | Croatia | CROAT | land | 1 | BOS CRN DAL IST SLA | DAL IST UAS
DAL | Dalmatia | DALMA | land | 1 | BOS CRO HER IST | CRO HER IST LAS UAS
DUR | Durazzo | DURAZ | land | 1 walls port | ALB | ALB ION LAS
FER | Ferrara | FERRA | land | 1 walls | BOL MAN PAD VER | BOL PAD UAS
FLO | Florence | FLORE | land | 3 walls | ARE BOL PSA PST SIE URB | -
FOR | Fornova | FORNO | land | - | GEN MOD MON PAR PAV | -
FRI | Friuli | FRIUL | land | - | CRI CRN TRV VER | CRN TRV UAS VEN
GEN | Genoa | - | land | 3 walls port | FOR MOD MON SAV | LIG MOD SAV
GOL | Gulf of Lyons | WGL WGOL LYO | sea | - | - | AVI COR LIG MAR PRO SAR TYN WMS
GON | Gulf of Naples | - | sea | - | - | ION MES NAP OTR PAL SLR TYN
HER | Herzegovina | HERZE | land | - | ALB BOS DAL RAG | DAL LAS RAG
HUN | Hungary | HUNGA | land | 1 | AUS SLA | -
ION | Ionian Sea | IS IOS | sea | - | - | CMS DUR GON LAS MES OTR PAL
IST | Istria | ISTRI | land | - | CRN CRO DAL | CRN CRO DAL UAS
LAS | Lower Adriatic Sea | LOW LA | sea | - | - | ALB ANC AQU BAR DAL DUR HER ION OTR RAG UAS
LIG | Ligurean Sea | EGL EGOL LIS LS | sea | - | - | COR GEN GOL LUC MOD PIO PRO PSA SAV TYN
LUC | Lucca | - | land | 1 walls | BOL MOD PSA PST | LIG MOD PSA
MAN | Mantua | MANTU | land | 1 walls | BER BOL CRE FER MOD PAR VER | -
MAR | Marseilles | MARSE MARSEILLE | land | 1 walls port | AVI PRO | AVI GOL PRO
MES | Messina | MESSI | land | 1 walls port | OTR PAL | GON ION OTR PAL
MIL | Milan | - | land | 3 walls | BER COM CRE CRI PAR PAV TRT TYR | -
MOD | Modena | MODEN | land | 1 walls | BOL FOR GEN LUC MAN PAR | GEN LIG LUC
MON | Montferrat | MONTF | land | 1 walls | FOR GEN PAV SAV TUR | -
NAP | Naples | NAPLE | land | 2 walls port | AQU CAP SLR | CAP GON SLR TYN
OTR | Otranto | OTRAN | land | - | BAR MES SLR | BAR GON ION LAS MES SLR
PAD | Padua | - | land | 1 walls | FER TRV VER | FER TRV UAS VEN
PAL | Palermo | PALER | land | 1 walls port | MES | CMS GON ION MES TYN
PAR | Parma | - | land | - | CRE FOR MAN MIL MOD PAV | -
PAT | Patrimony | PATRI | land | - | PER RME SIE | RME SIE TYN
PAV | Pavia | - | land | 1 walls | COM FOR MIL MON PAR TUR | -
PER | Perugia | PERUG | land | 1 walls | ARE PAT RME SIE SPO URB | -
PIO | Piombino | PIOMB | land | 1 walls port | PSA SIE | LIG PSA SIE TYN
PRO | Provence | PROVE | land | - | AVI MAR SAV SLZ TUR | GOL LIG MAR SAV
PSA | Pisa | - | land | 1 walls port | FLO LUC PIO PST SIE | LIG LUC PIO
PST | Pistoia | PISTO | land | - | BOL FLO LUC PSA | -
RAG | Ragusa | RAGUS | land | 1 walls port | ALB HER | ALB HER LAS
RME | Rome | - | land | 2 walls | CAP PAT PER SPO | CAP PAT TYN
SAR | Sardinia | SARDI | land | 1 port | COR | COR GOL TYN WMS
SAV | Savoy | - | land | 1 walls port | GEN MON PRO SLZ TUR | GEN LIG PRO
SIE | Siena | SIENNA SIENN | land | 1 walls | ARE FLO PAT PER PIO PSA | PAT PIO TYN
SLA | Slavonia | SLAVO | land | - | AUS CRI CRN CRO HUN | -
SLR | Salerno | SALER | land | - | AQU BAR NAP OTR | GON NAP OTR
SLZ | Saluzzo | SALUZ | land | 1 walls | PRO SAV TUR | -
SPO | Spoleto | SPOLE | land | - | ANC AQU CAP PER RME URB | -
SWI | Swiss | - | land | 1 | AVI TUR TYR | -
TRT | Trent | - | land | 1 walls | BER CRI MIL VER | -
TRV | Treviso | TREVI | land | 1 walls | FRI PAD VER | FRI PAD VEN
TUN | Tunis | - | land | 2 walls port | - | CMS WMS
TUR | Turin | - | land | 1 walls | AVI COM MON PAV PRO SAV SLZ SWI TYR | -
TYN | Tyrrhenian Sea | TYS TS | sea | - | - | CAP CMS COR GOL GON LIG NAP PAL PAT PIO RME SAR SIE WMS
TYR | Tyrolea | TYROL | land | 1 walls | AUS COM CRI MIL SWI TUR | -
UAS | Upper Adriatic Sea | UPP UA | sea | - | - | ANC BOL CRN CRO DAL FER FRI IST LAS PAD URB VEN
URB | Urbino | URBIN | land | - | ANC ARE BOL FLO PER SPO | ANC BOL UAS
VEN | Venice | VENIC | venice | 3 walls port | - | FRI PAD TRV UAS
VER | Verona | VERON | land | - | BER CRI FER FRI MAN PAD TRT TRV | -
WMS | Western Mediterranean | WME WMED WM | sea | - | - | CMS GOL SAR TUN TYN
"""

STRAIT = ("GON", "ION", "MES")
"""Two seas, and the province from which a fleet shuts the passage between them."""
