"""Records in and out of pandas' data frames. pandas is needed only by `records_to_frame`."""

from __future__ import annotations

import datetime
import math
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional

if TYPE_CHECKING:
    import pandas


def records_from_frame(frame: pandas.DataFrame, columns: Optional[Mapping[str, str]] = None) -> List[Any]:
    """
    One input for each row. Columns are named as the fields are, with a dot for a field inside another one
    (`location.lat`); `columns` maps names of the frame to fields, and then only those columns are taken. Empty cells
    leave their field out; days and times become text as the interface writes them. Raises ValueError for a column that
    is not there.
    """
    fields = dict(columns) if columns is not None else {str(name): str(name) for name in frame.columns}
    absent = [name for name in fields if name not in frame.columns]
    if absent:
        raise ValueError(f"the frame has no column {', '.join(absent)}")
    return [record_of(row, fields) for row in frame.to_dict("records")]


def records_to_frame(records: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    """One row for each record, with a column `location.lat` for a field inside another one. Lists stay lists."""
    import pandas

    return pandas.json_normalize([dict(record) for record in records], sep=".")


def record_of(row: Mapping[Any, Any], fields: Mapping[str, str]) -> Dict[str, Any]:
    record: Dict[str, Any] = {}
    for column, field in fields.items():
        value = plain(row[column])
        if value is None:
            continue
        *outer, last = field.split(".")
        place = record
        for name in outer:
            place = place.setdefault(name, {})
        place[last] = value
    return record


def plain(value: Any) -> Any:
    """The value as JSON has it; None for an empty cell."""
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    # numpy's numbers and flags know their plain form.
    item = getattr(value, "item", None)
    if callable(item):
        value = item()
    # pandas' NaT and NA are equal to nothing, not even to themselves, or refuse the question.
    if value is None or type(value).__name__ in ("NaTType", "NAType"):
        return None
    if isinstance(value, float):
        if math.isnan(value):
            return None
        # A column of whole numbers with an empty cell is one of decimals in pandas.
        return int(value) if value.is_integer() else value
    if isinstance(value, datetime.datetime):
        return date_or_time(value)
    return value.isoformat() if isinstance(value, datetime.date) else value


def date_or_time(value: datetime.datetime) -> str:
    """A day for midnight without a time zone, as a column of days has it; otherwise the moment in UTC."""
    if value.tzinfo is None:
        if value.time() == datetime.time.min:
            return value.date().isoformat()
        raise ValueError(f"{value.isoformat()} has no time zone, so its moment is not known")
    moment = value.astimezone(datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
