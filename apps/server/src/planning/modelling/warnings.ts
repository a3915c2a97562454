// Warnings for broken rules and for unassigned stops, in the words of the interface.
import type { OptimizationWarning } from '@routewright/contract'
import type { UnassignedReason, Violation } from '@routewright/solver'
import type { WarningValue } from '../../data/values.ts'

const unassignedTexts: Record<UnassignedReason, string> = {
  no_location: 'The stop has no coordinates.',
  unreachable:
    'No vehicle can reach the place: its roads are closed to the vehicle, or nothing joins them to the others.',
  skill_missing: 'No vehicle that could come has all required skills.',
  time_window: 'No vehicle can be there within the time windows.',
  capacity: 'No vehicle that could come has room for the load.',
  max_services: 'Every vehicle that could come has its highest number of stops.',
  max_distance: 'The way would exceed the longest distance of every vehicle that could come.',
  max_time: 'The work would exceed the working time of every vehicle that could come.',
  driving_hours: 'Driving or working hours would be longer than the law allows every driver that could come.',
  battery: 'The battery of every vehicle that could come would fall below its reserve.',
  zone: 'No vehicle that could come serves the zone.',
  cluster: 'The stops of its cluster do not fit on one route together.',
  apart: 'Every route that could take it has stops of a kind that it is never with.',
  pickup_unassigned: 'Its pickup is on no route that could serve both.',
  delivery_unassigned: 'None of its deliveries can be served, so nothing is fetched.',
  no_vehicle_available: 'No vehicle is available for it.',
  cheaper_to_drop: 'Serving it costs more than leaving it out.',
}

/** Broken links between a stop and others. */
export const tiedTexts = {
  cluster: 'Stops of its cluster are on another route.',
  pickup_unassigned: 'Its pickup is not on this route.',
  pickup_order: 'Its pickup comes later on the route.',
  delivery_unassigned: 'None of its deliveries is on this route: the goods would be fetched for nobody.',
} as const

/** Problems with the place of a stop, whatever the amount. */
const placeTexts = {
  capacity: 'The load exceeds the capacity of the vehicle.',
  skill_missing: 'The route lacks a required skill.',
  apart: 'The route has stops of a kind that it is never with.',
  zone: 'The route does not serve the zone of the stop.',
  no_location: 'The stop has no coordinates, so its times are not known.',
  unreachable: 'The place cannot be reached from the stop before it.',
} as const

/** Why an unassigned stop is on no route. */
export function unassignedWarning(reason: UnassignedReason): WarningValue {
  return { code: reason, message: unassignedTexts[reason] }
}

/** Returns the warning for a broken rule of a route. */
export function violationWarning({ code, amount }: Violation): OptimizationWarning {
  switch (code) {
    case 'time_window':
      return lateWarning(amount)
    case 'capacity':
    case 'skill_missing':
    case 'apart':
    case 'zone':
    case 'no_location':
    case 'unreachable':
      return { code, message: placeTexts[code] }
    case 'cluster':
    case 'pickup_unassigned':
    case 'pickup_order':
    case 'delivery_unassigned':
      return { code, message: tiedTexts[code] }
    case 'max_services':
      return { code, message: `The route has ${amount} more stops than allowed.` }
    case 'max_distance':
      return { code, message: `The route is ${formatKilometers(amount)} longer than allowed.` }
    case 'battery':
      return { code, message: `The battery falls ${formatKilowattHours(amount)} below its reserve.` }
    case 'max_time':
      return { code: 'max_time', message: `The route takes ${formatMinutes(amount)} longer than allowed.` }
    case 'min_distance':
      return { code, message: `The route is ${formatKilometers(amount)} shorter than required.` }
    case 'min_time':
      return { code, message: `The route takes ${formatMinutes(amount)} less than required.` }
    case 'max_wait':
      return { code: 'max_wait_time', message: `The driver waits ${formatMinutes(amount)} longer than allowed.` }
    case 'max_ride':
      return { code: 'max_delivery_time', message: `The goods ride ${formatMinutes(amount)} longer than allowed.` }
    case 'break':
      return { code, message: 'The break does not fit into the route.' }
    case 'shift':
      return { code: 'working_hours', message: `The route ends ${formatMinutes(amount)} after the working hours.` }
    case 'vehicle_forbidden':
      return { code: 'no_vehicle_available', message: 'The vehicle of this route cannot serve the stop.' }
    case 'after':
    case 'release':
    case 'reload':
    case 'pin':
    case 'no_vehicle_available':
    case 'cheaper_to_drop': // Rules that no order of a plan can break.
      return { code: 'no_vehicle_available', message: 'The position breaks a rule of the plan.' }
    default:
      return drivingWarning(code, amount)
  }
}

type DrivingFault = Extract<Violation['code'], 'driving_time' | 'work_time' | 'driving_hours'>

function drivingWarning(code: DrivingFault, amount: number): OptimizationWarning {
  if (code === 'driving_hours') return { code, message: unassignedTexts[code] }
  const does = code === 'driving_time' ? 'drives' : 'is on duty'
  return { code: 'driving_hours', message: `The driver ${does} ${formatMinutes(amount)} longer than the law allows.` }
}

/** The route ends after its last depot has closed, or one of its depots is closed all day. */
export function depotWarning(amount: number, isClosed: boolean): OptimizationWarning {
  const message = isClosed
    ? 'The depot is closed on this day.'
    : `The route ends ${formatMinutes(amount)} after the depot closes.`
  return { code: 'depot_hours', message }
}

/** A break required by law has no room between the stops. */
export const lawfulBreakWarning: OptimizationWarning = {
  code: 'driving_hours',
  message: 'A break that the law asks for does not fit into the route.',
}

/** Warning for a service that begins this many seconds after the last time window. */
export function lateWarning(lateSeconds: number): OptimizationWarning {
  return { code: 'time_window', message: `The stop begins ${formatMinutes(lateSeconds)} after its time window.` }
}

function formatMinutes(seconds: number): string {
  return `${Math.ceil(seconds / 60)} min`
}

function formatKilowattHours(wattHours: number): string {
  return `${(Math.ceil(wattHours / 100) / 10).toFixed(1)} kWh`
}

function formatKilometers(meters: number): string {
  return `${(meters / 1000).toFixed(1)} km`
}
