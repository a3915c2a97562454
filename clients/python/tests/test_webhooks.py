"""Deliveries as the service signs them: ROUTEWRIGHT_DELIVERY holds one with its secret and its moment."""

import json
import os
import unittest

from routewright import WebhookVerificationError, verify_webhook

given = json.loads(os.environ["ROUTEWRIGHT_DELIVERY"])
BODY, HEADERS, SECRET, NOW = given["body"], given["headers"], given["secret"], given["now"]


class Deliveries(unittest.TestCase):
    def refuses(self, words, body=BODY, headers=HEADERS, secret=SECRET, **options):
        with self.assertRaisesRegex(WebhookVerificationError, words):
            verify_webhook(body, headers, secret, **{"now": NOW, **options})

    def test_signed_by_the_service_are_their_events(self):
        self.assertEqual(verify_webhook(BODY, HEADERS, SECRET, now=NOW), json.loads(BODY))
        titled = {name.title(): value for name, value in HEADERS.items()}
        self.assertEqual(verify_webhook(BODY.encode(), titled, SECRET, now=NOW), json.loads(BODY))
        rolled = {**HEADERS, "webhook-signature": "v1,YW5vdGhlcg== " + HEADERS["webhook-signature"]}
        self.assertEqual(verify_webhook(BODY, rolled, SECRET, now=NOW), json.loads(BODY))

    def test_others_are_refused_with_the_reason(self):
        self.refuses("does not fit", body=BODY + " ")
        self.refuses("does not fit", secret="whsec_YW5vdGhlcg==")
        self.refuses("300 seconds", now=NOW + 301)
        self.refuses("1 seconds", now=NOW + 2, tolerance_seconds=1)
        self.refuses("no number", headers={**HEADERS, "webhook-timestamp": "x"})
        self.refuses("seconds from now", headers={**HEADERS, "webhook-timestamp": "nan"})
        self.refuses("webhook-id is missing", headers={})
        self.refuses("not one of a webhook", secret="whsec_?")
        self.refuses("does not fit", headers={**HEADERS, "webhook-signature": "v1,?? v2,x v1,ü"})
