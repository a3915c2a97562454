"""Inputs from data frames, and records as one."""

import datetime
import importlib.util
import json
import unittest

from routewright import records_from_frame, records_to_frame


@unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed here")
class Frames(unittest.TestCase):
    def setUp(self):
        import pandas

        self.pandas = pandas

    def test_rows_become_inputs_that_json_takes(self):
        frame = self.pandas.DataFrame(
            {
                "label": ["Ida", None],
                "location.lat": [47.1, 47.2],
                "location.lng": [9.5, 9.0],
                "duration": [300, float("nan")],
                "day": self.pandas.to_datetime(["2027-03-01", None]),
                "at": self.pandas.to_datetime(["2027-03-01T08:00:00+01:00", None]),
                "requires": [["cold"], ["cold", "lift"]],
                "is_urgent": [True, False],
            }
        )
        inputs = records_from_frame(frame)
        self.assertEqual(
            inputs,
            [
                {
                    "label": "Ida",
                    "location": {"lat": 47.1, "lng": 9.5},
                    "duration": 300,
                    "day": "2027-03-01",
                    "at": "2027-03-01T07:00:00.000Z",
                    "requires": ["cold"],
                    "is_urgent": True,
                },
                {"location": {"lat": 47.2, "lng": 9}, "requires": ["cold", "lift"], "is_urgent": False},
            ],
        )
        self.assertEqual(json.loads(json.dumps(inputs)), inputs)

    def test_only_mapped_columns_are_taken(self):
        frame = self.pandas.DataFrame({"order": ["A1"], "note": ["x"]})
        self.assertEqual(records_from_frame(frame, {"order": "external_id"}), [{"external_id": "A1"}])

    def test_a_missing_column_and_a_moment_without_zone_are_refused(self):
        frame = self.pandas.DataFrame({"at": [datetime.datetime(2027, 3, 1, 8, 30)]})
        with self.assertRaisesRegex(ValueError, "no column order"):
            records_from_frame(frame, {"order": "external_id"})
        with self.assertRaisesRegex(ValueError, "no time zone"):
            records_from_frame(frame)

    def test_records_become_rows(self):
        frame = records_to_frame([{"id": "a", "location": {"lat": 1.5}}, {"id": "b"}])
        self.assertEqual(list(frame.columns), ["id", "location.lat"])
        self.assertTrue(self.pandas.isna(frame["location.lat"][1]))
        self.assertEqual(len(records_to_frame([])), 0)
