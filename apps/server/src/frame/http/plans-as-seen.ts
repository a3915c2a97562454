// Makes a change wait for its plans to be as the caller saw them: X-If-Plan-Revision names each with its revision.
import type { FastifyRequest } from 'fastify'
import { apiError, invalidParameter, notFound } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'
import type { FrameStatements } from './statements.ts'

interface SeenPlan {
  id: string
  revision: number
}

export const planRevisionHeader = 'x-if-plan-revision'

/** The header for a call about these plans. */
export function headerOfSeenPlans(seen: readonly SeenPlan[]): Record<string, string> {
  if (seen.length === 0) return {}
  return { [planRevisionHeader]: seen.map(({ id, revision }) => `${id}:${revision}`).join(',') }
}

/**
 * Runs the rules of a change after locking the plans that the caller named, and only if none of them was changed since. Throws
 * highway.plan.error.changed_meanwhile, and 404 for a missing plan.
 */
export function ifPlansAreAsSeen<T>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { lockPlans }: Pick<FrameStatements, 'lockPlans'>,
  work: (scope: Scope) => Promise<T>,
): (scope: Scope) => Promise<T> {
  const seen = readSeenPlans(headers[planRevisionHeader])
  if (seen.length === 0) return work
  return async (scope) => {
    const ids = seen.map(({ id }) => id)
    const rows = new Map((await lockPlans(scope, ids)).map((row) => [row.id, row]))
    for (const { id, revision } of seen) {
      const row = rows.get(id)
      if (!row) throw notFound('plan', id)
      if (row.revision === revision) continue
      const at = `revision ${row.revision}`
      const how = ` (the call is about revision ${revision})`
      throw apiError('highway.plan.error.changed_meanwhile', { what: `Plan ${id}`, who: 'another call', at, how })
    }
    return await work(scope)
  }
}

/** Reads `<plan id>:<revision>`, several with commas between. */
function readSeenPlans(header: string | string[] | undefined): SeenPlan[] {
  if (header === undefined) return []
  const parts = [header].flat().join(',').split(',')
  return parts.map((part) => {
    const [, id, revision] = /^\s*([0-9a-f]{24}):(\d{1,15})\s*$/.exec(part) ?? []
    if (!id) throw invalidParameter('X-If-Plan-Revision', 'must be the id of a plan, a colon and its revision')
    return { id, revision: Number(revision) }
  })
}
