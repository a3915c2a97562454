/**
 * Requirements of the driving rules on one route before any break is placed: sums from each gap on, and whether a break can be due at all.
 */
import type { CompiledRules } from '../model/compile-rules.ts'
import type { Model } from '../model/model.ts'
import { RouteSchedule } from './route-schedule.ts'

/** The route being scheduled. */
export interface Course {
  v: number
  sequence: ArrayLike<number>
  length: number
  rules: CompiledRules
  isStrict: boolean
  /** Number of breaks by clock taken before the route. */
  skipped: number
  /** Sums of the legs and of the work from a gap on, including the leg of the gap; infinite when travel times depend on the hour. */
  drivingFrom: Float64Array
  workFrom: Float64Array
  /** Seconds of breaks that the day must contain. */
  totalNeeded: number
}

/** `RouteSchedule` with the sums of one route. */
export abstract class LawfulCourse extends RouteSchedule {
  private readonly drivingFrom: Float64Array
  private readonly workFrom: Float64Array

  constructor(model: Model, longest: number) {
    super(model, longest)
    const size = model.drivingRules.some((rules) => rules !== undefined) ? longest + 3 : 0
    this.drivingFrom = new Float64Array(size)
    this.workFrom = new Float64Array(size)
  }

  protected measureCourse(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    rules: CompiledRules,
  ): Omit<Course, 'isStrict' | 'skipped'> {
    const { model, node, drivingFrom, workFrom } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const byHour = this.legTimes[model.classOf[v]!] !== undefined
    drivingFrom[length + 1] = workFrom[length + 1] = byHour ? Number.POSITIVE_INFINITY : 0
    let work = 0
    for (let gap = length; gap >= 0; gap--) {
      const from = gap === 0 ? model.startNode[v]! : node[gap - 1]!
      const leg = seconds[from * model.nodeCount + node[gap]!]!
      const stay = gap === length ? 0 : this.stayAt(v, sequence[gap]!, gap)
      drivingFrom[gap] = drivingFrom[gap + 1]! + leg
      workFrom[gap] = workFrom[gap + 1]! + leg + stay
      work += leg + stay
    }
    let totalNeeded = 0
    for (const total of rules.totals) {
      if (work + total.spentSeconds > total.overWorkSeconds) totalNeeded = Math.max(totalNeeded, total.totalSeconds)
    }
    return { v, sequence, length, rules, drivingFrom, workFrom, totalNeeded }
  }

  /** Whether every window is met when no break is taken. */
  protected isInTime({ v, sequence, length }: Course, open: number): boolean {
    const { model, node } = this
    const seconds = model.seconds[model.classOf[v]!]!
    let time = open
    let from = model.startNode[v]!
    for (let e = 0; e < length; e++) {
      time += seconds[from * model.nodeCount + node[e]!]!
      from = node[e]!
      if (sequence[e]! < model.stopCount) {
        time = this.serviceStart(sequence[e]!, time)
        if (time < 0) return false
      }
      time += this.stayAt(v, sequence[e]!, e)
    }
    return time + seconds[from * model.nodeCount + node[length]!]! <= model.shiftEnd[v]! + this.slack
  }

  /** Whether the rules require no break at all, however the route is driven. */
  protected isFreeOfBreaks({ v, rules, drivingFrom, workFrom, totalNeeded }: Course): boolean {
    if (totalNeeded > 0 || this.model.breakFrom[v + 1]! > this.model.breakFrom[v]!) return false
    return rules.breaks.every(({ counts, spentSeconds, afterSeconds }) => {
      return spentSeconds + (counts === 'driving' ? drivingFrom[0]! : workFrom[0]!) <= afterSeconds
    })
  }

  protected stayAt(v: number, element: number, e: number): number {
    return element < this.model.stopCount
      ? this.model.serviceSeconds[this.model.classOf[v]!]![element]! + this.setupAt(v, element, e)
      : this.reloadStay(v, e)
  }
}
