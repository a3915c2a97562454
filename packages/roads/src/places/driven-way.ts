// A way told road by road: what it drives on, how long, along which line, and which roads meet where it turns.

import { splitCost } from '../foundation/cost.ts'
import { bearingDegreesE7, distanceMetersE7 } from '../foundation/geo.ts'
import { EDGE_FERRY, EDGE_MOTORWAY, EDGE_ROUNDABOUT } from '../graph/network.ts'
import { originalArcCost } from '../hierarchy/original-arcs.ts'
import { NodeArcs } from '../hierarchy/own-arcs.ts'
import { getEdge, listTargetRanks } from '../image/edge-states.ts'
import { computeDuration, measureLength } from '../image/edge-values.ts'
import type { RoadArrays } from '../image/image.ts'
import { RoadShapes } from '../image/road-shapes.ts'
import { addPart } from './leg-shape.ts'
import { partCost, partDm, wholeCost } from './placed-point.ts'
import type { SnappedPlace, Snapper } from './snapping.ts'

/** Latitude and longitude in 1e-7 degrees. */
export type LinePoint = readonly [latE7: number, lngE7: number]

/** A road of a way, from where the way enters it to where it leaves it. */
export interface DrivenPart {
  /** Name or number of the road, '' for none. */
  name: string
  isMotorway: boolean
  isFerry: boolean
  isRoundabout: boolean
  /** Centiseconds of driving along it, without turns. */
  drivenCs: number
  /** Centiseconds of the turn into it from the part before; 0 for the first part of a leg. */
  turnCs: number
  lengthDm: number
  /** Line of the part, both ends included. */
  points: LinePoint[]
  /** Roads that meet where it begins, by degrees, where they are wanted; none for the first part of a leg, which begins on a road. */
  meeting: MeetingRoad[]
}

/** A road that begins or ends at a junction of a way. */
export interface MeetingRoad {
  /** Compass degrees when leaving the junction on it, 0..359. */
  degrees: number
  /** Whether a vehicle that comes from the part before may turn into it. */
  mayEnter: boolean
  /** `from`: the part before; `to`: the part that begins here; a road that is both is `to`. */
  role: 'from' | 'to' | 'other'
  name: string
  isMotorway: boolean
  isRoundabout: boolean
}

/** A leg as the searches found it: its cost, the directed edges and, but for a trip along one edge, their states. */
export interface FoundLeg {
  cost: number
  edges: readonly number[]
  ranks: readonly number[]
}

/** Where a leg begins and ends. */
export type LegEnds = readonly [from: SnappedPlace, to: SnappedPlace]

export interface TellOptions {
  /** Also tells which roads meet where parts begin. */
  withJunctions?: boolean
}

/** Bearings are measured this far along a road, as when turns are priced. */
const BEARING_METERS = 12

export class WayTeller {
  private readonly arrays: RoadArrays
  private readonly snapper: Snapper
  private readonly nameOf: (edge: number) => string
  private readonly shapes: RoadShapes
  private readonly reader: NodeArcs

  constructor(arrays: RoadArrays, snapper: Snapper, nameOf: (edge: number) => string) {
    this.arrays = arrays
    this.snapper = snapper
    this.nameOf = nameOf
    this.shapes = new RoadShapes(arrays)
    this.reader = new NodeArcs(arrays)
  }

  /** The parts of a leg. Their times and lengths add up to its cost. O(edges), and with junctions a look into the index for each. */
  tell({ edges, ranks }: FoundLeg, [from, to]: LegEnds, { withJunctions }: TellOptions): DrivenPart[] {
    const last = edges.length - 1
    let before: number | undefined
    const parts: DrivenPart[] = []
    for (const [index, directed] of edges.entries()) {
      const part = this.describe(directed, index === 0 ? from : undefined, index === last ? to : undefined)
      const rank = ranks[index]
      if (before !== undefined && rank !== undefined) {
        part.turnCs = this.turnCs(before, rank)
        if (withJunctions) part.meeting = this.listMeeting(before, directed, part.points)
      }
      before = rank
      parts.push(part)
    }
    return parts
  }

