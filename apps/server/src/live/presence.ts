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
  const viewers = new Map<string, { viewer: PresentViewer; heardAt: number }>()
  const own = new Set<string>()
  const listeners = new Set<(viewer: PresentViewer) => void>()
  let stop: Promise<() => Promise<void>> | undefined
  const tell = (viewer: PresentViewer) => {
    for (const listener of listeners) listener(viewer)
  }
  const hear = (payload: string) => {
    const { viewer, isGone } = JSON.parse(payload) as Announcement
    if (isGone) viewers.delete(viewer.viewer_id)
    else viewers.set(viewer.viewer_id, { viewer, heardAt: Date.now() })
    tell(viewer)
  }
  const listen = () => {
    stop ??= database.listener.listen(channel, hear)
    return stop
  }
  const announce = async (viewer: PresentViewer, isGone: boolean) => {
    await listen()
    const payload = JSON.stringify({ viewer, isGone } satisfies Announcement)
    await sql`select pg_notify(${channel}, ${payload})`.execute(database.db)
  }
  const quietly = (work: Promise<unknown>) => work.catch((error) => log.warn({ err: error }, 'presence was not told'))
  const repeating = setInterval(() => {
    const now = Date.now()
    for (const [id, { viewer, heardAt }] of viewers) {
      if (own.has(id)) void quietly(announce(viewer, false))
      else if (now - heardAt > goneMilliseconds) {
        viewers.delete(id)
        tell(viewer)
      }
    }
  }, repeatMilliseconds)
  repeating.unref()
  return {
    enter(viewer) {
      own.add(viewer.viewer_id)
      viewers.set(viewer.viewer_id, { viewer, heardAt: Date.now() })
      void quietly(announce(viewer, false))
      return () => {
        if (!own.delete(viewer.viewer_id)) return
        const last = viewers.get(viewer.viewer_id)?.viewer ?? viewer
        viewers.delete(viewer.viewer_id)
        void quietly(announce(last, true))
      }
    },
    find: (viewerId) => viewers.get(viewerId)?.viewer,
    async update(viewer) {
      viewers.set(viewer.viewer_id, { viewer, heardAt: Date.now() })
      await announce(viewer, false)
    },
    list(place) {
      const here = [...viewers.values()].filter(({ viewer }) =>
        'planId' in place ? viewer.plan_id === place.planId : viewer.project_id === place.projectId,
      )
      return here.map(({ viewer }) => viewer).sort((a, b) => (a.viewer_id < b.viewer_id ? -1 : 1))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      clearInterval(repeating)
      const gone = [...own].flatMap((id) => viewers.get(id)?.viewer ?? [])
      own.clear()
      await Promise.race([Promise.all(gone.map((viewer) => quietly(announce(viewer, true)))), wait(1_000)])
      const end = await stop?.catch(() => undefined)
      await end?.()
    },
  }
}
