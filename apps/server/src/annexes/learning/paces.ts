// How slow or quick drivers and vehicles are at stops: shown to those who manage the project, put right by hand, forgotten.
import type { LearnedPace, LearnedPaceInput, LearnedPaceList } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager } from '../../accounts/projects/projects.ts'
import type { LearnedTimeRow } from '../../data/learned-time-table.ts'
import { findPaceRow, listPaceRows, removePaceRows, setLearnedTime } from '../../data/learned-times.sql.ts'
import { updateProjectRow } from '../../data/projects.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { noPace, pacesValue, usedDriving, usedPace } from './learn-paces.ts'

/** Returns paces, those with the most visits first. Throws 404, 403 for callers who do not manage the project. */
export async function listPaces(scope: Scope, projectId: string): Promise<LearnedPaceList> {
  return { docs: (await listManaged(scope, projectId)).map(paceResource) }
}

/** Switches one off or on, or fixes it by hand; null frees it again. Throws 404, 403. */
export async function changePace(scope: Scope, id: string, input: LearnedPaceInput): Promise<LearnedPace> {
  const row = await getManagedRow(scope, id)
  const changes = {
    is_off: input.is_off ?? row.is_off,
    fixed_factor: input.fixed_factor === undefined ? row.fixed_factor : input.fixed_factor,
    fixed_driving: input.fixed_driving === undefined ? row.fixed_driving : input.fixed_driving,
  }
  await setLearnedTime(scope, id, changes)
  await noted(scope, row, 'updated', { learned_pace: id, ...changes })
  return paceResource({ ...row, ...changes })
}

/** Forgets the pace of one driver or vehicle; earlier visits no longer count for it. Throws 404, 403. */
export async function forgetPace(scope: Scope, id: string): Promise<LearnedPace> {
  const row = await getManagedRow(scope, id)
  await setLearnedTime(scope, id, {
    ...noPace,
    is_off: false,
    fixed_factor: null,
    fixed_driving: null,
    label: null,
    forgotten_at: scope.now,
  })
  await noted(scope, row, 'deleted', { learned_pace: id })
  return paceResource(row)
}

/** Forgets the pace of a deleted driver. */
export async function forgetPaceFor(
  scope: Scope,
  { id, project_id }: { id: string; project_id: string },
): Promise<void> {
  if ((await removePaceRows(scope, project_id, id)) > 0) await keepUsed(scope, project_id)
}

/** All of them as a table. Throws 404, 403. */
export async function exportPaces(scope: Scope, projectId: string): Promise<Table> {
  const rows = await listManaged(scope, projectId)
  const text = (title: string) => ({ title, kind: 'text' as const })
  const number = (title: string) => ({ title, kind: 'number' as const })
  const columns = [
    ...[text('kind'), text('driver_id'), text('vehicle_id'), text('label'), number('factor'), text('used')],
    ...[number('used_factor'), number('fixed_factor'), number('visits'), number('spread'), text('last_seen')],
    ...[number('given_error'), number('learned_error'), text('learned_at')],
    ...[number('driving_factor'), text('driving_used'), number('driving_used_factor'), number('fixed_driving')],
    ...[number('driving_legs'), number('driving_given_error'), number('driving_learned_error')],
  ]
  async function* batches() {
    yield rows.map((row) => {
      const { driving, ...pace } = paceResource(row)
      const record: Record<string, unknown> = {
        ...pace,
        ...Object.fromEntries(Object.entries(driving ?? {}).map(([name, value]) => [`driving_${name}`, value])),
      }
      return columns.map(({ title }) => record[title] as string | number | undefined)
    })
  }
  return { name: 'learned-paces', columns, batches: batches() }
}

async function listManaged(scope: Scope, projectId: string): Promise<LearnedTimeRow[]> {
  await getProject(scope, projectId)
  requireProjectManager(scope, projectId, 'see how slow or quick drivers are')
  return listPaceRows(scope, projectId)
}

async function getManagedRow(scope: Scope, id: string): Promise<LearnedTimeRow> {
  const row = await findPaceRow(scope, id)
  if (!row) throw notFound('learned pace', id)
  await getProject(scope, row.project_id, 'lock')
  requireProjectManager(scope, row.project_id, 'change what the project learns')
  return row
}

/** Plans use it from now on; what was done stands in the audit log. */
async function noted(
  scope: Scope,
  { project_id }: LearnedTimeRow,
  action: 'updated' | 'deleted',
  change: object,
): Promise<void> {
  await keepUsed(scope, project_id)
  await auditRecord(scope, action, 'project', { id: project_id, project_id }, change)
}

async function keepUsed(scope: Scope, projectId: string): Promise<void> {
  const { learning } = await getProject(scope, projectId, 'lock')
  const used = pacesValue(await listPaceRows(scope, projectId))
  await updateProjectRow(scope, projectId, { learning: { ...learning, ...used } })
}

function paceResource(row: LearnedTimeRow): LearnedPace {
  const { id, project_id, kind, subject, visits, is_better, is_off, factor } = row
  const { used, factor: used_factor } = usedPace(row)
  return withoutEmpty({
    id,
    project_id,
    kind,
    visits,
    is_better,
    is_off,
    used,
    used_factor,
    learned_at: row.learned_at.toISOString(),
    factor: Math.round(factor * 1_000) / 1_000,
    driver_id: kind === 'driver' ? subject : undefined,
    vehicle_id: kind === 'vehicle' ? subject : undefined,
    label: row.label,
    spread: row.spread,
    last_seen: row.last_seen,
    fixed_factor: row.fixed_factor,
    given_error: row.given_error,
    learned_error: row.learned_error,
    fixed_driving: row.fixed_driving,
    driving: drivingResource(row),
  }) as LearnedPace
}

/** Undefined where nothing is known or said of how somebody drives. */
function drivingResource(row: LearnedTimeRow): LearnedPace['driving'] {
  const { driving, fixed_driving } = row
  if (!driving && fixed_driving === null) return undefined
  const { used, factor: used_factor } = usedDriving(row)
  const { ways: legs, ...found } = driving ?? { ways: 0, factor: 1, is_better: false }
  return { ...found, legs, used, used_factor }
}
