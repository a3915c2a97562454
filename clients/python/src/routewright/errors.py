"""What can go wrong when the service is called, or when it calls."""

from __future__ import annotations

from typing import Optional


class RoutewrightError(Exception):
    """A call that failed. It never holds the key."""

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        status: int,
        message_id: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.operation = operation
        # 0 when no answer arrived.
        self.status = status
        # Stable code to branch on; None when the answer was not the service's own.
        self.message_id = message_id
        self.request_id = request_id

    @property
    def is_passing(self) -> bool:
        """Whether a retry may succeed: no answer arrived, or the service or a proxy failed."""
        return self.status == 0 or self.status >= 500


class WebhookVerificationError(Exception):
    """Reason why a delivery cannot be trusted."""
