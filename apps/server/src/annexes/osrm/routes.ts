// Routes and their legs in the form of OSRM.
import type { DriveLeg, DrivenPart, LinePoint } from '@routewright/roads'
import type { Options } from './options.ts'
import { drawLine, type Geometry, measurePiece, simplifyLine } from './polylines.ts'
import { notImplemented } from './refusal.ts'
import { joinLines, listSteps, type Step } from './steps.ts'

export interface Route {
  geometry?: Geometry | Geometry[]
  legs: RouteLeg[]
  weight_name: string
  weight: number
  duration: number
  distance: number
}

interface RouteLeg {
  steps: Step[]
  summary: string
  weight: number
  duration: number
  distance: number
  annotation?: Annotation
}

interface Annotation {
  distance?: number[]
  duration?: number[]
  weight?: number[]
  speed?: number[]
  datasources?: number[]
  metadata?: { datasource_names: string[] }
}

type Wanted = Pick<Options, 'steps' | 'annotations' | 'geometries' | 'overview'>

export interface VehicleForm {
  /** How the vehicle moves: driving, cycling or walking. */
  mode: string
  drivesOnLeft: boolean
}

export function requireKnownAnnotations({ annotations }: Wanted): void {
  if (annotations.includes('nodes'))
    throw notImplemented('The annotation nodes is not supported: the roads keep no node ids')
}

/** Writes a route over legs that all have a way. */
export function writeRoute(driven: readonly DriveLeg[], wanted: Wanted, vehicle: VehicleForm): Route {
  const duration = driven.reduce((sum, { seconds }) => sum + seconds, 0)
  const distance = driven.reduce((sum, { meters }) => sum + meters, 0)
  return {
    ...drawOverview(driven, wanted),
    legs: driven.map((leg) => writeLeg(leg, wanted, vehicle)),
    weight_name: 'duration',
    weight: duration,
    duration,
    distance,
  }
}

/** Joins legs where a coordinate is none of the waypoints. `waypoints` are indices of coordinates, ascending, the first and the last among them. */
export function joinLegs(legs: readonly DriveLeg[], waypoints: readonly number[] | undefined): DriveLeg[] {
  if (!waypoints) return [...legs]
  return waypoints.slice(1).map((end, index) => {
    const joined = legs.slice(waypoints[index], end)
    return {
      seconds: joined.reduce((sum, { seconds }) => sum + seconds, 0),
      meters: joined.reduce((sum, { meters }) => sum + meters, 0),
      parts: joined.flatMap(({ parts }) => parts),
    }
  })
}

function drawOverview(legs: readonly DriveLeg[], { overview, geometries }: Wanted): Pick<Route, 'geometry'> {
  if (overview === 'false') return {}
  const lines = legs.map(({ parts }) => joinLines(parts))
  if (overview === 'by_legs') return { geometry: lines.map((line) => drawLine(line, geometries)) }
  const tolerance = overview === 'simplified' ? findTolerance(lines.flat()) : 0
  // Leg by leg, so that every waypoint stays on the line.
  const shown = tolerance > 0 ? lines.map((line) => simplifyLine(line, tolerance)) : lines
  return { geometry: drawLine(withoutRepeats(shown.flat()), geometries) }
}

/** Pixels of a map that shows the whole route. */
const overviewPixels = 1_024

/** Half a pixel of a map on which the route just fits, in 1e-7 degrees of latitude. */
function findTolerance(points: readonly LinePoint[]): number {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [lat, lng] of points) {
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    west = Math.min(west, lng)
    east = Math.max(east, lng)
  }
  const eastward = Math.cos((north / 1e7) * (Math.PI / 180))
  return Math.max(north - south, (east - west) * eastward, 0) / overviewPixels / 2
}

function withoutRepeats(points: readonly LinePoint[]): LinePoint[] {
  return points.filter((point, index) => {
    const before = points[index - 1]
    return before?.[0] !== point[0] || before[1] !== point[1]
  })
}

function writeLeg({ seconds, meters, parts }: DriveLeg, wanted: Wanted, vehicle: VehicleForm): RouteLeg {
  const { steps, annotations, geometries } = wanted
  return {
    steps: steps ? listSteps(parts, { ...vehicle, geometries }) : [],
    summary: steps ? summarize(parts) : '',
    weight: seconds,
    duration: seconds,
    distance: meters,
    ...(annotations.length > 0 && { annotation: annotate(parts, annotations) }),
  }
}

/** The names of the two roads that the leg is longest on, in the order of driving. */
function summarize(parts: readonly DrivenPart[]): string {
  const lengths = new Map<string, number>()
  for (const { name, lengthDm } of parts) if (name !== '') lengths.set(name, (lengths.get(name) ?? 0) + lengthDm)
  const longest = [...lengths].sort(([, one], [, other]) => other - one).slice(0, 2)
  const names = longest.map(([name]) => name)
  return [...lengths.keys()].filter((name) => names.includes(name)).join(', ')
}

/** Annotates each piece between two neighbouring points of the line; time and length of a road are shared by the lengths of its pieces. */
function annotate(parts: readonly DrivenPart[], wanted: readonly string[]): Annotation {
  const [distance, duration]: [number[], number[]] = [[], []]
  for (const { points, lengthDm, drivenCs } of parts) {
    const lengths = points.slice(1).map((point, index) => measurePiece(points[index] ?? point, point))
    const total = lengths.reduce((sum, meters) => sum + meters, 0)
    for (const meters of lengths) {
      const share = total === 0 ? 1 / lengths.length : meters / total
      distance.push(Math.round(share * lengthDm * 10) / 100)
      duration.push(Math.round(share * drivenCs) / 100)
    }
  }
  const all: Required<Annotation> = {
    distance,
    duration,
    weight: duration,
    speed: distance.map((meters, index) => computeSpeed(meters, duration[index] ?? 0)),
    datasources: distance.map(() => 0),
    metadata: { datasource_names: ['extract'] },
  }
  const shown = Object.entries(all).filter(([name]) => wanted.includes(name))
  return { ...Object.fromEntries(shown), ...(wanted.includes('datasources') && { metadata: all.metadata }) }
}

function computeSpeed(meters: number, seconds: number): number {
  return seconds === 0 ? 0 : Math.round((meters / seconds) * 10) / 10
}
