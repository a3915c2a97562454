// Sends mails: through SMTP, or, without a mail server, into the outbox.
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import type { Outbox } from './outbox.ts'
import type { Scope } from './scope.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html?: string
  /** Identifies the mail for receivers that get it twice after a retry. */
  message_id?: string
  /** Shown instead of the name in MAIL_FROM; the address stays. */
  from_name?: string
  reply_to?: string
  /** True for mails about the receiver's account, which are sent even from a sandbox. */
  is_account?: true
  /** Unsubscribe links for mail programs: a page, and a URL that takes a POST (RFC 8058). */
  unsubscribe?: { page: string; post: string }
  /** Pictures inside the HTML part, as `cid:` and their name. */
  pictures?: { name: string; content_type: string; base64: string }[]
}

/** A mail and the organization that it is sent for. */
export type OrganizationMail = MailMessage & { organization_id: string }

export interface Mail {
  /** Sends now; rejects when the mail server refuses. Rules use `queueMail`, inside their transaction. */
  send(message: OrganizationMail): Promise<void>
}

/** Queues the mail: a worker sends it once the transaction commits, and retries until the mail server takes it. */
export async function queueMail(scope: Scope, message: MailMessage): Promise<void> {
  await scope.jobs.send(scope.tx, 'mail', { ...message, organization_id: scope.organizationId })
}

export interface MailOptions {
  smtpUrl?: string
  from: string
  /** Where mails are kept when there is no SMTP address. */
  outbox: Outbox
  clock: Clock
  /** The time for an organization, where it differs from the clock's. */
  momentOf?: (organizationId: string) => Date
}

export function createMail(options: MailOptions): Mail {
  return options.smtpUrl ? createSmtpMail(options, options.smtpUrl) : createOutboxMail(options)
}

function createSmtpMail(options: MailOptions, smtpUrl: string): Mail {
  const transport = createTransport(smtpUrl, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
  return {
    async send(message) {
      await transport.sendMail(envelope(options, message))
    },
  }
}

function createOutboxMail(options: MailOptions): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(envelope(options, message))
      await options.outbox.keep(message.organization_id, 'email', bytes as Buffer)
    },
  }
}

function envelope(options: MailOptions, message: OrganizationMail) {
  return {
    from: sender(options.from, message.from_name),
    to: message.to,
    replyTo: message.reply_to,
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: message.message_id,
    date: options.momentOf?.(message.organization_id) ?? options.clock.now(),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message.unsubscribe) },
    attachments: message.pictures?.map(({ name, content_type, base64 }) => ({
      cid: name,
      filename: `${name}.${content_type.split('/')[1]}`,
      contentType: content_type,
      contentDisposition: 'inline' as const,
      content: Buffer.from(base64, 'base64'),
    })),
  }
}

function sender(from: string, name: string | undefined): string | { name: string; address: string } {
  return name === undefined ? from : { name, address: /<([^>]+)>/.exec(from)?.[1] ?? from }
}

function unsubscribeHeaders(unsubscribe: MailMessage['unsubscribe']): Record<string, string> {
  if (!unsubscribe) return {}
  return {
    'List-Unsubscribe': `<${unsubscribe.post}>, <${unsubscribe.page}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
