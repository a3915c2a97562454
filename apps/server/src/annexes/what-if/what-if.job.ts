// Works off what is asked of days in the background, one question at a time, and keeps what was found until somebody throws it away.

import type { JsonObject } from '../../data/values.ts'
import type { WhatIfKind, WhatIfRow } from '../../data/what-if-table.ts'
import { beginWhatIf, noteWhatIf } from '../../data/what-ifs.sql.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import type { JobContext } from '../../frame/platform/jobs.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { TravelError } from '../../geography/travel/travel.ts'
import { SolveTimeout } from '../../optimizing/solving/thread-watch.ts'
import { replayDays } from './replay-days.ts'
import { replaySpreadsheet } from './replay-spreadsheet.ts'
import { type TrialRun, tryFleets } from './try-fleets.ts'

/** How often at most the row is told of the progress. */
const noteMilliseconds = 500
/** Attempts after which it fails permanently. */
const mostAttempts = 3
/** Longest time of one computation, well before the queue would take the job away and begin it anew. */
const mostMilliseconds = 3_600_000

/** Begins to work off what is asked. */
export function startWhatIfs(services: Services): Promise<void> {
  return services.jobs.work('what_if', {}, ({ organization_id, what_if_id }, context) =>
    answer(services, organization_id, what_if_id, context),
  )
}

const answers: Record<WhatIfKind, (row: WhatIfRow, run: TrialRun) => Promise<object>> = {
  fleet_sizes: tryFleets,
  replay: replayDays,
  spreadsheet: replaySpreadsheet,
}

async function answer(services: Services, organizationId: string, id: string, context: JobContext): Promise<void> {
  const inTransaction = <T>(work: (scope: Scope) => Promise<T>) =>
    transactAs(services, systemCaller(organizationId), work)
  const row = await inTransaction((scope) => beginWhatIf(scope, id))
  if (!row) return
  const fail = (reason: string) =>
    inTransaction((scope) => noteWhatIf(scope, row, { state: 'failed', reason, ...withoutRows(row) }))
  if (row.attempts > mostAttempts) {
    await fail(`it was given up after ${mostAttempts} attempts that did not come to an end`)
    return
  }
  const gone = new AbortController()
  const late = AbortSignal.timeout(mostMilliseconds)
  const signal = AbortSignal.any([context.signal, gone.signal, late])
  const onProgress = noteProgress(services, row, () => gone.abort())
  try {
    const found = await answers[row.kind](row, { services, inTransaction, signal, onProgress })
    const ready = { state: 'ready', percent: 100, found: found as JsonObject, ...withoutRows(row) } as const
    await inTransaction((scope) => noteWhatIf(scope, row, ready))
  } catch (error) {
    // Thrown away meanwhile: nobody waits for it.
    if (gone.signal.aborted) return
    const isStopping = context.signal.aborted || context.isStopping()
    const told = late.aborted ? new SolveTimeout(mostMilliseconds / 1_000) : error
    // A job that took too long would do so again, and others wait.
    const isTold = told instanceof ApiError || told instanceof TravelError || told instanceof SolveTimeout
    if (isStopping || (!isTold && row.attempts < mostAttempts)) throw error
    services.log.error({ err: error, what_if: id }, 'a what-if could not be answered')
    await fail(isTold ? told.message : 'an internal error')
  }
}

/** The rows of a spreadsheet, with addresses of people, are kept no longer than they are needed. */
function withoutRows({ asked: { rows, ...rest } }: WhatIfRow): { asked?: JsonObject } {
  return rows === undefined ? {} : { asked: rest }
}

/** Tells the row how far the search is, now and then, and hears by it whether somebody threw it away. */
function noteProgress(services: Services, row: WhatIfRow, onGone: () => void): (fraction: number) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (fraction) => {
    if (performance.now() - toldAt < noteMilliseconds) return
    toldAt = performance.now()
    const note = { percent: Math.min(99, Math.round(100 * fraction)) }
    void transactAs(services, systemCaller(row.organization_id), (scope) => noteWhatIf(scope, row, note)).then(
      (isOurs) => {
        if (!isOurs) onGone()
      },
      (error) => services.log.warn({ err: error, what_if: row.id }, 'could not tell the progress'),
    )
  }
}
