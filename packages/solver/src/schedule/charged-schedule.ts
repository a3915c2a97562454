/**
 * Times of routes whose vehicles charge while they reload, or on the way. First, each reload takes as long as the next trip needs charging.
 * Reloads are then shortened by what the vehicle charges during breaks and waits at the depot, and instead of waiting at a later stop.
 */
import { canCharge } from '../model/compile-battery.ts'
import { firstCharge, type Model } from '../model/model.ts'
import { LawfulSchedule } from './lawful-schedule.ts'
import { RouteEnergy, type Spare } from './route-energy.ts'

/** Like `LawfulSchedule`, with reloads and charging places that take as long as they charge. Vehicles without a battery are unaffected. */
export abstract class ChargedSchedule extends LawfulSchedule {
  protected readonly energy: RouteEnergy | undefined
  /** Whether the battery did not suffice in the last evaluation. */
  protected isShort = false

  constructor(model: Model, longest: number) {
    super(model, longest)
    this.energy = model.batteries.some((battery) => battery !== undefined) ? new RouteEnergy(model, longest) : undefined
  }

  /** Checks the battery and sets how long reloads take. Returns false when a strict evaluation finds too little energy. */
  protected measureEnergy(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    load: Int32Array,
    isStrict: boolean,
  ): boolean {
    this.stays = undefined
    const { energy } = this
    const battery = this.model.batteries[v]
    if (!energy || !battery) return true
    energy.measure(v, sequence, length, this.node, load)
    this.isShort = energy.missingWh > 0
    if (this.isShort && !this.broken('battery', energy.missingAt, energy.missingWh, isStrict)) return false
    if (canCharge(battery)) this.stays = energy.stays
    return true
  }

  /** Schedules by `place`, which returns the cost. Tries again with shorter reloads when the first schedule allows them and they pay. */
  protected placeCharged(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    isStrict: boolean,
    place: (isStrict: boolean) => number,
  ): number {
    const energy = this.energy!
    if (!energy.isAnyLonger || energy.missingWh > 0) return place(isStrict)
    const { report } = this
    this.report = null
    let cost = place(false)
    let kept = energy.stays.slice(0, length)
    for (let round = 0; round < mostRounds && energy.isAnyLonger; round++) {
      const pauses = Array.from(kept, (_, e) => (sequence[e]! < this.model.stopCount ? 0 : this.pausesAt(v, e)))
      this.passEarliest(v, sequence, length)
      energy.shorten(v, sequence, length, (e) => this.spareAt(v, sequence, length, e, pauses[e]!))
      if (isSame(energy.stays, kept)) break
      const excess = this.excess
      const end = this.endSeconds
      const next = place(false)
      const isEnough = energy.isEnough(v, sequence, length, (e) => this.secondsAt(v, sequence[e]!, e))
      const isBetter =
        this.excess < excess || (this.excess === excess && (next < cost || (next === cost && this.endSeconds < end)))
      if (!isEnough || !isBetter) break
      kept = energy.stays.slice(0, length)
      cost = next
    }
    energy.stays.set(kept)
    this.report = report
    return place(isStrict)
  }

  /**
   * Recomputes the earliest times: the start had been moved as late as possible and had used up the waits. Routes with breaks are
   * unchanged.
   */
  private passEarliest(v: number, sequence: ArrayLike<number>, length: number): void {
    if (!this.hasBreaks(v)) this.forwardTimes(v, sequence, length, this.opening(v, length), false)
  }

  private hasBreaks(v: number): boolean {
    const { breakFrom, drivingRules } = this.model
    return breakFrom[v + 1]! > breakFrom[v]! || drivingRules[v] !== undefined
  }

  /** Time in which reload e may charge beyond its own duration: no more of the free time than the reloads after it need. */
  private spareAt(v: number, sequence: ArrayLike<number>, length: number, e: number, pauseSeconds: number): Spare {
    const { stopCount, reloadSeconds } = this.model
    let wished = 0
    for (let next = e + 1; next < length; next++) {
      const element = sequence[next]!
      if (element >= stopCount) wished += this.stays![next]! - (element < firstCharge ? reloadSeconds[v]! : 0)
    }
    // Leave a charging place on the way as soon as the rest can be driven: others need it.
    if (wished <= 0 || sequence[e]! >= firstCharge) return { pauseSeconds, freeSeconds: 0 }
    const free = this.begin[e]! - this.arrival[e]! + this.freeBehind(v, sequence, length, e)
    return { pauseSeconds, freeSeconds: Math.min(wished, Math.floor(free)) }
  }

