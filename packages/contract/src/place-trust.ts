// When a geocoded place is taken for sure, for every door: import, stops, what-ifs, questions to recipients.

/** Trust from which on a place that was found whole is sure. What is less certain has 0.7 at most (address search of the service). */
export const SURE_SCORING = 0.75

/** Whether nobody need look at a place: found whole, and trusted. A place without scoring was given by somebody. */
export function isSurePlace({
  scoring = 1,
  partial_match: isPartial,
}: {
  scoring?: number | undefined
  partial_match?: boolean | undefined
}): boolean {
  return isPartial !== true && scoring >= SURE_SCORING
}
