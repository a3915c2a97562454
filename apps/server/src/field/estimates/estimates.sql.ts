// Reads the inputs of estimates in one statement, since every position of every driver needs them.
import { sql } from 'kysely'
import { followsDays } from '../../data/day-paces.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { LearningValue } from '../../data/values.ts'
import { noteActor } from '../../frame/platform/actor.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { DayFactors } from '../../planning/modelling/pace/day-pace.ts'

const planNames = [
  'id',
  'label',
  'status',
  'execution_date',
  'optimizer_config',
  'traffic_options',
  'updated_at',
] as const satisfies readonly (keyof PlanRow)[]
const projectNames = [
  'id',
  'label',
  'timezone',
  'optimizer_config',
  'traffic_options',
  'traffic_week',
  'settings',
  'messages',
  'sends_messages',
] as const satisfies readonly (keyof ProjectRow)[]

export interface Way {
  route: RouteRow
  plan: Pick<PlanRow, (typeof planNames)[number]>
  /** The learned values that estimates use, and no others: every position reads them. */
  project: Pick<ProjectRow, (typeof projectNames)[number]> & {
    learning: Pick<LearningValue, 'uses_windows' | 'habits' | 'uses_paces'>
  }
  /** Effect of the day on all routes; undefined where the project does not use it, or nothing is known yet. */
  day: DayFactors | undefined
  /** When the driver app last connected for the vehicle of the route. */
  sessionSeenAt: Date | null
}

/**
 * `route` locks the route, for changes of nothing else. `plan` takes a shared lock of the plan, for changes that also concern
 * stops: drivers of other routes run concurrently, and edits of the plan wait.
 */
export type WayLock = 'route' | 'plan'

const locks = { route: sql`for no key update of routes`, plan: sql`for key share of plans` }

/** Reads a route with everything except its stops that its times depend on. */
export async function findWay(scope: Scope, routeId: string, lock?: WayLock): Promise<Way | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select routes.*, ${getColumns('plans', planNames)}, ${getColumns('projects', projectNames)}, vehicles.session_seen_at,
      day_paces.driving_factor as "days.driving", day_paces.work_factor as "days.work",
      jsonb_build_object('uses_windows', projects.learning -> 'uses_windows', 'habits', (projects.learning -> 'habits') - 'days',
        'uses_paces', projects.learning -> 'uses_paces') as "projects.learning",
      ${noteActor(scope.actor)}
    from routes join plans on plans.id = routes.plan_id join projects on projects.id = routes.project_id
      left join vehicles on vehicles.id = routes.vehicle_id
      left join day_paces on day_paces.project_id = projects.id
        and day_paces.day = to_char(plans.execution_date at time zone 'UTC', 'YYYY-MM-DD')
        and ${followsDays('projects')}
    where routes.id = ${routeId} and routes.organization_id = ${scope.organizationId} and not routes.deleted
    ${lock ? locks[lock] : sql``}`.execute(scope.tx)
  return rows[0] && getWay(rows[0])
}

/** Columns of a joined table, each named with its table so that none hides another. */
function getColumns(table: string, names: readonly string[]) {
  return sql.join(names.map((name) => sql`${sql.ref(`${table}.${name}`)} as ${sql.id(`${table}.${name}`)}`))
}

function getWay({ session_seen_at, noted_actor: _, ...row }: Record<string, unknown>): Way {
  const parts: Record<string, Record<string, unknown>> = { routes: {}, plans: {}, projects: {}, days: {} }
  for (const [column, value] of Object.entries(row)) {
    const [table, name] = column.includes('.') ? column.split('.') : ['routes', column]
    parts[table!]![name!] = value
  }
  const { routes: route, plans: plan, projects: project, days } = parts
  const day = days!.driving === null ? undefined : days
  return { route, plan, project, day, sessionSeenAt: session_seen_at } as unknown as Way
}
