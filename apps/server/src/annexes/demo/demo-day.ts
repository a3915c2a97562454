// A day's work for eight vans around Vaduz: invented customers at real doors of the shipped extract, the same ones every time.
import type { ClientInput, DepotRecordInput, DriverRecordInput, StopInput, VehicleInput } from '@routewright/contract'
import { weekdays } from '@routewright/contract'
import { CLIENT_IDS, OWN_IDS, RECIPIENTS } from './demo-organization/demo-organization.ts'
import places from './demo-places.json' with { type: 'json' }

export interface DemoDay {
  vehicles: VehicleInput[]
  stops: StopInput[]
}

/** The whole demo day: 8 vehicles of a depot, with two skills between them, and 120 stops that they can serve. */
export function demoDay(depotId: string): DemoDay {
  return { vehicles: VANS.map((van, index) => vehicleInput(van, index, depotId)), stops: demoStops() }
}

/** Where all vans load. Open every day, so that the demo may begin on any. */
export function demoDepot(): DepotRecordInput {
  const getHours = (weekday: (typeof weekdays)[number]): [number, number] =>
    weekday === 'saturday' || weekday === 'sunday' ? [6 * HOUR, 20 * HOUR] : [5.5 * HOUR, 21 * HOUR]
  const { label, ...place } = DEPOT
  return {
    label,
    external_id: `${OWN_IDS}depot`,
    location: place,
    phone: '+423 555 01 00',
    comments: 'Ramp at the back; the gate opens by the bell.',
    loading_time: LOADING_SECONDS,
    hours: weekdays.map((weekday) => ({ weekday, time_window: getHours(weekday) })),
  }
}

/** Nine people for eight vans: two share the last one, and one is away three days after `today` (2026-01-31). */
export function demoDrivers(vehicleIds: readonly string[], today: string): DriverRecordInput[] {
  const away = new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10)
  return DRIVERS.map(([first, last, van, languages, licence_classes, cost_per_hour, days], index) => ({
    label: `${first} ${last}`,
    external_id: `${OWN_IDS}driver-${index + 1}`,
    phone: nobodysNumber(180 + index),
    email: getMail(first),
    reached_by: first === BY_SMS ? 'sms' : 'email',
    languages: [...languages],
    licence_classes: [...licence_classes],
    cost_per_hour,
    usual_vehicle_id: vehicleIds[van - 1]!,
    shifts: days.map((weekday) => ({ weekday, time_window: hoursOfVan(van) })),
    absences: first === AWAY ? [{ from: away, to: away, reason: 'training' as const, comments: 'First aid' }] : [],
  }))
}

/** The address book: the companies among the recipients, who are visited again and again. Their labels are unique. */
export function demoClients(): ClientInput[] {
  return demoStops()
    .filter(({ label }) => COMPANIES.includes(label!))
    .map(({ external_id, label, reference_person, email, phone, location, duration, time_windows }) => ({
      external_id: external_id!.replace(OWN_IDS, CLIENT_IDS),
      label,
      reference_person,
      email,
      phone,
      location,
      default_duration: duration,
      default_time_windows: time_windows,
    }))
}

/** The stops, each bound to the entry of the address book that has its label. */
export function boundToClients(stops: readonly StopInput[], clients: readonly DemoClient[]): StopInput[] {
  const ids = new Map(clients.map(({ id, label }) => [label, id]))
  return stops.map((stop) => (ids.has(stop.label) ? { ...stop, client_id: ids.get(stop.label)! } : stop))
}

export type DemoClient = { id: string } & Pick<ClientInput, 'label'>

