// The tool that lists what plans are made of: vehicles, clients, zones, recurring orders, projects and their rules.
import type { Client, Project, RecurringOrder, Vehicle, Zone } from '@routewright/contract'
import Type from 'typebox'
import { minutes, windows } from '../figures.ts'
import { oneOf, page, paged, projectId, words } from '../inputs.ts'
import type { Call } from '../operations.ts'
import { quote, quoteName } from '../quoted.ts'
import { refuseField, tool } from '../tool.ts'

const kinds = ['projects', 'rules', 'vehicles', 'clients', 'zones', 'recurring_orders'] as const

interface Asked {
  project_id?: string
  text?: string
  offset?: number
  limit?: number
}

export const listResources = tool({
  name: 'list_resources',
  title: 'List vehicles, clients, zones, recurring orders, projects or rules',
  description:
    'What plans are made of. All kinds but projects need project_id; rules are the settings by which a project plans and reports.',
  kind: 'reads',
  looks: ['listProjects', 'getProject', 'listVehicles', 'listClients', 'listZones', 'listRecurringOrders'],
  input: Type.Object({
    kind: oneOf(kinds, 'What to list.'),
    project_id: Type.Optional(projectId()),
    text: Type.Optional(words('Only those with this in their name.')),
    ...page,
  }),
  async run({ kind, ...asked }, { call }) {
    if (kind === 'projects') return await listProjects(call, asked)
    const { project_id } = asked
    if (!project_id) throw refuseField('project_id', `is needed to list ${kind}`)
    if (kind === 'rules') return getRules(await call('getProject', { params: { project_id } }))
    if (kind === 'zones') return await listZones(call, project_id, asked)
    return await listRecords(call, kind, { ...asked, project_id })
  },
})

const makePage = ({ offset = 0, limit = 25, text }: Asked) => ({ offset, limit, ...(text ? { text } : {}) })

function answer<Doc>(
  { total, offset, docs }: { total: number; offset: number; docs: Doc[] },
  line: (doc: Doc) => object,
) {
  const next = offset + docs.length
  return { total, ...(next < total ? { next_offset: next } : {}), found: docs.map(line) }
}

async function listProjects(call: Call, asked: Asked) {
  return answer(await call('listProjects', { query: makePage(asked) }), (entry) => ({
    id: entry.id,
    project: quoteName(entry.label),
    timezone: entry.timezone,
    currency: entry.currency,
  }))
}

async function listRecords(
  call: Call,
  kind: 'vehicles' | 'clients' | 'recurring_orders',
  asked: Asked & { project_id: string },
) {
  const query = { ...makePage(asked), project_id: asked.project_id }
  switch (kind) {
    case 'vehicles':
      return answer(await call('listVehicles', { query }), vehicleLine)
    case 'clients':
      return answer(await call('listClients', { query }), clientLine)
    case 'recurring_orders':
      return answer(await call('listRecurringOrders', { query }), orderLine)
  }
}

async function listZones(call: Call, projectId: string, asked: Asked) {
  const all = await call('listZones', { params: { project_id: projectId } })
  const text = asked.text?.toLowerCase()
  const { part, ...counts } = paged(
    all.filter(({ label }) => text === undefined || label?.toLowerCase().includes(text)),
    asked,
  )
  return { ...counts, found: part.map(zoneLine) }
}

const zoneLine = ({ id, label, enabled, polygon }: Zone) => ({
  id,
  zone: quoteName(label),
  enabled,
  corners: polygon.length,
})

const vehicleLine = (vehicle: Vehicle) => ({
  id: vehicle.id,
  vehicle: quoteName(vehicle.label),
  plate: quoteName(vehicle.plate),
  enabled: vehicle.enabled,
  hours: vehicle.default_time_window ? windows([vehicle.default_time_window]) : undefined,
  max_kg: vehicle.default_max_weight,
  max_m3: vehicle.default_max_volume,
  max_stops: vehicle.default_max_services,
  offers: vehicle.default_provides.map((word) => quoteName(word)).join(', ') || undefined,
  starts_at: quoteName(vehicle.default_start_location?.label),
})

const clientLine = (client: Client) => ({
  id: client.id,
  client: quoteName(client.label),
  external_id: quoteName(client.external_id),
  address: quoteName(client.location?.label ?? client.location?.street),
  phone: quoteName(client.phone),
  windows: windows(client.default_time_windows),
  notes: quote(client.comments),
})

const orderLine = (order: RecurringOrder) => ({
  id: order.id,
  order: quoteName(order.label ?? order.stop.label),
  weekdays: order.weekdays.join(', '),
  every_weeks: order.every_weeks,
  paused: order.paused,
  next_date: order.next_date,
})

function getRules(project: Project) {
  const { settings, optimizer_config, traffic_options } = project
  const { custom_field_definitions: _fields, depot, settled_steps: _steps, ...rules } = settings
  return {
    project_id: project.id,
    project: quoteName(project.label),
    timezone: project.timezone,
    currency: project.currency,
    depot: quoteName(depot?.label ?? depot?.street),
    rules: { ...rules, dispatcher_phone: quoteName(rules.dispatcher_phone) },
    optimizer: optimizer_config && {
      ...optimizer_config,
      operation_country: quoteName(optimizer_config.operation_country),
      service_duration: undefined,
      service_minutes: minutes(optimizer_config.service_duration),
    },
    travel: traffic_options,
    reasons_for_failure: project.cancel_reasons.map(({ label, id }) => quoteName(label ?? id)),
  }
}
