// Changes by a dispatcher since the driver last agreed to the route: complete, and without what the driver need not know.

import type { DriverRoute, DriverStop } from '@routewright/contract'
import { addressLine } from '@routewright/contract/address-line'

export type Difference =
  | { kind: 'added'; stop: DriverStop; place: number }
  | { kind: 'removed'; stop: DriverStop }
  /** The dispatcher ended it. */
  | { kind: 'ended'; stop: DriverStop }
  /** It is to be done again. */
  | { kind: 'reopened'; stop: DriverStop }
  | {
      kind: 'address' | 'time' | 'contact' | 'tasks' | 'notes' | 'payment'
      stop: DriverStop
      before: string
      after: string
    }
  | { kind: 'parcels'; stop: DriverStop; added: string[]; removed: string[] }
  | { kind: 'order'; stops: DriverStop[] }
  | { kind: 'closed' }

/** Changes made on this phone: no news to its driver. */
export interface Own {
  /** Stops that it reported, or is about to: that they ended. */
  reported: ReadonlySet<string>
  /** Stops whose end the service had from it when the new reading began: pending in that reading, they were opened again. */
  ended: ReadonlySet<string>
  /** Stops of which it took a report back: that they are open again. */
  takenBack: ReadonlySet<string>
  /** It is about to send an order. */
  isReordering: boolean
}

export function listDifferences(before: DriverRoute, after: DriverRoute, own: Own): Difference[] {
  const old = new Map(before.stops.map((stop) => [stop.id, stop]))
  const now = new Map(after.stops.map((stop) => [stop.id, stop]))
  const differences: Difference[] = []
  for (const stop of before.stops) if (!now.has(stop.id)) differences.push({ kind: 'removed', stop })
  after.stops.forEach((stop, index) => {
    const earlier = old.get(stop.id)
    if (!earlier) differences.push({ kind: 'added', stop, place: index + 1 })
    else differences.push(...computeDifferences(earlier, stop, own))
  })
  if (!own.isReordering && isReordered(before, after)) {
    differences.push({ kind: 'order', stops: after.stops.filter(({ status }) => status === 'pending') })
  }
  if (after.status === 'finished' && before.status !== 'finished' && !isAllDone(after)) {
    differences.push({ kind: 'closed' })
  }
  return differences
}

/** Differences that are told as one text before and after. */
type TextKind = Extract<Difference, { before: string }>['kind']

function computeDifferences(before: DriverStop, after: DriverStop, own: Own): Difference[] {
  const found: Difference[] = []
  const wasPending = before.status === 'pending' && !own.ended.has(after.id)
  const isOwn = own.takenBack.has(after.id) && !own.ended.has(after.id)
  if (!wasPending && after.status === 'pending' && !isOwn) found.push({ kind: 'reopened', stop: after })
  if (before.status !== after.status && after.status !== 'pending' && !own.reported.has(after.id)) {
    found.push({ kind: 'ended', stop: after })
  }
  if (after.status !== 'pending') return found
  const compare = (kind: TextKind, read: (stop: DriverStop) => string) => {
    const [was, is] = [read(before), read(after)]
    if (was !== is) found.push({ kind, stop: after, before: was, after: is })
  }
  compare('address', getAddress)
  compare('time', ({ time_windows }) => JSON.stringify(time_windows))
  compare('contact', ({ label, phone, reference_person }) =>
    [label, phone, reference_person].filter(Boolean).join(' · '),
  )
  compare('tasks', ({ tasks }) => tasks.map(({ label, barcode }) => label ?? barcode ?? '').join(', '))
  compare('notes', joinNotes)
  compare('payment', ({ cash_on_delivery: due }) => (due ? `${due.currency} ${due.amount}` : ''))
  const codes = (stop: DriverStop) => stop.packages.map(({ identifier }) => identifier)
  const [was, is] = [codes(before), codes(after)]
  const added = is.filter((code) => !was.includes(code))
  const removed = was.filter((code) => !is.includes(code))
  if (added.length + removed.length > 0) found.push({ kind: 'parcels', stop: after, added, removed })
  return found
}

/** Returns the address in one line, as on an envelope. */
export function getAddress({ location }: Pick<DriverStop, 'location'>): string {
  if (!location) return ''
  const written = addressLine(location)
  if (written) return written
  const { lat, lng } = location
  return lat === undefined || lng === undefined ? '' : `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}

function joinNotes({ comments, location_details, customer_text_field }: DriverStop): string {
  return [location_details, comments, customer_text_field].filter(Boolean).join('\n')
}

/** Whether stops that are pending in both follow each other differently. */
function isReordered(before: DriverRoute, after: DriverRoute): boolean {
  const pending = (route: DriverRoute) => route.stops.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const [was, is] = [pending(before), pending(after)]
  const common = was.filter((id) => is.includes(id))
  return common.join() !== is.filter((id) => was.includes(id)).join()
}

function isAllDone(route: DriverRoute): boolean {
  return route.stops.every(({ status }) => status !== 'pending')
}
