// The fleet and the orders of the scenario's day: real doors, invented wishes, the same ones every time.
import type { GeocodedStopInput, VehicleInput } from '@routewright/contract'
import { createRandom } from '../random.ts'
import type { Address } from './addresses.ts'

const HOUR = 3600
const DEPOT = { label: 'Depot', street: 'Im alten Riet 12', city: 'Schaan', lat: 47.1755, lng: 9.5045 }

type Van = readonly [driver: string, opensHour: number, closesHour: number, maxWeight: number, skills: string[]]

const VANS: readonly Van[] = [
  ['Sara', 7, 16, 800, []],
  ['Milan', 7, 16, 800, ['refrigerated']],
  ['Tina', 7.5, 16.5, 800, []],
  ['Rolf', 7.5, 16.5, 900, ['tail_lift']],
  ['Nadia', 8, 17, 800, ['refrigerated']],
  ['Elias', 8, 17, 900, ['tail_lift', 'refrigerated']],
  ['Vera', 9, 18, 700, []],
  ['Kurt', 9, 18, 700, ['tail_lift']],
]

/** Eight vans with working hours, capacities, breaks and two skills between them. */
export function dayVehicles(): VehicleInput[] {
  return VANS.map(([driver, opensHour, closesHour, maxWeight, provides], index) => ({
    label: `Van ${index + 1} (${driver})`,
    external_id: `day-van-${index + 1}`,
    email: `${driver.toLowerCase()}@drivers.example`,
    default_time_window: [opensHour * HOUR, closesHour * HOUR],
    default_max_weight: maxWeight,
    default_max_volume: maxWeight / 100,
    default_start_location: DEPOT,
    default_end_location: DEPOT,
    default_provides: provides,
    default_break: { start: 11.5 * HOUR, end: 14 * HOUR, duration: HOUR / 2 },
  }))
}

/** Order for one door. */
export interface DayOrder {
  door: Address
  stop: Omit<GeocodedStopInput, 'address' | 'location'>
  /** Where the goods are collected first. */
  pickup?: DayOrder
}

/** One order for each address; every 50th address is the pickup of the delivery before it. */
export function dayOrders(addresses: readonly Address[], seed: number): DayOrder[] {
  const random = createRandom(seed)
  const orders: DayOrder[] = []
  for (const [index, address] of addresses.entries()) {
    const number = index + 1
    const before = orders.at(-1)
    if (number % 50 === 0 && before?.stop.type === 'delivery') before.pickup = pickupOrder(number, address)
    else orders.push(orderAt(number, address, random))
  }
  return orders
}

function orderAt(number: number, door: Address, random: () => number): DayOrder {
  const type = number % 20 === 0 ? 'visit' : number % 17 === 0 ? 'pickup' : 'delivery'
  const weight = Math.round(1 + 39 * random() ** 2)
  const stop: DayOrder['stop'] = {
    external_id: externalId(number),
    type,
    label: `${door.street}, ${door.city ?? ''}`,
    email: `customer-${number}@recipients.example`,
    duration: 60 * (type === 'visit' ? 10 + Math.floor(random() * 8) : 2 + Math.floor(random() * 5)),
    time_windows: timeWindows(random),
    requires: number % 9 === 0 ? ['refrigerated'] : number % 13 === 0 ? ['tail_lift'] : [],
    ...(type === 'visit' ? {} : { weight, volume: Math.round(weight * 8) / 1000 }),
    ...(type === 'delivery' ? { packages: packages(number) } : {}),
    ...(number % 7 === 0 ? { tasks: [{ label: 'Check the goods' }, { label: 'Take the empties back' }] } : {}),
  }
  return { door, stop }
}

function pickupOrder(number: number, door: Address): DayOrder {
  const label = `Collect at ${door.street}`
  return { door, stop: { external_id: externalId(number), type: 'pickup', label, duration: 240 } }
}

function externalId(number: number): string {
  return `day-${String(number).padStart(3, '0')}`
}

/** A third at any time, a third in one half of the day, the rest within hours, some with a second chance. */
function timeWindows(random: () => number): [number, number][] {
  const kind = random()
  if (kind < 0.34) return []
  if (kind < 0.5) return [[8 * HOUR, 12 * HOUR]]
  if (kind < 0.67) return [[13 * HOUR, 17 * HOUR]]
  const opens = 8 + Math.floor(random() * 7)
  if (kind < 0.9) return [[opens * HOUR, (opens + 2.5) * HOUR]]
  return [
    [8 * HOUR, 10 * HOUR],
    [15 * HOUR, 17 * HOUR],
  ]
}

function packages(number: number): { identifier: string }[] {
  const count = number % 4 === 0 ? 2 : 1
  return Array.from({ length: count }, (_, index) => ({ identifier: `P${10_000 + number * 10 + index}` }))
}
