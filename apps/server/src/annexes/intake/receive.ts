// Takes a message from a source: its address and signature are looked at, it is kept, and a job works on it.

import { getProject } from '../../accounts/projects/projects.ts'
import type { OrderSourceRow } from '../../data/order-source-tables.ts'
import { findSourceByToken, insertMessages } from '../../data/order-sources.sql.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { readingScope, type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { getSetting } from './setting.ts'
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
  const orders = await readOrders(services, readTables, source, message)
  return await transactAs(services, systemCaller(source.organization_id), async (scope) => {
    const ids = await keepMessages(scope, source, orders)
    return { received: ids.length, ...(ids.length === 1 ? { message_id: ids[0]! } : {}) }
  })
}

/** An order as received, with its headers. */
export interface IncomingOrder {
  body: object
  headers: Readonly<Record<string, string>>
}

/** Puts orders into the log, each with a job that works on it. Returns their ids. */
export async function keepMessages(
  scope: Scope,
  { organization_id, id: source_id }: Pick<OrderSourceRow, 'id' | 'organization_id'>,
  orders: readonly IncomingOrder[],
): Promise<string[]> {
  const rows = orders.map(({ body, headers }, at) => ({
    id: createId(scope.now),
    organization_id,
    source_id,
    result: 'waiting' as const,
    // The later of two rows of one order counts.
    received_at: new Date(scope.now.getTime() + at),
    headers: headers as never,
    body: body as never,
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
async function readOrders(
  services: Services,
  readTables: ReadTables,
  source: OrderSourceRow,
  { headers, bytes, parse }: RawMessage,
): Promise<IncomingOrder[]> {
  const kept = keptHeaders(headers)
  const type = String(headers['content-type'] ?? '')
  const table = tables.find(([, words]) => words.test(type))
  if (table) {
    const project = await getProject(readingScope(services, systemCaller(source.organization_id)), source.project_id)
    const orders = await readTables(table[0], bytes, { mapping: source.mapping, setting: getSetting(project) })
    return orders.map((order) => ({ body: order.body, headers: { ...kept, ...order.headers } }))
  }
  const body = parse()
  if (typeof body !== 'object' || body === null) throw invalidPayload('body', 'must be a JSON object')
  return [{ body, headers: kept }]
}

function isPing({ headers, bytes }: RawMessage): boolean {
  const type = String(headers['content-type'] ?? '')
  return (
    type.startsWith('application/x-www-form-urlencoded') && /^webhook_id=\d+$/.test(bytes.toString('latin1').trim())
  )
}

const mostHeaders = 30

/** Keeps the headers in which shops describe the message, but none about signatures or transport. */
function keptHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      name.startsWith('x-') &&
      typeof value === 'string' &&
      !/signature|hmac|forwarded|real-ip|token|^x-table-/.test(name),
  )
  return Object.fromEntries(kept.slice(0, mostHeaders).map(([name, value]) => [name, String(value).slice(0, 500)]))
}
