// Mounts a handler on a declared endpoint: credential, rates, validation and types all come from the declaration.
import {
  type BodyOf,
  type Endpoint,
  type EndpointOf,
  endpoint,
  type MessageId,
  type OperationId,
  type ParamsOf,
  type QueryOf,
  toFastifyPath,
} from '@routewright/contract'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { apiError } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'
import {
  type Caller,
  getMoment,
  readAtOneMoment,
  readingScope,
  type Services,
  transactAs,
} from '../platform/services.ts'
import { type Admission, admit, CallerChanged } from './admission.ts'
import { largeBodyBytes, yieldToOthers } from './body.ts'
import { findDeprecation, requireStillThere } from './deprecation.ts'
import { answerError, findRefusal, sendJson } from './errors.ts'
import { admitOlderClient, findOlderClient } from './older-clients.ts'
import { ifPlansAreAsSeen, planRevisionHeader } from './plans-as-seen.ts'
import type { AdminPrincipal, DriverPrincipal, Principal, PublicPrincipal, UserPrincipal } from './principals.ts'
import type { App } from './server.ts'
import { compileInput, compileOutput, requireDeclaredRefusal } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admission?: Admission
  }
}

export type { App } from './server.ts'

/** Validated input of a request: no undeclared fields in the body, numbers and booleans in the query. */
export interface Input<Id extends OperationId> {
  params: ParamsOf<Id>
  query: QueryOf<Id>
  body: BodyOf<Id>
}

interface PrincipalByAuth {
  api_key: UserPrincipal
  session: UserPrincipal
  driver: DriverPrincipal
  admin: AdminPrincipal
  tracking: PublicPrincipal
  none: PublicPrincipal
}

type PrincipalOf<Id extends OperationId> = PrincipalByAuth[EndpointOf<Id>['auth']]

