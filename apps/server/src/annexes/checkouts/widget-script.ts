// The script of the choice of a window, for pages of any site: <script src="…/checkout/slots.js">. It holds no data of anybody.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'

const app = 'tracking'
const built = new URL(`../../../../${app}/dist/widget/slots.js`, import.meta.url)

export interface WidgetScript {
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
  etag: string
}

/** Reads the built script with its compressed copies, once at the server's start; undefined if it was not built. */
export function readWidgetScript(): WidgetScript | undefined {
  if (!existsSync(built)) return undefined
  const read = (ending: string) => readFileSync(new URL(`${built.href}${ending}`))
  const identity = read('')
  const etag = createHash('sha256').update(identity).digest('base64url')
  return { bodies: { br: read('.br'), gzip: read('.gz'), identity }, etag }
}

/** Shops' pages ask for it at each visit of a customer: for an hour browsers do not ask again. */
export function sendWidgetScript(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  script: WidgetScript | undefined,
): FastifyReply {
  if (!script) return reply.code(503).type('text/plain; charset=utf-8').send('Run npm run build in apps/tracking.')
  const accepted = String(headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((text) =>
    new RegExp(`\\b${text}\\b(?!;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted),
  )
  const etag = `"${script.etag}-${encoding ?? 'identity'}"`
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
    vary: 'accept-encoding',
    etag,
    ...(encoding && { 'content-encoding': encoding }),
  })
  if (headers['if-none-match'] === etag) return reply.removeHeader('content-encoding').code(304).send()
  return reply.type('text/javascript; charset=utf-8').send(script.bodies[encoding ?? 'identity'])
}
