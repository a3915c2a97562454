// Works on one message: reads it, looks for its place outside of any transaction, then makes, changes or takes out the stop.
import type { Location } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { OrderSourceRow, SourceMessageRow } from '../../data/order-source-tables.ts'
import { findMessage, findSourceOrder, findSourceRow, noteMessage } from '../../data/order-sources.sql.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Caller, readingScope, type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import type { Geocoder } from '../../geography/geocoding/geocoder.ts'
import { locateAddresses } from '../../planning/addresses/addresses.ts'
import { applyOrder, type Outcome } from './apply-order.ts'
import { type MappedOrder, mapOrder } from './mapping.ts'
import { findOutlying, outlyingReason } from './outlying.ts'
import { computePrint } from './prints.ts'
import { getSetting } from './setting.ts'
import { lineHeader } from './table-orders.ts'

/** Processes a message, unless it was processed already. */
export async function workOn(
  services: Services,
  geocoder: Geocoder,
  organizationId: string,
  messageId: string,
): Promise<void> {
  const caller = systemCaller(organizationId)
  const reading = readingScope(services, caller)
  const message = await findMessage(reading, messageId)
  const source = message && (await findSourceRow(reading, message.source_id))
  if (message?.result !== 'waiting' || !source) return
  const noteAlone = (outcome: Outcome) => transactAs(services, caller, (scope) => note(scope, message, outcome))
  try {
    const project = await getProject(reading, source.project_id)
    const order = mapOrder(source.mapping, message, getSetting(project))
    const { orderId } = order
    if (orderId === undefined) return await noteAlone({ result: 'refused', detail: describe(message, order) })
    if (order.heldBack && order.action === 'keep')
      return await noteAlone({ result: 'refused', orderId, detail: describe(message, order) })
    if (order.action === 'ignore') return await noteAlone({ result: 'ignored', orderId })
    await apply(services, caller, geocoder, { source, message, order })
  } catch (error) {
    // A refusal of the order itself is not cured by a retry.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    await noteAlone({ result: 'refused', detail: error.message })
  }
}

/** The stop and what the log says of it, in one transaction. */
async function apply(
  services: Services,
  caller: Caller,
  geocoder: Geocoder,
  { source, message, order }: { source: OrderSourceRow; message: SourceMessageRow; order: MappedOrder },
): Promise<void> {
  const reading = readingScope(services, caller)
  const given = order.action === 'keep' && order.stop.location
  const outlying = given ? await findOutlying(reading, source.project_id, given) : undefined
  const told = outlying && `location ${outlyingReason(outlying)}`
  if (outlying && outlying.kind !== 'far') {
    const detail = [told, describe(message, order)].filter(Boolean).join('; ')
    await transactAs(services, caller, (scope) =>
      note(scope, message, { result: 'refused', orderId: order.orderId!, detail }),
    )
    return
  }
  const isAsked = await isPlaceWanted(services, reading, source, order)
  const found = isAsked ? await findPlace(services, caller, geocoder, source.project_id, order.address!) : undefined
  const detail = [describe(message, order), told, found?.problem].filter(Boolean).join('; ')
  await transactAs(services, caller, async (scope) => {
    const done = await applyOrder(scope, services.secrets, { source, message, order, location: found?.location })
    await note(scope, message, { orderId: order.orderId, ...done, detail: done.detail ?? detail })
  })
}

/** An address that was applied already is not looked for again: somebody may have put its place right. */
async function isPlaceWanted(services: Services, scope: Scope, source: OrderSourceRow, order: MappedOrder) {
  if (order.action !== 'keep' || !order.address) return false
  const known = await findSourceOrder(scope, source.id, order.orderId!)
  return !known?.stop_id || known.prints.address !== computePrint(services.secrets, 'address', order.address)
}

/** A place that cannot be looked for now does not hold up the order: it waits without one, and says so. */
export async function findPlace(
  services: Services,
  caller: Caller,
  geocoder: Geocoder,
  projectId: string,
  address: string,
): Promise<{ location: Location; problem?: string }> {
  const read = <T>(work: (scope: Scope) => Promise<T>) => work(readingScope(services, caller))
  try {
    const [located] = await locateAddresses({ read }, geocoder, projectId, [address])
    const { corrected_at: _at, reason: _reason, ...location } = located!
    return location.lat === undefined ? { location, problem: 'The address was not found' } : { location }
  } catch (error) {
    if (!(error instanceof ApiError && error.messageId === 'highway.geocoding.error.unavailable')) throw error
    return { location: { label: address.slice(0, 500) }, problem: error.message }
  }
}

/** Describes the problems of an order, the one that holds it back first. */
function describe({ headers }: SourceMessageRow, { problems, heldBack }: MappedOrder): string | undefined {
  const others = problems.filter((problem) => problem !== heldBack)
  const sentences = [...(heldBack ? [heldBack] : []), ...others].map(({ field, reason }) => `${field} ${reason}`)
  const line = headers[lineHeader]
  return sentences.length === 0 ? undefined : `${line ? `Line ${line}: ` : ''}${sentences.join('; ')}`
}

async function note(scope: Scope, { id }: SourceMessageRow, { result, detail, stopId, orderId }: Outcome) {
  await noteMessage(scope, id, {
    result,
    detail: detail?.slice(0, 1_000) || null,
    ...(stopId === undefined ? {} : { stop_id: stopId }),
    ...(orderId === undefined ? {} : { order_id: orderId }),
  })
}
