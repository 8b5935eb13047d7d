"""The nine scenarios: who starts where, with what, and what each country yields.

A power's line: name | ducats when it is first asked | special units it may have | home country | what it controls | \
units
where ``=`` means that it controls its home country and nothing else. The lines' order is that of every rule that goes
"by power". AUTONOMOUS is nobody: its garrisons and armies never act.

- special units: ordinary, militia, mercenary, professional, each x (built and bribed), r (bribed), b (built) or
  ``.`` (never); one word for all, or one each for armies, fleets and garrisons
- ``country``: a home country whose mark another power bears at the start
- ``yields``: variable income, city, number of dice, ducats by what a die shows
- ``income``: a city that yields other ducats than on the board; ``shut``: provinces nobody can enter;
  ``road``: an edge for armies that the board lacks
"""

from __future__ import annotations

from collections.abc import Mapping

SCENARIOS: Mapping[str, str] = {
    "machiavelli2": """
Balance of Power | 1454
AUSTRIA | 1 | x.xx | AUS CRI HUN TYR | = | A AUS, A HUN, A TYR
FLORENCE | 6 | xxx. | ARE FLO PSA PST | = | A ARE, A FLO, F PSA
FRANCE | 2 | x.x. | AVI MAR PRO SWI | = | A AVI, F MAR, A SWI
MILAN | 6 | xxx. | COM CRE FOR MIL PAR PAV | = | A CRE, A MIL, A PAV
NAPLES | 4 | x.x. | AQU BAR CAP MES NAP OTR PAL SLR | = | A BAR, A MES, F NAP, F PAL
PAPACY | 4 | xxx. | ANC BOL PAT PER RME SPO URB | = | F ANC, A BOL, A PER, A RME
TURKEY | 4 | x..x | ALB BOS DUR HER TUN | = | A ALB, F DUR, F TUN
VENICE | 9 | xxxx | BER DAL FRI IST PAD TRV VEN VER | = | F DAL, A PAD, G VEN, A TRV
AUTONOMOUS | - | - | - | - | G FER, G GEN, G LUC, G MAN, G MOD, G MON, G PIO, G RAG, G SLZ, G SAV, G SIE, G TRT, G TUR
yields AUS 1 1 2 3 3 4 4
yields FLO 2 1 2 3 3 4 5
yields MAR 1 1 2 3 4 5 6
yields GEN 1 1 2 2 3 3 4
yields MIL 1 2 3 3 4 4 5
yields NAP 1 1 2 2 3 3 4
yields RME 1 2 3 3 4 5 6
yields DUR 1 1 2 3 4 5 6
yields VEN 2 2 3 3 4 4 5
""",
    "mach2_sfd1": """
Struggle for Dominance I | 1499
AUSTRIA | 0 | x.xx | AUS CRI HUN MES PAL SAR SWI TYR | = | A AUS, A SWI, A TYR, A MES, F PAL, F SAR
FLORENCE | 6 | xxx. | ARE FLO PSA PST | = | A ARE, A FLO, F PSA
FRANCE | 11 | x.x. | AVI MAR PRO | AVI BAR GEN MAR MIL NAP PRO SLZ | A AVI, F MAR, A SLZ, A MIL, F GEN, A BAR, A NAP
PAPACY | 4 | xxx. | ANC BOL PAT PER RME SPO URB | = | F ANC, A BOL, A PER, A RME
TURKEY | 4 | x..x | ALB BOS DUR HER TUN | = | A ALB, F DUR, F TUN
VENICE | 9 | xxxx | BER DAL FRI IST PAD TRV VEN VER | = | F DAL, A PAD, G VEN, A TRV
AUTONOMOUS | - | - | - | CRE FER LUC MAN MOD MON PAV PIO RAG SAV SIE TRT TUR | G CRE, G FER, G LUC, G MAN, G MOD, G \
MON, G PAV, G PIO, G RAG, G SAV, G SIE, G TRT, G TUR
yields AUS 1 1 2 3 3 4 4
yields FLO 2 1 2 3 3 4 5
yields MAR 1 1 2 3 4 5 6
yields GEN 1 1 2 2 3 3 4
yields MIL 1 2 3 3 4 4 5
yields NAP 1 1 2 2 3 3 4
yields RME 1 2 3 3 4 5 6
yields DUR 1 1 2 3 4 5 6
yields VEN 2 2 3 3 4 4 5
""",
    "mach2_sfd2": """
Struggle for Dominance II | 1513
AUSTRIA | 5 | x.xx | AUS CRI TYR | AQU AUS BAR CAP CRI MES MIL NAP OTR PAL SAR SLR TYR | A AUS, A TYR, A MIL, F SAR, A \
BAR, A MES, F NAP
FRANCE | 0 | x.x. | AVI MAR PRO SLZ | = | A AVI, F MAR, A SLZ, G MIL
MILAN | 2 | xxx. | CRE FER MOD PAV SWI | = | A CRE, A FER, A MOD, A PAV
PAPACY | 4 | xxx. | ANC BOL PAT PER RME SPO URB | = | F ANC, A BOL, A PER, A RME
TURKEY | 3 | x..x | ALB BOS DUR HER HUN TUN | = | A ALB, F DUR, F TUN, A HUN
VENICE | 9 | xxxx | BER DAL FRI IST PAD TRV VEN VER | = | F DAL, A PAD, G VEN, A TRV
AUTONOMOUS | - | - | - | - | G ARE, G GEN, G FLO, G LUC, G MAN, G MON, G PIO, G PSA, G RAG, G SAV, G SIE, G TRT, G TUR
country NAPLES | AUSTRIA | AQU BAR CAP MES NAP OTR PAL SLR
yields AUS 1 1 2 3 3 4 4
yields FLO 1 1 2 3 3 4 5
yields MAR 1 1 2 3 4 5 6
yields GEN 1 1 2 2 3 3 4
yields PAV 1 2 3 3 4 4 5
yields NAP 1 1 2 2 3 3 4
yields RME 1 2 3 3 4 5 6
yields DUR 1 1 2 3 4 5 6
yields VEN 2 2 3 3 4 4 5
""",
    "mach2_span": """
Spanish Preponderance | 1521
AUSTRIA | 4 | x.xx | AUS CRI CRN MIL TYR | AQU AUS BAR CAP CRI CRN MES MIL NAP OTR PAL SAR SLR TYR | A AUS, A CRN, A \
MIL, A TYR, A BAR, A MES, A NAP, F PAL, F SAR
FLORENCE | 3 | xxx. | ARE FLO PSA PST | = | A ARE, A FLO, F PSA
FRANCE | 1 | x.x. | AVI MAR PRO SLZ SWI | = | A AVI, F MAR, A SWI, A SLZ
PAPACY | 4 | xxx. | ANC BOL PAT PER RME SPO URB | = | F ANC, A BOL, A PER, A RME
TURKEY | 3 | x..x | ALB BOS DUR HER HUN TUN | = | A ALB, F DUR, F TUN, A HUN
VENICE | 6 | xxxx | BER DAL FRI IST PAD TRV VEN VER | = | F DAL, A PAD, F VEN, A TRV
AUTONOMOUS | - | - | - | CRE FER GEN LUC MAN MOD MON PAV PIO RAG SAV SIE TRT TUR | G CRE, G FER, G GEN, G LUC, G MAN, \
G MOD, G MON, G PAV, G PIO, G RAG, G SAV, G SIE, G TRT, G TUR
country NAPLES | AUSTRIA | AQU BAR CAP MES NAP OTR PAL SLR
yields AUS 1 1 2 3 3 4 4
yields FLO 1 1 2 3 3 4 5
yields MAR 1 1 2 3 4 5 6
yields GEN 1 1 2 2 3 3 4
yields NAP 1 1 2 2 3 3 4
yields RME 1 2 3 3 4 5 6
yields DUR 1 1 2 3 4 5 6
yields VEN 1 2 3 3 4 4 5
""",
    "mach2_fotl": """
Fall of the Lombards | 725
BYZANTIUM | 4 | x.xx | ALB DAL DUR FER FRI MES OTR PAD PAL RAG TRV | = | A MES, A FRI, A TRV, A PAD, A FER, F DUR, F \
ALB, F RAG, F DAL
FRANCE | 2 | x.xr | AVI MAR PRO SAV SLZ SWI | = | A AVI, A SWI, A SLZ, F MAR, F SAV
PAPACY | 6 | x.xr | ANC ARE PAT PER RME URB | = | A RME, A PER, A ARE, F ANC
LOMBARDY | 6 | x.xr x.rr x.xr | AQU BAR CRE MAN MOD NAP PAV TUR | = | A TUR, A PAV, A MOD, A MAN, A CRE, A NAP, A BAR
AUTONOMOUS | - | - | - | - | G TUN, G SIE, G PIO, G PSA, G FLO, G BOL, G LUC, G GEN, G MON, G MIL, G VEN
yields MAR 1 1 2 3 4 5 6
yields RME 1 2 3 3 4 5 6
yields DUR 1 1 2 3 4 5 6
yields NAP 1 2 3 3 4 4 5
income FLO 1
income PSA 2
income VEN 2
shut AUS HUN TYR
""",
    "mach2_eai": """
Empire and Invaders | 1051
BYZANTIUM | 6 | x.xx | ALB DUR OTR RAG SLR | = | A SLR, A OTR, F RAG
PAPACY | 3 | x.xr | ARE PAT PER RME | = | A RME, A PER, A ARE
TURKEY | 6 | x.xr | MES PAL TUN | = | F CMS, A PAL, A MES
VENICE | 6 | xxxr | PAD TRV VEN | = | F VEN, A PAD, A TRV
PISA | 5 | xxxr | LUC PIO PSA | = | F PSA, A LUC, A PIO
EMPIRE | 5 | x.xx r.rr x.xx | CRE MIL PAV | = | A MIL, A PAV, A CRE
NORMAN | 10 | x.xr | NAP | = | F TYN, F GON, A NAP
AUTONOMOUS | - | - | - | ANC BAR BOL FER FLO GEN MAN MON SIE TRT TUR | A ANC, A BAR, G TUR, G MON, G GEN, G TRT, G \
MAN, G MOD, G FER, G BOL, G FLO, G SIE
country LOMBARDY | AUTONOMOUS | ANC BAR
yields MIL 1 1 2 3 3 4 4
yields PSA 1 1 2 3 3 4 5
yields NAP 1 1 2 3 4 5 6
yields DUR 1 2 3 3 4 4 5
yields BAR 1 0 0 0 0 0 0
yields RME 1 2 3 3 4 5 6
yields TUN 1 1 2 3 4 5 6
yields VEN 1 2 3 3 4 4 5
income FLO 2
income PSA 2
shut AUS AVI HUN MAR PRO SAV SLA SLZ SWI TYR
""",
    "mach2_pamt": """
Papal Ascendancy and Mongol Threat | 1177
MILAN | 6 | xxxr | CRE MAN MIL MOD TRT | = | A MIL, A TRT, A CRE, A MAN, A MOD
PAPACY | 4 | x.xr | ARE FLO PAT PER PSA RME | = | A RME, A PER, A ARE, A FLO, F PSA
VENICE | 6 | xxxx | DAL FER PAD TRV VEN | = | F VEN, F DAL, A PAD, A TRV, A FER
EMPIRE | 2 | x.xx | BAR MES NAP PAL | = | F MES, A PAL, F NAP, A BAR
MONGOLS | 6 | xxxx | AUS CRN CRO HUN TYR | = | A AUS, A TYR, A HUN, A CRN, A CRO
AUTONOMOUS | - | - | - | - | G TUR, G MON, G GEN, G PAV, G LUC, G BOL, G SIE, G PIO, G ANC, G TUN, G RAG, G DUR
yields AUS 1 1 2 3 3 4 4
yields MIL 1 2 3 3 4 4 5
yields NAP 1 1 2 2 3 3 4
yields RME 1 2 3 3 4 5 6
yields VEN 1 2 3 3 4 4 5
income FLO 2
shut AVI MAR PRO SAV SLZ SWI
""",
    "mach2_pa": """
Papal Ascendancy | 1177
MILAN | 6 | xxxr | CRE MAN MIL MOD TRT | = | A MIL, A TRT, A CRE, A MAN, A MOD
PAPACY | 4 | x.xr | ARE FLO PAT PER PSA RME | = | A RME, A PER, A ARE, A FLO, F PSA
VENICE | 6 | xxxx | DAL FER PAD TRV VEN | = | F VEN, F DAL, A PAD, A TRV, A FER
EMPIRE | 2 | x.xx | BAR MES NAP PAL | = | F MES, A PAL, F NAP, A BAR
AUTONOMOUS | - | - | - | - | G TUR, G MON, G GEN, G PAV, G LUC, G BOL, G SIE, G PIO, G ANC, G TUN, G RAG, G DUR
yields MIL 1 2 3 3 4 4 5
yields NAP 1 1 2 2 3 3 4
yields RME 1 2 3 3 4 5 6
yields VEN 1 2 3 3 4 4 5
income FLO 2
shut AUS AVI CRN CRO HUN MAR PRO SAV SLZ SWI TYR
road BOS SLA
""",
    "mach2_ttr": """
To the Renaissance | 1253
FLORENCE | 4 | xxxr | FLO PIO PSA | = | A FLO, A PSA, A PIO
MILAN | 6 | xxxr | CRE MIL PAV | = | A MIL, A PAV, A CRE
NAPLES | 8 | x.xx | AVI BAR MAR NAP | = | A AVI, F MAR, A NAP, F BAR
PAPACY | 4 | xxxr | ANC PAT PER RME | = | A RME, A PER, F ANC
VENICE | 6 | xxxx | FER PAD VEN | = | F VEN, A PAD, A FER
GENOA | 6 | xxxx | GEN MOD SAV | = | F GEN, F SAV, A MOD
ARAGON | 6 | x.xx | MES PAL SAR | = | A PAL, F MES, F SAR
AUTONOMOUS | - | - | - | - | G TUR, G MON, G SLZ, G TRT, G LUC, G BOL, G SIE, G ARE, G TRV, G RAG, G DUR
yields PAL 1 1 2 3 3 4 4
yields FLO 1 1 2 3 3 4 5
yields GEN 1 1 2 2 3 3 4
yields MIL 1 2 3 3 4 4 5
yields NAP 1 1 2 2 3 3 4
yields RME 1 2 3 3 4 5 6
yields VEN 1 2 3 3 4 4 5
shut AUS HUN
""",
}
