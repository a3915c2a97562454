// Stands in VROOM's place: the responses, statuses and codes of vroom-express, so that its callers change one address.
import type { ApiError } from '../../frame/platform/api-error.ts'
import type { Log } from '../../frame/platform/log.ts'
import type { TravelProvider } from '../../geography/travel/travel.ts'
import { mostTasks, mostVehicles, VroomRefusal, type VroomSolver } from './vroom.ts'

/** VROOM's exit codes, and the one that vroom-express adds for sizes. */
const codes = { internal: 1, input: 2, routing: 3, tooLarge: 4 } as const

export interface ExpressCall {
  method: 'GET' | 'POST'
  /** Path and query. */
  address: string
  /** JSON of a POST. */
  body?: unknown
  /** Empty for callers without a key. */
  organizationId: string
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

export interface ExpressAnswer {
  status: number
  body: object | undefined
}

export interface ExpressParts {
  solve: VroomSolver
  travel: TravelProvider
  log: Log
}

/** `POST /` solves, `GET /health` tells that it could; any other path is not there. */
export async function answerExpress({ solve, travel, log }: ExpressParts, call: ExpressCall): Promise<ExpressAnswer> {
  const [path] = call.address.split('?')
  if (call.method === 'GET' && path === '/health') return checkHealth(solve, travel, call)
  if (call.method !== 'POST' || path !== '/') return { status: 404, body: undefined }
  const refusal = refuseSizes(call.body)
  if (refusal) return refusal
  try {
    return { status: 200, body: await solve(travel, call.organizationId, call.body, call.signal) }
  } catch (error) {
    // Nobody reads the response any more.
    if (call.signal.aborted) return refused(500, codes.internal, 'Internal error')
    if (error instanceof VroomRefusal) {
      return refused(error.code === codes.input ? 400 : 500, error.code, error.message)
    }
    log.error({ err: error }, 'a problem in the form of VROOM failed')
    return refused(500, codes.internal, 'Internal error')
  }
}

/** A body that cannot be read, or a key that is not known. */
export function refuseExpress({ status, message, messageId }: ApiError): ExpressAnswer {
  if (messageId === 'highway.request.error.payload_too_large') return refused(413, codes.tooLarge, message)
  return status === 401 ? refused(401, codes.input, message) : refused(400, codes.input, notUnderstood)
}

const notUnderstood = 'Invalid JSON object in request, please add vehicles and jobs or shipments to the object body'

/** Refuses sizes in the way of vroom-express before it starts VROOM. */
function refuseSizes(body: unknown): ExpressAnswer | undefined {
  if (typeof body !== 'object' || body === null) return refused(400, codes.input, notUnderstood)
  const members = new Map<string, unknown>(Object.entries(body))
  if (!(members.has('jobs') || members.has('shipments')) || !members.has('vehicles')) {
    return refused(400, codes.input, notUnderstood)
  }
  const count = (name: string): number => {
    const list = members.get(name)
    return Array.isArray(list) ? list.length : 0
  }
  return (
    refuseMore('locations', count('jobs') + 2 * count('shipments'), mostTasks) ??
    refuseMore('vehicles', count('vehicles'), mostVehicles)
  )
}

function refuseMore(what: string, found: number, most: number): ExpressAnswer | undefined {
  if (found <= most) return undefined
  return refused(413, codes.tooLarge, `Too many ${what} (${found}) in query, maximum is set to ${most}`)
}

function refused(status: number, code: number, error: string): ExpressAnswer {
  return { status, body: { code, error } }
}

/** One job with its times given, whose order is only timed: all but the search, at once. */
const smallProblem = {
  vehicles: [{ id: 1, start_index: 0, end_index: 0, steps: [{ type: 'job', id: 1 }] }],
  jobs: [{ id: 1, location_index: 1 }],
  matrices: {
    car: {
      durations: [
        [0, 60],
        [60, 0],
      ],
    },
  },
  options: { c: true },
}

async function checkHealth(
  solve: VroomSolver,
  travel: TravelProvider,
  { organizationId, signal }: ExpressCall,
): Promise<ExpressAnswer> {
  try {
    await solve(travel, organizationId, smallProblem, signal)
    return { status: 200, body: undefined }
  } catch {
    return { status: 500, body: undefined }
  }
}
