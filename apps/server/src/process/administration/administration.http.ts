// Serves the administration page to whoever comes with a link that the machine printed, or with the cookie that it was exchanged for.
import type { FastifyReply } from 'fastify'
import { permissionsPolicy } from '../../frame/http/page.ts'
import type { App } from '../../frame/http/server.ts'
import { version } from '../../frame/http/version.ts'
import { describeInstallation } from './administration.ts'
import { administrationPage, closedPage } from './administration-page.http.ts'
import { nameCommand } from './command-name.ts'
import { ADMINISTRATION_PATH, createEntry, isEntry } from './entries.ts'

const COOKIE = 'rw_administration'

/** Whoever has neither link nor cookie is told how to get a link, and nothing else. */
export function mountAdministration(app: App): void {
  const { services } = app
  const config = { operationId: 'administration' }
  app.get<{ Querystring: { link?: unknown } }>(ADMINISTRATION_PATH, { config }, async (request, reply) => {
    const now = services.clock.now()
    const { link } = request.query
    if (typeof link === 'string' && isEntry(services.adminSecret, 'link', link, now)) {
      reply.setCookie(COOKIE, createEntry(services.adminSecret, 'cookie', now), {
        path: ADMINISTRATION_PATH,
        httpOnly: true,
        sameSite: 'lax',
        secure: services.publicBase().startsWith('https:'),
      })
      // So that the link neither stays in the address nor is passed on with it.
      return reply.redirect(ADMINISTRATION_PATH)
    }
    if (!isEntry(services.adminSecret, 'cookie', request.cookies[COOKIE] ?? '', now)) {
      return send(reply.code(401), closedPage(nameCommand('administer')))
    }
    return send(reply, administrationPage(await describeInstallation(services), version, now))
  })
}

/** Nothing of it may be kept, framed, or load anything. */
function send(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('permissions-policy', permissionsPolicy([]))
    .type('text/html; charset=utf-8')
    .send(page)
}
