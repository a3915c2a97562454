// Reads the attachments of stops in one statement: tasks, packages, reports, surveys, linked pickups, and the heads of their plans.
import { type RawBuilder, sql } from 'kysely'
import { type PackageRow, packageTable } from '../../data/package-table.ts'
import { planTable } from '../../data/plan-table.ts'
import type { PlanHead } from '../../data/plans.sql.ts'
import { mapById, rowsOfJson } from '../../data/records.ts'
import { type ReportRow, reportTable } from '../../data/report-tables.ts'
import type { StopChildren } from '../../data/resources/stop.ts'
import { type StopRow, stopTable } from '../../data/stop-table.ts'
import { type SurveyRow, surveyTable } from '../../data/survey-table.ts'
import type { Table } from '../../data/table.ts'
import { type TaskRow, taskTable } from '../../data/task-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export interface StopAttachments {
  /** Children by stop id, pickups included; stops without children are absent. */
  children: ReadonlyMap<string, StopChildren>
  /** Linked pickups by id. */
  pickups: ReadonlyMap<string, StopRow>
  /** Plans by id, deleted ones too. */
  plans: ReadonlyMap<string, PlanHead>
}

/** Stops by id, or all of a plan, or those of its routes. */
type AskedStops = readonly string[] | { planId: string; isRouted?: boolean }

/**
 * Reads the attachments of the organization's stops among these, or of a plan's stops; with `pickup` also the linked pickups and
 * their attachments.
 */
export async function findAttachments(
  scope: Scope,
  which: AskedStops,
  options: { pickup?: boolean } = {},
): Promise<StopAttachments> {
  if ('length' in which && which.length === 0) return { children: new Map(), pickups: new Map(), plans: new Map() }
  const isOurs = sql`organization_id = ${scope.organizationId}`
  const asked = sql`stops where ${isAsked(which)} and ${isOurs}`
  const linked = options.pickup
    ? sql`array(select pickup_id from ${asked} and pickup_id is not null)`
    : sql`'{}'::text[]`
  // Children of the organization's stops belong to it, too. Repeating the condition would tempt the planner to use an index over
  // the whole organization.
  const all = sql`(select ids from everything)::text[]`
  const ofStops = sql`stop_id = any(${all})`
  const { rows } = await sql<Record<'tasks' | 'packages' | 'reports' | 'surveys' | 'pickups' | 'plans', object[]>>`
    with everything as (select array(select id from ${asked}) || ${linked} as ids)
    select ${gathered(taskTable, sql`${ofStops} and not deleted order by stop_id, position, id`)},
      ${gathered(packageTable, sql`${ofStops} order by stop_id, position, id`)},
      ${gathered(reportTable, sql`${ofStops} order by stop_id, created_at, id`)},
      ${gathered(surveyTable, ofStops)},
      (select json_agg(r) from stops r where id = any(${linked}) and ${isOurs} and not deleted) as pickups,
      (select json_agg(json_build_object('id', id, 'label', label, 'execution_date', execution_date)) from plans
        where id = any(array(select distinct plan_id from stops where id = any(${all})))) as plans`.execute(scope.tx)
  const found = rows[0]!
  return {
    children: groupChildren({
      tasks: rowsOfJson(taskTable, found.tasks),
      packages: rowsOfJson(packageTable, found.packages),
      reports: rowsOfJson(reportTable, found.reports),
      surveys: rowsOfJson(surveyTable, found.surveys),
    }),
    pickups: mapById(rowsOfJson(stopTable, found.pickups)),
    plans: mapById(rowsOfJson(planTable, found.plans) as PlanHead[]),
  }
}

/** A single id is compared directly: PostgreSQL does not know the length of a list and plans the statement anew each time. */
function isAsked(which: AskedStops): RawBuilder<unknown> {
  if ('planId' in which) {
    return sql`plan_id = ${which.planId} and not deleted ${which.isRouted ? sql`and route_id is not null` : sql``}`
  }
  return which.length === 1 ? sql`id = ${which[0]}` : sql`id = any(${which}::text[])`
}

/** Returns the rows of a table as one JSON column under the table's name; null where there are none. */
function gathered(table: Table, which: RawBuilder<unknown>) {
  const name = sql.table(table.name)
  return sql`(select json_agg(r) from (select * from ${name} where ${which}) r) as ${name}`
}

interface FoundChildren {
  tasks: TaskRow[]
  packages: PackageRow[]
  reports: ReportRow[]
  surveys: SurveyRow[]
}

interface OwnChildren extends StopChildren {
  tasks: TaskRow[]
  packages: PackageRow[]
  reports: ReportRow[]
}

function groupChildren({ tasks, packages, reports, surveys }: FoundChildren): Map<string, StopChildren> {
  const children = new Map<string, OwnChildren>()
  const of = (stopId: string) => {
    let own = children.get(stopId)
    if (!own) {
      own = { tasks: [], reports: [], packages: [] }
      children.set(stopId, own)
    }
    return own
  }
  for (const task of tasks) of(task.stop_id).tasks.push(task)
  for (const parcel of packages) of(parcel.stop_id).packages.push(parcel)
  for (const report of reports) of(report.stop_id).reports.push(report)
  for (const survey of surveys) of(survey.stop_id).survey = survey
  return children
}
