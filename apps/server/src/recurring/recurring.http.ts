// Mounts the operations on recurring orders.
import { type App, mount } from '../http/mount.ts'
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
  mount(app, 'listRecurringOrders', ({ query }, { read }) => read((scope) => listRecurringOrders(scope, query)))
  mount(app, 'createRecurringOrder', ({ query, body }, { transaction }) =>
    transaction((scope) => createRecurringOrder(scope, query.project_id, body)),
  )
  mount(app, 'getRecurringOrder', ({ params }, { read }) =>
    read((scope) => getRecurringOrder(scope, params.recurring_order_id)),
  )
  mount(app, 'updateRecurringOrder', ({ params, body }, { transaction }) =>
    transaction((scope) => updateRecurringOrder(scope, params.recurring_order_id, body)),
  )
  mount(app, 'deleteRecurringOrder', ({ params }, { transaction }) =>
    transaction((scope) => deleteRecurringOrder(scope, params.recurring_order_id)),
  )
  mount(app, 'previewRecurringDates', async ({ body }) => previewDates(body))
  mount(app, 'fillPlan', ({ params }, { transaction }) => transaction((scope) => fillPlan(scope, params.plan_id)))
}
