// The windows that are tried where nobody says which: two hours each, over the hours that vehicles work.
type TimeWindow = [number, number]

const hour = 3_600
const lengthSeconds = 2 * hour
/** From eight to six, while no vehicle says when it works. */
const usualHours: TimeWindow = [8 * hour, 18 * hour]
const dayHours = 24

/** From the first start to the last end of these working hours, by whole hours; the last window may reach beyond the end. */
export function windowsOver(workingHours: readonly (readonly [number, number] | null | undefined)[]): TimeWindow[] {
  const known = workingHours.flatMap((window) => (window ? [window] : []))
  const spans = known.length > 0 ? known : [usualHours]
  const first = Math.max(0, Math.floor(Math.min(...spans.map(([from]) => from)) / hour))
  const last = Math.min(dayHours, Math.ceil(Math.max(...spans.map(([, to]) => to)) / hour))
  const windows: TimeWindow[] = []
  for (let at = first * hour; at < last * hour; at += lengthSeconds) windows.push([at, at + lengthSeconds])
  return windows
}
