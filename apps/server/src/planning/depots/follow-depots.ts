// Bringing vehicles and routes after a change of a depot that they name.

import { getProject } from '../../accounts/projects/projects.ts'
import type { DepotRow } from '../../data/depot-table.ts'
import { changeDepotOfRoutes } from '../../data/routes.sql.ts'
import type { LocationValue } from '../../data/values.ts'
import { changeDepotOfVehicles } from '../../data/vehicles.sql.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { listRoutesOfDepot } from './depots.sql.ts'
import { withRoutesFollowing } from './open-places.ts'

/** What changes for those who name a depot: where it lies, or that there is none any more. */
interface DepotChange {
  place?: LocationValue
  isGone?: boolean
}

/**
 * Makes the change. Vehicles that name the depot get its new place; so do the routes of today and later that have not begun, and
 * their times follow, in the same transaction. Days that are over, and routes under way, stay as they were planned.
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
