// Shows the mails that were not sent for want of a mail server; only where the service is tried out.
import { escapeHtml } from '../platform/html.ts'
import type { OutboxEntry } from '../platform/mail.ts'
import { answerNotFound } from './errors.ts'
import type { App } from './server.ts'

/** Mails hold links that act for their receivers, so the page is never there in production. */
export function addOutbox(app: App): void {
  const { config, mail } = app.services
  if (config.smtpUrl || config.environment === 'production') return
  app.get('/outbox', { config: { operationId: 'outbox' } }, async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.type('text/html; charset=utf-8').send(outboxPage(await mail.listOutbox()))
  })
  app.get<{ Params: { name: string } }>(
    '/outbox/:name',
    { config: { operationId: 'outboxMail' } },
    async (request, reply) => {
      const source = await mail.findOutboxMail(request.params.name)
      if (source === undefined) {
        answerNotFound(request, reply)
        return reply
      }
      // As text, never as markup: a mail may hold what a stranger wrote.
      return reply.type('text/plain; charset=utf-8').send(source)
    },
  )
}

function outboxPage(entries: readonly OutboxEntry[]): string {
  const rows = entries.map(
    ({ name, to, subject, date }) =>
      `<tr><td>${escapeHtml(date)}</td><td>${escapeHtml(to)}</td><td><a href="/outbox/${escapeHtml(name)}">${escapeHtml(subject)}</a></td></tr>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left}</style>
<h1>Outbox</h1><p>No mail server is set (SMTP_URL), so mails wait here.</p>
<table><thead><tr><th>Date</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></html>`
}
