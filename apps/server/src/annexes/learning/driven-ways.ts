// The ways of driven routes with who drove them, as long as they are planned for a usual driver.
import type { VisitOfRow } from './arrival-evidence.ts'
import type { DrivenRoute } from './arrival-leads.ts'
import { listDayParts } from './day-parts.ts'
import type { DrivenWay } from './learn-driving.ts'
import type { Comers } from './learn-paces.ts'

/** `visits` are those that the routes are made of. What plans counted with then is taken off. */
export function drivenWays(routes: readonly DrivenRoute[], visits: readonly VisitOfRow[], comers: Comers): DrivenWay[] {
  const rows = new Map(visits.map(({ visit, row }) => [`${visit.routeId} ${visit.day}`, row]))
  return routes.flatMap((route) => {
    const row = rows.get(route.routeId)!
    const driverId = comers.of(row)
    if (driverId === null) return []
    return listDayParts(route).flatMap((part) =>
      part.kind === 'driving'
        ? [{ ...part, day: route.day, driverId, plannedSeconds: part.plannedSeconds / (row.drive_factor ?? 1) }]
        : [],
    )
  })
}
