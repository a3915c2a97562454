// Mounts the operations on stops.
import { type App, mount } from '../http/mount.ts'
import { updateStop } from './change-stop.ts'
import { deleteStop, deleteStops, moveStops } from './relocate-stops.ts'
import { searchStops, searchStopsByText } from './search.ts'
import { createStopsAt, getStopRecord } from './stops.ts'

export function mountStops(app: App): void {
  mount(app, 'createStops', ({ query, body }, { transaction }) =>
    transaction((scope) => createStopsAt(scope, query, body)),
  )
  mount(app, 'getStop', ({ params }, { read }) => read((scope) => getStopRecord(scope, params.stop_id)))
  mount(app, 'updateStop', ({ params, body }, { transaction }) =>
    transaction((scope) => updateStop(scope, params.stop_id, body)),
  )
  mount(app, 'deleteStop', ({ params }, { transaction }) => transaction((scope) => deleteStop(scope, params.stop_id)))
  mount(app, 'deleteStops', ({ body }, { transaction }) => transaction((scope) => deleteStops(scope, body.stop_ids)))
  mount(app, 'moveStops', ({ query, body }, { transaction }) =>
    transaction((scope) => moveStops(scope, query.plan_id ?? body.plan_id ?? null, body.stop_ids)),
  )
  mount(app, 'searchStops', ({ query, body }, { read }) =>
    read((scope) => searchStops(scope, query.project_id, body ?? {})),
  )
  mount(app, 'searchStopsByText', ({ query }, { read }) => read((scope) => searchStopsByText(scope, query)))
}
