"""Lanes: what the seats of one provider account share, and how far it may be pressed."""

from harness.lanes.lane import Lane, Ticket
from harness.lanes.status import CallStatus, LaneShut, LaneStatus

__all__ = ["CallStatus", "Lane", "LaneShut", "LaneStatus", "Ticket"]
