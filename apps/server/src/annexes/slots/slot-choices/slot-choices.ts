// Lets recipients choose a window: they are asked by a message, choose, move or decline on their page, and are reminded once.
import type {
  MessageChannel,
  RecipientChoice,
  RecipientSlots,
  ShownChoice,
  SlotChoice,
  SlotChoiceInput,
} from '@routewright/contract'
import { auditRecord } from '../../../accounts/audit/audit.ts'
import { getProject } from '../../../accounts/projects/projects.ts'
import type { ProjectRow } from '../../../data/project-tables.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import type { SlotChoiceRow } from '../../../data/slot-choice-table.ts'
import { findChoice, insertChoice, listDueReminders, updateChoice } from '../../../data/slot-choices.sql.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import { apiError, invalidPayload, notFound } from '../../../frame/platform/api-error.ts'
import { dateInZone, startInstant } from '../../../frame/platform/calendar.ts'
import { createId } from '../../../frame/platform/ids.ts'
import { momentOfPlanDay } from '../../../frame/platform/local-time.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { lockStops } from '../../../planning/lifecycle/lock-stops.ts'
import { hasPlace } from '../../../planning/modelling/places.ts'
import { getPlan } from '../../../planning/plans/plans.ts'
import { getRoute } from '../../../planning/routes/routes.ts'
import { getStop } from '../../../planning/stops/stops.ts'
import { tellOfSlot } from '../../../telling/messages/messages.ts'
import { daysAhead, getDays, offersOfStop, promisedSlot, promiseStop, releaseSlot, shownWindows } from '../slots.ts'

/** Services for choosing, in addition to the scope. */
export type ChoiceServices = Pick<Services, 'secrets'>

const dayMilliseconds = 86_400_000
const usualDays = 7
const mostDays = 15
const usualReminderHours = 24
const remindersPerLook = 200

/**
 * Asks the recipient of a stop to choose a window, for a planned or failed stop or one without a day. Repeated, it asks again.
 * Throws 404, 403, highway.stop.error.already_executed, highway.slot.error.{no_place, no_windows}, invalid_payload.
 */
export async function askForSlot(
  scope: Scope,
  stopId: string,
  input: SlotChoiceInput,
  canSendSms: boolean,
): Promise<SlotChoice> {
  const [stop] = await lockStops(scope, [stopId])
  if (!stop) throw notFound('stop', stopId)
  const project = await getProject(scope, stop.project_id)
  if (stop.status === 'completed')
    throw apiError('highway.stop.error.already_executed', { id: stop.id, status: stop.status })
  if (!hasPlace(stop))
    throw apiError('highway.slot.error.no_place', { place: 'stop_id', reason: 'the stop has no coordinates yet' })
  if ((project.slot_rules.grid ?? []).length === 0) throw apiError('highway.slot.error.no_windows')
  const { first_day, last_day } = findSpan(project, scope.now, input)
  const closes_at = input.closes_at
    ? new Date(input.closes_at)
    : momentOfPlanDay(86_400, startInstant(last_day), project.timezone)
  if (closes_at <= scope.now) throw invalidPayload('closes_at', 'must be in the future')
  const { remind_after_hours: hours = usualReminderHours } = input
  const values = {
    first_day,
    last_day,
    closes_at,
    state: 'asked' as const,
    answered_at: null,
    remind_at: hours === 0 ? null : new Date(scope.now.getTime() + hours * 3_600_000),
  }
  const known = await findChoice(scope, stop.id, 'lock')
  const row = known
    ? await updateChoice(scope, known.id, values)
    : await insertChoice(scope, {
        id: createId(scope.now),
        project_id: project.id,
        stop_id: stop.id,
        created_by: scope.userId ?? null,
        created_at: scope.now,
        updated_at: scope.now,
        ...values,
      })
  const told = await tellOfSlot(scope, stop.id, {
    kind: 'choose_slot',
    occasion: `hand/asked ${scope.now.toISOString()}`,
    byHand: (input.channels ?? ['email', 'sms']).filter((channel) => channel !== 'sms' || canSendSms),
  })
  await auditRecord(scope, known ? 'updated' : 'created', 'slot_choice', row, { state: 'asked', told_by: told })
  return { ...(await choiceResource(scope, row, stop, project)), ...(told.length > 0 && { told_by: told }) }
}

/** Returns the days among which the recipient may choose. Throws invalid_payload. */
function findSpan(
  project: ProjectRow,
  now: Date,
  { from, to }: SlotChoiceInput,
): { first_day: string; last_day: string } {
  const first = from?.slice(0, 10) ?? dateInZone(now, project.timezone)
  const last = to?.slice(0, 10) ?? dayAfter(first, usualDays)
  const days = daysAhead(project, now, { from: first, to: last })
  if (days.length > mostDays) throw invalidPayload('to', `must be at most ${mostDays - 1} days after from`)
  return { first_day: first, last_day: last }
}

