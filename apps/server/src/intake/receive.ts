// Takes a message from a source: its address and signature are looked at, it is kept, and a job works on it.
import { findSourceByToken, insertMessage } from '../data/order-sources.sql.ts'
import { apiError, invalidPayload, notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import { digestSecret } from '../platform/password.ts'
import { type Services, systemCaller, transactAs } from '../platform/services.ts'
import { isSignedRight } from './signature.ts'

export interface RawMessage {
  headers: Readonly<Record<string, unknown>>
  bytes: Buffer
  /** The body as JSON; undefined where it is none. */
  parse(): unknown
}

/** Throws 404 for an unknown address, 401 for a wrong signature, 400 for what is no JSON. Answered before it is worked on. */
export async function receiveMessage(services: Services, token: string, message: RawMessage) {
  const source = await findSourceByToken(services.database.db, digestSecret(token))
  if (!source) throw notFound('order source', 'this address')
  // Sent by WooCommerce when its webhook is saved, and not signed.
  if (isPing(message)) return { received: 0 }
  if (!isSignedRight(services.secrets, source, message.headers, message.bytes)) {
    throw apiError('highway.intake.error.wrong_signature', { header: source.signature!.header })
  }
  const body = message.parse()
  if (typeof body !== 'object' || body === null) throw invalidPayload('body', 'must be a JSON object')
  return await transactAs(services, systemCaller(source.organization_id), async (scope) => {
    const id = createId(scope.now)
    await insertMessage(scope, {
      ...{ id, organization_id: source.organization_id, source_id: source.id, received_at: scope.now },
      ...{ result: 'waiting', headers: keptHeaders(message.headers) as never, body: body as never },
    })
    await scope.jobs.send(scope.tx, 'intake', { organization_id: source.organization_id, message_id: id })
    return { received: 1, message_id: id }
  })
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
