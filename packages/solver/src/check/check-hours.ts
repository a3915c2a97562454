/** The checker's own reading of travel times by the hour: distance covered since the first period and its inverse, or arrival points. */

import type { TravelArrivals, TravelHours } from '../problem.ts'

/** Seconds of travel for a cell (from * locations + to) when leaving at `leavesSeconds`. */
export function driveByHours(hours: TravelHours, cell: number, leavesSeconds: number, speedFactor: number): number {
  switch (hours.kind) {
    case 'speeds': {
      const speeds = hours.speeds[hours.classes[cell]!]!
      return cover(hours.periodStarts, speeds, speedFactor * hours.distances[cell]!, leavesSeconds)
    }
    case 'matrices': {
      if (hours.seconds.every((matrix) => matrix[cell] === 0)) return 0
      const speeds = hours.seconds.map((matrix) => 1 / matrix[cell]!)
      return cover(hours.periodStarts, speeds, speedFactor, leavesSeconds)
    }
    case 'arrivals':
      return readPoints(hours, cell, leavesSeconds) - leavesSeconds
  }
}

/** Time to cover a distance: until the distance covered since the first period has grown by it. */
function cover(starts: readonly number[], speeds: readonly number[], distance: number, leaves: number): number {
  const changes = starts.slice(1)
  const covered = [0]
  changes.forEach((change, index) => {
    covered.push(covered[index]! + speeds[index]! * (change - starts[index]!))
  })
  const indexBy = (values: readonly number[], value: number): number => {
    let index = 0
    while (index + 1 < values.length && values[index + 1]! <= value) index++
    return index
  }
  const from = indexBy(starts, leaves)
  const goal = covered[from]! + speeds[from]! * (leaves - starts[from]!) + distance
  const to = indexBy(covered, goal)
  if (from === to) return distance / speeds[from]!
  return starts[to]! + (goal - covered[to]!) / speeds[to]! - leaves
}

/** Arrival from the points of a pair: the lower value at a jump, the travel time of the nearest point outside the range. */
function readPoints({ from, departs, arrives }: TravelArrivals, cell: number, leaves: number): number {
  const first = from[cell]!
  const last = from[cell + 1]! - 1
  if (leaves <= departs[first]!) return leaves + (arrives[first]! - departs[first]!)
  if (leaves > departs[last]!) return leaves + (arrives[last]! - departs[last]!)
  let k = first + 1
  while (departs[k]! < leaves) k++
  if (departs[k] === leaves) return arrives[k]!
  const run = departs[k]! - departs[k - 1]!
  const rise = arrives[k]! - arrives[k - 1]!
  // Exact on whole numbers where the slope is 1.
  return rise === run
    ? arrives[k - 1]! + (leaves - departs[k - 1]!)
    : arrives[k - 1]! + (rise * (leaves - departs[k - 1]!)) / run
}
