// The rules of slots that callers reach: what can be promised, and what becomes of a promise.
import type { SlotAnswer, SlotHold, SlotMove, SlotPromise, SlotQuery } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { blankOldHolds, findPromise } from '../../data/slot-promises.sql.ts'
import type { TimeWindow } from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import type { Geocoder } from '../../geography/geocoding/geocoder.ts'
import { TravelError, type TravelProvider } from '../../geography/travel/travel.ts'
import { getStop } from '../../planning/stops/stops.ts'
import { loadOfferFacts, type OfferFacts } from './certainty.ts'
import { type DayReader, loadDays } from './days.ts'
import { getDays } from './kept-days.ts'
import { getAnswer, listDates, type TriedSlot, trySlots } from './offers.ts'
import { promiseStop } from './promise-stop.ts'
import { bookSlot, holdSlot, moveSlot } from './promises.ts'
import { writeQuote } from './quotes.ts'
import { readSlotId } from './slot-id.ts'
import { getAsker, wishedWindows } from './slot-rules.ts'
import { locateStop, type Read, requirePlacedStop } from './slot-stop.ts'

export { loadPlainDays, type PlainDay, stopsOfOrders } from './days.ts'
export { shownWindows } from './offers.ts'
export { promiseStop } from './promise-stop.ts'
export { bookSlot, changeByHand, getPromise, holdSlot, releaseHold, releaseSlot } from './promises.ts'
export { isClosedDay } from './rule-book.ts'
export { previewSlotRules } from './rules-preview.ts'
export { getAsker, getSlotRules, setSlotRules } from './slot-rules.ts'
export { locateStop, requirePlacedStop } from './slot-stop.ts'
export { daysAhead, offersOfPlace, offersOfStop, promisedSlot } from './stop-slots.ts'
export { getDays }

/** Context of a rule of slots. */
export interface SlotContext {
  read: Read
  transaction: Read
  services: Pick<Services, 'travel' | 'secrets'>
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
  const { project, now, tried, facts } = await askAhead(context, projectId, { ...query, stop })
  const { secrets } = context.services
  return getAnswer(tried, query, {
    rules: project.slot_rules,
    currency: project.currency,
    facts,
    quoteOf: (slotId, amount) => writeQuote(secrets, now, { projectId, slotId, location: stop.location }, amount),
  })
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
    await askAhead(context, projectId, { stop, from: date, to: date, windows: [window], rules: 'ignore' })
  }
  return inTurn(context, projectId, body.slot_id, (scope) => holdSlot(getReader(context, scope), projectId, body, stop))
}

export async function bookPromise(context: SlotContext, promiseId: string): Promise<SlotPromise> {
  return runInTurn(context, promiseId, (scope) => bookSlot(getReader(context, scope), promiseId))
}

export async function movePromise(context: SlotContext, promiseId: string, move: SlotMove): Promise<SlotPromise> {
  return runInTurn(context, promiseId, (scope) => moveSlot(getReader(context, scope), promiseId, move))
}

/** Gives a stop that is there a slot. Throws as `promiseStop`. */
export async function promiseFor(context: SlotContext, stopId: string, move: SlotMove): Promise<SlotPromise> {
  return context.transaction((scope) => promiseStop(getReader(context, scope), stopId, move))
}

/** Takes what names people off holds that ran out. */
export async function cleanUpSlots({ database }: Pick<Services, 'database'>): Promise<void> {
  await blankOldHolds(database.db)
}

/** Runs callers for the same day one after the other, without a database connection while they wait. */
function inTurn<T>(
  { services, transaction }: SlotContext,
  projectId: string,
  slotId: string,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return getDays(services).turns.take(`${projectId} ${slotId.split('/')[0]}`, () => transaction(work))
}

async function runInTurn<T>(context: SlotContext, promiseId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const promise = await context.read((scope) => findPromise(scope, promiseId))
  return promise ? inTurn(context, promise.project_id, promise.day, work) : context.transaction(work)
}

function getReader({ services }: SlotContext, scope: Scope): DayReader {
  return { scope, travel: scope.travel, store: getDays(services), secrets: services.secrets }
}

/** Tries the windows by the best travel times there are; when those cannot be had, by the ones that rules go by. */
async function askAhead(
  context: SlotContext,
  projectId: string,
  query: Omit<SlotQuery, 'most' | 'sort'>,
): Promise<Asked> {
  const { travel, secrets } = context.services
  const store = getDays(context.services)
  const ask = (provider: TravelProvider) =>
    context.read(async (scope) => {
      const project = await getProject(scope, projectId)
      const dates = listDates(project, scope.now, query)
      const stop = await requirePlacedStop(scope, project, query.stop)
      const reader = { scope, travel: provider, store, secrets }
      const without = query.stop_id === undefined ? {} : { stopId: (await getStop(scope, query.stop_id)).id }
      const wished = await wishedWindows(scope, project, dates, await getAsker(scope, secrets, project, stop, query), {
        ...(query.windows && { windows: distinct(query.windows) }),
        ignoresRules: query.rules === 'ignore',
      })
      const tried = await trySlots(reader, await loadDays(reader, project, dates, without), stop, wished)
      return { project, now: scope.now, tried, facts: await loadOfferFacts(scope, project.id, tried) }
    })
  try {
    return await ask(travel.best)
  } catch (error) {
    if (!(error instanceof TravelError)) throw error
    return ask(travel.local)
  }
}

interface Asked {
  project: ProjectRow
  now: Date
  tried: TriedSlot[]
  facts: OfferFacts
}

function distinct(windows: readonly TimeWindow[]): TimeWindow[] {
  return [...new Map(windows.map((window) => [window.join('-'), window])).values()]
}
