// AssemblyScript: the absent stops of src/search/plan.ts and anneal.ts, in the same order, and what a step does to them.

import {
  ROUTE,
  absences,
  absent,
  absentAt,
  absentCount,
  at,
  changeCount,
  changes,
  dropCost,
  dropCosts,
  int,
  isPlaceable,
  isRequired,
  put,
  undoDropCost,
} from './memory'

export function isAbsent(stop: i32): bool {
  return int(absentAt, stop) >= 0
}

function note(stop: i32, spot: i32): void {
  put(changes, 2 * changeCount, stop)
  put(changes, 2 * changeCount + 1, spot)
  changeCount++
}

export function addAbsent(stop: i32): void {
  note(stop, -1)
  put(absentAt, stop, absentCount)
  put(absent, absentCount++, stop)
  dropCost += load<f64>(dropCosts + (<usize>stop << 3))
}

export function removeAbsent(stop: i32): void {
  const spot = int(absentAt, stop)
  note(stop, spot)
  const last = int(absent, --absentCount)
  put(absent, spot, last)
  put(absentAt, last, spot)
  put(absentAt, stop, -1)
  dropCost -= load<f64>(dropCosts + (<usize>stop << 3))
}

/** Has the absent stops stand as they did when the step began, the last change first. */
export function undoAbsences(): void {
  while (changeCount > 0) {
    changeCount--
    const stop = int(changes, 2 * changeCount)
    const spot = int(changes, 2 * changeCount + 1)
    if (spot < 0) {
      absentCount--
      put(absentAt, stop, -1)
      continue
    }
    if (spot < absentCount) {
      const moved = int(absent, spot)
      put(absent, absentCount, moved)
      put(absentAt, moved, absentCount)
    }
    put(absent, spot, stop)
    put(absentAt, stop, spot)
    absentCount++
    store<i32>(at(stop), -1, ROUTE)
  }
  dropCost = undoDropCost
}

/** Whether an absent stop had to be served, and could be. */
export function isMissing(stop: i32): bool {
  return load<u8>(isRequired + <usize>stop) !== 0 && load<u8>(isPlaceable + <usize>stop) !== 0
}

/** How often the missing stops were missing before; counts this time, too, when asked. */
export function sumAbsences(isCounted: bool): f64 {
  let sum: f64 = 0
  for (let i = 0; i < absentCount; i++) {
    const stop = int(absent, i)
    if (!isMissing(stop)) continue
    const spot = absences + (<usize>stop << 3)
    sum += load<f64>(spot)
    if (isCounted) store<f64>(spot, load<f64>(spot) + 1)
  }
  return sum
}
