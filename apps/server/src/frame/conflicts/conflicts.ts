// Compares what the caller saw with the present state: nothing is overwritten silently, and the refusal says who changed what.
import { apiError } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'
import { findLatestChange, findLatestSetting } from './conflicts.sql.ts'

/** A record that somebody wants to change. */
export interface SeenRecord {
  id: string
  updated_at: Date
  plan_id: string | null
  /** "Stop 12 Smith", as people know it. */
  what: string
}

/**
 * Throws highway.plan.error.changed_meanwhile when a record is not as the caller saw it. `seen` holds `updated_at` by id;
 * records that it does not name are not looked at.
 */
export async function requireAsSeen(
  scope: Scope,
  records: readonly SeenRecord[],
  seen: Readonly<Record<string, string>> | undefined,
): Promise<void> {
  for (const record of records) {
    const moment = seen?.[record.id]
    if (moment === undefined || Date.parse(String(moment)) === record.updated_at.getTime()) continue
    throw await changedMeanwhile(scope, record)
  }
}

/** The same for the one record that a call changes, by the header X-If-Updated-At; without it anything goes. */
async function requireOneAsSeen(scope: Scope, record: SeenRecord): Promise<void> {
  if (scope.seenUpdatedAt !== undefined) await requireAsSeen(scope, [record], { [record.id]: scope.seenUpdatedAt })
}

export async function requireStopAsSeen(scope: Scope, stop: SeenStop): Promise<void> {
  await requireOneAsSeen(scope, { ...stop, what: nameOfStop(stop) })
}

export async function requireRouteAsSeen(scope: Scope, route: SeenRoute): Promise<void> {
  await requireOneAsSeen(scope, { ...route, what: nameOfRoute(route) })
}

export async function requirePlanAsSeen(scope: Scope, plan: SeenPlan): Promise<void> {
  const what = plan.label === null ? 'The plan' : `Plan ${plan.label}`
  await requireOneAsSeen(scope, { ...plan, plan_id: plan.id, what })
}

/** For a record that belongs to no plan. `what` is how people call it: "Vehicle Van 3". */
export async function requireRecordAsSeen(
  scope: Scope,
  record: Pick<SeenRecord, 'id' | 'updated_at'>,
  what: string,
): Promise<void> {
  await requireOneAsSeen(scope, { ...record, plan_id: null, what })
}

type SeenStop = Omit<SeenRecord, 'what'> & Parameters<typeof nameOfStop>[0]
type SeenRoute = Omit<SeenRecord, 'what'> & Parameters<typeof nameOfRoute>[0]
type SeenPlan = Pick<SeenRecord, 'id' | 'updated_at'> & { label: string | null }

/** Fields that the service finds out of others, which are named themselves. */
const FOUND = new Set(['phone_doubt'])

/** The refusal, with what is known of who did it. */
export async function changedMeanwhile(scope: Scope, record: SeenRecord) {
  const change =
    record.plan_id === null
      ? await findLatestSetting(scope, record.id)
      : await findLatestChange(scope, record.plan_id, record.id)
  const fields = (change?.fields ?? []).filter((field) => !FOUND.has(field)).map((field) => field.replaceAll('_', ' '))
  return apiError('highway.plan.error.changed_meanwhile', {
    what: record.what,
    who: change ? (change.name ?? actorWords[change.actor.type] ?? 'somebody') : 'somebody',
    at: (change?.created_at ?? record.updated_at).toISOString(),
    how: fields.length > 0 ? ` (${fields.slice(0, 5).join(', ')})` : '',
  })
}

const actorWords: Record<string, string> = { driver: 'the driver', customer: 'the recipient', system: 'the service' }

/** "Stop 12 Smith" or "Route Van 3". */
export function nameOfStop(stop: { fixed_id: string | null; label: string | null }): string {
  return ['Stop', stop.fixed_id, stop.label].filter(Boolean).join(' ')
}

export function nameOfRoute(route: { label: string | null; vehicle_label: string | null; id: string }): string {
  return `Route ${route.label ?? route.vehicle_label ?? route.id}`
}
