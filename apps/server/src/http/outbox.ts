// Shows the demo's mails that were not sent for want of a mail server, to a browser on this machine and to nobody else.
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from '../platform/html.ts'
import type { OutboxEntry } from '../platform/mail.ts'
import { isLoopback } from '../platform/trial.ts'
import { answerNotFound } from './errors.ts'
import type { App } from './server.ts'

/**
 * Mails hold links that act for their receivers: who reads a password reset is that person. So there are only those of
 * the demo organization, and only while no other machine reaches the service; mails of others stay files in the data folder.
 */
export function addOutbox(app: App): void {
  const { config, mail, trial } = app.services
  if (config.smtpUrl) return
  /** Whose mails this request may see, if any. */
  const readableBy = (request: FastifyRequest) => (isFromThisMachine(request) ? trial.organizationId : undefined)

  app.get('/outbox', { config: { operationId: 'outbox' } }, async (request, reply) => {
    const organizationId = readableBy(request)
    if (organizationId === undefined) {
      answerNotFound(request, reply)
      return reply
    }
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.type('text/html; charset=utf-8').send(outboxPage(await mail.listOutbox(organizationId)))
  })
  app.get<{ Params: { name: string } }>(
    '/outbox/:name',
    { config: { operationId: 'outboxMail' } },
    async (request, reply) => {
      const organizationId = readableBy(request)
      const source = organizationId && (await mail.findOutboxMail(organizationId, request.params.name))
      if (source === undefined) {
        answerNotFound(request, reply)
        return reply
      }
      // As text, never as markup: a mail may hold what a stranger wrote.
      return reply.type('text/plain; charset=utf-8').send(source)
    },
  )
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
    ({ name, to, subject, date }) =>
      `<tr><td>${escapeHtml(date)}</td><td>${escapeHtml(to)}</td><td><a href="/outbox/${escapeHtml(name)}">${escapeHtml(subject)}</a></td></tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left}</style>
<h1>Outbox</h1><p>No mail server is set (SMTP_URL), so the demo's mails wait here.</p>
<table><thead><tr><th>Date</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></html>`
}
