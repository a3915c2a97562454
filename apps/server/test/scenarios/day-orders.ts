// Brings the orders of the scenario's day into a plan, by their addresses alone.
import type { GeocodedStopInput, Stop } from '@routewright/contract'
import type { Address } from './addresses.ts'
import type { DayOrder } from './day-input.ts'
import type { KeyedCall } from './http-caller.ts'

/** How the doors were found. */
export interface PlacedOrders {
  all: number
  /** Within 30 m of the door. */
  near: number
  /** Descriptions of orders that were not found, or too far off. */
  misses: string[]
}

const nearMeters = 30

/** POST /v2/stops/geocode with nothing but lines of text: first what is collected, then the rest, linked by `pickup_id`. */
export async function createByAddress(
  call: KeyedCall,
  planId: string,
  orders: readonly DayOrder[],
): Promise<PlacedOrders> {
  const geocode = async (wanted: readonly DayOrder[], inputs: GeocodedStopInput[]) => {
    const stops: Stop[] = (await call('POST', '/v2/stops/geocode', inputs, { plan_id: planId })).expect(201)
    return stops.map((stop, index) => ({ stop, order: wanted[index]! }))
  }
  const pickups = orders.flatMap(({ pickup }) => pickup ?? [])
  const collected = await geocode(pickups, pickups.map(byAddress))
  const idOf = new Map(collected.map(({ order, stop }) => [order, stop.id]))
  const linked = orders.map((order) => {
    const input = byAddress(order)
    return order.pickup ? { ...input, pickup_id: idOf.get(order.pickup)! } : input
  })
  const placed = [...collected, ...(await geocode(orders, linked))]
  const misses = placed.flatMap(({ stop, order: { door } }) => describeMiss(stop, door) ?? [])
  return { all: placed.length, near: placed.length - misses.length, misses }
}

function byAddress({ stop, door }: DayOrder): GeocodedStopInput {
  return { ...stop, address: writeLine(door) }
}

function writeLine({ street, postal_code, city }: Address): string {
  return [street, [postal_code, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

function describeMiss({ location, external_id }: Stop, door: Address): string | undefined {
  if (location?.lat === undefined || location.lng === undefined)
    return `${external_id}: ${writeLine(door)} was not found`
  const north = (location.lat - door.lat) * 111_195
  const east = (location.lng - door.lng) * 111_195 * Math.cos((door.lat * Math.PI) / 180)
  const meters = Math.round(Math.hypot(north, east))
  return meters <= nearMeters ? undefined : `${external_id}: ${writeLine(door)} was found ${meters} m away`
}
