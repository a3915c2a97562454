/** A search thread: anneals its share of the plan for one leg, and returns it. */
import { parentPort, workerData } from 'node:worker_threads'
import { Annealer } from '../search/anneal.ts'
import { annealSettings } from '../search/anneal-settings.ts'
import { beginPopulation, childrenFor } from '../search/genetic/breed.ts'
import type { PopulationSearch } from '../search/genetic/population-search.ts'
import { runLeg } from '../search/run.ts'
import { type FlatRoutes, flatten, type LegOrder, type LegReport, routeAt, type WorkerSetup } from './messages.ts'

/** Time for a population's first plans, in legs. */
const firstLegs = 2

const setup = workerData as WorkerSetup
const annealer = new Annealer(setup.model, setup.neighbours, setup.seed, annealSettings(setup.model), setup.days)

parentPort!.on('message', (order: LegOrder) => {
  parentPort!.postMessage(runOrder(order))
})

let genetic: PopulationSearch | undefined

function runOrder(order: LegOrder): LegReport {
  return order.breeding !== 'none' && order.absent.length === 0 ? breed(order) : anneal(order)
}

function breed(order: LegOrder): LegReport {
  const startedAt = performance.now()
  genetic ??= beginPopulation(setup.model, setup.neighbours, setup.seed)
  const search = genetic
  const first = search.iterations
  if (order.breeding === 'together') {
    const routes: Int32Array[] = []
    order.vehicles.forEach((v, index) => {
      routes[v] = routeAt(order, index)
    })
    search.admit(routes)
  }
  search.run({
    iterations: childrenFor(setup.model, order.iterations),
    clock: () => performance.now(),
    deadlineMilliseconds: startedAt + order.milliseconds,
    cancel: setup.cancel,
    firstMilliseconds: order.milliseconds * firstLegs,
  })
  const best = collect((visit) => search.readBest(visit))
  const iterations = search.iterations - first
  return { current: best, best, bestCost: search.bestCost, currentCost: search.bestCost, iterations }
}

function anneal(order: LegOrder): LegReport {
  const first = annealer.iterations
  const startedAt = performance.now()
  const routes = Array.from(order.vehicles, (_, index) => routeAt(order, index))
  annealer.kernel.load(order.vehicles, routes, order.absent)
  annealer.days?.settle()
  annealer.start()
  runLeg(annealer, {
    hot: order.hot,
    cold: order.cold,
    coolings: order.coolings,
    fromFraction: order.fromFraction,
    toFraction: order.toFraction,
    iterations: order.iterations,
    clock: () => performance.now(),
    milliseconds: order.milliseconds - (performance.now() - startedAt),
    cancel: setup.cancel,
  })
  return {
    current: collect((visit) => annealer.readCurrent(visit)),
    best: collect((visit) => annealer.readBest(visit)),
    bestCost: annealer.bestCost,
    currentCost: annealer.currentCost,
    iterations: annealer.iterations - first,
  }
}

function collect(read: (visit: (v: number, elements: Int32Array) => void) => void): FlatRoutes {
  const vehicles: number[] = []
  const routes: Int32Array[] = []
  read((v, elements) => {
    vehicles.push(v)
    routes.push(elements)
  })
  return flatten(vehicles, routes)
}
