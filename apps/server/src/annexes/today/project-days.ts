// The day at a glance over all projects of somebody who works in several.
import { attentionOfProject, type ProjectDay } from '@routewright/contract'
import { listProjects } from '../../accounts/projects/projects.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { selectProjectCounts } from './today.sql.ts'
import { daysBefore, getDay, listAttention } from './today.ts'

/** More than these nobody reads on one page. */
const mostProjects = 100

/** Each project that the caller works in and that has something today, or an earlier day that nobody closed; by their names. */
export async function listProjectDays(scope: Scope): Promise<ProjectDay[]> {
  const sort = [{ field: 'label', direction: 'asc' as const }]
  const { rows } = await listProjects(scope, { sort, limit: mostProjects, offset: 0 })
  const projects = rows.filter(({ id }) => !scope.supervised?.has(id))
  const days = projects.map((project) => ({ project, day: getDay(scope, project) }))
  const counts = await selectProjectCounts(
    scope,
    days.map(({ day }) => ({ ...day, earliest: daysBefore(day).start })),
  )
  const busy = days.flatMap(({ project, day }) => {
    const counted = counts.get(project.id)
    return counted ? [{ project, day, counted }] : []
  })
  const answer: ProjectDay[] = []
  // One after the other: they share one connection, and their moment.
  for (const { project, day, counted } of busy) {
    const attention = await listAttention(scope, project, day)
    const worst = { attention: attention.slice(0, attentionOfProject), total_attention: attention.length }
    answer.push({ ...counted, date: day.date, ...worst })
  }
  return answer
}
