// Moments on phones whose clocks jump and drift, that sleep, start anew and are offline for hours: against the true time, which the phone never sees.
import { expect, test } from 'vitest'
import { type Anchor, addAnchor, type Mark, type Moment, tellMoment, tellNext, tellServerTime } from './moments.ts'

const days = 500
const minute = 60_000
const hour = 60 * minute
const dayStart = Date.UTC(2026, 2, 2, 6)

interface Told extends Moment {
  truth: number
  /**
   * True when its page ran from the response before it until the one after it, or from the response before it to the event
   * without a change of the clock.
   */
  ranThrough: boolean
  /** Not before what was done before it, and not in the future. */
  isInOrder: boolean
}

/** History of the phone at the time of the event, or of the response. */
interface Past {
  session: string
  naps: number
  clockChanges: number
}

interface Done extends Past {
  mark: Mark
  truth: number
  /** Number of responses so far. */
  answers: number
}

/** A phone in one day. Whatever happens to it is drawn; what it knows is what the app's clock knows. */
class Phone {
  readonly told: Told[] = []
  private readonly next: () => number
  private truth = dayStart
  private wallOffset = 0
  private readonly wallDrift: number
  private session = 0
  private steady = 0
  private readonly steadyDrift: number
  private isOnline = true
  private anchors: Anchor[] = []
  private naps = 0
  private clockChanges = 0
  private answers: Past[] = []
  private queue: Done[] = []
  private last: Moment | undefined
  private readonly sleeps: boolean

  constructor(seed: number) {
    this.next = randomNumbers(seed + 1)
    const drift = () => (this.next() - 0.5) * 2e-4
    this.wallDrift = drift()
    this.steadyDrift = drift()
    this.sleeps = this.next() < 0.3
    if (this.next() < 0.3) this.setClock()
  }

  live(): Told[] {
    while (this.truth < dayStart + 10 * hour) {
      this.pass(this.next() * 4 * minute)
      this.happen(this.next())
      if (this.isOnline) this.send()
    }
    this.isOnline = true
    this.send()
    return this.told
  }

  private happen(luck: number): void {
    if (luck < 0.5)
      this.queue.push({ ...this.past(), mark: this.mark(), truth: this.truth, answers: this.answers.length })
    else if (luck < 0.56) this.isOnline = !this.isOnline
    else if (luck < 0.6) this.setClock()
    else if (luck < 0.62) this.open()
    else if (luck < 0.63) this.restart()
    else if (luck < 0.68 && this.sleeps) this.sleep()
    else if (luck < 0.69 && !this.isOnline) this.pass(this.next() * 3 * hour)
    else if (this.isOnline) this.ask()
  }

  private pass(milliseconds: number): void {
    this.truth += milliseconds
    this.steady += milliseconds * (1 + this.steadyDrift)
    this.wallOffset += milliseconds * this.wallDrift
  }

  private setClock(): void {
    const hours = [-24, -3, -1, -0.2, 0, 0, 0, 0.1, 1, 3, 24]
    this.clockChanges += 1
    this.wallOffset = hours[Math.floor(this.next() * hours.length)]! * hour + (this.next() - 0.5) * 4_000
  }

  private sleep(): void {
    const steady = this.steady
    this.pass(this.next() * 40 * minute)
    this.steady = steady
    this.naps += 1
  }

  private open(): void {
    this.session += 1
    this.steady = this.next() * 5_000
  }

  private restart(): void {
    this.pass(this.next() * 5 * minute)
    this.setClock()
    this.open()
  }

  private mark(): Mark {
    return { session: `${this.session}`, steady: this.steady, wall: this.truth + this.wallOffset }
  }

  private past(): Past {
    return { session: `${this.session}`, naps: this.naps, clockChanges: this.clockChanges }
  }

  private ranThrough(done: Done): boolean {
    const isNear = (past: Past | undefined) => past?.session === done.session && past.naps === done.naps
    const before = this.answers.slice(0, done.answers).findLast(({ session }) => session === done.session)
    const after = this.answers.slice(done.answers).find(({ session }) => session === done.session)
    const isUnset = (past: Past | undefined) => isNear(past) && past?.clockChanges === done.clockChanges
    return (isNear(before) && isNear(after)) || isUnset(before) || isUnset(after)
  }

