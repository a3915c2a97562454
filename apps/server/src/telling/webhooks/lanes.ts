// Concurrency of one webhook: a lane widens while its receiver responds successfully and quickly, and is narrow otherwise.

import { limits } from '@routewright/contract'
import type { AttemptResult, DueWebhook } from '../../data/deliveries.sql.ts'
import type { DeliveryRow } from '../../data/webhook-tables.ts'

const { atOnce, atOnceWhenQuick, quickSeconds } = limits.webhookLimits
/**
 * Deliveries claimed for a quick receiver, as a multiple of the lane's width: the next ones are ready while results of others are
 * written.
 */
const claimedAhead = 4

export interface Lane {
  /** The webhook as it was when deliveries were last claimed. */
  webhook: DueWebhook
  /** Most deliveries under way at once, each of another resource. */
  width: number
  /** True when the last response was successful and quick. */
  isQuick: boolean
  /** Consecutive quick successes since the lane last widened. */
  quickAnswers: number
  /** Number of claimed deliveries whose result is not written yet. */
  held: number
  /** Claimed deliveries that were not begun, in order for each resource. */
  waiting: Waiting[]
  /** Resources with a delivery under way. */
  busy: Set<string>
}

export interface Waiting {
  delivery: DeliveryRow
  /** Latest start, by the clock of `performance`: after it, the lease could end while the delivery is under way. */
  beginsBefore: number
}

export function openLane(webhook: DueWebhook): Lane {
  return { webhook, width: atOnce, isQuick: false, quickAnswers: 0, held: 0, waiting: [], busy: new Set() }
}

/** Returns how many more deliveries may be claimed. For a quick receiver many at a time or none, because each claim costs the same. */
export function roomIn(lane: Lane | undefined): number {
  if (!lane) return atOnce
  if (!lane.isQuick) return Math.max(0, lane.width - lane.held)
  const most = lane.width * claimedAhead
  const room = most - lane.held
  return room >= most / 2 ? room : 0
}

/**
 * Returns the next delivery to be sent, marked as under way; undefined while the lane is full or every waiting one must follow
 * another of its resource.
 */
export function takeNext(lane: Lane): DeliveryRow | undefined {
  if (lane.busy.size >= lane.width) return undefined
  const index = lane.waiting.findIndex(({ delivery }) => !lane.busy.has(delivery.resource_id))
  if (index < 0) return undefined
  const [{ delivery }] = lane.waiting.splice(index, 1) as [Waiting]
  lane.busy.add(delivery.resource_id)
  return delivery
}

/** Removes and returns deliveries that waited too long. */
export function takeLate(lane: Lane, now: number): Waiting[] {
  if (!lane.waiting.some(({ beginsBefore }) => beginsBefore < now)) return []
  const late = lane.waiting.filter(({ beginsBefore }) => beginsBefore < now)
  lane.waiting = lane.waiting.filter(({ beginsBefore }) => beginsBefore >= now)
  return late
}

/**
 * Adapts the width to a result. A full row of quick successes widens the lane by one, as long as more deliveries wait. Any other
 * result makes it narrow again, and the deliveries claimed ahead are returned to be released.
 */
export function followAnswer(lane: Lane, { ok, durationMilliseconds }: AttemptResult): Waiting[] {
  lane.isQuick = ok && durationMilliseconds <= quickSeconds * 1_000
  if (!lane.isQuick) {
    lane.width = atOnce
    lane.quickAnswers = 0
    return lane.waiting.splice(0)
  }
  lane.quickAnswers += 1
  if (lane.quickAnswers >= lane.width && lane.waiting.length > 0) {
    lane.width = Math.min(lane.width + 1, atOnceWhenQuick)
    lane.quickAnswers = 0
  }
  return []
}
