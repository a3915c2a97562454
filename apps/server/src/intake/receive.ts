// Takes a message from a source: its address and signature are looked at, it is kept, and a job works on it.
import type { OrderSourceRow } from '../data/order-source-tables.ts'
import { findSourceByToken, insertMessages } from '../data/order-sources.sql.ts'
import { apiError, invalidPayload, notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import { digestSecret } from '../platform/password.ts'
import type { Scope } from '../platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../platform/services.ts'
import { isSignedRight } from './signature.ts'
import type { ReadTables, TableKind } from './table-reader.ts'

export interface RawMessage {
  headers: Readonly<Record<string, unknown>>
  bytes: Buffer
  /** The body as JSON; undefined where it is none. */
  parse(): unknown
}

/** Throws 404 for an unknown address, 401 for a wrong signature, 400 for what cannot be read. Answered before it is worked on. */
export async function receiveMessage(services: Services, readTables: ReadTables, token: string, message: RawMessage) {
  const source = await findSourceByToken(services.database.db, digestSecret(token))
  if (!source) throw notFound('order source', 'this address')
  // Sent by WooCommerce when its webhook is saved, and not signed.
  if (isPing(message)) return { received: 0 }
  if (!isSignedRight(services.secrets, source, message.headers, message.bytes)) {
    throw apiError('highway.intake.error.wrong_signature', { header: source.signature!.header })
  }
  const bodies = await readBodies(readTables, message)
  const headers = keptHeaders(message.headers)
  return await transactAs(services, systemCaller(source.organization_id), async (scope) => {
    const ids = await keepMessages(scope, source, bodies, headers)
    return { received: ids.length, ...(ids.length === 1 ? { message_id: ids[0]! } : {}) }
  })
}

/** They wait in the log, each with a job that works on it; answers their ids. */
export async function keepMessages(
  scope: Scope,
  { organization_id, id: source_id }: Pick<OrderSourceRow, 'id' | 'organization_id'>,
  bodies: readonly object[],
  headers: Readonly<Record<string, string>>,
): Promise<string[]> {
  const rows = bodies.map((body, at) => ({
    ...{ id: createId(scope.now), organization_id, source_id, result: 'waiting' as const },
    // Of two rows of one order the later one counts.
    received_at: new Date(scope.now.getTime() + at),
    ...{ headers: headers as never, body: body as never },
  }))
  await insertMessages(scope, rows)
  const jobs = rows.map(({ id }) => ({ key: id, payload: { organization_id, message_id: id } }))
  await scope.jobs.sendEach(scope.tx, 'intake', jobs)
  return rows.map(({ id }) => id)
}

const tables: readonly (readonly [TableKind, RegExp])[] = [
  ['csv', /^text\/csv\b/i],
  ['xlsx', /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\b/i],
]

/** One order as JSON, or a table with one in each row. Throws invalid_payload. */
async function readBodies(readTables: ReadTables, { headers, bytes, parse }: RawMessage): Promise<object[]> {
  const type = String(headers['content-type'] ?? '')
  const table = tables.find(([, words]) => words.test(type))
  if (table) return readTables(table[0], bytes)
  const body = parse()
  if (typeof body !== 'object' || body === null) throw invalidPayload('body', 'must be a JSON object')
  return [body]
}

function isPing({ headers, bytes }: RawMessage): boolean {
  const type = String(headers['content-type'] ?? '')
  return (
    type.startsWith('application/x-www-form-urlencoded') && /^webhook_id=\d+$/.test(bytes.toString('latin1').trim())
  )
}

const mostHeaders = 30

/** Those that shops add to tell what the message is about; nothing of signatures and of the way that it came. */
function keptHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      name.startsWith('x-') && typeof value === 'string' && !/signature|hmac|forwarded|real-ip|token/.test(name),
  )
  return Object.fromEntries(kept.slice(0, mostHeaders).map(([name, value]) => [name, String(value).slice(0, 500)]))
}
