// A slot promise as responses and events show it.
import type { SlotPromise } from '@routewright/contract'
import type { LockedPromise } from '../slot-promises.sql.ts'

/** Returns the id of a slot: its day and its window. */
export function getSlotId(date: string, [opens, closes]: readonly [number, number]): string {
  return `${date}/${opens}-${closes}`
}

export function promiseResource(row: LockedPromise): SlotPromise {
  const { offer } = row
  const time = (name: 'booked_at' | 'released_at' | 'changed_by_hand_at') =>
    row[name] === null ? {} : { [name]: row[name].toISOString() }
  return {
    id: row.id,
    organization_id: row.organization_id,
    project_id: row.project_id,
    key: row.key,
    slot_id: getSlotId(row.day, [row.opens, row.closes]),
    date: row.day,
    time_window: [row.opens, row.closes],
    state: getState(row),
    offer,
    held_until: row.held_until.toISOString(),
    ...(row.created_by && { created_by: row.created_by }),
    ...(row.stop_id && { stop_id: row.stop_id }),
    ...(row.stop_id && offer.plan_id && { plan_id: offer.plan_id }),
    ...time('booked_at'),
    ...time('released_at'),
    ...time('changed_by_hand_at'),
    ...(row.agreed_by && { agreed_by: row.agreed_by }),
    ...(row.customer_class && { customer_class: row.customer_class }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Returns whether the promise was released, or its stop was deleted. */
export function isOver({ released_at, is_gone }: LockedPromise): boolean {
  return released_at !== null || is_gone === true
}

function getState(promise: LockedPromise): SlotPromise['state'] {
  const { booked_at, is_held } = promise
  if (isOver(promise)) return 'released'
  if (booked_at !== null) return 'booked'
  return is_held ? 'held' : 'expired'
}
