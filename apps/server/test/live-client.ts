// A page that follows a live stream: reads server-sent events from a real connection until it hangs up.
import { until } from './harness.ts'

export interface LiveEvent {
  event: string
  id?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any
}

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
    let text = ''
    try {
      for await (const bytes of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += bytes
        const blocks = text.split('\n\n')
        text = blocks.pop()!
        for (const block of blocks) {
          const event = parse(block)
          if (event) events.push(event)
        }
      }
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
        const at = events.findIndex((one, index) => index >= seen && one.event === name && fits(one.data))
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

/** Who has the plan open as this page was told. */
export function viewersOf(page: LiveClient): LiveEvent['data'][] {
  const viewers = new Map<string, LiveEvent['data']>()
  for (const { event, data } of page.events) {
    if (event === 'presence') viewers.clear()
    if (event !== 'presence' && event !== 'presence_change') continue
    for (const viewer of data.viewers) viewers.set(viewer.viewer_id, viewer)
    for (const id of data.gone ?? []) viewers.delete(id)
  }
  return [...viewers.values()]
}

function parse(block: string): LiveEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  const event = fields.get('event')
  if (!event) return undefined
  const id = fields.get('id')
  return { event, data: JSON.parse(fields.get('data') ?? 'null'), ...(id === undefined ? {} : { id }) }
}
