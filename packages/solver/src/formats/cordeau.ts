/** Reads the periodic text format of Cordeau, Gendreau & Laporte 1997: Euclidean distances, and sets of days for each stop. */
import type { PeriodicProblem, Vehicle } from '../problem.ts'
import type { PeriodicSolution, Route } from '../solution.ts'
import { FormatError } from './format-error.ts'
import type { InstancePoint } from './instance.ts'
import type { PeriodicInstance } from './periodic-instance.ts'
import { getInteger, getNumber, type TextLine } from './text-lines.ts'

/** Whether a text may have this layout: four numbers, then two per day. */
export function isCordeau([first, second]: readonly TextLine[]): boolean {
  return first?.fields.length === 4 && second?.fields.length === 2
}

/** One stop line in Cordeau's layout. */
interface CordeauNode extends InstancePoint {
  readonly service: number
  readonly demand: number
  readonly choices: number[][]
}

/** Longest route (0: no limit) and capacity (0: no limit) on a day. */
interface DayLimits {
  readonly duration: number
  readonly capacity: number
}

/** Parses the lines; throws FormatError naming line and field. */
export function readCordeau(lines: readonly TextLine[]): PeriodicInstance {
  const [head] = lines
  if (!head) throw new FormatError('the file is empty', 'type')
  const type = getInteger(head, 0, 'type', 0)
  if (type !== 1) throw new FormatError(`${type} is not 1, a periodic problem`, 'type', head.number)
  const fleet = getInteger(head, 1, 'm', 1)
  const customers = getInteger(head, 2, 'n', 1)
  const dayCount = getInteger(head, 3, 't', 1, 30)
  const needed = 2 + dayCount + customers
  if (lines.length < needed) throw new FormatError(`the file has ${lines.length} lines of ${needed}`, 'n', head.number)
  const limits = lines
    .slice(1, 1 + dayCount)
    .map((line): DayLimits => ({ duration: getNumber(line, 0, 'D'), capacity: getInteger(line, 1, 'Q', 0) }))
  const nodes = lines.slice(1 + dayCount, needed).map((line, index) => readNode(line, index, dayCount))
  const listNumbers = ({ visits }: PeriodicSolution, route: Route): number[] =>
    route.stops.map((visit) => visits[visit]!.stop + 1)
  return {
    periodic: toProblem(limits, fleet, nodes),
    listNumbers,
    getCost(answer) {
      const ways = answer.solution.routes.map((route) => [0, ...listNumbers(answer, route), 0])
      return Number(ways.reduce((sum, way) => sum + measure(nodes, way), 0).toFixed(6))
    },
  }
}

function measure(nodes: readonly CordeauNode[], way: readonly number[]): number {
  return way.slice(1).reduce((sum, to, index) => sum + distance(nodes[way[index]!]!, nodes[to]!), 0)
}

/**
 * Builds the problem. Travel and service are rounded up to a fraction of a unit, so that a plan within a limit here is within the file's
 * limit.
 */
function toProblem(limits: readonly DayLimits[], fleet: number, nodes: readonly CordeauNode[]): PeriodicProblem {
  const stops = nodes.slice(1)
  const longest = stops.reduce((sum, stop) => sum + 2 * distance(nodes[0]!, stop) + stop.service, 1)
  const units = 10 ** Math.max(0, Math.min(4, Math.floor(Math.log10(1e9 / longest))))
  const roundUp = (value: number): number => Math.ceil(value * units - 1e-6)
  const seconds = new Int32Array(new SharedArrayBuffer(nodes.length * nodes.length * 4))
  seconds.set(nodes.flatMap((from) => nodes.map((to) => roundUp(distance(from, to)))))
  const toVehicle = ({ duration, capacity }: DayLimits): Vehicle => ({
    startLocation: 0,
    endLocation: 0,
    ...(capacity > 0 && { capacity: [capacity] }),
    ...(duration > 0 && { maxSeconds: Math.floor(duration * units + 1e-6) }),
    cost: { perMeter: 1 },
  })
  const vehicles = limits.flatMap((limit) => Array.from({ length: fleet }, () => toVehicle(limit)))
  return {
    problem: {
      locationCount: nodes.length,
      profiles: [{ seconds, meters: seconds }],
      loadDimensions: 1,
      stops: stops.map(({ service, demand }, index) => ({
        location: index + 1,
        serviceSeconds: roundUp(service),
        delivered: [demand],
      })),
      vehicles,
      options: {},
    },
    dayCount: limits.length,
    dayOfVehicle: vehicles.map((_, v) => Math.floor(v / fleet)),
    choices: stops.map(({ choices }) => choices),
  }
}

/** Reads number, x, y, service, demand, frequency, number of sets of days, and the sets as bits, the first day highest. */
function readNode(line: TextLine, index: number, dayCount: number): CordeauNode {
  getInteger(line, 0, 'number', index, index)
  const frequency = index === 0 ? 0 : getInteger(line, 5, 'f', 1, dayCount)
  const count = index === 0 ? 0 : getInteger(line, 6, 'a', 1)
  const choices = Array.from({ length: count }, (_, k) => {
    const code = getInteger(line, 7 + k, 'list', 1, 2 ** dayCount - 1)
    const days = Array.from({ length: dayCount }, (_, day) => day).filter((day) => (code >> (dayCount - 1 - day)) & 1)
    if (days.length !== frequency)
      throw new FormatError(`${code} has ${days.length} days, not ${frequency}`, 'list', line.number)
    return days
  })
  return {
    x: getNumber(line, 1, 'x'),
    y: getNumber(line, 2, 'y'),
    service: getNumber(line, 3, 'd'),
    demand: getInteger(line, 4, 'q', 0),
    choices,
  }
}

function distance(from: InstancePoint, to: InstancePoint): number {
  return Math.hypot(from.x - to.x, from.y - to.y)
}
