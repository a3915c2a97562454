// The documents at /docs: pages that were built beforehand, under a policy that lets in their own style and script only.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { permissionsPolicy } from './page.ts'
import type { App } from './server.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

const notBuilt =
  'The documents have not been built yet: run npm start, or npm run docs. The reference of the interface is at /docs/reference.'

/** The reference, the changes and the versions of the interface stand below the same address and come first. */
export async function addSite(app: App): Promise<void> {
  const options = { config: { operationId: 'documents' } }
  app.get('/docs', options, async (_request, reply) => reply.redirect('/docs/'))
  const root = fileURLToPath(new URL('../../../../site/dist/', import.meta.url))
  if (!existsSync(root)) {
    app.get('/docs/', options, async (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send(notBuilt),
    )
    return
  }
  await app.register(fastifyStatic, {
    root,
    prefix: '/docs/',
    decorateReply: false,
    redirect: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', 'no-cache')
      if (!/\.html(\.br|\.gz)?$/.test(path)) return
      reply.header('content-security-policy', policy)
      reply.header('permissions-policy', permissionsPolicy([]))
      reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    },
  })
}
