// What columns of JSON hold.
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
/** Seconds since midnight of the project's time zone. */
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

/** How a vehicle travels, as it stands on the wire. */
export type TravelValue = Travel

/** The battery of an electric vehicle, and what is planned to be left in it, as they stand on the wire. */
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

/** One break of a route with why it is taken, as it stands on the wire. */
export type RouteBreakValue = RouteBreak

/** Which law on driving and working time holds, and what the log says is left, as they stand on the wire. */
export type DrivingRulesValue = DrivingRules
export type DrivingLogValue = DrivingLog

/** What a driver does on a route that a law on driving and working time holds for: as reported where it is behind him, else as planned. */
export interface RouteWorkValue {
  driver: string
  /** Seconds of the plan's day; loading is part of it. */
  began: number
  ended: number
  ended_at: string
  /** Seconds; driving is part of the work. */
  driving: number
  work: number
  waiting: number
  /** All of it is over, and was told by reports of its day. */
  is_reported: boolean
  /** One after the other, in seconds. */
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

/** What a recurring order makes stops from. */
export type StopTemplate = RecurringOrderInput['stop']
export type Weekday = RecurringOrderInput['weekdays'][number]

export interface PointValue {
  lat: number
  lng: number
}

/** Where a door is or a van parks, as visits showed it. */
export interface LearnedPointValue extends PointValue {
  /** That it rests on, and their days. */
  visits: number
  days: number
  /** Half of them were nearer to it than this, metres. */
  spread: number
  /** From where reports were made (or vans stood) on days left out to the point on the map, and to what the others teach: metres, means. */
  map_error: number
  learned_error: number
  /** It may be used: it was nearer on days left out, its visits agree, and it lies apart from the map's by more than phones are off. */
  is_better: boolean
}

/** Where the van goes for a stop, when that is not the place of its address; `door`, where that is known besides. */
export interface StopPlaceValue extends PointValue {
  kind: 'parking' | 'door' | 'by_hand'
  door?: PointValue
}

/** Where in the van of a route the goods of a stop lie. */
export interface VanPlaceValue extends VanPlace {
  route_id: string
}

/** What a project keeps of learning. */
export interface LearningValue {
  /** New stops that say no duration get a learned one. */
  uses_service_times?: boolean
  /** Vans go to learned doors and parking places for new stops. */
  uses_places?: boolean
  places?: LearnedPlacesValue
  /** Visits before then do not count: everything was forgotten. */
  forgotten_at?: string
  found?: LearnedValue
  /** Recipients are told windows that are made of past days. */
  uses_windows?: boolean
  /** So many of them are to hold, 0.5 to 0.95; 0.8 where nothing is said. */
  windows_share?: number
  windows?: LearnedWindowsValue
  /** What estimates under way follow beside the plan, as long as windows are made of past days. */
  habits?: LearnedHabitsValue
  /** Estimates under way follow what the day is like for all routes; so it is where nothing is said. */
  uses_days?: boolean
  /** Plans count with how slow or quick drivers are. Until a project says so, nothing is kept of anybody. */
  uses_paces?: boolean
  /** By id of a driver or vehicle: the factor on work at stops that plans use, where it is not 1. */
  paces?: Record<string, number>
  /** The same on the time of ways. */
  driving_paces?: Record<string, number>
  /** Plans with slack leave room for breaks that they do not have; so it is where nothing is said and learned times are used. */
  uses_break_room?: boolean
  /** When drivers take their breaks, by the hours in which they may. */
  break_shares?: LearnedBreaksValue[]
}

/** What the last look at past days found of breaks that may lie between two seconds of the plan's day (learning/learn-break-shares.ts). */
export interface LearnedBreaksValue {
  start: number
  end: number
  state: 'thin' | 'learned'
  routes: number
  days: number
  /** Routes whose driver told when the break began. */
  breaks: number
  last_seen: string
  /** From a second on, the share of drivers on the road who have had it. */
  steps: [fromSeconds: number, share: number][]
}

/** What the last look at past days found of how somebody drives. */
export interface LearnedDrivingValue {
  /** On the time of every way. */
  factor: number
  ways: number
  spread: number
  last_seen: string
  /** Mean errors in seconds on days left out, without it and with it. */
  given_error?: number
  learned_error?: number
  is_better: boolean
}

/** What the last look at past days found of estimates under way (modelling/pace.ts). */
export interface LearnedHabitsValue {
  bias: number
  pace: number
  /** Seconds; absent: breaks begin where the plan has them. */
  break_delay?: number
  /** How days differ as a whole (modelling/day-pace.ts); absent: not used. */
  days?: LearnedDaysValue
  /** Mean errors in seconds on days left out, as planned and with this. */
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

/** Of the kinds that count. */
export type LearnedDaysValue = Partial<Record<'driving' | 'work', KindHabitsValue>>

/** What the last look at past days found of places: how many, and of the doors and parking places that may be used the mean errors in metres. */
export interface LearnedPlacesValue {
  places: number
  doors: number
  parkings: number
  door_map_error?: number
  door_error?: number
  parking_map_error?: number
  parking_error?: number
}

/** What the last look at past days found of arrivals. */
export interface LearnedWindowsValue {
  state: 'learned' | 'thin'
  /** Estimates whose truth is known, the routes and days that they are of. */
  estimates: number
  routes: number
  days: number
  /** On days left out: the part that held, and the mean width in seconds; and the same of the usual windows. */
  kept?: number
  width?: number
  usual_kept?: number
  usual_width?: number
  /** Seconds before and after the estimate, by group (modelling/arrival-spread.ts). */
  spreads: Record<string, readonly [begin: number, end: number]>
}

/** What the last look at past days found. */
export interface LearnedValue {
  at: string
  state: 'learned' | 'thin' | 'no_better'
  visits: number
  days: number
  left_out: Record<string, number>
  /** What loads are told by. */
  quantity: 'weight' | 'volume'
  /** Mean errors in seconds on days left out. */
  given_error?: number
  learned_error?: number
  /** Clients that were not known were predicted better, too. */
  helps_strangers: boolean
}

/** What is driven with, and how far. */
export interface Energy {
  fuel_type: string | null
  consumption: number | null
  /** Of the route, else of its plan, else of its project; null where none says. */
  travel_mode: string | null
  planned_distance: number
  driven_distance: number
}
