// Slots of a stop that is there already: which windows it may have, and which it has.
import type { SlotAnswer } from '@routewright/contract'
import type { ProjectRow } from '../../data/project-tables.ts'
import { findPromiseOfStop } from '../../data/slot-promises.sql.ts'
import type { SlotPromiseRow } from '../../data/slot-tables.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type DayReader, loadDays, type Without } from './days.ts'
import { getAnswer, listDates, trySlots } from './offers.ts'
import { askedFor } from './promises.ts'
import { writeQuote } from './quotes.ts'
import type { Asker } from './rule-book.ts'
import { isTooLate } from './rule-book.ts'
import { getAsker, type SaidCustomer, wishedWindows } from './slot-rules.ts'

/**
 * The windows of the project's grid that the stop may have on some days. What it has been promised is as if it were free. Throws
 * invalid_payload for the days, or where the project has no grid.
 */
export async function offersOfStop(
  reader: DayReader,
  project: ProjectRow,
  stop: StopRow,
  { dates, sort }: Span,
): Promise<SlotAnswer> {
  const { scope } = reader
  const promise = await findLivePromise(scope, stop.id)
  const asker = await askerOfStop(reader, project, stop, promise)
  const without = { stopId: stop.id, ...(promise && { promiseId: promise.id }) }
  const asPending: StopRow = { ...stop, status: 'pending', arrived_at: null }
  return offersFor(reader, project, asPending, { dates, sort, asker, without })
}

/**
 * The windows of the project's grid that a stop may have that is not made yet; one promise is as if it were not there. Throws
 * invalid_payload where the project has no grid.
 */
export async function offersOfPlace(
  reader: DayReader,
  project: ProjectRow,
  stop: StopRow,
  { dates, sort, customer, promiseId }: Span & { customer: NonNullable<SaidCustomer['known']>; promiseId?: string },
): Promise<SlotAnswer> {
  const asker = await getAsker(reader.scope, reader.secrets, project, stop, { known: customer })
  return offersFor(reader, project, stop, { dates, sort, asker, without: promiseId === undefined ? {} : { promiseId } })
}

interface Span {
  dates: readonly string[]
  sort: 'cost' | 'date'
}

async function offersFor(
  reader: DayReader,
  project: ProjectRow,
  stop: StopRow,
  { dates, sort, asker, without }: Span & { asker: Asker; without: Without },
): Promise<SlotAnswer> {
  const { scope, secrets } = reader
  const ofRules = { ignoresRules: false, ...(without.promiseId !== undefined && { withoutId: without.promiseId }) }
  const wished = await wishedWindows(scope, project, dates, asker, ofRules)
  const tried = await trySlots(reader, await loadDays(reader, project, dates, without), stop, wished)
  const location = stop.location ?? undefined
  return getAnswer(
    tried,
    { most: tried.length, sort },
    {
      rules: project.slot_rules,
      currency: project.currency,
      quoteOf: (slotId, amount) => writeQuote(secrets, scope.now, { projectId: project.id, slotId, location }, amount),
    },
  )
}

/** The days of a span from today on. Throws invalid_payload. */
export function daysAhead(project: ProjectRow, now: Date, span: { from: string; to: string }): string[] {
  return listDates(project, now, span)
}

/** Returns the promise of the stop, unless it was released. */
async function findLivePromise(scope: Scope, stopId: string): Promise<SlotPromiseRow | undefined> {
  const promise = await findPromiseOfStop(scope, stopId)
  return promise?.released_at === null ? promise : undefined
}

async function askerOfStop(
  { scope, secrets }: DayReader,
  project: ProjectRow,
  stop: StopRow,
  promise: SlotPromiseRow | undefined,
): Promise<Asker> {
  return promise ? askedFor(promise).asker : getAsker(scope, secrets, project, stop, {})
}

/** Returns the promise of a stop, and whether its customer may still change it. */
export async function promisedSlot(
  scope: Scope,
  project: ProjectRow,
  stopId: string,
): Promise<{ id: string; date: string; window: [number, number]; isClosed: boolean } | undefined> {
  const promise = await findLivePromise(scope, stopId)
  if (!promise) return undefined
  const { id, day, opens, closes, customer_class } = promise
  const window: [number, number] = [opens, closes]
  const asked = { now: scope.now, timezone: project.timezone }
  const isClosed =
    isTooLate(project.slot_rules, { date: day, window }, customer_class, asked) ||
    // The day is under way, whatever the rules say.
    momentOfPlanDay(0, startInstant(day), project.timezone) <= scope.now
  return { id, date: day, window, isClosed }
}
