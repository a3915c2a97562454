// A slot for a stop that is there already: an order without a route, one of another day, or one that was not delivered.
import type { SlotMove, SlotPromise } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject } from '../../accounts/projects/projects.ts'
import { getSlotId, promiseResource } from '../../data/resources/slot-promise.ts'
import {
  findPromiseOfStop,
  insertHold,
  type LockedPromise,
  lockPromise,
  lockSlotDays,
  type NewHold,
  updatePromise,
} from '../../data/slot-promises.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { tellBooking, tellPromiseChange } from '../../planning/consent/consent.ts'
import { hasPlace } from '../../planning/modelling/places.ts'
import { getStop } from '../../planning/stops/stops.ts'
import type { DayReader } from './days.ts'
import { getCounted, movedStop, requireAhead } from './promises.ts'
import { getAsker } from './slot-rules.ts'

type Counted = 'zone_ids' | 'customer' | 'customer_class' | 'ignores_rules'

/**
 * Moves the stop to the slot and promises it, replacing an earlier promise, which the response names. Throws 404, 403,
 * highway.slot.error.{taken, no_place}, highway.stop.error.already_executed, highway.plan.error.finished.
 */
export async function promiseStop(reader: DayReader, stopId: string, move: SlotMove): Promise<SlotPromise> {
  const { scope } = reader
  const { slot_id } = move
  const stop = await getStop(scope, stopId)
  const project = await getProject(scope, stop.project_id)
  const { date, window } = requireAhead(project, scope, slot_id)
  if (!hasPlace(stop))
    throw apiError('highway.slot.error.no_place', { place: 'stop.location', reason: 'coordinates are needed' })
  const before = await lockedBefore(scope, stop, date)
  const previous_slot_id =
    before?.released_at === null ? getSlotId(before.day, [before.opens, before.closes]) : undefined
  if (before && previous_slot_id === slot_id) return promiseResource({ ...before, is_held: false })
  const asker = await getAsker(scope, reader.secrets, project, stop, {})
  const without = { stopId: stop.id, ...(before && { promiseId: before.id }) }
  const { offer: figures, planId } = await movedStop(
    reader,
    project,
    stop.id,
    { ...move, date, window },
    { asker, ...without },
  )
  const offer = { ...figures, plan_id: planId }
  const counted = { ...getCounted(asker), ignores_rules: move.rules === 'ignore' }
  const row = await updatePromise(
    scope,
    before?.id ?? (await insertEmpty(scope, stop, { date, window, offer, ...counted })),
    {
      stop_id: stop.id,
      stop: null,
      booked_at: scope.now,
      released_at: null,
      changed_by_hand_at: null,
      agreed_by: null,
      day: date,
      opens: window[0],
      closes: window[1],
      offer,
      ...counted,
    },
  )
  await auditRecord(scope, before ? 'updated' : 'created', 'slot_promise', row, { slot_id, stop_id: stop.id })
  const promised = {
    ...promiseResource({ ...row, is_held: false }),
    ...(previous_slot_id !== undefined && { previous_slot_id }),
  }
  await (previous_slot_id === undefined ? tellBooking : tellPromiseChange)(scope, row)
  return promised
}

/** Locks the days of the stop's promise and of the new slot, and returns the promise. */
async function lockedBefore(scope: Scope, stop: StopRow, date: string): Promise<LockedPromise | undefined> {
  const first = await findPromiseOfStop(scope, stop.id)
  await lockSlotDays(scope, stop.project_id, [date, first?.day ?? date])
  return first && lockPromise(scope, first.id)
}

/** Inserts a promise with a key derived from the stop, so that two callers never create two. Returns its id. */
async function insertEmpty(
  scope: Scope,
  stop: StopRow,
  { date, window, ...rest }: { date: string; window: [number, number] } & Pick<NewHold, 'offer' | Counted>,
): Promise<string> {
  const key = `stop ${stop.id}`
  const made = { id: createId(scope.now), project_id: stop.project_id, created_by: scope.userId ?? null, key }
  const slot = { day: date, opens: window[0], closes: window[1], stop: {}, ...rest }
  const row = await insertHold(scope, { ...made, ...slot }, 1)
  if (!row) throw apiError('highway.slot.error.key_used', { key })
  return row.id
}
