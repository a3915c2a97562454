// One delivery attempt over HTTP: the request, its timeout, and what counts as received.
import { createHmac } from 'node:crypto'
import { limits } from '@routewright/contract'
import type { Dispatcher } from 'undici'
import type { AttemptResult } from '../../data/deliveries.sql.ts'
import type { WrittenBody } from './body-forms.ts'

export interface Outgoing {
  url: string
  /** Exactly these bytes are sent, and signed when there is a secret. */
  body: string
  /** application/json without it. */
  contentType?: WrittenBody['contentType']
  /** Identifies the delivery for Standard Webhooks receivers; the same on every retry. */
  deliveryId: string
  signingSecret: string | null
}

/** Log entry for an event of a sandbox, which is not sent. */
export const keptInSandbox: AttemptResult = {
  ok: true,
  responseStatus: null,
  error: 'not sent: the organization is a sandbox',
  durationMilliseconds: 0,
}

/** Most bytes of a response that are read: nobody uses it. */
const readBytes = 16_384

/**
 * Posts the body; 2xx is success, redirects are not followed. The timeout begins once the connection is open, so that waiting on
 * our side does not count as a failure of the receiver. Never throws.
 */
export async function sendWebhook(
  dispatcher: Dispatcher,
  outgoing: Outgoing,
  now: Date,
  timeoutMilliseconds = limits.webhookLimits.timeoutSeconds * 1_000,
): Promise<AttemptResult> {
  const started = performance.now()
  const finish = (ok: boolean, responseStatus: number | null, error: string | null): AttemptResult => ({
    ok,
    responseStatus,
    error,
    durationMilliseconds: Math.round(performance.now() - started),
  })
  try {
    const status = await post(dispatcher, outgoing, now, timeoutMilliseconds)
    const ok = status >= 200 && status < 300
    return finish(ok, status, ok ? null : `the receiver answered ${status}`)
  } catch (error) {
    return finish(false, null, describeFailure(error as Error))
  }
}

/** Returns the status of the response once its head has arrived; rejects after the timeout. */
function post(dispatcher: Dispatcher, outgoing: Outgoing, now: Date, timeoutMilliseconds: number): Promise<number> {
  const { origin, pathname, search } = new URL(outgoing.url)
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let status: number | undefined
    let bytes = 0
    const end = (error?: Error) => {
      clearTimeout(timer)
      if (status === undefined) reject(error)
      else resolve(status)
    }
    const request = {
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': outgoing.contentType ?? 'application/json',
        'user-agent': 'Routewright-Webhooks/1',
        ...signatureHeaders(outgoing, now),
      },
      body: outgoing.body,
    } as const
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        const late = new Error(`no answer within ${timeoutMilliseconds / 1_000} seconds`)
        // Data that arrived while this process was busy is read first.
        timer = setTimeout(() => setImmediate(() => controller.abort(late)), timeoutMilliseconds)
      },
      onResponseStart(_controller, statusCode) {
        if (statusCode >= 200) status = statusCode
      },
      onResponseData(controller, chunk) {
        bytes += chunk.length
        if (bytes > readBytes) controller.abort(new Error('the answer is too long'))
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    })
  })
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
