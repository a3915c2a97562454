/** Room for a break that the plan does not contain: shares of drivers, converted to seconds added to the margin. */
import { type Break, type Problem, type Vehicle, wholeRoomShare } from '../problem.ts'
import type { Model } from './model.ts'

/** Steps of room per vehicle. Throws a RangeError that names the entry that breaks the rules of `Break.takenShares`. */
export function compileRoom({ vehicles, options }: Problem): Pick<Model, 'roomFrom' | 'roomSince' | 'roomSeconds'> {
  vehicles.forEach(validateShares)
  const isPriced = (options.slack?.pricePerSecond ?? 0) > 0
  const roomFrom = new Int32Array(vehicles.length + 1)
  const since: number[] = []
  const seconds: number[] = []
  vehicles.forEach(({ breaks = [] }, v) => {
    const [pause] = breaks
    for (const [fromSeconds, share] of (isPriced && pause?.takenShares) || []) {
      since.push(fromSeconds)
      seconds.push(pause!.durationSeconds * Math.min(1, share / wholeRoomShare))
    }
    roomFrom[v + 1] = since.length
  })
  return { roomFrom, roomSince: Int32Array.from(since), roomSeconds: Float64Array.from(seconds) }
}

function validateShares({ breaks = [], drivingRules }: Vehicle, v: number): void {
  breaks.forEach((pause, k) => {
    if (!pause.takenShares) return
    const name = `problem.vehicles[${v}].breaks[${k}].takenShares`
    if (breaks.length > 1)
      throw new RangeError(`${name} is there for one of ${breaks.length} breaks: only for the one break of a vehicle`)
    if (drivingRules) throw new RangeError(`${name} is there beside drivingRules: only for a vehicle without them`)
    validateSteps(pause, name)
  })
}

function validateSteps({ takenShares = [], earliestSeconds }: Break, name: string): void {
  takenShares.forEach(([fromSeconds, share], step) => {
    const [beforeSeconds, beforeShare] = takenShares[step - 1] ?? [earliestSeconds - 1, 0]
    if (!(Number.isInteger(fromSeconds) && fromSeconds > beforeSeconds))
      throw new RangeError(`${name}[${step}] begins at ${fromSeconds}: a whole second behind ${beforeSeconds}`)
    if (!(share >= beforeShare && share <= 1))
      throw new RangeError(
        `${name}[${step}] has a share of ${share}: from ${beforeShare}, which is the one before, to 1`,
      )
  })
}
