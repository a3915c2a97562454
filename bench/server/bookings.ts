// The worth of promises: thousands of bookings, one after the other, by customers who choose from the offers; offered by
// cost against taken as they come. `npm run bench -- bookings`; the offers are those of the interface (`trySlots`), asked in this process.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PastDays } from '../../apps/server/src/annexes/slots/insertion/past-days.ts'
import { listCustomers, makeSeller, type Offer, type Seller, seedRandom, shuffled } from './booking-model.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Bookings that are asked for with each way of offering, at least. */
    bookings: { type: 'string' },
    /** Which instances of Solomon, by the beginning of their names. */
    only: { type: 'string', default: '' },
    /** Customers who take the first window that suits them; the others the one that they like most. */
    follow: { type: 'string', default: '1' },
    /** Share of the windows that suits a customer. */
    suits: { type: 'string', default: '0.4' },
    /** Ruin-and-recreate steps of an optimization of a day. */
    iterations: { type: 'string', default: '1000' },
    /** Each day is optimized again when bookings may have made it so much worse; 0 never. */
    reoptimize: { type: 'string', default: '0.05' },
    /** Every so-manieth booking is compared with its cost on a day that is optimized in full without it and with it. */
    sample: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    /** Whether quotes know how days of the seller ended before; `none` tells what the stop adds to the day as it is. */
    past: { type: 'string', default: 'trained' },
  },
  strict: false,
})
const number = (name: keyof typeof options) => Number(options[name])
const shared = process.env.ROUTEWRIGHT_SHARED ?? join(import.meta.dirname, '../../../shared')
const search = { iterations: number('iterations'), reoptimizeShare: number('reoptimize') }
const wanted = options.bookings ? number('bookings') : options.quick ? 200 : 10_000

type Way = 'by cost' | 'as they come'
type Customers = ReturnType<typeof listCustomers>

interface Sold {
  booked: number
  refused: number
  broken: number
  /** Metres of all days, after each was optimized once more in full. */
  meters: number
  /** Metres of all days as they were booked. */
  bookedMeters: number
  /** Ratio for each day: the sum of its quotes over the day's cost once it is optimized in full. */
  quoted: number[]
  /** Ratio for some bookings: the quote over what they add to a day that is optimized in full without them and with them. */
  added: number[]
  /** Ratio for the same bookings: what they add to the day as it stands, over that. */
  addedNow: number[]
  seconds: number
}

const folder = join(shared, 'benchmarks/vrptw/solomon')
const files = readdirSync(folder).filter(
  (file) => /\.txt$/i.test(file) && file.toLowerCase().startsWith(String(options.only).toLowerCase()),
)
const sold: Record<Way, Sold> = { 'by cost': none(), 'as they come': none() }
const pasts = new Map<string, PastDays>()
let rounds = 0
for (let asked = 0; asked < wanted; rounds++) {
  const file = files[rounds % files.length]!
  const seed = number('seed') + Math.floor(rounds / files.length)
  const instance = readFileSync(join(folder, file), 'utf8')
  const customers = listCustomers(instance, seedRandom(`${file} ${seed} customers`), wanted - asked)
  for (const way of ['by cost', 'as they come'] as const) await sell(way, instance, customers, `${file} ${seed}`)
  asked += customers.length
}
report()

function none(): Sold {
  return {
    booked: 0,
    refused: 0,
    broken: 0,
    meters: 0,
    bookedMeters: 0,
    quoted: [],
    added: [],
    addedNow: [],
    seconds: 0,
  }
}

/** Each customer in turn gets the offers that fit, and takes a suitable one, if there is one. */
async function sell(way: Way, text: string, customers: Customers, name: string): Promise<void> {
  const into = sold[way]
  const past = options.past === 'none' ? undefined : await readPast(way, text, name)
  const seller = await makeSeller(text, { ...search, past })
  const started = performance.now()
  for (const customer of customers) {
    const chosen = await choose(way, seller, customer, name)
    if (chosen && into.booked % number('sample') === Math.floor(number('sample') / 2)) {
      const full = await seller.fullCost(customer, chosen)
      if (full > 0) into.added.push(chosen.cost / full)
      if (full > 0) into.addedNow.push(chosen.insertion.addedCost / full)
    }
    if (chosen) await seller.book(customer, chosen)
    into[chosen ? 'booked' : 'refused'] += 1
  }
  into.seconds += (performance.now() - started) / 1000
  await settle(seller, into)
}

