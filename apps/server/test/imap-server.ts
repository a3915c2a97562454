// A server for mailboxes over IMAP on a free port of this machine (hoodiecrow-imap), with mails that a test puts there.
import type { AddressInfo } from 'node:net'
import createServer from 'hoodiecrow-imap'

export interface ImapMail {
  from: string
  id: string
  /** Attached, by their names. */
  files: Record<string, Buffer | string>
}

export interface ImapServer {
  readonly port: number
  readonly user: string
  readonly password: string
  deliver(mail: ImapMail): void
  /** Ids of the mails in a folder. */
  list(folder: string): string[]
  stop(): Promise<void>
}

/** With an inbox and a folder Done. */
export async function startImapServer(): Promise<ImapServer> {
  const [user, password] = ['orders@example.test', 'of the mailbox']
  const server = createServer({
    plugins: ['ID', 'SASL-IR', 'AUTH-PLAIN', 'NAMESPACE', 'ENABLE', 'LITERALPLUS', 'UNSELECT'],
    users: { [user]: { password } },
    storage: { INBOX: { messages: [] }, '': { separator: '/', folders: { Done: {} } } },
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    user,
    password,
    port: (server.server.address() as AddressInfo).port,
    deliver: (mail) => void server.appendMessage('INBOX', [], new Date(), writeMail(mail)),
    list: (folder) =>
      server.getMailbox(folder).messages.map(({ raw }) => /^Message-ID: <(.*)>/im.exec(String(raw))?.[1] ?? ''),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function writeMail({ from, id, files }: ImapMail): string {
  const parts = Object.entries(files).map(([name, content]) =>
    [
      `Content-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content as string)
        .toString('base64')
        .replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  )
  const words = 'Content-Type: text/plain; charset=utf-8\r\n\r\nHere are the orders.'
  return [
    `From: ${from}`,
    'To: orders@example.test',
    `Message-ID: <${id}>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'Subject: Orders',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    ...[words, ...parts].map((part) => `--part\r\n${part}`),
    '--part--',
    '',
  ].join('\r\n')
}
