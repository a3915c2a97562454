/** Converts an instance's coordinates to the integer distances of a rounding convention, and its times to the same unit. */

import type { PlanePoints } from '../wide-problem.ts'
import type { Convention, Instance, InstancePoint } from './instance.ts'

/** Internal units per unit of the file. */
export function getUnitsPerFileUnit(instance: Instance, convention: Convention): number {
  switch (convention) {
    case 'exact':
      return 1000
    case 'round':
      return 1
    case 'dimacs':
      return 10
    case 'double':
      return chooseDoubleScale(instance)
  }
}

/** Distances between all nodes, depots first, in internal units, row by row. */
export function buildDistanceMatrix(instance: Instance, convention: Convention): Int32Array {
  const nodes = [...instance.depots, ...instance.stops]
  const size = nodes.length
  const units = getUnitsPerFileUnit(instance, convention)
  const matrix = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const distance = getFileDistance(instance, nodes, from, to)
      matrix[from * size + to] = convention === 'dimacs' ? truncateToTenth(distance) : Math.round(distance * units)
    }
  }
  return matrix
}

/** Coordinates of all nodes, depots first, in shared memory. */
export function listPoints({ depots, stops }: Instance): PlanePoints {
  const nodes = [...depots, ...stops]
  const share = (axis: 'x' | 'y'): Float64Array => {
    const values = new Float64Array(new SharedArrayBuffer(8 * nodes.length))
    values.set(nodes.map((node) => node[axis]))
    return values
  }
  return { x: share('x'), y: share('y') }
}

/** Distance of two nodes (depots first) in the file's unit, not rounded. */
export function getFileDistance(instance: Instance, nodes: readonly InstancePoint[], from: number, to: number): number {
  if (instance.explicitDistances !== undefined) return instance.explicitDistances[from * nodes.length + to]!
  const a = nodes[from]!
  const b = nodes[to]!
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))
}

function truncateToTenth(distance: number): number {
  return Math.floor(10 * distance)
}

/** Five digits when routes stay well within 32 bits, fewer on wide maps. */
function chooseDoubleScale(instance: Instance): number {
  const depot = instance.depots[0]
  let longest = 0
  let outAndBack = 0
  for (const stop of instance.stops) {
    if (depot !== undefined) outAndBack += 2 * Math.hypot(stop.x - depot.x, stop.y - depot.y) + stop.service
    if (Number.isFinite(stop.closes)) longest = Math.max(longest, stop.closes)
  }
  const horizon = Math.max(1, longest > 0 ? longest * 2 : outAndBack)
  let scale = 100_000
  while (scale > 1 && scale * horizon > 1.5e9) scale /= 10
  return scale
}
