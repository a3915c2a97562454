/** Travel times by the hour between the nodes of a model: flat arrays in shared memory, one record per travel class. */
import type { TravelArrivals, TravelHours } from '../problem.ts'

/**
 * Periods and speeds (`kind` 0: of the pair's class; 1: of the pair itself), or points (2). `work` is the distance of each way, in units of
 * which `speed` are covered per second; cells are from × nodeCount + to.
 */
export interface CompiledHours {
  kind: 0 | 1 | 2
  nodeCount: number
  /** End of each period; the last has none. */
  periodEnd: Float64Array
  /** Kind 0: class × period. Kind 1: cell × period. */
  speed: Float64Array
  /** Kind 0: class of each cell. */
  classOf: Uint8Array
  work: Float64Array
  /** Kind 2: points of each cell, pointFrom .. pointTo - 1 of `departs` and `arrives`; none when the way takes no time. */
  pointFrom: Int32Array
  pointTo: Int32Array
  departs: Float64Array
  arrives: Float64Array
}

/** Compiles hours for nodes at the given locations (-1: nowhere, to and from which travel takes no time). `factor` multiplies all times. */
export function compileHours(
  hours: TravelHours,
  locationCount: number,
  nodeLocation: Int32Array,
  factor: number,
): CompiledHours {
  const nodeCount = nodeLocation.length
  const cells = nodeCount * nodeCount
  const result = emptyHours(hours.kind === 'speeds' ? 0 : hours.kind === 'matrices' ? 1 : 2, nodeCount)
  const eachCell = (visit: (cell: number, source: number) => void): void => {
    for (let from = 0; from < nodeCount; from++) {
      for (let to = 0; to < nodeCount; to++) {
        if (from === to || nodeLocation[from]! < 0 || nodeLocation[to]! < 0) continue
        visit(from * nodeCount + to, nodeLocation[from]! * locationCount + nodeLocation[to]!)
      }
    }
  }
  if (hours.kind === 'arrivals') {
    compilePoints(hours, locationCount, cells, eachCell, result)
    return result
  }
  const periods = hours.periodStarts.length
  result.periodEnd = Float64Array.from([...hours.periodStarts.slice(1), Number.POSITIVE_INFINITY])
  result.work = new Float64Array(new SharedArrayBuffer(cells * 8))
  if (hours.kind === 'speeds') {
    result.speed = Float64Array.from(hours.speeds.flat())
    result.classOf = new Uint8Array(new SharedArrayBuffer(cells))
    eachCell((cell, source) => {
      result.classOf[cell] = hours.classes[source]!
      result.work[cell] = factor * hours.distances[source]!
    })
    return result
  }
  result.speed = new Float64Array(new SharedArrayBuffer(cells * periods * 8))
  eachCell((cell, source) => {
    if (hours.seconds[0]![source] === 0) return
    result.work[cell] = factor
    for (let p = 0; p < periods; p++) result.speed[cell * periods + p] = 1 / hours.seconds[p]![source]!
  })
  return result
}

function emptyHours(kind: CompiledHours['kind'], nodeCount: number): CompiledHours {
  return {
    kind,
    nodeCount,
    periodEnd: new Float64Array(0),
    speed: new Float64Array(0),
    classOf: new Uint8Array(0),
    work: new Float64Array(0),
    pointFrom: new Int32Array(0),
    pointTo: new Int32Array(0),
    departs: new Float64Array(0),
    arrives: new Float64Array(0),
  }
}

/**
 * Time far outside any day, yet small enough that fractions of a second keep their digits: up to it, travel takes as long as at the end
 * points.
 */
const farSeconds = 2 ** 24

function compilePoints(
  hours: TravelArrivals,
  locationCount: number,
  cells: number,
  eachCell: (visit: (cell: number, source: number) => void) => void,
  result: CompiledHours,
): void {
  const pairs = locationCount * locationCount
  const total = hours.from[pairs]! + 2 * pairs
  result.pointFrom = new Int32Array(new SharedArrayBuffer(cells * 4))
  result.pointTo = new Int32Array(new SharedArrayBuffer(cells * 4))
  result.departs = new Float64Array(new SharedArrayBuffer(total * 8))
  result.arrives = new Float64Array(new SharedArrayBuffer(total * 8))
  for (let source = 0; source < pairs; source++) {
    const first = hours.from[source]!
    const last = hours.from[source + 1]! - 1
    let at = first + 2 * source
    const put = (departure: number, arrival: number): void => {
      result.departs[at] = departure
      result.arrives[at++] = arrival
    }
    put(hours.departs[first]! - farSeconds, hours.arrives[first]! - farSeconds)
    for (let k = first; k <= last; k++) put(hours.departs[k]!, hours.arrives[k]!)
    put(hours.departs[last]! + farSeconds, hours.arrives[last]! + farSeconds)
  }
  eachCell((cell, source) => {
    result.pointFrom[cell] = hours.from[source]! + 2 * source
    result.pointTo[cell] = hours.from[source + 1]! + 2 * source + 2
  })
}
