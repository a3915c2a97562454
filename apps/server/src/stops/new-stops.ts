// Turns what callers send for new stops into rows: references checked, defaults filled in, linked pickups beside them.
import { randomBytes, randomInt } from 'node:crypto'
import { initialStatus, type StopInput } from '@routewright/contract'
import { findClients } from '../clients/clients.ts'
import { newPackages, requireValidPackages } from '../packages/packages.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import type { LocationValue } from '../platform/schema.ts'
import type { Scope } from '../platform/scope.ts'
import type { ProjectRow } from '../projects/projects.ts'
import type { ClientRow } from '../resources/client.ts'
import type { PackageRow } from '../resources/package.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { StopRow } from '../resources/stop.ts'
import type { TaskRow } from '../resources/task.ts'
import { newTask } from '../tasks/tasks.ts'
import { selectStopsById, selectUserIds } from './stops.sql.ts'

/** A stop to be written, with its children; `pickup` is the pickup stop that is created with it. */
export interface NewStop {
  row: StopRow
  tasks: TaskRow[]
  packages: PackageRow[]
  pickup?: NewStop
}

/** Where new stops go: into the plan, or unassigned into the project. */
export interface NewStopPlace {
  project: ProjectRow
  plan?: PlanRow
}

type AnyStopInput = Omit<StopInput, 'pickup'> & Pick<Partial<StopInput>, 'pickup'>

/** What the inputs refer to, read at once for all of them. */
interface References {
  clients: Map<string, ClientRow>
  pickups: Map<string, StopRow>
  users: Set<string>
}

/**
 * The rows of the new stops, in the order of the inputs; nothing is written. `place` begins every path in a refusal.
 * Throws 404 for a client, pickup or supervisor that does not exist, highway.stop.error.packages_not_allowed,
 * highway.package.error.duplicated_identifier, highway.validation.error.invalid_payload.
 */
export async function buildStops(
  scope: Scope,
  target: NewStopPlace,
  inputs: readonly StopInput[],
  place: string,
): Promise<NewStop[]> {
  const references = await loadReferences(scope, inputs)
  return inputs.map((input, index) => buildWithPickup(scope, target, references, input, `${place}[${index}]`))
}

/** Checks one stop as if it were created there. Throws as `buildStops`; `place` is where the stop itself stands. */
export async function requireValidStop(
  scope: Scope,
  target: NewStopPlace,
  input: StopInput,
  place: string,
): Promise<void> {
  buildWithPickup(scope, target, await loadReferences(scope, [input]), input, place)
}

function buildWithPickup(
  scope: Scope,
  target: NewStopPlace,
  references: References,
  input: StopInput,
  place: string,
): NewStop {
  const stop = buildStop(scope, target, references, input, place)
  if (!input.pickup) return stop
  if (stop.row.type !== 'delivery') throw invalid(`${place}.pickup`, `a ${stop.row.type} has no pickup of its own`)
  const pickup = buildStop(scope, target, references, { ...input.pickup, type: 'pickup' }, `${place}.pickup`)
  stop.row.pickup_id = pickup.row.id
  return { ...stop, pickup }
}

async function loadReferences(scope: Scope, inputs: readonly StopInput[]): Promise<References> {
  const all = inputs.flatMap<AnyStopInput>((input) => (input.pickup ? [input, input.pickup] : [input]))
  const distinct = (values: (string | null | undefined)[]) => [
    ...new Set(values.filter((value) => typeof value === 'string')),
  ]
  const pickupIds = distinct(all.map((input) => input.pickup_id))
  const pickups = await selectStopsById(scope.tx, scope.organizationId, pickupIds)
  return {
    clients: await findClients(scope, distinct(all.map((input) => input.client_id))),
    pickups: new Map(pickups.map((row) => [row.id, row])),
    users: await selectUserIds(
      scope.tx,
      scope.organizationId,
      distinct(all.flatMap((input) => input.supervisors ?? [])),
    ),
  }
}

function buildStop(
  scope: Scope,
  target: NewStopPlace,
  references: References,
  input: AnyStopInput,
  place: string,
): NewStop {
  const client = input.client_id
    ? requireClient(references.clients.get(input.client_id), input.client_id, target.project.id)
    : undefined
  const row = stopRow(scope, target, input, client)
  if (input.packages) requireValidPackages(row.type, input.packages, `${place}.packages`)
  if (input.pickup_id && !input.pickup) {
    row.pickup_id = requirePickup(references.pickups.get(input.pickup_id), input.pickup_id, row, `${place}.pickup_id`)
  }
  for (const userId of row.supervisors) requireUser(references.users, userId)
  return {
    row,
    tasks: (input.tasks ?? []).map((task, position) => newTask(scope, row.id, task, position)),
    packages: newPackages(scope, row.id, input.packages ?? []),
  }
}

