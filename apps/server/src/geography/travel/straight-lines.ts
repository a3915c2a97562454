// Travel without a road map: great-circle distance times a circuity factor, at a speed that grows with the distance.
import { isShortEnough, makeMatrix } from '@routewright/solver'
import type { LegTable, OpenTable, TravelLeg } from './leg-source.ts'
import { encodePolyline } from './polyline.ts'
import {
  getMode,
  type TrackLeg,
  type TravelClass,
  type TravelMatrix,
  type TravelMode,
  type TravelPath,
  type TravelPoint,
  type TravelProvider,
  type TravelReach,
  type TravelRow,
} from './travel.ts'
import { startTurns } from './turns.ts'

/**
 * How a mode moves. `circuity` is road metres per straight metre. `stages` are road metres driven at a speed, slowest
 * first (leaving and reaching an address goes through small streets): so seconds are an increasing concave function of
 * metres, and no detour over a third point is ever quicker. The figures and where they are from: docs/decisions.
 */
export interface ModeModel {
  circuity: number
  stages: readonly { upToMeters: number; kilometersPerHour: number }[]
}

const everyMeter = Number.POSITIVE_INFINITY

const carModel: ModeModel = {
  circuity: 1.35,
  stages: [
    { upToMeters: 1_000, kilometersPerHour: 20 },
    { upToMeters: 5_000, kilometersPerHour: 32 },
    { upToMeters: 20_000, kilometersPerHour: 55 },
    { upToMeters: 60_000, kilometersPerHour: 80 },
    { upToMeters: everyMeter, kilometersPerHour: 95 },
  ],
}

export const modeModels: Record<TravelMode, ModeModel> = {
  car: carModel,
  van: carModel,
  truck: {
    circuity: 1.4,
    stages: [
      { upToMeters: 1_000, kilometersPerHour: 16 },
      { upToMeters: 5_000, kilometersPerHour: 27 },
      { upToMeters: 20_000, kilometersPerHour: 47 },
      { upToMeters: 60_000, kilometersPerHour: 66 },
      { upToMeters: everyMeter, kilometersPerHour: 75 },
    ],
  },
  scooter: {
    circuity: 1.35,
    stages: [
      { upToMeters: 1_000, kilometersPerHour: 20 },
      { upToMeters: 5_000, kilometersPerHour: 30 },
      { upToMeters: everyMeter, kilometersPerHour: 40 },
    ],
  },
  bicycle: { circuity: 1.3, stages: [{ upToMeters: everyMeter, kilometersPerHour: 15 }] },
  pedestrian: { circuity: 1.25, stages: [{ upToMeters: everyMeter, kilometersPerHour: 4.8 }] },
}

/** Straight lines as a travel provider: deterministic, reaches everything, needs no data. */
export const straightLines: TravelProvider = {
  name: 'straight lines',
  isLocal: true,
  matrix,
  path,
  getNetwork: () => -1,
  row,
  table,
  reach,
  track,
}

const earthRadiusMeters = 6_371_008.8

/** Great-circle distance in metres. */
export function straightMeters(a: TravelPoint, b: TravelPoint): number {
  // Same as for a line of two points, but without arrays, because it is called millions of times.
  const [latA, lngA] = [(a.lat * Math.PI) / 180, (a.lng * Math.PI) / 180]
  const [latB, lngB] = [(b.lat * Math.PI) / 180, (b.lng * Math.PI) / 180]
  const [outA, outB] = [Math.cos(latA), Math.cos(latB)]
  const x = outA * Math.cos(lngA) - outB * Math.cos(lngB)
  const y = outA * Math.sin(lngA) - outB * Math.sin(lngB)
  return metersOfChord(x, y, Math.sin(latA) - Math.sin(latB))
}

/** Great-circle distance in metres from each point to the next. */
export function stepMeters(line: readonly TravelPoint[]): Float64Array {
  const vectors = unitVectors(line)
  const steps = new Float64Array(Math.max(0, line.length - 1))
  for (let index = 0; index < steps.length; index++) steps[index] = arcMeters(vectors, index, vectors, index + 1)
  return steps
}

