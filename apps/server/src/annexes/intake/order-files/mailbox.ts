// A mailbox that is reached over IMAP: the tables attached to mails of some senders.
import type { OrderFetching } from '@routewright/contract'
import { type FetchMessageObject, ImapFlow, type MessageStructureObject } from 'imapflow'
import { publicConnectOptions } from '../../../frame/platform/public-targets.ts'
import {
  type Collection,
  computePrint,
  FetchProblem,
  type FetchSecret,
  type FoundFile,
  findTableKind,
  getProblem,
} from './collection.ts'
import { fitsPattern } from './name-pattern.ts'

const connectMilliseconds = 15_000
const silenceMilliseconds = 60_000
/** Mails that came earlier are not looked at. */
const days = 30
/** Most mails of one sender in that time; the latest ones count. */
const mostMails = 1_000
/** Where the connection is encrypted from its first byte; at all others it must be before anybody signs in. */
const encryptedPort = 993

interface Attachment extends FoundFile {
  uid: number
  part: string
}

/** Signs in and opens the folder. Throws FetchProblem. Without TLS only where private addresses are allowed. */
export async function openMailbox(
  fetching: OrderFetching,
  secret: FetchSecret,
  allowPrivate: boolean,
): Promise<Collection<Attachment>> {
  const { host, port, user, folder } = fetching
  const secure = port === encryptedPort
  let client: ImapFlow | undefined
  try {
    client = new ImapFlow({
      host,
      port,
      secure,
      auth: { user, pass: secret.password ?? '' },
      logger: false,
      disableAutoIdle: true,
      ...(secure || allowPrivate ? {} : { doSTARTTLS: true }),
      tls: publicConnectOptions(host, allowPrivate),
      connectionTimeout: connectMilliseconds,
      greetingTimeout: connectMilliseconds,
      socketTimeout: silenceMilliseconds,
    })
    // An error that ends the connection is also thrown by the running call.
    client.on('error', () => {})
    await client.connect()
    await client.mailboxOpen(folder, { readOnly: fetching.move_to === undefined }).catch((error: ImapError) => {
      const { responseText, mailboxMissing } = error
      if (!responseText && !mailboxMissing) throw error
      throw new FetchProblem(
        `The server ${host} does not open the folder ${folder}: ${responseText ?? 'it is not there'}`,
      )
    })
    return getAttachments(client, fetching)
  } catch (error) {
    client?.close()
    throw refused(error, fetching)
  }
}

function getAttachments(client: ImapFlow, fetching: OrderFetching): Collection<Attachment> {
  const { move_to } = fetching
  const ask = <T>(work: Promise<T>) =>
    work.catch((error) => {
      throw refused(error, fetching)
    })
  return {
    list: () => ask(listAttachments(client, fetching)),
    read: ({ uid, part }, most) => ask(readPart(client, uid, part, most)),
    async putAway(files) {
      const uids = [...new Set(files.map(({ uid }) => uid))]
      if (move_to === undefined || uids.length === 0) return
      const moved = await ask(client.messageMove(uids.join(','), move_to, { uid: true }))
      if (!moved) throw new FetchProblem(`The mails cannot be moved to ${move_to}; is there such a folder?`)
    },
    close: () => client.close(),
  }
}

async function listAttachments(client: ImapFlow, fetching: OrderFetching): Promise<Attachment[]> {
  const since = new Date(Date.now() - days * 86_400_000)
  const senders = new Set(fetching.senders?.map((sender) => sender.toLowerCase()))
  const found: Attachment[] = []
  for (const sender of senders) {
    const uids = ((await client.search({ from: sender, since }, { uid: true })) || []).slice(-mostMails)
    if (uids.length === 0) continue
    const wanted = { uid: true, envelope: true, bodyStructure: true } as const
    for (const mail of await client.fetchAll(uids.join(','), wanted, { uid: true })) {
      // A search finds the address anywhere in the line.
      if (mail.envelope?.from?.[0]?.address?.toLowerCase() === sender) found.push(...tablesIn(mail, sender, fetching))
    }
  }
  return found.sort((a, b) => a.uid - b.uid || (a.part < b.part ? -1 : 1))
}

function tablesIn({ uid, envelope, bodyStructure }: FetchMessageObject, sender: string, fetching: OrderFetching) {
  const mail = envelope?.messageId ?? `${fetching.folder} ${uid}`
  return listParts(bodyStructure).flatMap(
    ({ part, size: encoded = 0, encoding, parameters, dispositionParameters }) => {
      const name = dispositionParameters?.filename ?? parameters?.name ?? ''
      if (!findTableKind(name) || !fitsPattern(name, fetching.pattern ?? '*')) return []
      const size = encoding?.toLowerCase() === 'base64' ? Math.floor((encoded * 3) / 4) : encoded
      // A mail of one part only is its first part.
      const place = part ?? '1'
      return [
        { name, size, sender, uid, part: place, print: computePrint('mail', fetching.host, mail, place, name, size) },
      ]
    },
  )
}

function listParts(structure: MessageStructureObject | undefined): MessageStructureObject[] {
  if (!structure) return []
  return structure.childNodes ? structure.childNodes.flatMap(listParts) : [structure]
}

async function readPart(client: ImapFlow, uid: number, part: string, most: number): Promise<Buffer> {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes: most + 1 })
  if (!content) throw new FetchProblem('A mail was taken away while it was read')
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface ImapError extends Error {
  authenticationFailed?: boolean
  mailboxMissing?: boolean
  responseText?: string
}

function refused(error: unknown, { host, user }: OrderFetching): FetchProblem {
  const { authenticationFailed, responseText } = error as ImapError
  if (authenticationFailed) return new FetchProblem(`The server ${host} does not let ${user} in with this password`)
  if (responseText) return new FetchProblem(`The server ${host} says: ${responseText.slice(0, 300)}`)
  return getProblem(error, host)
}
