// Every limit of the interface, declared once: rates, body sizes, page sizes, lengths, ranges.

const MEBIBYTE = 1_048_576

/** Calls that one credential may make in any rolling 60 seconds. Rejected calls do not count. */
export const REQUESTS_PER_MINUTE = 2_000

/** Lower limits per key and rolling minute, in addition to the general rate. */
export const callsPerMinute = {
  geocode: 60,
  optimizePlan: 30,
  optimizeRoute: 60,
  dispatch: 120,
  search: 600,
  reach: 120,
} as const

/** Largest request body in bytes; one byte more is rejected. */
export const bodyBytes = {
  stops: 5 * MEBIBYTE,
  plan: 3 * MEBIBYTE,
  routes: 3 * MEBIBYTE,
  vehicles: 3 * MEBIBYTE,
  image: 10 * MEBIBYTE,
  /** Travel times and distances between a thousand places, as JSON. */
  matrices: 16 * MEBIBYTE,
  /** An extract of a large country. */
  extract: 8_192 * MEBIBYTE,
  other: MEBIBYTE,
} as const

/** Most areas per request, and most minutes. */
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
  paymentReason: 200,
  /** A message between dispatcher and driver, which is read in the driver's seat of a parked van. */
  routeMessage: 2_000,
  /** A driver's own mark for a place in the van. */
  vanMark: 20,
  /** URL to which a webhook delivers. */
  webhookUrl: 2_048,
} as const

export const timeWindowsPerStop = 20

/** Free-form objects, per record: bytes of their JSON, and nesting (the object itself is depth 1). */
export const customFieldsLimits = { maxBytes: 65_536, maxDepth: 20 } as const

/** Deepest nesting of a request body; deeper JSON is rejected as malformed. */
export const BODY_DEPTH = 50

/** A time of day counts from midnight and may extend into the following days; more than a week makes no sense. */
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
  /** Records in one bulk creation: far above what fits in a body, but a limit for arrays of {}. */
  bulk: 20_000,
  predicateValues: 1_000,
  cancelReasons: 100,
  /** Absences of one driver; past ones may be deleted. */
  absences: 200,
  ringPoints: 5_000,
} as const

/** Positions in one batch of a driver application. */
export const POSITIONS_PER_BATCH = 500

/** Seconds. A phone that was offline for longer no longer knows when something was done. */
export const MOMENT_WITHIN_SECONDS = 31_536_000

/** Largest number of seconds by which a device clock may be ahead of the server's. */
export const DEVICE_CLOCK_AHEAD_SECONDS = 300

/** Solver budgets in seconds. */
export const solverSeconds = { min: 1, max: 3_600, maxWhenWaiting: 60 } as const

/** Default solver budget in seconds for a plan with this many stops. */
export function defaultSolverSeconds(stopCount: number): number {
  if (stopCount <= 200) return 10
  return stopCount <= 1_000 ? 30 : 60
}

export const webhookLimits = {
  timeoutSeconds: 10,
  /** Concurrent deliveries of one webhook from one process; the number grows while its receiver succeeds within `quickSeconds`. */
  atOnce: 8,
  atOnceWhenQuick: 32,
  quickSeconds: 1,
  /** Pause before each repeated attempt. */
  retrySeconds: [60, 300, 1_800, 7_200, 21_600],
  /** Consecutive failed attempts after which the owner is notified, and the webhook is switched off. */
  failuresUntilMail: 5,
  failuresUntilDisabled: 50,
  /** Attempts kept in the log of one webhook. */
  logLength: 500,
} as const

/** Thresholds of the events that tell what is about to happen: their bounds, and what counts where a subscription names none. */
export const forecastThresholds = {
  expected_within_minutes: { least: 1, most: 240, usual: 10 },
  within_meters: { least: 50, most: 20_000, usual: 500 },
  late_by_minutes: { least: 0, most: 240, usual: 5 },
  delayed_by_minutes: { least: 1, most: 480, usual: 15 },
  position_every_seconds: { least: 10, most: 3_600, usual: 60 },
} as const

/** Wrong handover codes after which only a dispatcher can complete the stop. */
export const PIN_ATTEMPTS = 5

/** Days after the execution date until a tracking link expires and a survey can no longer be changed. */
export const TRACKING_DAYS = 30
export const SURVEY_EDIT_DAYS = 7

/** Seconds after its last call during which a driver application counts as connected. */
export const SESSION_SECONDS = 300

/** What an installation may limit for each organization. All but storage begin again with each month, in UTC. */
export const quotaKinds = ['stops', 'optimizer_seconds', 'storage_bytes', 'messages'] as const
export type QuotaKind = (typeof quotaKinds)[number]

/** Calls per minute on the pages that need no key. */
export const publicCallsPerMinute = {
  /** With one link of a recipient, a driver or an invitation. */
  link: 120,
  /** From one IP address, which may belong to a whole office or mobile network, with any links. */
  address: 3_000,
  /** From one IP address, on the operations of signing in. */
  signIn: 120,
} as const
