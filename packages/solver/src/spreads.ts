/** How far days differ from their plan: the spreads of driving and of the work at stops, and the usual ones where nothing is known. */

/**
 * Standard deviations of the logarithm of (as driven / as planned), each 0 to 2: 0.1 is about 10 % up or down. The planned time is the one that
 * half of the days keep (lognormal), so the mean of the days is a little longer.
 */
export interface Spreads {
  travel: {
    /** Of all driving of a day together: weather, traffic. */
    day: number
    /** Of all driving of a route: its driver, its vehicle. */
    route: number
    /** Of each way by itself. */
    leg: number
  }
  service: {
    /** Of all work of a route: its driver. */
    route: number
    /** Of each stop and reload by itself. */
    stop: number
    /** Of single stops by index, in place of `stop`. */
    byStop?: readonly (number | undefined)[]
  }
}

/** Where a project has learned nothing of its own: docs/decisions/0293 tells what they rest on. */
export const usualSpreads: Spreads = {
  travel: { day: 0.08, route: 0.06, leg: 0.25 },
  service: { route: 0.12, stop: 0.45 },
}

const mostSpread = 2

/** Throws RangeError naming the spread that is negative, too large or no number. */
export function requireSpreads({ travel, service }: Spreads): void {
  const { route, stop, byStop = [] } = service
  for (const [name, spread] of Object.entries(travel)) requireSpread(`travel.${name}`, spread)
  requireSpread('service.route', route)
  requireSpread('service.stop', stop)
  for (const [index, spread] of byStop.entries()) requireSpread(`service.byStop.${index}`, spread ?? 0)
}

function requireSpread(name: string, spread: number): void {
  if (spread >= 0 && spread <= mostSpread) return
  throw new RangeError(`The spread ${name} is ${spread}; it must be 0 to ${mostSpread}.`)
}
