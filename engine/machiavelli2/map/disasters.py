"""Where famine, plague and storms strike: rows and columns are sums of two dice, 2..12."""

from __future__ import annotations

FAMINE = """
  -   - PRO PAT MOD   - COR ANC   -   -   -
  - PIO   -   -   -   -   - TUN   -   - PAL
PER   - OTR PAD SWI CRE   -   - HER   -   -
FRI   - BOL SLR VER AUS MIL SIE   -   - DUR
MAR RAG   - CRI BER PST SPO   -   - HUN   -
  - BAR SLA MON URB FOR   - COM TRT   -   -
FER   - RME PAV   -   - ARE   - SLZ ALB GEN
  -   - CRO   - FLO TUR MAN CAP TRV   -   -
SAV   - SAR   - PAR BOS TYR   - NAP   - DAL
  -   - VEN   -   -   -   - CRN   - MES   -
  -   -   - PSA AQU AVI LUC   - IST   -   -
"""

PLAGUE = """
  - SWI   -   - CRN   -   -   -   - MON CAP
RAG BOS SLA   -   -   - CRO   -   - BAR TYR
SAV   -   - FRI   - RME   - MAR PAV   -   -
  - SLR VER   - DAL LUC BOL CRI PRO   -   -
  -   - TUR SIE MES PAD AUS FER   -   -   -
PAL   - GEN ALB PSA TUN AVI MIL   -   - SAR
DUR   - NAP MOD PER CRE VEN FLO   -   -   -
  - BER ANC PAR   -   -   -   - MAN IST   -
PIO HUN   - URB   -   -   -   - TRV   - COM
ARE FOR   -   -   -   -   - OTR   - AQU SPO
TRT HER   - PST   -   -   - COR   - PAT SLZ
"""

STORMS = """
  -   -   -   -   -   -   -   -   -   -   -
  -   - LAS   -   -   -   -   - TYN   -   -
  - CMS   -   -   -   -   -   -   - UAS   -
  -   -   -   -   -   -   -   -   -   -   -
  -   -   -   -   -   -   -   -   -   -   -
  -   -   -   -   -   -   -   -   -   - WMS
  -   -   -   -   -   -   -   -   -   -   -
  -   -   -   -   -   -   -   -   -   -   -
  - LIG   -   -   -   -   -   -   - GON   -
  -   - GOL   -   -   -   -   - ION   -   -
  -   -   -   -   -   -   -   -   -   -   -
"""
