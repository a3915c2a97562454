// The backlog: orders without a day, not in any plan.
import Type from 'typebox'
import { create, defineEndpoints, get, post, put } from '../../../endpoints/endpoint.ts'
import { calendarDate } from '../../../schemas/fields.ts'
import { getPage, pageParameters, sortParameter, textParameter } from '../../../schemas/list.ts'
import {
  BacklogChange,
  BacklogCounts,
  BacklogOrder,
  BacklogOrderInput,
  BacklogReturn,
  backlogLimits,
} from '../schemas/backlog.ts'

const newStopErrors = [
  'highway.stop.error.invalid_type',
  'highway.stop.error.invalid_time_window',
  'highway.stop.error.packages_not_allowed',
  'highway.package.error.duplicated_identifier',
] as const

const orders = Type.Array(BacklogOrder, { maxItems: backlogLimits.made })

const example = {
  stop: { label: 'Boiler check', location: { lat: 47.1415, lng: 9.5215 }, duration: 2_700 },
  earliest_on: '2026-11-25',
  latest_on: '2026-12-04',
  priority: 3,
}

export const backlogEndpoints = defineEndpoints(
  { tag: 'Backlog', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    listBacklog: get(
      '/app/v1/project/{project_id}/backlog',
      'List the orders that wait without a day',
      getPage('BacklogPage', BacklogOrder),
      {
        description: 'Every open stop of the project that is in no plan.',
        query: Type.Object({
          text: textParameter('Searches label, external_id, contact and address.'),
          due_by: Type.Optional(calendarDate('Only those whose last day is this one or before.')),
          priority_from: Type.Optional(
            Type.Integer({ description: 'Only this priority or higher.', minimum: 0, maximum: backlogLimits.priority }),
          ),
          sort: sortParameter(['latest_on', 'priority', 'label', 'created_at'], 'latest_on:asc'),
          ...pageParameters,
        }),
      },
    ),
    countBacklog: get('/app/v1/project/{project_id}/backlog/counts', 'Count what waits and what is due', BacklogCounts),
    createBacklogOrders: create('/app/v1/project/{project_id}/backlog', 'Put orders into the backlog', orders, {
      description: 'All or none. Each is a stop of no plan, with all that a stop may have.',
      body: Type.Array(BacklogOrderInput, { minItems: 1, maxItems: backlogLimits.made }),
      errors: newStopErrors,
      examples: { body: [example] },
    }),
    updateBacklogOrders: put('/app/v1/project/{project_id}/backlog', 'Change the terms of orders', orders, {
      description: 'Fields that are left out stay, null clears one. The stop itself is changed as any other.',
      body: BacklogChange,
      examples: { body: { stop_ids: ['6650f0a1b2c3d4e5f6a7b8c9'], latest_on: '2026-12-11' } },
    }),
    returnToBacklog: post(
      '/app/v1/project/{project_id}/backlog/stops',
      'Take stops off their day into the backlog',
      orders,
      {
        description:
          'They leave their plans and wait for another day. For those that were not delivered, the day of their plan is kept as the previous visit.',
        body: BacklogReturn,
        errors: ['highway.stop.error.promised', 'highway.stop.error.already_executed', 'highway.plan.error.finished'],
        examples: { body: { stop_ids: ['6650f0a1b2c3d4e5f6a7b8c9'], earliest_on: '2026-11-25' } },
      },
    ),
  },
)
