/** Validates travel times that change with the hour: shapes, first in first out, and the lower bound that `seconds` must be. */
import type { Problem, TravelArrivals, TravelHours, TravelMatrices, TravelProfile, TravelSpeeds } from '../problem.ts'

/** Throws a RangeError that names the profile's field, and the pair of locations where one is wrong. O(n² + points). */
export function validateHours(problem: Problem): void {
  problem.profiles.forEach((profile, index) => {
    if (profile.hours === undefined) return
    const place = `problem.profiles[${index}]`
    validateKind(profile.hours, problem.locationCount, `${place}.hours`)
    validateBound(profile, profile.hours, problem.locationCount, place)
  })
  problem.vehicles.forEach((vehicle, index) => {
    const kind = problem.profiles[vehicle.profile ?? 0]?.hours?.kind
    if (kind === 'arrivals' && (vehicle.speedFactor ?? 1) !== 1) {
      throw new RangeError(
        `problem.vehicles[${index}].speedFactor must be 1 for a profile with hours of kind arrivals, it is ${vehicle.speedFactor}`,
      )
    }
  })
}

/** Shortest time of every pair at any hour, rounded down: `TravelProfile.seconds` must not exceed it. */
export function leastSeconds(hours: TravelHours, locationCount: number): Int32Array {
  const exact = listLeast(hours, locationCount)
  const least = new Int32Array(new SharedArrayBuffer(Math.max(4, 4 * exact.length)))
  for (let cell = 0; cell < exact.length; cell++) least[cell] = Math.floor(exact[cell]! + 1e-9)
  return least
}

function listLeast(hours: TravelHours, locationCount: number): Float64Array {
  const least = new Float64Array(locationCount * locationCount).fill(Number.POSITIVE_INFINITY)
  switch (hours.kind) {
    case 'speeds': {
      const fastest = hours.speeds.map((speeds) => Math.max(...speeds))
      for (let cell = 0; cell < least.length; cell++)
        least[cell] = hours.distances[cell]! / fastest[hours.classes[cell]!]!
      return least
    }
    case 'matrices':
      for (const matrix of hours.seconds) {
        for (let cell = 0; cell < least.length; cell++) least[cell] = Math.min(least[cell]!, matrix[cell]!)
      }
      return least
    case 'arrivals':
      for (let cell = 0; cell < least.length; cell++) {
        for (let k = hours.from[cell]!; k < hours.from[cell + 1]!; k++) {
          least[cell] = Math.min(least[cell]!, hours.arrives[k]! - hours.departs[k]!)
        }
      }
      return least
  }
}

function validateKind(hours: TravelHours, size: number, place: string): void {
  switch (hours.kind) {
    case 'speeds':
      validateSpeeds(hours, size, place)
      break
    case 'matrices':
      validateMatrices(hours, size, place)
      break
    case 'arrivals':
      validateArrivals(hours, size, place)
      break
  }
}

/** Throws unless `isFine`. In a loop over all pairs the message is a function, so that it is built only when needed. */
function need(isFine: boolean, message: string | (() => string)): void {
  if (!isFine) throw new RangeError(typeof message === 'string' ? message : message())
}

function makePair(cell: number, size: number): string {
  return `from location ${Math.floor(cell / size)} to ${cell % size}`
}

function validatePeriods(starts: readonly number[], place: string): void {
  need(starts.length > 0, `${place}.periodStarts is empty`)
  starts.forEach((start, index) => {
    const isFine = Number.isFinite(start) && (index === 0 || start > starts[index - 1]!)
    need(isFine, `${place}.periodStarts[${index}] must be a number above the one before it, it is ${start}`)
  })
}

