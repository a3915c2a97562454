// Instructions for a leg: its roads, cut where a driver has something to do, each with its maneuver and the junctions passed.
import type { DrivenPart, LinePoint, MeetingRoad } from '@routewright/roads'
import type { Geometries } from './options.ts'
import { drawLine, type Geometry, measurePiece, position } from './polylines.ts'

export interface Step {
  geometry: Geometry
  maneuver: Maneuver
  mode: string
  driving_side: 'left' | 'right'
  name: string
  intersections: Intersection[]
  weight: number
  duration: number
  distance: number
}

interface Maneuver {
  type: string
  modifier?: string
  exit?: number
  bearing_before: number
  bearing_after: number
  location: [lng: number, lat: number]
}

interface Intersection {
  location: [lng: number, lat: number]
  bearings: number[]
  entry: boolean[]
  in?: number
  out?: number
}

export interface StepForm {
  geometries: Geometries
  /** How the vehicle moves where it is on no ferry: driving, cycling or walking. */
  mode: string
  drivesOnLeft: boolean
}

/** The manoeuvre at the beginning of a part. */
interface Action {
  type: string
  modifier?: string
  exit?: number
}

/** Roads between two maneuvers. */
interface Piece {
  parts: DrivenPart[]
  action: Action
  /** Direction before the maneuver; 0 at the beginning. */
  bearingBefore: number
}

/** The steps of a leg, from `depart` to `arrive`. */
export function listSteps(parts: readonly DrivenPart[], form: StepForm): Step[] {
  const pieces = cutPieces(parts)
  const steps = pieces.map((piece) => writeStep(piece, form))
  const last = parts.at(-1)
  return last ? [...steps, arrival(last, form)] : steps
}

function cutPieces(parts: readonly DrivenPart[]): Piece[] {
  const pieces: Piece[] = []
  let before: DrivenPart | undefined
  for (const [index, part] of parts.entries()) {
    const action = before ? findAction(before, part, parts.slice(index)) : { type: 'depart' }
    const open = pieces.at(-1)
    if (action) pieces.push({ parts: [part], action, bearingBefore: before ? arrivingBearing(before, part) : 0 })
    else open?.parts.push(part)
    before = part
  }
  return pieces
}

/** Degrees off straight ahead up to which a turn is straight, slight and normal; beyond it is sharp. */
const turnDegrees = { straight: 20, slight: 40, normal: 120, sharp: 179 } as const

/** Returns what a driver does between two roads; undefined where they only go on. `rest` begins with the second one. */
function findAction(before: DrivenPart, part: DrivenPart, rest: readonly DrivenPart[]): Action | undefined {
  const turned = turnInto(before, part)
  const modifier = nameTurn(turned)
  if (part.isRoundabout && !before.isRoundabout) return { type: 'roundabout', modifier, ...countExits(rest) }
  if (before.isRoundabout && !part.isRoundabout) return { type: 'exit roundabout', modifier }
  if (part.isRoundabout) return undefined
  if (part.isFerry !== before.isFerry) return { type: 'notification', modifier }
  const isSameName = part.name === before.name
  const others = part.meeting.filter(({ role, mayEnter }) => role === 'other' && mayEnter)
  if (Math.abs(turned) >= turnDegrees.sharp) return { type: isSameName ? 'continue' : 'turn', modifier: 'uturn' }
  const ramp = others.length > 0 || part.isMotorway ? findRamp(before, part) : undefined
  if (ramp) return { type: ramp, modifier }
  if (others.length === 0) return isSameName ? undefined : { type: 'new name', modifier }
  const isStraight = Math.abs(turned) <= turnDegrees.straight
  const isRivaled = others.some((other) => Math.abs(turnToward(part, other)) <= turnDegrees.slight)
  if (isRivaled && Math.abs(turned) <= turnDegrees.slight) return atFork(before, part, others)
  if (isSameName && Math.abs(turned) <= turnDegrees.slight) return undefined
  if (isSameName) return { type: 'continue', modifier }
  if (isStraight) return { type: 'new name', modifier }
  return { type: Math.abs(turned) > turnDegrees.slight && isEndOfRoad(part, others) ? 'end of road' : 'turn', modifier }
}

/** Ramps of motorways are motorways without a name: one leads on, one off while the motorway goes on, and one joins its traffic. */
function findRamp(before: DrivenPart, part: DrivenPart): string | undefined {
  if (part.isMotorway && !before.isMotorway) return 'on ramp'
  if (!part.isMotorway || !before.isMotorway) return undefined
  const others = part.meeting.filter(({ role, isMotorway, name }) => role === 'other' && isMotorway && name !== '')
  if (part.name === '' && others.some(({ name, mayEnter }) => mayEnter && name === before.name)) return 'off ramp'
  if (before.name === '' && others.some(({ name, mayEnter }) => !mayEnter && name === part.name)) return 'merge'
  return undefined
}

/** Two roads ahead, of which none turns away: the one that keeps its name and direction needs no word. */
function atFork(before: DrivenPart, part: DrivenPart, others: readonly MeetingRoad[]): Action | undefined {
  const turned = turnInto(before, part)
  const ahead = others
    .map((other) => turnToward(part, other))
    .filter((degrees) => Math.abs(degrees) <= turnDegrees.slight)
  const isStraightest = ahead.every((degrees) => Math.abs(turned) < Math.abs(degrees) - turnDegrees.straight / 2)
  if (part.name === before.name && isStraightest) return undefined
  const side = ahead.every((degrees) => degrees > turned) ? 'slight left' : 'slight right'
  return { type: 'fork', modifier: isStraightest ? 'straight' : side }
}

