// How the commands administer: through the service that runs on the data directory, or one opened for the command alone.
import {
  type BodyOf,
  endpoint,
  type OperationId,
  type ParamsOf,
  type QueryInputOf,
  type ResponseOf,
} from '@routewright/contract'
import { findAdminSecret } from '../../frame/platform/admin-secret.ts'
import { type Config, readConfig } from '../../frame/platform/config.ts'
import { isDirectoryLocked } from '../../frame/platform/directory-lock.ts'
import type { Server } from '../server.ts'
import { findService } from './service-file.ts'

export interface Administration {
  /** Calls an operation with the admin secret. Throws CommandError with the service's own words when it refuses. */
  call<Id extends OperationId>(operationId: Id, input?: CallInput<Id>): Promise<ResponseOf<Id>>
  close(): Promise<void>
}

interface CallInput<Id extends OperationId> {
  params?: ParamsOf<Id>
  query?: QueryInputOf<Id>
  body?: BodyOf<Id>
}

/** An error that a person can fix: shown without a stack trace. */
export class CommandError extends Error {}

/** `baseUrl` names a running service; its data directory holds the secret that it asks for. */
export async function openAdministration(overrides: Partial<Config>, baseUrl?: string): Promise<Administration> {
  const config = readConfig(process.env, { logLevel: 'error', ...overrides })
  const running = baseUrl ?? findRunning(config)
  if (running) return remoteAdministration(running, config)
  const { createServer } = await import('../server.ts')
  // An api process supervises no jobs; the embedded database knows no such process.
  const role = config.databaseUrl ? 'api' : config.role
  return localAdministration(await createServer({ ...config, role }, { withoutMaps: true }))
}

/** Address of the service that keeps the embedded database of the data directory to itself. */
function findRunning({ databaseUrl, dataDirectory }: Config): string | undefined {
  if (databaseUrl || !isDirectoryLocked(dataDirectory)) return undefined
  return findService(dataDirectory)?.base_url
}

interface Answer {
  status: number
  text: string
}

type Send = (method: string, path: string, body: unknown) => Promise<Answer>

function localAdministration(server: Server): Administration {
  const authorization = `Bearer ${server.services.adminSecret}`
  const send: Send = async (method, path, body) => {
    const payload = body === undefined ? {} : { payload: body as object }
    const answer = await server.app.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization },
      ...payload,
    })
    return { status: answer.statusCode, text: answer.body }
  }
  return { call: caller(send), close: () => server.stop() }
}

function remoteAdministration(baseUrl: string, config: Config): Administration {
  const secret = findAdminSecret(config.dataDirectory)
  if (!secret) {
    throw new CommandError(
      `There is no admin secret in ${config.dataDirectory}. Name the data directory of the running service with --data-dir.`,
    )
  }
  const base = baseUrl.replace(/\/+$/, '')
  const send: Send = async (method, path, body) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await fetch(base + path, request).catch((error: Error & { cause?: Error }) => {
      throw new CommandError(`No service answers at ${base}: ${error.cause?.message ?? error.message}`)
    })
    return { status: answer.status, text: await answer.text() }
  }
  return { call: caller(send), close: async () => {} }
}

function caller(send: Send): Administration['call'] {
  return async (operationId, input = {}) => {
    const { method, path } = endpoint(operationId)
    const params = (input.params ?? {}) as Record<string, string>
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const query = new URLSearchParams(
      Object.entries(input.query ?? {}).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)] as [string, string]],
      ),
    ).toString()
    const answer = await send(method, query ? `${filled}?${query}` : filled, input.body)
    if (answer.status >= 300) throw new CommandError(refusal(answer))
    return (answer.text ? JSON.parse(answer.text) : undefined) as never
  }
}

function refusal({ status, text }: Answer): string {
  if (status === 401) {
    return 'The service does not take this admin secret: --data-dir must name the data directory that it runs on.'
  }
  try {
    const { message, message_id: messageId } = JSON.parse(text) as { message: string; message_id?: string }
    return messageId ? `${message} (${messageId})` : message
  } catch {
    return `The service answered with status ${status}; its log says why.`
  }
}
