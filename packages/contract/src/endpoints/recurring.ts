// Recurring orders: their patterns, and how they fill a plan.
import Type from 'typebox'
import { id } from '../schemas/fields.ts'
import { pageOf, pageParameters, sortParameter, textParameter } from '../schemas/list.ts'
import {
  RecurringDates,
  RecurringFill,
  RecurringOrder,
  RecurringOrderInput,
  RecurringOrderUpdate,
  RecurringPattern,
} from '../schemas/recurring.ts'
import { defineEndpoints } from './endpoint.ts'

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
  { tag: 'Recurring orders', auth: 'api_key', visibility: 'internal' },
  {
    listRecurringOrders: {
      method: 'GET',
      path: '/app/v1/recurring_orders',
      summary: 'List the recurring orders of a project',
      query: Type.Object({
        project_id: id(),
        text: textParameter('Searches label, and label, external_id and address of the stop.'),
        sort: sortParameter(['label', 'created_at', 'updated_at'], 'created_at:desc'),
        ...pageParameters,
      }),
      response: { 200: pageOf('RecurringOrderPage', RecurringOrder) },
    },
    createRecurringOrder: {
      method: 'POST',
      path: '/app/v1/recurring_order',
      summary: 'Create a recurring order',
      query: Type.Object({ project_id: id() }),
      body: RecurringOrderInput,
      response: { 201: RecurringOrder },
      errors: templateErrors,
      examples: { body: example },
    },
    getRecurringOrder: {
      method: 'GET',
      path: '/app/v1/recurring_order/{recurring_order_id}',
      summary: 'Retrieve a recurring order',
      response: { 200: RecurringOrder },
    },
    updateRecurringOrder: {
      method: 'PUT',
      path: '/app/v1/recurring_order/{recurring_order_id}',
      summary: 'Change or pause a recurring order',
      description: 'Stops that were made stay as they are.',
      body: RecurringOrderUpdate,
      response: { 200: RecurringOrder },
      errors: templateErrors,
      examples: { body: { paused: true } },
    },
    deleteRecurringOrder: {
      method: 'DELETE',
      path: '/app/v1/recurring_order/{recurring_order_id}',
      summary: 'Delete a recurring order',
      description: 'Stops that were made stay.',
      response: { 200: RecurringOrder },
    },
    previewRecurringDates: {
      method: 'POST',
      path: '/app/v1/recurring_dates',
      summary: 'See the days of a pattern',
      body: RecurringPattern,
      readsOnly: true,
      response: { 200: RecurringDates },
      examples: { body: { weekdays: ['monday'], every_weeks: 2, starts_on: '2026-11-23' } },
    },
    fillPlan: {
      method: 'POST',
      path: '/app/v1/plan/{plan_id}/recurring_orders',
      summary: 'Put the recurring orders of its day into a plan',
      description: 'Each order once for a day: what a plan of the day holds already is not made again.',
      response: { 200: RecurringFill },
      ratePerMinute: 120,
      errors: ['highway.plan.error.finished'],
    },
  },
)
