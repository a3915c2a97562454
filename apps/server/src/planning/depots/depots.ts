// The rules of depots: places of a project where vehicles load, which vehicles and routes name instead of writing the place again.
import type { DepotRecordInput } from '@routewright/contract'
import { type DepotRow, depotTable } from '../../data/depot-table.ts'
import { depotRecords } from '../../data/depots.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { emptyRow, sentValues } from '../../data/records.ts'
import { depotResource } from '../../data/resources/records.ts'
import { changingDepot } from './follow-depots.ts'
import { openPlaces, setPlace, withPlace } from './open-places.ts'

export { endsOfRoute, endsOfVehicle, withDepots } from './named-depots.ts'

/** Vehicles and routes that name a depot follow its changes. When it is deleted, they keep its last place (see `changingDepot`). */
export const depots = openPlaces<DepotRow, ReturnType<typeof depotResource>, DepotRecordInput>({
  word: 'depot',
  title: 'Depot',
  action: 'change the depots of the project',
  planning: depotTable.planning,
  records: depotRecords,
  answerOf: depotResource,
  newRow: (scope, projectId, input) => ({
    ...emptyRow(depotTable),
    ...sentValues(depotTable, input),
    label: input.label,
    location: setPlace(input.location),
    ...beginRecord(scope, projectId),
  }),
  sent: (input) => withPlace(sentValues(depotTable, input)),
  adding: (_scope, _projectId, write) => write(),
  changing: (scope, depot, { location }, write) =>
    changingDepot(scope, depot, location ? { place: location } : {}, write),
  deleting: (scope, depot, write) => changingDepot(scope, depot, { isGone: true }, write),
})
