// Mounts the operations on recurring orders.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import {
  createRecurringOrder,
  deleteRecurringOrder,
  fillPlan,
  getRecurringOrder,
  listRecurringOrders,
  previewDates,
  updateRecurringOrder,
} from './recurring.ts'

export function mountRecurring(app: App): void {
  mountRead(app, 'listRecurringOrders', (scope, { query }) => listRecurringOrders(scope, query))
  mountChange(app, 'createRecurringOrder', (scope, { query, body }) =>
    createRecurringOrder(scope, query.project_id, body),
  )
  mountRead(app, 'getRecurringOrder', (scope, { params }) => getRecurringOrder(scope, params.recurring_order_id))
  mountChange(app, 'updateRecurringOrder', (scope, { params, body }) =>
    updateRecurringOrder(scope, params.recurring_order_id, body),
  )
  mountChange(app, 'deleteRecurringOrder', (scope, { params }) =>
    deleteRecurringOrder(scope, params.recurring_order_id),
  )
  mount(app, 'previewRecurringDates', async ({ body }) => previewDates(body))
  mountChange(app, 'fillPlan', (scope, { params }) => fillPlan(scope, params.plan_id))
}
