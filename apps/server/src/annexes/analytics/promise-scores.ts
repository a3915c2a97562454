// How windows of arrival that recipients were told came out, by what told them, hour, stops ahead and driver.
import type { PromiseScores, QueryOf } from '@routewright/contract'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { whoDrove } from '../../planning/drivers/who-drove.ts'
import type { Span } from './analytics.sql.ts'
import { by, type PromiseSums, STOPS_AHEAD, selectPromiseSums } from './promise-scores.sql.ts'

export type PromiseQuery = QueryOf<'getPromiseScores'>
type Scores = PromiseScores['total']

/** Returns the scores over the plans of the span. */
export async function readPromiseScores(scope: Scope, span: Span): Promise<PromiseScores> {
  const sums = await selectPromiseSums(scope, span)
  const of = (bits: number) => sums.filter(({ groups }) => groups === bits)
  return {
    total: getScores(of(by.total)),
    means: of(by.means).map((entry) => ({ told_by: entry.told_by!, ...getScores([entry]) })),
    rules: of(by.rules).map((entry) => ({
      ...(entry.share !== null && { share: entry.share }),
      ...getScores([entry]),
    })),
    hours: of(by.hours).map((entry) => ({ hour: entry.hour!, ...getScores([entry]) })),
    stops_ahead: of(by.steps).map((entry) => ({ ...getStep(entry.step), ...getScores([entry]) })),
    drivers: await ofDrivers(scope, of(by.routes)),
  }
}

function getStep(step: number | null) {
  if (step === null || step < 0) return {}
  const next = STOPS_AHEAD[step + 1]
  return { from: STOPS_AHEAD[step]!, ...withoutUndefined({ to: next === undefined ? undefined : next - 1 }) }
}

async function ofDrivers(scope: Scope, routes: readonly PromiseSums[]): Promise<PromiseScores['drivers']> {
  const { driverIdOf, names } = await whoDrove(scope, routes)
  return [...Map.groupBy(routes, driverIdOf)]
    .map(([id, own]) => ({ ...(id && { driver_id: id, label: names.get(id) ?? '' }), ...getScores(own) }))
    .sort((a, b) => b.promises - a.promises || ((a.driver_id ?? '') < (b.driver_id ?? '') ? -1 : 1))
}

function getScores(sums: readonly PromiseSums[]): Scores {
  const total = (of: (one: PromiseSums) => number) => sums.reduce((sum, other) => sum + of(other), 0)
  const promises = total((entry) => entry.promises)
  const missed = total(({ early, late }) => early + late)
  return {
    promises,
    kept: total(({ kept }) => kept),
    early: total(({ early }) => early),
    late: total(({ late }) => late),
    ...(promises > 0 && { width: Math.round(total((entry) => entry.promises * entry.width) / promises) }),
    ...(missed > 0 && { off: Math.round(total((entry) => (entry.early + entry.late) * (entry.off ?? 0)) / missed) }),
  }
}
