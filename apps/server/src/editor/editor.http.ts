// Mounts the operations of the plan editor.
import { type App, mount } from '../http/mount.ts'
import { comparePlans, duplicatePlan } from './copies.ts'
import { editorState, lockRoutes, pinStops, restoreRecords } from './editor.ts'
import {
  arrange,
  insertStops,
  mergeRoutes,
  moveStops,
  reassignRoute,
  reverseRoute,
  splitRoute,
  swapRoutes,
} from './edits.ts'
import { planBoard } from './plan-board.ts'
import { applyRemedy } from './remedies.ts'
import { explainStop } from './why.ts'

export function mountEditor(app: App): void {
  mount(app, 'getEditorState', ({ params }, { read }) => read((scope) => editorState(scope, params.plan_id)))

  mount(app, 'getPlanBoard', ({ params }, { read }) => read((scope) => planBoard(scope, params.plan_id)))

  mount(app, 'previewMove', ({ params, body }, { read }) =>
    read((scope) => moveStops(scope, params.plan_id, body, { preview: true })),
  )
  mount(app, 'movePlanStops', ({ params, body }, { transaction }) =>
    transaction((scope) => moveStops(scope, params.plan_id, body, { preview: false })),
  )
  mount(app, 'arrangePlan', ({ params, query, body }, context) =>
    look(context, query)((scope) => arrange(scope, params.plan_id, body, query)),
  )
  mount(app, 'insertStops', ({ params, query, body }, context) =>
    look(context, query)((scope) => insertStops(scope, params.plan_id, body, query)),
  )
  mount(app, 'reverseRoute', ({ params, query }, context) =>
    look(context, query)((scope) => reverseRoute(scope, params.route_id, query)),
  )
  mount(app, 'swapRoutes', ({ params, query, body }, context) =>
    look(context, query)((scope) => swapRoutes(scope, params.route_id, body.route_id, query)),
  )
  mount(app, 'splitRoute', ({ params, query, body }, context) =>
    look(context, query)((scope) => splitRoute(scope, params.route_id, body, query)),
  )
  mount(app, 'mergeRoutes', ({ params, query, body }, context) =>
    look(context, query)((scope) => mergeRoutes(scope, params.route_id, body, query)),
  )
  mount(app, 'reassignRoute', ({ params, query, body }, context) =>
    look(context, query)((scope) => reassignRoute(scope, params.route_id, body, query)),
  )

  mount(app, 'duplicatePlan', ({ params, body }, { transaction }) =>
    transaction((scope) => duplicatePlan(scope, params.plan_id, body ?? {})),
  )
  mount(app, 'comparePlans', ({ body }, { read }) => read((scope) => comparePlans(scope, body.plan_ids)))

  mount(app, 'explainStop', ({ params }, { read }) => read((scope) => explainStop(scope, params.stop_id)))
  mount(app, 'applyRemedy', ({ params, query, body }, context) =>
    look(context, query)((scope) => applyRemedy(scope, params.stop_id, body, query)),
  )

  mount(app, 'lockRoutes', ({ params, body }, { transaction }) =>
    transaction((scope) => lockRoutes(scope, params.plan_id, body)),
  )
  mount(app, 'pinStops', ({ params, body }, { transaction }) =>
    transaction((scope) => pinStops(scope, params.plan_id, body)),
  )
  mount(app, 'restoreRecords', ({ params, body }, { transaction }) =>
    transaction((scope) => restoreRecords(scope, params.plan_id, body)),
  )
}

/** What is only looked at needs no transaction. */
function look<Context extends { read: unknown; transaction: unknown }>(
  { read, transaction }: Context,
  { preview }: { preview: boolean },
): Context['transaction'] {
  return preview ? read : transaction
}
