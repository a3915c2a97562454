// How long ways between visits really took, and the week of traffic that follows: looked at when somebody asks, and kept nowhere.
import type { WeekTraffic } from '@routewright/roads'
import { HOURS_OF_WEEK, TYPICAL_WEEK } from '@routewright/roads'
import type { ProjectRow } from '../../data/project-tables.ts'
import { secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { UNKNOWN_MIX } from '../../geography/travel/road-source.ts'
import { type PlanSettings, planSettings } from '../../planning/modelling/settings.ts'
import { getTravelClass } from '../../planning/modelling/travel-class.ts'
import { getEvidence } from './evidence.ts'
import { type LearnedSpeeds, learnSpeeds } from './learn-speeds.ts'
import { selectVisits } from './learning.sql.ts'
import type { Leg } from './speed-model.ts'
import { sortOutVisits, type Visit } from './visits.ts'

/** Roads change with the season, and every leg is a search on them. */
const daysBack = 42
const mostVisits = 6_000
const dayMilliseconds = 86_400_000

/** Which week the learned one is compared with. */
export type WeekBefore = 'plain' | 'typical' | 'own'

export interface LearnedTravel extends LearnedSpeeds {
  before: WeekBefore
}

/** Learns hourly speeds from driven days, relative to the project's present plan. Searches a path for each leg on the roads. */
export async function learnTravel(scope: Scope, project: ProjectRow): Promise<LearnedTravel> {
  const since = new Date(scope.now.getTime() - daysBack * dayMilliseconds)
  const rows = await selectVisits(scope, project.id, since, mostVisits)
  const settings = planSettings({ optimizer_config: null, traffic_options: null }, project)
  // Only forgetting everything counts here; leaving out one client would merge the two legs around it.
  const { forgotten_at } = project.learning
  const { visits } = getEvidence(
    rows,
    settings.serviceSeconds,
    new Map(),
    forgotten_at ? new Date(forgotten_at) : undefined,
  )
  const counted = new Set(sortOutVisits(visits).visits)
  const holidays = new Set(project.traffic_options.holidays as string[] | undefined)
  const legs: Leg[] = []
  for (const route of Map.groupBy(visits, ({ routeId }) => routeId).values())
    if (route[0]!.routeId !== '') legs.push(...(await listLegs(scope, { settings, holidays }, route, counted)))
  const [before, week] = weekBefore(project)
  return { ...learnSpeeds(legs, week), before }
}

function weekBefore({ traffic_options, traffic_week }: ProjectRow): [WeekBefore, WeekTraffic] {
  if (traffic_options.hours === 'own' && traffic_week) return ['own', traffic_week]
  if (traffic_options.hours === 'own' || traffic_options.hours === 'typical') return ['typical', TYPICAL_WEEK]
  const plain = Array<number>(HOURS_OF_WEEK).fill(1)
  return ['plain', { motorway: plain, main: plain, other: plain }]
}

interface Calendar {
  settings: PlanSettings
  holidays: ReadonlySet<string>
}

/** Between visits that followed each other on a route, in order of time, and both count. */
async function listLegs(
  scope: Scope,
  calendar: Calendar,
  route: readonly Visit[],
  counted: ReadonlySet<Visit>,
): Promise<Leg[]> {
  const placed = route.filter(({ place }) => place)
  if (placed.length < 2) return []
  const travelClass = {
    ...getTravelClass({ travel: null, time_window: null }, calendar.settings),
    withMixes: true as const,
  }
  const path = await scope.travel.path(
    placed.map(({ place }) => place!),
    travelClass,
  )
  return placed.slice(1).flatMap((visit, at) => {
    const last = placed[at]!
    const [departedAt, arrivedAt] = [last.reportedAt, visit.reportedAt - visit.secondsInStop * 1_000]
    const { pause } = visit
    const isBroken = pause && pause.from < arrivedAt && pause.to > departedAt
    if (isBroken || arrivedAt <= departedAt || !counted.has(last) || !counted.has(visit)) return []
    const leg = {
      day: visit.day,
      vehicleId: visit.driverId ?? '',
      hour: hourOfWeek(new Date((departedAt + arrivedAt) / 2), visit.day, calendar),
      plainSeconds: Math.max(0, path.legSeconds[at]!) * calendar.settings.travelFactor,
      mix: path.legMixes?.[at] ?? UNKNOWN_MIX,
      seconds: (arrivedAt - departedAt) / 1_000,
    }
    return [leg]
  })
}

/** On holidays the hours of Sunday hold, as in planning. */
function hourOfWeek(moment: Date, day: string, { settings, holidays }: Calendar): number {
  const midnight = new Date(`${day}T00:00:00Z`)
  const weekday = holidays.has(day) ? 6 : (midnight.getUTCDay() + 6) % 7
  const hour = weekday * 24 + Math.floor(secondsOfPlanDay(moment, midnight, settings.timeZone) / 3_600)
  return ((hour % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK
}
