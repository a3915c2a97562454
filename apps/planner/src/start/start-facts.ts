// How far the guided start of a project is: read off what is there, and what somebody settled or left out.
import * as operations from '@routewright/client/operations'
import type { MapInformation, Plan, Project, StartStep, Vehicle } from '@routewright/contract'
import { startSteps } from '@routewright/contract/start-steps'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { isPointOutside } from '../shell/map-reach.ts'
import { call } from '../shell/service.ts'
import { projectsQuery, sessionQuery, useProjectChoice, useSession } from '../shell/session.ts'
import { useMapInformation } from '../shell/use-map-information.ts'

type StepState = 'done' | 'skipped' | 'open'

/** Facts about the project. */
export interface StartFacts {
  vehicles: { count: number; names: readonly string[]; haveStart: boolean }
  /** The one that is filled: the newest with stops, else the newest that is open. */
  plan: Plan | undefined
  hasStops: boolean
}

/** Stops also come over the interface, while the page is open. */
const REFRESH_MS = 5_000
const SHOWN_VEHICLES = 50
const LATEST_PLANS = 20

function factsQuery(projectId: string) {
  return queryOptions({
    queryKey: ['start', projectId],
    queryFn: async ({ signal }): Promise<StartFacts> => {
      const [vehicles, plans] = await Promise.all([
        call(operations.listVehicles, { project_id: projectId, limit: SHOWN_VEHICLES, sort: 'label:asc' }, { signal }),
        listLatestPlans(projectId, signal),
      ])
      return readFacts(vehicles, plans)
    },
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
}

/** Says what a project has, from the first of its vehicles and its latest plans, the newest first. */
export function readFacts(
  { total, docs }: { total: number; docs: readonly Vehicle[] },
  plans: readonly Plan[],
): StartFacts {
  const filled = plans.find(({ total_stops }) => total_stops > 0)
  return {
    vehicles: {
      count: total,
      names: docs.map(({ label, plate, id }) => label || plate || id),
      haveStart: docs.some(({ default_start_location }) => default_start_location?.lat !== undefined),
    },
    plan: filled ?? plans.find(({ status }) => status !== 'finished'),
    hasStops: filled !== undefined,
  }
}

async function listLatestPlans(projectId: string, signal?: AbortSignal): Promise<readonly Plan[]> {
  const input = { project_id: projectId, sort: 'created_at:desc', limit: LATEST_PLANS }
  return (await call(operations.listPlans, input, { signal })).docs
}

/** The steps that the reader may take, in their order, with how each stands. */
export interface Start {
  facts: StartFacts
  map: MapInformation | undefined
  steps: readonly { name: StartStep; state: StepState }[]
}

export function useStart(project: Project): Start {
  const { data: facts } = useSuspenseQuery(factsQuery(project.id))
  const map = useMapInformation()
  const { role } = useSession().user
  const names = startSteps.filter((name) => name !== 'map' || role === 'organization_administrator')
  return { facts, map, steps: names.map((name) => ({ name, state: getState(name, { project, facts, map }) })) }
}

interface StartWorld {
  project: Pick<Project, 'settings'>
  facts: StartFacts
  map: Pick<MapInformation, 'extracts'> | undefined
}

export function getState(step: StartStep, world: StartWorld): StepState {
  const isSettled = world.project.settings.settled_steps?.includes(step) === true
  if (isThere[step](world, isSettled)) return 'done'
  return isSettled ? 'skipped' : 'open'
}

/** Whether what the step asks for is there. A name and a map are there from the beginning: somebody says that they are right. */
const isThere: Record<StartStep, (world: StartWorld, isSettled: boolean) => boolean> = {
  project: ({ facts }, isSettled) => isSettled || facts.vehicles.count > 0 || facts.hasStops,
  map: ({ project, map }, isSettled) =>
    isDepotOnMap(project, map) ?? (isSettled && map !== undefined && map.extracts.length > 0),
  depot: ({ project, facts }) => project.settings.depot !== undefined || facts.vehicles.haveStart,
  vehicles: ({ facts }) => facts.vehicles.count > 0,
  stops: ({ facts }) => facts.hasStops,
}

/** Undefined while there is no depot, or nobody knows what the map shows. */
export function isDepotOnMap(project: StartWorld['project'], map: StartWorld['map']): boolean | undefined {
  const { depot } = project.settings
  if (!depot || !map) return undefined
  return !isPointOutside(depot, map.extracts)
}

/** The step that comes after this one has been taken or left out; undefined when none is open any more. */
export function nextStep({ steps }: Pick<Start, 'steps'>, after?: StartStep): StartStep | undefined {
  const index = steps.findIndex(({ name }) => name === after)
  const inOrder = [...steps.slice(index + 1), ...steps.slice(0, Math.max(index, 0))]
  return inOrder.find(({ state }) => state === 'open')?.name
}

/** Whether the planner opens with the guided start: a manager's project has no stops yet, and not every step was settled. */
export async function opensWithStart(queries: QueryClient): Promise<boolean> {
  const { user } = await queries.ensureQueryData(sessionQuery)
  if (user.role === 'organization_user') return false
  const projects = await queries.ensureQueryData(projectsQuery)
  const chosen = useProjectChoice.getState().projectId
  const project = projects.find(({ id }) => id === chosen) ?? projects[0]
  if (!project) return true
  if (startSteps.every((step) => project.settings.settled_steps?.includes(step))) return false
  const plans = await listLatestPlans(project.id)
  return plans.every(({ total_stops }) => total_stops === 0)
}
