// Effective settings of an optimization: those of the plan over those of its project over the defaults.
import { type Patience, patiences, stopTurns } from '@routewright/contract'
import { type Avoidable, type DayTraffic, dayTraffic, TYPICAL_WEEK, type WeekTraffic } from '@routewright/roads'
import type { DrivingRulesValue, JsonObject } from '../../data/values.ts'
import type { Curb, DayPeriods, TravelMode } from '../../geography/travel/travel.ts'
import type { ChargingPlaceRules } from './charging/charging.ts'
import type { DepotRules } from './depots.ts'
import { type BreakRoom, type BreaksOfProject, getBreakRoom } from './pace/break-room.ts'
import { getDrivingPaces, getPaces, type Paces, type PacesOfProject } from './pace/paces-of-project.ts'

/** Names as in the contract's OptimizerConfig and TrafficOptions; every field may be absent or null. */
export interface PlanSettings {
  timeLimitSeconds: number | undefined
  useDistance: boolean
  /** How long to wait for a better plan. */
  patience: Patience
  /** Weight of evenness between routes: 0 not at all, 1 as with balance_services, higher for more. */
  balanceWeight: number
  /** Weight of separate areas for routes: 0 not at all. */
  areasWeight: number
  /** Seconds of driving that it is worth to give a stop to a driver who knows the place: 0 nothing. */
  familiarSeconds: number
  /** Seconds of driving that it is worth to keep a stop on its route: 0 nothing. */
  keptSeconds: number
  /** Weight of slack: 0 nothing, 1 most. */
  slack: number
  maxWaitSeconds: number
  serviceSeconds: number
  timeSpanCoefficient: number
  distanceSpanCoefficient: number
  dropPenalty: number | undefined
  allowLate: boolean
  latePenalty: number | undefined
  minimiseVehicles: boolean
  /** Look for plans with other goals beside the cheapest. */
  wantsAlternatives: boolean
  seed: number
  mode: TravelMode
  /** Roads that vehicles without settings of their own use only where no other leads. */
  avoid: readonly Avoidable[]
  /** Where motor vehicles stop at the kerb; undefined for nowhere. */
  curb: Curb | undefined
  /** Which motor vehicles may turn round at a stop. */
  stopTurns: (typeof stopTurns)[number]
  /** The planned day, YYYY-MM-DD; undefined where there is none. */
  date: string | undefined
  /** Whether the project or the plan names that day as a holiday. */
  isHoliday: boolean
  /** Factor on travel seconds: the optimizer's times the traffic's. */
  travelFactor: number
  timeZone: string
  /** The law on driving and working time where neither route nor driver sets one; undefined for none. */
  drivingRules: DrivingRulesValue | undefined
  /** True when the driver's work on past days counts, where no log says otherwise. */
  countsDrivenDays: boolean
  /** The project's depots. */
  depots: readonly DepotRules[]
  /** Where vehicles with a battery may charge on the way. */
  chargingPlaces: readonly ChargingPlaceRules[]
  /** Paces of drivers and vehicles at stops; empty where the project does not use them. */
  paces: Paces
  drivingPaces: Paces
  /** When drivers take their breaks; empty where the project does not use it. */
  breakRoom: BreakRoom
  /** Slowdown of motor vehicles by hour of the planned day; undefined where times do not depend on the hour. */
  traffic: DayTraffic | undefined
  /** Periods for which a routing server with traffic is asked; without such a server, `traffic` applies. */
  periods: DayPeriods | undefined
}

interface SettingsSource {
  optimizer_config: JsonObject | null
  traffic_options: JsonObject | null
}

interface ProjectSettings extends SettingsSource {
  timezone: string
  traffic_week?: WeekTraffic | null
  depots?: readonly DepotRules[]
  charging_places?: readonly ChargingPlaceRules[]
  driving_rules?: DrivingRulesValue | null
  counts_driven_days?: boolean
  learning?: PacesOfProject & BreaksOfProject
}

