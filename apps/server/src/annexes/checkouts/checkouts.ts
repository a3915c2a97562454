// Actions of a shop on a checkout: open it for a customer, see the held window, book it, end it.
import type { Checkout, CheckoutBooking, CheckoutInput, SlotPromise } from '@routewright/contract'
import { checkoutLimits } from '@routewright/contract'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import type { CheckoutRow } from '../../data/checkout-table.ts'
import { findCheckout, forgetOldCheckouts, insertCheckout, updateCheckout } from '../../data/checkouts.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import { createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import type { Geocoder } from '../../geography/geocoding/geocoder.ts'
import { requireValidStop } from '../../planning/stops/stops.ts'
import {
  bookSlot,
  daysAhead,
  getAsker,
  getDays,
  getPromise,
  locateStop,
  releaseHold,
  type SlotContext,
} from '../slots/slots.ts'

const usual = { holdMinutes: 10, lastsMinutes: 120, days: 14 } as const
const minuteMilliseconds = 60_000
const dayMilliseconds = 86_400_000

/**
 * Creates a checkout with the token of the customer's page. Checks the stop's input at once, and looks its address up. Throws
 * 404, 403, invalid_payload, highway.slot.error.{no_place, no_windows}, and the refusals of a new stop.
 */
export async function openCheckout(
  context: SlotContext,
  geocoder: Geocoder,
  projectId: string,
  { stop: said, customer, customer_class, ...input }: CheckoutInput,
): Promise<Checkout> {
  const stop = await locateStop(context, geocoder, projectId, said)
  const token = createSecret('', 43)
  return context.transaction(async (scope) => {
    const project = await getProject(scope, projectId)
    requireWindows(project)
    const row = await requireValidStop(scope, { project }, stop, 'stop')
    const asker = await getAsker(scope, context.services.secrets, project, row, { customer, customer_class })
    const lasts = (input.lasts_minutes ?? usual.lastsMinutes) * minuteMilliseconds
    const made = await insertCheckout(scope, {
      ...beginRecord(scope, project.id),
      ...findSpan(project, scope.now, input),
      origins: (input.origins ?? []).map((origin) => origin.toLowerCase()),
      hold_minutes: input.hold_minutes ?? usual.holdMinutes,
      language: input.language ?? null,
      customer: asker.customer,
      customer_class: asker.className,
      stop,
      expires_at: new Date(scope.now.getTime() + lasts),
      token_digest: digestSecret(token),
    })
    return { ...(await checkoutResource(scope, made)), token }
  })
}

/** Without windows to choose from there is nothing to choose. Throws highway.slot.error.no_windows. */
export function requireWindows({ slot_rules }: ProjectRow): void {
  if ((slot_rules.grid ?? []).length === 0) throw apiError('highway.slot.error.no_windows')
}

function findSpan(project: ProjectRow, now: Date, { from, to }: Pick<CheckoutInput, 'from' | 'to'>) {
  const first = from?.slice(0, 10) ?? dateInZone(now, project.timezone)
  const later = new Date(startInstant(first).getTime() + (usual.days - 1) * dayMilliseconds)
  const last = to?.slice(0, 10) ?? later.toISOString().slice(0, 10)
  const days = daysAhead(project, now, { from: first, to: last })
  if (days.length > checkoutLimits.days)
    throw invalidPayload('to', `up to ${checkoutLimits.days} days are offered, and these are ${days.length}`)
  return { first_day: first, last_day: last }
}

/** Throws 404, 403. */
export async function getCheckout(scope: Scope, checkoutId: string): Promise<Checkout> {
  return checkoutResource(scope, await requireCheckout(scope, checkoutId))
}

/**
 * Creates the stop of the held window. Repeated, it returns the booked one. Throws 404, 403, highway.checkout.error.nothing_held,
 * highway.slot.error.released for a window that the customer has released since, and what `bookSlot` throws.
 */
export async function bookCheckout(
  scope: Scope,
  services: Pick<Services, 'secrets'>,
  checkoutId: string,
  { slot_promise_id, stop }: CheckoutBooking,
): Promise<Checkout> {
  const row = await requireCheckout(scope, checkoutId, 'lock')
  if (row.slot_promise_id === null) throw apiError('highway.checkout.error.nothing_held', { id: row.id })
  if (slot_promise_id !== undefined && slot_promise_id !== row.slot_promise_id)
    throw apiError('highway.slot.error.released', { id: slot_promise_id })
  const reader = { scope, travel: scope.travel, store: getDays(services), secrets: services.secrets }
  await bookSlot(reader, row.slot_promise_id, stop)
  return checkoutResource(scope, await updateCheckout(scope, row.id, { stop: null }))
}

/** Throws 404, 403. */
export async function endCheckout(scope: Scope, checkoutId: string): Promise<Checkout> {
  const row = await requireCheckout(scope, checkoutId, 'lock')
  const held = await findPromise(scope, row)
  if (held?.state === 'held') await releaseHold(scope, held.id)
  const ended = await updateCheckout(scope, row.id, { ended_at: row.ended_at ?? scope.now, stop: null })
  return checkoutResource(scope, ended)
}

async function requireCheckout(scope: Scope, id: string, lock?: 'lock'): Promise<CheckoutRow> {
  const row = await findCheckout(scope, id, lock)
  if (!row) throw notFound('checkout', id)
  requireReach(scope, row.project_id)
  return row
}

/** Returns the promise held last, even if it is over. */
export async function findPromise(scope: Scope, { slot_promise_id }: CheckoutRow): Promise<SlotPromise | undefined> {
  return slot_promise_id === null ? undefined : getPromise(scope, slot_promise_id)
}

async function checkoutResource(scope: Scope, row: CheckoutRow): Promise<Checkout> {
  const promise = await findPromise(scope, row)
  return {
    id: row.id,
    project_id: row.project_id,
    state: getState(scope, row, promise),
    origins: row.origins,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    ...(promise && promise.state !== 'released' && { slot: getSlot(promise) }),
    ...(promise?.stop_id && { stop_id: promise.stop_id }),
    ...(row.customer_class && { customer_class: row.customer_class }),
  }
}

/** Returns the state of the checkout; a booking remains after the checkout ended. */
export function getState({ now }: Scope, row: CheckoutRow, promise: SlotPromise | undefined): Checkout['state'] {
  if (promise?.state === 'booked') return 'booked'
  if (row.ended_at !== null || row.expires_at <= now) return 'ended'
  if (promise === undefined || promise.state === 'released') return 'open'
  return promise.state
}

/** Returns what both sides may know of a promise: the window, its expiry, and its surcharge or discount. */
export function getSlot({ id, slot_id, date, time_window, held_until, offer }: SlotPromise) {
  const { price_change, currency } = offer
  return {
    slot_promise_id: id,
    slot_id,
    date,
    time_window,
    held_until,
    ...(price_change !== undefined && { price_change, currency }),
  }
}

export async function cleanUpCheckouts({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await forgetOldCheckouts(database.db, clock.now())
}
