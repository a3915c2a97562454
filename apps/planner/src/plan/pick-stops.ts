// Which stops are selected after a click: that one, one more or less, or a range from where the last click was.

/** Stops that are selected, and where a range begins. */
export interface PickedStops {
  stopIds: Iterable<string>
  anchorId?: string
}

/** Adds the stop to what is selected, or takes it out where it is there already. */
export function toggleStop(selected: ReadonlySet<string>, stopId: string): PickedStops {
  const others = new Set(selected)
  if (!others.delete(stopId)) others.add(stopId)
  return { stopIds: others, anchorId: stopId }
}

/** Adds everything between the anchor and the stop, as the view shows them; from the top where the anchor is not shown. */
export function extendRange(
  selected: ReadonlySet<string>,
  anchorId: string,
  stopId: string,
  shown: readonly string[],
): PickedStops {
  const [from, to] = [shown.indexOf(anchorId), shown.indexOf(stopId)].sort((a, b) => a - b) as [number, number]
  // The anchor may stand below a closed heading.
  return { stopIds: [...selected, ...shown.slice(Math.max(0, from), to + 1)], anchorId }
}
