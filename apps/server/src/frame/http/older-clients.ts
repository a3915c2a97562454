// Other names that clients of the original service use on the same paths: drivers for routes, and two habits of theirs.
import { type Endpoint, limits } from '@routewright/contract'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import { type Admission, admit } from './admission.ts'
import type { RawQuery } from './body.ts'
import { unknownPath } from './errors.ts'
import type { Principal } from './principals.ts'
import type { App } from './server.ts'

/** Our names and theirs, wherever they stand in a record. */
const names = [
  ['routes', 'drivers'],
  ['route', 'driver'],
  ['route_id', 'driver_id'],
  ['total_routes', 'total_drivers'],
] as const

type Tree = Record<string, unknown>

/** Whether the caller has the older paths and names: a key of an organization that switched them on. */
function isOlderClient(principal: Principal): boolean {
  return principal.kind === 'api_key' && principal.servesOlderClients
}

/**
 * Lets a caller in to an older path. Whoever does not have them hears what every unknown path says, with a wrong key too.
 * Throws highway.api.error.not_found and RateLimitError.
 */
export async function admitOlderClient(app: App, declared: Endpoint, request: FastifyRequest): Promise<Admission> {
  const admission = await admit(app, declared, request).catch((error) => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  // Whom a picture without a key belongs to is found with it.
  if (admission && (declared.auth === 'none' || isOlderClient(admission.principal))) return admission
  throw unknownPath(request)
}

/**
 * How a call of an older client is read and answered; undefined for every other caller, and for operations that the original service
 * never had: in those a driver is a person.
 */
export function findOlderClient(
  { operationId, path }: Pick<Endpoint, 'operationId' | 'path'>,
  request: FastifyRequest,
): OlderClient | undefined {
  if (path.startsWith('/app/') || !isOlderClient(request.admission!.principal)) return undefined
  const isForWholeList = isForAllProjects(operationId, request)
  return {
    readRequest() {
      const query = request.query as RawQuery
      if (isForWholeList) query.limit = String(limits.pageLimits.maxLimit)
      request.body = withNames(request.body, 'ours')
      if (operationId !== 'moveStops' || !query.stop_ids) return
      request.body = { stop_ids: [query.stop_ids].flat(), ...(isRecord(request.body) ? request.body : {}) }
    },
    namedAnswer: (answer) => withNames(isForWholeList && isRecord(answer) ? answer.docs : answer, 'theirs'),
  }
}

interface OlderClient {
  /** Puts what was sent under the names that the operations know; what stands under ours already counts. */
  readRequest(): void
  /** Adds their names to the response; a list of projects without paging becomes a plain array. */
  namedAnswer(answer: unknown): unknown
}

function isForAllProjects(operationId: string, { url }: Pick<FastifyRequest, 'url'>): boolean {
  return operationId === 'listProjects' && !/[?&](text|sort|limit|offset)=/.test(url)
}

/** Adds further names to the value; custom_fields belong to callers and stay unchanged. */
function withNames(value: unknown, whose: 'ours' | 'theirs'): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, whose))
  if (!isRecord(value) || value instanceof Date) return value
  const record: Tree = {}
  for (const [key, part] of Object.entries(value)) {
    record[key] = key.endsWith('custom_fields') ? part : withNames(part, whose)
  }
  for (const [our, their] of names) {
    const [from, to] = whose === 'ours' ? [their, our] : [our, their]
    if (from in record && !(to in record)) record[to] = record[from]
  }
  return record
}

function isRecord(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