function validateSpeeds(hours: TravelSpeeds, size: number, place: string): void {
  const { periodStarts, speeds, classes, distances } = hours
  validatePeriods(periodStarts, place)
  speeds.forEach((row, index) => {
    need(row.length === periodStarts.length, `${place}.speeds[${index}] must have one speed for each period`)
    row.forEach((speed, period) => {
      const isFine = Number.isFinite(speed) && speed > 0
      need(isFine, `${place}.speeds[${index}][${period}] must be above 0, it is ${speed}`)
    })
  })
  need(classes.length >= size * size, `${place}.classes must have ${size * size} entries, it has ${classes.length}`)
  need(
    distances.length >= size * size,
    `${place}.distances must have ${size * size} entries, it has ${distances.length}`,
  )
  for (let cell = 0; cell < size * size; cell++) {
    const distance = distances[cell]!
    const isFine = Number.isFinite(distance) && distance >= 0 && (distance === 0 || cell % (size + 1) !== 0)
    need(
      isFine,
      () => `${place}.distances ${makePair(cell, size)} must be 0 or more, and 0 to itself, it is ${distance}`,
    )
    need(
      classes[cell]! < speeds.length,
      () => `${place}.classes ${makePair(cell, size)} must be below ${speeds.length}, it is ${classes[cell]}`,
    )
  }
}

function validateMatrices(hours: TravelMatrices, size: number, place: string): void {
  const { periodStarts, seconds } = hours
  validatePeriods(periodStarts, place)
  need(
    seconds.length === periodStarts.length,
    `${place}.seconds must have one matrix for each of ${periodStarts.length} periods, it has ${seconds.length}`,
  )
  seconds.forEach((matrix, period) => {
    need(matrix.length >= size * size, `${place}.seconds[${period}] must have ${size * size} entries`)
    for (let cell = 0; cell < size * size; cell++) {
      const isFine = matrix[cell] === 0 || (matrix[cell]! > 0 && cell % (size + 1) !== 0)
      need(
        isFine && (matrix[cell] === 0) === (seconds[0]![cell] === 0),
        () =>
          `${place}.seconds[${period}] ${makePair(cell, size)} must be 0 in all periods or above 0 in all, and 0 to itself, it is ${matrix[cell]}`,
      )
    }
  })
}

function validateArrivals(hours: TravelArrivals, size: number, place: string): void {
  const { from, departs, arrives } = hours
  need(from.length > size * size, `${place}.from must have ${size * size + 1} entries, it has ${from.length}`)
  for (let cell = 0; cell < size * size; cell++) {
    const first = from[cell]!
    const last = from[cell + 1]! - 1
    need(
      first >= 0 && last >= first && last < departs.length,
      () => `${place}.from ${makePair(cell, size)} must leave room for a point`,
    )
    for (let k = first; k <= last; k++) {
      const departure = departs[k]!
      const arrival = arrives[k]!
      need(
        arrival >= departure && Number.isFinite(arrival) && (arrival === departure || cell % (size + 1) !== 0),
        () =>
          `${place}.arrives ${makePair(cell, size)} must not be before the departure at ${departure}, and no later to itself, it is ${arrival}`,
      )
      if (k === first) continue
      need(
        departure >= departs[k - 1]!,
        () => `${place}.departs ${makePair(cell, size)} must not decrease, ${departure} follows ${departs[k - 1]}`,
      )
      need(
        arrival >= arrives[k - 1]!,
        () =>
          `${place}.arrives ${makePair(cell, size)} must not decrease (first in, first out), ${arrival} follows ${arrives[k - 1]}`,
      )
    }
  }
}

/** Checks that `seconds` are a lower bound at every hour, because the search prunes by them. */
function validateBound(profile: TravelProfile, hours: TravelHours, size: number, place: string): void {
  const exact = listLeast(hours, size)
  for (let cell = 0; cell < size * size; cell++) {
    const stated = profile.seconds[cell]!
    const least = exact[cell]!
    need(
      stated <= least + 1e-6,
      () => `${place}.seconds ${makePair(cell, size)} must be at most the least at any hour, ${least}, it is ${stated}`,
    )
  }
}
