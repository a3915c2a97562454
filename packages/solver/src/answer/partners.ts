/** What other stops of a plan forbid a stop: kinds that it is never with, and times before earlier ones are done. */
import { holdWindow } from '../model/links.ts'
import type { Model } from '../model/model.ts'
import { areApart, type Problem } from '../problem.ts'
import type { Route, Solution } from '../solution.ts'

/** Seconds between which a stop may begin, and what binds first, in a sentence. */
export interface Bounds {
  opens: number
  closes: number
  text: string
}

/** Says which kinds of the route the stop is never with. */
export function describeApart({ stops, vehicles }: Problem, route: Route, stop: number): string {
  const own = stops[stop] ?? {}
  const others = [
    ...(vehicles[route.vehicle]?.servedBefore ?? []),
    ...route.stops.flatMap((other) => stops[other] ?? []),
  ]
  const barred = others.filter((other) => areApart(own, other))
  return `is never on one route with ${[...new Set(barred.map(({ kind = 'others' }) => kind))].join(' and ')}`
}

/** What the stops that come before a stop leave it; undefined without any. */
export function findBounds({ stops }: Problem, { routes }: Solution, stop: number): Bounds | undefined {
  const { after = [] } = stops[stop] ?? {}
  if (after.length === 0) return undefined
  const steps = new Map(routes.flatMap(({ steps }) => steps).map((step) => [step.stop, step]))
  let [opens, closes, text] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, '']
  for (const { stop: other, leastSeconds = 0, mostSeconds = Number.POSITIVE_INFINITY } of after) {
    const ends = steps.get(other)?.departureSeconds
    if (ends === undefined) return { opens: 1, closes: 0, text: `comes after stop ${other}, which is on no route` }
    if (ends + leastSeconds > opens) text = `comes after stop ${other}, which is done at ${formatClock(ends)}`
    opens = Math.max(opens, Math.ceil(ends + leastSeconds))
    closes = Math.min(closes, Math.floor(ends + mostSeconds))
  }
  return { opens, closes, text }
}

/** Asks with the window of the stop narrowed to the bounds. */
export function askWithin<T>(model: Model, stop: number, bounds: Bounds, ask: () => T): T {
  const [opens, closes] = [model.opensSeconds[stop] ?? 0, model.closesSeconds[stop] ?? 0]
  holdWindow(model, stop, Math.max(opens, bounds.opens), Math.min(closes, bounds.closes))
  try {
    return ask()
  } finally {
    holdWindow(model, stop, opens, closes)
  }
}

/** Seconds of a day as 14:10. */
function formatClock(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
