// Plans problems in the JSON of VROOM, which are stored nowhere: its users change an address, and nothing else.
import { availableParallelism } from 'node:os'
import { defaultSolverSeconds, solverSeconds } from '@routewright/contract'
import { requireValid, type Solution, timeOrders } from '@routewright/solver'
import {
  asFormatError,
  FormatError,
  toVroomInstance,
  type VroomAnswer,
  type VroomInstance,
  writeVroom,
} from '@routewright/solver/vroom'
import { createStraightMeasure } from '../../geography/travel/straight-ways.ts'
import {
  modesByProfile,
  TravelError,
  type TravelMode,
  type TravelPoint,
  type TravelProvider,
} from '../../geography/travel/travel.ts'
import { getWaitPrice } from '../../optimizing/solving/patience.ts'
import { startSolve } from '../../optimizing/solving/solve-in-thread.ts'
import { createOrganizationTurns } from '../../optimizing/solving/turns-by-organization.ts'
import { readVroomOptions, type VroomOptions } from './vroom-options.ts'

/** Beyond them matrices alone take more memory than a call may. */
export const mostTasks = 5_000
export const mostVehicles = 500
const mostChargingPlaces = 500
/** Problems of one organization that wait for a processor. */
const mostWaiting = 20

/** An error with VROOM's codes: 1 for the service, 2 for the input, 3 for the travel times. */
export class VroomRefusal extends Error {
  readonly code: 1 | 2 | 3

  constructor(code: 1 | 2 | 3, message: string) {
    super(message)
    this.code = code
  }
}

export type VroomSolver = (
  travel: TravelProvider,
  organizationId: string,
  input: unknown,
  signal: AbortSignal,
) => Promise<VroomAnswer>

/** Solves as many problems at a time as half of the processors; further ones wait, organizations in turn. Throws VroomRefusal. */
export function createVroomSolver(): VroomSolver {
  const most = Math.max(1, Math.floor(availableParallelism() / 2))
  const turns = createOrganizationTurns({ most, mostOfOne: most, mostWaiting })
  return async (travel, organizationId, input, signal) => {
    const began = performance.now()
    const { instance, options } = read(input)
    const loaded = performance.now()
    const onRoads = await withRoads(travel, instance, signal)
    refuseInvalid(onRoads)
    const routed = performance.now()
    const solution = onRoads.isTimedOnly
      ? timeOrders(onRoads.problem, onRoads.steps)
      : await turns.run(organizationId, () => solve(onRoads, options, signal))
    if (!solution)
      throw new VroomRefusal(
        1,
        `${mostWaiting} problems of this organization wait already, and no more may. Try again.`,
      )
    const times = {
      loading: Math.round(loaded - began),
      routing: Math.round(routed - loaded),
      solving: Math.round(performance.now() - routed),
    }
    const answer = writeVroom(onRoads, solution, times)
    if (!onRoads.hasMatrices) markStraight(travel, onRoads, solution, answer)
    if (options.withGeometry) await drawRoutes(travel, onRoads, answer, signal)
    return answer
  }
}

function read(input: unknown): { instance: VroomInstance; options: VroomOptions } {
  try {
    requireSizes(input)
    const instance = toVroomInstance(input)
    return { instance, options: readVroomOptions(input) }
  } catch (error) {
    if (error instanceof FormatError) throw new VroomRefusal(2, error.message)
    throw error
  }
}

/** Refuses what is too large before anything of it is read. */
function requireSizes(input: unknown): void {
  const { jobs, shipments, vehicles, charging_places } = (input ?? {}) as Record<string, unknown>
  const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0)
  const need = (found: number, most: number, what: string): void => {
    if (found > most) throw new FormatError(`${found} are more than ${most}`, what)
  }
  need(count(jobs) + 2 * count(shipments), mostTasks, 'jobs and shipments')
  need(count(vehicles), mostVehicles, 'vehicles')
  need(count(charging_places), mostChargingPlaces, 'charging_places')
}

/** Refuses input that was readable but that no plan can represent. */
function refuseInvalid({ problem }: VroomInstance): void {
  try {
    asFormatError(() => requireValid(problem))
  } catch (error) {
    if (error instanceof FormatError) throw new VroomRefusal(2, error.message)
    throw error
  }
}

/** The same problem with the travel times of roads, where it came without any. */
async function withRoads(travel: TravelProvider, instance: VroomInstance, signal: AbortSignal): Promise<VroomInstance> {
  if (instance.hasMatrices) return instance
  const points = listPoints(instance)
  try {
    const profiles = []
    for (const name of instance.profileNames) profiles.push(await travel.matrix(points, getMode(name), { signal }))
    return { ...instance, problem: { ...instance.problem, profiles } }
  } catch (error) {
    if (error instanceof TravelError) throw new VroomRefusal(3, error.message)
    throw error
  }
}

function listPoints({ points }: VroomInstance): TravelPoint[] {
  return points!.map(({ x, y }) => {
    if (Math.abs(x) > 180 || Math.abs(y) > 90)
      throw new VroomRefusal(2, `location: [${x}, ${y}] is not [longitude, latitude]`)
    return { lng: x, lat: y }
  })
}

function getMode(profile: string): TravelMode {
  const mode = modesByProfile[profile]
  if (mode) return mode
  const known = Object.keys(modesByProfile).join(', ')
  throw new VroomRefusal(2, `vehicles: profile ${profile} has neither matrices nor roads; there are roads for ${known}`)
}

async function solve({ problem, steps }: VroomInstance, { seconds }: VroomOptions, signal: AbortSignal) {
  signal.throwIfAborted()
  const { length } = problem.stops
  const running = startSolve(
    {
      problem,
      seconds: seconds ?? Math.min(defaultSolverSeconds(length), solverSeconds.maxWhenWaiting),
      waitPrice: getWaitPrice('usual', seconds !== undefined),
      seed: 1,
      initial: steps,
      threads: Math.min(2, availableParallelism()),
    },
    () => {},
  )
  const stop = () => void running.kill()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return (await running.result).solution
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Says of each route, and of all, how much of the distance is straight lines. */
function markStraight(
  travel: TravelProvider,
  instance: VroomInstance,
  solution: Solution,
  { routes, summary }: VroomAnswer,
): void {
  const measure = createStraightMeasure(travel, listPoints(instance), instance.profileNames.map(getMode))
  const { vehicles } = instance.problem
  const driven = solution.routes.filter(({ stops }) => stops.length > 0)
  const straight = driven.map(({ vehicle, steps }) => measure(steps, vehicles[vehicle]?.profile))
  for (const [index, route] of routes.entries()) {
    const meters = straight[index] ?? 0
    if (meters === 0) continue
    route.straight_distance = meters
    summary.straight_distance = (summary.straight_distance ?? 0) + meters
  }
}

async function drawRoutes(
  travel: TravelProvider,
  { profileNames, problem, vehicles }: VroomInstance,
  { routes }: VroomAnswer,
  signal: AbortSignal,
): Promise<void> {
  const profileOf = new Map(vehicles.map(({ id }, index) => [id, problem.vehicles[index]!.profile ?? 0]))
  for (const route of routes) {
    const way = route.steps.flatMap(({ location }) => (location ? [{ lng: location[0], lat: location[1] }] : []))
    const mode = getMode(profileNames[profileOf.get(route.vehicle)!]!)
    if (way.length > 1) route.geometry = (await travel.path(way, mode, { signal })).polyline
  }
}
