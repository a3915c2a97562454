// One recipient's stream: sends the whole view after changes, at most every few seconds.

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
  /** Returns the present view; throws when the link is closed. */
  read: () => Promise<Followed>
  open: (onClose: () => void) => EventStream
  /** Calls `onNews` after every change of the plan. */
  follow: (planId: string, onNews: () => void) => () => void
}

/** Least time between two views: a plan with many drivers changes several times a second, and nobody reads that fast. */
const pauseMilliseconds = 4_000
/** Most time between two checks, because the window narrows with time even without changes. */
const heartbeatMilliseconds = 25_000

/** Runs until the recipient leaves or the link is closed. */
export function followView(options: FollowOptions): void {
  new Follower(options).tell(options.first)
}

class Follower {
  private readonly options: FollowOptions
  private readonly stream: EventStream
  private readonly heartbeat: NodeJS.Timeout
  private planId: string | null = null
  private stopFollowing = () => {}
  /** JSON of the view that was sent last. */
  private told = ''
  private isReading = false
  private isAskedAgain = false
  private timer: NodeJS.Timeout | undefined

  constructor(options: FollowOptions) {
    this.options = options
    this.stream = options.open(() => {
      clearTimeout(this.timer)
      clearInterval(this.heartbeat)
      this.stopFollowing()
    })
    this.heartbeat = setInterval(() => {
      this.stream.send('heartbeat', {})
      this.ask()
    }, heartbeatMilliseconds)
    this.heartbeat.unref()
  }

  /** Sends the view if it changed, and follows its stop to another plan. */
  tell({ planId, view }: Followed): void {
    if (planId !== this.planId) {
      this.stopFollowing()
      this.planId = planId
      this.stopFollowing = planId === null ? () => {} : this.options.follow(planId, () => this.ask())
    }
    const { server_time: _now, ...content } = view
    const text = JSON.stringify(content)
    if (text === this.told) return
    this.told = text
    this.stream.send('view', view)
  }

  /** Reads the view after the pause; if asked again while reading, it reads once more. */
  private ask(): void {
    this.isAskedAgain = true
    if (this.stream.isClosed || this.isReading || this.timer) return
    this.timer = setTimeout(() => this.look(), pauseMilliseconds)
    this.timer.unref()
  }

  private async look(): Promise<void> {
    this.timer = undefined
    this.isReading = true
    this.isAskedAgain = false
    try {
      const next = await this.options.read()
      if (!this.stream.isClosed) this.tell(next)
    } catch {
      // The page then polls, and is told why.
      this.stream.send('end', {})
      this.stream.close()
    }
    this.isReading = false
    if (this.isAskedAgain) this.ask()
  }
}
