"""Typed client of the Routewright interface."""

from .client import Routewright
from .errors import RoutewrightError, WebhookVerificationError
from .frames import records_from_frame, records_to_frame
from .once import CreatedOnce
from .webhooks import verify_webhook

__all__ = [
    "CreatedOnce",
    "Routewright",
    "RoutewrightError",
    "WebhookVerificationError",
    "records_from_frame",
    "records_to_frame",
    "verify_webhook",
]
