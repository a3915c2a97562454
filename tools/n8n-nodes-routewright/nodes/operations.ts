// Operations of the node, each with its fields and the calls that it makes.
import type { Routewright } from '@routewright/client'
import type { Property } from '../n8n.ts'
import { jsonObject } from './connect.ts'

/** The values of an operation's fields, for one item. */
type Values = (name: string) => unknown

interface Operation {
  name: string
  action: string
  fields: readonly (keyof typeof fields)[]
  /** Returns one record, or several: an item each. */
  run(client: Routewright, values: Values): Promise<unknown>
}

const fields = {
  projectId: { displayName: 'Project ID', name: 'projectId', type: 'string', default: '', required: true },
  planId: { displayName: 'Plan ID', name: 'planId', type: 'string', default: '', required: true },
  stopId: { displayName: 'Stop ID', name: 'stopId', type: 'string', default: '', required: true },
  routeId: { displayName: 'Route ID', name: 'routeId', type: 'string', default: '', required: true },
  slotId: {
    displayName: 'Slot ID',
    name: 'slotId',
    type: 'string',
    default: '',
    required: true,
    description: 'Day and window as Find answers them: 2026-11-27/28800-36000',
  },
  promiseId: { displayName: 'Promise ID', name: 'promiseId', type: 'string', default: '', required: true },
  holdKey: {
    displayName: 'Key',
    name: 'holdKey',
    type: 'string',
    default: '',
    required: true,
    description: 'Your own name of the hold, for instance the number of the order. The same key answers the same hold.',
  },
  firstDay: {
    displayName: 'First Day',
    name: 'firstDay',
    type: 'string',
    default: '={{ $today.toISODate() }}',
    required: true,
    description: 'Calendar date, not before today',
  },
  lastDay: {
    displayName: 'Last Day',
    name: 'lastDay',
    type: 'string',
    default: '={{ $today.plus({ days: 7 }).toISODate() }}',
    required: true,
    description: 'Calendar date, at most 60 days in all',
  },
  wanted: {
    displayName: 'Stop',
    name: 'wanted',
    type: 'json',
    default: '{"address": "", "duration": 600}',
    description: 'What the window is for, as JSON: an address or a location, and duration, weight, requires …',
  },
  externalId: {
    displayName: 'External ID',
    name: 'externalId',
    type: 'string',
    default: '',
    required: true,
    description: 'The number of the order in your own system. A stop that has it already is left as it is.',
  },
  text: {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    default: '',
    description: 'What is looked for in names, addresses and external IDs',
  },
  limit: {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    default: 50,
    typeOptions: { minValue: 1 },
    description: 'Max number of results to return',
  },
  details: {
    displayName: 'Fields',
    name: 'details',
    type: 'json',
    default: '{}',
    description: 'The fields of the record as JSON, as the interface of the service names them',
  },
  reportType: {
    displayName: 'Report',
    name: 'reportType',
    type: 'options',
    default: 'service_report_completed',
    options: [
      { name: 'Attempted', value: 'service_report_attempted' },
      { name: 'Canceled', value: 'service_report_canceled' },
      { name: 'Completed', value: 'service_report_completed' },
    ],
  },
} as const satisfies Record<string, Property>

const text = (values: Values, name: string) => String(values(name))
const details = (values: Values) => jsonObject(values('details'), 'Fields')

const stop: Record<string, Operation> = {
  create: {
    name: 'Create',
    action: 'Create a stop',
    fields: ['planId', 'externalId', 'details'],
    async run(client, values) {
      const wanted = { ...details(values), external_id: text(values, 'externalId') }
      const { stops } = await client.createStopsOnce({ plan_id: text(values, 'planId') }, [wanted])
      return stops
    },
  },
  find: {
    name: 'Find',
    action: 'Find stops',
    fields: ['projectId', 'text', 'limit'],
    async run(client, values) {
      const query = {
        project_id: text(values, 'projectId'),
        text: text(values, 'text'),
        limit: Number(values('limit')),
      }
      return (await client.searchStopsByText(query)).docs
    },
  },
  get: {
    name: 'Get',
    action: 'Get a stop',
    fields: ['stopId'],
    run: (client, values) => client.getStop({ stop_id: text(values, 'stopId') }),
  },
  report: {
    name: 'Report',
    action: 'Report on a stop',
    fields: ['stopId', 'reportType', 'details'],
    run: (client, values) =>
      client.createReport({
        stop_id: text(values, 'stopId'),
        body: { ...details(values), type: values('reportType') } as never,
      }),
  },
  update: {
    name: 'Update',
    action: 'Update a stop',
    fields: ['stopId', 'details'],
    run: (client, values) => client.updateStop({ stop_id: text(values, 'stopId'), body: details(values) }),
  },
}

