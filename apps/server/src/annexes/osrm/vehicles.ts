// The roads that a request asks for: those of its profile, of the extract that its coordinates lie in.
import type { Services } from '../../frame/platform/services.ts'
import type { Roads } from '../../geography/extracts/road-parts.ts'
import { modesByProfile, type TravelMode } from '../../geography/travel/travel.ts'
import { OsrmRefusal } from './refusal.ts'
import type { Coordinate } from './request.ts'
import type { VehicleForm } from './routes.ts'

export interface Vehicle {
  graphs: readonly Roads[]
  mode: TravelMode
}

/** Throws InvalidValue for a profile that is not known, and DisabledDataset while it has no roads. */
export async function findVehicle({ roadClasses, log }: Services, profile: string): Promise<Vehicle> {
  const mode = modesByProfile[profile]
  if (!mode) {
    const known = Object.keys(modesByProfile).join(', ')
    throw new OsrmRefusal('InvalidValue', `Profile ${profile} is not known; there are ${known}`)
  }
  const roadClass = { mode, needs: {} }
  // Vans get roads of their own when they are first asked for.
  await roadClasses.open(roadClass).catch((error: Error) => log.warn({ err: error, mode }, 'no roads of its own'))
  const { roads } = roadClasses.find(roadClass)
  if (roads) return { graphs: roads, mode }
  throw new OsrmRefusal('DisabledDataset', `The roads for profile ${profile} are not open: see roads of GET /health`)
}

/** A place so far beyond the box around the roads of one extract belongs to another one, if that is nearer. */
const marginDegrees = 0.02

/** The graph of each coordinate, by number: that of its extract, else the nearest one. */
export function listGraphs({ graphs }: Vehicle, coordinates: readonly Coordinate[]): number[] {
  if (graphs.length === 1) return coordinates.map(() => 0)
  return coordinates.map((coordinate) => {
    const distances = graphs.map(({ facts }) => Math.max(0, degreesOutside(facts.bounds, coordinate) - marginDegrees))
    return distances.indexOf(Math.min(...distances))
  })
}

function degreesOutside(
  { minLat, maxLat, minLng, maxLng }: Roads['facts']['bounds'],
  { lat, lng }: Coordinate,
): number {
  return Math.hypot(Math.max(minLat - lat, 0, lat - maxLat), Math.max(minLng - lng, 0, lng - maxLng))
}

/** The one graph of all coordinates; undefined when they lie in several, between which there is no way. */
export function commonGraph(vehicle: Vehicle, coordinates: readonly Coordinate[]): Roads | undefined {
  const [first, ...others] = listGraphs(vehicle, coordinates)
  return first !== undefined && others.every((graph) => graph === first) ? vehicle.graphs[first] : undefined
}

const modes: Readonly<Partial<Record<TravelMode, string>>> = { bicycle: 'cycling', pedestrian: 'walking' }

export function vehicleForm({ mode }: Vehicle, { facts }: Roads): VehicleForm {
  return { mode: modes[mode] ?? 'driving', drivesOnLeft: facts.drivesOnLeft }
}
