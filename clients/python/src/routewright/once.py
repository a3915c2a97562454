"""Creates records so that a repetition, after a crash or a lost answer, creates none of them twice (docs/repeat-safely.md)."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generic, Iterable, Iterator, List, Mapping, Sequence, TypeVar

from .errors import RoutewrightError
from .exchange import back_off

Record = TypeVar("Record")

# The search accepts this many values in one predicate.
STOPS_PER_REQUEST = 1_000
# Below the limit of 5 MB for a request.
BYTES_PER_REQUEST = 4_000_000
# Up to this many records are searched one by one; for more, the whole list is read once.
MOST_SEARCHED = 20


@dataclass(frozen=True)
class CreatedOnce(Generic[Record]):
    # In the order of the input, whether created now or before; existing ones are returned unchanged.
    records: List[Record]
    created: int
    found: int


def refuse_unclear_ids(inputs: Sequence[Mapping[str, Any]]) -> None:
    """Raises ValueError for an external_id that is missing or stands twice."""
    seen = set()
    for index, one in enumerate(inputs):
        external_id = one.get("external_id")
        if not external_id:
            raise ValueError(f"[{index}]: external_id is needed to find it again")
        if external_id in seen:
            raise ValueError(f'[{index}]: external_id "{external_id}" stands twice')
        seen.add(external_id)


def create_missing(
    inputs: Sequence[Mapping[str, Any]],
    find: Callable[[], Dict[str, Any]],
    create: Callable[[List[Any]], Sequence[Any]],
    retries: int,
) -> CreatedOnce[Any]:
    """
    Searches, creates what is missing, and returns all in the order of the inputs. When an answer is lost it searches
    again before it creates again. This protects callers from their own repetitions, not from a second caller who creates
    the same at the same moment.
    """
    found_before = -1
    attempt = 0
    while True:
        found = find()
        missing = [one for one in inputs if one["external_id"] not in found]
        if found_before < 0:
            found_before = len(inputs) - len(missing)
        try:
            made = create(missing) if missing else []
        except RoutewrightError as error:
            if not error.is_passing or attempt >= retries:
                raise
            # Long enough for a creation whose answer was lost to be visible to the search.
            time.sleep(back_off(attempt, 1.0, 15.0))
            attempt += 1
            continue
        for one, record in zip(missing, made):
            found[one["external_id"]] = record
        records = [found[one["external_id"]] for one in inputs]
        return CreatedOnce(records, len(inputs) - found_before, found_before)


def oldest_by_id(records: Iterable[Any]) -> Dict[str, Any]:
    """Records by external_id; the first among several with the same one."""
    by_id: Dict[str, Any] = {}
    for record in records:
        external_id = record.get("external_id")
        if external_id is not None:
            by_id.setdefault(external_id, record)
    return by_id


def chunks_of(inputs: Sequence[Any]) -> Iterator[List[Any]]:
    """Parts that fit into one request, by number and by bytes."""
    chunk: List[Any] = []
    size = 0
    for one in inputs:
        length = len(json.dumps(one).encode()) + 1
        if chunk and (len(chunk) == STOPS_PER_REQUEST or size + length > BYTES_PER_REQUEST):
            yield chunk
            chunk, size = [], 0
        chunk.append(one)
        size += length
    if chunk:
        yield chunk