/** Seconds that a mode needs for these road metres. */
export function roadSeconds(roadMeters: number, model: ModeModel): number {
  let seconds = 0
  let from = 0
  for (const { upToMeters, kilometersPerHour } of model.stages) {
    const metersInStage = Math.min(roadMeters, upToMeters) - from
    if (metersInStage <= 0) break
    seconds += (metersInStage * 3.6) / kilometersPerHour
    from = upToMeters
  }
  return seconds
}

/** One leg, as the matrix has it. */
export function straightLeg(from: TravelPoint, to: TravelPoint, mode: TravelMode): TravelLeg {
  const model = modeModels[mode]
  const roadMeters = straightMeters(from, to) * model.circuity
  return {
    seconds: Math.round(roadSeconds(roadMeters, model)),
    meters: Math.round(roadMeters),
    geometry: encodePolyline([from, to]),
  }
}

/** From every source to every target, row by row. Lets other work in between. */
export async function straightTable(
  sources: readonly TravelPoint[],
  targets: readonly TravelPoint[],
  mode: TravelMode,
): Promise<OpenTable> {
  const model = modeModels[mode]
  const size = sources.length * targets.length
  const seconds = new Int32Array(new SharedArrayBuffer(size * 4))
  const meters = new Int32Array(new SharedArrayBuffer(size * 4))
  const [fromVectors, toVectors] = [unitVectors(sources), unitVectors(targets)]
  const takeTurn = startTurns()
  for (let from = 0, entry = 0; from < sources.length; from++) {
    for (let to = 0; to < targets.length; to++, entry++) {
      const roadMeters = arcMeters(fromVectors, from, toVectors, to) * model.circuity
      seconds[entry] = Math.round(roadSeconds(roadMeters, model))
      meters[entry] = Math.round(roadMeters)
    }
    await takeTurn()
  }
  return { seconds, meters }
}

async function matrix(points: readonly TravelPoint[], travelClass: TravelClass): Promise<TravelMatrix> {
  const model = modeModels[getMode(travelClass)]
  const vectors = unitVectors(points)
  const mostMeters = spanMeters(vectors) * model.circuity + 1
  const cells = points.length ** 2
  const seconds = makeMatrix(cells, isShortEnough(cells, 0, roadSeconds(mostMeters, model) + 1))
  const meters = makeMatrix(cells, isShortEnough(cells, 0, mostMeters))
  await fillStraight({ seconds, meters }, vectors, model)
  return { seconds, meters }
}

/** The square table of the points, to be written to. As `straightLines.matrix` else. */
export async function openStraightTable(points: readonly TravelPoint[], mode: TravelMode): Promise<OpenTable> {
  const shared = () => new Int32Array(new SharedArrayBuffer(points.length ** 2 * 4))
  const table = { seconds: shared(), meters: shared() }
  await fillStraight(table, unitVectors(points), modeModels[mode])
  return table
}

/** Both directions are alike, so half of the pairs are computed. O(n²); lets other work in between. */
async function fillStraight({ seconds, meters }: LegTable, vectors: Float64Array, model: ModeModel): Promise<void> {
  const count = Math.sqrt(seconds.length)
  const takeTurn = startTurns()
  for (let from = 0; from < count; from++) {
    for (let to = from + 1; to < count; to++) {
      const roadMeters = arcMeters(vectors, from, vectors, to) * model.circuity
      const wholeSeconds = Math.round(roadSeconds(roadMeters, model))
      const wholeMeters = Math.round(roadMeters)
      seconds[from * count + to] = wholeSeconds
      seconds[to * count + from] = wholeSeconds
      meters[from * count + to] = wholeMeters
      meters[to * count + from] = wholeMeters
    }
    await takeTurn()
  }
}

async function path(points: readonly TravelPoint[], travelClass: TravelClass): Promise<TravelPath> {
  const mode = getMode(travelClass)
  const legs = points.slice(1).map((point, index) => straightLeg(points[index]!, point, mode))
  return {
    legSeconds: legs.map((leg) => leg.seconds),
    legMeters: legs.map((leg) => leg.meters),
    ...(legs.length > 0 && { straightLegs: legs.map(() => true), isOffRoads: true }),
    polyline: encodePolyline(points),
  }
}

