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
import { FigureMemory } from './figures.ts'
import { planBoard } from './plan-board.ts'
import { applyRemedy } from './remedies.ts'
import { explainStop } from './why.ts'

export function mountEditor(app: App): void {
  const figures = new FigureMemory()
  mount(app, 'getEditorState', ({ params }, { read }) => read((scope) => editorState(scope, params.plan_id, figures)))
  mount(app, 'comparePlans', ({ body }, { read }) => read((scope) => comparePlans(scope, body.plan_ids, figures)))
  mount(app, 'getPlanBoard', ({ params }, { read }) => read((scope) => planBoard(scope, params.plan_id)))
  mount(app, 'duplicatePlan', ({ params, body }, { transaction }) =>
    transaction((scope) => duplicatePlan(scope, params.plan_id, body ?? {})),
  )
  mountArrangements(app)
  mountMarks(app, figures)
  mount(app, 'explainStop', ({ params }, { read }) => read((scope) => explainStop(scope, params.stop_id)))
  mount(app, 'applyRemedy', ({ params, query, body }, context) =>
    look(context, query)((scope) => applyRemedy(scope, params.stop_id, body, query)),
  )
}

/** Changes of the order of routes, which can be looked at before they are made. */
function mountArrangements(app: App): void {
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
}

/** Locks of routes, pins of stops, and deleted records that come back. */
function mountMarks(app: App, figures: FigureMemory): void {
  mount(app, 'lockRoutes', ({ params, body }, { transaction }) =>
    transaction((scope) => lockRoutes(scope, params.plan_id, body)),
  )
  mount(app, 'pinStops', ({ params, body }, { transaction }) =>
    transaction((scope) => pinStops(scope, params.plan_id, body, figures)),
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
