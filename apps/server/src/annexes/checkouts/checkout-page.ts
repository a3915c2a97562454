// Actions of a customer with the token of a checkout: set the place, see windows, hold one, release it; and see no more.
import {
  type CheckoutChoice,
  type CheckoutView,
  checkoutLimits,
  type RecipientSlots,
  type StopInput,
} from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { CheckoutRow } from '../../data/checkout-table.ts'
import { findCheckout, findOpenCheckout, updateCheckout } from '../../data/checkouts.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { addressText } from '../../data/resources/address.ts'
import { getBranding } from '../../data/resources/recipients.ts'
import { lockSlotDays, secondsHeld } from '../../data/slot-promises.sql.ts'
import type { LocationValue } from '../../data/values.ts'
import { apiError, invalidPayload } from '../../frame/platform/api-error.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { readingScope, type Services, transactAs } from '../../frame/platform/services.ts'
import type { Geocoder } from '../../geography/geocoding/geocoder.ts'
import {
  daysAhead,
  getDays,
  holdSlot,
  locateStop,
  offersOfPlace,
  releaseHold,
  requirePlacedStop,
  shownWindows,
} from '../slots/slots.ts'
import { findPromise, getSlot, getState, requireWindows } from './checkouts.ts'

/** Services for choosing, in addition to the scope. */
type PageServices = Pick<Services, 'secrets'>

/** Where a call came from. */
interface Sender {
  protocol: string
  host: string
  headers: { origin?: string | undefined }
}

/**
 * Runs a rule for the checkout of a token, on behalf of its customer. Throws highway.checkout.error.over for an unknown token, and one
 * whose time has passed; highway.checkout.error.wrong_origin for a page of a site that the shop did not name.
 */
export async function asCustomer<T>(
  services: Services,
  token: string,
  sender: Sender,
  work: (scope: Scope, checkoutId: string) => Promise<T>,
): Promise<T> {
  const found = await admitted(services, token, sender)
  return transactAs(services, customer(found.organization_id), (scope) => work(scope, found.id))
}

async function admitted(services: Services, token: string, { headers, protocol, host }: Sender) {
  const found = await findOpenCheckout(services.database.db, digestSecret(token))
  if (!found || found.expires_at <= services.clock.now()) throw apiError('highway.checkout.error.over')
  const { origin } = headers
  // Programs send none, and pages of this service do not when they only read.
  if (origin === undefined || found.origins.includes(origin.toLowerCase())) return found
  const own = [`${protocol}://${host}`, new URL(services.publicBase()).origin]
  if (own.includes(origin)) return found
  throw apiError('highway.checkout.error.wrong_origin', { origin: origin.slice(0, 300) })
}

function customer(organizationId: string) {
  return { organizationId, projects: 'all' as const, actor: { type: 'customer' as const } }
}

/** The checkout as its customer sees it now. */
export async function getView(scope: Scope, checkoutId: string): Promise<CheckoutView> {
  const row = (await findCheckout(scope, checkoutId))!
  const { name: seller, color } = getBranding(await getProject(scope, row.project_id))
  const promise = await findPromise(scope, row)
  const state = getState(scope, row, promise)
  const place = row.stop?.location && addressText(row.stop.location as LocationValue)
  const isShown = promise !== undefined && (state === 'held' || state === 'expired' || state === 'booked')
  return {
    state,
    seller,
    ...(color && { color }),
    ...(row.language && { language: row.language }),
    ...(place && { place }),
    ...(isShown && { slot: { ...getSlot(promise), seconds_left: await secondsHeld(scope, promise.id) } }),
  }
}

/**
 * Looks for the place of an address; what was held for another is free again. The geocoder is asked outside of the transaction. Throws
 * as `asCustomer`, highway.slot.error.no_place, highway.geocoding.error.unavailable.
 */
export async function setPlace(
  services: Services,
  geocoder: Geocoder,
  { token, request }: { token: string; request: Sender },
  address: string,
): Promise<CheckoutView> {
  const found = await admitted(services, token, request)
  const read = <T>(work: (scope: Scope) => Promise<T>) => work(readingScope(services, customer(found.organization_id)))
  const { project_id } = (await read((scope) => findCheckout(scope, found.id)))!
  const { location } = await locateStop({ read }, geocoder, project_id, { address })
  return transactAs(services, customer(found.organization_id), async (scope) => {
    const { row, promise } = await openRow(scope, found.id)
    if (promise?.state === 'held') await releaseHold(scope, promise.id)
    await updateCheckout(scope, row.id, { stop: { ...row.stop, location }, slot_promise_id: null })
    return getView(scope, row.id)
  })
}

