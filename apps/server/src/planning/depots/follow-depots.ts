// Updates vehicles and routes after a change of a depot that they name.

import { getProject } from '../../accounts/projects/projects.ts'
import type { DepotRow } from '../../data/depot-table.ts'
import { changeDepotOfRoutes } from '../../data/routes.sql.ts'
import type { LocationValue } from '../../data/values.ts'
import { changeDepotOfVehicles } from '../../data/vehicles.sql.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { listRoutesOfDepot } from './depots.sql.ts'
import { withRoutesFollowing } from './open-places.ts'

/** A change of a depot as vehicles and routes see it: a new place, or the depot is deleted. */
interface DepotChange {
  place?: LocationValue
  isGone?: boolean
}

/**
 * Makes the change. Vehicles that name the depot get its new place, and so do routes of today and later that have not begun;
 * their times are recomputed in the same transaction. Past days and routes under way stay as planned.
 */
export async function changingDepot<Answer>(
  scope: Scope,
  { id, project_id }: DepotRow,
  change: DepotChange,
  write: () => Promise<Answer>,
): Promise<Answer> {
  const project = await getProject(scope, project_id)
  const today = dateInZone(scope.now, project.timezone)
  return withRoutesFollowing(
    scope,
    () => listRoutesOfDepot(scope, project_id, id, today),
    write,
    async (routeIds) => {
      await changeDepotOfVehicles(scope, id, change)
      await changeDepotOfRoutes(scope, id, routeIds, change)
    },
  )
}
