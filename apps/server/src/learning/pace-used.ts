// Paces in numbers that plans use.

/** Nobody is planned slower or quicker than by these factors. */
export const [QUICKEST, SLOWEST] = [0.5, 2]
/** Paces are told in fiftieths, so that drivers who are alike are one kind to the optimizer. */
const STEPS = 50

/** The factor on the work at stops that plans use for a learned or fixed pace. */
export function paceUsed(factor: number): number {
  return Math.round(Math.min(SLOWEST, Math.max(QUICKEST, factor)) * STEPS) / STEPS
}
