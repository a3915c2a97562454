// Every statement on the terms of orders, and the list of waiting orders.
import { type RawBuilder, sql } from 'kysely'
import { containsPattern, type SortTerm } from '../frame/platform/paging.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { type BacklogTermsRow, backlogTermsTable } from './backlog-table.ts'
import { addRows, listRecords } from './record-statements.ts'

export type Terms = Pick<
  BacklogTermsRow,
  'earliest_on' | 'latest_on' | 'previous_visit_on' | 'min_days_between' | 'priority'
>

/** Returns the terms of these stops, in no order; many stops have none. */
export async function listTerms(scope: Scope, stopIds: readonly string[]): Promise<BacklogTermsRow[]> {
  return listRecords(scope, backlogTermsTable, { stop_id: [...stopIds] })
}

/** Writes the terms of stops of one project, replacing earlier ones. */
export async function saveTerms(scope: Scope, projectId: string, terms: ReadonlyMap<string, Terms>): Promise<void> {
  const base = { organization_id: scope.organizationId, project_id: projectId }
  const rows = [...terms].map(
    ([stop_id, { earliest_on, latest_on, previous_visit_on, min_days_between, priority }]) => ({
      ...base,
      stop_id,
      created_at: scope.now,
      updated_at: scope.now,
      earliest_on,
      latest_on,
      previous_visit_on,
      min_days_between,
      priority,
    }),
  )
  await addRows(
    scope,
    backlogTermsTable,
    rows,
    sql`on conflict (stop_id) do update set earliest_on = excluded.earliest_on, latest_on = excluded.latest_on,
      previous_visit_on = excluded.previous_visit_on, min_days_between = excluded.min_days_between,
      priority = excluded.priority, updated_at = excluded.updated_at`,
  )
}

export interface BacklogQuery {
  text?: string
  due_by?: string
  priority_from?: number
  sort: readonly SortTerm[]
  limit: number
  offset: number
}

const sortColumns: Record<string, RawBuilder<unknown>> = {
  latest_on: sql`t.latest_on`,
  priority: sql`coalesce(t.priority, 0)`,
  label: sql`s.label`,
  created_at: sql`s.created_at`,
}

const waiting = (scope: Scope, projectId: string) => sql`
  from stops s left join backlog_terms t on t.stop_id = s.id
  where s.organization_id = ${scope.organizationId} and s.project_id = ${projectId}
    and s.plan_id is null and not s.deleted and s.status = 'pending'`

/** Returns the ids of one page of waiting orders, and their total number. */
export async function pageOfBacklog(scope: Scope, projectId: string, query: BacklogQuery) {
  const { text, due_by, priority_from, sort, limit, offset } = query
  const pattern = text ? containsPattern(text) : undefined
  const conditions = [
    pattern &&
      sql`(s.label ilike ${pattern} or s.external_id ilike ${pattern} or s.reference_person ilike ${pattern} or s.phone ilike ${pattern}
        or s.email ilike ${pattern} or concat_ws(' ', s.location ->> 'label', s.location ->> 'street', s.location ->> 'city') ilike ${pattern})`,
    due_by && sql`t.latest_on <= ${due_by}`,
    priority_from && sql`coalesce(t.priority, 0) >= ${priority_from}`,
  ].filter((entry) => typeof entry === 'object')
  const which = conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``
  const from = sql`${waiting(scope, projectId)} ${which}`
  const order = sort.map(({ field, direction }) =>
    direction === 'asc' ? sql`${sortColumns[field]!} asc nulls last` : sql`${sortColumns[field]!} desc nulls last`,
  )
  const { rows } = await sql<{ id: string }>`
    select s.id ${from} order by ${sql.join([...order, sql`s.created_at`, sql`s.id`])} limit ${limit} offset ${offset}`.execute(
    scope.tx,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(scope.tx)
  return { ids: rows.map(({ id }) => id), total: counted[0]!.total }
}

/** Counts waiting orders, those that must be served by a day, and those that were due before another. */
export async function countBacklog(scope: Scope, projectId: string, today: string, soon: string) {
  const { rows } = await sql<{ waiting: number; due_soon: number; overdue: number }>`
    select count(*)::integer as waiting,
      count(*) filter (where t.latest_on between ${today} and ${soon})::integer as due_soon,
      count(*) filter (where t.latest_on < ${today})::integer as overdue
    ${waiting(scope, projectId)}`.execute(scope.tx)
  return rows[0]!
}
