// One recipient's stream: the whole view whenever it changed, and at most every few seconds.

/** An open stream of server-sent events. */
interface EventStream {
  send(event: string, data: unknown): unknown
  readonly isClosed: boolean
  close(): void
}

export interface Followed {
  planId: string | null
  view: { server_time: Date }
}

export interface FollowOptions {
  first: Followed
  /** The view as it is now; throws when the link is closed. */
  read: () => Promise<Followed>
  open: (onClose: () => void) => EventStream
  /** Calls back after every change of the plan. */
  follow: (planId: string, onNews: () => void) => () => void
}

/** A plan with many drivers changes several times a second; nobody reads that fast. */
const pauseMilliseconds = 4_000
/** Also without news: the window narrows with time. */
const heartbeatMilliseconds = 25_000

/** Runs until the recipient leaves or the link is closed. */
export function followView({ first, read, open, follow }: FollowOptions): void {
  let planId: string | null = null
  let stopFollowing = () => {}
  let told = ''
  let isReading = false
  let isAskedAgain = false
  let timer: NodeJS.Timeout | undefined

  const stream = open(() => {
    clearTimeout(timer)
    clearInterval(heartbeat)
    stopFollowing()
  })
  const tell = (next: Followed) => {
    if (next.planId !== planId) {
      stopFollowing()
      planId = next.planId
      stopFollowing = planId === null ? () => {} : follow(planId, ask)
    }
    const { server_time: _now, ...content } = next.view
    const text = JSON.stringify(content)
    if (text === told) return false
    told = text
    stream.send('view', next.view)
    return true
  }
  const look = async () => {
    timer = undefined
    isReading = true
    isAskedAgain = false
    try {
      const next = await read()
      if (!stream.isClosed) tell(next)
    } catch {
      // The page then asks by itself, and is told why.
      stream.send('end', {})
      stream.close()
    }
    isReading = false
    if (isAskedAgain) ask()
  }
  const ask = () => {
    isAskedAgain = true
    if (stream.isClosed || isReading || timer) return
    timer = setTimeout(look, pauseMilliseconds)
    timer.unref()
  }
  const heartbeat = setInterval(() => {
    stream.send('heartbeat', {})
    ask()
  }, heartbeatMilliseconds)
  heartbeat.unref()
  tell(first)
}