  /** Seconds of charging at element e in the last schedule: waits count at a reload, but not at a charging place. */
  private secondsAt(v: number, element: number, e: number): number {
    const from = element < firstCharge ? this.arrival[e]! : this.begin[e]!
    return this.departure[e]! - from + this.pausesAt(v, e)
  }

  /** Price of the energy charged on the way in the last schedule. */
  protected sumCharged(v: number, sequence: ArrayLike<number>, length: number): number {
    const { model, energy } = this
    if (!this.hasCharging(sequence, length)) return 0
    let sum = 0
    energy!.isEnough(
      v,
      sequence,
      length,
      (e) => this.secondsAt(v, sequence[e]!, e),
      (e, wh) => {
        if (sequence[e]! >= firstCharge) sum += wh * model.chargingPrice[sequence[e]! - firstCharge]!
      },
    )
    return sum
  }

  /** Whether the route charges on the way. */
  private hasCharging(sequence: ArrayLike<number>, length: number): boolean {
    if (this.model.chargingNode.length === 0) return false
    for (let e = 0; e < length; e++) if (sequence[e]! >= firstCharge) return true
    return false
  }

  /**
   * Whether a point is free at each charging place for as long as the vehicle is there. With a break next to the charging, all the time
   * from leaving the place before to reaching the next one counts, which is more than needed.
   */
  protected hasPlugs(v: number, sequence: ArrayLike<number>, length: number): boolean {
    for (let e = 0; e < length; e++) {
      if (sequence[e]! < firstCharge) continue
      const slots = this.slotsOf(sequence[e]!)
      if (!slots) continue
      const hasPause = this.pausesAt(v, e) > 0
      const from = hasPause ? (e > 0 ? this.departure[e - 1]! : this.startSeconds) : this.begin[e]!
      const to = hasPause ? (e + 1 < length ? this.arrival[e + 1]! : this.endSeconds) : this.departure[e]!
      if (!slots.some(([opens, closes]) => opens <= from + this.slack && to <= closes + this.slack)) return false
    }
    return true
  }

  private pausesAt(v: number, e: number): number {
    if (this.pauses.length > 0) {
      const isHere = ({ gap, place }: { gap: number; place: string }): boolean =>
        (gap === e && place === 'after') || (gap === e + 1 && place === 'before')
      return this.pauses.reduce((sum, pause) => sum + (isHere(pause) ? pause.seconds : 0), 0)
    }
    // Vehicles without breaks would read the results of an earlier evaluation.
    if (this.model.breakFrom[v + 1] === this.model.breakFrom[v] || this.model.drivingRules[v] !== undefined) return 0
    return this.sumBreaks(v, this.breaksAfter[e]!) + this.sumBreaks(v, this.breaksBefore[e + 1]!)
  }

  private sumBreaks(v: number, set: number): number {
    let sum = 0
    for (let b = 0; b < 31 && set >> b !== 0; b++) {
      if (((set >> b) & 1) === 1) sum += this.model.breakDuration[this.model.breakFrom[v]! + b]!
    }
    return sum
  }

  /** Seconds by which leaving reload e can be delayed without reaching the next reload later; 0 when breaks would have to move. */
  private freeBehind(v: number, sequence: ArrayLike<number>, length: number, e: number): number {
    const { model, node } = this
    if (this.hasBreaks(v)) return 0
    let next = e + 1
    while (next < length && sequence[next]! < model.stopCount) next++
    if (next >= length) return 0
    const seconds = model.seconds[model.classOf[v]!]!
    const legTimes = this.legTimes[model.classOf[v]!]
    let time = this.arrival[next]!
    for (let at = next - 1; at >= e; at--) {
      if (legTimes) time = legTimes.latestDeparture(node[at]!, node[at + 1]!, time)
      else time -= seconds[node[at]! * model.nodeCount + node[at + 1]!]!
      if (at === e) break
      const stop = sequence[at]!
      const latest = time - model.serviceSeconds[model.classOf[v]!]![stop]!
      time = this.late[at]! > 0 ? Math.min(latest, this.begin[at]!) : this.latestBegin(stop, latest)
    }
    return Math.max(0, Math.floor(time - this.departure[e]!))
  }
}

/** Most rounds: each lets a schedule shorten the reloads after it, and later rounds hardly ever help. */
const mostRounds = 4

function isSame(stays: Int32Array, kept: Int32Array): boolean {
  return kept.every((stay, e) => stays[e] === stay)
}
