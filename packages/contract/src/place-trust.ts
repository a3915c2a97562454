// When a geocoded place counts as certain, shared by all callers: import, stops, what-ifs, questions to recipients.

/** Score from which a completely matched place is certain. Less certain ones have at most 0.7 (address search of the service). */
export const SURE_SCORING = 0.75

/** Whether a place needs no review: completely matched, and with a sufficient score. A place without a score was entered by a person. */
export function isSurePlace({
  scoring = 1,
  partial_match: isPartial,
}: {
  scoring?: number | undefined
  partial_match?: boolean | undefined
}): boolean {
  return isPartial !== true && scoring >= SURE_SCORING
}
