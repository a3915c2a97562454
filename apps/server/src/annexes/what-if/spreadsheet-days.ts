// Days of a spreadsheet as the model has days: stops and vans that are written nowhere, with what is assumed of them.
import { setImmediate } from 'node:timers/promises'
import type { AskedSpreadsheet, SpreadsheetAssumptions } from '@routewright/contract'
import type { PlanRow } from '../../data/plan-table.ts'
import { planTable } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { emptyRow } from '../../data/records.ts'
import { type RouteRow, routeTable } from '../../data/route-table.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { TravelProvider } from '../../geography/travel/travel.ts'
import { evaluateRoute } from '../../planning/modelling/evaluate-route.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { planSettings } from '../../planning/modelling/settings.ts'
import { draftStop } from '../../planning/stops/stops.ts'
import type { DrivenDay, PlacedRow } from './driven-rows.ts'
import { notBegun, type TrialDay } from './trial.ts'

const hour = 3_600
export const usualDuration = 300
/** Days are at least so long where nobody says. */
const usualHours = [8 * hour, 17 * hour] as const
/** Litres of diesel for 100 km of a delivery van, the usual figure of analytics. */
const usualFuel = { fuel_type: 'diesel', consumption: 10 }

/** Properties of vans: the same before and after, except for the requested changes. */
export interface AssumedVan {
  depot?: { lat: number; lng: number; label?: string }
  time_window: [number, number]
  max_weight?: number
  max_volume?: number
  price_per_minute?: number
  price_per_distance?: number
  fuel_type: string
  consumption?: number
}

export interface SpreadsheetDay {
  driven: DrivenDay
  /** Initial row of a van of the day. */
  bareVan: RouteRow
  day: TrialDay
  /** Stops by tour, in the order in which they were driven. */
  stopsOfTours: RouteWithStops['stops'][]
}

export function createDay(
  scope: Scope,
  project: ProjectRow,
  driven: DrivenDay,
  { duration = usualDuration }: AskedSpreadsheet['assumed'],
): SpreadsheetDay {
  const executionDate = startInstant(driven.date)
  const plan = { ...emptyRow(planTable), ...beginRecord(scope, project.id), execution_date: executionDate }
  const stopsOfTours = driven.tours.map(({ rows }) => rows.map((row) => getStop(scope, plan, row, duration)))
  const settings = planSettings(
    { optimizer_config: null, traffic_options: null, execution_date: executionDate },
    project,
  )
  return {
    driven,
    stopsOfTours,
    bareVan: { ...emptyRow(routeTable), ...beginRecord(scope, project.id), plan_id: plan.id },
    day: {
      context: notBegun({ settings, zones: [], nowSeconds: 0, isLive: false }),
      stops: stopsOfTours.flat(),
      kept: [],
      withPackages: new Set(),
      promised: new Set(),
      stopSpreads: new Map(),
      deadlines: new Map(),
    },
  }
}

function getStop(scope: Scope, plan: PlanRow, row: PlacedRow, usual: number) {
  const { lat, lng, address, time_windows, duration = usual, weight, volume } = row
  return draftStop(scope, plan, {
    location: { lat, lng, ...(address && { label: address }) },
    duration,
    ...(time_windows && { time_windows }),
    ...(weight !== undefined && { weight }),
    ...(volume !== undefined && { volume }),
  })
}

/** Routes of vans without stops. */
export function createVans(
  { bareVan }: SpreadsheetDay,
  names: readonly (string | undefined)[],
  van: AssumedVan,
): RouteRow[] {
  const { depot = null, time_window, fuel_type, consumption, ...own } = van
  return names.map((name, order) => ({
    ...bareVan,
    ...own,
    id: createId(bareVan.created_at),
    order,
    time_window,
    label: name ?? null,
    vehicle_label: name ?? null,
    start_location: depot,
    end_location: depot,
    vehicle: { fuel_type, ...(consumption !== undefined && { consumption }) },
  }))
}

