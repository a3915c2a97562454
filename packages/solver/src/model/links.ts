/** Stops that are done before others begin, on whichever routes: their rules, and circles, which are refused. */
import type { Problem, Stop } from '../problem.ts'
import { type Link, type Model, unlimited } from './model.ts'

/** Per stop, its links to earlier and later stops; empty when no stop has any. */
export function compileLinks(stops: readonly Stop[]): { links: Link[][] } {
  if (stops.every(({ after = [] }) => after.length === 0)) return { links: [] }
  const links: Link[][] = stops.map(() => [])
  stops.forEach(({ after = [] }, stop) => {
    for (const { stop: other, leastSeconds: least = 0, mostSeconds: most = unlimited } of after) {
      links[stop]?.push({ other, isBefore: false, least, most })
      links[other]?.push({ other: stop, isBefore: true, least, most })
    }
  })
  return { links }
}

/** The stops that come before or after another one. */
export function listLinked(stops: readonly Stop[]): Set<number> {
  return new Set(
    stops.flatMap(({ after = [] }, stop) => (after.length > 0 ? [stop, ...after.map((link) => link.stop)] : [])),
  )
}

/** Throws a RangeError for a circle of stops that wait for each other, and for rules that cannot be combined with such links. */
export function requireLinks(problem: Problem): void {
  const { stops } = problem
  const linked = listLinked(stops)
  if (linked.size === 0) return
  stops.forEach(({ after = [] }, stop) => {
    after.forEach(({ stop: other, leastSeconds = 0, mostSeconds = unlimited }, at) => {
      const path = `problem.stops[${stop}].after[${at}]`
      if (!Number.isInteger(other) || stops[other] === undefined)
        throw new RangeError(`${path}.stop is out of range: ${other} is no index below ${stops.length}`)
      if (!(leastSeconds >= 0 && leastSeconds <= unlimited))
        throw new RangeError(`${path}.leastSeconds is out of range: ${leastSeconds}, not 0 to ${unlimited}`)
      if (!(mostSeconds >= leastSeconds))
        throw new RangeError(
          `${path}.mostSeconds is out of range: ${mostSeconds} is less than the ${leastSeconds} at least`,
        )
    })
  })
  const circle = findCircle(stops)
  if (circle) throw new RangeError(`problem.stops[${circle[0]}].after is a circle: ${circle.join(' after ')}`)
  requireFreeStops(problem, linked)
  requireFreeRoutes(problem, linked)
}

/** Throws for linked stops with rules that bind them to others or leave them several windows. */
function requireFreeStops({ stops }: Problem, linked: ReadonlySet<number>): void {
  const pickups = new Set(stops.flatMap(({ pickup }) => pickup ?? []))
  for (const stop of linked) {
    const { pickup, cluster, oneOf, windows = [] } = stops[stop] ?? {}
    const refuse = (field: string): void => {
      throw new RangeError(`problem.stops[${stop}].${field} cannot be combined with after`)
    }
    if (pickup !== undefined || pickups.has(stop)) refuse('pickup')
    if (cluster !== undefined) refuse('cluster')
    if (oneOf !== undefined) refuse('oneOf')
    if (windows.length > 1) refuse('windows, more than one,')
  }
}

/** Throws for rules of routes and of the whole plan that linked stops would break or change. */
function requireFreeRoutes({ profiles, vehicles, options }: Problem, linked: ReadonlySet<number>): void {
  const byHour = profiles.findIndex(({ hours }) => hours !== undefined)
  if (byHour >= 0) throw new RangeError(`problem.profiles[${byHour}].hours cannot be combined with after`)
  if (options.slack) throw new RangeError('problem.options.slack cannot be combined with after')
  vehicles.forEach(({ pinned = [], pinnedPrefix = [], minSeconds, minMeters }, v) => {
    if (minSeconds || minMeters)
      throw new RangeError(
        `problem.vehicles[${v}].${minSeconds ? 'minSeconds' : 'minMeters'} cannot be combined with after`,
      )
    if ([...pinned, ...pinnedPrefix].some((stop) => linked.has(stop)))
      throw new RangeError(`problem.vehicles[${v}].pinned cannot be combined with after`)
  })
}

/** Stops each of which comes after the next, the first repeated at the end; undefined without a circle. */
function findCircle(stops: readonly Stop[]): number[] | undefined {
  const done = new Set<number>()
  const path: number[] = []
  const visit = (stop: number): number[] | undefined => {
    if (path.includes(stop)) return [...path.slice(path.indexOf(stop)), stop]
    if (done.has(stop)) return undefined
    path.push(stop)
    for (const { stop: other } of stops[stop]?.after ?? []) {
      const circle = visit(other)
      if (circle) return circle
    }
    path.pop()
    done.add(stop)
    return undefined
  }
  for (const stop of stops.keys()) {
    const circle = visit(stop)
    if (circle) return circle
  }
  return undefined
}

/** Sets the only window of a linked stop. */
export function holdWindow(model: Model, stop: number, opens: number, closes: number): void {
  const at = model.windowFrom[stop] ?? 0
  model.opensSeconds[stop] = opens
  model.windowOpens[at] = opens
  model.closesSeconds[stop] = closes
  model.windowCloses[at] = closes
}
