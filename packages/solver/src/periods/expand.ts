/** Expands work over several days for the optimizer: a visit for every day that may serve a stop, and the sets that the visits form. */
import type { VisitChoices } from '../model/visit-choices.ts'
import type { PeriodicProblem, Problem, Stop } from '../problem.ts'

/** One stop on one day. */
export interface Visit {
  readonly stop: number
  readonly day: number
}

/** A problem of visits: `visits[i]` is stop i of `problem`. */
export interface ExpandedProblem {
  readonly problem: Problem
  readonly visits: readonly Visit[]
  readonly days: VisitChoices
}

/** Throws a RangeError that names the field for days out of range, and for rules that bind several stops or are fixed to a vehicle. */
export function expandPeriods(periodic: PeriodicProblem): ExpandedProblem {
  validate(periodic)
  const { choices } = periodic
  const visits: Visit[] = []
  const memberFrom = new Int32Array(choices.length + 1)
  const setFrom = new Int32Array(choices.length + 1)
  const visitFrom = [0]
  const visit: number[] = []
  const price: number[] = []
  choices.forEach((sets, stop) => {
    const first = visits.length
    const days = [...new Set(sets.flat())].sort((a, b) => a - b)
    for (const day of days) visits.push({ stop, day })
    for (const set of sets) {
      visit.push(...set.map((day) => first + days.indexOf(day)))
      visitFrom.push(visit.length)
      price.push(priceSet(periodic, stop, set))
    }
    memberFrom[stop + 1] = visits.length
    setFrom[stop + 1] = price.length
  })
  return {
    problem: listVisits(periodic, visits),
    visits,
    days: {
      customerOf: Int32Array.from(visits, ({ stop }) => stop),
      memberFrom,
      member: Int32Array.from(visits.keys()),
      setFrom,
      visitFrom: Int32Array.from(visitFrom),
      visit: Int32Array.from(visit),
      price: Float64Array.from(price),
    },
  }
}

/** The visits as stops of an ordinary problem: each may be served only by vehicles of its day. */
export function listVisits(periodic: PeriodicProblem, visits: readonly Visit[]): Problem {
  const { problem, dayCount, dayOfVehicle } = periodic
  const vehiclesOf: number[][] = Array.from({ length: dayCount }, () => [])
  dayOfVehicle.forEach((day, vehicle) => {
    vehiclesOf[day]!.push(vehicle)
  })
  return {
    ...problem,
    stops: visits.map(({ stop, day }): Stop => {
      const { allowedVehicles, ...rest } = problem.stops[stop]!
      const ofDay = vehiclesOf[day]!
      return { ...rest, allowedVehicles: allowedVehicles ? ofDay.filter((v) => allowedVehicles.includes(v)) : ofDay }
    }),
  }
}

/** Days other than planned cost the price of a change, once per stop. */
function priceSet({ planned, changePrice }: PeriodicProblem, stop: number, set: readonly number[]): number {
  const before = planned?.[stop]
  if (!before || !changePrice) return 0
  return set.length === before.length && set.every((day) => before.includes(day)) ? 0 : changePrice
}

function validate({ problem, dayCount, dayOfVehicle, choices }: PeriodicProblem): void {
  const need = (isRight: boolean, message: string): void => {
    if (!isRight) throw new RangeError(message)
  }
  const isDay = (day: number): boolean => Number.isInteger(day) && day >= 0 && day < dayCount
  need(Number.isInteger(dayCount) && dayCount > 0, `dayCount ${dayCount} is not a number of days`)
  need(dayOfVehicle.length === problem.vehicles.length, 'dayOfVehicle has not one entry per vehicle')
  dayOfVehicle.forEach((day, v) => {
    need(isDay(day), `dayOfVehicle[${v}] ${day} is outside 0..${dayCount - 1}`)
  })
  need(choices.length === problem.stops.length, 'choices has not one entry per stop')
  choices.forEach((sets, stop) => {
    need(sets.length > 0 && sets.every((set) => set.length > 0), `choices[${stop}] has no days`)
    for (const set of sets) {
      need(set.every(isDay) && new Set(set).size === set.length, `choices[${stop}] [${set}] are not different days`)
    }
  })
  problem.stops.forEach(({ pickup, cluster, after = [] }, stop) => {
    need(
      pickup === undefined && cluster === undefined,
      `stops[${stop}]: pickup and cluster do not go over several days`,
    )
    need(after.length === 0, `stops[${stop}]: after does not go over several days`)
  })
  problem.chargingPlaces?.forEach(({ points, vehicles = [...problem.vehicles.keys()] }, place) => {
    const days = new Set(vehicles.map((vehicle) => dayOfVehicle[vehicle]))
    need(
      points === undefined || days.size < 2,
      `chargingPlaces[${place}]: points are those of a day, but its vehicles drive on ${days.size} days`,
    )
  })
  problem.vehicles.forEach(({ pinned, pinnedPrefix, isLocked }, v) => {
    need(!pinned?.length && !pinnedPrefix?.length && !isLocked, `vehicles[${v}]: pins do not go over several days`)
  })
}
