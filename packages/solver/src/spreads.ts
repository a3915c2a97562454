/** Spreads of days around their plan, for driving and for work at stops, and the defaults when nothing is known. */

/**
 * Standard deviations of the logarithm of (actual / planned time), each 0 to 2: 0.1 is about 10 % up or down. The planned time is the
 * median (lognormal), so the mean of the days is a little longer.
 */
export interface Spreads {
  travel: {
    /** Spread of all driving of a day together: weather, traffic. */
    day: number
    /** Spread of all driving of a route: its driver, its vehicle. */
    route: number
    /** Own spread of each leg. */
    leg: number
  }
  service: {
    /** Spread of all work of a route: its driver. */
    route: number
    /** Own spread of each stop and reload. */
    stop: number
    /** Own spread of single stops by index, in place of `stop`. */
    byStop?: readonly (number | undefined)[]
  }
}

/** Used when a project has learned nothing of its own: docs/decisions/0293 gives their sources. */
export const usualSpreads: Spreads = {
  travel: { day: 0.08, route: 0.06, leg: 0.25 },
  service: { route: 0.12, stop: 0.45 },
}

const mostSpread = 2

/** Throws a RangeError that names a spread that is negative, too large or no number. */
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