/** Fields of which the client's entry knows a value, by the client's column. */
const copiedFromClient = {
  label: 'label',
  phone: 'phone',
  email: 'email',
  url: 'url',
  reference_person: 'reference_person',
  client_external_id: 'external_id',
  location_details: 'default_location_details',
  duration: 'default_duration',
  cluster: 'default_cluster',
} as const

function stopRow(scope: Scope, target: NewStopPlace, input: AnyStopInput, client: ClientRow | undefined): StopRow {
  // What is sent counts, null too; only what is left out comes from the address book.
  const copied = <Field extends keyof typeof copiedFromClient>(field: Field) =>
    (input[field] !== undefined ? input[field] : client?.[copiedFromClient[field]]) as AnyStopInput[Field]
  const location = input.location !== undefined ? input.location : client?.default_location
  const customFields = input.custom_fields !== undefined ? input.custom_fields : client?.default_custom_fields
  return {
    ...emptyStop,
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: target.project.id,
    plan_id: target.plan?.id ?? null,
    client_id: client?.id ?? null,
    created_by: scope.userId ?? null,
    external_id: input.external_id ?? null,
    client_external_id: copied('client_external_id') ?? null,
    tracking_token: newTrackingToken(),
    type: input.type ?? (client?.default_type as StopRow['type'] | null | undefined) ?? 'delivery',
    location: placeValue(location),
    location_details: copied('location_details') ?? null,
    label: copied('label') ?? null,
    comments: input.comments ?? null,
    phone: copied('phone') ?? null,
    email: copied('email') ?? null,
    url: copied('url') ?? null,
    reference_person: copied('reference_person') ?? null,
    cluster: copied('cluster') ?? null,
    duration: copied('duration') ?? null,
    requires: (input.requires !== undefined ? input.requires : client?.default_requires) ?? [],
    reward: input.reward ?? null,
    time_windows: (input.time_windows !== undefined ? input.time_windows : client?.default_time_windows) ?? [],
    volume: input.volume ?? null,
    weight: input.weight ?? null,
    price: input.price ?? null,
    max_delivery_time: input.max_delivery_time ?? null,
    custom_fields: customFields ?? null,
    pin: input.pin ?? (target.project.settings.pin_required === true ? newPin() : null),
    customer_text_field: input.customer_text_field ?? null,
    supervisors: input.supervisors ?? [],
    created_at: scope.now,
    updated_at: scope.now,
  }
}

const emptyStop = {
  route_id: null,
  vehicle_id: null,
  pickup_id: null,
  fixed_id: null,
  status: initialStatus.stop,
  order: null,
  planned_arrival_time: null,
  planned_departure_time: null,
  estimated_arrival_time: null,
  estimated_departure_time: null,
  distance_to_previous_stop: null,
  distance_to_next_stop: null,
  optimization_warnings: [],
  report_attempts: 0,
  reports_valid_from: null,
  finished_at: null,
  arrived_at: null,
  pin_attempts: 0,
  location_validation_sent: false,
  location_validation_sent_at: null,
  location_validated: false,
  location_validated_at: null,
  deleted: false,
  deleted_at: null,
} satisfies Partial<StopRow>

/** 128 random bits: the only thing that guards a recipient's page. */
export function newTrackingToken(): string {
  return randomBytes(16).toString('base64url')
}

/** A handover code of four digits. */
export function newPin(): string {
  return String(randomInt(10_000)).padStart(4, '0')
}

/** The place without the fields that were sent as null; null when nothing is left. */
export function placeValue(location: object | null | undefined): LocationValue | null {
  const entries = Object.entries(location ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return entries.length === 0 ? null : (Object.fromEntries(entries) as LocationValue)
}

/** The client when it is in the project. Throws 404. */
export function requireClient(client: ClientRow | undefined, clientId: string, projectId: string): ClientRow {
  if (!client || client.project_id !== projectId) throw notFound('client', clientId)
  return client
}

/** The id when it is a pickup of the delivery's plan. Throws 404 or invalid_payload. */
export function requirePickup(
  pickup: StopRow | undefined,
  pickupId: string,
  stop: Pick<StopRow, 'type' | 'plan_id' | 'project_id'>,
  place: string,
): string {
  if (!pickup) throw notFound('stop', pickupId)
  if (stop.type !== 'delivery') throw invalid(place, `a ${stop.type} has no pickup of its own`)
  if (pickup.type !== 'pickup') throw invalid(place, `stop ${pickupId} is a ${pickup.type}, not a pickup`)
  if (pickup.plan_id !== stop.plan_id || pickup.project_id !== stop.project_id) {
    throw invalid(place, `pickup ${pickupId} is not in the same plan`)
  }
  return pickup.id
}

/** Throws 404 for a supervisor who is no user of the organization. */
export function requireUser(users: ReadonlySet<string>, userId: string): void {
  if (!users.has(userId)) throw notFound('user', userId)
}

function invalid(place: string, reason: string) {
  return apiError('highway.validation.error.invalid_payload', { place, reason })
}
