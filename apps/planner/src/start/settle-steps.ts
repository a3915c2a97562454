// Steps that somebody confirmed or left out: kept with the project, for everybody who manages it, on every device.
import * as operations from '@routewright/client/operations'
import type { Project, StartStep } from '@routewright/contract'
import { startSteps } from '@routewright/contract/start-steps'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shell/service.ts'
import { projectsQuery } from '../shell/session.ts'

/** The settings are sent as a whole, so they are read just before. */
export function useSettleSteps(projectId: string): (steps: readonly StartStep[]) => Promise<void> {
  const queries = useQueryClient()
  return async (steps) => {
    const { settings, updated_at } = await readProject()
    const settled = startSteps.filter((step) => settings.settled_steps?.includes(step) || steps.includes(step))
    if (settled.length === (settings.settled_steps?.length ?? 0)) return
    const body = { settings: { ...settings, settled_steps: settled } }
    await call(operations.updateProject, { project_id: projectId, body }, { seenUpdatedAt: updated_at })
    await readProject()
  }

  async function readProject(): Promise<Project> {
    await queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
    return (await queries.fetchQuery(projectsQuery)).find(({ id }) => id === projectId)!
  }
}
