/** Detects which rules a problem uses, so that the search can skip the others. */
import { computeRange, type Matrix } from '../matrix.ts'
import { type Features, type Model, unlimited, unreachableTravel } from './model.ts'

/** The model without its features, which are detected from it. */
export type PlainModel = Omit<Model, 'features'>

/** Features of a compiled problem. O(nodes²), to find unreachable legs. */
export function detectFeatures(model: PlainModel): Features {
  const hasShipments = model.shipmentDelivery.length > 0
  // Linked stops get windows from one another.
  const hasOpenings = model.opensSeconds.some(isPositive) || model.links.length > 0
  const features = {
    hasWindows: hasShipments || hasOpenings || model.closesSeconds.some(isLimited) || model.shiftEnd.some(isLimited),
    hasDuration:
      model.costPerSecond.some(isPositive) ||
      model.maxSeconds.some(isLimited) ||
      model.timeSpanCoefficient > 0 ||
      model.balanceTimeWeight > 0,
    hasWaitLimit: isLimited(model.maxWaitSeconds) && hasOpenings,
    hasShipments,
    hasClusters: model.clusterFrom.length > 1,
    hasReloads: model.reloadNode.some(isSet),
    hasUnreachable: model.seconds.some(hasUnreachable),
    hasSpan: model.timeSpanCoefficient > 0 || model.distanceSpanCoefficient > 0,
    hasMinima: model.minSeconds.some(isPositive) || model.minMeters.some(isPositive),
    hasCollected: model.collected.some(isPositive),
    hasHours: model.hours.some((hours) => hours !== undefined),
  }
  return { isLean: !isRich(model, features), ...features }
}

/** Whether some rule cannot be checked at an insertion point in constant time. */
function isRich(model: PlainModel, features: Omit<Features, 'isLean'>): boolean {
  return (
    features.hasCollected ||
    features.hasHours ||
    features.hasUnreachable ||
    features.hasSpan ||
    features.hasMinima ||
    features.hasReloads ||
    features.hasClusters ||
    model.apartClass.length > 0 ||
    model.links.length > 0 ||
    (features.hasShipments && !hasPlainPairs(model)) ||
    model.setupSeconds.length > 0 ||
    model.windowOpens.length > model.stopCount ||
    model.breakDuration.length > 0 ||
    model.drivingRules.some((rules) => rules !== undefined) ||
    model.batteries.some((battery) => battery !== undefined) ||
    model.latePenalty.some(isSet) ||
    model.maxRideSeconds.some(isLimited) ||
    model.releaseSeconds.some(isPositive) ||
    model.departureSeconds.some(isSet) ||
    model.pinnedTo.some(isSet) ||
    model.isLocked.some(isPositive) ||
    model.aboard.some(isPositive) ||
    model.balanceStopsWeight > 0 ||
    model.balanceTimeWeight > 0 ||
    model.compactnessWeight > 0 ||
    model.slackPrice > 0 ||
    model.costByVehicle.length > 0
  )
}

/** Whether shipments are pairs of one delivery and a pickup that receives nothing itself, and every stop must be served. */
function hasPlainPairs({
  stopCount,
  shipmentFrom,
  pickupOf,
  isRequired,
  delivered,
  loadDimensions,
}: PlainModel): boolean {
  for (let stop = 0; stop < stopCount; stop++) {
    if (isRequired[stop] === 0) return false
    const deliveries = shipmentFrom[stop + 1]! - shipmentFrom[stop]!
    const receives = () => delivered.subarray(stop * loadDimensions, (stop + 1) * loadDimensions).some(isPositive)
    if (deliveries > 1 || (deliveries === 1 && (pickupOf[stop]! >= 0 || receives()))) return false
  }
  return true
}

function hasUnreachable(seconds: Matrix): boolean {
  return seconds instanceof Int32Array && computeRange(seconds).most >= unreachableTravel
}

const isPositive = (value: number): boolean => value > 0
const isLimited = (value: number): boolean => value < unlimited
const isSet = (value: number): boolean => value >= 0
