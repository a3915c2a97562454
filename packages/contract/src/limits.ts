// Every limit of the interface, declared once: rates, body sizes, page sizes, lengths, ranges.

const MEBIBYTE = 1_048_576

/** Calls one credential may make in any rolling 60 seconds. Refused calls do not count. */
export const REQUESTS_PER_MINUTE = 2_000

/** Lower caps per key and rolling minute, on top of the general rate. */
export const callsPerMinute = {
  geocode: 60,
  optimizePlan: 30,
  optimizeRoute: 60,
  dispatch: 120,
  search: 600,
  reach: 120,
} as const

/** Largest request body in bytes; one byte more is refused. */
export const bodyBytes = {
  stops: 5 * MEBIBYTE,
  plan: 3 * MEBIBYTE,
  routes: 3 * MEBIBYTE,
  vehicles: 3 * MEBIBYTE,
  image: 10 * MEBIBYTE,
  /** Durations and distances between a thousand places, as JSON. */
  matrices: 16 * MEBIBYTE,
  /** An extract of a large country. */
  extract: 8_192 * MEBIBYTE,
  other: MEBIBYTE,
} as const

/** Areas by minutes: how many at once, and how far. */
export const reach = { areas: 5, minutes: 120 } as const

/** Pages of list operations. */
export const pageLimits = { defaultLimit: 20, maxLimit: 1_000, defaultOffset: 0, maxOffset: 2_147_483_647 } as const

/** Longest texts, in UTF-16 code units. */
export const textLength = {
  /** Labels and external identifiers. */
  label: 500,
  /** Any other string. */
  text: 10_000,
  cancelReason: 200,
  takerName: 200,
  /** Of a message between dispatcher and driver: it is read at the wheel of a van that stands. */
  routeMessage: 2_000,
  /** A driver's own mark of a place in his van. */
  vanMark: 20,
  /** Where a webhook delivers. */
  webhookUrl: 2_048,
} as const

export const timeWindowsPerStop = 20

/** Free-form objects, per record: bytes of their JSON, and nesting (the object itself is depth 1). */
export const customFieldsLimits = { maxBytes: 65_536, maxDepth: 20 } as const

/** Deepest nesting of a request body; deeper JSON is refused as malformed. */
export const BODY_DEPTH = 50

/** A time of day counts from midnight and may pass into the following days; a week is where sense ends. */
export const MAX_TIME_OF_DAY_SECONDS = 604_800
export const MAX_DURATION_SECONDS = 604_800

/** Upper bound of quantities (weight, volume, distance, price) so that sums stay exact. */
export const MAX_QUANTITY = 1_000_000_000

/** Small lists inside a record: skills, zones, supervisors, tasks, packages, images. */
export const listLength = {
  skills: 200,
  zones: 1_000,
  supervisors: 200,
  tasks: 500,
  packages: 2_000,
  images: 50,
  routeMessages: 500,
  predicates: 50,
  ids: 10_000,
  /** Records in one bulk creation: far above what a body holds of real ones, but an end to arrays of {}. */
  bulk: 20_000,
  predicateValues: 1_000,
  cancelReasons: 100,
  /** Of one driver; past ones may be taken away. */
  absences: 200,
  ringPoints: 5_000,
} as const

/** Positions in one batch of a driver application. */
export const POSITIONS_PER_BATCH = 500

/** Seconds. A phone that was offline for longer does not know any more when something was done. */
export const MOMENT_WITHIN_SECONDS = 31_536_000

/** A device clock may run ahead of the server's by so much. */
export const DEVICE_CLOCK_AHEAD_SECONDS = 300

/** Solver budgets in seconds. */
export const solverSeconds = { min: 1, max: 3_600, maxWhenWaiting: 60 } as const

/** Default solver budget in seconds for a plan of so many stops. */
export function defaultSolverSeconds(stopCount: number): number {
  if (stopCount <= 200) return 10
  return stopCount <= 1_000 ? 30 : 60
}

export const webhookLimits = {
  timeoutSeconds: 10,
  /** Deliveries of one webhook on their way at once from one process; so many more as its receiver answers well and within `quickSeconds`. */
  atOnce: 8,
  atOnceWhenQuick: 32,
  quickSeconds: 1,
  /** Pause before each repeated attempt. */
  retrySeconds: [60, 300, 1_800, 7_200, 21_600],
  /** Consecutive failed attempts after which the owner is told, and the webhook is switched off. */
  failuresUntilMail: 5,
  failuresUntilDisabled: 50,
  /** Attempts kept in the log of one webhook. */
  logLength: 500,
} as const

/** Wrong handover codes after which only a dispatcher can complete the stop. */
export const PIN_ATTEMPTS = 5

/** Days after the execution date on which a tracking link ends, and during which a survey may be changed. */
export const TRACKING_DAYS = 30
export const SURVEY_EDIT_DAYS = 7

/** A driver application counts as connected for so long after its last call. */
export const SESSION_SECONDS = 300

/** Calls per minute on the pages that need no key. */
export const publicCallsPerMinute = {
  /** With one link: of a recipient, a driver, an invitation. */
  link: 120,
  /** From one address, which may be that of a whole office or mobile network, with whatever links. */
  address: 3_000,
  /** From one address, on the operations of signing in. */
  signIn: 120,
} as const
