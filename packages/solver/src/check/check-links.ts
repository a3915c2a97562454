/** The checker's rule on stops that are done before others begin, by the times of the steps alone. */
import type { Solution, Step } from '../solution.ts'
import { type NoteFinding, roundingSeconds } from './check-report.ts'
import type { CheckedProblem } from './check-travel.ts'

/** Notes served stops that begin before one of their predecessors is done, too soon or too long after it, or without it. */
export function listLinkFindings({ stops }: CheckedProblem, { routes }: Solution, note: NoteFinding): void {
  if (stops.every(({ after }) => after === undefined)) return
  const served = new Map<number, { step: Step; vehicle: number }>()
  for (const { vehicle, steps } of routes) {
    for (const step of steps) if (step.kind === 'stop' && step.stop !== null) served.set(step.stop, { step, vehicle })
  }
  stops.forEach(({ after = [] }, stop) => {
    const own = served.get(stop)
    if (!own) return
    for (const { stop: other, leastSeconds = 0, mostSeconds = Number.POSITIVE_INFINITY } of after) {
      const before = served.get(other)
      if (!before) {
        note('after', own.vehicle, stop, 1, `stop ${stop} is served, but not stop ${other}, which comes before it`)
        continue
      }
      const gap = own.step.startSeconds - before.step.departureSeconds
      const amount = gap < leastSeconds ? leastSeconds - gap : gap - mostSeconds
      if (amount > roundingSeconds) {
        const limits = gap < leastSeconds ? `${leastSeconds} s at least` : `${mostSeconds} s at most`
        note('after', own.vehicle, stop, amount, `stop ${stop} begins ${gap} s after stop ${other} ends, not ${limits}`)
      }
    }
  })
}