const FIRST_NAMES = [
  'Anna',
  'Beat',
  'Carla',
  'David',
  'Elena',
  'Fabian',
  'Greta',
  'Hugo',
  'Ida',
  'Jonas',
  'Klara',
  'Luca',
  'Maria',
]
const LAST_NAMES = [
  'Amrein',
  'Brunold',
  'Caluori',
  'Danuser',
  'Egli',
  'Florin',
  'Gantner',
  'Hasler',
  'Jäger',
  'Kindle',
  'Lampert',
]
/** Invented, like all names here. */
const COMPANIES = [
  'Firnbach Bakery',
  'Larnegg Pharmacy',
  'Quellmoos Bookshop',
  'Tannhalde Florist',
  'Murmlis Café',
  'Steinbruch Joinery',
  'Falkenried Dental Practice',
  'Dreispitz Bicycles',
  'Hochwacht Hotel',
  'Weidlis Day Nursery',
  'Rossgarten Veterinary Practice',
  'Silberried Opticians',
  'Nussbaum & Egli Architects',
  'Moosacker Garage',
  'Obermatt Butcher',
  'Kirchbünt Wine Cellar',
  'Auwald Sports',
  'Felsenau Print Shop',
  'Birkenhof Farm Shop',
  'Rietli Laundry',
  'Sonnwend Physiotherapy',
  'Talblick Care Home',
  'Wolfsgruob Restaurant',
  'Zollbrugg Hardware',
]

/**
 * Two hundred mobile numbers that the German regulator keeps free for films (Bundesnetzagentur, 2021), so that no SMS of the demo
 * reaches anybody. They count as numbers in use, so no stop of the demo warns of its number.
 */
const NOBODYS_NUMBERS = ['+4917139200', '+49176040690'] as const

/** One of them: `number` is 0 to 199. */
function nobodysNumber(number: number): string {
  return `${NOBODYS_NUMBERS[number < 100 ? 0 : 1]}${String(number % 100).padStart(2, '0')}`
}

const HOUR = 3600
const LOADING_SECONDS = 900
const DEPOT = { label: 'Hall Schaan', country_code: 'LI', ...places.depot }
/** Swiss francs for a driver's minute and for a kilometre of a van: usual figures of the region, rounded. */
const PRICES = { price_per_minute: 0.65, price_per_distance: 0.5 }
/** With 120 stops this leaves work for every van. */
const MOST_STOPS = 16

type Van = readonly [
  label: string,
  driver: string,
  color: string,
  leavesHour: number,
  closesHour: number,
  maxWeight: number,
  skills: readonly string[],
]

const VANS: readonly Van[] = [
  ['Van 1', 'Sara', '#1f77b4', 7, 16, 700, []],
  ['Van 2', 'Milan', '#ff7f0e', 7, 16, 700, ['refrigerated']],
  ['Van 3', 'Tina', '#2ca02c', 7.5, 16.5, 700, []],
  ['Van 4', 'Rolf', '#d62728', 7.5, 16.5, 900, ['tail_lift']],
  ['Van 5', 'Nadia', '#9467bd', 8, 17, 700, ['refrigerated']],
  ['Van 6', 'Elias', '#8c564b', 8, 17, 900, ['tail_lift', 'refrigerated']],
  ['Van 7', 'Vera', '#e377c2', 9, 18, 500, []],
  ['Van 8', 'Kurt', '#17becf', 10, 19, 500, []],
]

const DAYS_OF_KURT = ['monday', 'tuesday', 'wednesday', 'thursday'] as const
const DAYS_OF_INES = weekdays.filter((day) => !DAYS_OF_KURT.some((other) => other === day))
const AWAY = 'Nadia'
const BY_SMS = 'Rolf'

type Driver = readonly [
  first: string,
  last: string,
  /** The usual one, from 1 on. */
  van: number,
  languages: readonly string[],
  licenceClasses: readonly string[],
  francsPerHour: number,
  /** Weekdays on which the van works. */
  days: readonly (typeof weekdays)[number][],
]

const DRIVERS: readonly Driver[] = [
  ['Sara', 'Gantner', 1, ['en', 'de'], ['B'], 31, weekdays],
  ['Milan', 'Petrović', 2, ['de', 'en', 'sr'], ['B'], 30, weekdays],
  ['Tina', 'Caluori', 3, ['en', 'it'], ['B'], 30, weekdays],
  [BY_SMS, 'Danuser', 4, ['de'], ['B', 'C1'], 33, weekdays],
  [AWAY, 'Hasler', 5, ['en', 'fr'], ['B'], 31, weekdays],
  ['Elias', 'Kindle', 6, ['de', 'en'], ['B', 'C1', 'CE'], 34, weekdays],
  ['Vera', 'Lampert', 7, ['en', 'pt'], ['B'], 30, weekdays],
  ['Kurt', 'Egli', 8, ['de', 'fr'], ['B'], 32, DAYS_OF_KURT],
  ['Ines', 'Ferreira', 8, ['pt', 'en', 'es'], ['B'], 30, DAYS_OF_INES],
]

