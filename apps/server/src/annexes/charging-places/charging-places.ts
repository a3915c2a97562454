// The rules of charging places: where the electric vehicles of a project may charge between two stops.
import type { ChargingPlaceInput } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { type ChargingPlaceRow, chargingPlaceTable } from '../../data/charging-place-table.ts'
import { chargingPlaceRecords } from '../../data/charging-places.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { emptyRow, sentValues } from '../../data/records.ts'
import { chargingPlaceResource } from '../../data/resources/records.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { openPlaces, setPlace, withPlace, withRoutesFollowing } from '../../planning/depots/open-places.ts'
import { listRoutesToCharge } from './charging-places.sql.ts'

/**
 * Routes of today and later that have not begun follow: a new place helps those that their batteries do not last for, a change also those that
 * charge there, and what charged at a place that is deleted charges elsewhere.
 */
export const chargingPlaces = openPlaces<
  ChargingPlaceRow,
  ReturnType<typeof chargingPlaceResource>,
  ChargingPlaceInput
>({
  word: 'charging place',
  title: 'Charging place',
  action: 'change the charging places of the project',
  planning: chargingPlaceTable.planning,
  records: chargingPlaceRecords,
  answerOf: chargingPlaceResource,
  newRow: (scope, projectId, input) => ({
    ...emptyRow(chargingPlaceTable),
    ...sentValues(chargingPlaceTable, input),
    label: input.label,
    power: input.power,
    location: setPlace(input.location),
    ...beginRecord(scope, projectId),
  }),
  sent: (input) => withPlace(sentValues(chargingPlaceTable, input)),
  adding: (scope, projectId, write) => following(scope, projectId, { alsoShort: true }, write),
  changing: (scope, { id, project_id }, _changes, write) =>
    following(scope, project_id, { placeId: id, alsoShort: true }, write),
  deleting: (scope, { id, project_id }, write) =>
    following(scope, project_id, { placeId: id, alsoShort: false }, write),
})

async function following<Answer>(
  scope: Scope,
  projectId: string,
  which: { placeId?: string; alsoShort: boolean },
  write: () => Promise<Answer>,
): Promise<Answer> {
  const project = await getProject(scope, projectId)
  const today = dateInZone(scope.now, project.timezone)
  return withRoutesFollowing(scope, () => listRoutesToCharge(scope, projectId, today, which), write)
}
