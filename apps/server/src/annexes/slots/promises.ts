// The rules of promises: a slot is held, booked with its stop, moved and released, always while its day is locked.
import type { CheckoutBooking, SlotHold, SlotMove, SlotPromise, StopInput } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { listIds } from '../../data/records.ts'
import { getSlotId, isOver, promiseResource } from '../../data/resources/slot-promise.ts'
import {
  findPromise,
  heldUntil,
  insertHold,
  type LockedPromise,
  lockPromise,
  lockPromiseByKey,
  lockSlotDays,
  updatePromise,
} from '../../data/slot-promises.sql.ts'
import type { SlotPromiseRow } from '../../data/slot-tables.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfRoutes } from '../../data/stops.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { tellBooking, tellPromiseChange } from '../../planning/consent/consent.ts'
import { createPlan } from '../../planning/full-plans/full-plans.ts'
import { refreshPlans, requirePlanAllows } from '../../planning/lifecycle/lifecycle.ts'
import { hourOfDay } from '../../planning/modelling/pace/arrival-window.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { setOrder } from '../../planning/sequence/sequence.ts'
import { createStops, deleteStops, getStop, moveStops, updateStop } from '../../planning/stops/stops.ts'
import { buildAgreement, recordPromise } from '../../telling/promises/promises.ts'
import { fillPlan } from '../recurring/recurring.ts'
import { lookAfterBooking } from './booked-days.ts'
import { type DayReader, loadDays, type SlotDay, type Without } from './days.ts'
import type { Insertion } from './insertion/insertion.ts'
import { computeFigures, type Fit, listDates, refusalTexts, trySlots } from './offers.ts'
import { readQuote } from './quotes.ts'
import type { Asker } from './rule-book.ts'
import { readSlotId } from './slot-id.ts'
import { getAsker, type SaidCustomer, wishedWindows } from './slot-rules.ts'
import { requirePlacedStop } from './slot-stop.ts'

const usualMinutes = 10
/** Not delivered. */
const failed: ReadonlySet<string> = new Set(['canceled', 'incomplete'])

/**
 * Holds a slot for a stop; the same key returns the same hold, even if it is booked by now. Throws highway.slot.error.{taken,
 * key_used} and what `requirePlacedStop` throws.
 */
export async function holdSlot(
  reader: DayReader,
  projectId: string,
  { key, slot_id, minutes = usualMinutes, rules, quote, ...said }: SlotHold & Pick<SaidCustomer, 'known'>,
  input: StopInput,
): Promise<SlotPromise> {
  const { scope } = reader
  const project = await getProject(scope, projectId)
  const { date, window } = requireAhead(project, scope, slot_id)
  const stop = await requirePlacedStop(scope, project, input)
  await lockSlotDays(scope, project.id, [date])
  const known = await lockPromiseByKey(scope, project.id, key)
  if (known && getSlotId(known.day, [known.opens, known.closes]) !== slot_id) throw keyUsed(key)
  if (known && (known.booked_at !== null || known.is_held) && !isOver(known)) return promiseResource(known)
  const asker = await getAsker(scope, reader.secrets, project, stop, said)
  const ignoresRules = rules === 'ignore'
  const fit = await requireRoom(reader, project, slot_id, stop, { asker, ignoresRules })
  const offer = { ...computeFigures(fit), ...computePrice(reader, project, { slot_id, quote }, input) }
  const values = { offer, stop: input, ...getCounted(asker), ignores_rules: ignoresRules }
  const held = known ? await heldAgain(scope, known, values, minutes) : undefined
  const row =
    held ??
    (await insertHold(
      scope,
      {
        id: createId(scope.now),
        project_id: project.id,
        created_by: scope.userId ?? null,
        key,
        day: date,
        opens: window[0],
        closes: window[1],
        ...values,
      },
      minutes,
    ))
  if (!row) throw keyUsed(key)
  return promiseResource(row)
}

/** Returns the fields of the customer that the rules count by, as stored with the promise. */
export function getCounted({ zoneIds, customer, className }: Asker) {
  return { zone_ids: [...zoneIds], customer, customer_class: className }
}

/** The price that the slot was quoted at; nothing without a quote. Throws invalid_payload. */
function computePrice(
  { secrets, scope }: DayReader,
  { id: projectId, currency }: ProjectRow,
  { slot_id: slotId, quote }: { slot_id: string; quote?: string },
  { location }: Pick<StopInput, 'location'>,
): Pick<SlotPromise['offer'], 'price_change' | 'currency'> {
  if (quote === undefined) return {}
  return { price_change: readQuote(secrets, scope.now, { projectId, slotId, location }, quote), currency }
}

