// How the vehicle of a route travels: the mode of the plan unless the route sets another, and settings that distinguish it from others.
import { USUAL_DAY, type VehicleNeeds } from '@routewright/roads'
import type { RouteRow } from '../../data/route-table.ts'
import type { TravelValue } from '../../data/values.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import type { TravelMode, VehicleClass } from '../../geography/travel/travel.ts'
import type { PlanSettings } from './settings.ts'

/** Returns the class of a route's vehicle. A route without working hours counts as under way in the usual ones. */
export function getTravelClass(
  route: Pick<RouteRow, 'travel' | 'time_window'>,
  settings: Pick<PlanSettings, 'mode' | 'avoid' | 'curb' | 'stopTurns' | 'date' | 'isHoliday' | 'traffic' | 'periods'>,
): VehicleClass {
  const { travel, time_window } = route
  const [fromSeconds, toSeconds] = time_window ?? [USUAL_DAY.fromSeconds, USUAL_DAY.toSeconds]
  const mode = travel?.mode ?? settings.mode
  // Bicycles and pedestrians may cross and turn anywhere.
  const isBound = mode !== 'bicycle' && mode !== 'pedestrian'
  // A vehicle that stops at the kerb drives on in the same direction, so one that may not turn round always stops there.
  const curb = mayTurn(travel, mode, settings.stopTurns) ? settings.curb : 'always'
  return {
    mode,
    needs: getNeeds(travel ?? {}, settings.avoid),
    ...(curb && isBound && { curb }),
    // Traffic does not slow bicycles and pedestrians.
    ...(settings.traffic && isBound && { withMixes: true as const }),
    ...(settings.traffic && settings.periods && isBound && { periods: settings.periods }),
    ...(settings.date && {
      day: { date: settings.date, fromSeconds, toSeconds, ...(settings.isHoliday && { isHoliday: true as const }) },
    }),
  }
}

function mayTurn(travel: TravelValue | null, mode: TravelMode, turns: PlanSettings['stopTurns']): boolean {
  return travel?.turns_at_stops ?? (turns === 'by_all' || (turns === 'not_by_trucks' && mode !== 'truck'))
}

/** Returns only the settings that are present, in fixed order, so that equal vehicles have equal JSON. */
function getNeeds(travel: TravelValue, avoidedByPlan: PlanSettings['avoid']): Omit<VehicleNeeds, 'hours'> {
  const { height, width, length, weight, axle_load, trailer, hazmat, low_emission } = travel
  const size = withoutUndefined({
    heightMeters: height,
    widthMeters: width,
    lengthMeters: length,
    weightTons: weight && weight / 1_000,
    axleLoadTons: axle_load && axle_load / 1_000,
  })
  const avoid = [...(travel.avoid ?? avoidedByPlan)].sort()
  return {
    ...(Object.keys(size).length > 0 && { size }),
    ...(trailer && { hasTrailer: true }),
    ...(hazmat && { hasHazmat: true }),
    ...(low_emission === false && { mayEnterLowEmissionZones: false }),
    ...(avoid.length > 0 && { avoid }),
  }
}
