// Open plans and selections of people: every process announces its own pages and knows those of the others.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../frame/platform/db.ts'
import type { Log } from '../../frame/platform/log.ts'

export interface PresentViewer {
  viewer_id: string
  user_id: string
  name: string
  organization_id: string
  project_id: string
  plan_id: string
  stop_ids: string[]
  route_ids: string[]
  view?: string
  /** ISO timestamp. */
  since: string
}

/** A message between processes. */
interface Announcement {
  process: string
  /** New pages of the sender, and those with another selection. */
  viewers?: PresentViewer[]
  /** Its pages that were closed. */
  gone?: string[]
  /** Heartbeat, with the sender's number of pages. */
  alive?: number
  /** Asks for all pages of that process, or of all. */
  ask?: string
  /** The sender stops, and its pages are gone. */
  isOver?: boolean
}

const channel = 'presence'
/** Announcements within this time are sent together. */
const gatherMilliseconds = 100
/** Interval of heartbeats. */
const aliveMilliseconds = 15_000
/** A process without a heartbeat for this long is gone, with its pages. */
const goneMilliseconds = 40_000
/** A notification of PostgreSQL holds less than 8,000 bytes; one viewer with the largest selection takes 6,000. */
const payloadBytes = 7_900

export class Presence {
  /** Undefined on the embedded database: there is no other process. */
  private readonly database: Database | undefined
  private readonly log: Log
  private readonly process = randomUUID()
  private readonly viewers = new Map<string, { viewer: PresentViewer; process: string }>()
  /** Other processes, and when each was last heard of. */
  private readonly heardAt = new Map<string, number>()
  private readonly listeners = new Set<(viewer: PresentViewer) => void>()
  /** Pages of this process to be announced next. */
  private untold = new Set<string>()
  private gathering: NodeJS.Timeout | undefined
  private readonly living: NodeJS.Timeout | undefined
  private listening: Promise<() => Promise<void>> | undefined

  constructor(database: Database, log: Log) {
    this.database = database.backend === 'postgres' ? database : undefined
    this.log = log
    if (this.database) this.living = setInterval(() => this.sayAlive(), aliveMilliseconds).unref()
  }

  /** Starts listening to the other processes. */
  start(): void {
    const askForAll = () => void this.announce([{ ask: 'all' }])
    this.listening = this.database?.listener.listen(channel, (payload) => this.hear(payload), askForAll)
    this.listening?.catch((error) => this.log.warn({ err: error }, 'presence of other processes is not heard'))
  }

  /** Adds a page of this process, announced to the others until the returned function is called. */
  enter(viewer: PresentViewer): () => void {
    this.update(viewer)
    return () => {
      this.forget(viewer.viewer_id)
      this.tellOthers(viewer.viewer_id)
    }
  }

  /** Finds a viewer, whatever process its page is connected to. */
  find(viewerId: string): PresentViewer | undefined {
    return this.viewers.get(viewerId)?.viewer
  }

  /** Updates a viewer's selection. */
  update(viewer: PresentViewer): void {
    // Another process that has the connection keeps announcing the page.
    this.note(viewer, this.viewers.get(viewer.viewer_id)?.process ?? this.process)
    this.tellOthers(viewer.viewer_id)
  }

  list(place: { planId: string } | { projectId: string }): PresentViewer[] {
    const here = [...this.viewers.values()].filter(({ viewer }) =>
      'planId' in place ? viewer.plan_id === place.planId : viewer.project_id === place.projectId,
    )
    return here.map(({ viewer }) => viewer).sort((a, b) => (a.viewer_id < b.viewer_id ? -1 : 1))
  }

  /** Calls when somebody comes, goes or selects, with plan and project. */
  onChange(listener: (viewer: PresentViewer) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async close(): Promise<void> {
    clearInterval(this.living)
    clearTimeout(this.gathering)
    if (this.listening) await Promise.race([this.announce([{ isOver: true }]), wait(1_000)])
    const end = await this.listening?.catch(() => undefined)
    await end?.()
  }

  private note(viewer: PresentViewer, process: string): void {
    this.viewers.set(viewer.viewer_id, { viewer, process })
    this.tell(viewer)
  }

  private forget(viewerId: string): void {
    const known = this.viewers.get(viewerId)
    if (!known) return
    this.viewers.delete(viewerId)
    this.tell(known.viewer)
  }

  private tell(viewer: PresentViewer): void {
    for (const listener of this.listeners) listener(viewer)
  }

  private idsOf(process: string): string[] {
    return [...this.viewers].flatMap(([id, known]) => (known.process === process ? [id] : []))
  }

  private tellOthers(...viewerIds: string[]): void {
    if (!this.database) return
    for (const id of viewerIds) this.untold.add(id)
    this.gathering ??= setTimeout(() => this.tellGathered(), gatherMilliseconds).unref()
  }

  private tellGathered(): void {
    this.gathering = undefined
    const ids = [...this.untold]
    this.untold = new Set()
    const viewers = ids.flatMap((id) => this.find(id) ?? [])
    const gone = ids.filter((id) => !this.viewers.has(id))
    void this.announce([
      ...inParts(viewers).map((part) => ({ viewers: part })),
      ...inParts(gone).map((part) => ({ gone: part })),
    ])
  }

  /** Sends a heartbeat, and forgets processes that were silent for too long. */
  private sayAlive(): void {
    const now = Date.now()
    for (const [process, heardAt] of this.heardAt) if (now - heardAt > goneMilliseconds) this.forgetProcess(process)
    // With pending announcements, the others would find the number wrong.
    if (!this.gathering) void this.announce([{ alive: this.idsOf(this.process).length }])
  }

  private forgetProcess(process: string): void {
    this.heardAt.delete(process)
    for (const id of this.idsOf(process)) this.forget(id)
  }

  private hear(payload: string): void {
    const { process, viewers = [], gone = [], alive, ask, isOver } = JSON.parse(payload) as Announcement
    if (process === this.process) return
    if (isOver) {
      this.forgetProcess(process)
      return
    }
    this.heardAt.set(process, Date.now())
    for (const viewer of viewers) this.note(viewer, this.viewers.get(viewer.viewer_id)?.process ?? process)
    for (const id of gone) this.forget(id)
    if (ask === this.process || ask === 'all') this.tellOthers(...this.idsOf(this.process))
    // A wrong number means missed announcements; ask for all pages.
    if (alive !== undefined && alive !== this.idsOf(process).length) this.askAnew(process)
  }

  private askAnew(process: string): void {
    for (const id of this.idsOf(process)) this.forget(id)
    void this.announce([{ ask: process }])
  }

  private async announce(parts: Omit<Announcement, 'process'>[]): Promise<void> {
    const { database } = this
    if (!database || !this.listening || parts.length === 0) return
    try {
      const payloads = parts.map((part) => JSON.stringify({ process: this.process, ...part } satisfies Announcement))
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(database.db)
    } catch (error) {
      this.log.warn({ err: error }, 'presence was not told')
    }
  }
}

/** Splits the list so that each part fits into one notification. */
function inParts<T>(list: readonly T[]): T[][] {
  const parts: T[][] = []
  let size = payloadBytes
  for (const one of list) {
    const bytes = Buffer.byteLength(JSON.stringify(one)) + 1
    if (size + bytes > payloadBytes) {
      parts.push([])
      size = 100
    }
    parts.at(-1)!.push(one)
    size += bytes
  }
  return parts
}