/** Returns the properties assumed for all vans, with those derived from the days. Throws TravelError. */
export async function assumeVan(
  days: readonly SpreadsheetDay[],
  assumed: AskedSpreadsheet['assumed'],
  travel: TravelProvider,
): Promise<AssumedVan> {
  const { depot, price_per_minute, price_per_distance, fuel_type, consumption } = assumed
  const max_weight = assumed.max_weight ?? heaviestLoad(days, 'weight')
  const max_volume = assumed.max_volume ?? heaviestLoad(days, 'volume')
  const van = {
    ...(depot && { depot }),
    ...(max_weight !== undefined && { max_weight }),
    ...(max_volume !== undefined && { max_volume }),
    ...(price_per_minute !== undefined && { price_per_minute }),
    ...(price_per_distance !== undefined && { price_per_distance }),
    ...(fuel_type === undefined && consumption === undefined
      ? usualFuel
      : { fuel_type: fuel_type ?? usualFuel.fuel_type }),
    ...(consumption !== undefined && { consumption }),
  }
  return { ...van, time_window: assumed.time_window ?? (await getHours(days, van, travel)) }
}

/** The most that any van of any day had; undefined where no row says anything. */
function heaviestLoad(days: readonly SpreadsheetDay[], name: 'weight' | 'volume'): number | undefined {
  const tours = days.flatMap(({ driven }) => driven.tours)
  const loads = tours.map(({ rows }) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0))
  const most = Math.max(0, ...loads)
  return most > 0 ? most : undefined
}

/** From the full hour in which the earliest work begins to that in which the last van would have been back, at least the usual hours. */
async function getHours(
  days: readonly SpreadsheetDay[],
  van: Omit<AssumedVan, 'time_window'>,
  travel: TravelProvider,
): Promise<[number, number]> {
  const begins = days.flatMap(({ driven }) => driven.tours.flatMap(({ rows }) => rows.flatMap(findBeginning)))
  const opens = begins.reduce((earliest, begin) => Math.min(earliest, hour * Math.floor(begin / hour)), usualHours[0])
  let closes: number = usualHours[1]
  for (const one of days) {
    // Days of many stops must not keep the event loop from answering others.
    await setImmediate()
    const vans = createVans(one, listNames(one.driven), { ...van, time_window: [opens, opens + 24 * hour] })
    for (const [at, route] of vans.entries()) {
      const { planned_end_time } = await evaluateRoute({ route, stops: one.stopsOfTours[at]! }, one.day.context, travel)
      closes = Math.max(closes, hour * Math.ceil((planned_end_time ?? 0) / hour))
    }
  }
  return [opens, closes]
}

/** When work began for certain: before it was done, and not before a window that opens. */
function findBeginning({ done_at, duration = usualDuration, time_windows }: PlacedRow): number[] {
  const opening = time_windows?.[0]?.[0] ?? 0
  return [...(opening > 0 ? [opening] : []), ...(done_at === undefined ? [] : [Math.max(0, done_at - duration)])]
}

export function listNames({ tours }: DrivenDay): (string | undefined)[] {
  return tours.map(({ vehicle }) => vehicle)
}

/** The assumptions that vans and stops share, as they are told. */
export function toldAssumptions(
  van: AssumedVan,
  days: readonly SpreadsheetDay[],
  { duration = usualDuration, vehicles_per_day = 1 }: AskedSpreadsheet['assumed'],
) {
  const { depot, time_window, max_weight, max_volume, fuel_type, consumption } = van
  const tours = days.flatMap(({ driven }) => driven.tours)
  const rows = tours.flatMap((tour) => tour.rows)
  const ordered = (source: keyof SpreadsheetAssumptions['order']) =>
    tours.filter(({ orderedBy }) => orderedBy === source).length
  const unnamedDays = days.filter(({ driven }) => driven.isUnnamed).length
  return {
    order: { position: ordered('position'), time: ordered('time'), row: ordered('row') },
    unnamed: days.reduce((sum, { driven }) => sum + driven.unnamed, 0),
    unnamed_days: unnamedDays,
    ...(unnamedDays > 0 && { vehicles_per_day }),
    without_windows: rows.filter(({ time_windows = [] }) => time_windows.length === 0).length,
    without_duration: rows.filter((row) => row.duration === undefined).length,
    duration,
    time_window,
    fuel_type,
    ...(depot && { depot }),
    ...(max_weight !== undefined && { max_weight }),
    ...(max_volume !== undefined && { max_volume }),
    ...(consumption !== undefined && { consumption }),
  }
}