const getMail = (driver: string) => `${driver.toLowerCase()}@drivers.example`

/** From when it may load. */
function hoursOfVan(van: number): [number, number] {
  const [, , , leavesHour, closesHour] = VANS[van - 1]!
  return [leavesHour * HOUR - LOADING_SECONDS, closesHour * HOUR]
}

function vehicleInput(
  [label, driver, color, , , maxWeight, skills]: Van,
  index: number,
  depotId: string,
): VehicleInput {
  return {
    label: `${label} (${driver})`,
    external_id: `${OWN_IDS}van-${index + 1}`,
    plate: `FL ${40_100 + index * 7}`,
    color,
    email: getMail(driver),
    default_time_window: hoursOfVan(index + 1),
    default_max_weight: maxWeight,
    default_max_volume: maxWeight / 100,
    default_max_services: MOST_STOPS,
    ...PRICES,
    default_start_depot_id: depotId,
    default_end_depot_id: depotId,
    default_provides: [...skills],
    default_break: { start: 11.5 * HOUR, end: 14 * HOUR, duration: HOUR / 2 },
  }
}

/** The stops of the day, the same ones every time. */
export function demoStops(): StopInput[] {
  const random = createRandom(20_26)
  const companies = [...COMPANIES]
  return places.stops.map((_, index) => {
    // One door in five is a company's, as long as there are some left.
    const company = random() < 0.22 ? companies.pop() : undefined
    return stopInput(index + 1, company, random)
  })
}

function stopInput(number: number, company: string | undefined, random: () => number): StopInput {
  const type = number % 15 === 0 ? 'pickup' : number % 12 === 0 ? 'visit' : 'delivery'
  const person = `${pick(FIRST_NAMES, random)} ${pick(LAST_NAMES, random)}`
  // Companies get more at a time.
  const weight = type === 'visit' ? undefined : Math.round(1 + (company ? 55 : 28) * random() ** 2)
  return {
    external_id: `${OWN_IDS}${String(number).padStart(3, '0')}`,
    type,
    label: company ?? person,
    reference_person: person,
    email: `customer-${number}${RECIPIENTS}`,
    phone: nobodysNumber(number),
    location: { country_code: 'LI', ...places.stops[number - 1]! },
    duration: 60 * (type === 'visit' ? 25 + Math.floor(random() * 21) : (company ? 10 : 6) + Math.floor(random() * 9)),
    time_windows: timeWindows(company !== undefined, random),
    requires: number % 9 === 0 ? ['refrigerated'] : number % 13 === 0 ? ['tail_lift'] : [],
    ...(weight === undefined ? {} : { weight, volume: Math.round(weight * 8) / 1000 }),
    ...(type === 'delivery' ? { packages: packages(number, random) } : {}),
  }
}

/** Companies take goods while they are open; of people a half is at home all day, others in the morning, in the afternoon, or for two hours. */
function timeWindows(isCompany: boolean, random: () => number): [number, number][] {
  if (isCompany) {
    return [
      [8 * HOUR, 12 * HOUR],
      [13.5 * HOUR, 17.5 * HOUR],
    ]
  }
  const kind = random()
  if (kind < 0.5) return []
  if (kind < 0.65) return [[8 * HOUR, 12 * HOUR]]
  if (kind < 0.8) return [[13 * HOUR, 18 * HOUR]]
  const opens = 8 + Math.floor(random() * 8)
  return [[opens * HOUR, (opens + 2) * HOUR]]
}

function packages(number: number, random: () => number): { identifier: string }[] {
  const count = random() < 0.75 ? 1 : 2
  return Array.from({ length: count }, (_, index) => ({ identifier: `RW${20_260_000 + number * 10 + index}` }))
}

export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