const plan: Record<string, Operation> = {
  create: {
    name: 'Create',
    action: 'Create a plan',
    fields: ['projectId', 'details'],
    run: (client, values) => client.createPlan({ project_id: text(values, 'projectId'), body: details(values) }),
  },
  get: {
    name: 'Get',
    action: 'Get a plan',
    fields: ['planId'],
    run: (client, values) => client.getPlan({ id: text(values, 'planId') }),
  },
  optimize: {
    name: 'Optimize',
    action: 'Optimize a plan',
    fields: ['planId'],
    async run(client, values) {
      const id = text(values, 'planId')
      await client.optimizePlanAsync({ id })
      await client.waitForOptimization(id)
      return await client.getPlan({ id })
    },
  },
}

const route: Record<string, Operation> = {
  dispatch: {
    name: 'Dispatch',
    action: 'Dispatch a route',
    fields: ['routeId'],
    run: (client, values) => client.dispatchRoute({ id: text(values, 'routeId') }),
  },
  list: {
    name: 'Get Many',
    action: 'Get many routes',
    fields: ['planId'],
    run: (client, values) => client.listPlanRoutes({ id: text(values, 'planId') }),
  },
}

const slot: Record<string, Operation> = {
  book: {
    name: 'Book',
    action: 'Book a slot that is held',
    fields: ['promiseId'],
    run: (client, values) => client.bookSlot({ slot_promise_id: text(values, 'promiseId') }),
  },
  find: {
    name: 'Find',
    action: 'Find slots that can be promised',
    fields: ['projectId', 'wanted', 'firstDay', 'lastDay', 'details', 'limit'],
    async run(client, values) {
      const body = {
        from: text(values, 'firstDay'),
        to: text(values, 'lastDay'),
        most: Number(values('limit')),
        ...details(values),
        stop: jsonObject(values('wanted'), 'Stop'),
      }
      return (await client.findSlots({ project_id: text(values, 'projectId'), body })).slots
    },
  },
  hold: {
    name: 'Hold',
    action: 'Hold a slot for some minutes',
    fields: ['projectId', 'slotId', 'holdKey', 'wanted', 'details'],
    run: (client, values) =>
      client.holdSlot({
        project_id: text(values, 'projectId'),
        body: {
          ...details(values),
          key: text(values, 'holdKey'),
          slot_id: text(values, 'slotId'),
          stop: jsonObject(values('wanted'), 'Stop'),
        },
      }),
  },
  move: {
    name: 'Move',
    action: 'Move a promise to another slot',
    fields: ['promiseId', 'slotId'],
    run: (client, values) =>
      client.moveSlot({ slot_promise_id: text(values, 'promiseId'), body: { slot_id: text(values, 'slotId') } }),
  },
  release: {
    name: 'Release',
    action: 'Release a slot',
    fields: ['promiseId'],
    run: (client, values) => client.releaseSlot({ slot_promise_id: text(values, 'promiseId') }),
  },
}

const resources: Record<string, { name: string; operations: Record<string, Operation> }> = {
  plan: { name: 'Plan', operations: plan },
  route: { name: 'Route', operations: route },
  slot: { name: 'Slot', operations: slot },
  stop: { name: 'Stop', operations: stop },
}

/** Throws for an operation that there is not. */
export function findOperation(resource: string, name: string): Operation {
  const operation = resources[resource]?.operations[name]
  if (!operation) throw new Error(`There is no operation ${name} on ${resource}`)
  return operation
}

/** Fields in n8n's form: the resource, its operations, and the fields of each. */
export function describeOperations(): Property[] {
  const kinds = Object.entries(resources)
  const resource: Property = {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    default: 'stop',
    noDataExpression: true,
    options: kinds.map(([value, { name }]) => ({ name, value })),
  }
  const operations = kinds.map(([value, one]): Property => {
    const entries = Object.entries(one.operations)
    return {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: entries[0]![0],
      displayOptions: { show: { resource: [value] } },
      options: entries.map(([key, { name, action }]) => ({ name, value: key, action })),
    }
  })
  const own = kinds.flatMap(([value, one]) =>
    Object.entries(one.operations).flatMap(([operation, { fields: names }]) =>
      names.map(
        (name): Property => ({
          ...fields[name],
          displayOptions: { show: { resource: [value], operation: [operation] } },
        }),
      ),
    ),
  )
  return [resource, ...operations, ...own]
}