  /** A short move on one road, whose direction means nothing. */
  tellSlip(from: SnappedPlace, to: SnappedPlace): DrivenPart {
    const forward = 2 * from.edge
    const open = computeDuration(this.arrays, forward) > 0 ? forward : forward + 1
    const lengthDm = Math.abs(to.offsetDm - from.offsetDm)
    const drivenCs = Math.round((computeDuration(this.arrays, open) * lengthDm) / measureLength(this.arrays, from.edge))
    return { ...this.describe(open, from, to), drivenCs, lengthDm, points: [spot(from), spot(to)] }
  }

  private describe(directed: number, from: SnappedPlace | undefined, to: SnappedPlace | undefined): DrivenPart {
    const { arrays } = this
    const edge = directed >> 1
    const [beforeCs, beforeDm] = splitCost(from ? partCost(arrays, directed, from.offsetDm) : 0)
    const [untilCs, untilDm] = splitCost(to ? partCost(arrays, directed, to.offsetDm) : wholeCost(arrays, directed))
    return {
      name: this.nameOf(edge),
      ...this.readKind(edge),
      drivenCs: untilCs - beforeCs,
      turnCs: 0,
      lengthDm: untilDm - beforeDm,
      points: this.readLine(directed, from, to),
      meeting: [],
    }
  }

  private readKind(edge: number): Pick<DrivenPart, 'isMotorway' | 'isFerry' | 'isRoundabout'> {
    const flags = this.arrays.edgeFlags[edge] ?? 0
    return {
      isMotorway: (flags & EDGE_MOTORWAY) !== 0,
      isFerry: (flags & EDGE_FERRY) !== 0,
      isRoundabout: (flags & EDGE_ROUNDABOUT) !== 0,
    }
  }

  private readLine(directed: number, from: SnappedPlace | undefined, to: SnappedPlace | undefined): LinePoint[] {
    const points: LinePoint[] = []
    const add = (latE7: number, lngE7: number) => {
      const last = points.at(-1)
      if (last?.[0] !== latE7 || last[1] !== lngE7) points.push([latE7, lngE7])
    }
    const startDm = from ? partDm(this.arrays, directed, from.offsetDm) : -Infinity
    const endDm = to ? partDm(this.arrays, directed, to.offsetDm) : Infinity
    if (from) add(from.latE7, from.lngE7)
    addPart(this.arrays, this.shapes, directed, [startDm, endDm], add)
    if (to) add(to.latE7, to.lngE7)
    return points
  }

  /** Centiseconds of a turn from one state into the next: its arc costs the whole edge before it, too. */
  private turnCs(tail: number, head: number): number {
    const cost = originalArcCost(this.arrays, this.reader, tail, head)
    return cost === undefined ? 0 : splitCost(cost)[0] - computeDuration(this.arrays, getEdge(this.arrays, tail))
  }

  private listMeeting(tail: number, to: number, [junction]: readonly LinePoint[]): MeetingRoad[] {
    const { arrays } = this
    const back = getEdge(arrays, tail) ^ 1
    const leaving = new Set([to, back, ...(junction ? this.snapper.listLeaving(...junction) : [])])
    const roads = [...leaving].map((directed): MeetingRoad => {
      const { isMotorway, isRoundabout } = this.readKind(directed >> 1)
      return {
        degrees: this.leavingDegrees(directed),
        mayEnter: directed === to || this.mayEnter(tail, directed),
        role: directed === to ? 'to' : directed === back ? 'from' : 'other',
        name: this.nameOf(directed >> 1),
        isMotorway,
        isRoundabout,
      }
    })
    return roads.sort((road, other) => road.degrees - other.degrees)
  }

  private mayEnter(tail: number, directed: number): boolean {
    if (computeDuration(this.arrays, directed) <= 0) return false
    return listTargetRanks(this.arrays, directed).some(
      (head) => originalArcCost(this.arrays, this.reader, tail, head) !== undefined,
    )
  }

  private leavingDegrees(directed: number): number {
    return degreesAlong(this.readLine(directed, undefined, undefined))
  }
}

/** Compass degrees of a line's beginning, to its first point that is far enough for a kink at the kerb to change nothing. */
function degreesAlong([start, ...others]: readonly LinePoint[]): number {
  const last = others.at(-1)
  if (!start || !last) return 0
  const far = others.find((point) => distanceMetersE7(...start, ...point) >= BEARING_METERS)
  return bearingDegreesE7(...start, ...(far ?? last))
}

function spot({ latE7, lngE7 }: SnappedPlace): LinePoint {
  return [latE7, lngE7]
}
