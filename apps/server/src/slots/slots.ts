// The rules of slots that callers reach: what can be promised, and what becomes of a promise.
import type { SlotAnswer, SlotHold, SlotPromise, SlotQuery } from '@routewright/contract'
import { blankOldHolds } from '../data/slot-promises.sql.ts'
import type { TimeWindow } from '../data/values.ts'
import type { Geocoder } from '../geocoding/geocoder.ts'
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { getProject } from '../projects/projects.ts'
import { TravelError, type TravelProvider } from '../travel/travel.ts'
import { type DayReader, loadDays } from './days.ts'
import { answerOf, datesOf, type TriedSlot, trySlots } from './offers.ts'
import { bookSlot, holdSlot, moveSlot, readSlotId } from './promises.ts'
import { locateStop, type Read, requirePlacedStop } from './slot-stop.ts'

export { changeByHand, getPromise, releaseSlot } from './promises.ts'

/** What a rule of slots gets from its call. */
export interface SlotContext {
  read: Read
  transaction: Read
  services: Pick<Services, 'travel' | 'days'>
}

/**
 * POST /app/v1/project/{id}/slots: every window with its cost, or why not. Nothing is written and nothing is kept. Throws 404, 403,
 * invalid_payload for the days, highway.slot.error.no_place, highway.geocoding.error.unavailable, and what a new stop is refused for.
 */
export async function findSlots(
  context: SlotContext,
  geocoder: Geocoder,
  projectId: string,
  query: SlotQuery,
): Promise<SlotAnswer> {
  const stop = await locateStop(context, geocoder, projectId, query.stop)
  return answerOf(await askAhead(context, projectId, { ...query, stop }), query)
}

/** Holds a slot. What a network must be asked for is asked before the transaction begins. Throws as `holdSlot`. */
export async function holdFor(
  context: SlotContext,
  geocoder: Geocoder,
  projectId: string,
  body: SlotHold,
): Promise<SlotPromise> {
  const stop = await locateStop(context, geocoder, projectId, body.stop)
  if (!context.services.travel.best.isLocal) {
    const { date, window } = readSlotId(body.slot_id)
    await askAhead(context, projectId, { stop, from: date, to: date, windows: [window] })
  }
  return context.transaction((scope) => holdSlot(readerOf(context, scope), projectId, body, stop))
}

export async function bookPromise(context: SlotContext, promiseId: string): Promise<SlotPromise> {
  return context.transaction((scope) => bookSlot(readerOf(context, scope), promiseId))
}

export async function movePromise(context: SlotContext, promiseId: string, slotId: string): Promise<SlotPromise> {
  return context.transaction((scope) => moveSlot(readerOf(context, scope), promiseId, slotId))
}

/** Takes what names people off holds that ran out. */
export async function cleanUpSlots({ database }: Pick<Services, 'database'>): Promise<void> {
  await blankOldHolds(database.db)
}

function readerOf({ services }: SlotContext, scope: Scope): DayReader {
  return { scope, travel: scope.travel, store: services.days }
}

/** Tries the windows by the best travel times there are; when those cannot be had, by the ones that rules go by. */
async function askAhead(
  context: SlotContext,
  projectId: string,
  { stop: input, windows, from, to }: Pick<SlotQuery, 'stop' | 'windows' | 'from' | 'to'>,
): Promise<TriedSlot[]> {
  const { travel, days: store } = context.services
  const ask = (provider: TravelProvider) =>
    context.read(async (scope) => {
      const project = await getProject(scope, projectId)
      const dates = datesOf(project, scope.now, { from, to })
      const stop = await requirePlacedStop(scope, project, input)
      const reader = { scope, travel: provider, store }
      return trySlots(reader, await loadDays(reader, project, dates), stop, distinct(windows))
    })
  try {
    return await ask(travel.best)
  } catch (error) {
    if (!(error instanceof TravelError)) throw error
    return ask(travel.local)
  }
}

function distinct(windows: readonly TimeWindow[]): TimeWindow[] {
  return [...new Map(windows.map((window) => [window.join('-'), window])).values()]
}
