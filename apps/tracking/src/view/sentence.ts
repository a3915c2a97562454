// The state of the delivery in words: one main sentence, further facts, and the progress.

import type { TrackingView } from '@routewright/contract'
import { addressLine as envelopeLine } from '@routewright/contract/address-line'
import type { Say, WordKey } from '../words/words.ts'
import { windowText } from './times.ts'

export interface Times {
  clock: (moment: string) => string
  /** The day of an execution date, in words. */
  day: (date: string) => string
  /** Whole minutes as `45 minutes`, `2 hours 20 minutes`. */
  duration: (minutes: number) => string
  /** 0 today, 1 tomorrow, by the calendar of the project. */
  daysAhead: (date: string, now: string) => number
}

export interface Standing {
  /** Small words above the headline. */
  label?: string
  headline: string
  details: string[]
  tone: 'calm' | 'moving' | 'done' | 'late' | 'failed'
  steps: readonly WordKey[]
  /** How many of them are reached; all of them when it is over. */
  step: number
}

const stepsToDone = ['stepPlanned', 'stepStarted', 'stepNear', 'stepDone'] as const satisfies WordKey[]

const stepsAtDoor = ['stepPlanned', 'stepStarted', 'stepArrived', 'stepDone'] as const satisfies WordKey[]

/** Fewer stops than that before one's own are near. */
const nearStops = 2

export function describeStanding(view: TrackingView, say: Say, times: Times): Standing {
  switch (view.status) {
    case 'completed':
      return ended(view, say, times, doneWord(view), 'done')
    case 'incomplete':
      return ended(view, say, times, 'partlyDone', 'late')
    case 'canceled':
      return ended(view, say, times, 'failed', 'failed')
    case 'pending':
      return view.started ? underWay(view, say, times) : planned(view, say, times)
  }
}

function doneWord({ type }: TrackingView): WordKey {
  return type === 'pickup' ? 'collected' : type === 'visit' ? 'visited' : 'delivered'
}

function ended(view: TrackingView, say: Say, times: Times, key: WordKey, tone: Standing['tone']): Standing {
  const time = view.finished_at ? times.clock(view.finished_at) : ''
  const isDone = tone === 'done'
  const reason = isDone ? takerWords(view, say) : reasonWords(view, say)
  const next = isDone ? undefined : (view.next_step ?? say('senderCalls'))
  return {
    headline: say(key, { time }),
    details: [reason, next].filter((text) => text !== undefined).filter((text) => text !== ''),
    tone,
    ...(isDone ? { steps: stepsToDone, step: stepsToDone.length } : getEnd(view)),
  }
}

const takerKeys = {
  recipient: 'takenRecipient',
  household: 'takenHousehold',
  neighbour: 'takenNeighbour',
  left: 'takenLeft',
} as const

/** Returns who took it, or that it was left, with the name or the place. */
function takerWords({ taken_by: by, taker_name: name }: TrackingView, say: Say): string | undefined {
  return by && [say(takerKeys[by]), name].filter(Boolean).join(': ')
}

/** Why it was not done: in the reader's language where the words are ours, else in those of the sender. */
function reasonWords({ cancel_reason: reason, cancel_reason_id: id }: TrackingView, say: Say): string | undefined {
  return reason && say('reason', { reason: id ? say(`reason_${id}`) : reason })
}

/** How it came to an end without being done: how near the driver was nobody can say any more. */
function getEnd({ status, started, cancel_reason }: TrackingView): Pick<Standing, 'steps' | 'step'> {
  const end = status === 'incomplete' ? 'stepPartly' : 'stepFailed'
  // A reason was told by a driver on the way; a plan that was closed by hand may not have been begun.
  const steps: WordKey[] = started || cancel_reason ? ['stepPlanned', 'stepStarted', end] : ['stepPlanned', end]
  return { steps, step: steps.length }
}

function planned(view: TrackingView, say: Say, times: Times): Standing {
  const { execution_date: date, window_from: from, window_to: to } = view
  const steps = stepsToDone
  const details = [...attempt(view, say, times), wishes(view, say)].filter((text) => text !== undefined)
  if (!date) return { headline: say('unplanned'), details, tone: 'calm', steps, step: 1 }
  const ahead = times.daysAhead(date, view.server_time)
  const day = ahead === 0 ? say('today') : ahead === 1 ? say('tomorrow') : times.day(date)
  if (!from || !to) return { label: say('plannedFor'), headline: day, details, tone: 'calm', steps, step: 1 }
  const window = `${times.clock(from)}–${times.clock(to)}`
  return { label: say('plannedFor'), headline: `${day}, ${window}`, details, tone: 'calm', steps, step: 1 }
}

function underWay(view: TrackingView, say: Say, times: Times): Standing {
  const { window_from: from, window_to: to, stops_before: before, delay_minutes: delay } = view
  const late = delay === undefined ? undefined : say('delayed', { time: times.duration(delay) })
  const count = before === undefined ? undefined : stopsWords(before, say)
  const details = [...attempt(view, say, times), count, late].filter((text) => text !== undefined)
  const tone = late ? 'late' : 'moving'
  const steps = stepsToDone
  if (view.arrived_at) return { headline: say('arrived'), details: [], tone: 'moving', steps: stepsAtDoor, step: 3 }
  const step = before !== undefined && before < nearStops ? 3 : 2
  if (!from || !to) return { headline: say('onTheWay'), details, tone, steps, step }
  return {
    label: say('arrivingToday'),
    headline: `${times.clock(from)}–${times.clock(to)}`,
    details,
    tone,
    steps,
    step,
  }
}

export function stopsWords(before: number, say: Say): string {
  if (before === 0) return say('youAreNext')
  return before === 1 ? say('oneStopBefore') : say('stopsBefore', { count: before })
}

/** When the driver was there in vain, and why. */
function attempt(view: TrackingView, say: Say, times: Times): (string | undefined)[] {
  if (!view.attempted_at) return []
  return [say('attempted', { time: times.clock(view.attempted_at) }), reasonWords(view, say)]
}

function wishes({ time_windows: windows }: TrackingView, say: Say): string | undefined {
  if (windows.length === 0) return undefined
  return say('youAskedFor', { windows: windows.map(windowText).join(', ') })
}

/** Kilometres as the crow flies between the van and the door; undefined while the van is not shown. */
export function vanKilometers({ last_position: van, location: door }: TrackingView): number | undefined {
  if (!van || door?.lat === undefined || door.lng === undefined) return undefined
  const dx = (van.lng - door.lng) * Math.cos((door.lat * Math.PI) / 180) * 111.32
  const dy = (van.lat - door.lat) * 111.32
  return Math.hypot(dx, dy)
}

/** The address in one line. */
export function addressLine({ location }: TrackingView): string {
  if (!location) return ''
  return envelopeLine(location) || (location.label ?? '')
}
