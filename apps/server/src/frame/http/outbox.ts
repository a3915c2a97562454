// Shows the demo's mails and SMS that were not sent for want of a server, to a browser on this machine and to nobody else.
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from '../platform/html.ts'
import type { OutboxEntry } from '../platform/outbox.ts'
import type { Services } from '../platform/services.ts'
import { isLoopback } from '../platform/trial.ts'
import { answerNotFound } from './errors.ts'
import type { App } from './server.ts'

/**
 * Mails hold links that act for their receivers: who reads a password reset is that person. So there are only those of
 * the demo organization, and only while no other machine reaches the service; mails of others stay files in the data folder.
 */
export function addOutbox(app: App): void {
  const { outbox } = app.services
  if (outbox.channels.length === 0) return
  const readableBy = (request: FastifyRequest) => outboxReadableBy(app.services, request)

  app.get('/outbox', { config: { operationId: 'outbox' } }, async (request, reply) => {
    const organizationId = readableBy(request)
    if (organizationId === undefined) {
      answerNotFound(request, reply)
      return reply
    }
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.type('text/html; charset=utf-8').send(outboxPage(await outbox.list(organizationId)))
  })
  app.get<{ Params: { name: string } }>(
    '/outbox/:name',
    { config: { operationId: 'outboxMessage' } },
    async (request, reply) => {
      const organizationId = readableBy(request)
      const source = organizationId && (await outbox.find(organizationId, request.params.name))
      if (source === undefined) {
        answerNotFound(request, reply)
        return reply
      }
      // Sent as text, never as markup: a mail may contain text from a stranger.
      return reply.type('text/plain; charset=utf-8').send(source)
    },
  )
}

/** The organization whose messages this request may see, if any. */
export function outboxReadableBy(services: Services, request: FastifyRequest): string | undefined {
  return services.outbox.channels.length > 0 ? demoOpenTo(services, request) : undefined
}

/** The demo organization, for requests that come from this machine. */
export function demoOpenTo({ trial }: Services, request: FastifyRequest): string | undefined {
  return isFromThisMachine(request) ? trial.organizationId : undefined
}

/**
 * Whether the call comes from this machine, asks for it by its own name (a page elsewhere may let a name of its own lead
 * here), and was not handed on by a proxy.
 */
function isFromThisMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].some((name) => headers[name] !== undefined)
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return !isForwarded && isLoopback(peer) && isLoopback(hostname)
}

function outboxPage(entries: readonly OutboxEntry[]): string {
  const rows = entries.map(
    ({ name, to, title, date }) =>
      `<tr><td>${escapeHtml(date)}</td><td>${escapeHtml(to)}</td><td><a href="/outbox/${escapeHtml(name)}">${escapeHtml(title)}</a></td></tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left}</style>
<h1>Outbox</h1><p>Without a mail server (SMTP_URL) the demo's mails wait here, and its SMS without a gateway (SMS_GATEWAY).</p>
<table><thead><tr><th>Date</th><th>To</th><th>Subject or text</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></html>`
}
