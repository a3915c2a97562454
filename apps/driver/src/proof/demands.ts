// The proof that a project requires before a stop may be completed, and the missing parts of it.
import {
  asksPin,
  type CustomFieldDefinition,
  type DriverRoute,
  type DriverSession,
  type DriverStop,
  listMissingProofs,
  parcelHolders,
  type ReportInput,
} from '@routewright/contract'
import { getReport, type ReportOutcome } from '../route/draft-report.ts'
import { findPaymentLack, readPayment } from '../route/payment.ts'
import type { StopDraft } from '../store/database.ts'

export type UnmetDemand =
  | { demand: 'payment' | 'photo' | 'signature' | 'pin' }
  | { demand: 'field'; field: CustomFieldDefinition }

/** In the order of the screen, as which the handover code stands before the project's own fields. */
const screenOrder = ['payment', 'photo', 'signature', 'pin', 'field'] as const

/** A code is four digits; whether they are the right ones only the service knows. */
const wholePin = /^\d{4}$/

/** Returns the reasons for which the service would refuse the report, by its own rules. */
export function listUnmet(
  session: DriverSession,
  stop: DriverStop,
  draft: StopDraft,
  outcome: ReportOutcome = { type: 'service_report_completed' },
): UnmetDemand[] {
  const unmet = listMissingProofs(session, getReport(draft, outcome)).map(
    ({ proof, field }): UnmetDemand => (proof === 'field' ? { demand: proof, field: field! } : { demand: proof }),
  )
  const lacksPin = asksPin(session.settings, stop.pin_required, outcome.type) && !wholePin.test(draft.pin)
  if (lacksPin) unmet.push({ demand: 'pin' })
  if (lacksPayment(stop, draft, outcome)) unmet.push({ demand: 'payment' })
  return unmet.sort((a, b) => screenOrder.indexOf(a.demand) - screenOrder.indexOf(b.demand))
}

/** Whether the recipient pays here, and the draft does not yet say what was collected. */
function lacksPayment({ cash_on_delivery: due }: DriverStop, { payment }: StopDraft, { type }: ReportOutcome): boolean {
  return due !== undefined && type === 'service_report_completed' && findPaymentLack(due, payment) !== undefined
}

/** How a custom field is called on screens. */
export function fieldName({ label, name }: CustomFieldDefinition): string {
  return label ?? name
}

export interface Parcel {
  identifier: string
  /** The delivery that it belongs to. */
  stop: DriverStop
}

/** The parcels that change hands at a stop: its own, or at a pickup those of the deliveries that wait for it. */
export function parcelsAt(route: DriverRoute, stop: DriverStop): Parcel[] {
  return parcelHolders(route.stops, stop).flatMap((holder) =>
    holder.packages.map(({ identifier }) => ({ identifier, stop: holder })),
  )
}

/** The stops whose goods load at the depot, as no pickup stop brings them: the last to deliver first. */
export function stopsToLoad(route: DriverRoute): DriverStop[] {
  return route.stops
    .filter(({ type, status, pickup_id }) => type === 'delivery' && status === 'pending' && pickup_id === undefined)
    .toReversed()
}

/** Their parcels. */
export function parcelsToLoad(route: DriverRoute): Parcel[] {
  return stopsToLoad(route).flatMap((stop) => stop.packages.map(({ identifier }) => ({ identifier, stop })))
}

/** Returns the parcels that are handed over: those ticked or scanned, or all if none was. */
export function handedOver(parcels: readonly Parcel[], draft: StopDraft, now: string): StopDraft['parcels'] {
  if (parcels.some(({ identifier }) => draft.parcels[identifier])) return draft.parcels
  return Object.fromEntries(parcels.map(({ identifier }) => [identifier, { scanned_at: now, manual: true }]))
}

/** The parts of a completed report that stand in the draft. */
export function completion(
  stop: DriverStop,
  parcels: readonly Parcel[],
  draft: StopDraft,
): Pick<ReportInput, 'type' | 'tasks' | 'packages' | 'payment_collected'> {
  const handed = parcels.flatMap(({ identifier }) => {
    const check = draft.parcels[identifier]
    return check ? [{ identifier, scanned_at: check.scanned_at, manual: check.manual }] : []
  })
  const tasks = stop.tasks.flatMap(({ id }) => {
    const status = draft.tasks[id]
    return status ? [{ task_id: id, status }] : []
  })
  const payment = stop.cash_on_delivery && readPayment(stop.cash_on_delivery, draft.payment)
  return {
    type: 'service_report_completed',
    ...(tasks.length > 0 ? { tasks } : {}),
    ...(parcels.length > 0 ? { packages: handed } : {}),
    ...(payment && { payment_collected: payment }),
  }
}
