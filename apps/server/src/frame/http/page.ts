// Pages for people without an account: one self-contained document each, under a policy that lets nothing else in.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The parts of a page, as they stand in its folder. */
export interface Page {
  html: string
  css: string
  script: string
}

/** A prepared page: the same bytes for everybody, so browsers may cache them. */
export interface KeptPage {
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
  etag: string
  policy: string
}

/** Reads `<name>.html`, `.css` and `.js` of a folder; once, when the server starts. */
export function readPage(folder: URL, name: string): Page {
  const part = (extension: string) => readFileSync(new URL(`${name}.${extension}`, folder), 'utf8')
  return { html: part('html'), css: part('css'), script: part('js') }
}

/** The whole document, compressed once; its policy lets in its own style and script by their digests. */
export function keepPage({ html, css, script }: Page): KeptPage {
  // A function as replacement: the page's own $ signs mean nothing.
  const document = html
    .replace('<!-- style -->', () => `<style>${css}</style>`)
    .replace('<!-- script -->', () => `<script>${script}</script>`)
  const identity = Buffer.from(document)
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest(script)}'`,
    `style-src 'sha256-${digest(css)}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ]
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  return {
    bodies: { br: brotliCompressSync(identity, { params: quality }), gzip: gzipSync(identity), identity },
    etag: digest(identity),
    policy: policy.join('; '),
  }
}

/** Features of a phone or computer that pages could ask for. */
const features = ['geolocation', 'camera', 'microphone', 'payment', 'usb'] as const
export type Feature = (typeof features)[number]

/** Value of the header Permissions-Policy: the page itself may use what is allowed, and pages in its frames nothing. */
export function permissionsPolicy(allowed: readonly Feature[]): string {
  return features.map((feature) => `${feature}=(${allowed.includes(feature) ? 'self' : ''})`).join(', ')
}

/** Sends the page, or 304 to a browser that has it; the page never contains user data. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((text) =>
    new RegExp(`\\b${text}\\b(?!;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted),
  )
  const etag = `"${page.etag}-${encoding ?? 'identity'}"`
  reply
    .header('content-security-policy', page.policy)
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', etag)
    .header('permissions-policy', permissionsPolicy([]))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding ?? 'identity'])
}

function digest(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64')
}