/** Returns the effective settings. Stored settings passed the contract's schema, so the types of present fields are known. */
export function planSettings(plan: SettingsSource & { execution_date?: Date }, project: ProjectSettings): PlanSettings {
  const config = { ...project.optimizer_config, ...withoutNulls(plan.optimizer_config) }
  const traffic = { ...project.traffic_options, ...withoutNulls(plan.traffic_options) }
  const date = plan.execution_date?.toISOString().slice(0, 10)
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return {
    timeLimitSeconds: number(config.time_limit_seconds),
    patience: patiences.find((patience) => patience === config.patience) ?? 'usual',
    useDistance: config.use_distance === true,
    // A slider of the optimize panel: its middle weighs as much as balance_services, its end four times as much.
    balanceWeight:
      typeof config.balance === 'number' ? 4 * config.balance ** 2 : Number(config.balance_services === true),
    // A slider, too: its middle, where areas overlap half as much, is a quarter of its end.
    areasWeight: 1.2 * (number(config.compact) ?? 0) ** 2,
    // A slider, too: five minutes in the middle, twenty at its end.
    familiarSeconds: 1_200 * (number(config.familiar) ?? 0) ** 2,
    keptSeconds: 1_200 * (number(config.keep) ?? 0) ** 2,
    slack: number(config.slack) ?? 0,
    maxWaitSeconds: number(config.max_wait_time) ?? 3_600,
    serviceSeconds: number(config.service_duration) ?? 300,
    timeSpanCoefficient: number(config.time_span_coefficient) ?? 0,
    distanceSpanCoefficient: number(config.distance_span_coefficient) ?? 0,
    dropPenalty: number(config.drop_penalty),
    allowLate: config.allow_late === true,
    latePenalty: number(config.late_penalty),
    minimiseVehicles: config.minimise_vehicles === true,
    wantsAlternatives: config.alternatives === true,
    seed: number(config.seed) ?? 1,
    mode: (traffic.mode as TravelMode | undefined) ?? 'car',
    avoid: (traffic.avoid as Avoidable[] | undefined) ?? [],
    curb: ['major_roads', 'always'].find((curb) => curb === traffic.curb_approach) as Curb | undefined,
    stopTurns: stopTurns.find((turns) => turns === traffic.turns_at_stops) ?? 'by_all',
    date,
    isHoliday: date !== undefined && ((traffic.holidays as string[] | undefined) ?? []).includes(date),
    travelFactor: (number(config.matrix_multiplier) ?? 1) * (number(traffic.multiplier) ?? 1),
    timeZone: project.timezone,
    drivingRules: project.driving_rules ?? undefined,
    countsDrivenDays: project.counts_driven_days ?? true,
    depots: project.depots ?? [],
    chargingPlaces: project.charging_places ?? [],
    paces: getPaces(project.learning),
    drivingPaces: getDrivingPaces(project.learning),
    breakRoom: getBreakRoom(project.learning),
    traffic: date === undefined ? undefined : findTraffic(traffic, date, project.traffic_week ?? TYPICAL_WEEK),
    periods: date === undefined || traffic.hours !== 'server' ? undefined : periodsOfDay(traffic, date),
  }
}

/** Returns the traffic of the day. Fields passed the schema of TrafficOptions. */
function findTraffic({ hours, holidays }: JsonObject, date: string, ownWeek: WeekTraffic): DayTraffic | undefined {
  if (hours !== 'typical' && hours !== 'own' && hours !== 'server') return undefined
  return dayTraffic(hours === 'own' ? ownWeek : TYPICAL_WEEK, date, new Set(holidays as string[] | undefined))
}

/** Start hour of each traffic period, and a moment in its middle that a routing server is asked about: nine matrices in all. */
const askedPeriods = [
  [0, '03:00'],
  [6, '06:30'],
  [7, '08:00'],
  [9, '10:00'],
  [11, '13:00'],
  [15, '15:30'],
  [16, '17:00'],
  [18, '19:00'],
  [20, '22:00'],
] as const
const dayMilliseconds = 86_400_000

/** Periods of a day. A server knows weekdays but no holidays: for these it is asked about the next Sunday. */
function periodsOfDay({ holidays }: JsonObject, date: string): DayPeriods {
  const isHoliday = ((holidays as string[] | undefined) ?? []).includes(date)
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const toSunday = isHoliday ? (7 - new Date(midnight).getUTCDay()) % 7 : 0
  const asked = new Date(midnight + toSunday * dayMilliseconds).toISOString().slice(0, 10)
  return {
    starts: askedPeriods.map(([hour]) => hour * 3_600),
    moments: askedPeriods.map(([, time]) => `${asked}T${time}`),
  }
}

function withoutNulls(values: JsonObject | null): JsonObject {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== null))
}
