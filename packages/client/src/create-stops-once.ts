// Creates stops so that a repetition, after a crash or a lost response, creates none of them twice.
import { createMissing, refuseUnclearIds } from './create-missing.ts'
import type { Predicate, Stop, StopInput } from './generated/wire.ts'
import { iterate } from './iterate.ts'
import { type CallOptions, type ConnectionOptions, send } from './send.ts'

/** A stop that can be found again. */
export type IdentifiedStopInput = StopInput & { external_id: string }

/** Either the plan that the stops join, or the project in which they stay unassigned. */
export type StopTarget = { plan_id: string; project_id?: undefined } | { project_id: string; plan_id?: undefined }

export interface CreatedOnce {
  /** In the order of the input, whether created now or before. */
  stops: Stop[]
  created: number
  found: number
}

/** The search accepts this many values in one predicate. */
const stopsPerRequest = 1_000
/** Below the limit of 5 MB per request. */
const bytesPerRequest = 4_000_000

/**
 * Searches the external_ids (in the plan, or in the whole project), creates missing stops and returns all. The service has no idempotency
 * key: this search makes creation repeatable. It protects callers from their own repetitions, not from a second caller who creates the same
 * stops at the same moment. Existing stops are returned unchanged. Throws TypeError for a missing or repeated external_id, RoutewrightError
 * like any call.
 */
export async function createStopsOnce(
  connection: ConnectionOptions,
  target: StopTarget,
  inputs: readonly IdentifiedStopInput[],
  options: CallOptions = {},
): Promise<CreatedOnce> {
  refuseUnclearIds(inputs)
  const projectId =
    target.project_id ?? (await send(connection, 'getPlan', { id: target.plan_id! }, options)).project_id
  const result: CreatedOnce = { stops: [], created: 0, found: 0 }
  for (const chunk of getChunks(inputs)) {
    const { stops, created } = await createChunk(connection, target, projectId, chunk, options)
    result.stops.push(...stops)
    result.created += created
    result.found += chunk.length - created
  }
  return result
}

/** Creates the stops of one request: all of them are created or none, so after a failure a new search tells which. */
async function createChunk(
  connection: ConnectionOptions,
  target: StopTarget,
  projectId: string,
  chunk: readonly IdentifiedStopInput[],
  options: CallOptions,
): Promise<{ stops: Stop[]; created: number }> {
  const { records, created } = await createMissing<IdentifiedStopInput, Stop>(
    connection,
    chunk,
    {
      find: () => findStops(connection, target, projectId, chunk, options),
      create: (missing) => send(connection, 'createStops', { ...target, body: [...missing] }, options),
    },
    options,
  )
  return { stops: records, created }
}

/** The existing stops, by external_id; the oldest among several with the same one. */
async function findStops(
  connection: ConnectionOptions,
  { plan_id }: StopTarget,
  projectId: string,
  inputs: readonly IdentifiedStopInput[],
  options: CallOptions,
): Promise<Map<string, Stop>> {
  const value = inputs.map(({ external_id }) => external_id)
  const predicates: Predicate[] = [{ field: 'external_id', operator: 'in', value }]
  if (plan_id !== undefined) predicates.push({ field: 'plan_id', operator: 'eq', value: plan_id })
  const found = new Map<string, Stop>()
  const search = { project_id: projectId, body: { predicates, limit: stopsPerRequest } }
  for await (const stop of iterate(connection, 'searchStops', search, options)) {
    if (!found.has(stop.external_id!)) found.set(stop.external_id!, stop)
  }
  return found
}

function* getChunks(inputs: readonly IdentifiedStopInput[]): Generator<IdentifiedStopInput[]> {
  let chunk: IdentifiedStopInput[] = []
  let bytes = 0
  for (const input of inputs) {
    const size = new TextEncoder().encode(JSON.stringify(input)).length + 1
    if (chunk.length === stopsPerRequest || (chunk.length > 0 && bytes + size > bytesPerRequest)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(input)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}