async function heldAgain(
  scope: Scope,
  { id }: LockedPromise,
  hold: ReturnType<typeof getCounted> & { offer: SlotPromise['offer']; stop: StopInput; ignores_rules: boolean },
  minutes: number,
): Promise<LockedPromise> {
  const values = {
    ...hold,
    held_until: heldUntil(minutes),
    booked_at: null,
    released_at: null,
    stop_id: null,
    changed_by_hand_at: null,
    agreed_by: null,
  }
  return { ...(await updatePromise(scope, id, values)), is_held: true }
}

/**
 * Makes the stop of a hold in the plan of its day, on the route where it fits best now, with the slot as its window. A day without a
 * plan gets one. A hold that ran out is booked if the slot is still free. `more` is what is said of the stop by now, and moves nothing.
 * Throws highway.slot.error.{taken, released}, highway.plan.error.finished, and what `createStops` throws.
 */
export async function bookSlot(
  reader: DayReader,
  promiseId: string,
  more: CheckoutBooking['stop'] = {},
): Promise<SlotPromise> {
  const { scope } = reader
  const { promise, project } = await lockedPromise(scope, promiseId)
  if (isOver(promise)) throw apiError('highway.slot.error.released', { id: promise.id })
  if (promise.booked_at !== null) return promiseResource(promise)
  // Once it ran out it is as any other question, and what it was for may be gone.
  if (promise.stop === null) throw apiError('highway.slot.error.released', { id: promise.id })
  const window: [number, number] = [promise.opens, promise.closes]
  const plan = await lockPlanOfDay(reader, project, promise.day)
  const wanted = await requirePlacedStop(scope, project, promise.stop)
  // A valid hold was accepted by the rules at that time.
  const room = { ...askedFor(promise), ignoresRules: promise.is_held || promise.ignores_rules }
  const fit = await requireRoom(reader, project, getSlotId(promise.day, window), wanted, room)
  const input = { ...promise.stop, ...more, time_windows: [window] }
  const [stop] = await createStops(scope, { project, plan }, [input], 'stop')
  await putOnRoute(scope, plan, fit.insertion, stop!.id)
  await recordAgreement(scope, project, plan, stop!, window)
  await lookAfterBooking(scope, plan.id)
  const { cost, cost_unit, cost_made_of, price_change, currency } = promise.offer
  const { cost_made_of: _, ...figures } = computeFigures(fit)
  const price = price_change !== undefined && { price_change, currency }
  const told = { cost, cost_unit, ...(cost_made_of && { cost_made_of }), ...price }
  const row = await updatePromise(scope, promise.id, {
    stop_id: stop!.id,
    booked_at: scope.now,
    stop: null,
    offer: { ...figures, ...told, plan_id: plan.id },
  })
  await auditRecord(scope, 'created', 'slot_promise', row, { slot_id: getSlotId(row.day, window), stop_id: stop!.id })
  await tellBooking(scope, row)
  return promiseResource({ ...row, is_held: false })
}

/**
 * Moves a promise to another slot: a hold keeps its expiry, a booked stop moves there. If the new slot has no room, nothing
 * changes. Throws highway.slot.error.{taken, released, key_used}, highway.stop.error.already_executed.
 */
export async function moveSlot(reader: DayReader, promiseId: string, move: SlotMove): Promise<SlotPromise> {
  const { scope } = reader
  const { slot_id } = move
  const first = await findPromise(scope, promiseId)
  if (!first) throw notFound('slot promise', promiseId)
  requireReach(scope, first.project_id)
  const project = await getProject(scope, first.project_id)
  const { date, window } = requireAhead(project, scope, slot_id)
  const { promise } = await lockedPromise(scope, promiseId, date)
  if (isOver(promise) || (promise.stop === null && promise.stop_id === null))
    throw apiError('highway.slot.error.released', { id: promise.id })
  if (getSlotId(promise.day, [promise.opens, promise.closes]) === slot_id) return promiseResource(promise)
  const { offer, planId } =
    promise.stop_id === null
      ? await movedHold(reader, project, promise, move)
      : await movedStop(reader, project, promise.stop_id, { ...move, date, window }, askedFor(promise))
  const row = await updatePromise(scope, promise.id, {
    day: date,
    opens: window[0],
    closes: window[1],
    changed_by_hand_at: null,
    agreed_by: null,
    offer: { ...toldPrice(promise), ...offer, ...(planId && { plan_id: planId }) },
    ...(move.rules === 'ignore' && { ignores_rules: true }),
  })
  await auditRecord(scope, 'updated', 'slot_promise', row, { slot_id })
  await tellPromiseChange(scope, row)
  return promiseResource({ ...row, is_held: promise.is_held })
}

