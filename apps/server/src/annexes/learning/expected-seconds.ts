// Expected duration of a new stop as learned, and for the case that no driver is known; undefined where the given duration is as
// good or learning is switched off.
import type { LearnedTimeRow } from '../../data/learned-time-table.ts'
import type { LearnedValue } from '../../data/values.ts'

export interface ExpectedStop {
  /** Customer as returned by `customerOf`. */
  customer: string | undefined
  type: string
  quantity: number
  /** Entered in the address book lately, and never visited. */
  isNew: boolean
  givenSeconds: number
}

/** Whole seconds. */
export interface ExpectedWork {
  /** Duration for an average driver, where paces are used. */
  seconds: number
  /** Duration for the people who usually come; undefined where it is the same. */
  anybodySeconds: number | undefined
}

/** Seconds are told in steps of these: more would say more than is known. */
const STEP = 10
const LEAST = 0.2
const MOST = 5

/** Finds learned times of stops among the rows of their project. */
export class ExpectedSeconds {
  private readonly found: Pick<LearnedValue, 'state' | 'helps_strangers'>
  private readonly customers: ReadonlyMap<string, LearnedTimeRow>
  private readonly general: readonly LearnedTimeRow[]

  constructor(found: Pick<LearnedValue, 'state' | 'helps_strangers'>, rows: readonly LearnedTimeRow[]) {
    this.found = found
    const isOfCustomer = ({ kind }: LearnedTimeRow) => kind === 'client' || kind === 'place'
    this.customers = new Map(rows.filter(isOfCustomer).map((row) => [row.subject, row]))
    this.general = rows.filter((row) => !isOfCustomer(row))
  }

  of(stop: ExpectedStop): ExpectedWork | undefined {
    const own = stop.customer === undefined ? undefined : this.customers.get(stop.customer)
    if (own && !own.is_off && own.fixed_seconds !== null) return asFor(own.fixed_seconds)
    if (own?.is_off || this.found.state !== 'learned') return undefined
    if (own && own.visits > 0) return this.isUsed(own, stop) ? this.ofKnown(stop, own) : undefined
    return this.found.helps_strangers ? asFor(this.seconds(stop, 1, stop.isNew)) : undefined
  }

  private ofKnown(stop: ExpectedStop, { factor, comers_factor }: LearnedTimeRow): ExpectedWork {
    const seconds = this.seconds(stop, factor, false)
    return asFor(seconds, this.seconds(stop, factor * (comers_factor ?? 1), false))
  }

  /** A default that was changed since is newer than what was learned. */
  private isUsed(own: LearnedTimeRow, { givenSeconds }: ExpectedStop): boolean {
    return own.is_better && own.given_seconds === givenSeconds
  }

  private seconds(stop: ExpectedStop, ownFactor: number, isFirst: boolean): number {
    const factor =
      this.factorOf('project', '') *
      this.factorOf('type', stop.type) *
      this.loadFactor(stop.quantity) *
      (isFirst ? this.factorOf('first', 'first') : 1) *
      ownFactor
    return Math.max(STEP, Math.round((stop.givenSeconds * Math.min(MOST, Math.max(LEAST, factor))) / STEP) * STEP)
  }

  private factorOf(kind: LearnedTimeRow['kind'], subject: string): number {
    return this.general.find((row) => row.kind === kind && row.subject === subject)?.factor ?? 1
  }

  private loadFactor(quantity: number): number {
    const bands = this.general.filter(({ kind, from_quantity }) => kind === 'load' && quantity >= (from_quantity ?? 0))
    return (
      bands.reduce<LearnedTimeRow | undefined>(
        (best, band) => (!best || band.from_quantity! > best.from_quantity! ? band : best),
        undefined,
      )?.factor ?? 1
    )
  }
}

function asFor(seconds: number, anybodySeconds = seconds): ExpectedWork {
  return { seconds, anybodySeconds: anybodySeconds === seconds ? undefined : anybodySeconds }
}
