// Sends mails: through SMTP, or, without a mail server, into a folder of .eml files that the /outbox page shows.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import type { Jobs } from './jobs.ts'
import type { Tx } from './scope.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html?: string
  /** Names the mail for receivers that see it twice after a retry. */
  message_id?: string
  /** Shown instead of the name in MAIL_FROM; the address stays. */
  from_name?: string
  reply_to?: string
  /** Where mail programs send who wants no more of these: a page, and an address that takes a POST (RFC 8058). */
  unsubscribe?: { page: string; post: string }
  /** Pictures inside the HTML part, as `cid:` and their name. */
  pictures?: { name: string; content_type: string; base64: string }[]
}

/** A mail and the organization that it is sent for. */
export type OrganizationMail = MailMessage & { organization_id: string }

export interface Mail {
  /** Sends now; rejects when the mail server refuses. Rules use `queueMail`, inside their transaction. */
  send(message: OrganizationMail): Promise<void>
  /** The organization's mails in the folder, newest first; empty when mails go through SMTP. */
  listOutbox(organizationId: string): Promise<OutboxEntry[]>
  findOutboxMail(organizationId: string, name: string): Promise<string | undefined>
}

export interface OutboxEntry {
  name: string
  to: string
  subject: string
  date: string
}

/** The mail is sent by a worker once the transaction commits, and again until the mail server takes it. */
export async function queueMail(tx: Tx, jobs: Jobs, organizationId: string, message: MailMessage): Promise<void> {
  await jobs.send(tx, 'mail', { ...message, organization_id: organizationId })
}

export interface MailOptions {
  smtpUrl?: string
  from: string
  /** Folder for mails when there is no SMTP address; every organization has one of its own in it. */
  outboxDirectory: string
  clock: Clock
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
    listOutbox: async () => [],
    findOutboxMail: async () => undefined,
  }
}

const outboxName = /^[0-9TZ-]+-[a-f0-9]+\.eml$/

function createOutboxMail(options: MailOptions): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folderOf = (organizationId: string) => join(options.outboxDirectory, organizationId)
  let count = 0
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(envelope(options, message))
      const directory = folderOf(message.organization_id)
      await mkdir(directory, { recursive: true })
      const moment = options.clock.now().toISOString().replace(/[:.]/g, '-')
      const name = `${moment}-${process.pid.toString(16)}${(count++).toString(16).padStart(6, '0')}.eml`
      const draft = join(directory, `${name}.tmp`)
      await writeFile(draft, bytes as Buffer)
      await rename(draft, join(directory, name))
    },
    async listOutbox(organizationId) {
      const directory = folderOf(organizationId)
      const names = (await readdir(directory).catch(() => [])).filter((name) => outboxName.test(name))
      const newest = names.sort().reverse().slice(0, 200)
      return await Promise.all(newest.map(async (name) => entry(name, await readFile(join(directory, name), 'utf8'))))
    },
    async findOutboxMail(organizationId, name) {
      if (!outboxName.test(name)) return undefined
      return await readFile(join(folderOf(organizationId), name), 'utf8').catch(() => undefined)
    },
  }
}

function envelope(options: MailOptions, message: MailMessage) {
  return {
    from: sender(options.from, message.from_name),
    to: message.to,
    replyTo: message.reply_to,
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: message.message_id,
    date: options.clock.now(),
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

function entry(name: string, source: string): OutboxEntry {
  const header = (field: string) =>
    new RegExp(`^${field}: (.*(?:\\r?\\n[ \\t].*)*)`, 'mi').exec(source)?.[1]?.replace(/\s+/g, ' ') ?? ''
  return { name, to: header('To'), subject: header('Subject'), date: header('Date') }
}
