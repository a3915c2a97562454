// Readers who may subscribe to a project's mail, and to whom it is due.
import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '../../../frame/platform/languages.ts'
import type { Scope } from '../../../frame/platform/scope.ts'

export interface Person {
  user_id: string
  name: string
  email: string
  language: LanguageCode
  reads: boolean
}

/** The Monday of the week of a moment, by the clock of the project. */
const getMonday = (now: Date): RawBuilder<string> =>
  sql`date_trunc('week', ${now}::timestamptz at time zone p.timezone)`

/** The active people who plan or manage the project, by name. */
export async function selectPeople(scope: Scope, projectId: string): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id as user_id, u.name, u.email, u.language, r.user_id is not null as reads
    from users u left join weekly_readers r on r.user_id = u.id and r.project_id = ${projectId}
    where u.organization_id = ${scope.organizationId} and u.active and not u.is_machine
      and (u.role in ('organization_administrator', 'organization_manager') or exists (
        select from project_members m where m.user_id = u.id and m.project_id = ${projectId} and m.role <> 'supervisor'))
    order by lower(u.name), u.id`.execute(scope.tx)
  return rows
}

/** The date of that Monday. */
export async function selectMonday(scope: Scope, projectId: string): Promise<string> {
  const { rows } = await sql<{ monday: string }>`
    select ${getMonday(scope.now)}::date::text as monday from projects p
    where p.id = ${projectId} and p.organization_id = ${scope.organizationId}`.execute(scope.tx)
  return rows[0]!.monday
}

export interface DueReader {
  organization_id: string
  project_id: string
  user_id: string
  /** The date of this week's Monday. */
  monday: string
}

/**
 * Whose mail of this week is not settled although it is past the hour of Monday, of all organizations. By the project's clock on the wall,
 * so that nothing comes an hour early or late when clocks change.
 */
export async function selectDue(
  scope: Pick<Scope, 'tx'>,
  now: Date,
  { hour, most }: { hour: number; most: number },
): Promise<DueReader[]> {
  const { rows } = await sql<DueReader>`
    select r.organization_id, r.project_id, r.user_id, ${getMonday(now)}::date::text as monday
    from weekly_readers r join projects p on p.id = r.project_id and not p.deleted
    where ${now}::timestamptz at time zone p.timezone >= ${getMonday(now)} + make_interval(hours => ${hour})
      and r.sent_week < ${getMonday(now)}::date::text
    order by r.organization_id, r.project_id, r.user_id limit ${most}`.execute(scope.tx)
  return rows
}
