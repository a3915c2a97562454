// Figures by who drove: what is said of a route, of its vehicle that day, or who usually drives the vehicle.
import type { Analytics } from '@routewright/contract'
import type { Scope } from '../../frame/platform/scope.ts'
import { whoDrove } from '../../planning/drivers/who-drove.ts'
import { type Counts, type Span, selectRouteSums } from './analytics.sql.ts'
import { addCounts, computeFigures } from './figures.ts'

/** Most stops first; without an id what nobody is known to have driven. */
export async function figuresOfDrivers(scope: Scope, span: Span): Promise<NonNullable<Analytics['drivers']>> {
  const routes = await selectRouteSums(scope, span)
  const { driverIdOf, names } = await whoDrove(scope, routes)
  return [...Map.groupBy(routes, driverIdOf)]
    .map(([id, own]) => {
      const sums: Partial<Counts> = {}
      for (const route of own) addCounts(sums, route)
      return { ...(id && { driver_id: id, label: names.get(id) ?? '' }), ...computeFigures(sums, own) }
    })
    .sort((a, b) => b.total_stops - a.total_stops || ((a.driver_id ?? '') < (b.driver_id ?? '') ? -1 : 1))
}
