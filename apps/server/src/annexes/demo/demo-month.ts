// The month before the demo day: which days were worked, who visited whom, and how each visit ended.
import type { ReportInput, RouteInput, StopInput, SurveyInput } from '@routewright/contract'
import { boundToClients, createRandom, type DemoClient, demoStops, pick } from './demo-day.ts'

const daysBack = 30
const vansPerDay = 4
const stopsPerVan = 11
const day = 86_400_000

/** One finished visit, in the order in which they ended. */
export interface PastVisit {
  /** Index of the route's stop. */
  stop: number
  type: ReportInput['type']
  /** Later than planned; negative when earlier. */
  lateSeconds: number
  secondsInStop: number
  cancel_reason?: string
  comments?: string
  hasPhoto: boolean
  hasSignature: boolean
  survey?: SurveyInput
}

/** Fields of a stop of a past day. */
type PastStop = Pick<StopInput, 'label' | 'duration'>

/** The dates (2026-01-31) of the thirty days before this one that were worked: not on Sundays. */
export function listPastDates(today: string): string[] {
  const start = Date.parse(today)
  return Array.from({ length: daysBack }, (_, index) => new Date(start - (daysBack - index) * day))
    .filter((date) => date.getUTCDay() !== 0)
    .map((date) => date.toISOString().slice(0, 10))
}

/** The routes of a past day with their stops in driving order; the same for the same date. Ids of the vans and entries of the address book as they are given. */
export function pastRoutes(
  date: string,
  vehicleIds: readonly string[],
  clients: readonly DemoClient[] = [],
): RouteInput[] {
  const random = seedRandom(date)
  // Nobody is written to about visits that were made long ago, and what goes to few vans only is not among them.
  const known = boundToClients(demoStops(), clients)
    .filter(({ requires }) => !requires?.length)
    .map((stop): StopInput => ({ ...stop, email: null, phone: null }))
  const visited = known
    .map((stop) => ({ stop, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, vansPerDay * stopsPerVan)
    .map(({ stop }) => stop)
    .sort((a, b) => getLat(a) - getLat(b))
  // Fewer on Saturdays.
  const vans = new Date(date).getUTCDay() === 6 ? vansPerDay / 2 : vansPerDay
  const first = Math.floor(random() * vehicleIds.length)
  return Array.from({ length: vans }, (_, van) => {
    const index = (first + van * 2) % vehicleIds.length
    const area = visited.slice(van * stopsPerVan, (van + 1) * stopsPerVan)
    return {
      vehicle_id: vehicleIds[index]!,
      stops: inDrivingOrder(area).map((stop, place) => ({
        ...stop,
        external_id: `${date}-${van}-${place}`,
        time_windows: [],
      })),
    }
  })
}

/** How the visits of a route went: most were completed, some at the second try, a few failed. */
export function pastVisits(date: string, route: number, stops: readonly PastStop[]): PastVisit[] {
  const random = seedRandom(`${date} ${route}`)
  const again: number[] = []
  let lateSeconds = Math.round((random() - 0.4) * 600)
  const visits: PastVisit[] = []
  for (const [stop, { label, duration }] of stops.entries()) {
    lateSeconds += Math.round((random() - 0.48) * 240)
    const chance = random()
    if (chance < 0.05) {
      again.push(stop)
      visits.push(failed(stop, 'service_report_attempted', lateSeconds, 'recipient_absent', random))
    } else if (chance < 0.07) {
      const reason = pick(['wrong_address', 'refused', 'damaged'], random)
      visits.push(failed(stop, 'service_report_canceled', lateSeconds, reason, random))
    } else visits.push(completed(stop, lateSeconds, usualSeconds(label, duration), random))
  }
  // Absent recipients are visited again on the way back.
  for (const stop of again) {
    lateSeconds += 1_200
    const { label, duration } = stops[stop]!
    if (random() < 0.75) {
      visits.push({ ...completed(stop, lateSeconds, usualSeconds(label, duration), random), comments: 'Second try' })
    } else visits.push(failed(stop, 'service_report_canceled', lateSeconds, 'recipient_absent', random))
  }
  return visits
}

/** Sums recorded by the phones of that day for a route: positions are not kept that long. Metres, percent. */
export function pastTrack(date: string, route: number, plannedMeters: number) {
  const random = seedRandom(`${date} ${route} track`)
  // A road that is closed, a place to park round the corner, and now and then a better way.
  const distance_traveled = Math.round(plannedMeters * (0.97 + random() * 0.12))
  return { distance_traveled, tracing_percent: 84 + Math.floor(random() * 16) }
}

/** Seconds that a door really takes: at some doors always more than planned, unnoticed by people who plan by feeling. */
function usualSeconds(label: string | null | undefined, duration: number | null | undefined): number {
  return (duration ?? 300) * (0.7 + 0.9 * seedRandom(`door of ${label}`)())
}

function completed(stop: number, lateSeconds: number, usual: number, random: () => number): PastVisit {
  return {
    stop,
    type: 'service_report_completed',
    lateSeconds,
    secondsInStop: Math.round(usual * (0.75 + random() * 0.5)),
    hasPhoto: random() < 0.12,
    hasSignature: random() < 0.3,
    ...(random() < 0.4 && { survey: rating(lateSeconds, random) }),
  }
}

function failed(
  stop: number,
  type: PastVisit['type'],
  lateSeconds: number,
  cancel_reason: string,
  random: () => number,
): PastVisit {
  const secondsInStop = Math.round(90 + random() * 200)
  return { stop, type, lateSeconds, secondsInStop, cancel_reason, hasPhoto: random() < 0.3, hasSignature: false }
}

/** Returns a rating; recipients who waited long are less pleased. */
function rating(lateSeconds: number, random: () => number): SurveyInput {
  const chance = random() + Math.max(0, lateSeconds - 600) / 3_000
  if (chance < 0.62) return { rating: 5, ...(random() < 0.4 && { rating_tag: 'driver' as const }) }
  if (chance < 0.86) return { rating: 4 }
  if (chance < 0.95) return { rating: 3, rating_tag: 'time' }
  if (chance < 1.1) return { rating: 2, rating_tag: 'time', comments: 'Came much later than announced.' }
  return { rating: 1, rating_tag: 'info', comments: 'Nobody told me about the delay.' }
}

/** From the south to the north on one side and back on the other: near enough to what the optimizer would do. */
function inDrivingOrder(area: readonly StopInput[]): StopInput[] {
  const middle = area.reduce((sum, stop) => sum + getLng(stop), 0) / area.length
  const west = area.filter((stop) => getLng(stop) <= middle)
  const east = area.filter((stop) => getLng(stop) > middle)
  return [...west.toSorted((a, b) => getLat(a) - getLat(b)), ...east.toSorted((a, b) => getLat(b) - getLat(a))]
}

const getLat = ({ location }: StopInput): number => location?.lat ?? 0
const getLng = ({ location }: StopInput): number => location?.lng ?? 0

function seedRandom(text: string): () => number {
  let seed = 7
  for (const letter of text) seed = (seed * 31 + letter.codePointAt(0)!) | 0
  return createRandom(seed)
}
