// Mounts the operations of the plan editor.
import { type App, mount, mountChange, mountRead, mountWholeRead } from '../../frame/http/mount.ts'
import { tryStopAgain } from './again.ts'
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
  mountRead(app, 'getEditorState', (scope, { params }) => editorState(scope, params.plan_id, figures))
  mountRead(app, 'comparePlans', (scope, { body }) => comparePlans(scope, body.plan_ids, figures))
  mountWholeRead(app, 'getPlanBoard', (scope, { params }) => planBoard(scope, params.plan_id))
  mountChange(app, 'duplicatePlan', (scope, { params, body }) => duplicatePlan(scope, params.plan_id, body ?? {}))
  mountArrangements(app)
  mountMarks(app, figures)
  mountRead(app, 'explainStop', (scope, { params }) => explainStop(scope, params.stop_id))
  mount(app, 'tryStopAgain', ({ params, query, body }, context) =>
    look(context, query)((scope) => tryStopAgain(scope, params.stop_id, body ?? {}, query)),
  )
  mount(app, 'applyRemedy', ({ params, query, body }, context) =>
    look(context, query)((scope) => applyRemedy(scope, params.stop_id, body, query)),
  )
}

/** Mounts changes of routes' sequences, which can be previewed. */
function mountArrangements(app: App): void {
  mountRead(app, 'previewMove', (scope, { params, body }) => moveStops(scope, params.plan_id, body, { preview: true }))
  mountChange(app, 'movePlanStops', (scope, { params, body }) =>
    moveStops(scope, params.plan_id, body, { preview: false }),
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

/** Mounts route locks, stop pins, and restoring of deleted records. */
function mountMarks(app: App, figures: FigureMemory): void {
  mountChange(app, 'lockRoutes', (scope, { params, body }) => lockRoutes(scope, params.plan_id, body))
  mountChange(app, 'pinStops', (scope, { params, body }) => pinStops(scope, params.plan_id, body, figures))
  mountChange(app, 'restoreRecords', (scope, { params, body }) => restoreRecords(scope, params.plan_id, body))
}

/** Runs a preview without a transaction, as it changes nothing. */
function look<Context extends { read: unknown; transaction: unknown }>(
  { read, transaction }: Context,
  { preview }: { preview: boolean },
): Context['transaction'] {
  return preview ? read : transaction
}
