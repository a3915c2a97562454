// Types of the values in JSON columns.
import type {
  Battery,
  ChargingVisit,
  DrivingLog,
  DrivingRules,
  PlannedCharge,
  ProjectRole,
  RecurringOrderInput,
  RouteBreak,
  Travel,
  VanPlace,
} from '@routewright/contract'

export type JsonObject = Record<string, unknown>
/** Seconds since midnight in the project's time zone. */
export type TimeWindow = [number, number]

export interface LocationValue {
  location_id?: string
  label?: string
  country?: string
  country_code?: string
  state?: string
  county?: string
  city?: string
  street?: string
  house_number?: string
  postal_code?: string
  comments?: string
  main_text?: string
  secondary_text?: string
  lat?: number
  lng?: number
  scoring?: number
  partial_match?: boolean
}

export interface WarningValue {
  code: string
  message: string
}

export interface BreakValue {
  start: number
  end: number
  duration: number
}

/** How a vehicle travels, in the interface's form. */
export type TravelValue = Travel

/** The battery of an electric vehicle, and its planned charge, in the interface's form. */
export type BatteryValue = Battery
export type PlannedChargeValue = PlannedCharge
export type ChargingVisitValue = ChargingVisit

export interface RouteVehicleValue {
  fuel_type?: string
  consumption?: number
  break?: BreakValue
}

export interface BreakStopValue {
  is_completed: boolean
  order?: number
  planned_start_time?: number
  planned_end_time?: number
  real_start_time?: string
  real_end_time?: string
}

/** One break of a route with its reason, in the interface's form. */
export type RouteBreakValue = RouteBreak

/** The law on driving and working time, and the limits left by the log, in the interface's form. */
export type DrivingRulesValue = DrivingRules
export type DrivingLogValue = DrivingLog

/** A driver's work on a route under a law on driving and working time: as reported where done, else as planned. */
export interface RouteWorkValue {
  driver: string
  /** Seconds of the plan's day, including loading. */
  began: number
  ended: number
  ended_at: string
  /** Seconds; driving is part of the work. */
  driving: number
  work: number
  waiting: number
  /** True when all of it is done, and was reported on its day. */
  is_reported: boolean
  /** Activities in order, with their seconds. */
  record: [kind: 'driving' | 'work' | 'wait' | 'break', seconds: number][]
}

export interface PositionValue {
  lat: number
  lng: number
  created_at: string
  orientation?: number
}

export interface MembershipValue {
  project_id: string
  role: ProjectRole
}

export interface FileReference {
  id: string
  url: string
}

/** Template of the stops that a recurring order makes. */
export type StopTemplate = RecurringOrderInput['stop']
export type Weekday = RecurringOrderInput['weekdays'][number]

export interface PointValue {
  lat: number
  lng: number
}

/** Where a door is or a van parks, as learned from visits. */
export interface LearnedPointValue extends PointValue {
  /** Number of visits and days that it is derived from. */
  visits: number
  days: number
  /** Metres within which half of the visits were. */
  spread: number
  /**
   * Mean distances in metres, on days left out of learning, from reports (or parked vans) to the point on the map, and to the
   * learned point.
   */
  map_error: number
  learned_error: number
  /**
   * True when it may be used: it was nearer on days left out, its visits agree, and its distance from the map's point exceeds the
   * error of phones.
   */
  is_better: boolean
}

/** Where the van drives to for a stop, if not to the address; `door`, where that is known in addition. */
export interface StopPlaceValue extends PointValue {
  kind: 'parking' | 'door' | 'by_hand'
  door?: PointValue
}

/** Where in the van of a route the goods of a stop are. */
export interface VanPlaceValue extends VanPlace {
  route_id: string
}

