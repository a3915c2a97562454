// Turns inputs of new stops into rows: checks references, fills in defaults, and adds linked pickups.
import { randomBytes, randomInt } from 'node:crypto'
import type { StopInput } from '@routewright/contract'
import type { ClientRow } from '../../data/client-table.ts'
import type { PackageRow } from '../../data/package-table.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { collectDefaults, emptyRow, mapById, sentValues } from '../../data/records.ts'
import { findPhoneDoubt } from '../../data/resources/phone-origins.ts'
import { type StopRow, stopTable } from '../../data/stop-table.ts'
import { listStopRows } from '../../data/stops.sql.ts'
import type { TaskRow } from '../../data/task-table.ts'
import { listUserIds } from '../../data/users.sql.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findClients } from '../clients/clients.ts'
import { newPackages, requireValidPackages } from '../packages/packages.ts'
import { newTask } from '../tasks/tasks.ts'

/** A new stop with its children; `pickup` is the pickup stop that is created with it. */
export interface NewStop {
  row: StopRow
  tasks: TaskRow[]
  packages: PackageRow[]
  pickup?: NewStop
}

/** Destination of new stops: the plan, or unassigned in the project. */
export interface NewStopPlace {
  project: ProjectRow
  plan?: PlanRow
}

type AnyStopInput = Omit<StopInput, 'pickup'> & Pick<Partial<StopInput>, 'pickup'>

/** Records that the inputs refer to, read at once for all of them. */
interface References {
  clients: Map<string, ClientRow>
  pickups: Map<string, StopRow>
  users: Set<string>
}

/**
 * Builds the rows of the new stops, in the order of the inputs; writes nothing. `place` begins every path in a refusal. Throws
 * 404 for a client, pickup or supervisor that does not exist, highway.stop.error.packages_not_allowed,
 * highway.package.error.duplicated_identifier, highway.validation.error.invalid_payload.
 */
export async function buildStops(
  scope: Scope,
  target: NewStopPlace,
  inputs: readonly StopInput[],
  place: string,
): Promise<NewStop[]> {
  const references = await loadReferences(scope, inputs)
  const stops = inputs.map((input, index) => buildWithPickup(scope, target, references, input, `${place}[${index}]`))
  const built = stops.flatMap((stop, index) => {
    const input = inputs[index]!
    return [{ stop, input }, ...(stop.pickup && input.pickup ? [{ stop: stop.pickup, input: input.pickup }] : [])]
  })
  const drafts = built.map(({ stop: { row }, input }) => ({
    row,
    client: row.client_id === null ? undefined : references.clients.get(row.client_id),
    hasOpenDuration: input.duration === undefined,
  }))
  await scope.ports.fillNewStops?.(scope, target.project, drafts)
  return stops
}

/** Returns the row of one stop as if it were created there. Throws as `buildStops`; `place` is the path of the stop itself. */
export async function requireValidStop(
  scope: Scope,
  target: NewStopPlace,
  input: StopInput,
  place: string,
): Promise<StopRow> {
  return buildWithPickup(scope, target, await loadReferences(scope, [input]), input, place).row
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
  if (stop.row.type !== 'delivery')
    throw invalidPayload(`${place}.pickup`, `a ${stop.row.type} has no pickup of its own`)
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
  const pickups = await listStopRows(scope, pickupIds)
  return {
    clients: await findClients(scope, distinct(all.map((input) => input.client_id))),
    pickups: mapById(pickups),
    users: await listUserIds(scope, distinct(all.flatMap((input) => input.supervisors ?? []))),
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

/** Fields that a stop copies from its client under the same name. */
const sameAsClient = ['label', 'phone', 'email', 'url', 'reference_person'] as const

/**
 * Returns the fields that a stop copies from its client where the caller sent nothing: those of the same name, and `x` from each
 * `default_x`.
 */
function copiedFields(client: ClientRow): Partial<StopRow> {
  const same = Object.fromEntries(sameAsClient.map((name) => [name, client[name]]))
  return sentValues(stopTable, { ...same, ...collectDefaults(client), client_external_id: client.external_id })
}

function stopRow(scope: Scope, target: NewStopPlace, input: AnyStopInput, client: ClientRow | undefined): StopRow {
  const row = {
    ...emptyRow(stopTable),
    ...(client && copiedFields(client)),
    // A field that was sent counts, even as null; only missing fields come from the address book.
    ...sentValues(stopTable, input),
    pin: input.pin ?? (target.project.settings.pin_required === true ? newPin() : null),
    pickup_id: null,
    ...beginRecord(scope, target.project.id),
    plan_id: target.plan?.id ?? null,
    client_id: client?.id ?? null,
    tracking_token: newTrackingToken(),
  }
  return { ...row, phone_doubt: findPhoneDoubt(row, target.project) }
}

/** Returns a stop of the plan that is stored nowhere, for previews. */
export function draftStop(scope: Scope, plan: PlanRow, input: StopInput): StopRow {
  return {
    ...emptyRow(stopTable),
    ...sentValues(stopTable, input),
    ...beginRecord(scope, plan.project_id),
    plan_id: plan.id,
    tracking_token: newTrackingToken(),
  }
}

/** Returns a token of 128 random bits, the only protection of a recipient's page. */
export function newTrackingToken(): string {
  return randomBytes(16).toString('base64url')
}

/** Returns a handover code of four digits. */
export function newPin(): string {
  return String(randomInt(10_000)).padStart(4, '0')
}

/** Returns the client when it is in the project. Throws 404. */
export function requireClient(client: ClientRow | undefined, clientId: string, projectId: string): ClientRow {
  if (!client || client.project_id !== projectId) throw notFound('client', clientId)
  return client
}

/** Returns the id when it is a pickup of the delivery's plan. Throws 404 or invalid_payload. */
export function requirePickup(
  pickup: StopRow | undefined,
  pickupId: string,
  stop: Pick<StopRow, 'type' | 'plan_id' | 'project_id'>,
  place: string,
): string {
  if (!pickup) throw notFound('stop', pickupId)
  if (stop.type !== 'delivery') throw invalidPayload(place, `a ${stop.type} has no pickup of its own`)
  if (pickup.type !== 'pickup') throw invalidPayload(place, `stop ${pickupId} is a ${pickup.type}, not a pickup`)
  if (pickup.plan_id !== stop.plan_id || pickup.project_id !== stop.project_id) {
    throw invalidPayload(place, `pickup ${pickupId} is not in the same plan`)
  }
  return pickup.id
}

/** Throws 404 for a supervisor who is no user of the organization. */
export function requireUser(users: ReadonlySet<string>, userId: string): void {
  if (!users.has(userId)) throw notFound('user', userId)
}
