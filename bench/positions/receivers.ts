// Positions of a phone or a tracker on a true day: off, missing, doubled and out of order, in batches as they are sent.
import type { Random } from '../../packages/roads/test/random.ts'
import { type Drive, metersBetween, type Place, type Second, shifted } from './drives.ts'

/** A position as the service takes it; what is absent was not told. */
export interface SentFix extends Place {
  recorded_at: string
  accuracy?: number
  speed?: number
}

export interface Receiver {
  name: string
  /** A phone keeps a position every 10 s under way and every 60 s at rest, a tracker one every so many seconds. */
  everySeconds: number | 'phone'
  /** Standard deviation to the north and to the east. Half of its square changes slowly, half from one position to the next. */
  noiseMeters: number
  accuracy: 'true' | 'absent' | 'always 5'
  speed: 'true' | 'absent'
  trouble: readonly Trouble[]
}

export type Trouble =
  | ('canyons' | 'tunnels' | 'gaps' | 'duplicates' | 'disorder')
  | ('single jumps' | 'jumps in runs' | 'every tenth 300 m off' | 'two in a row 30 km off')

export interface Received {
  batches: SentFix[][]
  /** Moments of the positions that a jump made. */
  wrong: Set<string>
}

const SLOW_SECONDS = 40
const BATCH_SECONDS = 30

export function receive(drive: Drive, receiver: Receiver, random: Random): Received {
  const lost = listLost(drive, receiver, random)
  const canyons = receiver.trouble.includes('canyons') ? spans(drive, 6, 120, 180, random) : []
  const wander = createWander(receiver.noiseMeters, random)
  const isPhone = receiver.everySeconds === 'phone'
  const wrong = new Set<string>()
  const jumps = createJumps(receiver.trouble, random)
  const fixes: SentFix[] = []
  let last: { fix: SentFix; at: number } | undefined
  for (const [index, second] of drive.seconds.entries()) {
    const noise = wander()
    if (isWithin(lost, index)) continue
    const seen = see(second, receiver, isWithin(canyons, index) ? { ...noise, meters: noise.meters * 3 + 30 } : noise)
    const waited = last ? (second.at - last.at) / 1_000 : Number.POSITIVE_INFINITY
    const isDue = isPhone
      ? waited >= 10 && (waited >= 60 || second.phoneMetersPerSecond > 0.8 || metersBetween(seen, last!.fix) > 25)
      : waited >= Number(receiver.everySeconds)
    if (!isDue) continue
    const fix = jumps(seen)
    if (fix !== seen) wrong.add(fix.recorded_at)
    last = { fix: seen, at: second.at }
    fixes.push({ ...fix, ...tell(second, receiver, isWithin(canyons, index), random) })
  }
  return { batches: sendInBatches(fixes, receiver.trouble, random), wrong }
}

interface Noise {
  meters: number
  direction: number
}

function see(second: Second, { everySeconds }: Receiver, { meters, direction }: Noise): SentFix {
  const place = shifted(everySeconds === 'phone' ? second.phone : second.van, meters, direction)
  return { ...place, recorded_at: new Date(second.at).toISOString() }
}

function tell(second: Second, receiver: Receiver, isInCanyon: boolean, random: Random): Partial<SentFix> {
  const { everySeconds, noiseMeters, accuracy, speed } = receiver
  const truth = everySeconds === 'phone' ? second.phoneMetersPerSecond : second.metersPerSecond
  const radius = (isInCanyon ? 2.5 : 1.5) * noiseMeters * (0.8 + 0.4 * random.next())
  return {
    ...(accuracy === 'absent' ? {} : { accuracy: accuracy === 'true' ? radius : 5 }),
    ...(speed === 'absent' ? {} : { speed: truth === 0 ? 0 : Math.max(0, truth + 0.4 * normal(random)) }),
  }
}

/** Noise second by second: a slow part (Gauss and Markov) and a quick one. */
function createWander(noiseMeters: number, random: Random): () => Noise {
  const part = noiseMeters * Math.SQRT1_2
  const keep = Math.exp(-1 / SLOW_SECONDS)
  const draw = () => part * normal(random)
  let [north, east] = [draw(), draw()]
  return () => {
    const fresh = Math.sqrt(1 - keep * keep)
    north = keep * north + fresh * draw()
    east = keep * east + fresh * draw()
    const [up, right] = [north + draw(), east + draw()]
    return { meters: Math.hypot(up, right), direction: Math.atan2(up, right) }
  }
}

function createJumps(trouble: readonly Trouble[], random: Random): (fix: SentFix) => SentFix {
  let [count, left] = [0, 0]
  let target: ((fix: SentFix) => Place) | undefined
  const away = (meters: number) => {
    const direction = random.next() * 2 * Math.PI
    return (fix: SentFix) => shifted(fix, meters, direction)
  }
  const targets = () =>
    random.pick([
      away(300 + random.next() * 700),
      away(2_000 + random.next() * 8_000),
      away(600_000),
      () => ({ lat: 0, lng: 0 }),
    ])
  return (fix) => {
    count += 1
    if (left === 0) {
      target = undefined
      if (trouble.includes('every tenth 300 m off') && count % 10 === 0) [left, target] = [1, away(300)]
      if (trouble.includes('two in a row 30 km off') && count % 50 === 0) [left, target] = [2, away(30_000)]
      if (trouble.includes('single jumps') && random.chance(0.03)) [left, target] = [1, targets()]
      if (trouble.includes('jumps in runs') && random.chance(0.01)) [left, target] = [2 + random.below(5), targets()]
    }
    if (left === 0 || !target) return fix
    left -= 1
    return { ...fix, ...target(fix) }
  }
}

/** Seconds at which nothing is recorded. */
function listLost(drive: Drive, { trouble }: Receiver, random: Random): [number, number][] {
  return [
    ...(trouble.includes('tunnels') ? spans(drive, 5, 40, 120, random) : []),
    ...(trouble.includes('gaps') ? spans(drive, 2, 300, 600, random) : []),
  ]
}

function spans({ seconds }: Drive, count: number, least: number, more: number, random: Random): [number, number][] {
  return Array.from({ length: count }, () => {
    const begin = random.below(seconds.length)
    return [begin, begin + least + random.below(more)]
  })
}

function isWithin(all: readonly [number, number][], index: number): boolean {
  return all.some(([begin, end]) => index >= begin && index < end)
}

function sendInBatches(fixes: readonly SentFix[], trouble: readonly Trouble[], random: Random): SentFix[][] {
  const doubled = trouble.includes('duplicates')
    ? fixes.flatMap((fix) => (random.chance(0.1) ? [fix, fix] : [fix]))
    : fixes
  const byTime = Map.groupBy(doubled, ({ recorded_at }) => Math.floor(Date.parse(recorded_at) / 1_000 / BATCH_SECONDS))
  const batches = [...byTime.values()]
  if (!trouble.includes('disorder')) return batches
  // Each batch is turned around, and one of ten comes after its follower.
  const turned = batches.map((batch) => batch.toReversed())
  for (let at = 0; at + 1 < turned.length; at++) {
    if (random.chance(0.1)) [turned[at], turned[at + 1]] = [turned[at + 1]!, turned[at]!]
  }
  return turned
}

/** Normally distributed with deviation 1 (Box and Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
