// Greenhouse gases of driven and planned kilometres, with their arithmetic: metres × consumption × factor, as ISO 14083:2023 and the
// GLEC Framework (v3, 2023) have it for transport of one's own. Every number of it is told with its source.
import type { EmissionLine } from '@routewright/contract'
import type { Energy } from '../../data/values.ts'

type Fuel = Exclude<EmissionLine['fuel'], 'other'>

interface Factor {
  unit: EmissionLine['unit']
  /** Kilograms of CO2 equivalent for each unit: what leaves the vehicle, and what it took to provide the energy. */
  tankToWheel: number
  wellToTank: number
  source: string
  year: number
}

const ukGovernment = 'UK Government (DESNZ), greenhouse gas conversion factors for company reporting'

/**
 * Fuels without a share of biofuel. Electricity is what generating it emitted on average in the EU, without losses of the grid.
 * The agency tells 510 g a kilowatt hour in 1990 and 58 % less in 2023: 214 g, here 210.
 * Natural gas is given by the litre (at 0.17501 kg); here it counts by the kilogram.
 */
export const factors: Record<Fuel, Factor> = {
  diesel: { unit: 'l', tankToWheel: 2.66155, wellToTank: 0.62409, source: ukGovernment, year: 2024 },
  petrol: { unit: 'l', tankToWheel: 2.35372, wellToTank: 0.60664, source: ukGovernment, year: 2024 },
  lpg: { unit: 'l', tankToWheel: 1.55713, wellToTank: 0.18551, source: ukGovernment, year: 2024 },
  cng: { unit: 'kg', tankToWheel: 2.568, wellToTank: 0.53078, source: ukGovernment, year: 2024 },
  electricity: {
    unit: 'kWh',
    tankToWheel: 0,
    wellToTank: 0.21,
    source: 'European Environment Agency, greenhouse gas emission intensity of electricity generation, EU-27',
    year: 2023,
  },
  none: { unit: 'kWh', tankToWheel: 0, wellToTank: 0, source: 'ISO 14083:2023', year: 2023 },
}

/** How people write what a vehicle runs on, in our five languages; the first that fits counts. */
const fuelWords: readonly (readonly [Fuel, RegExp])[] = [
  ['none', /^(none|human|muscle|keine?r?|ohne|aucune?|ninguno|nenhum)\b/],
  ['electricity', /electri|elektr|^(bev|ev|strom)\b|batter|électri|eléctri|elétri/],
  ['lpg', /\blpg\b|\bgpl\b|\bglp\b|autogas|propan/],
  ['cng', /\bcng\b|\bgnv\b|\bgnc\b|erdgas|natural gas|biogas/],
  ['diesel', /diesel|diésel|gas-?oil|gazole|gasóleo|gasoleo|\bhvo\b/],
  ['petrol', /petrol|gasoline|benzin|essence|gasolina|\bsuper\b|hybrid|híbrid/],
]

/**
 * Consumption per 100 km assumed where a vehicle has none. Our own round figures for delivery work, from no published table;
 * results that use them are marked as assumed.
 */
const usual: Record<string, { fuel: Fuel; consumption: Partial<Record<Fuel, number>> }> = {
  car: { fuel: 'petrol', consumption: { petrol: 8, diesel: 7, lpg: 10, cng: 5, electricity: 18 } },
  van: { fuel: 'diesel', consumption: { petrol: 11, diesel: 10, lpg: 14, cng: 8, electricity: 28 } },
  truck: { fuel: 'diesel', consumption: { petrol: 30, diesel: 25, lpg: 35, cng: 22, electricity: 110 } },
  scooter: { fuel: 'petrol', consumption: { petrol: 4, diesel: 4, lpg: 5, cng: 3, electricity: 5 } },
  bicycle: { fuel: 'none', consumption: { electricity: 1 } },
  pedestrian: { fuel: 'none', consumption: {} },
}

/** Kilograms of CO2 equivalent, well to wheel and the tank-to-wheel part; and how many of the metres rely on an assumption. */
export interface Emissions {
  planned_emissions: number
  driven_emissions: number
  planned_tank_emissions: number
  driven_tank_emissions: number
  /** Driven metres with an assumed consumption, and driven metres of fuels without a factor. */
  assumed_distance: number
  uncounted_distance: number
}