/** Returns the windows that the rules offer the customer. Throws highway.checkout.error.over, highway.slot.error.{no_place, no_windows}. */
export async function offeredWindows(
  scope: Scope,
  services: PageServices,
  checkoutId: string,
): Promise<RecipientSlots> {
  const { row, promise, project } = await openRow(scope, checkoutId)
  const stop = await requirePlacedStop(scope, project, row.stop)
  const dates = listDates(scope, project, row)
  if (dates.length === 0) return { slots: [] }
  const { slots } = await offersOfPlace(getReader(scope, services), project, stop, {
    dates,
    sort: 'date',
    customer: readKnown(row),
    // The customer's own hold does not block its window for them.
    ...(promise?.state === 'held' && { promiseId: promise.id }),
  })
  return { slots: shownWindows(slots) }
}

/**
 * Holds a window and releases the customer's earlier one. If the window is taken, nothing changes. Throws
 * highway.checkout.error.{over, too_many_holds}, highway.slot.error.{taken, no_place, no_windows}, invalid_payload.
 */
export async function chooseWindow(
  scope: Scope,
  services: PageServices,
  checkoutId: string,
  { slot_id, quote }: CheckoutChoice,
): Promise<CheckoutView> {
  const { row, promise, project } = await openRow(scope, checkoutId)
  if (promise?.state === 'held' && promise.slot_id === slot_id) return getView(scope, row.id)
  if (row.holds >= checkoutLimits.holds)
    throw apiError('highway.checkout.error.too_many_holds', { limit: checkoutLimits.holds })
  const date = slot_id.slice(0, 10)
  if (!listDates(scope, project, row).includes(date))
    throw invalidPayload('slot_id', 'is not on one of the days to choose among')
  const held = promise?.state === 'held' ? promise : undefined
  // Both days at once and in one order, so that two who change places do not wait for each other.
  await lockSlotDays(scope, project.id, [date, held?.date ?? date])
  if (held && (await releaseHold(scope, held.id)).state === 'booked') throw apiError('highway.checkout.error.over')
  const holds = row.holds + 1
  const wish = { key: `checkout ${row.id} ${holds}`, slot_id, minutes: row.hold_minutes, stop: {} }
  const asked = { ...wish, ...(quote !== undefined && { quote }), known: readKnown(row) }
  const made = await holdSlot(getReader(scope, services), project.id, asked, row.stop)
  await updateCheckout(scope, row.id, { slot_promise_id: made.id, holds })
  return getView(scope, row.id)
}

/** Throws highway.checkout.error.over. */
export async function letGo(scope: Scope, checkoutId: string): Promise<CheckoutView> {
  const { row, promise } = await openRow(scope, checkoutId)
  if (promise?.state === 'held') await releaseHold(scope, promise.id)
  return getView(scope, row.id)
}

/** Locks the checkout, if it is still open. Throws highway.checkout.error.over, highway.slot.error.no_windows. */
async function openRow(scope: Scope, checkoutId: string) {
  const row = await findCheckout(scope, checkoutId, 'lock')
  const promise = row && (await findPromise(scope, row))
  if (!row || row.stop === null || ['booked', 'ended'].includes(getState(scope, row, promise)))
    throw apiError('highway.checkout.error.over')
  const project = await getProject(scope, row.project_id)
  requireWindows(project)
  return { row: { ...row, stop: row.stop as StopInput }, promise, project }
}

function listDates({ now }: Scope, project: ProjectRow, { first_day, last_day }: CheckoutRow): string[] {
  const from = [first_day, dateInZone(now, project.timezone)].sort().at(-1)!
  return last_day < from ? [] : daysAhead(project, now, { from, to: last_day })
}

function readKnown({ customer: digest, customer_class }: CheckoutRow) {
  return { customer: digest, className: customer_class }
}

function getReader(scope: Scope, { secrets }: PageServices) {
  return { scope, travel: scope.travel, store: getDays({ secrets }), secrets }
}
