// Cost of a turn from one edge into another, by its angle, the driving side, roundabouts and signals.

import { EDGE_ROUNDABOUT, headJunction, type RoadNetwork, turnDegrees } from './network.ts'
import { NODE_SIGNALS_BACKWARD, NODE_SIGNALS_FORWARD } from './raw-roads.ts'

/** Bends up to this angle cost nothing; the tabled seconds hold at 90° and grow in proportion to 135°. */
const FREE_DEGREES = 30
const MOST_DEGREES = 135

/** Number of edge ends at each junction. */
export function countEdgeEnds(network: RoadNetwork): Int32Array {
  const ends = new Int32Array(network.junctionCount)
  for (let edge = 0; edge < network.edgeCount; edge++) {
    ends[network.edgeFrom[edge]!]!++
    ends[network.edgeTo[edge]!]!++
  }
  return ends
}

/** Centiseconds for continuing from directed edge `from` to `to`, which begins where `from` ends. */
export function turnCostCs(network: RoadNetwork, edgeEnds: Int32Array, from: number, to: number): number {
  const seconds = network.profile.turnSeconds
  if (to === (from ^ 1)) return seconds.uTurn * 100
  const junction = headJunction(network, from)
  const signals = NODE_SIGNALS_FORWARD | NODE_SIGNALS_BACKWARD
  const signalCs = network.junctionFlags[junction]! & signals ? seconds.signals * 100 : 0
  // Where only two edges meet, the road just bends.
  if (edgeEnds[junction]! <= 2) return signalCs
  return signalCs + angleCostCs(network, from, to)
}

function angleCostCs(network: RoadNetwork, from: number, to: number): number {
  const seconds = network.profile.turnSeconds
  const isFromRoundabout = (network.edgeFlags[from >> 1]! & EDGE_ROUNDABOUT) !== 0
  const isToRoundabout = (network.edgeFlags[to >> 1]! & EDGE_ROUNDABOUT) !== 0
  if (isFromRoundabout) return 0
  if (isToRoundabout) return seconds.roundaboutEntry * 100
  const degrees = turnDegrees(network, from, to)
  const size = Math.min(Math.abs(degrees), MOST_DEGREES)
  if (size <= FREE_DEGREES) return 0
  const isNearSide = degrees > 0 !== network.drivesOnLeft
  const at90Cs = (isNearSide ? seconds.nearSide : seconds.farSide) * 100
  return Math.round((at90Cs * (size - FREE_DEGREES)) / (90 - FREE_DEGREES))
}
