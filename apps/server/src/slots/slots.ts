// The rules of slots: what can be promised, at what cost.
import type { SlotAnswer, SlotQuery, SlotStop, StopInput } from '@routewright/contract'
import { locateAddresses } from '../addresses/addresses.ts'
import type { StopRow } from '../data/stop-table.ts'
import type { TimeWindow } from '../data/values.ts'
import type { Geocoder } from '../geocoding/geocoder.ts'
import { hasPlace } from '../modelling/places.ts'
import { apiError } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { getProject } from '../projects/projects.ts'
import { requireValidStop } from '../stops/stops.ts'
import { TravelError } from '../travel/travel.ts'
import { loadDays } from './days.ts'
import { answerOf, datesOf, trySlots } from './offers.ts'

type Run = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/** What a question for slots gets from its call. */
export interface SlotContext {
  read: Run
  transaction: Run
  services: Pick<Services, 'travel' | 'days'>
}

/**
 * POST /app/v1/project/{id}/slots: every window with its cost, or why not. Nothing is written and nothing is kept. Throws 404, 403,
 * invalid_payload for the days, highway.slot.error.no_place, highway.geocoding.error.unavailable, and what a new stop is refused for.
 */
export async function findSlots(
  context: SlotContext,
  geocoder: Geocoder,
  projectId: string,
  query: SlotQuery,
): Promise<SlotAnswer> {
  const input = await located(context, geocoder, projectId, query.stop)
  return withRoads(context, async (travel) =>
    context.read(async (scope) => {
      const project = await getProject(scope, projectId)
      const dates = datesOf(project, scope.now, query)
      const stop = await requirePlacedStop(scope, projectId, input)
      const reader = { scope, travel, store: context.services.days }
      const days = await loadDays(reader, project, dates)
      return answerOf(await trySlots(reader, days, stop, distinct(query.windows)), query)
    }),
  )
}

/** The stop with the place of its address, if it comes with one. */
async function located(
  context: SlotContext,
  geocoder: Geocoder,
  projectId: string,
  { address, ...stop }: SlotStop,
): Promise<StopInput> {
  if (address === undefined) return stop
  if (stop.location)
    throw apiError('highway.slot.error.no_place', { place: 'stop', reason: 'an address or a location, not both' })
  const [found] = await locateAddresses(context, geocoder, projectId, [address])
  if (found?.lat === undefined)
    throw apiError('highway.slot.error.no_place', { place: 'stop.address', reason: 'this address was not found' })
  const { corrected_at: _, reason: _none, ...location } = found
  return { ...stop, location }
}

async function requirePlacedStop(scope: Scope, projectId: string, input: StopInput): Promise<StopRow> {
  const stop = await requireValidStop(scope, { project: await getProject(scope, projectId) }, input, 'stop')
  if (hasPlace(stop)) return stop
  throw apiError('highway.slot.error.no_place', {
    place: 'stop.location',
    reason: 'coordinates or an address are needed',
  })
}

/** By the best travel times there are; when those cannot be had, by the ones that rules go by. */
async function withRoads<T>(
  { services }: SlotContext,
  ask: (travel: Services['travel']['best']) => Promise<T>,
): Promise<T> {
  try {
    return await ask(services.travel.best)
  } catch (error) {
    if (!(error instanceof TravelError)) throw error
    return ask(services.travel.local)
  }
}

function distinct(windows: readonly TimeWindow[]): TimeWindow[] {
  return [...new Map(windows.map((window) => [window.join('-'), window])).values()]
}
