// Calls operations of the interface inside the process, with the key of the assistant: its rights, limits, checks and traces are those
// of any other call.
import {
  type BodyOf,
  type Endpoint,
  endpoint,
  type OperationId,
  type ParamsOf,
  type QueryInputOf,
  type ResponseOf,
} from '@routewright/contract'
import { ToolRefusal } from './tool.ts'

/** A plan as somebody saw it. */
export interface SeenPlan {
  id: string
  revision: number
}

export interface Asked<Id extends OperationId> {
  params?: ParamsOf<Id>
  query?: QueryInputOf<Id>
  body?: BodyOf<Id>
  /** The call changes something only if none of these plans was changed since. */
  seen?: readonly SeenPlan[]
}

/** Returns the response of the operation. Throws ToolRefusal with its refusal. */
export type Call = <Id extends OperationId>(operationId: Id, asked?: Asked<Id>) => Promise<ResponseOf<Id>>

/** A call of any operation as stored with a proposal. */
export interface PlannedCall {
  operationId: OperationId
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  seen?: readonly SeenPlan[]
}

/** Operations that a tool may call; see Tool. */
export interface Reach {
  looks: readonly OperationId[]
  changes?: readonly OperationId[]
}

/** A call of the interface as passed to the frame, which adds the key. */
export interface Sent {
  method: Endpoint['method']
  path: string
  query: URLSearchParams
  seen: readonly SeenPlan[]
  body?: unknown
}

export type Send = (call: Sent) => Promise<{ status: number; body: string }>

/** Calls what the tool declared, and nothing else: whatever its input or a text in between says. */
export function createCall(send: Send, reach: Reach): Call {
  return async (operationId, asked = {}) => {
    const { method, path } = endpoint(operationId)
    requireWithinReach(operationId, asked.query, reach)
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(asked.query ?? {})) {
      if (value !== undefined) query.set(name, String(value))
    }
    const params = asked.params as Record<string, string> | undefined
    const answer = await send({
      method,
      query,
      body: asked.body,
      seen: asked.seen ?? [],
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? '')),
    })
    const body = answer.body === '' ? undefined : JSON.parse(answer.body)
    if (answer.status >= 300) throw getRefusal(answer.status, body)
    return body
  }
}

function requireWithinReach(operationId: OperationId, query: object | undefined, { looks, changes = [] }: Reach): void {
  if (changes.includes(operationId)) return
  const { method, readsOnly }: Endpoint = endpoint(operationId)
  const isLook = method === 'GET' || readsOnly || (query as { preview?: boolean } | undefined)?.preview === true
  if (!looks.includes(operationId) || !isLook) throw new Error(`The tool did not declare that it calls ${operationId}`)
}

function getRefusal(status: number, body: { message?: string; message_id?: string } | undefined): ToolRefusal {
  const message = body?.message ?? `The service failed (${status}); try again later.`
  return new ToolRefusal(message, body?.message_id ?? (status === 429 ? 'too_many_requests' : 'failed'))
}
