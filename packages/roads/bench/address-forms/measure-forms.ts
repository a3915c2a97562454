// How many addresses are found within 30 m, by country and by the way they are written.

import type { AddressIndex } from '../../src/addresses/address-index.ts'
import { type AddressHit, searchAddresses } from '../../src/addresses/search-addresses.ts'
import { distanceMetersE7 } from '../../src/foundation/geo.ts'
import type { Random } from '../../test/random.ts'
import type { KnownAddress } from './make-towns.ts'
import { type Kind, kinds, writeAddress } from './write-address.ts'

export interface FormsResult {
  country: string
  /** Share found of each kind; undefined when nothing is written so. */
  found: Record<Kind, number | undefined>
  /** Invented addresses whose best hit claims to be the place. */
  claimed: string[]
  invented: number
  /** Hits that are right, that programs accept as sure, and that are both; invented addresses count among the sure ones only. */
  trust: { right: number; sure: number; both: number }
  misses: { kind: Kind; text: string; hit: string }[]
}

const HIT_METERS = 30
/** A hit above this score that is not partial claims to be the place. */
const CLAIM_SCORE = 0.6
/** Programs accept a hit from this score, see place-trust.ts of the contract. */
const SURE_SCORE = 0.75

/** Measures a list of addresses of one country. `cpuMs` collects the time of every search. */
export function measureForms(
  index: AddressIndex,
  addresses: readonly KnownAddress[],
  samplesOfKind: number,
  random: Random,
  cpuMs: number[],
): FormsResult {
  const found = {} as FormsResult['found']
  const misses: FormsResult['misses'] = []
  const trust = { right: 0, sure: 0, both: 0 }
  const [{ country }] = addresses as [KnownAddress]
  for (const kind of Object.keys(kinds) as Kind[]) {
    let hits = 0
    let asked = 0
    for (let tries = 0; asked < samplesOfKind && tries < 4 * samplesOfKind; tries++) {
      const known = random.pick(addresses)
      const text = writeAddress(known, kind, random)
      if (text === undefined) continue
      asked++
      const [best] = timed(cpuMs, () => searchAddresses(index, { text }))
      const isRight = best !== undefined && metersTo(best, known) <= HIT_METERS
      count(trust, best, isRight)
      if (isRight) hits++
      else misses.push({ kind, text: `${text}  <  ${known.street} ${known.number}`, hit: describeHit(best) })
    }
    found[kind] = asked === 0 ? undefined : hits / asked
  }
  const invented = inventAddresses(addresses, samplesOfKind, random)
  const claimed = invented.flatMap((text) => {
    const [best] = searchAddresses(index, { text })
    count(trust, best, false)
    return best && best.score > CLAIM_SCORE ? [`${text}  >  ${describeHit(best)}`] : []
  })
  return { country: country.name, found, claimed, invented: invented.length, trust, misses }
}

function count(trust: FormsResult['trust'], hit: AddressHit | undefined, isRight: boolean): void {
  const isSure = hit !== undefined && !hit.isPartial && hit.score >= SURE_SCORE
  trust.right += Number(isRight)
  trust.sure += Number(isSure)
  trust.both += Number(isRight && isSure)
}

const NONSENSE = ['Zyrkomantel', 'Quobbelfax', 'Plumpaquatsch', 'Wexliprando', 'Fumberdinck', 'Xantippolar']

/** Streets that do not exist, in the country's form, and numbers far beyond the last of a street. */
function inventAddresses(addresses: readonly KnownAddress[], count: number, random: Random): string[] {
  return Array.from({ length: count }, (_, at) => {
    const known = random.pick(addresses)
    // For a street with two names, either will do.
    const [name] = known.street.split(' - ') as [string]
    const street = name.replace(/\p{L}{4,}/u, (word) => random.pick(NONSENSE) + word.slice(-4).toLowerCase())
    const number = String(90_000 + random.below(9_000))
    const change = at % 2 === 0 && street !== name ? { street } : { number }
    return writeAddress({ ...known, ...change }, 'clean', random)!
  })
}

function timed<T>(cpuMs: number[], work: () => T): T {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  cpuMs.push((user + system) / 1000)
  return result
}

function metersTo(hit: AddressHit, { lat, lng }: KnownAddress): number {
  const e7 = (degrees: number) => Math.round(degrees * 1e7)
  return distanceMetersE7(e7(hit.lat), e7(hit.lng), e7(lat), e7(lng))
}

function describeHit(hit: AddressHit | undefined): string {
  return hit ? `${hit.street} ${hit.houseNumber}, ${hit.postcode} ${hit.city} (${hit.score})` : 'nothing'
}
