// Recurring orders: their patterns, and how they fill a plan.
import Type from 'typebox'
import { create, defineEndpoints, get, post, put, remove } from '../../../endpoints/endpoint.ts'
import { id } from '../../../schemas/fields.ts'
import { getPage, pageParameters, sortParameter, textParameter } from '../../../schemas/list.ts'
import {
  RecurringDates,
  RecurringFill,
  RecurringOrder,
  RecurringOrderInput,
  RecurringOrderUpdate,
  RecurringPattern,
} from '../schemas/recurring.ts'

const templateErrors = [
  'highway.stop.error.invalid_type',
  'highway.stop.error.invalid_time_window',
  'highway.stop.error.packages_not_allowed',
  'highway.package.error.duplicated_identifier',
] as const

const example = {
  label: 'Bakery, every other Monday',
  weekdays: ['monday'],
  every_weeks: 2,
  starts_on: '2026-11-23',
  stop: { label: 'Bakery', location: { lat: 47.14, lng: 9.52 }, time_windows: [[25_200, 32_400]], duration: 300 },
}

export const recurringEndpoints = defineEndpoints(
  { tag: 'Recurring orders', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    listRecurringOrders: get(
      '/app/v1/recurring_orders',
      'List the recurring orders of a project',
      getPage('RecurringOrderPage', RecurringOrder),
      {
        query: Type.Object({
          project_id: id(),
          text: textParameter('Searches label, and label, external_id and address of the stop.'),
          sort: sortParameter(['label', 'created_at', 'updated_at'], 'created_at:desc'),
          ...pageParameters,
        }),
      },
    ),
    createRecurringOrder: create('/app/v1/recurring_order', 'Create a recurring order', RecurringOrder, {
      query: Type.Object({ project_id: id() }),
      body: RecurringOrderInput,
      errors: templateErrors,
      examples: { body: example },
    }),
    getRecurringOrder: get(
      '/app/v1/recurring_order/{recurring_order_id}',
      'Retrieve a recurring order',
      RecurringOrder,
    ),
    updateRecurringOrder: put(
      '/app/v1/recurring_order/{recurring_order_id}',
      'Change or pause a recurring order',
      RecurringOrder,
      {
        description: 'Stops that were made stay as they are.',
        body: RecurringOrderUpdate,
        errors: templateErrors,
        examples: { body: { paused: true } },
      },
    ),
    deleteRecurringOrder: remove(
      '/app/v1/recurring_order/{recurring_order_id}',
      'Delete a recurring order',
      RecurringOrder,
      { description: 'Stops that were made stay.' },
    ),
    previewRecurringDates: post('/app/v1/recurring_dates', 'See the days of a pattern', RecurringDates, {
      body: RecurringPattern,
      readsOnly: true,
      examples: { body: { weekdays: ['monday'], every_weeks: 2, starts_on: '2026-11-23' } },
    }),
    fillPlan: post(
      '/app/v1/plan/{plan_id}/recurring_orders',
      'Put the recurring orders of its day into a plan',
      RecurringFill,
      {
        description: 'Each order once for a day: what a plan of the day holds already is not made again.',
        ratePerMinute: 120,
        errors: ['highway.plan.error.finished'],
      },
    ),
  },
)
