// Keeps as files what nothing sends: mails without a mail server, the demo's SMS without a gateway.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessageChannel } from '@routewright/contract'
import { decodeWords } from 'postal-mime'
import type { Clock } from './clock.ts'

export interface OutboxEntry {
  /** Names it within the organization's folder. */
  name: string
  channel: MessageChannel
  to: string
  /** The subject of a mail, or the text of an SMS. */
  title: string
  date: string
}

export interface Outbox {
  /** Channels that nothing sends. */
  readonly channels: readonly MessageChannel[]
  /** Stores a message as it would have been sent. */
  keep(organizationId: string, channel: MessageChannel, source: Buffer): Promise<void>
  /** Returns the organization's kept messages, newest first, at most 200; only of channels that nothing sends. */
  list(organizationId: string): Promise<OutboxEntry[]>
  /** All of it that goes to an address or number of which this is true, whatever sends that channel now. */
  listTo(organizationId: string, isWanted: (to: string) => boolean): Promise<OutboxEntry[]>
  /** Deletes these of it. */
  forget(organizationId: string, entries: readonly OutboxEntry[]): Promise<void>
  /** Returns the message as stored, headers first. */
  find(organizationId: string, name: string): Promise<string | undefined>
  /** Deletes everything that is kept for the organization. */
  clear(organizationId: string): Promise<void>
}

export interface OutboxOptions {
  /** Every organization has a folder of its own in it. */
  directory: string
  channels: readonly MessageChannel[]
  clock: Clock
}

const extensions: Record<MessageChannel, string> = { email: 'eml', sms: 'sms' }
const allChannels = Object.keys(extensions) as MessageChannel[]
const namePattern = /^[0-9TZ-]+-[a-f0-9]+\.(eml|sms)$/
const mostListed = 200

export function createOutbox({ directory, channels, clock }: OutboxOptions): Outbox {
  const getFolder = (organizationId: string) => join(directory, organizationId)
  const findChannel = (name: string) =>
    namePattern.test(name) ? channels.find((channel) => name.endsWith(`.${extensions[channel]}`)) : undefined
  let count = 0
  return {
    channels,
    async keep(organizationId, channel, source) {
      const folder = getFolder(organizationId)
      await mkdir(folder, { recursive: true })
      const moment = clock.now().toISOString().replace(/[:.]/g, '-')
      const number = `${process.pid.toString(16)}${(count++).toString(16).padStart(6, '0')}`
      const name = `${moment}-${number}.${extensions[channel]}`
      const draft = join(folder, `${name}.tmp`)
      await writeFile(draft, source)
      await rename(draft, join(folder, name))
    },
    async list(organizationId) {
      const folder = getFolder(organizationId)
      const names = (await readdir(folder).catch(() => [])).filter((name) => findChannel(name) !== undefined)
      const newest = names.sort().reverse().slice(0, mostListed)
      return await Promise.all(
        newest.map(async (name) => entry(name, findChannel(name)!, await readFile(join(folder, name), 'utf8'))),
      )
    },
    async listTo(organizationId, isWanted) {
      const folder = getFolder(organizationId)
      const found: OutboxEntry[] = []
      for (const name of (await readdir(folder).catch(() => [])).sort()) {
        const channel = allChannels.find((channel) => name.endsWith(`.${extensions[channel]}`))
        if (!channel || !namePattern.test(name)) continue
        const kept = entry(name, channel, await readFile(join(folder, name), 'utf8').catch(() => ''))
        if (isWanted(kept.to)) found.push(kept)
      }
      return found
    },
    async forget(organizationId, entries) {
      for (const { name } of entries) await rm(join(getFolder(organizationId), name), { force: true })
    },
    async find(organizationId, name) {
      if (findChannel(name) === undefined) return undefined
      return await readFile(join(getFolder(organizationId), name), 'utf8').catch(() => undefined)
    },
    async clear(organizationId) {
      await rm(getFolder(organizationId), { recursive: true, force: true })
    },
  }
}

/** Returns the part after the headers of a message. */
export function getBody(source: string): string {
  return source.slice(source.indexOf('\n\n') + 2)
}

function entry(name: string, channel: MessageChannel, source: string): OutboxEntry {
  const header = (field: string) =>
    new RegExp(`^${field}: (.*(?:\\r?\\n[ \\t].*)*)`, 'mi').exec(source)?.[1]?.replace(/\s+/g, ' ') ?? ''
  const title = channel === 'email' ? decodeWords(header('Subject')) : getBody(source)
  return { name, channel, to: header('To'), title, date: header('Date') }
}
