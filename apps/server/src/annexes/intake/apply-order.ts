// Applies an order to its stop: created once, changed by changes in the shop, removed, and never changed by an older message.
import type { Location, StopInput, StopUpdate } from '@routewright/contract'
import type { OrderSourceRow, SourceMessageRow, SourceOrderRow } from '../../data/order-source-tables.ts'
import { sourceOrderTable } from '../../data/order-source-tables.ts'
import { lockSourceOrder, writeSourceOrder } from '../../data/order-sources.sql.ts'
import { emptyRow } from '../../data/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { findStopRow } from '../../data/stops.sql.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import { askForPlaces } from '../../planning/addresses/addresses.ts'
import { createStopsAt, deleteStops, moveStops, updateStop } from '../../planning/stops/stops.ts'
import type { MappedOrder } from './mapping.ts'
import { findPlanFor } from './plan-of-order.ts'
import { collectPrints } from './prints.ts'

export interface Outcome {
  result: SourceMessageRow['result']
  detail?: string
  stopId?: string
  orderId?: string
}

export interface Order {
  source: OrderSourceRow
  message: SourceMessageRow
  order: MappedOrder
  /** Where its address was found, where it was looked for. */
  location: Location | undefined
}

/** Everything in the caller's transaction; whoever works on the same order waits. */
export async function applyOrder(scope: Scope, secrets: SecretKeys, given: Order): Promise<Outcome> {
  const { source, message, order } = given
  const known = await lockSourceOrder(scope, {
    ...emptyRow(sourceOrderTable),
    id: createId(scope.now),
    source_id: source.id,
    order_id: order.orderId!,
    prints: {} as never,
    touched_at: scope.now,
  })
  if (isOutdated(known, given)) return { result: 'outdated', ...getStop(known) }
  const prints = collectPrints(secrets, order)
  const stop = known.stop_id ? await findStopRow(scope, known.stop_id) : undefined
  const outcome = order.action === 'cancel' ? await cancel(scope, stop) : await keep(scope, given, known, stop, prints)
  const isApplied = outcome.result !== 'too_late'
  await writeSourceOrder(scope, known.id, {
    changed_at: changedAt(given),
    received_at: message.received_at,
    touched_at: scope.now,
    ...(isApplied
      ? { stop_id: order.action === 'cancel' ? null : (outcome.stopId ?? null), prints: prints as never }
      : {}),
  })
  return outcome
}

/** Without a moment of its own a message counts as just written. */
function changedAt({ order, message }: Order): Date {
  return order.changedAt ?? message.received_at
}

/** Shops count seconds: of two messages of one moment the one that came later counts. */
function isOutdated(known: SourceOrderRow, given: Order): boolean {
  if (!known.changed_at) return false
  const earlier = changedAt(given).getTime() - known.changed_at.getTime()
  return earlier < 0 || (earlier === 0 && given.message.received_at < known.received_at!)
}

const getStop = ({ stop_id }: SourceOrderRow) => (stop_id ? { stopId: stop_id } : {})

async function cancel(scope: Scope, stop: StopRow | undefined): Promise<Outcome> {
  if (!stop) return { result: 'canceled' }
  if (stop.status !== 'pending') return tooLate(stop)
  await deleteStops(scope, [stop.id])
  return { result: 'canceled', stopId: stop.id }
}

function tooLate(stop: StopRow): Outcome {
  return { result: 'too_late', stopId: stop.id, detail: `The stop is ${stop.status} already` }
}

async function keep(
  scope: Scope,
  given: Order,
  known: SourceOrderRow,
  stop: StopRow | undefined,
  prints: Record<string, string>,
): Promise<Outcome> {
  if (!known.stop_id) return { result: 'created', stopId: await create(scope, given) }
  // Somebody took it out by hand, which counts until the shop changes something.
  const changed = Object.keys(prints).filter((field) => prints[field] !== known.prints[field])
  if (changed.length === 0) return { result: 'unchanged', stopId: known.stop_id }
  if (!stop) return { result: 'created', stopId: await create(scope, given) }
  try {
    await change(scope, given, stop, changed)
    return { result: 'changed', stopId: stop.id }
  } catch (error) {
    if (error instanceof ApiError && error.messageId === 'highway.stop.error.already_executed') return tooLate(stop)
    throw error
  }
}

async function create(scope: Scope, given: Order): Promise<string> {
  const { source, order, location } = given
  const plan = await findPlanFor(scope, source, order.day)
  const input: StopInput = { ...withoutNulls(order.stop), ...(location ? { location } : {}) }
  const [stop] = await askForPlaces(scope, await createStopsAt(scope, { plan_id: plan.id }, [input]))
  return stop!.id as string
}

function withoutNulls(stop: StopInput): StopInput {
  return Object.fromEntries(Object.entries(stop).filter(([, value]) => value !== null)) as StopInput
}

/** Writes what changed in the shop, and nothing of what people changed here meanwhile. */
async function change(scope: Scope, { source, order, location }: Order, stop: StopRow, changed: string[]) {
  const fields = Object.entries(order.stop).filter(([field]) => changed.includes(field))
  const update: StopUpdate = { ...Object.fromEntries(fields), ...(location ? { location } : {}) }
  if (Object.keys(update).length > 0) await updateStop(scope, stop.id, update)
  if (!changed.includes('day') || stop.status !== 'pending') return
  const plan = await findPlanFor(scope, source, order.day)
  if (plan.id !== stop.plan_id) await moveStops(scope, plan.id, [stop.id])
}
