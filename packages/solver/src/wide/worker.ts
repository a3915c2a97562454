/** A thread of a wide search: builds the problem of a part, works on it, and returns its routes. */
import { parentPort, workerData } from 'node:worker_threads'
import { getModel } from '../answer/explain.ts'
import { type FlatRoutes, flatten, routeAt } from '../parallel/messages.ts'
import { Annealer } from '../search/anneal.ts'
import { annealSettings } from '../search/anneal-settings.ts'
import { runLeg } from '../search/run.ts'
import type { Solution } from '../solution.ts'
import { assemble, begin, dropShortRoutes, prepareNeighbours } from '../solve.ts'
import { entryAt } from './entry-at.ts'
import type { PartOrder, PartReport, WideSetup } from './messages.ts'
import { type Part, takePart } from './part.ts'

const setup: WideSetup = workerData

parentPort?.on('message', (order: PartOrder) => {
  parentPort?.postMessage(runOrder(order))
})

function runOrder(order: PartOrder): PartReport {
  const startedAt = performance.now()
  const routes = Array.from(order.vehicles, (_, index) => routeAt(order, index))
  const part = takePart(setup.problem, { vehicles: order.vehicles, routes, absent: order.absent }, setup.rank)
  switch (order.task) {
    case 'construct':
      return construct(order, part, startedAt)
    case 'anneal':
      return anneal(order, part, startedAt)
    case 'finish':
      return finish(order, part)
  }
}

function construct(order: PartOrder, part: Part, startedAt: number): PartReport {
  const annealer = prepareAnnealer(order, part)
  const builtMilliseconds = performance.now() - startedAt
  begin(
    annealer,
    part.routes.map((route) => Array.from(route)),
  )
  const nothingServed = annealer.model.dropCost.reduce((sum, cost) => sum + cost, 0)
  return reportSearch(part, annealer, { givenCost: nothingServed, builtMilliseconds, searchedMilliseconds: 0 })
}

function anneal(order: PartOrder, part: Part, startedAt: number): PartReport {
  const annealer = prepareAnnealer(order, part)
  annealer.kernel.load(
    part.vehicles.map((_, v) => v),
    part.routes,
    part.absent,
  )
  const givenCost = annealer.kernel.cost
  // Unused vehicles have come to where stops were left out.
  if (annealer.kernel.absentCount > 0) annealer.construct()
  annealer.start()
  const leg = annealer.legCost()
  const beganAt = performance.now()
  const builtMilliseconds = beganAt - startedAt
  runLeg(annealer, {
    hot: leg * order.hot,
    cold: leg * order.cold,
    coolings: 1,
    fromFraction: order.fromFraction,
    toFraction: order.toFraction,
    iterations: order.iterations,
    clock: () => performance.now(),
    milliseconds: order.milliseconds - builtMilliseconds,
    cancel: setup.cancel,
  })
  const searchedMilliseconds = performance.now() - beganAt
  return reportSearch(part, annealer, { givenCost, builtMilliseconds, searchedMilliseconds })
}

function prepareAnnealer(order: PartOrder, part: Part): Annealer {
  const model = getModel(part.problem)
  return new Annealer(model, prepareNeighbours(model), order.seed, annealSettings(model))
}

type Measures = Pick<PartReport, 'givenCost' | 'builtMilliseconds' | 'searchedMilliseconds'>

function reportSearch(part: Part, annealer: Annealer, measures: Measures): PartReport {
  return {
    current: collect(part, (visit) => annealer.readCurrent(visit)),
    best: collect(part, (visit) => annealer.readBest(visit)),
    currentCost: annealer.currentCost,
    bestCost: annealer.bestCost,
    iterations: annealer.iterations,
    ...measures,
    finished: undefined,
  }
}

function collect(part: Part, read: (visit: (v: number, elements: Int32Array) => void) => void): FlatRoutes {
  const vehicles: number[] = []
  const routes: Int32Array[] = []
  read((v, elements) => {
    vehicles.push(entryAt(part.vehicles, v))
    routes.push(elements.map((stop) => (stop < 0 ? stop : entryAt(part.stops, stop))))
  })
  return flatten(vehicles, routes)
}

function finish(order: PartOrder, part: Part): PartReport {
  const model = getModel(part.problem)
  const routes = model.features.isLean ? part.routes : dropShortRoutes(model, prepareAnnealer(order, part), part.routes)
  const solution = assemble(part.problem, model, routes)
  return {
    current: order,
    best: order,
    givenCost: solution.totalCost,
    currentCost: solution.totalCost,
    bestCost: solution.totalCost,
    iterations: 0,
    builtMilliseconds: 0,
    searchedMilliseconds: 0,
    finished: toWholeNumbers(part, solution),
  }
}

/** Replaces the numbers of the part by those of the whole problem, in place. */
function toWholeNumbers(
  { stops, vehicles, locations }: Part,
  solution: Solution,
): Pick<Solution, 'routes' | 'unassigned'> {
  const findStop = (stop: number | null): number | null => (stop === null ? null : entryAt(stops, stop))
  for (const route of solution.routes) {
    route.vehicle = entryAt(vehicles, route.vehicle)
    route.stops = route.stops.map((stop) => entryAt(stops, stop))
    for (const step of route.steps) {
      step.stop = findStop(step.stop)
      if (step.location !== null) step.location = entryAt(locations, step.location)
    }
    for (const violation of route.violations) {
      violation.stop = findStop(violation.stop)
      violation.vehicle = entryAt(vehicles, violation.vehicle)
    }
  }
  for (const entry of solution.unassigned) entry.stop = entryAt(stops, entry.stop)
  return { routes: solution.routes, unassigned: solution.unassigned }
}
