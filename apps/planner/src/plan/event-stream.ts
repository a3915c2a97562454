// A stream of events that is opened again whenever it ends, after a pause that grows with every try in vain.
import * as operations from '@routewright/client/operations'
import { call } from '../shell/service.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** Handler of each event. */
export type StreamHandlers<Events> = { [Name in keyof Events]?: (event: Events[Name]) => void }

export interface EventStream {
  /** Whether it goes on behind an event that was seen already. */
  isResuming(): boolean
  /** It stands: the next pause is a short one again. */
  settle(): void
  /** Gives the connection up and opens another one after the pause. */
  lose(): void
  close(): void
}

/** `open` connects, behind the event of that id if one is given; `onLost` is told each time that the connection is gone. */
export function keepStream<Events extends object>(
  open: (after?: string) => EventSource,
  handlers: StreamHandlers<Events>,
  onLost: () => void,
): EventStream {
  let source: EventSource | undefined
  let timer = 0
  let pauseMs = FIRST_PAUSE_MS
  let lastId = ''
  let isClosed = false
  let isResuming = false
  const connect = () => {
    isResuming = lastId !== ''
    source = open(isResuming ? lastId : undefined)
    source.onerror = lose
    for (const name of Object.keys(handlers) as (keyof Events & string)[]) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId) lastId = event.lastEventId
        handlers[name]?.(JSON.parse(event.data) as Events[typeof name])
      })
    }
  }
  const lose = async () => {
    source?.close()
    if (isClosed) return
    onLost()
    // A stream that ends once is nothing. The second time a plain call finds out why, and asks for the password or counts
    // down to the next try, as any call does.
    if (pauseMs > FIRST_PAUSE_MS) await call(operations.getSession).catch(() => undefined)
    if (isClosed) return
    timer = window.setTimeout(connect, pauseMs)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
  }
  connect()
  return {
    isResuming: () => isResuming,
    settle() {
      pauseMs = FIRST_PAUSE_MS
    },
    lose: () => void lose(),
    close() {
      isClosed = true
      clearTimeout(timer)
      source?.close()
    },
  }
}
