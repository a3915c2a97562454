// How much of a plan stays when one stop comes or goes and the plan is optimized anew: by the price for a stop that changes its van, with the present
// plan as the beginning or without it, and for another seed. `npm run bench -- stability`, with `--quick` a fifth of it.
import { type Problem, priceWithoutWishes, type Solution, solve, withKeptVehicles } from '@routewright/solver'
import { makeRichDay } from '../../packages/solver/bench/rich-day.ts'

const days = process.argv.includes('--quick') ? 2 : 10
const stopCount = 100
const vans = 10
const iterations = 20_000

/** One way to optimize anew. `seconds`: what a kept van is worth. */
interface Way {
  name: string
  seconds: number
  begins: boolean
  change: 'come' | 'gone' | 'none'
}
const prices = [0, 300, 1_200]
const changes = ['come', 'gone', 'none'] as const
const ways = changes.flatMap((change) =>
  [false, true].flatMap((begins) =>
    prices.map((seconds): Way => {
      return { change, begins, seconds, name: `${change}, ${begins ? 'from the plan' : 'from nothing'}, ${seconds} s` }
    }),
  ),
)

interface Sums {
  vans: number
  orders: number
  cost: number
}
const sums = new Map<string, Sums>(ways.map(({ name }) => [name, { vans: 0, orders: 0, cost: 0 }]))
for (let day = 0; day < days; day++) runDay(day)
print(
  'change, beginning, price of another van | stops that keep their van | and who comes before | costs of the cheapest',
)
for (const { name } of ways) {
  const { vans: kept, orders, cost } = sums.get(name)!
  print(`${name} | ${percent(kept)} | ${percent(orders)} | ${percent(cost)}`)
}

function runDay(day: number): void {
  const whole = makeRichDay(stopCount + 1, vans, 'plain', 100 + day)
  const fewer = (count: number): Problem => ({ ...whole, stops: whole.stops.slice(0, count) })
  const planned = { come: fewer(stopCount), gone: whole, none: fewer(stopCount) }
  const after = { come: whole, gone: fewer(stopCount), none: fewer(stopCount) }
  for (const change of changes) {
    const before = solve(planned[change], { seed: 1, iterations }).solution
    const own = ways.filter((way) => way.change === change)
    const found = own.map((way) => planAnew(after[change], before, way))
    const least = Math.min(...found.map(({ totalCost }) => totalCost))
    for (const [index, way] of own.entries()) add(way, before, found[index]!, found[index]!.totalCost / least)
  }
}

function planAnew(problem: Problem, before: Solution, { seconds, begins }: Way): Solution {
  const orders = before.routes.map(({ stops }) => stops.filter((stop) => stop < problem.stops.length))
  const present = problem.stops.map((_, stop): number | undefined => {
    const at = orders.findIndex((order) => order.includes(stop))
    return at < 0 ? undefined : at
  })
  const wished = withKeptVehicles(problem, present, seconds)
  const { solution } = solve(wished, { seed: 2, iterations, ...(begins && { initial: orders }) })
  return priceWithoutWishes(problem, wished, solution)
}

function add({ name }: Way, before: Solution, found: Solution, cost: number): void {
  const was = collectPlaces(before)
  const is = collectPlaces(found)
  const common = [...was.keys()].filter((stop) => is.has(stop))
  const share = (isKept: (stop: number) => boolean) => common.filter(isKept).length / common.length / days
  const own = sums.get(name)!
  const keepsVan = (stop: number) => is.get(stop)!.van === was.get(stop)!.van
  own.vans += share(keepsVan)
  own.orders += share((stop) => keepsVan(stop) && is.get(stop)!.before === was.get(stop)!.before)
  own.cost += cost / days
}

/** Place by stop: its van and the stop before it. */
function collectPlaces({ routes }: Solution): Map<number, { van: number; before: number | undefined }> {
  return new Map(
    routes.flatMap(({ vehicle, stops }) =>
      stops.map((stop, at) => [stop, { van: vehicle, before: stops[at - 1] }] as const),
    ),
  )
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
