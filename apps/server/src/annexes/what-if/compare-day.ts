// One day on both sides: as it was driven, and optimized anew for these vehicles.
import { type ReplayFigures, replayLimits } from '@routewright/contract'
import type { RouteRow } from '../../data/route-table.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { replayFigures } from './replay-figures.ts'
import { driveDay, planDay, requireSize, secondsOfSearch, type TrialDay } from './trial.ts'
import type { TrialRun } from './try-fleets.ts'

export interface ComparedDay {
  day: TrialDay
  /** Stops in the order in which they were driven; those of the day on none were left out. */
  before: readonly RouteWithStops[]
  /** Routes of the vehicles that would drive. */
  vehicles: readonly RouteRow[]
}

/** How a day is searched: seconds asked for, by the number of stops where nobody says; and how many days the question has. */
export interface ComparedSearch {
  seconds: number | undefined
  days: number
}

/** Throws TravelError, highway.trial.error.too_large; rejects when the signal ends it. */
export async function compareDay(
  { day, before, vehicles }: ComparedDay,
  { seconds, days }: ComparedSearch,
  run: Pick<TrialRun, 'services' | 'signal' | 'onProgress'>,
): Promise<{ before: ReplayFigures; after: ReplayFigures }> {
  requireSize('One of the days', day.stops.length, vehicles.length)
  const travel = run.services.travel.best
  const driven = await driveDay(before, day, travel)
  const planned = await planDay(run.services, day, vehicles, {
    seconds: secondsOfSearch(seconds, day.stops.length, replayLimits.seconds, days),
    isTimeChosen: seconds !== undefined,
    signal: run.signal,
    onProgress: run.onProgress,
  })
  const after = await driveDay(planned.routes, day, travel)
  const placed = new Set(before.flatMap(({ stops }) => stops.map(({ id }) => id)))
  const left = day.stops.filter(({ id }) => !placed.has(id))
  return {
    before: replayFigures(driven, left, day.deadlines),
    after: replayFigures(after, planned.left, day.deadlines),
  }
}
