// Verifies that a delivery came from the service: the Standard Webhooks signature over its id, its time and its body.
import type { WebhookEvent } from './generated/wire.ts'

/** The headers of a delivery: a `Headers` of fetch, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** Tolerance in seconds between the delivery's time and now; 300 by default. */
  toleranceSeconds?: number
  /** Milliseconds since 1970 instead of the system's clock. */
  now?: number
}

/** Reason why a delivery cannot be trusted. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

/**
 * Returns the event of a signed delivery. `body` is the raw body before any parsing; `secret` is the webhook's, whsec_…. Rejects with a
 * WebhookVerificationError when a header is missing, the signature is wrong, or its time is too far from now.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = required(headers, 'webhook-id')
  const timestamp = required(headers, 'webhook-timestamp')
  const signatures = required(headers, 'webhook-signature').split(' ')
  const seconds = Number(timestamp)
  if (!(Math.abs(now / 1_000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `webhook-timestamp ${timestamp} is more than ${toleranceSeconds} seconds from now`,
    )
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const key = await crypto.subtle.importKey('raw', getKey(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of signatures) {
    const [version, value] = signature.split(',')
    const bytes = version === 'v1' && value ? findBytes(value) : undefined
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as WebhookEvent
  }
  throw new WebhookVerificationError('webhook-signature does not fit the body')
}

function required(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`the header ${name} is missing`)
  return value
}

function getKey(secret: string): Uint8Array<ArrayBuffer> {
  const key = findBytes(secret.replace(/^whsec_/, ''))
  if (!key || key.length === 0)
    throw new WebhookVerificationError('the secret is not one of a webhook: whsec_ and base64')
  return key
}

/** The bytes of base64; undefined when it is invalid. */
function findBytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