async function movedHold(reader: DayReader, project: ProjectRow, promise: LockedPromise, move: SlotMove) {
  const stop = await requirePlacedStop(reader.scope, project, promise.stop!)
  const room = { ...askedFor(promise), ignoresRules: move.rules === 'ignore' }
  const fit = await requireRoom(reader, project, move.slot_id, stop, room)
  const price = computePrice(reader, project, move, promise.stop!)
  return { offer: { ...computeFigures(fit), ...price }, planId: undefined }
}

/** Returns the earlier price, which stays where no other was quoted. */
function toldPrice({ offer: { price_change, currency } }: LockedPromise) {
  return price_change === undefined ? {} : { price_change, currency }
}

/** The promise's own place is free while another is looked for. */
export function askedFor({ id, stop_id, zone_ids, customer, customer_class }: SlotPromiseRow) {
  const asker: Asker = { zoneIds: zone_ids, customer, className: customer_class }
  return { asker, promiseId: id, ...(stop_id !== null && { stopId: stop_id }) }
}

/** Brings a stop to a slot. One that was not delivered is served again on another day. Throws as `moveSlot`. */
export async function movedStop(
  reader: DayReader,
  project: ProjectRow,
  stopId: string,
  { date, window, ...move }: SlotMove & { date: string; window: [number, number] },
  asked: Omit<RoomWanted, 'ignoresRules'>,
) {
  const { scope } = reader
  const stop = await getStop(scope, stopId)
  const plan = await lockPlanOfDay(reader, project, date)
  const isAgain = failed.has(stop.status) && stop.plan_id !== plan.id
  if (stop.status !== 'pending' && !isAgain)
    throw apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
  const wanted: StopRow = { ...stop, status: 'pending' }
  const room = { ...asked, ignoresRules: move.rules === 'ignore' }
  const fit = await requireRoom(reader, project, move.slot_id, wanted, room)
  if (stop.plan_id !== plan.id) await moveStops(scope, plan.id, [stop.id], { isAgreed: true })
  await updateStop(scope, stop.id, { time_windows: [window] }, { isAgreed: true })
  await putOnRoute(scope, plan, fit.insertion, stop.id)
  await recordAgreement(scope, project, plan, await getStop(scope, stop.id), window)
  await lookAfterBooking(scope, plan.id)
  const price = computePrice(reader, project, move, { location: stop.location ?? undefined })
  return { offer: { ...computeFigures(fit), ...price }, planId: plan.id }
}

/** Records the agreed window, so that it is scored like windows that were told. */
async function recordAgreement(
  scope: Scope,
  { timezone }: ProjectRow,
  plan: PlanRow,
  stop: StopRow,
  [opens, closes]: [number, number],
): Promise<void> {
  const getMoment = (seconds: number) => momentOfPlanDay(seconds, plan.execution_date, timezone)
  const told = { stop: { ...stop, plan_id: plan.id }, window: { from: getMoment(opens), to: getMoment(closes) } }
  await recordPromise(scope, buildAgreement(scope, told, hourOfDay(opens)))
}

/** Ends a promise; the stop that was booked is deleted, unless it is to stay. The same again changes nothing. */
export async function releaseSlot(scope: Scope, promiseId: string, keepStop: boolean): Promise<SlotPromise> {
  const { promise } = await lockedPromise(scope, promiseId)
  if (promise.released_at !== null) return promiseResource(promise)
  const row = await updatePromise(scope, promise.id, { released_at: scope.now, stop: null })
  if (promise.stop_id !== null && !promise.is_gone && !keepStop) {
    const stop = await getStop(scope, promise.stop_id)
    if (stop.status !== 'pending')
      throw apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
    await deleteStops(scope, [stop.id])
  }
  await auditRecord(scope, 'deleted', 'slot_promise', row, { keep_stop: keepStop })
  await tellPromiseChange(scope, row)
  return promiseResource({ ...row, is_held: false })
}

/** Releases a hold; a booked or expired promise stays unchanged. */
export async function releaseHold(scope: Scope, promiseId: string): Promise<SlotPromise> {
  const { promise } = await lockedPromise(scope, promiseId)
  if (promise.booked_at !== null) return promiseResource(promise)
  return releaseSlot(scope, promiseId, false)
}