/** The positions of a vehicle that stands still wander about: one this near to the last counted one adds nothing. */
const jitterMeters = 15

/** Recorded positions joined by straight lines. No circuity factor, because the positions lie on the way itself. */
export function straightTrack(positions: readonly TravelPoint[]): TrackLeg[] {
  let [last] = positions
  return positions.slice(1).map((position) => {
    const from = last!
    const meters = straightMeters(from, position)
    if (meters < jitterMeters) return { meters: 0, geometry: '' }
    last = position
    return { meters, geometry: encodePolyline([from, position]) }
  })
}

async function track(positions: readonly TravelPoint[]): Promise<TrackLeg[]> {
  return straightTrack(positions)
}

async function row(from: TravelPoint, to: readonly TravelPoint[], travelClass: TravelClass): Promise<TravelRow> {
  return { ...(await straightTable([from], to, getMode(travelClass))), isStraight: true }
}

async function table(
  from: readonly TravelPoint[],
  to: readonly TravelPoint[],
  travelClass: TravelClass,
): Promise<TravelMatrix> {
  return straightTable(from, to, getMode(travelClass))
}

/** Corners of the circles. */
const circleCorners = 72

async function reach(from: TravelPoint, times: readonly number[], travelClass: TravelClass): Promise<TravelReach> {
  const { circuity, stages } = modeModels[getMode(travelClass)]
  const areas = times.map((seconds) => {
    const ring = circle(from, roadMeters(seconds, stages) / circuity)
    return { seconds, polygons: [[ring]], outline: ring }
  })
  return { areas, toleranceMeters: 0, isStraight: true }
}

/** Road metres driven in these seconds, the inverse of `roadSeconds`. */
function roadMeters(seconds: number, stages: ModeModel['stages']): number {
  let [left, meters] = [seconds, 0]
  for (const { upToMeters, kilometersPerHour } of stages) {
    const driven = Math.min(upToMeters - meters, (left * kilometersPerHour) / 3.6)
    meters += driven
    left -= (driven * 3.6) / kilometersPerHour
  }
  return meters
}

/** Counter-clockwise and closed, longitude first. */
function circle({ lat, lng }: TravelPoint, meters: number): [lng: number, lat: number][] {
  const north = (meters / earthRadiusMeters) * (180 / Math.PI)
  const east = north / Math.cos((lat * Math.PI) / 180)
  return Array.from({ length: circleCorners + 1 }, (_, corner) => {
    const angle = ((corner % circleCorners) * 2 * Math.PI) / circleCorners
    return [lng + east * Math.cos(angle), lat + north * Math.sin(angle)]
  })
}

/** x, y and z of each point in turn. */
function unitVectors(points: readonly TravelPoint[]): Float64Array {
  const vectors = new Float64Array(points.length * 3)
  let at = 0
  for (const point of points) {
    const lat = (point.lat * Math.PI) / 180
    const lng = (point.lng * Math.PI) / 180
    vectors[at++] = Math.cos(lat) * Math.cos(lng)
    vectors[at++] = Math.cos(lat) * Math.sin(lng)
    vectors[at++] = Math.sin(lat)
  }
  return vectors
}

function arcMeters(a: Float64Array, from: number, b: Float64Array, to: number): number {
  const x = a[from * 3]! - b[to * 3]!
  const y = a[from * 3 + 1]! - b[to * 3 + 1]!
  const z = a[from * 3 + 2]! - b[to * 3 + 2]!
  return metersOfChord(x, y, z)
}

/** Metres that no two of the points are further apart than: the diagonal of the box around them. */
function spanMeters(vectors: Float64Array): number {
  const span = (axis: number): number => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let at = axis; at < vectors.length; at += 3) {
      least = Math.min(least, vectors[at]!)
      most = Math.max(most, vectors[at]!)
    }
    return most - least
  }
  return metersOfChord(span(0), span(1), span(2))
}

/** Distance along the sphere by the chord between two unit vectors: exact also for near points, cheaper than haversine per pair. */
function metersOfChord(x: number, y: number, z: number): number {
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2))
}
