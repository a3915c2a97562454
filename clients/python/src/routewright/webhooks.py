"""Verifies that a delivery came from the service: the Standard Webhooks signature over its id, time and body."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Mapping, Optional, Union, cast

from .errors import WebhookVerificationError

if TYPE_CHECKING:
    from .interface.types import WebhookEvent


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """
    Returns the event of a signed delivery. `body` is the raw body before any parsing, `secret` the webhook's (whsec_…),
    `now` seconds since 1970 in place of the system's clock. Raises WebhookVerificationError when a header is missing, the
    signature is wrong, or its time is too far from now.
    """
    given = {name.lower(): value for name, value in headers.items()}
    identity, timestamp = required(given, "webhook-id"), required(given, "webhook-timestamp")
    signatures = required(given, "webhook-signature").split(" ")
    try:
        distance = abs((time.time() if now is None else now) - float(timestamp))
    except ValueError:
        raise WebhookVerificationError(f"webhook-timestamp {timestamp} is no number of seconds") from None
    if not distance <= tolerance_seconds:
        raise WebhookVerificationError(f"webhook-timestamp {timestamp} is more than {tolerance_seconds} seconds from now")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{identity}.{timestamp}.".encode() + raw
    expected = base64.b64encode(hmac.new(key_of(secret), signed, hashlib.sha256).digest()).decode()
    for signature in signatures:
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(value.encode(), expected.encode()):
            return cast("WebhookEvent", json.loads(raw))
    raise WebhookVerificationError("webhook-signature does not fit the body")


def required(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"the header {name} is missing")
    return value


def key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError("the secret is not one of a webhook: whsec_ and base64")
    return key