/** Changes the windows of a booked stop by hand: a dispatcher takes responsibility by name, and the promise no longer counts. */
export async function changeByHand(
  scope: Scope,
  promiseId: string,
  { time_windows, agreed_by, reason }: { time_windows: [number, number][]; agreed_by: string; reason?: string },
): Promise<SlotPromise> {
  const { promise } = await lockedPromise(scope, promiseId)
  if (isOver(promise) || promise.stop_id === null) throw apiError('highway.slot.error.released', { id: promise.id })
  await updateStop(scope, promise.stop_id, { time_windows }, { isAgreed: true })
  const row = await updatePromise(scope, promise.id, { changed_by_hand_at: scope.now, agreed_by })
  await auditRecord(scope, 'updated', 'slot_promise', row, { time_windows, agreed_by, ...(reason && { reason }) })
  await tellPromiseChange(scope, row)
  return promiseResource({ ...row, is_held: false })
}

/** Throws 404 or 403. */
export async function getPromise(scope: Scope, promiseId: string): Promise<SlotPromise> {
  const promise = await findPromise(scope, promiseId)
  if (!promise) throw notFound('slot promise', promiseId)
  requireReach(scope, promise.project_id)
  return promiseResource(promise)
}

/** Locks the day of the promise, and another one, and returns the promise. Throws 404 or 403. */
async function lockedPromise(scope: Scope, id: string, otherDay?: string) {
  const first = await findPromise(scope, id)
  if (!first) throw notFound('slot promise', id)
  const project = await getProject(scope, first.project_id)
  await lockSlotDays(scope, project.id, [first.day, otherDay ?? first.day])
  const promise = (await lockPromise(scope, id))!
  return { promise, project }
}

/** A slot that has not passed. Throws invalid_payload. */
export function requireAhead(project: ProjectRow, { now }: Scope, slotId: string) {
  const slot = readSlotId(slotId)
  listDates(project, now, { from: slot.date, to: slot.date }, 'slot_id')
  return slot
}

function keyUsed(key: string) {
  return apiError('highway.slot.error.key_used', { key })
}

/** For whom room is looked for, what is as if it were not there, and whether the rules of the seller count. */
interface RoomWanted extends Without {
  asker: Asker
  ignoresRules: boolean
}

/**
 * Returns where the stop fits into the slot, considering all holds for others; the day must be locked. Throws
 * highway.slot.error.taken with the reason, which may be a rule of the seller.
 */
async function requireRoom(
  reader: DayReader,
  project: ProjectRow,
  slotId: string,
  stop: StopRow,
  { asker, ignoresRules, ...without }: RoomWanted,
): Promise<Fit> {
  const { date, window } = readSlotId(slotId)
  const ofRules = { windows: [window], ignoresRules, withoutId: without.promiseId }
  const wished = await wishedWindows(reader.scope, project, [date], asker, ofRules)
  const days = await loadDays(reader, project, [date], without)
  const [tried] = await trySlots(reader, days, stop, wished)
  if ('insertion' in tried!.outcome) return tried!.outcome
  const reason = tried!.outcome.refusal
  throw apiError('highway.slot.error.taken', { id: slotId, reason, text: refusalTexts[reason] })
}

/** Locks the plan that stops of the day join; creates it with the usual fleet where there is none. */
async function lockPlanOfDay(reader: DayReader, project: ProjectRow, date: string): Promise<PlanRow> {
  const { scope } = reader
  const [day] = await loadDays(reader, project, [date])
  const planId = day!.planId ?? (await makePlan(scope, project, day!))
  const plan = await getPlan(scope, planId, { lock: true })
  requirePlanAllows(plan, 'stops_joined')
  return plan
}

async function makePlan(scope: Scope, project: ProjectRow, { date, day }: SlotDay): Promise<string> {
  const vehicles = day.routes.flatMap(({ one }) => one.route.vehicle_id ?? [])
  const routes = [...new Set(vehicles)].map((vehicle_id) => ({ vehicle_id }))
  const plan = await createPlan(scope, project.id, { execution_date: date, routes })
  await fillPlan(scope, plan.id as string)
  return plan.id as string
}

/** Puts the stop where the insertion found its place: before the next stop there that is not only expected. */
async function putOnRoute(scope: Scope, plan: PlanRow, { route, position }: Insertion, stopId: string): Promise<void> {
  const own = route.one.route
  const order = listIds(await listStopsOfRoutes(scope, [own.id])).filter((id) => id !== stopId)
  const known = new Set(order)
  const next = route.pending.slice(position).find(({ id }) => known.has(id))
  order.splice(next ? order.indexOf(next.id) : order.length, 0, stopId)
  await setOrder(scope, own, order)
  await refreshPlans(scope, [plan.id])
}