/** A project's settings and results of learning. */
export interface LearningValue {
  /** New stops without a duration get a learned one. */
  uses_service_times?: boolean
  /** Vans drive to learned doors and parking places for new stops. */
  uses_places?: boolean
  places?: LearnedPlacesValue
  /** Visits before then do not count, because everything was forgotten. */
  forgotten_at?: string
  found?: LearnedValue
  /** Recipients are told windows learned from past days. */
  uses_windows?: boolean
  /** Share of these windows that are to hold, 0.5 to 0.95; default 0.8. */
  windows_share?: number
  windows?: LearnedWindowsValue
  /** Corrections of estimates under way, while windows are learned from past days. */
  habits?: LearnedHabitsValue
  /** Estimates under way use the effect of the day; the default. */
  uses_days?: boolean
  /** Plans use drivers' paces. Until a project enables it, no personal pace is stored. */
  uses_paces?: boolean
  /** Factors on work at stops that plans use, by id of a driver or vehicle, where not 1. */
  paces?: Record<string, number>
  /** The same for driving times. */
  driving_paces?: Record<string, number>
  /** Plans with slack leave room for unplanned breaks; the default where learned times are used. */
  uses_break_room?: boolean
  /** When drivers take their breaks, by the hours allowed for them. */
  break_shares?: LearnedBreaksValue[]
}

/** Learned times of breaks that may lie between two seconds of the plan's day (learning/learn-break-shares.ts). */
export interface LearnedBreaksValue {
  start: number
  end: number
  state: 'thin' | 'learned'
  routes: number
  days: number
  /** Number of routes whose driver reported when the break began. */
  breaks: number
  last_seen: string
  /** Share of drivers on the road who have had the break, from a second on. */
  steps: [fromSeconds: number, share: number][]
}

/** The learned driving pace of a driver or vehicle. */
export interface LearnedDrivingValue {
  /** Factor on every driving time. */
  factor: number
  ways: number
  spread: number
  last_seen: string
  /** Mean errors in seconds on days left out of learning, without the factor and with it. */
  given_error?: number
  learned_error?: number
  is_better: boolean
}

/** Learned corrections of estimates under way (modelling/pace.ts). */
export interface LearnedHabitsValue {
  bias: number
  pace: number
  /** Seconds; absent: breaks begin at their planned place. */
  break_delay?: number
  /** How days differ as a whole (modelling/day-pace.ts); absent: not used. */
  days?: LearnedDaysValue
  /** Mean errors in seconds on days left out of learning, of the plan and with these corrections. */
  given_error: number
  learned_error: number
}

/** The usual logarithm by hour of the day, and variances. */
export interface KindHabitsValue {
  usual: number[]
  of_parts: number
  of_routes: number
  of_days: number
}

/** Habits of those kinds that count. */
export type LearnedDaysValue = Partial<Record<'driving' | 'work', KindHabitsValue>>

/** Summary of learned places: their number, and the mean errors in metres of doors and parking places that may be used. */
export interface LearnedPlacesValue {
  places: number
  doors: number
  parkings: number
  door_map_error?: number
  door_error?: number
  parking_map_error?: number
  parking_error?: number
}

/** Learned accuracy of arrivals. */
export interface LearnedWindowsValue {
  state: 'learned' | 'thin'
  /** Number of estimates with a known outcome, and of their routes and days. */
  estimates: number
  routes: number
  days: number
  /** On days left out of learning: the share of windows that held and their mean width in seconds, also for the usual windows. */
  kept?: number
  width?: number
  usual_kept?: number
  usual_width?: number
  /** Seconds before and after the estimate, by group (modelling/arrival-spread.ts). */
  spreads: Record<string, readonly [begin: number, end: number]>
}

/** Summary of the last learning. */
export interface LearnedValue {
  at: string
  state: 'learned' | 'thin' | 'no_better'
  visits: number
  days: number
  left_out: Record<string, number>
  /** Quantity by which loads are banded. */
  quantity: 'weight' | 'volume'
  /** Mean errors in seconds on days left out of learning. */
  given_error?: number
  learned_error?: number
  /** True when unknown clients were predicted better, too. */
  helps_strangers: boolean
}

/** Fuel, consumption and distances of a route. */
export interface Energy {
  fuel_type: string | null
  consumption: number | null
  /** Travel mode of the route, else of its plan, else of its project; null where none is set. */
  travel_mode: string | null
  planned_distance: number
  driven_distance: number
}