/** Tools of a handler in addition to its input. */
export interface Context<P extends Principal = UserPrincipal> {
  principal: P
  /** The caller, for rules that run several transactions. Throws for callers without an organization. */
  readonly caller: Caller
  services: Services
  log: FastifyBaseLogger
  /** Time of the request, used for every timestamp that it writes. */
  now: Date
  /** For uploads, cookies and responses other than JSON; a handler that responds itself returns `reply`. */
  request: FastifyRequest
  reply: FastifyReply
  /** Runs the rules of a change in one transaction as the caller; retried after a serialization failure. */
  transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  /** Runs reading rules, without the two round trips of a transaction. */
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  /** Runs reading rules in one snapshot: their statements do not see what is committed between them. */
  readAtOneMoment<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

/** Returns the body of the response, `withStatus(…)`, or `reply` when it responded itself. */
export type Handler<Id extends OperationId> = (input: Input<Id>, context: Context<PrincipalOf<Id>>) => Promise<unknown>

/** A rule that implements a whole operation: it gets the caller's scope before the request's input. */
type Rule<Id extends OperationId> = (
  scope: Scope,
  input: Input<Id>,
  context: Context<PrincipalOf<Id>>,
) => Promise<unknown>

/** Mounts a rule that only reads, with statements that need not see one snapshot. */
export function mountRead<Id extends OperationId>(app: App, operationId: Id, rule: Rule<Id>): void {
  mount(app, operationId, (input, context) => context.read((scope) => rule(scope, input, context)), revocable)
}

/** Mounts a rule that only reads and needs one snapshot, such as a plan with its routes and stops. */
export function mountWholeRead<Id extends OperationId>(app: App, operationId: Id, rule: Rule<Id>): void {
  const handler: Handler<Id> = (input, context) => context.readAtOneMoment((scope) => rule(scope, input, context))
  mount(app, operationId, handler, revocable)
}

/** Mounts a rule that changes something, in a transaction of its own. */
export function mountChange<Id extends OperationId>(app: App, operationId: Id, rule: Rule<Id>): void {
  mount(app, operationId, (input, context) => context.transaction((scope) => rule(scope, input, context)), revocable)
}

/** A response with another status than the first success status of the declaration. */
class AnswerWithStatus {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

export function withStatus(status: number, body?: unknown): AnswerWithStatus {
  return new AnswerWithStatus(status, body)
}

interface MountOptions {
  /**
   * True when everything the handler does is undone if it throws: it uses only `read` or one `transaction`, or undoes its other
   * effects. The caller may then be checked together with the first statement.
   */
  isRevocable?: boolean
}

export const revocable: MountOptions = { isRevocable: true }

/** Mounts the handler; called once for each operation when the server starts. */
export function mount<Id extends OperationId>(
  app: App,
  operationId: Id,
  handler: Handler<Id>,
  { isRevocable }: MountOptions = {},
): void {
  const declared: Endpoint = endpoint(operationId)
  const readInput = compileInput(declared)
  const checkOutput = app.services.config.environment === 'test' ? compileOutput(declared) : undefined
  const success = successStatus(declared)
  const deprecation = findDeprecation(declared)
  const noteView = app.views.noterOf(operationId)
  const letIn = declared.isForOlderClients ? admitOlderClient : admit
  app.mounted.set(operationId, { handler, isRevocable })
  app.route({
    method: declared.method,
    url: toFastifyPath(declared.path),
    bodyLimit: declared.maxBodyBytes,
    config: { operationId },
    onRequest: async (request, reply) => {
      if (deprecation) {
        reply.headers(deprecation.headers)
        requireStillThere(declared, app.services.clock.now())
      }
      request.admission = await letIn(app, declared, request, isRevocable)
    },
    errorHandler: answerFirstError,
    handler: async (request, reply) => {
      const older = findOlderClient(declared, request)
      older?.readRequest()
      const input = readInput(request) as Input<Id>
      const isLarge = request.bodyBytes >= largeBodyBytes
      if (isLarge) await yieldToOthers()
      const result = await asAdmitted(request, (admission) =>
        handler(input, createContext(app, request, reply, admission) as Context<PrincipalOf<Id>>),
      )
      await noteCaller(app, noteView, request.admission!.principal)
      // Awaiting a reply that a handler sent itself waits until it is out, and gives nothing.
      if (result === reply || reply.sent) return reply
      const { status, body } = result instanceof AnswerWithStatus ? result : { status: success, body: result }
      if (body === undefined || status === 204) return reply.code(status).send()
      checkOutput?.(status, body)
      if (isLarge) await yieldToOthers()
      sendJson(reply, status, older ? older.namedAnswer(body) : body)
      return reply
    },
  })
}

/** Mounts the handler of one operation for another one, which is the same under another path. */
export function mountSame(app: App, operationId: OperationId, original: OperationId): void {
  const { handler, isRevocable } = app.mounted.get(original)!
  mount(app, operationId, handler as Handler<OperationId>, { isRevocable })
}

/** Returns 201 for operations that create (even if a repeated call returns 200), else the declared status. */
function successStatus(declared: Endpoint): number {
  return 201 in declared.response ? 201 : Math.min(...Object.keys(declared.response).map(Number))
}

/** Returns the result of the work after the caller's rights are confirmed; restarts it once if they have changed. */
async function asAdmitted(request: FastifyRequest, work: (admission: Admission) => Promise<unknown>): Promise<unknown> {
  const { admission } = request
  try {
    const result = await work(admission!)
    await admission!.check?.answered()
    return result
  } catch (error) {
    const first = await firstError(request, error)
    if (!(first instanceof CallerChanged)) throw first
    request.admission = { principal: first.principal }
    return await work(request.admission)
  }
}

async function noteCaller(
  app: App,
  noteView: ((caller: Caller) => Promise<void>) | undefined,
  principal: Principal,
): Promise<void> {
  if (principal.kind === 'api_key' && !principal.isLent) await app.views.noteUse(getCaller(principal))
  await noteView?.(getCaller(principal))
}

async function answerFirstError(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const first = await firstError(request, error)
  const told = first instanceof CallerChanged ? error : first
  if (request.server.services.config.environment === 'test') requireDeclared(told, request)
  answerError(told, request, reply)
  return reply
}

/** Throws unless the operation declares the refusal. Refusals caused by headers that any change may have are declared by none. */
function requireDeclared(error: Error, request: FastifyRequest): void {
  const refusal = findRefusal(error)
  // A limit that the installation sets may refuse whatever uses something up; its operations do not each declare it.
  if (!refusal || refusal.messageId === 'highway.quota.error.exceeded') return
  if (isConditional(request) && conditionRefusals.has(refusal.messageId)) return
  requireDeclaredRefusal(endpoint(request.routeOptions.config.operationId as OperationId), refusal)
}

const conditionRefusals = new Set<MessageId>([
  'highway.plan.error.changed_meanwhile',
  'highway.validation.error.invalid_parameter',
])

function isConditional({ headers }: FastifyRequest): boolean {
  const names = ['x-if-updated-at', 'x-agreed-by', planRevisionHeader]
  return names.some((name) => headers[name] !== undefined)
}

/** Returns the refusal of the caller, if there is one, instead of other errors of the request. */
async function firstError(request: FastifyRequest, error: unknown): Promise<Error> {
  try {
    await request.admission?.check?.answered()
    return error as Error
  } catch (refusal) {
    return refusal as Error
  }
}

function createContext(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { principal, check }: Admission,
): Context<Principal> {
  const { services } = app
  const now = 'organizationId' in principal ? getMoment(services, principal.organizationId) : services.clock.now()
  return {
    principal,
    get caller() {
      return getCaller(principal)
    },
    services,
    log: request.log,
    now,
    request,
    reply,
    transaction: (work) => {
      const rules = ifPlansAreAsSeen(request, app.statements, work)
      return transactAs(
        services,
        { ...getCaller(principal), ...seenBy(request), ...getConsent(request), tellRemaining: tellRemainingIn(reply) },
        rules,
        now,
        check,
      )
    },
    read: (work) => work(readingScope(services, getCaller(principal), now, check)),
    readAtOneMoment: (work) => readAtOneMoment(services, getCaller(principal), work, now, check),
  }
}

/** Returns the version of the record that the caller saw; malformed moments are refused. */
function seenBy({ headers, method }: FastifyRequest): Pick<Caller, 'seenUpdatedAt'> {
  const seenUpdatedAt = headers['x-if-updated-at']
  if (seenUpdatedAt === undefined || (method !== 'PUT' && method !== 'DELETE')) return {}
  if (typeof seenUpdatedAt === 'string' && Number.isFinite(Date.parse(seenUpdatedAt))) return { seenUpdatedAt }
  const details = { place: 'X-If-Updated-At', reason: 'must be a timestamp such as 2026-01-31T08:00:00.000Z' }
  throw apiError('highway.validation.error.invalid_parameter', details)
}

/** Returns how to tell the caller what is left of a limited kind: by a header, as X-Quota-Stops-Remaining. */
function tellRemainingIn(reply: FastifyReply): Caller['tellRemaining'] {
  return (kind, remaining) => void reply.header(`x-quota-${kind.replace('_', '-')}-remaining`, remaining)
}

const longestName = 200

/** Returns who agrees to break promises: a name, percent-encoded. */
function getConsent({ headers }: FastifyRequest): Pick<Caller, 'agreedBy'> {
  const sent = headers['x-agreed-by']
  if (sent === undefined) return {}
  const agreedBy = decodedName(String(sent))?.trim()
  if (agreedBy && agreedBy.length <= longestName) return { agreedBy }
  const details = { place: 'X-Agreed-By', reason: `must be a name of 1 to ${longestName} characters, percent-encoded` }
  throw apiError('highway.validation.error.invalid_parameter', details)
}

function decodedName(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Returns the caller of a principal. Throws for callers without an organization. */
export function getCaller(principal: Principal): Caller {
  switch (principal.kind) {
    case 'api_key':
    case 'user': {
      const { kind, organizationId, userId, role, projects, supervised, managed } = principal
      const id = kind === 'user' ? userId : principal.credentialId
      return { organizationId, userId, role, projects, supervised, managed, actor: { type: kind, id } }
    }
    case 'driver': {
      const { organizationId, routeId } = principal
      return { organizationId, projects: 'all', actor: { type: 'driver', id: routeId } }
    }
    case 'admin':
    case 'public':
      throw new Error('This operation has no scope of its own; use transactAs with the organization it is about.')
  }
}
