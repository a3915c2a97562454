// How a stop is called on screens: its name, its address, its times.
import type { DriverStop } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { addressOf } from './differences.ts'

/** The recipient's name, else the address. */
export function stopName(stop: DriverStop): string {
  return stop.label || stop.reference_person || addressOf(stop) || `#${stop.fixed_id ?? ''}`
}

/** When the driver is expected there; estimates follow the day, plans do not. */
export function expectedAt(stop: DriverStop, formats: Formats): string | undefined {
  if (stop.estimated_arrival_time) return formats.clock(stop.estimated_arrival_time)
  return stop.planned_arrival_time === undefined ? undefined : formats.timeOfDay(stop.planned_arrival_time)
}

export function notesOf(stop: DriverStop): boolean {
  return Boolean(stop.comments || stop.location_details || stop.customer_text_field)
}
