// Orders whose place cannot be meant: far from everything else of the project, at 0/0, or with latitude and longitude changed over.
import { createPlaceJudge, type OutlyingPlace } from '@routewright/reading'
import { listDepotsOfProjects } from '../../data/depots.sql.ts'
import { listStartsOfVehicles } from '../../data/vehicles.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'

const mostStarts = 100

/** Judged by the depots of the project and by where its vehicles start; undefined where the place fits, or nothing is known of either. */
export async function findOutlying(
  scope: Scope,
  projectId: string,
  { lat, lng }: { lat?: number | null; lng?: number | null },
): Promise<OutlyingPlace | undefined> {
  if (typeof lat !== 'number' || typeof lng !== 'number') return undefined
  const depots = await listDepotsOfProjects(scope, [projectId])
  const starts = await listStartsOfVehicles(scope, projectId, mostStarts)
  const places = depots.flatMap(({ location }) =>
    typeof location.lat === 'number' && typeof location.lng === 'number'
      ? [{ lat: location.lat, lng: location.lng }]
      : [],
  )
  return createPlaceJudge([...places, ...starts])({ lat, lng })
}

/** For the log of the source. */
export function outlyingReason({ kind, kilometers }: OutlyingPlace): string {
  const far = `lies ${kilometers} km from everything else of this project`
  switch (kind) {
    case 'swapped':
      return `${far}: are latitude and longitude changed over?`
    case 'null':
      return kilometers > 0 ? `is 0, 0, and ${far}` : 'is 0, 0, which is in the ocean'
    case 'far':
      return far
  }
}