/** The road ends, and both ways on turn away from it. */
function isEndOfRoad(part: DrivenPart, others: readonly MeetingRoad[]): boolean {
  return others.length === 1 && others.every((other) => Math.abs(turnToward(part, other)) > turnDegrees.slight)
}

/** Number of the exit that is taken: each road that might be taken before counts. Without one the way ends on the roundabout. */
function countExits(rest: readonly DrivenPart[]): { exit?: number } {
  let exit = 1
  for (const part of rest.slice(1)) {
    if (!part.isRoundabout) return { exit }
    exit += part.meeting.filter(
      ({ role, mayEnter, isRoundabout }) => role === 'other' && mayEnter && !isRoundabout,
    ).length
  }
  return {}
}

/** Degrees of the turn into a part, positive to the right. */
function turnInto(before: DrivenPart, part: DrivenPart): number {
  return signed(leavingBearing(part) - arrivingBearing(before, part))
}

/** Degrees of the turn into another road where a part begins, positive to the right. */
function turnToward(part: DrivenPart, road: MeetingRoad): number {
  const from = part.meeting.find(({ role }) => role === 'from')
  return signed(road.degrees - (from?.degrees ?? 0) - 180)
}

/** -180..179. */
function signed(degrees: number): number {
  return ((degrees + 900) % 360) - 180
}

/** Direction of travel where a part begins; at a coordinate within a road that of its line. */
function arrivingBearing(before: DrivenPart, { meeting }: DrivenPart): number {
  const from = meeting.find(({ role }) => role === 'from') ?? meeting.find(({ role }) => role === 'to')
  return from ? (from.degrees + 180) % 360 : bearingBetween(pointBefore(before.points), before.points.at(-1))
}

function leavingBearing({ meeting, points }: DrivenPart): number {
  return meeting.find(({ role }) => role === 'to')?.degrees ?? bearingBetween(points[0], points[1])
}

function nameTurn(degrees: number): string {
  const size = Math.abs(degrees)
  if (size >= turnDegrees.sharp) return 'uturn'
  if (size <= turnDegrees.straight) return 'straight'
  const side = degrees > 0 ? 'right' : 'left'
  if (size <= turnDegrees.slight) return `slight ${side}`
  return size <= turnDegrees.normal ? side : `sharp ${side}`
}

function writeStep({ parts, action, bearingBefore }: Piece, form: StepForm): Step {
  const [first] = parts
  const centiseconds = parts.reduce((sum, { drivenCs, turnCs }) => sum + drivenCs + turnCs, 0)
  const decimeters = parts.reduce((sum, { lengthDm }) => sum + lengthDm, 0)
  const junctions = parts.filter((part, index) => index === 0 || part.meeting.length > 2)
  return {
    geometry: drawLine(joinLines(parts), form.geometries),
    maneuver: {
      ...action,
      bearing_before: bearingBefore,
      bearing_after: first ? leavingBearing(first) : 0,
      location: first ? toPosition(first.points[0]) : [0, 0],
    },
    mode: first?.isFerry ? 'ferry' : form.mode,
    driving_side: form.drivesOnLeft ? 'left' : 'right',
    name: first?.name ?? '',
    intersections: junctions.map(writeIntersection),
    weight: Math.round(centiseconds / 10) / 10,
    duration: Math.round(centiseconds / 10) / 10,
    distance: decimeters / 10,
  }
}

function arrival(last: DrivenPart, form: StepForm): Step {
  const end = last.points.at(-1)
  const bearing = bearingBetween(pointBefore(last.points), end)
  const location = toPosition(end)
  return {
    geometry: drawLine(end ? [end, end] : [], form.geometries),
    maneuver: { type: 'arrive', bearing_before: bearing, bearing_after: 0, location },
    mode: last.isFerry ? 'ferry' : form.mode,
    driving_side: form.drivesOnLeft ? 'left' : 'right',
    name: last.name,
    intersections: [{ location, bearings: [(bearing + 180) % 360], entry: [true], in: 0 }],
    weight: 0,
    duration: 0,
    distance: 0,
  }
}

/** Metres over which the direction at the end of a line is measured: the last piece may be a few centimetres. */
const bearingMeters = 12

function pointBefore(points: readonly LinePoint[]): LinePoint | undefined {
  const end = points.at(-1)
  return end && (points.findLast((point) => measurePiece(point, end) >= bearingMeters) ?? points[0])
}

function writeIntersection(part: DrivenPart): Intersection {
  const { meeting } = part
  const location = toPosition(part.points[0])
  if (meeting.length === 0) return { location, bearings: [leavingBearing(part)], entry: [true], out: 0 }
  const out = meeting.findIndex(({ role }) => role === 'to')
  const from = meeting.findIndex(({ role }) => role === 'from')
  return {
    location,
    bearings: meeting.map(({ degrees }) => degrees),
    entry: meeting.map(({ mayEnter }) => mayEnter),
    in: from < 0 ? out : from,
    out,
  }
}

/** The line of several parts; the place where one ends and the next begins stands once. */
export function joinLines(parts: readonly DrivenPart[]): LinePoint[] {
  const points: LinePoint[] = []
  for (const point of parts.flatMap((part) => part.points)) {
    const last = points.at(-1)
    if (last?.[0] !== point[0] || last[1] !== point[1]) points.push(point)
  }
  return points
}

function toPosition(point: LinePoint | undefined): [lng: number, lat: number] {
  return point ? position(...point) : [0, 0]
}

/** Compass degrees from one place to a near one, 0..359. */
function bearingBetween(from: LinePoint | undefined, to: LinePoint | undefined): number {
  if (!from || !to) return 0
  const east = (to[1] - from[1]) * Math.cos((from[0] / 1e7) * (Math.PI / 180))
  return (Math.round((Math.atan2(east, to[0] - from[0]) * 180) / Math.PI) + 360) % 360
}
