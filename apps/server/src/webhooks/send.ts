// One delivery attempt over HTTP: what is sent, how long it may take, what counts as received.
import { createHmac } from 'node:crypto'
import { limits } from '@routewright/contract'
import { type Dispatcher, request } from 'undici'

export interface Outgoing {
  url: string
  /** Exactly these bytes are sent, and signed when there is a secret. */
  body: string
  /** Identifies the delivery for Standard Webhooks receivers; the same on every retry. */
  deliveryId: string
  signingSecret: string | null
}

export interface AttemptResult {
  ok: boolean
  responseStatus: number | null
  error: string | null
  durationMilliseconds: number
}

/** Posts the body; 2xx within 10 s is success, redirects are not followed. Never throws. */
export async function sendWebhook(dispatcher: Dispatcher, outgoing: Outgoing, now: Date): Promise<AttemptResult> {
  const started = performance.now()
  const finish = (ok: boolean, responseStatus: number | null, error: string | null): AttemptResult => ({
    ok,
    responseStatus,
    error,
    durationMilliseconds: Math.round(performance.now() - started),
  })
  const signal = AbortSignal.timeout(limits.webhookLimits.timeoutSeconds * 1000)
  try {
    const response = await request(outgoing.url, {
      method: 'POST',
      dispatcher,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Routewright-Webhooks/1',
        ...signatureHeaders(outgoing, now),
      },
      body: outgoing.body,
    })
    // The answer's body is of no interest; a long one must not hold the connection.
    await response.body.dump({ limit: 16_384, signal }).catch(() => {})
    const ok = response.statusCode >= 200 && response.statusCode < 300
    return finish(ok, response.statusCode, ok ? null : `the receiver answered ${response.statusCode}`)
  } catch (error) {
    return finish(false, null, signal.aborted ? 'no answer within 10 seconds' : describeFailure(error as Error))
  }
}

/** Standard Webhooks 1.0: id, timestamp and an HMAC-SHA256 of "id.timestamp.body" under the secret. */
export function signatureHeaders(outgoing: Outgoing, now: Date): Record<string, string> {
  if (!outgoing.signingSecret) return {}
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(outgoing.signingSecret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key)
    .update(`${outgoing.deliveryId}.${timestamp}.${outgoing.body}`)
    .digest('base64')
  return {
    'webhook-id': outgoing.deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

function describeFailure(error: Error & { code?: string; cause?: unknown }): string {
  const cause = error.cause instanceof Error ? error.cause : error
  return (cause.message || error.code || 'the connection failed').slice(0, 500)
}
