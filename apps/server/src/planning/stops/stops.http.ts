// Mounts the operations on stops.

import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { keepingPromisesOfStop } from '../consent/consent.ts'
import { isDescription, updateStop } from './change-stop.ts'
import { deleteStop, deleteStops, moveStops } from './relocate-stops.ts'
import { searchStops, searchStopsByText } from './search.ts'
import { createStopsAt, getStopRecord } from './stops.ts'

export function mountStops(app: App): void {
  mountChange(app, 'createStops', (scope, { query, body }) => createStopsAt(scope, query, body))
  mountRead(app, 'getStop', (scope, { params }) => getStopRecord(scope, params.stop_id))
  mountChange(app, 'updateStop', (scope, { params, body }) =>
    isDescription(body)
      ? updateStop(scope, params.stop_id, body)
      : keepingPromisesOfStop(scope, params.stop_id, body.route_id, () => updateStop(scope, params.stop_id, body)),
  )
  mountChange(app, 'deleteStop', (scope, { params }) => deleteStop(scope, params.stop_id))
  mountChange(app, 'deleteStops', (scope, { body }) => deleteStops(scope, body.stop_ids))
  mountChange(app, 'moveStops', (scope, { query, body }) =>
    moveStops(scope, query.plan_id ?? body.plan_id ?? null, body.stop_ids),
  )
  mountChange(app, 'moveStop', async (scope, { params, query }) => {
    const moved = await moveStops(scope, query.plan_id ?? null, [params.stop_id])
    return moved.find(({ id }) => id === params.stop_id)
  })
  mountRead(app, 'searchStops', (scope, { query, body }) => searchStops(scope, query.project_id, body ?? {}))
  mountRead(app, 'searchStopsByText', (scope, { query }) => searchStopsByText(scope, query))
}