function dayAfter(day: string, days: number): string {
  return new Date(startInstant(day).getTime() + days * dayMilliseconds).toISOString().slice(0, 10)
}

/** Throws 404 where nobody was asked, 403. */
export async function getSlotChoice(scope: Scope, stopId: string): Promise<SlotChoice> {
  const stop = await getStop(scope, stopId)
  const row = await findChoice(scope, stop.id)
  if (!row) throw notFound('slot choice', stopId)
  return choiceResource(scope, row, stop, await getProject(scope, stop.project_id))
}

/** Nobody may choose any longer; what was chosen stays. Throws 404, 403. */
export async function endSlotChoice(scope: Scope, stopId: string): Promise<SlotChoice> {
  const stop = await getStop(scope, stopId)
  const row = await findChoice(scope, stop.id, 'lock')
  if (!row) throw notFound('slot choice', stopId)
  const ended = await updateChoice(scope, row.id, { state: 'ended', remind_at: null })
  await auditRecord(scope, 'updated', 'slot_choice', ended, { state: 'ended' })
  return choiceResource(scope, ended, stop, await getProject(scope, stop.project_id))
}

async function choiceResource(
  scope: Scope,
  row: SlotChoiceRow,
  stop: StopRow,
  project: ProjectRow,
): Promise<SlotChoice> {
  const slot = row.state === 'chosen' ? await promisedSlot(scope, project, stop.id) : undefined
  return {
    stop_id: stop.id,
    project_id: stop.project_id,
    state: row.state,
    closes_at: row.closes_at.toISOString(),
    link: `${scope.publicBase}/t/${stop.tracking_token}`,
    ...(row.first_day && { from: row.first_day }),
    ...(row.last_day && { to: row.last_day }),
    ...(row.answered_at && { answered_at: row.answered_at.toISOString() }),
    ...(slot && { slot_id: `${slot.date}/${slot.window.join('-')}` }),
  }
}

/** Returns what the recipient sees of the request; undefined without one. */
export async function shownChoice(
  scope: Scope,
  project: ProjectRow,
  stop: StopRow,
  route: RouteRow | undefined,
): Promise<ShownChoice | undefined> {
  const row = await findChoice(scope, stop.id)
  if (!row || row.state === 'ended' || stop.status === 'completed') return undefined
  const slot = await promisedSlot(scope, project, stop.id)
  return {
    state: row.state,
    closes_at: row.closes_at.toISOString(),
    can_choose: isOpen(scope, row, stop, route, slot),
    ...(slot && row.state === 'chosen' && { slot: { date: slot.date, time_window: slot.window } }),
  }
}

/** Until it closes, while nobody drives there, and for what was chosen until its own cut-off. */
function isOpen(
  { now }: Scope,
  { state, closes_at }: SlotChoiceRow,
  stop: StopRow,
  route: RouteRow | undefined,
  slot: { isClosed: boolean } | undefined,
): boolean {
  if (state === 'ended' || closes_at <= now || stop.status === 'completed') return false
  if (stop.status !== 'pending') return true
  return route?.status !== 'in_transit' && !slot?.isClosed
}

/** Returns the windows that the rules offer the recipient. Throws highway.slot.error.choice_closed. */
export async function slotsToChoose(scope: Scope, services: ChoiceServices, stopId: string): Promise<RecipientSlots> {
  const { stop, project, row } = await openChoice(scope, stopId)
  const dates = await datesToChoose(scope, project, stop, row)
  if (dates.length === 0) return { slots: [] }
  const { slots } = await offersOfStop(getReader(scope, services), project, stop, { dates, sort: 'date' })
  return { slots: shownWindows(slots) }
}

/**
 * Chooses a window, or the cheapest day for it. Throws highway.slot.error.{choice_closed, taken}, invalid_payload, and what
 * `promiseStop` throws.
 */
