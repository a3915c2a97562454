// News of the database: committed changes of plans, made by whatever process, for the readers of this one.
import type { Database } from './db.ts'
import type { Log } from './log.ts'

/** One transaction changed something of a plan; its rows in live_changes say what. */
export interface LiveNotice {
  plan_id: string
  project_id: string
  /** The transaction. */
  xid: string
}

export interface LiveReader {
  onNotice: (notice: LiveNotice) => void
  /** Notices may have been lost: look at everything anew. */
  onMissed: () => void
}

export interface LiveHub {
  /** News of one plan, or of all plans of a project, until the returned function is called. */
  subscribe(place: { planId: string } | { projectId: string }, reader: LiveReader): () => void
  close(): Promise<void>
}

/** Listens once for all readers of this process, from the first one on. */
export function createLiveHub(database: Database, log: Log): LiveHub {
  const readers = new Map<string, Set<LiveReader>>()
  let stop: Promise<() => Promise<void>> | undefined
  const deliver = (payload: string) => {
    const notice = JSON.parse(payload) as LiveNotice
    for (const key of [`plan ${notice.plan_id}`, `project ${notice.project_id}`]) {
      for (const reader of readers.get(key) ?? []) reader.onNotice(notice)
    }
  }
  const missed = () => {
    for (const group of readers.values()) for (const reader of group) reader.onMissed()
  }
  const listen = () => {
    stop ??= database.listener.listen('live', deliver, missed)
    stop.catch((error) => {
      stop = undefined
      log.warn({ err: error }, 'could not listen for live changes')
    })
  }
  return {
    subscribe(place, reader) {
      listen()
      const key = 'planId' in place ? `plan ${place.planId}` : `project ${place.projectId}`
      const group = readers.get(key) ?? new Set()
      group.add(reader)
      readers.set(key, group)
      return () => {
        group.delete(reader)
        if (group.size === 0 && readers.get(key) === group) readers.delete(key)
      }
    },
    async close() {
      const end = await stop?.catch(() => undefined)
      await end?.()
    },
  }
}
