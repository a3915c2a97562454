// Paces in numbers that plans use.

/** Nobody is planned slower or quicker than by these factors. */
export const [QUICKEST, SLOWEST] = [0.5, 2]
/** Paces are told in fiftieths, so that drivers who are alike are one kind to the optimizer. */
const STEPS = 50
/** Driving in twentieths: every other speed is a matrix of its own. */
const DRIVING_STEPS = 20

/** The factor on the work at stops that plans use for a learned or fixed pace. */
export function paceUsed(factor: number): number {
  return Math.round(Math.min(SLOWEST, Math.max(QUICKEST, factor)) * STEPS) / STEPS
}

/** The factor on the time of ways that plans use for a learned or fixed pace of driving. */
export function drivingUsed(factor: number): number {
  return Math.round(Math.min(SLOWEST, Math.max(QUICKEST, factor)) * DRIVING_STEPS) / DRIVING_STEPS
}