export async function chooseSlot(
  scope: Scope,
  services: ChoiceServices,
  stopId: string,
  { slot_id, quote, any_day }: RecipientChoice,
): Promise<void> {
  if ((slot_id === undefined) === (any_day === undefined))
    throw invalidPayload('slot_id', 'either a slot or any_day is needed')
  await lockStops(scope, [stopId])
  const { stop, project, row } = await openChoice(scope, stopId, 'lock')
  const reader = getReader(scope, services)
  const dates = await datesToChoose(scope, project, stop, row)
  const wished = any_day ? dates.filter((day) => day >= any_day.from && day <= any_day.to) : dates
  const isAmong = slot_id !== undefined && wished.includes(slot_id.slice(0, 10))
  if (slot_id !== undefined && !isAmong) throw invalidPayload('slot_id', 'is not on one of the days to choose among')
  const move = any_day
    ? await chooseCheapest(scope, services, project, stop, wished)
    : { slot_id: slot_id!, ...(quote && { quote }) }
  const promise = await promiseStop(reader, stop.id, move)
  const answer = { state: 'chosen' as const, answered_at: scope.now, remind_at: null }
  await updateChoice(scope, row.id, answer)
  await tellOfSlot(scope, stop.id, {
    kind: 'slot_chosen',
    occasion: `chosen ${promise.slot_id} ${scope.now.toISOString()}`,
  })
}

async function chooseCheapest(
  scope: Scope,
  services: ChoiceServices,
  project: ProjectRow,
  stop: StopRow,
  dates: readonly string[],
): Promise<{ slot_id: string; quote?: string }> {
  const reader = getReader(scope, services)
  const found = dates.length > 0 ? await offersOfStop(reader, project, stop, { dates, sort: 'cost' }) : undefined
  const best = found?.slots[0]
  if (!best) {
    const reason = found?.refused[0]?.reason ?? 'not_offered'
    throw apiError('highway.slot.error.taken', {
      id: dates[0] ?? 'any day',
      reason,
      text: 'No window of these days is free.',
    })
  }
  return { slot_id: best.id, ...(best.quote && { quote: best.quote }) }
}

/**
 * Declines all windows: releases the recipient's earlier choice, and the stop waits for a dispatcher. Throws
 * highway.slot.error.choice_closed.
 */
export async function declineSlots(scope: Scope, stopId: string): Promise<void> {
  await lockStops(scope, [stopId])
  const { project, row } = await openChoice(scope, stopId, 'lock')
  const slot = row.state === 'chosen' ? await promisedSlot(scope, project, stopId) : undefined
  if (slot) await releaseSlot(scope, slot.id, true)
  const declined = await updateChoice(scope, row.id, { state: 'declined', answered_at: scope.now, remind_at: null })
  await auditRecord(scope, 'updated', 'slot_choice', declined, { state: 'declined' })
}

/** The stop of a recipient who may choose now. */
async function openChoice(scope: Scope, stopId: string, lock?: 'lock') {
  const stop = await getStop(scope, stopId)
  const project = await getProject(scope, stop.project_id)
  const route = stop.route_id ? await getRoute(scope, stop.route_id) : undefined
  const row = await findChoice(scope, stop.id, lock)
  const slot = row && (await promisedSlot(scope, project, stop.id))
  if (!row || !isOpen(scope, row, stop, route, slot)) throw apiError('highway.slot.error.choice_closed', { id: stopId })
  return { stop, project, row }
}

/** Returns the dates to choose from; a stop that failed today is not retried in the same plan. */
async function datesToChoose(scope: Scope, project: ProjectRow, stop: StopRow, row: SlotChoiceRow): Promise<string[]> {
  const today = dateInZone(scope.now, project.timezone)
  const from = [row.first_day ?? today, today].sort().at(-1)!
  const to = row.last_day ?? dayAfter(from, usualDays)
  if (to < from) return []
  const failedIn = stop.status === 'pending' || !stop.plan_id ? undefined : await getPlan(scope, stop.plan_id)
  const failedOn = failedIn?.execution_date.toISOString().slice(0, 10)
  return daysAhead(project, scope.now, { from, to }).filter((day) => day !== failedOn)
}

function getReader(scope: Scope, { secrets }: ChoiceServices) {
  return { scope, travel: scope.travel, store: getDays({ secrets }), secrets }
}

/** Reminds recipients who have not responded, each once. Returns how many were written to. */
export async function remindOfSlots(services: Services): Promise<number> {
  const due = await listDueReminders({ tx: services.database.reading() }, services.clock.now(), remindersPerLook)
  let reminded = 0
  for (const { stop_id, organization_id } of due) {
    try {
      reminded += await transactAs(services, systemCaller(organization_id), async (scope) => {
        const row = await findChoice(scope, stop_id, 'lock')
        // The recipient may have responded since the list was read.
        if (row?.state !== 'asked' || row.remind_at === null || row.remind_at > scope.now) return 0
        await updateChoice(scope, row.id, { remind_at: null })
        const told: MessageChannel[] = await tellOfSlot(scope, stop_id, {
          kind: 'choose_slot',
          occasion: `reminded ${row.remind_at.toISOString()}`,
        })
        return told.length > 0 ? 1 : 0
      })
    } catch (error) {
      services.log.error({ err: error, stop: stop_id }, 'a recipient could not be reminded')
    }
  }
  return reminded
}
