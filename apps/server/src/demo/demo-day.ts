// A day's work for eight vans around Vaduz: invented customers at plausible places, the same ones every time.
import type { StopInput, VehicleInput } from '@routewright/contract'

export interface DemoDay {
  vehicles: VehicleInput[]
  stops: StopInput[]
}

/** The whole demo day: 8 vehicles with two skills between them, and 120 stops that they can serve. */
export function demoDay(): DemoDay {
  return { vehicles: VANS.map(vehicleInput), stops: demoStops() }
}

/** Latitude and longitude of a town's middle, its postal code, how far stops lie from the middle in metres, and how many. */
type Town = readonly [
  name: string,
  postalCode: string,
  lat: number,
  lng: number,
  spreadMeters: number,
  stopCount: number,
]

const TOWNS: readonly Town[] = [
  ['Vaduz', '9490', 47.139, 9.5205, 900, 22],
  ['Schaan', '9494', 47.1655, 9.5095, 900, 20],
  ['Triesen', '9495', 47.1115, 9.5265, 700, 13],
  ['Balzers', '9496', 47.0675, 9.5035, 700, 13],
  ['Triesenberg', '9497', 47.1175, 9.542, 400, 7],
  ['Eschen', '9492', 47.2105, 9.5225, 600, 10],
  ['Nendeln', '9485', 47.1985, 9.543, 300, 5],
  ['Mauren', '9493', 47.219, 9.5425, 500, 8],
  ['Bendern', '9487', 47.213, 9.5065, 400, 6],
  ['Ruggell', '9491', 47.239, 9.527, 500, 7],
  ['Schellenberg', '9488', 47.2325, 9.547, 300, 4],
  ['Planken', '9498', 47.1855, 9.5445, 150, 2],
  ['Malbun', '9497', 47.1025, 9.6095, 200, 3],
]

const STREETS = [
  'Landstrasse',
  'Dorfstrasse',
  'Feldweg',
  'Bahnhofstrasse',
  'Rheinstrasse',
  'Oberdorf',
  'Im Gapetsch',
  'Am Bach',
]
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
const SHOPS = [
  'Bakery',
  'Pharmacy',
  'Bookshop',
  'Florist',
  'Workshop',
  'Restaurant',
  'Clinic',
  'School',
  'Hardware store',
]

const HOUR = 3600
const DEPOT = {
  label: 'Depot Schaan',
  street: 'Im alten Riet 12',
  postal_code: '9494',
  city: 'Schaan',
  lat: 47.1755,
  lng: 9.5045,
}

type Van = readonly [
  label: string,
  driver: string,
  color: string,
  opensHour: number,
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

function vehicleInput(
  [label, driver, color, opensHour, closesHour, maxWeight, skills]: Van,
  index: number,
): VehicleInput {
  return {
    label: `${label} (${driver})`,
    external_id: `demo-van-${index + 1}`,
    plate: `FL ${40_100 + index * 7}`,
    color,
    email: `${driver.toLowerCase()}@drivers.example`,
    default_time_window: [opensHour * HOUR, closesHour * HOUR],
    default_max_weight: maxWeight,
    default_max_volume: maxWeight / 100,
    default_start_location: DEPOT,
    default_end_location: DEPOT,
    default_provides: [...skills],
    default_break: { start: 11.5 * HOUR, end: 14 * HOUR, duration: HOUR / 2 },
  }
}

function demoStops(): StopInput[] {
  const random = createRandom(20_26)
  const stops: StopInput[] = []
  for (const town of TOWNS) {
    for (let i = 0; i < town[5]; i++) stops.push(stopInput(stops.length + 1, town, random))
  }
  return stops
}

function stopInput(number: number, town: Town, random: () => number): StopInput {
  const [city, postalCode, lat, lng, spreadMeters] = town
  // Two draws added make the middle of the town denser than its edge.
  const offsetMeters = () => (random() + random() - 1) * spreadMeters
  const type = number % 15 === 0 ? 'pickup' : number % 12 === 0 ? 'visit' : 'delivery'
  const name =
    random() < 0.3 ? `${pick(SHOPS, random)} ${city}` : `${pick(FIRST_NAMES, random)} ${pick(LAST_NAMES, random)}`
  const weight = type === 'visit' ? undefined : Math.round(1 + 39 * random() ** 2)
  return {
    external_id: `demo-${String(number).padStart(3, '0')}`,
    type,
    label: name,
    reference_person: name,
    email: `customer-${number}@recipients.example`,
    location: {
      street: `${pick(STREETS, random)} ${1 + Math.floor(random() * 90)}`,
      postal_code: postalCode,
      city,
      country_code: 'LI',
      lat: roundDegrees(lat + offsetMeters() / 111_200),
      lng: roundDegrees(lng + offsetMeters() / 75_600),
    },
    duration: 60 * (type === 'visit' ? 15 + Math.floor(random() * 11) : 3 + Math.floor(random() * 6)),
    time_windows: timeWindows(random),
    requires: number % 9 === 0 ? ['refrigerated'] : number % 13 === 0 ? ['tail_lift'] : [],
    ...(weight === undefined ? {} : { weight, volume: Math.round(weight * 8) / 1000 }),
    ...(type === 'delivery' ? { packages: packages(number, random) } : {}),
  }
}

/** A third at any time, a third in one half of the day, the rest within two or three hours, some with a second chance. */
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

function packages(number: number, random: () => number): { identifier: string }[] {
  const count = random() < 0.75 ? 1 : 2
  return Array.from({ length: count }, (_, index) => ({ identifier: `RW${20_260_000 + number * 10 + index}` }))
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

/** Six decimals, about 0.1 m. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