/** Returns the calculation, one line for each fuel and consumption, most metres first. */
export function emissionLines(used: readonly Energy[]): EmissionLine[] {
  const lines = new Map<string, EmissionLine>()
  for (const one of used) {
    const line = getLine(one)
    const name = [line.mode, line.fuel, line.written ?? '', line.consumption, line.is_assumed].join('|')
    const same = lines.get(name)
    lines.set(name, same ? added(same, line) : line)
  }
  return [...lines.values()].sort(
    (a, b) => b.driven_distance + b.planned_distance - a.driven_distance - a.planned_distance,
  )
}

/** Kilograms of CO2 equivalent of these metres, well to wheel; undefined for fuels without a factor. */
export function computeEmission(
  driven: Pick<Energy, 'fuel_type' | 'consumption' | 'travel_mode'>,
  meters: number,
): number | undefined {
  const line = getLine({ ...driven, planned_distance: meters, driven_distance: 0 })
  return line.fuel === 'other' ? undefined : line.planned_emissions
}

/** Sums all lines. */
export function computeEmissions(lines: readonly EmissionLine[]): Emissions {
  const sum = (of: (line: EmissionLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  return {
    planned_emissions: sum((line) => line.planned_emissions),
    driven_emissions: sum((line) => line.driven_emissions),
    planned_tank_emissions: sum((line) => line.planned_energy * line.tank_to_wheel),
    driven_tank_emissions: sum((line) => line.driven_energy * line.tank_to_wheel),
    assumed_distance: sum((line) => (line.is_assumed && line.fuel !== 'other' ? line.driven_distance : 0)),
    uncounted_distance: sum((line) => (line.fuel === 'other' ? line.driven_distance : 0)),
  }
}

function getLine({ fuel_type, consumption, travel_mode, planned_distance, driven_distance }: Energy): EmissionLine {
  const mode = travel_mode !== null && travel_mode in usual ? travel_mode : 'car'
  const fuel = findFuel(fuel_type, mode)
  const distances = { planned_distance, driven_distance }
  if (fuel === undefined) {
    const none = { unit: 'l' as const, consumption: 0, is_assumed: true, tank_to_wheel: 0, well_to_tank: 0 }
    const noughts = { planned_energy: 0, driven_energy: 0, planned_emissions: 0, driven_emissions: 0 }
    return { mode, fuel: 'other', written: fuel_type ?? '', ...none, ...distances, ...noughts, source: '', year: 0 }
  }
  const { unit, tankToWheel, wellToTank, source, year } = factors[fuel]
  const own = consumption !== null && consumption > 0 ? consumption : undefined
  const per100 = own ?? usual[mode]!.consumption[fuel] ?? 0
  const energy = (meters: number) => (meters / 100_000) * per100
  return {
    mode,
    fuel,
    unit,
    consumption: per100,
    is_assumed: own === undefined && fuel !== 'none',
    ...distances,
    planned_energy: energy(planned_distance),
    driven_energy: energy(driven_distance),
    tank_to_wheel: tankToWheel,
    well_to_tank: wellToTank,
    source,
    year,
    planned_emissions: energy(planned_distance) * (tankToWheel + wellToTank),
    driven_emissions: energy(driven_distance) * (tankToWheel + wellToTank),
  }
}

/** Returns the fuel; undefined for text that names no fuel with a factor. */
function findFuel(written: string | null, mode: string): Fuel | undefined {
  const text = written?.trim().toLowerCase() ?? ''
  if (text === '') return usual[mode]!.fuel
  return fuelWords.find(([, pattern]) => pattern.test(text))?.[0]
}

const summedFields = [
  ...[
    'planned_distance',
    'driven_distance',
    'planned_energy',
    'driven_energy',
    'planned_emissions',
    'driven_emissions',
  ],
] as (
  | 'planned_distance'
  | 'driven_distance'
  | 'planned_energy'
  | 'driven_energy'
  | 'planned_emissions'
  | 'driven_emissions'
)[]

function added(one: EmissionLine, other: EmissionLine): EmissionLine {
  const sums = Object.fromEntries(summedFields.map((field) => [field, one[field] + other[field]]))
  return { ...one, ...sums }
}
