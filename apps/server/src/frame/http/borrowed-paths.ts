// Interfaces of other programs, served as these have them: below a prefix for keys, and on an open port without one.
import type { ServerResponse } from 'node:http'
import { bodyBytes } from '@routewright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../platform/api-error.ts'
import type { Services } from '../platform/services.ts'
import { admitKey } from './admission.ts'
import { findBearer } from './auth.ts'
import { parseJsonBody, readBody } from './body.ts'
import { findRefusal, RateLimitError } from './errors.ts'
import { openPort } from './open-port.ts'
import type { App } from './server.ts'

export interface BorrowedCall {
  method: 'GET' | 'POST'
  /** Path and query as the other program would get them, percent-encoded, without the key. */
  address: string
  /** JSON of a POST. */
  body?: unknown
  /** Whose key was sent; empty on an open port, where all callers are one. */
  organizationId: string
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

export interface BorrowedAnswer {
  status: number
  /** JSON, the parts of its text where writing it takes long, or nothing. */
  body: object | AsyncIterable<string> | undefined
}

export interface BorrowedPaths {
  /** Name in logs and metrics. */
  operationId: string
  prefix: `/${string}`
  /** Calls per key and rolling minute. */
  perMinute: number
  answer(call: BorrowedCall): Promise<BorrowedAnswer>
  /** A refusal of the frame (key, rate, body) in the form of the other program. */
  refuse(refusal: ApiError): BorrowedAnswer
}

/** Browsers may read the responses from every page, as with the other programs. No cookie is ever read here. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Origin, X-Requested-With, Content-Type, Accept, X-Api-Key, Authorization',
}

declare module 'fastify' {
  interface FastifyRequest {
    /** A call of another program's interface, with its key taken out. */
    borrowed?: Pick<BorrowedCall, 'address' | 'organizationId'>
  }
}

/**
 * Serves the paths below their prefix. The key is the parameter `private_key`, a header, or stands before the path, for programs that
 * know only a base address: `/osrm/key/<key>/route/v1/…`.
 */
export function mountBorrowed(app: App, paths: BorrowedPaths): void {
  const { prefix, operationId, perMinute } = paths
  for (const url of [prefix, `${prefix}/*`]) {
    app.route({
      method: ['GET', 'POST'],
      url,
      bodyLimit: bodyBytes.matrices,
      config: { operationId },
      onRequest: async (request) => {
        const { key, address } = splitKey(request, prefix)
        const { organizationId } = await admitKey(app, key, { name: operationId, perMinute })
        request.borrowed = { address, organizationId }
      },
      errorHandler: (error, _request, reply) => {
        const refusal = findRefusal(error)
        if (error instanceof RateLimitError || !refusal) throw error
        return send(reply, paths.refuse(refusal))
      },
      handler: async (request, reply) => {
        const { borrowed = { address: '/', organizationId: '' }, body } = request
        const method = request.method === 'POST' ? 'POST' : 'GET'
        const call: BorrowedCall = { ...borrowed, method, body, signal: goneSignal(reply.raw) }
        return send(reply, await paths.answer(call))
      },
    })
    app.options(
      url,
      { config: { operationId: `${operationId}Preflight` }, logLevel: 'warn' },
      async (_request, reply) => reply.headers(headers).code(204).send(),
    )
  }
}

async function send(reply: FastifyReply, { status, body }: BorrowedAnswer): Promise<FastifyReply> {
  return reply
    .code(status)
    .headers(headers)
    .send(await writeText(body))
}

/** The key, wherever it stands, and the address without it. */
function splitKey(request: FastifyRequest, prefix: string): { key: string; address: string } {
  const url = (request.raw.url ?? '').slice(prefix.length)
  const [inPath, rest = '/'] = /^\/key\/([^/?]+)(.*)$/s.exec(url)?.slice(1) ?? []
  const [, query] = url.split('?')
  const inQuery = new URLSearchParams(query).get('private_key')
  const sent = inPath ?? request.headers['x-api-key'] ?? findBearer(request) ?? inQuery
  const address = (inPath === undefined ? url : rest).replace(/([?&])private_key=[^&]*(&|$)/, (_, before, after) =>
    after === '' ? '' : before,
  )
  return { key: typeof sent === 'string' && sent.length <= 200 ? sent : '', address: address || '/' }
}

/** Aborted when the connection is gone before the response is out. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  return gone.signal
}

/** The whole text, so that its length stands before it: some programs cannot read a response in pieces. */
async function writeText(body: BorrowedAnswer['body']): Promise<string> {
  if (body === undefined) return ''
  if (!isText(body)) return JSON.stringify(body)
  const parts: string[] = []
  for await (const part of body) parts.push(part)
  return parts.join('')
}

function isText(body: object | AsyncIterable<string>): body is AsyncIterable<string> {
  return Symbol.asyncIterator in body
}

/** Serves the paths without prefix and key on OPEN_HOST; resolves to the port and a function that closes it. */
export async function listenBorrowed({ config, log }: Services, port: number, paths: BorrowedPaths) {
  return openPort({
    host: config.openHost,
    port,
    log,
    async answer(request, response) {
      const { method, url: address = '/' } = request
      if (method === 'OPTIONS') return void response.writeHead(204, headers).end()
      if (method !== 'GET' && method !== 'POST') return void response.writeHead(405, { allow: 'GET, POST' }).end()
      const body = method === 'POST' ? await readSent(request) : undefined
      const call: BorrowedCall = { method, address, body, organizationId: '', signal: goneSignal(response) }
      const answer = body instanceof ApiError ? paths.refuse(body) : await paths.answer(call)
      const text = await writeText(answer.body)
      response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
    },
  })
}

/** The JSON of a body, or why there is none. */
async function readSent(request: AsyncIterable<Buffer>): Promise<unknown> {
  try {
    return parseJsonBody(await readBody(request, bodyBytes.matrices))
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
