// Appearance of a status: a colour token, a shape that identifies it without colour, and the key of its word.

/** `--rw-<tone>` is the colour; see tokens.css. */
export type Tone = 'pending' | 'moving' | 'done' | 'late' | 'failed'

/** Drawn inside the mark, so that colour is never the only sign. */
export type Shape = 'ring' | 'dot' | 'tick' | 'half' | 'cross' | 'exclamation' | 'pencil'

export interface StatusLook {
  tone: Tone
  shape: Shape
  /** Key below `status.` in the words of each application. */
  word: string
}

const stops = {
  pending: { tone: 'pending', shape: 'ring', word: 'stop.pending' },
  completed: { tone: 'done', shape: 'tick', word: 'stop.completed' },
  incomplete: { tone: 'late', shape: 'half', word: 'stop.incomplete' },
  canceled: { tone: 'failed', shape: 'cross', word: 'stop.canceled' },
} as const satisfies Record<string, StatusLook>

const routes = {
  not_started: { tone: 'pending', shape: 'ring', word: 'route.not_started' },
  in_transit: { tone: 'moving', shape: 'dot', word: 'route.in_transit' },
  finished: { tone: 'done', shape: 'tick', word: 'route.finished' },
} as const satisfies Record<string, StatusLook>

const plans = {
  draft: { tone: 'pending', shape: 'pencil', word: 'plan.draft' },
  planning: { tone: 'pending', shape: 'ring', word: 'plan.planning' },
  in_progress: { tone: 'moving', shape: 'dot', word: 'plan.in_progress' },
  finished: { tone: 'done', shape: 'tick', word: 'plan.finished' },
} as const satisfies Record<string, StatusLook>

export type StopStatusName = keyof typeof stops
export type RouteStatusName = keyof typeof routes
export type PlanStatusName = keyof typeof plans

/** A pending stop that breaks a rule or is expected late shows that instead. */
export function stopLook(status: StopStatusName, isLate = false): StatusLook {
  return isLate && status === 'pending' ? { tone: 'late', shape: 'exclamation', word: 'stop.late' } : stops[status]
}

export function routeLook(status: RouteStatusName): StatusLook {
  return routes[status]
}

export function planLook(status: PlanStatusName): StatusLook {
  return plans[status]
}

/** Colour of a tone as a CSS value. */
export function toneColor(tone: Tone): string {
  return `var(--rw-${tone})`
}
