// Shared rules of what-if computations: requested, shown, discarded, deleted.

import { requireReach } from '../../accounts/projects/projects.ts'
import { beginRecord } from '../../data/record-statements.ts'
import type { JsonObject } from '../../data/values.ts'
import type { WhatIfKind, WhatIfRow } from '../../data/what-if-table.ts'
import {
  countUnfinishedWhatIfs,
  findWhatIf,
  insertWhatIf,
  removeOldWhatIfs,
  removeWhatIf,
} from '../../data/what-ifs.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'

const keptMilliseconds = 7 * 86_400_000
/** Each takes minutes of a processor. */
const mostAtOnce = 5

const words: Record<WhatIfKind, string> = { fleet_sizes: 'fleet sizes', replay: 'replay', spreadsheet: 'replay' }

/** Takes the question and sends its job, in the caller's transaction. Throws highway.trial.error.too_many. */
export async function askWhatIf(
  scope: Scope,
  question: { kind: WhatIfKind; project_id: string; plan_id?: string; asked: JsonObject },
): Promise<WhatIfRow> {
  const { project_id, plan_id = null, ...rest } = question
  const count = await countUnfinishedWhatIfs(scope)
  if (count >= mostAtOnce) throw apiError('highway.trial.error.too_many', { count, limit: mostAtOnce })
  const row = await insertWhatIf(scope, {
    ...beginRecord(scope, project_id),
    ...rest,
    plan_id,
    expires_at: new Date(scope.now.getTime() + keptMilliseconds),
  })
  await scope.jobs.send(scope.tx, 'what_if', { organization_id: scope.organizationId, what_if_id: row.id })
  return row
}

/** One of these kinds. Throws 404 or 403. */
export async function getWhatIf(scope: Scope, kinds: readonly WhatIfKind[], id: string): Promise<WhatIfRow> {
  const row = await findWhatIf(scope, kinds, id)
  if (!row) throw notFound(words[kinds[0]!], id)
  requireReach(scope, row.project_id)
  return row
}

/** Throws it away; a search that runs ends when it hears of it. Throws 404 or 403. */
export async function discardWhatIf(scope: Scope, kinds: readonly WhatIfKind[], id: string): Promise<WhatIfRow> {
  const row = await getWhatIf(scope, kinds, id)
  await removeWhatIf(scope, row.id)
  return row
}

/** Common first fields of every record. */
export function whatIfHead(row: WhatIfRow) {
  return {
    id: row.id,
    organization_id: row.organization_id,
    project_id: row.project_id,
    state: row.state,
    percent: row.percent,
    expires_at: row.expires_at.toISOString(),
    ...(row.created_by && { created_by: row.created_by }),
    ...(row.reason && { reason: row.reason }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Forgets those whose time has passed. */
export async function cleanUpWhatIfs({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await removeOldWhatIfs(database.db, clock.now())
}
