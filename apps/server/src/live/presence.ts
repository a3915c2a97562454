// Who has which plan open and what they have selected: kept by every process, told to the others by notifications.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'

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

interface Announcement {
  viewer: PresentViewer
  isGone: boolean
}

export interface Presence {
  /** Somebody of this process opened a plan; told to the others until the returned function is called. */
  enter(viewer: PresentViewer): () => void
  /** Anybody's viewer, wherever its page is connected. */
  find(viewerId: string): PresentViewer | undefined
  /** Tells everybody what a viewer has selected now. */
  update(viewer: PresentViewer): Promise<void>
  list(place: { planId: string } | { projectId: string }): PresentViewer[]
  /** Calls when somebody comes, goes or selects, with plan and project. */
  onChange(listener: (viewer: PresentViewer) => void): () => void
  close(): Promise<void>
}

const channel = 'presence'
/** Viewers say that they are still there this often. */
const repeatMilliseconds = 15_000
/** Who was not heard of for so long is gone, with the process that spoke for him. */
const goneMilliseconds = 40_000

export function createPresence(database: Database, log: Log): Presence {
  return new SharedPresence(database, log)
}

class SharedPresence implements Presence {
  private readonly database: Database
  private readonly log: Log
  private readonly viewers = new Map<string, { viewer: PresentViewer; heardAt: number }>()
  /** Viewers that this process speaks for. */
  private readonly own = new Set<string>()
  private readonly listeners = new Set<(viewer: PresentViewer) => void>()
  private readonly repeating: NodeJS.Timeout
  private stop: Promise<() => Promise<void>> | undefined

  constructor(database: Database, log: Log) {
    this.database = database
    this.log = log
    this.repeating = setInterval(() => this.repeat(), repeatMilliseconds)
    this.repeating.unref()
  }

  enter(viewer: PresentViewer): () => void {
    this.own.add(viewer.viewer_id)
    this.note(viewer)
    void this.quietly(this.announce(viewer, false))
    return () => {
      if (!this.own.delete(viewer.viewer_id)) return
      const last = this.find(viewer.viewer_id) ?? viewer
      this.viewers.delete(viewer.viewer_id)
      void this.quietly(this.announce(last, true))
    }
  }

  find(viewerId: string): PresentViewer | undefined {
    return this.viewers.get(viewerId)?.viewer
  }

  async update(viewer: PresentViewer): Promise<void> {
    this.note(viewer)
    await this.announce(viewer, false)
  }

  list(place: { planId: string } | { projectId: string }): PresentViewer[] {
    const here = [...this.viewers.values()].filter(({ viewer }) =>
      'planId' in place ? viewer.plan_id === place.planId : viewer.project_id === place.projectId,
    )
    return here.map(({ viewer }) => viewer).sort((a, b) => (a.viewer_id < b.viewer_id ? -1 : 1))
  }

  onChange(listener: (viewer: PresentViewer) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async close(): Promise<void> {
    clearInterval(this.repeating)
    const gone = [...this.own].flatMap((id) => this.find(id) ?? [])
    this.own.clear()
    const told = gone.map((viewer) => this.quietly(this.announce(viewer, true)))
    await Promise.race([Promise.all(told), wait(1_000)])
    const end = await this.stop?.catch(() => undefined)
    await end?.()
  }

  /** Says again who is here, and forgets who was not heard of for too long. */
  private repeat(): void {
    const now = Date.now()
    for (const [id, { viewer, heardAt }] of this.viewers) {
      if (this.own.has(id)) void this.quietly(this.announce(viewer, false))
      else if (now - heardAt > goneMilliseconds) {
        this.viewers.delete(id)
        this.tell(viewer)
      }
    }
  }

  private note(viewer: PresentViewer): void {
    this.viewers.set(viewer.viewer_id, { viewer, heardAt: Date.now() })
  }

  private tell(viewer: PresentViewer): void {
    for (const listener of this.listeners) listener(viewer)
  }

  private hear(payload: string): void {
    const { viewer, isGone } = JSON.parse(payload) as Announcement
    if (isGone) this.viewers.delete(viewer.viewer_id)
    else this.note(viewer)
    this.tell(viewer)
  }

  /** To all processes, this one included. */
  private async announce(viewer: PresentViewer, isGone: boolean): Promise<void> {
    this.stop ??= this.database.listener.listen(channel, (payload) => this.hear(payload))
    await this.stop
    const payload = JSON.stringify({ viewer, isGone } satisfies Announcement)
    await sql`select pg_notify(${channel}, ${payload})`.execute(this.database.db)
  }

  private quietly(work: Promise<unknown>): Promise<unknown> {
    return work.catch((error) => this.log.warn({ err: error }, 'presence was not told'))
  }
}
