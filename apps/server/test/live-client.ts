// A page that follows a live stream: reads server-sent events from a real connection until it hangs up.
import { readEvents, type StreamedEvent } from './event-stream.ts'
import { until } from './harness.ts'

export type LiveEvent = StreamedEvent

export interface LiveClient {
  readonly status: number
  readonly events: LiveEvent[]
  readonly isOver: boolean
  /** The first event of that name that fits, awaited; those before it are skipped by later calls. */
  next(event: string, fits?: (data: LiveEvent['data']) => boolean): Promise<LiveEvent>
  hangUp(): Promise<void>
}

export async function connectLive(url: string, headers: Record<string, string>): Promise<LiveClient> {
  const abort = new AbortController()
  const answer = await fetch(url, { headers, signal: abort.signal })
  const events: LiveEvent[] = []
  let isOver = false
  let seen = 0
  const reading = (async () => {
    try {
      await readEvents(answer, (event) => events.push(event))
    } catch {
      // Hung up.
    } finally {
      isOver = true
    }
  })()
  return {
    status: answer.status,
    events,
    get isOver() {
      return isOver
    },
    async next(name, fits = () => true) {
      return until(`the event ${name}`, () => {
        const at = events.findIndex((event, index) => index >= seen && event.event === name && fits(event.data))
        if (at < 0) return undefined
        seen = at + 1
        return events[at]
      })
    },
    async hangUp() {
      abort.abort()
      await reading
    },
  }
}

/** Returns who has the plan open, according to this page's events. */
export function listViewers(page: LiveClient): LiveEvent['data'][] {
  const viewers = new Map<string, LiveEvent['data']>()
  for (const { event, data } of page.events) {
    if (event === 'presence') viewers.clear()
    if (event !== 'presence' && event !== 'presence_change') continue
    for (const viewer of data.viewers) viewers.set(viewer.viewer_id, viewer)
    for (const id of data.gone ?? []) viewers.delete(id)
  }
  return [...viewers.values()]
}