  private ask(): void {
    const asked = this.mark()
    const there = 50 + this.next() * 1_500
    this.pass(there)
    const server = this.truth
    this.pass(50 + this.next() * 1_500)
    const now = this.mark()
    const within = (now.steady - asked.steady) / 2
    this.anchors = addAnchor(this.anchors, { ...now, server: server + within, within })
    this.answers.push(this.past())
  }

  private send(): void {
    for (const [index, done] of this.queue.entries()) {
      const { mark, truth } = done
      if (tellServerTime(this.mark(), this.anchors) === undefined) this.ask()
      const latest = tellServerTime(this.mark(), this.anchors)!
      const later = this.queue.slice(index + 1).map((item) => item.mark)
      const next = tellNext(later, this.anchors)
      const moment = tellMoment(mark, this.anchors, { previous: this.last, next, latest })
      const isInOrder = moment.at >= (this.last?.at ?? 0) && moment.at <= this.truth && latest <= this.truth
      this.told.push({ ...moment, truth, isInOrder, ranThrough: this.ranThrough(done) })
      this.last = moment
    }
    this.queue = []
  }
}

test(`${days} days: right within 5 s where the page ran through, within what is told otherwise, always in order`, () => {
  const count = { all: 0, ranThrough: 0, others: 0 }
  const faults: string[] = []
  for (let seed = 0; seed < days; seed++) {
    for (const { at, within, truth, ranThrough, isInOrder } of new Phone(seed).live()) {
      const off = Math.abs(at - truth)
      const isRight = isInOrder && off <= within + 1 && (off <= 5_000 || !ranThrough)
      if (!isRight) faults.push(`day ${seed}, ${new Date(truth).toISOString()}: ${off} ms off, told within ${within}`)
      count.all += 1
      count[ranThrough ? 'ranThrough' : 'others'] += 1
    }
  }
  expect(faults).toEqual([])
  expect(count.all).toBeGreaterThan(20_000)
  expect(count.ranThrough).toBeGreaterThan(10_000)
  expect(count.others).toBeGreaterThan(500)
})

test('a clock that was wrong while it was done and right before and after does not count', () => {
  const start = Date.UTC(2026, 2, 2, 8)
  const anchor = (seconds: number) => ({
    session: 'page',
    steady: seconds * 1_000,
    wall: start + seconds * 1_000,
    server: start + seconds * 1_000,
    within: 100,
  })
  const mark = { session: 'page', steady: 600_000, wall: start - 3 * hour + 600_000 }
  const known = [anchor(0), anchor(1_200)]
  const told = tellMoment(mark, known, { latest: start + 1_200_000 })
  expect(told.at).toBe(start + 600_000)
  expect(told.within).toBeLessThan(5_000)
})

test('what was done a minute before the first answer of its page is told a minute before it, though the clock ran hours ahead', () => {
  const done: Mark = { session: 'page', steady: 0, wall: dayStart + 3 * hour }
  const answered = { session: 'page', steady: minute, wall: dayStart + minute, server: dayStart + minute, within: 50 }
  const { at } = tellMoment(done, [answered], { latest: dayStart + hour })
  expect(Math.abs(at - dayStart)).toBeLessThanOrEqual(100)
})

test('of each session the first and the latest answers are kept', () => {
  const anchors = Array.from({ length: 40 }, (_, at) => ({
    session: at < 20 ? 'page' : 'worker',
    steady: at,
    wall: at,
    server: at,
    within: 0,
  })).reduce<Anchor[]>(addAnchor, [])
  expect(anchors.map(({ steady }) => steady)).toEqual([0, 15, 16, 17, 18, 19, 20, 35, 36, 37, 38, 39])
})

test('the latest eight sessions are remembered', () => {
  const anchors = Array.from({ length: 10 }, (_, at) => ({
    session: `page ${at}`,
    steady: at,
    wall: at,
    server: at,
    within: 0,
  })).reduce<Anchor[]>(addAnchor, [])
  expect(anchors.map(({ session }) => session)).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((at) => `page ${at}`))
})

/** Numbers from 0 to 1, the same for the same seed (Lehmer, 1951). */
function randomNumbers(seed: number): () => number {
  let state = (seed * 7_919) % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
