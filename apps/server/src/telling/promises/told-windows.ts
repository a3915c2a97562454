// Windows that pages show, buffered in memory for some seconds and then written together, so that viewing a page writes nothing.
import type { ArrivalPromiseRow } from '../../data/arrival-promise-table.ts'

export type ToldWindow = ArrivalPromiseRow

/** Number of waiting windows at which they are written at once. */
const mostWaiting = 500
/** Number of stops whose last window is remembered, so that each is written once. */
const mostRemembered = 20_000
const pauseMilliseconds = 5_000

/** The buffer of a process. If the process is killed, only the windows of the last seconds are lost. */
export class ToldWindows {
  private readonly write: (rows: readonly ToldWindow[]) => Promise<unknown>
  private readonly fail: (error: unknown) => void
  private readonly last = new Map<string, string>()
  private waiting: ToldWindow[] = []
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(write: (rows: readonly ToldWindow[]) => Promise<unknown>, fail: (error: unknown) => void) {
    this.write = write
    this.fail = fail
  }

  /** Adds the window, unless it equals the last one. */
  note(row: ToldWindow): void {
    const name = `${row.stop_id} ${row.plan_id} ${row.told_by}`
    const window = `${row.window_from.getTime()} ${row.window_to.getTime()}`
    if (this.last.get(name) === window) return
    this.last.delete(name)
    this.last.set(name, window)
    if (this.last.size > mostRemembered) this.last.delete(this.last.keys().next().value!)
    this.waiting.push(row)
    if (this.waiting.length >= mostWaiting) void this.flush()
    else if (!this.timer) {
      this.timer = setTimeout(() => void this.flush(), pauseMilliseconds)
      this.timer.unref()
    }
  }

  /** Writes the waiting windows; resolves when they are written. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const rows = this.waiting
    this.waiting = []
    if (rows.length > 0) this.writing = this.writing.then(() => this.write(rows)).then(() => {}, this.fail)
    return this.writing
  }
}
