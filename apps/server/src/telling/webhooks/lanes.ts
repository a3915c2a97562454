// How much of one webhook is under way: a lane grows wider while its receiver answers well and quickly, and is narrow for any other.

import { limits } from '@routewright/contract'
import type { AttemptResult, DueWebhook } from '../../data/deliveries.sql.ts'
import type { DeliveryRow } from '../../data/webhook-tables.ts'

const { atOnce, atOnceWhenQuick, quickSeconds } = limits.webhookLimits
/** So many times as many as are sent at once are claimed for a quick receiver: the next ones lie ready while what came of others is noted. */
const claimedAhead = 4

export interface Lane {
  /** As it was when deliveries were last claimed. */
  webhook: DueWebhook
  /** Deliveries that may be on their way at once, each of another resource. */
  width: number
  /** Whether the last answer was a good and quick one. */
  isQuick: boolean
  /** Such answers in a row, since the lane last grew. */
  quickAnswers: number
  /** Claimed deliveries of which is not noted yet what came of them. */
  held: number
  /** Those of them that were not begun, of each resource in their order. */
  waiting: Waiting[]
  /** The resources that have one on its way. */
  busy: Set<string>
}

export interface Waiting {
  delivery: DeliveryRow
  /** By the clock of `performance`: begun later, its lease could end while it is on its way. */
  beginsBefore: number
}

export function openLane(webhook: DueWebhook): Lane {
  return { webhook, width: atOnce, isQuick: false, quickAnswers: 0, held: 0, waiting: [], busy: new Set() }
}

/** How many more deliveries may be claimed. For a quick receiver many at a time or none, because each claim costs the same. */
export function roomIn(lane: Lane | undefined): number {
  if (!lane) return atOnce
  if (!lane.isQuick) return Math.max(0, lane.width - lane.held)
  const most = lane.width * claimedAhead
  const room = most - lane.held
  return room >= most / 2 ? room : 0
}

/** The next delivery to be sent, marked as on its way; undefined while the lane is full or what waits is behind others of its resource. */
export function takeNext(lane: Lane): DeliveryRow | undefined {
  if (lane.busy.size >= lane.width) return undefined
  const index = lane.waiting.findIndex(({ delivery }) => !lane.busy.has(delivery.resource_id))
  if (index < 0) return undefined
  const [{ delivery }] = lane.waiting.splice(index, 1) as [Waiting]
  lane.busy.add(delivery.resource_id)
  return delivery
}

/** Takes out what waited too long to be begun. */
export function takeLate(lane: Lane, now: number): Waiting[] {
  if (!lane.waiting.some(({ beginsBefore }) => beginsBefore < now)) return []
  const late = lane.waiting.filter(({ beginsBefore }) => beginsBefore < now)
  lane.waiting = lane.waiting.filter(({ beginsBefore }) => beginsBefore >= now)
  return late
}

/**
 * A full row of good and quick answers makes room for one more at once, as long as more waits. Any other answer makes the
 * lane narrow again; answers what was claimed ahead and is to be given back then.
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