/** The same customer likes the same windows, whichever way they are offered. */
async function choose(way: Way, seller: Seller, customer: Customers[number], name: string): Promise<Offer | undefined> {
  const random = seedRandom(`${name} ${customer.label} taste`)
  const suits = new Map(seller.slotIds.map((id) => [id, random() < number('suits')]))
  const liked = shuffled(seller.slotIds, random)
  const follows = random() < number('follow')
  const offers = (await seller.offer(customer)).filter(({ id }) => suits.get(id))
  return way === 'by cost' && follows ? offers[0] : firstLiked(liked, offers)
}

/** How three other days of the seller ended, sold in the same way with other seeds: customers in another order, with other tastes. */
async function readPast(way: Way, text: string, name: string): Promise<PastDays> {
  const key = `${way} ${name.split(' ')[0]}`
  const known = pasts.get(key)
  if (known) return known
  const training = `${name} training`
  const seller = await makeSeller(text, search)
  for (const customer of listCustomers(text, seedRandom(`${training} customers`), Number.POSITIVE_INFINITY)) {
    const chosen = await choose(way, seller, customer, training)
    if (chosen) await seller.book(customer, chosen)
  }
  const past = await seller.asPast()
  pasts.set(key, past)
  return past
}

function firstLiked(liked: readonly string[], offers: readonly Offer[]): Offer | undefined {
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  return liked.flatMap((id) => byId.get(id) ?? [])[0]
}

async function settle(seller: Seller, into: Sold): Promise<void> {
  for (const day of await seller.settle()) {
    into.broken += day.broken
    into.meters += day.optimizedMeters
    into.bookedMeters += day.meters
    if (day.optimizedCost > 0) into.quoted.push(day.quotedCost / day.optimizedCost)
  }
}

function report(): void {
  console.log(
    `${rounds} rounds on ${Math.min(rounds, files.length)} instances of Solomon; ${JSON.stringify({ ...options })}`,
  )
  for (const [way, one] of Object.entries(sold)) {
    const { booked, refused, broken, meters, bookedMeters, quoted, added, addedNow, seconds } = one
    console.log(
      [
        `${way}: ${booked} booked, ${refused} not (${percent(booked / (booked + refused))} accepted), ${broken} promises broken`,
        `${km(bookedMeters)} as booked, ${km(meters)} once each day is optimized in full; ${((1000 * seconds) / (booked + refused)).toFixed(1)} ms a customer`,
        `quote of one booking against what it adds to the day optimized in full: ${spread(added)}`,
        `what one booking adds to the day as it is against the same: ${spread(addedNow)}`,
        `all quotes of a day against the day optimized in full: ${spread(quoted)}`,
      ].join('\n  '),
    )
  }
  const [cost, come] = [sold['by cost'], sold['as they come']]
  const each = (sold: Sold, meters: number) => meters / Math.max(1, sold.booked)
  console.log(
    `saved by offering by cost, km for each booking: ${percent(1 - each(cost, cost.meters) / each(come, come.meters))} once optimized, ` +
      `${percent(1 - each(cost, cost.bookedMeters) / each(come, come.bookedMeters))} as booked`,
  )
}

/** How far ratios are from 1. */
function spread(ratios: readonly number[]): string {
  const order = ratios.toSorted((a, b) => a - b)
  const at = (share: number) => percent((order[Math.floor(order.length * share)] ?? 1) - 1)
  return `median ${at(0.5)}, quarters ${at(0.25)} and ${at(0.75)} (${order.length})`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function km(meters: number): string {
  return `${Math.round(meters / 1000)} km`
}
